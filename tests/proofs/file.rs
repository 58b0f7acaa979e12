//! Proof files taken apart and put together, without the library.

/// A proof as plain data, right or wrong.
#[derive(Clone, Debug, Default)]
pub struct ProofData {
    pub style: String,
    pub claim: String,
    pub kind: String,
    pub puzzle: String,
    pub solution: Vec<String>,
    /// The levels from the start, and those from the goals if there are such.
    pub parts: Vec<Vec<Vec<String>>>,
}

impl ProofData {
    /// The text, with counts and hash that are right.
    pub fn text(&self) -> String {
        let Self { style, claim, kind, puzzle, solution, parts } = self;
        let head = "sliding-proof 1\nstyle: ";
        let mut text = format!("{head}{style}\nclaim: {claim}\nkind: {kind}\npuzzle:\n{puzzle}\n");
        let mut list = |head: String, lines: &[String]| {
            text += &head;
            lines.iter().for_each(|line| text.extend([line, "\n"]));
        };
        if let Some(moves) = solution.len().checked_sub(1) {
            list(format!("solution: {moves}\n"), solution);
        }
        for (name, part) in ["start", "goals"].iter().zip(parts) {
            list(format!("part: {name}\n"), &[]);
            for (number, level) in part.iter().enumerate() {
                list(format!("level: {number} {}\n", level.len()), level);
            }
        }
        sealed(&text, &parts.iter().flatten().map(Vec::len).sum::<usize>().to_string())
    }

    /// Reads a text that is laid out as it must be, hash and counts included.
    pub fn read(text: &str) -> Option<Self> {
        let mut file = Self::default();
        let (head, rest) = text.split_once("\n\n")?;
        let (fields, puzzle) = head.split_once("\npuzzle:\n")?;
        file.puzzle = format!("{puzzle}\n");
        for (name, value) in fields.lines().filter_map(|line| line.split_once(": ")) {
            let field = match name {
                "style" => &mut file.style,
                "claim" => &mut file.claim,
                _ => &mut file.kind,
            };
            *field = value.to_owned();
        }
        for line in rest.lines() {
            match (line.split(' ').next()?, file.parts.last_mut()) {
                ("solution:" | "end:", _) => {}
                ("part:", _) => file.parts.push(Vec::new()),
                ("level:", part) => part?.push(Vec::new()),
                (_, None) => file.solution.push(line.to_owned()),
                (_, Some(part)) => part.last_mut()?.push(line.to_owned()),
            }
        }
        (file.text() == text).then_some(file)
    }
}

/// With a last line that says how many positions there are, and the hash of all above.
pub fn sealed(text: &str, listed: &str) -> String {
    format!("{text}end: {listed} {}\n", blake3::hash(text.as_bytes()))
}
