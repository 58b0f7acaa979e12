//! `examples/pddl.rs` writes the steps of a puzzle, and checks a plan of them.

#[path = "../examples/pddl.rs"]
mod program;

use program::run;

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
    let problem = run(&["problem", &puzzle]).unwrap();
    assert!(plan.iter().all(|step| problem.contains(step)), "{problem}");
    let check = |plan: &str| run(&["check", &puzzle, &file("plan.txt", plan)]);
    assert_eq!(check(&plan.join("\n")).unwrap(), "solved in 2 steps\n");
    // One step is too few, and the second step is no first one.
    assert!(check(plan[0]).is_err() && check(plan[1]).is_err() && check("(fly k1)").is_err());
}
