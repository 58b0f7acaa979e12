//! The label of a site: a file that lists the site's own files.

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use super::SiteFile;

/// The file that marks a folder as a site.
pub const LABEL: &str = "sliding-site.json";

/// A file that a site wrote: its name, and a digest to recognise its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFile {
    /// Its path in the folder, with `/` between parts.
    pub name: String,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
}

impl OwnFile {
    /// Describes a file of a site.
    pub fn new(file: &SiteFile) -> OwnFile {
        OwnFile { name: file.name.clone(), sha256: digest(&file.content) }
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

#[derive(Serialize, Deserialize)]
struct Label {
    schema: String,
    version: String,
    files: Vec<OwnFile>,
}

/// What the labels of this version begin with.
const SCHEMA: &str = "sliding/site/2";

/// Returns the label of a folder with these files besides the label. One file may be listed several
/// times, with each content that it may have.
pub fn label(files: &[OwnFile]) -> SiteFile {
    let version = env!("CARGO_PKG_VERSION").into();
    let label = Label { schema: SCHEMA.into(), version, files: files.to_vec() };
    let mut text = serde_json::to_string_pretty(&label).expect("texts are JSON");
    text.push('\n');
    SiteFile::new(LABEL, text)
}

/// Returns the files that a label names; `None` if it is not a label of this version.
///
/// ```
/// use sliding::report::site::{OwnFile, label, own_files};
///
/// let own = OwnFile { name: "site.css".into(), sha256: "00".into() };
/// assert_eq!(own_files(&label(&[own.clone()]).content), Some(vec![own]));
/// assert_eq!(own_files(b"{\"schema\":\"sliding\"}"), None);
/// ```
pub fn own_files(label: &[u8]) -> Option<Vec<OwnFile>> {
    let label: Label = serde_json::from_slice(label).ok()?;
    (label.schema == SCHEMA).then_some(label.files)
}
