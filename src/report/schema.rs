//! The table of schemas: every kind of JSON object that the program writes, with its version.
//!
//! An object can only use a schema of this table, and a test compares the table with the list in
//! `docs/internals/json.md`. So a new kind of object gets a row here and a row there.

use serde::{Serialize, Serializer};

/// A kind of JSON object. In JSON, it is its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    name: &'static str,
    from: &'static str,
    objects: &'static str,
}

impl Schema {
    /// Returns its name and version, as in `sliding/solve/1`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns the command that writes it.
    pub fn from(self) -> &'static str {
        self.from
    }

    /// Describes the objects that use it.
    pub fn objects(self) -> &'static str {
        self.objects
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// Makes a constant of each row, and the table of all.
macro_rules! schemas {
    ($($constant:ident: $name:literal, $from:literal, $objects:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`, from ", $from, ".")]
            pub const $constant: Schema = Schema { name: $name, from: $from, objects: $objects };
        )*

        /// All schemas, in the order of the documentation.
        pub const ALL: &[Schema] = &[$($constant),*];
    };
}

schemas! {
    SOLVE: "sliding/solve/1", "`sliding solve`, `sliding shorten`",
        "one for each file that could be read and searched, in the order of the arguments";
    IMPROVED: "sliding/improved/1", "`sliding solve --every`",
        "one for each solution that is shorter than those before, then the answer";
    HINT: "sliding/hint/1", "`sliding hint`", "one for each puzzle that could be read and searched";
    VERIFY: "sliding/verify/1", "`sliding verify`",
        "one, where both files could be read; also by `sliding shorten`, if the moves solve nothing";
    CHECK: "sliding/check/1", "`sliding check`", "one for each file that could be read";
    PROVE: "sliding/prove/1", "`sliding prove`", "one";
    CHECK_PROOF: "sliding/check-proof/1", "`sliding check-proof`", "one";
    TILES: "sliding/tiles/1", "`sliding tiles solve`", "one for each board that could be read";
    TILES_SOLUTION: "sliding/tiles-solution/1", "`sliding tiles solve --all`",
        "one for each solution that is listed, before the one of its board";
    CORPUS: "sliding/corpus/1", "`sliding test`", "one for the whole run, at its end";
    EXPLORE: "sliding/explore/1", "`sliding explore`", "one";
    GRAPH: "sliding/graph/1", "`sliding graph`", "one, or none with a limit";
    COUNT: "sliding/count/1", "`sliding count`", "one";
    SOLUTIONS: "sliding/solutions/1", "`sliding count --list`",
        "one for each solution that is listed";
    STYLES: "sliding/styles/1", "`sliding solve --style all`", "one";
    SURVEY: "sliding/survey/1", "`sliding components`", "one";
    WHY: "sliding/why/1", "`sliding why`", "one";
    HUNT: "sliding/hunt/1", "`sliding hunt`", "one";
    IMPROVE: "sliding/improve/1", "`sliding improve`", "one for each puzzle that is better than those before";
    PACK: "sliding/pack/1", "`sliding generate --format json`", "one, at the end";
    RATE: "sliding/rate/1", "`sliding rate`", "one for each puzzle that could be read and searched";
    PAGE: "sliding/page/2", "`sliding solve --format html`",
        "one within the page, for its script; described in `docs/internals/pictures.md`";
    SITE: "sliding/site/2", "`sliding site`",
        "one in the file `sliding-site.json` of the folder; described in `docs/internals/site.md`";
    PROGRESS: "sliding/progress/1",
        "`--progress json` of any command that has it, on standard error", "about two a second";
    TILES_PROGRESS: "sliding/tiles-progress/1",
        "the same where tile puzzles are solved and databases built", "about two a second";
}
