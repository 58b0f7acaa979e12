//! Parts of the library whose faults whole searches do not show, or show too late.

mod disk;
mod host;
mod moves;
mod rank;
mod ring;
