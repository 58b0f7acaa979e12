//! The programs in `examples/` run.

#[path = "../examples/hints.rs"]
mod hints;
#[path = "../examples/levels.rs"]
mod levels;
#[path = "../examples/observer.rs"]
mod observer;
#[path = "../examples/pack.rs"]
mod pack;
#[path = "../examples/proof.rs"]
mod proof;
#[path = "../examples/solve_drawing.rs"]
mod solve_drawing;
#[path = "../examples/whole_map.rs"]
mod whole_map;

use std::error::Error;

type Program = fn() -> Result<(), Box<dyn Error>>;

#[test]
fn examples_run() {
    let programs: [Program; 7] = [
        hints::main,
        levels::main,
        observer::main,
        pack::main,
        proof::main,
        solve_drawing::main,
        whole_map::main,
    ];
    for program in programs {
        program().unwrap();
    }
}
