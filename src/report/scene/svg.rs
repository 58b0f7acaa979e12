//! Scenes as SVG.
//!
//! Classes say what shapes are, and one `<style>` element gives their colours. So a picture can be
//! light or dark by itself, and other pages can restyle it. Custom properties would be shorter, but
//! programs other than browsers do not support them.
//!
//! CSS moves groups, not SMIL: only a style sheet can ask whether the reader prefers reduced motion,
//! and then the picture shows the beginning without moving. Key frames are fractions of the time
//! for the whole motion.

use std::fmt::{self, Display, Formatter, Write};

use super::Step;
use super::paint::{DASH, RIM, TRANSLUCENT};
use crate::report::escape::escape;
use crate::report::*;

impl Scene {
    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        let Scene { title, description, size: (width, height), .. } = self;
        let size = format!(
            "width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\""
        );
        let (title, description) = (escape(title), escape(description));
        let style = rules(&self.colours) + &key_frames(&self.motion);
        let head =
            format!("<title>{title}</title>\n<desc>{description}</desc>\n<style>{style}</style>\n");
        element(&size, &(head + &written(&self.shapes)))
    }
}

/// Returns an SVG element with these attributes and content. The font of PNG pictures comes first, so that widths agree.
pub(crate) fn element(attributes: &str, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes} stroke-width=\"0\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         font-family=\"'DejaVu Sans',Verdana,system-ui,sans-serif\">\n{content}</svg>\n"
    )
}

/// Returns the rules of a style sheet for colours.
pub(crate) fn rules(colours: &Colours) -> String {
    let [light, dark] = [Tone::Light, Tone::Dark].map(|tone| {
        let mut rules = String::new();
        for paint in Paint::all(colours.kinds.len()) {
            let [fill, stroke] = paint.colours(colours, tone).map(|colour| match colour {
                Some(colour) => colour.to_string(),
                None => "none".to_owned(),
            });
            let class = paint.to_string().replace(' ', ".");
            rules += &format!(".{class}{{fill:{fill};stroke:{stroke}}}");
        }
        rules
    });
    match colours.theme {
        Theme::Light => light,
        Theme::Dark => dark,
        Theme::Auto => format!("{light}\n@media (prefers-color-scheme:dark){{{dark}}}"),
    }
}

/// Returns the rules that move groups.
fn key_frames(motion: &Motion) -> String {
    let Motion { seconds, tracks } = motion;
    if *seconds == 0.0 {
        return String::new();
    }
    let share = |moment: f64| {
        let percent = format!("{:.3}", 100.0 * moment / seconds);
        percent.trim_end_matches('0').trim_end_matches('.').to_owned() + "%"
    };
    let time = number(*seconds);
    let mut rules = format!(
        "\n.moves{{animation:{time}s ease-in-out infinite}}\
         .bar{{transform:scaleX(0);animation:bar {time}s linear infinite}}\n\
         @keyframes bar{{to{{transform:scaleX(1)}}}}\n"
    );
    for (i, track) in tracks.iter().enumerate().filter(|(_, track)| !track.is_empty()) {
        let _ = write!(rules, ".slide-{i}{{animation-name:slide-{i}}}\n@keyframes slide-{i}{{");
        for stay in track.chunk_by(|one, next| one.1 == next.1) {
            let moments = Vec::from_iter(stay.iter().map(|(moment, _)| share(*moment)));
            let (_, (x, y)) = stay[0];
            let (x, y) = (number(x), number(y));
            let _ = write!(rules, "{}{{transform:translate({x}px,{y}px)}}", moments.join(","));
        }
        rules += "}\n";
    }
    rules + "@media (prefers-reduced-motion:reduce){.moves,.bar{animation:none}}\n"
}

/// Returns shapes as SVG elements, each on a line.
pub(crate) fn written(shapes: &[Shape]) -> String {
    let mut svg = String::new();
    shapes.iter().for_each(|shape| write(&mut svg, shape));
    svg
}

fn write(svg: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Path { path, .. } if path.is_empty() => return,
        Shape::Path { paint, path, width } => {
            let mut looks = String::new();
            if *width > 0.0 {
                looks += &format!(" stroke-width=\"{}\"", number(*width));
            }
            if paint.is_translucent() {
                looks += &format!(" opacity=\"{TRANSLUCENT}\"");
            }
            if *paint == Paint::Target {
                let dash = number(width * DASH);
                looks += &format!(" stroke-linecap=\"butt\" stroke-dasharray=\"{dash}\"");
            }
            writeln!(svg, "<path class=\"{paint}\"{looks} d=\"{path}\"/>")
        }
        Shape::Text { text, .. } if text.is_empty() => return,
        Shape::Text { paint, at: (x, y), size, anchor, text } => {
            let [x, y, letters, rim] = [*x, *y, *size, size * RIM].map(number);
            let anchor = ["start", "middle", "end"][*anchor as usize];
            let mut looks = format!("font-size=\"{letters}\" text-anchor=\"{anchor}\"");
            if paint.is_bold() {
                looks += " font-weight=\"bold\"";
            }
            if let Paint::Label(_) = paint {
                looks += &format!(" stroke-width=\"{rim}\" paint-order=\"stroke\"");
            }
            let text = escape(text);
            writeln!(svg, "<text class=\"{paint}\" x=\"{x}\" y=\"{y}\" {looks}>{text}</text>")
        }
        Shape::Group { shapes, .. } if shapes.is_empty() => return,
        Shape::Group { role, at: (x, y), title, shapes } => {
            let mut looks = match role {
                Role::Plain => String::new(),
                Role::Panel => " class=\"panel\"".to_owned(),
                Role::Coloured(number) => format!(" class=\"colours{number}\""),
                Role::Moving(track) => format!(" class=\"moves slide-{track}\""),
                Role::Progress => " class=\"bar\"".to_owned(),
            };
            if (*x, *y) != (0.0, 0.0) {
                looks += &format!(" transform=\"translate({} {})\"", number(*x), number(*y));
            }
            let mut content = written(shapes);
            if !title.is_empty() {
                content = format!("<title>{}</title>\n{content}", escape(title));
            } else if looks.is_empty() {
                *svg += &content;
                return;
            }
            writeln!(svg, "<g{looks}>\n{content}</g>")
        }
    };
}

/// The classes of a paint: what it is, and the kind of pieces.
impl Display for Paint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Paint::Piece(kind) => write!(f, "piece k{kind}"),
            Paint::Strap(kind) => write!(f, "s{kind}"),
            Paint::Ring(kind) => write!(f, "r{kind}"),
            Paint::Axis(kind) => write!(f, "axis r{kind}"),
            Paint::Label(kind) => write!(f, "l{kind}"),
            other => f.write_str(&format!("{other:?}").to_lowercase()),
        }
    }
}

/// The data of a path.
impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut last = (f64::NAN, f64::NAN);
        for step in &self.0 {
            match *step {
                Step::Move(at) => write!(f, "M{}", pair(at))?,
                Step::Line((x, y)) if y == last.1 => write!(f, "H{}", number(x))?,
                Step::Line((x, y)) if x == last.0 => write!(f, "V{}", number(y))?,
                Step::Line(at) => write!(f, "L{}", pair(at))?,
                Step::Curve([one, two, to]) => {
                    write!(f, "C{} {} {}", pair(one), pair(two), pair(to))?;
                }
                Step::Close => write!(f, "Z")?,
            }
            if let Step::Move(at) | Step::Line(at) | Step::Curve([.., at]) = *step {
                last = at;
            }
        }
        Ok(())
    }
}

fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// Formats a length with at most two decimals.
///
/// ```
/// use sliding::report::scene::svg::number;
/// let lengths = [1.5, 2.0, -0.001, 0.333];
/// assert_eq!(lengths.map(number), ["1.5", "2", "0", "0.33"]);
/// ```
pub fn number(length: f64) -> String {
    // Zero is added, since minus zero would be written with its sign.
    ((length * 100.0).round() / 100.0 + 0.0).to_string()
}
