//! The texts of pages, in each language.

use std::collections::BTreeMap;

use super::escape::escape;

const TABLE: &str = include_str!("texts.json");

/// The languages, in the order of the texts.
pub const LANGUAGES: [&str; 3] = ["en", "de", "zh"];

/// Key prefixes of the texts of single-file pages, which are in English only.
const OF_PAGE: [&str; 3] = ["player.", "search.", "direction."];

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;
    use crate::notation::{Cause, Syntax};
    use crate::puzzle::Violation;
    use crate::report::json::limit_word;
    use crate::report::site::sources;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
    }

    #[test]
    fn every_text_is_there_in_every_language() {
        let texts = Texts::read();
        assert!(texts.rows.len() > 100);
        for (key, row) in &texts.rows {
            for text in row {
                assert!(!text.is_empty() && text.trim() == text, "{key}: {text:?}");
                assert_eq!(places(text), places(&row[0]), "{key}");
                // One form, or a singular and a plural.
                assert!(text.matches('|').count() <= row[0].matches('|').count(), "{key}");
            }
        }
    }

    /// Nouns after numbers have a singular, too. The core's texts are exempt.
    #[test]
    fn numbers_have_nouns_of_both_forms() {
        let of_core = ["fault.", "expected.", "advice."];
        for (key, [english, ..]) in &Texts::read().rows {
            if of_core.iter().any(|start| key.starts_with(start)) {
                continue;
            }
            let several = english.rsplit('|').next().unwrap_or(english);
            for (name, rest) in several.split('{').filter_map(|rest| rest.split_once('}')) {
                let mut words =
                    rest.split_whitespace().take(2).map(|word| word.trim_matches(['.', ',']));
                let is_counted = words.any(|word| {
                    word.len() > 3 && word.starts_with(char::is_lowercase) && word.ends_with('s')
                });
                let has_forms = name == "n" && english.contains('|');
                assert!(!is_counted || has_forms, "{key}: {english}");
            }
        }
    }

    #[test]
    fn every_limit_has_a_text() {
        use crate::engine::query::Stopped::{Cancelled, Disk, Memory, Moves, Time};
        let texts = Texts::read();
        let there: BTreeSet<_> =
            texts.rows.keys().filter_map(|key| key.strip_prefix("limit.")).collect();
        assert_eq!(there, [Cancelled, Disk, Memory, Moves(1), Time].map(limit_word).into());
    }

    /// Chinese texts are translated, not left in English.
    #[test]
    fn chinese_texts_are_in_chinese_characters() {
        let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        for (key, [.., chinese]) in &Texts::read().rows {
            let is_frame = chinese.starts_with('{');
            assert!(is_frame || chinese.contains(is_han), "{key}: {chinese}");
        }
    }

    /// Prefixes of keys that scripts build.
    const BEGINNINGS: [&str; 15] = [
        "style.",
        "title.",
        "family.",
        "general.",
        "limit.",
        "tool.",
        "direction.",
        "why.",
        "order.",
        "player.why_",
        // A key that is built with the name of a page.
        "play.name",
        // The core's texts, by their code.
        "fault.",
        "expected.",
        "advice.",
        "part.",
    ];

    #[test]
    fn every_fault_code_has_a_text() {
        let texts = Texts::read();
        for (fault, code, args) in [
            (Cause::from(Violation::NoCells), "no-cells", json!(null)),
            (Violation::LeavesBoard('a').into(), "leaves-board", json!("a")),
            (
                Syntax::BlockedDiffers { row: 1, col: 2 }.into(),
                "blocked-differs",
                json!({"row": 1, "col": 2}),
            ),
        ] {
            let object = serde_json::to_value(&fault).expect("JSON");
            assert_eq!((&object["code"], &object["args"]), (&json!(code), &args));
            assert_eq!(
                places(texts.english(&format!("fault.{code}"))).len(),
                match &args {
                    Value::Object(values) => values.len(),
                    Value::Null => 0,
                    _ => 1,
                }
            );
        }
    }

    #[test]
    fn every_text_is_used() {
        let texts = Texts::read();
        let sources = sources();
        for key in texts.rows.keys() {
            let is_made = BEGINNINGS.iter().any(|start| key.starts_with(start));
            assert!(is_made || sources.contains(&format!("\"{key}\"")), "{key}");
        }
        // And every text that is used exists.
        for (call, end) in [("say(\"", "\""), ("t(\"", "\""), ("data-text=\"", "\"")] {
            for (at, _) in sources.match_indices(call) {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                if call == "t(\"" && sources[..at].ends_with(is_word) {
                    continue;
                }
                let key = sources[at + call.len()..].split(end).next().unwrap();
                for page in ["gallery", "play", "editor"] {
                    let key = key.replace("{{page}}", page);
                    assert!(texts.rows.contains_key(&key), "{call}{key}");
                }
            }
        }
    }

    #[test]
    fn a_template_is_filled() {
        let texts = Texts::read();
        let filled =
            texts.fill("<p><b data-text=\"gallery.name\" id=a></b><i data-label=\"site.nav\"></i>");
        assert!(filled.starts_with(
            "<p><b data-text=\"gallery.name\" id=a>Gallery</b><i \
            data-label=\"site.nav\" aria-label=\""
        ));
    }
}
