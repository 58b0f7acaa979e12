//! The program of the target `notations`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!("notations");
