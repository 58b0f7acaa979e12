//! What a puzzle's text calls its pieces is what every output calls them, and what every input may.

use serde_json::{Value, json};

use super::{folder, path, run};

/// E and F are alike, so are C and D, and so on.
const DRAWN: &str = "XXE.F\nXXAAC\nDGABC\nDHBB.\n\ngoal:\n...XX\n...XX\n.....\n.....\n";

/// fogleman/rush would call these A and B.
const CARS: &str = "AAC\n..C\n...\n";

/// One move from its goal.
const TILES: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15\n";

#[test]
fn kinds_are_called_by_the_letters_of_their_pieces() {
    let run = run(&["check", "-"], DRAWN);
    assert!(run.out.contains("\nE/F/G/H       4      1  all ways    1\n"), "{}", run.out);
    assert!(run.out.contains("│ D │ G │   │ B │   │"), "{}", run.out);
}

#[test]
fn json_has_the_names_of_the_pieces() {
    let object = run(&["solve", "-s", "1", "--format", "json", "-"], DRAWN).json().remove(0);
    let names = |pieces: &Value| -> String {
        let pieces = pieces.as_array().expect("a list of pieces").iter();
        pieces.map(|piece| piece["name"].as_str().expect("a name")).collect()
    };
    assert_eq!(names(&object["pieces"]), "XEFACDGBH");
    assert_eq!(object["pieces"][2], json!({"name": "F", "kind": "E", "row": 1, "col": 5}));
    assert_eq!(
        object["goals"][0]["pieces"],
        json!([{"name": "X", "kind": "X", "row": 1, "col": 4}])
    );
    let moved = object["solution"].as_array().expect("a solution").iter();
    assert!(moved.map(|step| names(&step["pieces"])).collect::<String>().starts_with("FCBAEEXDH"));
    let checked = run(&["check", "--format", "json", "-"], DRAWN).json().remove(0);
    assert_eq!(checked["start_pieces"], object["pieces"]);
    let explored =
        run(&["explore", "--format", "json", "-"], "EF.\n...\n\ngoal:\n...\n.EF\n\nalike: EF\n")
            .json()
            .remove(0);
    assert!(explored["hardest"]["solution"][0]["pieces"][0]["name"].is_string());
}

#[test]
fn positions_are_read_in_the_same_names() {
    for (start, first) in [
        ("XXE.F/XXAAC/DGABC/DHBB.", "piece F at row 1, column 5: left"),
        ("XXF.E/XXAAC/DGABC/DHBB.", "piece E at row 1, column 5: left"),
        // In kinds, alike pieces have their names in the order of the board.
        ("XXE.E/XXAAC/CEABC/CEBB.", "piece F at row 1, column 5: left"),
        ("XE0EACCEBE", "piece F at row 1, column 5: left"),
    ] {
        let run = run(&["hint", "-s", "1", "--start", start, "-"], DRAWN);
        assert_eq!(run.out.lines().next(), Some(first), "{start}: {}", run.err);
    }
    let wrong = run(&["hint", "--start", "XXE.E/XXAAC/DGABC/DHBB.", "-"], DRAWN);
    assert_eq!(wrong.code, 2, "{}", wrong.out);
    let folder = folder(&[("drawn.txt", DRAWN)]);
    let (puzzle, disk) = (path(&folder, "drawn.txt"), path(&folder, "disk"));
    let asked = "XXE.F/XXAAC/DGABC/DHBB.";
    let explored = run(&["explore", "--disk", &disk, "--distance-of", asked, &puzzle], "");
    let reported = format!("{asked}: 0 moves from the start, 24 moves from the nearest goal\n");
    assert!(explored.out.contains(&reported), "{}{}", explored.out, explored.err);
}

#[test]
fn moves_of_cars_have_the_letters_of_the_board() {
    let moves = run(&["solve", "-s", "1", "--moves=rush", "-"], CARS);
    assert_eq!(moves.out, "C+1 A+1\n", "{}", moves.err);
    let folder = folder(&[("cars.txt", CARS)]);
    let puzzle = path(&folder, "cars.txt");
    // Those of fogleman/rush go by the order of the letters.
    for moves in ["C+1 A+1", "c+1 a+1", "B+1 A+1"] {
        let verified = run(&["verify", &puzzle, "-"], moves);
        assert_eq!(verified.code, 0, "{moves}: {}{}", verified.out, verified.err);
    }
    assert_eq!(run(&["verify", &puzzle, "-"], "A+1 C+1").code, 1);
}

#[test]
fn tiles_have_their_numbers() {
    let moves = run(&["solve", "--moves", "-"], TILES).out;
    assert_eq!(moves, "piece 15 at row 4, column 4: left\n");
    let folder = folder(&[("tiles.txt", TILES)]);
    let puzzle = path(&folder, "tiles.txt");
    assert_eq!(run(&["verify", &puzzle, "-"], &moves).code, 0);
    // In kinds, as they were written before.
    assert_eq!(run(&["verify", &puzzle, "-"], &moves.replace("15", "f")).code, 0);
    let drawn = run(&["solve", &puzzle], "").out;
    assert!(drawn.contains("│ 13│ 14│ 15│   │") || drawn.contains("│13 │14 │15 │   │"), "{drawn}");
    let solved = run(&["tiles", "solve", "-"], TILES).out;
    assert!(solved.contains("\ntiles: 15\n"), "{solved}");
}

#[test]
fn gap_letters_are_distinguished_from_tile_letters() {
    let folder = folder(&[("tiles.txt", TILES)]);
    let puzzle = path(&folder, "tiles.txt");
    for (letters, is_of_gap) in [("L", false), ("R", true)] {
        let object = run(&["verify", "--format", "json", &puzzle, "-"], letters).json().remove(0);
        let reported = ["made", "solved", "of_gap"].map(|field| object[field].clone());
        assert_eq!(reported, [json!(1), json!(true), json!(is_of_gap)], "{letters}");
    }
    let text = run(&["verify", &puzzle, "-"], "R").out;
    assert!(
        text.starts_with("tiles.txt: 1 move read as moves of the gap, solved\n")
            || text.contains(": 1 move read as moves of the gap, solved\n"),
        "{text}"
    );
    // Neither can be made: what is reported is about the tiles.
    let wrong = run(&["verify", &puzzle, "-"], "DDDD");
    assert_eq!((wrong.code, wrong.out.contains("moves of the gap")), (1, false), "{}", wrong.out);
}

#[test]
fn tile_pictures_have_numbers_by_default() {
    let svg =
        |arguments: &[&str], text: &str| run(&[&["draw"], arguments, &["-"]].concat(), text).out;
    assert!(svg(&[], TILES).contains(">15</text>"));
    assert!(!svg(&["--labels=false"], TILES).contains(">15</text>"));
    assert!(!svg(&[], DRAWN).contains(">F</text>"));
    assert!(svg(&["--labels"], DRAWN).contains(">F</text>"));
}
