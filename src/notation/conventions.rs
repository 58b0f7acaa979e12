//! The conventions for writing puzzles, as data.
//!
//! `sliding convert --list`, the table in `docs/internals/notations.md` and the test that reads
//! every example are made from it. A new row needs an example that reads as the row says.

/// A known way to write puzzles, and its meaning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Convention {
    /// What a text looks like.
    pub looks: &'static str,
    /// What it means.
    pub means: &'static str,
    /// Programs and people that use it; empty if no group of users stands out.
    pub used_by: &'static str,
    /// The reading that understands it: a name for `--as`; empty if none is needed.
    pub reading: &'static str,
    /// The smallest text, with `|` for the end of a line.
    pub example: &'static str,
    /// The result of reading the example.
    pub outcome: ReadOutcome,
    /// Numbers of the puzzles from the field that it settles.
    pub cases: &'static [u16],
}

impl Convention {
    /// Returns the example as a text of several lines.
    pub fn text(&self) -> String {
        self.example.replace('|', "\n") + "\n"
    }
}

/// The result of reading a text without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadOutcome {
    /// A puzzle. The text is what [`ReadAs`](crate::puzzle::ReadAs) prints after "read as"; empty
    /// if nothing was assumed.
    Puzzle(&'static str),
    /// A question. The text is the option of its first answer.
    Question(&'static str),
    /// An error with this message.
    Error(&'static str),
}

const fn row(
    looks: &'static str,
    means: &'static str,
    used_by: &'static str,
    reading: &'static str,
    example: &'static str,
    outcome: ReadOutcome,
    cases: &'static [u16],
) -> Convention {
    Convention { looks, means, used_by, reading, example, outcome, cases }
}

const IN_ORDER: ReadOutcome = ReadOutcome::Puzzle("tiles: in order, the gap last");
const X_LEAVES: ReadOutcome =
    ReadOutcome::Puzzle("Rush Hour: car X leaves to the right; cars move along themselves");
const A_LEAVES: ReadOutcome =
    ReadOutcome::Puzzle("Rush Hour: car A leaves to the right; cars move along themselves");
const STATED: ReadOutcome = ReadOutcome::Puzzle("");

/// All conventions for boards and lists.
#[rustfmt::skip]
pub const CONVENTIONS: &[Convention] = &[
    // Rush Hour.
    row("a car `X`, `x` or `+` that lies", "it leaves to the right; cars move along themselves",
        "cards of the game, textbooks", "rush", ".AA|...|XX.", X_LEAVES, &[43, 46, 55]),
    row("letters without `X`; the first one lies", "it leaves to the right", "fogleman/rush",
        "rush", "..B|..B|AA.", A_LEAVES, &[57, 61]),
    row("a lying `R`, and a lying car of an earlier letter", "a question: which one leaves",
        "games that colour the car red", "rush", ".AA|...|RR.", ReadOutcome::Question("--target R"),
        &[]),
    row("the first letter stands, nothing else is marked", "a question: which car leaves", "",
        "rush", "BB.|...|.A.|.A.", ReadOutcome::Question("--target B"), &[]),
    row("numbers for cars, 0 for empty cells", "a question: which car leaves", "arrays in programs",
        "rush", "1 1 0|0 0 0|2 2 0", ReadOutcome::Question("--target 1"), &[53]),
    row("numbers for cars, -1 for empty cells", "a question: which car leaves", "CSV of grids",
        "rush", "-1,1,1|-1,-1,-1|0,0,-1", ReadOutcome::Question("--target 1"), &[52]),
    row("`.` and `o` on one board", "`.` is empty, `o` is a car", "cards of the game", "rush",
        "AA.o|...o|...o|BB..", A_LEAVES, &[43]),
    row("`o` and `x`, no `.`", "`o` is empty, `x` is a wall", "fogleman/rush, by rows", "rush",
        "ooB|AAB|xoo",
        ReadOutcome::Puzzle("Rush Hour: car A leaves to the right; `o` is empty; `x` is a wall; \
            cars move along themselves"),
        &[]),
    row("lines of 9, 16, 25, 36, ... letters", "a board a line; car `A` leaves to the right",
        "fogleman/rush and its database", "rush", "ooooooooooooAAooooooooooBBoooooooooo",
        ReadOutcome::Puzzle("Rush Hour: the car with the first letter leaves to the right"), &[60]),
    row("lines of words, one a row, with `+`", "a board a line; car `+` leaves to the right",
        "zwegner/slidey-blocky-thingy", "zwegner", "..A ..A ++.",
        ReadOutcome::Puzzle("Rush Hour: car + leaves to the right"), &[]),
    row("`2`, `3` in rows, `B`, `C` in columns, a car `X`",
        "digits are lying cars of that length, letters standing ones", "a level format", "rush",
        "22B.|B.B.|BXX.|....",
        ReadOutcome::Puzzle("Rush Hour: car X leaves to the right; digits are lying cars of that \
            length, letters standing ones; cars move along themselves"),
        &[50]),
    row("`>` or `<` beside a row of a framed board", "the car of that row leaves there",
        "terminal games", "rush", "┌───┐|│AAB│|│RRB>|│...│|└───┘",
        ReadOutcome::Puzzle("Rush Hour: car R leaves to the right; cars move along themselves"),
        &[44]),
    row("`v` or `^` below or above the board", "the car of that column leaves there",
        "terminal games", "rush", ".CA|.CA|...|  v",
        ReadOutcome::Puzzle("Rush Hour: car A leaves at the bottom; cars move along themselves"),
        &[]),
    row("one gap in a frame of `#`", "the car before it leaves there", "textbooks", "rush",
        "#####|#AA.#|#XX..|#.BB#|#####",
        ReadOutcome::Puzzle("Rush Hour: car X leaves at 3,5; cars move along themselves"), &[48]),
    row("two boards of the same cars below each other",
        "a question: two puzzles, or start and goal", "", "rush", "AA.|...|XX.||.AA|...|XX.",
        ReadOutcome::Question("--as rush"), &[58]),
    // Tiles.
    row("rows of numbers from 0 on, each once", "0 is the gap; the goal is in order, the gap last",
        "most programs", "tiles", "1 2 3|4 5 6|7 0 8", IN_ORDER, &[12, 40]),
    row("all numbers of a square on one line, or rows with `/`", "the same", "slidy, command lines",
        "tiles", "1 2 3/4 5 6/7 0 8", IN_ORDER, &[]),
    row("sixteen hex digits, or as many as a square has", "the same", "15-puzzle programs", "tiles",
        "fe169b4c0a73d852", IN_ORDER, &[23]),
    row("lists in brackets of any language, with or without a name", "the same", "source code",
        "tiles", "b = [[1,2],[0,3]]", IN_ORDER, &[5, 6, 8, 27]),
    row("commas, semicolons or bars between numbers", "the same", "CSV, Markdown, terminal games",
        "tiles", "1,2|0,3", IN_ORDER, &[26]),
    row("a gap `_`, `.`, `x`, `*`, `#`, `-`, `b`, -1, `null`, `None`", "the same", "most programs",
        "tiles", "1 2|x 3", IN_ORDER, &[14, 28]),
    row("a gap of blanks between words", "the same", "terminal games", "tiles",
        "┌───┬───┐|│ 1 │ 2 │|├───┼───┤|│   │ 3 │|└───┴───┘", IN_ORDER, &[28]),
    row("numbers from 0 on and a gap -1", "0 is a tile", "programs that count from 0", "tiles",
        "0 1|2 -1", IN_ORDER, &[22]),
    row("sides, a count or a title with a number above the rows", "they are left out",
        "Princeton's course, online judges", "tiles", "2 3|1 2 3|4 0 5", IN_ORDER,
        &[1, 3, 13, 15, 20]),
    row("a line `# ...`, `// ...` or `; ...`", "a comment", "generators", "tiles",
        "// easy|1 2|0 3", IN_ORDER, &[3]),
    row("a side, then one number a line", "a question: the gap goes last or first", "HackerRank",
        "tiles", "2|1|2|0|3", ReadOutcome::Question("--as hackerrank"), &[]),
    row("numbers from 1 on, and no gap", "a question: the largest is the gap",
        "matrices, picture puzzles", "tiles", "1 2|4 3", ReadOutcome::Question("--gap 4"), &[28]),
    row("a number twice, or missing", "an error, with the number and its place", "", "tiles",
        "1 2 3|4 5 6|7 8 8", ReadOutcome::Error("tile 8 stands twice, and there is no gap"), &[30]),
    row("rows of several lengths", "a question: a number is missing, or rows end in walls", "",
        "tiles", "1 2 3|4 0", ReadOutcome::Question("--as tiles"), &[34]),
    row("two boards below each other, no empty line", "a question: start and goal, or one board",
        "assignments", "tiles", "1 2|0 3|1 2|3 0", ReadOutcome::Question("--goal next"), &[29, 37]),
    row("two lines of numbers that repeat, each a square",
        "a question: start and goal, whose equal tiles are alike", "puzzle collections", "tiles",
        "1 1 2 0|2 1 1 0", ReadOutcome::Question("--as tiles --goal next"), &[24]),
    row("two boards, an empty line between", "a question: two puzzles, or start and goal", "",
        "tiles", "1 2|0 3||1 2|3 0", ReadOutcome::Question("--goal ordered"), &[29]),
    row("variables named start, initial, goal, final, ...", "start and goal", "source code",
        "tiles", "start = [[1,2],[0,3]]|goal = [[1,2],[3,0]]", STATED, &[27]),
    row("a number, then all numbers of a square", "an instance: the gap goes first", "Korf's list",
        "korf", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
        ReadOutcome::Puzzle("Korf's list: a number, then tiles in order with the gap first"), &[]),
    // Blocks.
    row("letters, and a board below `goal:`", "equal letters are a piece; `.` is empty, `#` a wall",
        "docs/drawing.md", "blocks", "A.|.#|goal:|.A|..", STATED, &[77]),
    row("`end:`, `final:`, `target:`, `goal state`, `->`; `start:`, `initial:`", "headings as well",
        "assignments", "blocks", "initial:|A.|final:|.A", STATED, &[]),
    row("no `.`, but blanks, `_`, `-`, `@`, `&`, `*`, `~`, `o`, `⬜`", "that sign is empty",
        "emoji, courses", "blocks", "A@|goal:|@A", ReadOutcome::Puzzle("blocks: `@` is empty"),
        &[65, 73, 78]),
    row("a board without a goal", "an error with three ways to give one", "", "blocks", "AB|.B",
        ReadOutcome::Error("no goal: the text does not say where the pieces should end"),
        &[65, 66, 67, 68, 69]),
    row("two boards of the same pieces, an empty line between", "the second is the goal",
        "lumi-a/sliding-blocks", "lumi", "A.|B.||.A|.B",
        ReadOutcome::Puzzle("blocks: the next board is the goal"), &[]),
    row("`x` beside `.`, and no other small letter", "a question: a wall or a piece", "", "blocks",
        "Ax.|...|goal:|..A|...", ReadOutcome::Question("--wall x"), &[]),
    row("`0` beside `.`, and no other digit", "a question: empty or a piece", "", "blocks",
        "A0.|..0|goal:|..A|...", ReadOutcome::Question("--empty 0."), &[]),
    row("a letter in three equal parts or more, or in single cells",
        "that many pieces that are alike", "Klotski with a sign a shape", "types",
        "7.7.7|goal:|777..", ReadOutcome::Puzzle("blocks: `7` is 3 pieces"), &[67]),
    row("a letter in two parts", "a question: one piece, or two that are alike", "", "blocks",
        "AB.B|....|goal:|B.B.|....", ReadOutcome::Question("--as blocks"), &[]),
    row("a line `whole: A`", "`A` is one piece in parts", "docs/drawing.md", "blocks",
        "A.A.|....|whole: A|goal:|.A.A|....", STATED, &[]),
    row("`<>`, or `^` above `v`", "a domino", "Klotski with a sign a shape", "blocks",
        "<>.|goal:|.<>", STATED, &[68]),
    row("straight pieces only, one goes along itself, no `lock:`",
        "a question: do cars move along themselves only", "", "blocks",
        ".AA.|B...|B..C|DD.C|goal:|....|....|....|..DD", ReadOutcome::Question("--lock all"), &[]),
    row("lines of numbers, equal ones a piece, 0 empty",
        "the piece of the upper left corner goes to the lower right one",
        "N. Bickford's SbpUtilities", "bickford", "1 0 0 1 2 2 0 3 3",
        ReadOutcome::Puzzle("N. Bickford's rows: the piece of the upper left corner goes to the \
            lower right one"),
        &[]),
    row("a code of five characters, or five to nine hex digits", "Huarong Dao: the 2 x 2 goes to the bottom centre",
        "dnomd343/klotski", "klotski", "1a9bf0c00",
        ReadOutcome::Puzzle("Huarong Dao: the 2 x 2 goes to the bottom centre"), &[]),
    // Lists.
    row("CSV with columns such as `car,orientation,col,row,length`",
        "rows and columns from 1; car `X` leaves to the right", "courses", "",
        "car,orientation,col,row,length|X,H,1,3,2",
        ReadOutcome::Puzzle("Rush Hour, a car a line: the board is 6 x 6; car X leaves to the \
            right"),
        &[51]),
    row("side, number of cars, then `NAME h LENGTH COLUMN ROW`",
        "rows and columns from 1; the first car leaves to the right", "textbooks", "",
        "6|1|1 h 2 2 3", ReadOutcome::Puzzle("Rush Hour, a car a line: car 1 leaves to the right"),
        &[54]),
    row("rows and columns, then `HEIGHT WIDTH ROW COLUMN`",
        "blocks of a tray, from 0; `--goal FILE` has such lines too", "a course", "",
        "2 3|1 1 0 0|2 2 0 1",
        ReadOutcome::Error("no goal: the text does not say where the pieces should end"), &[72]),
    row("lines `NAME X Y WIDTH HEIGHT`, perhaps below a title",
        "blocks, from 0, on the smallest board that holds all", "level files", "",
        "x|3|2|A 0 0 1 1|B 2 0 1 1",
        ReadOutcome::Error("no goal: the text does not say where the pieces should end"), &[75]),
    row("columns and rows, then a grid with a frame of 1 and -1",
        "1 is a wall, 0 empty, -1 the exit of piece 2", "a course", "",
        "4,3,|1,1,1,1,|1,0,2,-1,|1,1,1,1,",
        ReadOutcome::Puzzle("columns, rows and a grid: 1 is a wall, 0 is empty; piece 2 goes to \
            -1, which no other piece may enter"),
        &[71]),
    row("JSON with `blocks`, `boardSize` and `escapePoint`",
        "the first block goes to the escape point", "an npm package", "",
        r#"{"blocks":[{"shape":[1,1],"position":[0,0]}],"boardSize":[1,2],"escapePoint":[0,1]}"#,
        ReadOutcome::Puzzle("JSON of blocks: the first block goes to the escape point"), &[63]),
    row("JSON with `cars`", "the player's car leaves to the right", "level files", "",
        r#"{"cars":[{"position":0,"length":2,"orientation":"horizontal","player":true}]}"#,
        ReadOutcome::Puzzle("JSON of cars: car 0 leaves to the right; the board is 6 x 6"), &[56]),
    row("JSON with `start_state` and `final_states`", "0 is empty, equal numbers are a piece", "",
        "", r#"{"start_state":[[1,0]],"final_states":[[[0,1]]]}"#,
        ReadOutcome::Puzzle("JSON of states: 0 is empty, equal numbers are a piece"), &[36]),
    // Around boards.
    row("strings, a row each", "rows of a board", "source code", "rush", r#"["AA.","...","XX."]"#,
        X_LEAVES, &[65]),
    row("blanks between all cells", "rows of a board", "printed arrays", "rush",
        ". A A|. . .|X X .", X_LEAVES, &[59]),
    row("a number or a name with a number above the rows", "a title", "level collections", "rush",
        "7:|AA.|...|XX.", X_LEAVES, &[57]),
    row("several boards, empty lines between", "as many puzzles", "level collections", "rush",
        "AA.|...|XX.||BB.|...|XX.", X_LEAVES, &[57]),
];

/// Returns what each line of a notation means without stating it.
pub fn of_lines(notation: &str) -> Option<&'static str> {
    Some(match notation {
        "rush" => "Rush Hour: the car with the first letter leaves to the right",
        "zwegner" => "Rush Hour: car + leaves to the right",
        "klotski" => "Huarong Dao: the 2 x 2 goes to the bottom centre",
        "korf" => "Korf's list: a number, then tiles in order with the gap first",
        "tiles" => "tiles: in order, the gap last",
        "bickford" => {
            "N. Bickford's rows: the piece of the upper left corner goes to the lower right one"
        }
        _ => return None,
    })
}
