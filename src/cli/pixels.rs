//! Pictures as pixels and pages, for programs that are built with them.

#[cfg(feature = "pixels")]
pub use sliding::report::{
    draw::pdf::pdf,
    draw::raster::{SHARP, png, unlettered},
    solution::film::{Form, film},
};

#[cfg(not(feature = "pixels"))]
pub use without::{Form, SHARP, film, pdf, png, unlettered};

/// What takes the place of pixels in a program without them. [`Output::check`] has refused before it is asked
/// for any.
///
/// [`Output::check`]: super::output::Output::check
#[cfg(not(feature = "pixels"))]
mod without {
    use sliding::puzzle::{Puzzle, Style};
    use sliding::report::draw::Look;
    use sliding::report::solution::motion::Speed;
    use sliding::solve::Answer;

    pub const SHARP: f32 = 1.0;

    pub enum Form {
        Gif,
        Apng,
    }

    type Pixels = Result<Vec<u8>, &'static str>;

    pub fn png(_svg: &str) -> Pixels {
        Err(super::MISSING)
    }

    pub fn pdf(_svg: &str) -> Pixels {
        Err(super::MISSING)
    }

    pub fn unlettered(_text: &str) -> String {
        String::new()
    }

    pub fn film(
        _puzzle: &Puzzle,
        _name: &str,
        _style: Style,
        _outcome: &Answer,
        _look: Look,
        _speed: Speed,
        _form: Form,
    ) -> Pixels {
        Err(super::MISSING)
    }
}

/// What is told where there are no pixels.
pub const MISSING: &str =
    "this program was built without PNG, GIF, APNG and PDF; build it with the feature `pixels`";
