//! The program of the target `setup`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!("setup");
