//! The program of the target `engines`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!(engines);
