//! `sliding explore`: the whole map of a puzzle.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use clap::Args;
use sliding::Puzzle;
use sliding::analyse::{MapOrigin, explore, explore_each, stored_distances};
use sliding::files::{PendingFile, with_path};
use sliding::notation::transcript;
use sliding::puzzle::Configuration;
use sliding::report::map::{Dump, DumpForm, MapReport};
use sliding::solve::Engine;

use super::failure::{CommandResult, Failure};
use super::options::{DiskOptions, Searches, ThemeOption, WHOLE, engine, one_of};
use super::output::Format::{self, *};
use super::output::formats;
use super::reading::position;
use super::run::{Run, Search};
use super::{Console, complain};

const FORMATS: &[Format] = &[Text, Json, Csv, Svg, Png];

const EXAMPLES: &str = "\
Exit codes: 0 the map is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding explore puzzles/classics/klotski.txt
  sliding explore --origin goal --style 0 puzzles/classics/century.txt
  sliding explore --format csv puzzles/classics/klotski.txt > distances.csv
  sliding explore --origin goal --dump klotski.npy puzzles/classics/klotski.txt
  sliding explore --disk map --disk-limit 50GB @2x5
  sliding explore --disk map --resume --distance-of 123456789 @2x5
  sliding explore --format svg puzzles/classics/klotski.txt > distances.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    #[arg(long, value_name = "ORIGIN", default_value = "start", hide_possible_values = true)]
    #[arg(help = "Measure distances from: start, or goal (the farthest is the hardest start)")]
    #[arg(value_parser = one_of(&[("start", MapOrigin::Start), ("goal", MapOrigin::Goals)]))]
    origin: MapOrigin,
    /// Draw up to N of the farthest positions
    #[arg(long = "limit", value_name = "N", default_value = "12")]
    most: usize,
    /// auto, sparse or dense: see docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine(WHOLE))]
    engine: Engine,
    /// Do not use symmetry
    #[arg(long)]
    no_symmetry: bool,
    #[command(flatten)]
    disk: DiskOptions,
    /// Look up this position's distances in the folder given by --disk
    #[arg(long, value_name = "POSITION", requires = "disk")]
    distance_of: Vec<String>,
    #[command(flatten)]
    theme: ThemeOption,
    /// Also write every position with its distance, to FILE.csv or FILE.npy
    #[arg(long, value_name = "FILE", value_parser = dump)]
    dump: Option<(PathBuf, DumpForm)>,
}

/// Reads the path of a dump, whose ending gives the format.
fn dump(text: &str) -> Result<(PathBuf, DumpForm), String> {
    let path = PathBuf::from(text);
    let form = match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => DumpForm::Csv,
        Some("npy") => DumpForm::Npy,
        _ => return Err("expected a file that ends in .csv or .npy".into()),
    };
    match fs::metadata(&path) {
        Ok(there) if !there.is_file() => Err("there is something that is no file".into()),
        _ => Ok((path, form)),
    }
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut run = Run::new(&arguments.searches, FORMATS, console)?;
    run.target.picture.theme = arguments.theme;
    let has_file = arguments.disk.disk.is_some() || arguments.dump.is_some();
    if has_file && arguments.searches.puzzles.files.len() > 1 {
        return Err(Failure::input("--disk and --dump are for one puzzle: expected one FILE"));
    }
    run.each(|search, run| explore_one(arguments, search, run))
}

fn explore_one(arguments: &Arguments, search: &mut Search, run: &mut Run) -> CommandResult {
    let &Arguments { origin, most, .. } = arguments;
    let puzzle = &search.input.puzzle;
    let mut asked = Vec::new();
    for given in &arguments.distance_of {
        let read = |text: &str| transcript::position(puzzle, text);
        asked.push(position(given, "--distance-of", read)?);
    }
    search.query.engine = arguments.engine;
    search.query.uses_symmetry = !arguments.no_symmetry;
    search.query.disk = arguments.disk.to_disk();
    let mut dump = match &arguments.dump {
        Some((path, form)) => Some(DumpWriter::begin(path, *form, puzzle, origin)?),
        None => None,
    };
    let Search { query, budget, watch, .. } = search;
    let found = match &mut dump {
        None => explore(query, budget, most, watch),
        Some(dump) => {
            explore_each(query, budget, most, watch, origin, &mut |position, distance| {
                if !dump.add(position, distance) {
                    budget.interrupt.set();
                }
            })
        }
    };
    let map = search.ended(found)?;
    let mut positions = Vec::new();
    if !asked.is_empty() {
        search.query.disk.iter_mut().for_each(|disk| disk.resumes = true);
        let stored = stored_distances(&search.query, &search.budget, &asked);
        positions = iter::zip(asked, search.ended(stored)?).collect();
    }
    let report = MapReport { subject: search.subject(), map: &map, origin, positions: &positions };
    let written = run.target.report(search.input, &report);
    let verdict = search.verdict(map.stopped, false);
    // The report's reader may have closed the pipe; the dump is complete nevertheless.
    if let Some(dump) = dump {
        dump.end(map.stopped.is_none())?;
    }
    written.map(|()| verdict)
}

/// The distances of all positions, in a separate file that is being written.
struct DumpWriter<'a> {
    path: &'a Path,
    dump: Dump<'a, BufWriter<PendingFile>>,
    written: io::Result<()>,
}

impl<'a> DumpWriter<'a> {
    fn begin(
        path: &'a Path,
        form: DumpForm,
        puzzle: &'a Puzzle,
        origin: MapOrigin,
    ) -> io::Result<DumpWriter<'a>> {
        let begun = PendingFile::of(path).and_then(|draft| {
            let out = BufWriter::with_capacity(1 << 16, draft);
            Dump::new(puzzle, origin, form, out)
        });
        let dump = begun.map_err(|error| with_path(path, &error))?;
        Ok(DumpWriter { path, dump, written: Ok(()) })
    }

    /// Adds a position and its distance. Returns whether the file can be written.
    fn add(&mut self, position: &Configuration, distance: u64) -> bool {
        if self.written.is_ok() {
            self.written = self.dump.add(position, distance);
        }
        self.written.is_ok()
    }

    /// Moves the dump of a complete map into its place.
    fn end(self, is_complete: bool) -> io::Result<()> {
        let DumpWriter { path, dump, written } = self;
        let ended = match is_complete {
            true => written.and_then(|()| dump.end()?.into_inner()?.commit()),
            false => written,
        };
        if ended.is_ok() && !is_complete {
            complain(&format!("{} is not written: the map is incomplete", path.display()));
        }
        ended.map_err(|error| with_path(path, &error))
    }
}
