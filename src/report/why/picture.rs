//! What makes a puzzle hard, as a picture: the start once for each question, with the answers on
//! the pieces.

use super::{WhyReport, together};
use crate::analyse::Superpiece;
use crate::analyse::why::{Outcome, PieceRole};
use crate::puzzle::{MAX_KINDS, Placement};
use crate::report::draw::Theme;
use crate::report::draw::appearance::{kinds_on_board, style_sheet};
use crate::report::draw::board::{LARGE, Mark, Painter, unit};
use crate::report::draw::layout::{Columns, Heading, Panel, page};
use crate::report::palette::{Scheme, Swatch, Tone, swatch, swatch_in};
use crate::report::subject::Subject;
use crate::report::words::{counted, plain};

/// The width of a page.
const PAGE: f64 = 960.0;

/// Maximum number of positions drawn that every shortest solution passes, and of superpieces that
/// it needs.
const MOST_PASSED: usize = 12;
const MOST_TOGETHER: usize = 12;

/// What a variant changes. Its number, after those of the kinds, is that of its colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing, as far as is known.
    Same,
    /// It takes more moves.
    More,
    /// It takes fewer moves.
    Fewer,
    /// There is no solution.
    Never,
}

/// The colours of pieces that a board is not about.
const PLAIN: usize = MAX_KINDS + Effect::Same as usize;

impl Effect {
    const ALL: [Effect; 4] = [Effect::Same, Effect::More, Effect::Fewer, Effect::Never];

    /// Returns the number of its colours in the style sheet.
    fn color(self) -> usize {
        MAX_KINDS + self as usize
    }

    fn swatch(self, tone: Tone) -> Swatch {
        match self {
            Effect::Same => {
                let Scheme { floor, ink, .. } = Scheme::of(tone);
                Swatch { fill: floor, label: ink }
            }
            // Blue, orange and red of the palette, which all readers can distinguish.
            Effect::Fewer => swatch(0, tone),
            Effect::More => swatch(1, tone),
            Effect::Never => swatch(2, tone),
        }
    }
}

impl WhyReport<'_> {
    /// Draws the answers as an SVG picture. On the first board each piece shows the least number of
    /// moves when it is nailed down, on the others when it is left out or freed of its axis; then
    /// come walls and gates, the superpieces that every shortest solution needs, where they move
    /// first, with the number when they may not move together; and the positions that every
    /// shortest solution passes. A dash stands for no solution, `?` for a limit that was met first.
    /// Colours say whether that is more, fewer or no difference.
    pub fn svg(&self, theme: Theme) -> String {
        let (Subject { puzzle, name, style, .. }, why) = (self.subject, self.why);
        let painter = Painter::new(puzzle, unit(puzzle, LARGE), false);
        let description = match (why.count.moves, why.count.stopped) {
            (Some(moves), _) => counted(moves, "move"),
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        let notes = [
            format!("{description} (style {style}: {})", style.meaning()),
            "a number: the moves it takes then; – : no solution then; ?: not known".to_owned(),
            "orange: more moves; blue: fewer; red: no solution; without colour: no difference"
                .to_owned(),
        ];
        let mut panels = self.of_pieces(&painter);
        panels.extend(self.of_walls(&painter));
        panels.extend(self.of_superpieces(&painter));
        for (distance, configuration) in why.passed.iter().take(MOST_PASSED) {
            let after = counted(*distance, "move");
            panels.push(Panel {
                caption: format!("after {after}, always"),
                description: format!("after {after}, always: {}", puzzle.shorthand(configuration)),
                svg: painter.board(configuration, &[]),
            });
        }
        let heading = Heading { name: &plain(name), notes: &notes };
        let effects = Effect::ALL.map(Effect::color);
        let swatch = |color: usize, tone| match color.checked_sub(MAX_KINDS) {
            Some(effect) => Effect::ALL[effect].swatch(tone),
            None => swatch_in(puzzle, color, tone),
        };
        let sheet = style_sheet(kinds_on_board(puzzle).chain(effects), swatch, theme);
        page(&heading, &sheet, &panels, painter.extent(), Columns::Within(PAGE), &[])
    }

    /// Draws a board for each question about pieces, if there are answers.
    fn of_pieces(&self, painter: &Painter) -> Vec<Panel> {
        type Answer = fn(&PieceRole) -> Option<Outcome>;
        let questions: [(&str, Answer); 3] = [
            ("nailed down", |role| Some(role.nailed)),
            ("left out", |role| role.left_out),
            ("freed of its axis", |role| role.freed),
        ];
        let panel = |&(caption, answer): &(&str, Answer)| {
            let answers = self.why.pieces.iter();
            let mark = |role: &PieceRole| Some(self.mark(role.piece, answer(role)?));
            let answers: Vec<Mark<Placement>> = answers.filter_map(mark).collect();
            (!answers.is_empty()).then(|| Panel {
                caption: caption.to_owned(),
                description: format!("moves with each piece {caption}"),
                svg: painter.board_with(self.subject.puzzle.start(), PLAIN, &answers, &[]),
            })
        };
        questions.iter().filter_map(panel).collect()
    }

    /// Marks what a variant is about with its result.
    fn mark<T>(&self, place: T, outcome: Outcome) -> Mark<T> {
        let count = &self.why.count;
        let effect = match (outcome, count.moves) {
            _ if count.moves.is_none() && count.stopped.is_some() => Effect::Same,
            (Outcome::Moves(moves), Some(all)) if moves > all => Effect::More,
            (Outcome::Moves(moves), all) if all != Some(moves) => Effect::Fewer,
            (Outcome::Unsolvable, Some(_)) => Effect::Never,
            _ => Effect::Same,
        };
        Mark { place, color: effect.color(), word: short(outcome) }
    }

    /// Draws a board for each superpiece that every shortest solution needs.
    fn of_superpieces(&self, painter: &Painter) -> Vec<Panel> {
        let (why, puzzle) = (self.why, self.subject.puzzle);
        let all = why.superpieces.iter().flat_map(|found| &found.list);
        let needed = all.filter(|superpiece| why.is_needed(superpiece)).take(MOST_TOGETHER);
        let panel = |superpiece: &Superpiece| {
            let name = together(puzzle, superpiece);
            let without = Outcome::from(superpiece.without);
            let words: Vec<Mark<Placement>> =
                superpiece.pieces.iter().map(|&piece| self.mark(piece, without)).collect();
            Panel {
                caption: format!("{name} not together"),
                description: format!("moves if {name} do not move together"),
                svg: painter.board_with(&superpiece.before, PLAIN, &words, &[]),
            }
        };
        needed.map(panel).collect()
    }

    /// Draws a board with the walls and gates, if there are any.
    fn of_walls(&self, painter: &Painter) -> Option<Panel> {
        let why = self.why;
        let walls = why.walls.iter().map(|&(cell, outcome)| self.mark(cell, outcome));
        let gates = self.subject.puzzle.gates().iter().zip(&why.gates);
        let gates = gates.flat_map(|(gate, &outcome)| {
            gate.cells.iter().map(move |&cell| self.mark(cell, outcome))
        });
        let marks: Vec<Mark<u32>> = walls.chain(gates).collect();
        (!marks.is_empty()).then(|| Panel {
            caption: "opened".to_owned(),
            description: "moves with each wall or gate open".to_owned(),
            svg: painter.board_with(self.subject.puzzle.start(), PLAIN, &[], &marks),
        })
    }
}

/// Abbreviates the result of a variant.
fn short(outcome: Outcome) -> String {
    match outcome {
        Outcome::Moves(moves) => moves.to_string(),
        Outcome::Unsolvable => "–".to_owned(),
        Outcome::Stopped(_) => "?".to_owned(),
    }
}
