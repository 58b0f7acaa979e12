//! Pictures as PDF, for print.
//!
//! A picture of this library is paths with one colour each, so a page is the same paths in the same
//! order. Texts are outlines, as in pixels: readers need no fonts.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::ExtGraphicsState;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{
    Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Stroke, Tree,
};

use super::raster::{RenderError, tree};

/// Points of 1/72 inch for one pixel of CSS, of which an inch has 96.
const POINTS: f32 = 0.75;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
/// Each page is followed by its content.
const FIRST_PAGE: i32 = 3;

/// A page of a document.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Width and height, in pixels of CSS.
    pub size: (f64, f64),
    /// The pictures on it: the place of the upper left corner, across and down, and SVG.
    pub pictures: Vec<((f64, f64), String)>,
}

/// Returns a PDF document of one page as large as the picture.
///
/// `svg` must be one of this library, with a theme that does not depend on the reader.
///
/// # Errors
///
/// Returns an error if the picture has anything else than paths of one colour.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::draw::{Appearance, pdf};
/// use sliding::report::puzzle::sheet::puzzle_sheet;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
/// let pdf = pdf::pdf(&puzzle_sheet(&puzzle, "Easy", Appearance::default().resolved()))?;
/// assert!(pdf.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pdf(svg: &str) -> Result<Vec<u8>, RenderError> {
    let tree = tree(svg)?;
    let size = (tree.size().width(), tree.size().height());
    let mut drawing = Drawing::of_height(size.1);
    drawing.picture(&tree, (0.0, 0.0))?;
    written(vec![(size, drawing)])
}

/// Returns a PDF document with these pages.
///
/// # Errors
///
/// As [`pdf`], for each picture.
pub fn document(pages: &[Page]) -> Result<Vec<u8>, RenderError> {
    let mut drawn = Vec::new();
    for Page { size, pictures } in pages {
        let size = (size.0 as f32, size.1 as f32);
        let mut drawing = Drawing::of_height(size.1);
        for ((x, y), svg) in pictures {
            drawing.picture(&tree(svg)?, (*x as f32, *y as f32))?;
        }
        drawn.push((size, drawing));
    }
    written(drawn)
}

/// Returns the document with these pages, each of a width and a height.
fn written(pages: Vec<((f32, f32), Drawing)>) -> Result<Vec<u8>, RenderError> {
    let page_ref = |number: usize| Ref::new(FIRST_PAGE + 2 * number as i32);
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    for (number, ((width, height), drawing)) in pages.into_iter().enumerate() {
        let content_ref = page_ref(number).next();
        let mut page = pdf.page(page_ref(number));
        let media_box = Rect::new(0.0, 0.0, width * POINTS, height * POINTS);
        page.parent(PAGES).media_box(media_box).contents(content_ref);
        let mut resources = page.resources();
        let mut states = resources.ext_g_states();
        for (at, &alpha) in drawing.alphas.iter().enumerate() {
            let mut state =
                states.insert(Name(alpha_name(at).as_bytes())).start::<ExtGraphicsState>();
            state.stroking_alpha(alpha).non_stroking_alpha(alpha);
        }
        states.finish();
        resources.finish();
        page.finish();
        let mut deflated = ZlibEncoder::new(Vec::new(), Compression::default());
        let deflated =
            deflated.write_all(&drawing.content.finish()).and_then(|()| deflated.finish());
        let deflated = deflated.map_err(|error| RenderError::Encoding(error.to_string()))?;
        pdf.stream(content_ref, &deflated).filter(Filter::FlateDecode);
    }
    Ok(pdf.finish())
}

/// Returns the name of an opacity among the page's resources.
fn alpha_name(at: usize) -> String {
    format!("A{at}")
}

/// The content of a page.
struct Drawing {
    content: Content,
    /// The opacities in use.
    alphas: Vec<f32>,
}

impl Drawing {
    /// Begins a page of this height, in pixels.
    fn of_height(height: f32) -> Self {
        let mut drawing = Self { content: Content::new(), alphas: Vec::new() };
        // Pages grow upward, pictures downward.
        drawing.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height * POINTS]);
        drawing
    }

    /// Draws a picture with its corner at a place, across and down.
    fn picture(&mut self, tree: &Tree, (x, y): (f32, f32)) -> Result<(), RenderError> {
        self.content.save_state();
        self.content.transform([1.0, 0.0, 0.0, 1.0, x, y]);
        self.group(tree.root(), 1.0)?;
        self.content.restore_state();
        Ok(())
    }

    /// Draws a group with an opacity. Groups here are one path with one paint, so the opacity can
    /// be applied to the paint.
    fn group(&mut self, group: &Group, opacity: f32) -> Result<(), RenderError> {
        let unknown = |what| RenderError::Svg(format!("there is {what}, which PDF does not get"));
        if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
            return Err(unknown("a group with a mask or a filter"));
        }
        let opacity = opacity * group.opacity().get();
        if opacity < 1.0 && group.children().len() > 1 {
            return Err(unknown("a translucent group"));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, opacity)?,
                Node::Path(path) => self.path(path, opacity)?,
                Node::Image(_) => return Err(unknown("an image")),
                Node::Text(_) => return Err(unknown("a text")),
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &Path, opacity: f32) -> Result<(), RenderError> {
        if !path.is_visible() {
            return Ok(());
        }
        self.content.save_state();
        self.content.transform(matrix(path.abs_transform()));
        let fill = |drawing: &mut Self| match path.fill() {
            Some(fill) => drawing.fill(path, fill, opacity),
            None => Ok(()),
        };
        let stroke = |drawing: &mut Self| match path.stroke() {
            Some(stroke) => drawing.stroke(path, stroke, opacity),
            None => Ok(()),
        };
        match path.paint_order() {
            PaintOrder::FillAndStroke => fill(self).and_then(|()| stroke(self))?,
            PaintOrder::StrokeAndFill => stroke(self).and_then(|()| fill(self))?,
        }
        self.content.restore_state();
        Ok(())
    }

    fn fill(&mut self, path: &Path, fill: &Fill, opacity: f32) -> Result<(), RenderError> {
        let [red, green, blue] = color(fill.paint())?;
        self.content.set_fill_rgb(red, green, blue);
        self.alpha(opacity * fill.opacity().get());
        self.outline(path);
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
        Ok(())
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, opacity: f32) -> Result<(), RenderError> {
        let [red, green, blue] = color(stroke.paint())?;
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        self.content.set_miter_limit(stroke.miterlimit().get());
        let dashes = stroke.dasharray().unwrap_or_default();
        self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        self.alpha(opacity * stroke.opacity().get());
        self.outline(path);
        self.content.stroke();
        Ok(())
    }

    /// Sets the opacity of what follows.
    fn alpha(&mut self, alpha: f32) {
        let known = self.alphas.iter().position(|&known| known == alpha);
        let at = known.unwrap_or_else(|| {
            self.alphas.push(alpha);
            self.alphas.len() - 1
        });
        self.content.set_parameters(Name(alpha_name(at).as_bytes()));
    }

    fn outline(&mut self, path: &Path) {
        let content = &mut self.content;
        let mut last = Point::zero();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => content.move_to(to.x, to.y),
                PathSegment::LineTo(to) => content.line_to(to.x, to.y),
                PathSegment::QuadTo(by, to) => {
                    // The same curve, as a cubic.
                    let [one, two] = [last, to].map(|end| between(end, by));
                    content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y)
                }
                PathSegment::CubicTo(one, two, to) => {
                    content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y)
                }
                PathSegment::Close => content.close_path(),
            };
            last = match segment {
                PathSegment::MoveTo(to)
                | PathSegment::LineTo(to)
                | PathSegment::QuadTo(_, to)
                | PathSegment::CubicTo(_, _, to) => to,
                // A new part begins with a move.
                PathSegment::Close => last,
            };
        }
    }
}

/// Returns the point at two thirds of the line from one to another.
fn between(from: Point, to: Point) -> Point {
    Point::from_xy(from.x + (to.x - from.x) * 2.0 / 3.0, from.y + (to.y - from.y) * 2.0 / 3.0)
}

fn matrix(of: Transform) -> [f32; 6] {
    [of.sx, of.ky, of.kx, of.sy, of.tx, of.ty]
}

/// Returns red, green and blue, each from 0 to 1.
fn color(paint: &Paint) -> Result<[f32; 3], RenderError> {
    match paint {
        Paint::Color(color) => {
            Ok([color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0))
        }
        _ => {
            Err(RenderError::Svg("there is a gradient or a pattern, which PDF does not get".into()))
        }
    }
}
