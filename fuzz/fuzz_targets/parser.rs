//! The program of the target `parser`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!("parser");
