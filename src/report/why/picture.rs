//! What makes a puzzle hard, as a picture: the start once for each question, with the answers on
//! the pieces.

use super::{WhyReport, together};
use crate::analyse::Superpiece;
use crate::analyse::why::{Outcome, PieceRole};
use crate::puzzle::Placement;
use crate::report::draw::Theme;
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{LARGE, Painter, unit};
use crate::report::draw::layout::{Columns, Heading, Panel, page};
use crate::report::subject::Subject;
use crate::report::words::{counted, plain};

/// The width of a page.
const PAGE: f64 = 960.0;

/// Maximum number of positions drawn that every shortest solution passes, and of superpieces that
/// it needs.
const MOST_PASSED: usize = 12;
const MOST_TOGETHER: usize = 12;

impl WhyReport<'_> {
    /// Draws the answers as an SVG picture. On the first board each piece shows the least number of
    /// moves when it is nailed down, on the others when it is left out or freed of its axis; then
    /// come walls and gates, the superpieces that every shortest solution needs, where they move
    /// first, with the number when they may not move together; and the positions that every
    /// shortest solution passes. A dash stands for no solution, `?` for a limit that was met first.
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
        let sheet = style_sheet_of(puzzle, theme);
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
            let answers = answers.filter_map(|role| Some((role.piece, short(answer(role)?))));
            let answers: Vec<(Placement, String)> = answers.collect();
            (!answers.is_empty()).then(|| Panel {
                caption: caption.to_owned(),
                description: format!("moves with each piece {caption}"),
                svg: painter.board_with(self.subject.puzzle.start(), &answers, &[]),
            })
        };
        questions.iter().filter_map(panel).collect()
    }

    /// Draws a board for each superpiece that every shortest solution needs.
    fn of_superpieces(&self, painter: &Painter) -> Vec<Panel> {
        let (why, puzzle) = (self.why, self.subject.puzzle);
        let all = why.superpieces.iter().flat_map(|found| &found.list);
        let needed = all.filter(|superpiece| why.is_needed(superpiece)).take(MOST_TOGETHER);
        let panel = |superpiece: &Superpiece| {
            let name = together(puzzle, superpiece);
            let word = short(superpiece.without.into());
            let words: Vec<(Placement, String)> =
                superpiece.pieces.iter().map(|&piece| (piece, word.clone())).collect();
            Panel {
                caption: format!("{name} not together"),
                description: format!("moves if {name} do not move together"),
                svg: painter.board_with(&superpiece.before, &words, &[]),
            }
        };
        needed.map(panel).collect()
    }

    /// Draws a board with the walls and gates, if there are any.
    fn of_walls(&self, painter: &Painter) -> Option<Panel> {
        let why = self.why;
        let walls = why.walls.iter().map(|&(cell, outcome)| (cell, "case", short(outcome)));
        let gates = self.subject.puzzle.gates().iter().zip(&why.gates);
        let gates = gates.flat_map(|(gate, &outcome)| {
            gate.cells.iter().map(move |&cell| (cell, "ink", short(outcome)))
        });
        let marks: Vec<(u32, &str, String)> = walls.chain(gates).collect();
        (!marks.is_empty()).then(|| Panel {
            caption: "opened".to_owned(),
            description: "moves with each wall or gate open".to_owned(),
            svg: painter.board_with(self.subject.puzzle.start(), &[], &marks),
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
