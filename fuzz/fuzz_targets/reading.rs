//! The program of the target `reading`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!("reading");
