//! The program of the target `texts`.

#![cfg_attr(fuzzing, no_main)]

sliding_fuzz::program!(texts);
