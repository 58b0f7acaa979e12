//! `sliding solve --style all`: no option is ignored.

use super::{PAIR, folder, path, run};

/// The options that it takes.
const TAKEN: &str = "--help --style --memory --threads --time-limit --progress --engine --no-symmetry \
    --format --output --quiet --verbose --exhaust --start --as --goal --target --to --exit --empty \
    --wall --gap --lock";

/// The options that it refuses, with a value if they have one.
const REFUSED: &[&[&str]] = &[
    &["--max-moves", "9"],
    &["--rounds", "1"],
    &["--seed", "1"],
    &["--every"],
    &["--cache", "."],
    &["--disk", "levels"],
    &["--disk", "levels", "--disk-limit", "1GB"],
    &["--disk", "levels", "--resume"],
    &["--color", "always"],
    &["--speed", "3"],
    &["--labels"],
    &["--theme", "dark"],
    &["--words"],
    &["--hide", "hints"],
    &["--moves"],
    &["--verify"],
];

#[test]
fn all_styles_take_or_refuse_every_option_of_solve() {
    let help = run(&["solve", "--help"], "").out;
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let options = lines.flat_map(|line| line.split([' ', '[', '=', ',']));
    let mut options = options.filter(|word| word.starts_with("--"));
    let is_known =
        |option: &str| TAKEN.split(' ').chain(REFUSED.concat()).any(|known| known == option);
    assert!(options.clone().count() > 30, "{help}");
    assert_eq!(options.find(|option| !is_known(option)), None);
    let files = folder(&[("pair.txt", PAIR)]);
    let file = path(&files, "pair.txt");
    for given in REFUSED {
        let refused = run(&[&["solve", "--style", "all", &file], *given].concat(), "");
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{given:?}: {}", refused.err);
        let is_named = given.iter().any(|option| refused.err.contains(option));
        assert!(is_named && refused.err.contains("--style all"), "{}", refused.err);
    }
}

#[test]
fn all_styles_report_distances_and_respect_symmetry() {
    let reported = run(&["solve", "--style", "all", "--verbose", "--no-symmetry", "-"], PAIR);
    assert_eq!(reported.code, 0, "{}", reported.err);
    assert_eq!(reported.err.matches("distance 0: 1 position\n").count(), 6, "{}", reported.err);
    let both = run(&["solve", "--style", "all", "a.txt", "b.txt"], "");
    assert_eq!((both.code, both.out.as_str()), (2, ""));
    assert!(both.err.contains("--style all is for one puzzle"), "{}", both.err);
}
