//! Pages as PDF, read back: what a page draws is written as SVG again, and must look the same.

use std::fmt::Write as _;
use std::io::{Cursor, Read};
use std::str::FromStr;

use flate2::read::ZlibDecoder;
use sliding::Puzzle;
use sliding::analyse::{MapOrigin, explore, graph};
use sliding::puzzle::Style;
use sliding::report::draw::pdf::pdf;
use sliding::report::draw::{Theme, raster};
use sliding::report::graph::graph_sheet;
use sliding::report::map::MapReport;
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::solution::sheet::sheet_in_words;
use sliding::report::subject::Subject;
use sliding::solve::{Budget, Query};

use super::{EASY, ODD, appearance, puzzle, solved};

/// Locked pieces.
const LOCKED: &str = "2 x 4\n1 = 11 h\n2 = 1 v\n1000002\n0010002\n";

fn number<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// What stands behind the first `key` of a text, up to a blank or a line's end.
fn after<'a>(text: &'a str, key: &str) -> &'a str {
    let rest = &text[text.find(key).unwrap_or_else(|| panic!("no {key} in {text}")) + key.len()..];
    rest.split_ascii_whitespace().next().expect("a value")
}

/// The parts of a document that are found through its table of contents.
struct Document {
    /// Each object but the page's content, as text.
    objects: Vec<String>,
    content: String,
}

impl Document {
    fn read(pdf: &[u8]) -> Self {
        let text = String::from_utf8_lossy(pdf);
        let table = number::<usize>(after(&text[text.rfind("startxref").unwrap()..], "startxref"));
        let mut lines = std::str::from_utf8(&pdf[table..]).expect("a table").lines();
        assert_eq!(lines.next(), Some("xref"));
        let all = lines.next().and_then(|line| line.strip_prefix("0 ")).expect("a number");
        let mut document = Self { objects: Vec::new(), content: String::new() };
        for at in 1..number(all) {
            let entry = lines.nth(usize::from(at == 1)).expect("an entry");
            let object = &pdf[number::<usize>(&entry[..10])..];
            let head = format!("{at} 0 obj");
            assert!(object.starts_with(head.as_bytes()), "{entry}");
            let end = object.windows(6).position(|word| word == b"stream" || word == b"endobj");
            let end = end.expect("an end");
            let text = String::from_utf8(object[..end].to_vec()).expect("text");
            if object[end..].starts_with(b"stream") {
                let length: usize = number(after(&text, "/Length "));
                let stream = &object[end + "stream\n".len()..][..length];
                ZlibDecoder::new(stream).read_to_string(&mut document.content).expect("deflated");
            }
            document.objects.push(text);
        }
        document
    }

    fn find(&self, kind: &str) -> &str {
        let object = self.objects.iter().find(|object| object.contains(kind));
        object.unwrap_or_else(|| panic!("no {kind}"))
    }

    /// What it draws, as SVG.
    fn drawn(&self) -> String {
        let page = self.find("/Type /Page\n");
        let side = page[page.find("/MediaBox [").unwrap()..].trim_end();
        let side: Vec<f64> = side[11..side.find(']').unwrap()].split(' ').map(number).collect();
        let (width, height) = (side[2], side[3]);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\"><g transform=\"matrix(1 0 0 -1 0 {height})\">",
            width / 0.75,
            height / 0.75
        );
        let (mut path, mut operands) = (String::new(), Vec::new());
        let mut pen = Pen::default();
        let mut open = vec![0];
        for word in self.content.split_ascii_whitespace() {
            let all = operands.join(" ");
            match word {
                "q" => open.push(0),
                "Q" => (0..open.pop().unwrap()).for_each(|_| svg += "</g>"),
                "cm" => {
                    let _ = write!(svg, "<g transform=\"matrix({all})\">");
                    *open.last_mut().unwrap() += 1;
                }
                "m" | "l" | "c" => path += &format!("{}{all}", word.to_uppercase()),
                "h" => path += "Z",
                "f" | "f*" => {
                    let rule = if word == "f" { "nonzero" } else { "evenodd" };
                    let Pen { fill, alpha, .. } = &pen;
                    let _ = write!(
                        svg,
                        "<path d=\"{path}\" fill-rule=\"{rule}\" fill=\"{fill}\" \
                         fill-opacity=\"{alpha}\"/>"
                    );
                    path.clear();
                }
                "S" => {
                    let Pen { stroke, alpha, width, cap, join, dash, .. } = &pen;
                    let _ = write!(
                        svg,
                        "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" \
                         stroke-opacity=\"{alpha}\" stroke-width=\"{width}\" \
                         stroke-linecap=\"{cap}\" stroke-linejoin=\"{join}\" \
                         stroke-dasharray=\"{dash}\"/>"
                    );
                    path.clear();
                }
                "rg" => pen.fill = colour(&operands),
                "RG" => pen.stroke = colour(&operands),
                "w" => pen.width = all,
                "J" => pen.cap = ["butt", "round", "square"][number::<usize>(&all)],
                "j" => pen.join = ["miter", "round", "bevel"][number::<usize>(&all)],
                "M" => assert_eq!(all, "4"),
                "d" => {
                    let dash = all.strip_suffix("] 0").and_then(|all| all.strip_prefix('['));
                    let dash = dash.unwrap_or_else(|| panic!("dashes {all}")).trim();
                    pen.dash = if dash.is_empty() { "none" } else { dash }.to_owned();
                }
                "gs" => {
                    let state = &page[page.find(&format!("{} ", operands[0])).expect("a state")..];
                    assert_eq!(after(state, "/CA "), after(state, "/ca "));
                    pen.alpha = after(state, "/ca ").to_owned();
                }
                operand => {
                    operands.push(operand);
                    continue;
                }
            }
            operands.clear();
        }
        assert!(path.is_empty() && operands.is_empty() && open.len() == 1);
        (0..open[0]).for_each(|_| svg += "</g>");
        svg + "</g></svg>"
    }
}

/// How the next path is drawn.
#[derive(Default)]
struct Pen {
    fill: String,
    stroke: String,
    alpha: String,
    width: String,
    cap: &'static str,
    join: &'static str,
    dash: String,
}

fn colour(parts: &[&str]) -> String {
    let parts: Vec<_> =
        parts.iter().map(|part| (255.0 * number::<f64>(part)).round().to_string()).collect();
    format!("rgb({})", parts.join(","))
}

fn pixels(svg: &str) -> (u32, u32, Vec<u8>) {
    let png = raster::png(svg).expect("a picture");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    (info.width, info.height, bytes)
}

/// Compares a page with the picture that it is made of.
fn is_the_same(svg: &str, what: &str) {
    let document = Document::read(&pdf(svg).expect("a page"));
    assert!(document.find("/Type /Catalog").contains("/Pages 2 0 R"));
    assert!(document.find("/Type /Pages").contains("/Count 1"));
    let (picture, page) = (pixels(svg), pixels(&document.drawn()));
    assert_eq!((picture.0, picture.1), (page.0, page.1), "{what}");
    // Coordinates are rounded, so a few samples along the rims fall to the other side: up to a quarter of
    // a pixel.
    let differs = |(one, other): &(&[u8], &[u8])| {
        one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > 64)
    };
    let different = picture.2.chunks(4).zip(page.2.chunks(4)).filter(differs).count();
    assert!(different < picture.2.len() / 4 / 1000, "{what}: {different} pixels differ");
    // The comparison sees colours at all.
    assert!(picture.2.chunks(4).any(|pixel| pixel != &picture.2[..4]), "{what}");
}

#[test]
fn pages_look_like_pictures() {
    for (name, text) in [("easy", EASY), ("odd", ODD), ("locked", LOCKED)] {
        let puzzle: Puzzle = puzzle(text);
        for theme in [Theme::Light, Theme::Dark] {
            is_the_same(&puzzle_sheet(&puzzle, name, appearance(theme, true)), name);
        }
        let (style, answer) = solved(&puzzle, 2);
        let sheet = sheet_in_words(&puzzle, name, style, &answer, appearance(Theme::Light, true));
        is_the_same(&sheet, &format!("{name}, solved"));
        let query = Query::new(&puzzle, Style::STEP);
        let map = explore(&query, &Budget::default(), 1, &mut ()).expect("a map");
        let subject = Subject { name, ..Subject::new(&puzzle, Style::STEP, "") };
        let report = MapReport { subject, map: &map, origin: MapOrigin::Start, positions: &[] };
        is_the_same(&report.svg(Theme::Light), &format!("{name}, map"));
        let graph = graph(&query, &Budget::default(), 1000, &mut ()).expect("a graph");
        let sheet = graph_sheet(&puzzle, name, Style::STEP, &graph, Theme::Light);
        is_the_same(&sheet, &format!("{name}, graph"));
    }
}

/// What a page would not show is refused, not left out.
#[test]
fn other_pictures_are_refused() {
    let svg = |what: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{what}</svg>")
    };
    let square = "<path d=\"M0 0H5V5Z\"";
    assert!(pdf(&svg(&format!("{square}/>"))).is_ok());
    let gradient =
        "<linearGradient id=\"a\"><stop stop-color=\"red\"/><stop offset=\"1\"/></linearGradient>";
    for other in [
        format!("<g opacity=\".5\">{square}/>{square} fill=\"red\"/></g>"),
        format!("<clipPath id=\"a\">{square}/></clipPath><g clip-path=\"url(#a)\">{square}/></g>"),
        format!("{gradient}{square} fill=\"url(#a)\"/>"),
    ] {
        let refused = pdf(&svg(&other)).expect_err(&other);
        assert!(refused.to_string().contains("PDF does not get"), "{other}: {refused}");
    }
}
