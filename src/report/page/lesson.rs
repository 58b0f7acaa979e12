//! What a search visits: lines of JSON, and a page to watch it.

use std::io::{self, Write};

use super::{LOOKS, TEMPLATE, write_page};
use crate::analyse::trace::Visit;
use crate::report::game::{GameObject, pairs};
use crate::report::json::{Object, object, to_json};
use crate::report::palette::themes;
use crate::report::subject::Subject;

/// What is on the page in place of the player, and its script.
const BODY: &str = include_str!("lesson.html");
const SCRIPT: [&str; 3] =
    [include_str!("rules.js"), include_str!("board.js"), include_str!("lesson.js")];

/// The style sheet of this page alone.
const OWN_LOOKS: &str = include_str!("lesson.css");

/// The visits of a search.
pub struct TraceReport<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The visits, in their order.
    pub visits: &'a [Visit],
}

impl TraceReport<'_> {
    /// Writes a line of JSON for each visit.
    pub fn lines(&self, out: &mut dyn Write) -> io::Result<()> {
        (0..self.visits.len()).try_for_each(|order| writeln!(out, "{}", to_json(&self.line(order))))
    }

    fn line(&self, order: usize) -> Object {
        let Visit { position, parent, distance, estimate, bound } = &self.visits[order];
        object! {
            "order": order,
            "position": self.subject.puzzle.shorthand(position),
            "parent": parent,
            "distance": distance,
            "estimate": estimate,
            "bound": bound,
        }
    }

    /// Writes a page on which the search is watched.
    pub fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        let Subject { puzzle, name, style, .. } = self.subject;
        let visits = (0..).zip(self.visits);
        let visits = Vec::from_iter(
            visits.map(|(order, visit)| self.line(order).with("pieces", &pairs(&visit.position))),
        );
        let is_solved = self.visits.last().is_some_and(|one| puzzle.is_solved_by(&one.position));
        let data = object! { "visits": visits, "solved": is_solved };
        let data = data.and(GameObject::new(puzzle, name, style));
        let (head, page) = TEMPLATE.split_once("<main").expect("a page has a main part");
        let (_, tail) = page.split_once("</main>").expect("it ends");
        let template = [head, BODY, tail].concat();
        let looks = [&themes(puzzle, ":root"), LOOKS, OWN_LOOKS].concat();
        write_page(out, &template, name, style, looks, &data, &SCRIPT.join("\n"))
    }
}
