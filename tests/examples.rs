//! The programs in `examples/` run.

#[path = "../examples/hints.rs"]
mod hints;
#[path = "../examples/levels.rs"]
mod levels;
#[path = "../examples/observer.rs"]
mod observer;
#[path = "../examples/pack.rs"]
mod pack;
#[path = "../examples/pddl.rs"]
mod pddl;
#[path = "../examples/proof.rs"]
mod proof;
#[path = "../examples/solve_drawing.rs"]
mod solve_drawing;
#[path = "../examples/whole_map.rs"]
mod whole_map;

#[test]
fn examples_run() {
    // As `cargo run --example` starts them.
    std::env::set_current_dir(crate::ROOT).unwrap();
    hints::main().unwrap();
    levels::main().unwrap();
    observer::main().unwrap();
    pack::main().unwrap();
    proof::main().unwrap();
    solve_drawing::main().unwrap();
    whole_map::main().unwrap();
}

/// `examples/pddl.rs` writes the steps of a puzzle, and checks a plan of them.
#[test]
fn plans_of_written_steps_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let puzzle = file("puzzle.txt", "1 x 3\n1 = 1\n1\n001\n");
    let plan = ["(step-1 k1 r1c1 r1c2 r1c2 r1c1)", "(step-1 k1 r1c2 r1c3 r1c3 r1c2)"];
    let problem = pddl::run(&["problem", &puzzle]).unwrap();
    assert!(plan.iter().all(|step| problem.contains(step)), "{problem}");
    let check = |plan: &str| pddl::run(&["check", &puzzle, &file("plan.txt", plan)]);
    assert_eq!(check(&plan.join("\n")).unwrap(), "solved in 2 steps\n");
    // One step is too few, and the second step is no first one.
    assert!([plan[0], plan[1], "(fly k1)"].iter().all(|plan| check(plan).is_err()));
}
