//! The label of a site: a file that lists the site's own files.

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use super::File;
use crate::report::schema::{self, Schema};

/// The file that marks a folder as a site.
pub const LABEL: &str = "sliding-site.json";

/// A file that a site wrote: its name, and a digest to recognise its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// Its path in the folder, with `/` between parts.
    pub name: String,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
}

impl Own {
    /// Describes a file of a site.
    pub fn new(file: &File) -> Own {
        Own { name: file.name.clone(), sha256: digest(&file.content) }
    }

    /// Whether its content is unchanged.
    pub fn is(&self, content: &[u8]) -> bool {
        self.sha256 == digest(content)
    }
}

/// Returns the SHA-256 of a text, in hexadecimal digits.
fn digest(content: &[u8]) -> String {
    Hash::hash(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Serialize)]
struct Label<'a> {
    schema: Schema,
    version: &'a str,
    files: &'a [Own],
}

#[derive(Deserialize)]
struct Told {
    schema: String,
    files: Vec<Own>,
}

/// Returns the label of a folder with these files besides the label. One file may be listed several
/// times, with each content that it may have.
pub fn label(files: &[Own]) -> File {
    let label = Label { schema: schema::SITE, version: env!("CARGO_PKG_VERSION"), files };
    let mut text = serde_json::to_string_pretty(&label).expect("texts are JSON");
    text.push('\n');
    File::new(LABEL, text)
}

/// Returns the files that a label names; `None` if it is not a label of this version.
///
/// ```
/// use sliding::report::site::{Own, label, own_files};
///
/// let own = Own { name: "site.css".into(), sha256: "00".into() };
/// assert_eq!(own_files(&label(&[own.clone()]).content), Some(vec![own]));
/// assert_eq!(own_files(b"{\"schema\":\"sliding\"}"), None);
/// ```
pub fn own_files(label: &[u8]) -> Option<Vec<Own>> {
    let told: Told = serde_json::from_slice(label).ok()?;
    (told.schema == schema::SITE.name()).then_some(told.files)
}
