//! The texts of pages, in each language.

use std::collections::BTreeMap;

use super::escape::escape;
use crate::puzzle::Style;

const TABLE: &str = include_str!("texts.json");

/// The languages, in the order of the texts.
pub const LANGUAGES: [&str; 3] = ["en", "de", "zh"];

/// Key prefixes of the texts of single-file pages, which are in English only.
const OF_PAGE: [&str; 5] = ["player.", "search.", "direction.", "style.", "lesson."];

/// For each key, a text in each of the languages.
pub struct Texts {
    rows: BTreeMap<String, [String; LANGUAGES.len()]>,
}

impl Texts {
    /// Returns the table built into the program.
    pub fn read() -> Texts {
        let rows = serde_json::from_str(TABLE).expect("a table of texts");
        Texts { rows }
    }

    /// Returns the table for the scripts of a site.
    pub fn script(&self) -> String {
        let rows = serde_json::to_string(&self.rows).expect("texts are JSON");
        let languages = serde_json::to_string(&LANGUAGES).expect("texts are JSON");
        format!("const LANGUAGES = {languages};\nconst TEXTS = {rows};\n")
    }

    /// Returns the same for the script of a single-file page.
    pub fn spoken(&self) -> String {
        let is_said = |key: &str| OF_PAGE.iter().any(|start| key.starts_with(start));
        let rows = self.rows.iter().filter(|(key, _)| is_said(key));
        let rows: BTreeMap<_, _> = rows.map(|(key, row)| (key, &row[..1])).collect();
        let rows = serde_json::to_string(&rows).expect("texts are JSON");
        format!("const LANGUAGES = [\"en\"];\nconst TEXTS = {rows};")
    }

    /// Returns the English text of a key.
    ///
    /// # Panics
    ///
    /// If there is none, which is a mistake in a template.
    pub fn english(&self, key: &str) -> &str {
        &self.rows.get(key).unwrap_or_else(|| panic!("no text {key}"))[0]
    }

    /// Returns the styles to choose from, as options of a list.
    pub fn styles(&self, chosen: Style) -> String {
        let option = |style: &Style| {
            let selected = if *style == chosen { " selected" } else { "" };
            let number = style.number();
            format!("<option value=\"{number}\"{selected} data-text=\"style.{number}\"></option>")
        };
        self.fill(&Style::ALL.iter().map(option).collect::<String>())
    }

    /// Fills a template with the English texts: `data-text="KEY"` within the element,
    /// `data-label="KEY"` as its label. Scripts replace them by other languages.
    pub fn fill(&self, template: &str) -> String {
        let mut filled = String::with_capacity(2 * template.len());
        let mut rest = template;
        while let Some((mark, at)) = ["data-text=\"", "data-label=\""]
            .iter()
            .filter_map(|mark| rest.find(mark).map(|at| (*mark, at)))
            .min_by_key(|found| found.1)
        {
            let (before, from) = rest.split_at(at + mark.len());
            let (key, after) = from.split_once('"').expect("a key ends");
            let text = escape(self.english(key));
            filled += before;
            filled += key;
            filled.push('"');
            rest = after;
            if mark == "data-label=\"" {
                filled += &format!(" aria-label=\"{text}\"");
                continue;
            }
            let (tag, after) = rest.split_once('>').expect("a tag ends");
            filled += tag;
            filled.push('>');
            filled += &text;
            rest = after;
        }
        filled + rest
    }
}

/// Fills a template: `{{NAME}}` becomes the part of this name. Parts are not filled.
///
/// # Panics
///
/// If there is no such part, which is a mistake in a template.
pub fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((text, (place, after))) =
        rest.split_once("{{").and_then(|(text, more)| Some((text, more.split_once("}}")?)))
    {
        let part = parts.iter().find(|part| part.0 == place);
        filled += text;
        filled += part.unwrap_or_else(|| panic!("no part {place}")).1;
        rest = after;
    }
    filled + rest
}
