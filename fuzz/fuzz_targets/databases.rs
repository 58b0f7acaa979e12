//! The program of the target `databases`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!(databases);
