//! Proof files taken apart and put together, without the library.

/// A proof as plain data, right or wrong.
#[derive(Clone, Debug)]
pub struct ProofData {
    pub style: u8,
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
        let mut text = format!(
            "sliding-proof 1\nstyle: {}\nclaim: {}\nkind: {}\npuzzle:\n{}\n",
            self.style, self.claim, self.kind, self.puzzle
        );
        if !self.solution.is_empty() {
            text += &format!("solution: {}\n", self.solution.len() - 1);
            self.solution.iter().for_each(|line| text += &format!("{line}\n"));
        }
        for (part, name) in self.parts.iter().zip(["start", "goals"]) {
            text += &format!("part: {name}\n");
            for (number, level) in part.iter().enumerate() {
                text += &format!("level: {number} {}\n", level.len());
                level.iter().for_each(|line| text += &format!("{line}\n"));
            }
        }
        let listed: usize = self.parts.iter().flatten().map(Vec::len).sum();
        sealed(&text, listed)
    }

    /// Reads a text that is laid out as it must be, hash and counts included.
    pub fn read(text: &str) -> Option<ProofData> {
        let body = text.strip_suffix('\n')?;
        let (above, end) = body.rsplit_once('\n')?;
        let mut lines = above.split('\n').peekable();
        (lines.next()? == "sliding-proof 1").then_some(())?;
        let style = field(lines.next()?, "style: ")?.parse().ok().filter(|&style| style < 6)?;
        let claim = field(lines.next()?, "claim: ")?.to_owned();
        let kind = field(lines.next()?, "kind: ")?.to_owned();
        (lines.next()? == "puzzle:").then_some(())?;
        let mut puzzle = String::new();
        loop {
            match lines.next()? {
                "" => break,
                line => puzzle += &format!("{line}\n"),
            }
        }
        let mut solution = Vec::new();
        if claim != "none" {
            let moves: usize = plain(field(lines.next()?, "solution: ")?)?;
            for _ in 0..=moves {
                solution.push(lines.next()?.to_owned());
            }
        }
        let mut parts = Vec::new();
        for name in ["part: start", "part: goals"] {
            if lines.next_if(|line| *line == name).is_none() {
                break;
            }
            let mut levels = Vec::new();
            while let Some(head) = lines.next_if(|line| line.starts_with("level: ")) {
                let (number, count) = field(head, "level: ")?.split_once(' ')?;
                (plain::<usize>(number)? == levels.len()).then_some(())?;
                let mut level = Vec::new();
                for _ in 0..plain::<usize>(count)? {
                    level.push(lines.next()?.to_owned());
                }
                levels.push(level);
            }
            parts.push(levels);
        }
        lines.next().is_none().then_some(())?;
        let listed: usize = parts.iter().flatten().map(Vec::len).sum();
        (sealed(&format!("{above}\n"), listed) == format!("{above}\n{end}\n")).then_some(())?;
        Some(ProofData { style, claim, kind, puzzle, solution, parts })
    }
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix(name)
}

/// A number as it is written.
pub fn plain<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// With a last line that says how many configurations there are, and the hash of all above.
pub fn sealed(text: &str, listed: usize) -> String {
    format!("{text}end: {listed} {}\n", blake3::hash(text.as_bytes()))
}
