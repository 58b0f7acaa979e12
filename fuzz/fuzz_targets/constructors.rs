//! The program of the target `constructors`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!(constructors);
