//! `sliding solve --format html`. What the pages do is tried in `tests/page/`.

use super::{BROKEN, EASY, HOPELESS, KLOTSKI, folder, path, run};

fn page(arguments: &[&str], input: &str) -> String {
    let run = run(&[&["solve", "--format", "html", "-"], arguments].concat(), input);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("<!DOCTYPE html>") && run.out.ends_with("</html>\n"));
    run.out
}

#[test]
fn a_page_is_self_contained_and_small() {
    let page = page(&[], KLOTSKI);
    assert!(page.len() < 520_000, "{} bytes", page.len());
    assert!(page.contains("\"count\":25955"));
    // Nothing is fetched from anywhere.
    for address in ["http:", "https:", "src=", "href=", "url(", "import "] {
        let found = page.matches(address).count();
        let own = page.matches("url(#stripes)").count();
        let names = page.matches("http://www.w3.org/2000/svg").count();
        let expected = match address {
            "url(" => own,
            "http:" => names,
            _ => 0,
        };
        assert_eq!(found, expected, "{address}");
    }
}

/// A 15-puzzle one move from its goal, with too many positions for a map.
fn scrambled() -> String {
    let names = "123456789abcdef";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("4 x 4 (Fifteen)\n{kinds}123456789abcde0f\n{names}\n")
}

#[test]
fn a_large_map_is_left_out() {
    let page = page(&[], &scrambled());
    assert!(page.contains("\"map\":null") && page.len() < 460_000, "{} bytes", page.len());
}

#[test]
fn a_page_has_its_moves_also_when_quiet() {
    assert!(page(&["--quiet"], EASY).contains("\"steps\":[\"right\",\"right\"]"));
}

#[test]
fn a_page_without_a_solution() {
    let hopeless = run(&["solve", "--format", "html", "-"], HOPELESS);
    assert_eq!(hopeless.code, 1);
    assert!(hopeless.out.contains(
        "\"status\":\"unsolvable\",\"shortest\":true,\"moves\":null,\"solution\":null,\"map\":null"
    ));
    let stopped = run(&["solve", "--format", "html", "--max-moves", "3", "-"], KLOTSKI);
    assert_eq!(stopped.code, 3);
    assert!(stopped.out.contains(
        "\"status\":\"unknown\",\"shortest\":true,\"moves\":null,\"solution\":null,\"map\":null"
    ));
}

#[test]
fn a_page_in_a_file() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (puzzle, output) = (path(&folder, "easy.txt"), path(&folder, "easy.html"));
    let solved = run(&["solve", "--format", "html", "--output", &output, &puzzle], "");
    assert_eq!((solved.code, solved.out.as_str(), solved.err.as_str()), (0, "", ""));
    let written = std::fs::read_to_string(&output).expect("a file");
    assert_eq!(written, page(&[], EASY));
    // What cannot be read leaves the file alone.
    let broken = run(&["solve", "--format", "html", "--output", &output, "-"], BROKEN);
    assert_eq!(broken.code, 2);
    assert_eq!(std::fs::read_to_string(&output).expect("a file"), written);
    let nowhere = path(&folder, "no/such/folder");
    let lost = run(&["solve", "--format", "html", "--output", &nowhere, &puzzle], "");
    assert_eq!(lost.code, 74);
    assert!(lost.err.contains("no/such/folder"), "{}", lost.err);
}

#[test]
fn a_page_of_several_puzzles() {
    let folder = folder(&[("easy.txt", EASY), ("hopeless.txt", HOPELESS), ("broken.txt", BROKEN)]);
    let [easy, hopeless, broken] =
        ["easy.txt", "hopeless.txt", "broken.txt"].map(|name| path(&folder, name));
    let both = run(&["solve", "--format", "html", &easy, &hopeless], "");
    assert_eq!((both.code, both.err.as_str()), (1, ""));
    assert!(
        both.out.contains("\"status\":\"solved\"")
            && both.out.contains("\"status\":\"unsolvable\"")
    );
    assert_eq!(both.out.matches("<!DOCTYPE html>").count(), 1);
    // What cannot be read is reported, and left out.
    let some = run(&["solve", "--format", "html", &broken, &easy], "");
    assert_eq!(some.code, 2);
    assert!(some.err.contains("broken.txt"), "{}", some.err);
    assert_eq!(some.out, page(&[], EASY));
    let none = run(&["solve", "--format", "html", &broken], "");
    assert_eq!((none.code, none.out.as_str()), (2, ""));
}

#[test]
fn hidden_parts_are_not_in_a_page() {
    let hidden = page(&["--hide", "solution,hints,left"], KLOTSKI);
    assert!(hidden.contains("\"hidden\":[\"solution\",\"hints\",\"left\"]"));
    assert!(hidden.contains("\"moves\":81,\"solution\":null,\"map\":null"));
    let number = page(&["--hide", "hints", "--hide", "solution"], KLOTSKI);
    assert!(number.contains("\"moves\":81,\"solution\":null,\"map\":{"));
    // A map that is too large is no reason to put the solution into the page.
    let without_map = page(&["--hide", "solution"], &scrambled());
    assert!(without_map.contains("\"moves\":1,\"solution\":null,\"map\":null"));
    let elsewhere = run(&["solve", "--hide", "left", "-"], EASY);
    assert_eq!((elsewhere.code, elsewhere.out.as_str()), (2, ""));
    assert!(elsewhere.err.contains("expected --format html"), "{}", elsewhere.err);
    assert_eq!(run(&["solve", "--hide", "everything", "-"], EASY).code, 2);
}

#[test]
fn a_page_does_not_call_an_unproven_solution_shortest() {
    let puzzle = "2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n51234\n12345\n";
    let made = page(&["--style", "0", "--engine", "construct"], puzzle);
    assert!(made.contains("\"status\":\"solved\",\"shortest\":false"));
    let found = page(&["--style", "0"], puzzle);
    assert!(found.contains("\"status\":\"solved\",\"shortest\":true"));
}
