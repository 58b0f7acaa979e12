//! Escapes text from files for XML and HTML.

use super::words::plain;

/// Escapes a text for use between tags or in an attribute with quotes of either kind.
///
/// Characters that [`plain`] replaces become U+FFFD; these include all that XML does not allow.
/// Five characters become references, so nothing in the text can end the element or the attribute.
///
/// ```
/// use sliding::report::escape::escape;
/// assert_eq!(escape("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// assert_eq!(escape("a\u{7}b\u{202e}c"), "a\u{fffd}b\u{fffd}c");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
