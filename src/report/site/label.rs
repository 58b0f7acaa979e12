//! The label of a site: a file that tells which files are its own.

use serde::{Deserialize, Serialize};

use super::File;
use crate::report::schema::{self, Schema};

/// The file by which a folder is known to have a site.
pub const LABEL: &str = "sliding-site.json";

#[derive(Serialize)]
struct Label<'a> {
    schema: Schema,
    version: &'a str,
    files: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Told {
    schema: String,
    files: Vec<String>,
}

/// The label of these files, which are all but itself.
pub fn write(files: &[File]) -> String {
    let names = files.iter().map(|file| file.name.as_str());
    let label = Label {
        schema: schema::SITE,
        version: env!("CARGO_PKG_VERSION"),
        files: std::iter::once(LABEL).chain(names).collect(),
    };
    let mut text = serde_json::to_string_pretty(&label).expect("texts are JSON");
    text.push('\n');
    text
}

/// The files that a label names, itself among them; `None` where it is none of this version.
///
/// ```
/// use sliding::report::site::names;
/// assert_eq!(names(b"{\"schema\":\"sliding\"}"), None);
/// ```
pub fn names(label: &[u8]) -> Option<Vec<String>> {
    let told: Told = serde_json::from_slice(label).ok()?;
    (told.schema == schema::SITE.name()).then_some(told.files)
}
