//! `sliding explore`: the whole map of a puzzle.

use std::iter;

use sliding::analyse::{explore, explore_each, stored_distances};
use sliding::files::PendingFile;
use sliding::notation::transcript;
use sliding::report::map::{Dump, DumpForm, MapReport};

use super::survey::survey;
use super::*;

const FORMATS: &[Format] = &[Text, Json, Csv, Svg, Png];

const EXAMPLES: &str = "\
Exit codes: 0 the map is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding explore puzzles/classics/klotski.txt
  sliding explore --origin goal --dump klotski.npy puzzles/classics/klotski.txt
  sliding explore --all @dads-puzzler
  sliding explore --disk map --disk-limit 50GB @2x5
  sliding explore --disk map --resume --distance-of 123456789 @2x5
  sliding explore --format svg puzzles/classics/klotski.txt > distances.svg";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    /// Measure distances from: start, goal
    ///
    /// The farthest from the goal is the hardest start.
    #[arg(long, value_name = "ORIGIN", default_value = "start", hide_possible_values = true)]
    #[arg(value_parser = one_of(&[("start", MapOrigin::Start), ("goal", MapOrigin::Goals)]))]
    origin: MapOrigin,
    /// Draw N of the farthest positions
    #[arg(long, value_name = "N", default_value = "12")]
    farthest: usize,
    /// Count all positions, and find components
    ///
    /// Positions that lead to each other are a component. The N largest are described, 3 if N is
    /// not given, and those of start and goal.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "3", conflicts_with_all = ["origin", "farthest"])]
    #[arg(conflicts_with_all = ["no_symmetry", "disk", "distance_of", "theme", "dump"])]
    all: Option<usize>,
    /// auto (default), sparse, dense: see docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_default_value = true, value_parser = engine(WHOLE))]
    engine: Engine,
    /// Do not use symmetry
    #[arg(long)]
    no_symmetry: bool,
    #[command(flatten)]
    disk: DiskOptions,
    /// Look up a position in the folder of --disk
    #[arg(long, value_name = "POS", requires = "disk")]
    distance_of: Vec<String>,
    #[command(flatten)]
    theme: ThemeOption,
    /// Write all positions to FILE.csv or FILE.npy
    #[arg(long, value_name = "FILE", value_parser = dump_file)]
    dump: Option<(PathBuf, DumpForm)>,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Arguments { searches, all, engine, .. } = arguments;
    if let Some(most) = *all {
        return searches
            .each(TEXT_OR_JSON, console, |search, to| survey(search, *engine, most, to));
    }
    let has_file = arguments.disk.disk.is_some() || arguments.dump.is_some();
    if has_file && searches.puzzles.files().len() > 1 {
        return Err(Failure::input("--disk and --dump are for one puzzle: expected one FILE"));
    }
    searches.each(FORMATS, console, |search, target| explore_one(arguments, search, target))
}

fn explore_one(arguments: &Arguments, search: &mut Search, target: &mut Target) -> CommandResult {
    let (&Arguments { origin, farthest, .. }, puzzle) = (arguments, &search.input.puzzle);
    target.picture.theme = arguments.theme;
    let mut asked = Vec::new();
    for given in &arguments.distance_of {
        let text = SourceText { name: "--distance-of".into(), content: given.clone() };
        asked.push(text.position(|text| transcript::position(puzzle, text))?);
    }
    search.query.engine = arguments.engine;
    search.query.uses_symmetry = !arguments.no_symmetry;
    search.query.disk = arguments.disk.to_disk();
    let (mut dump, mut written) = (None, Ok(()));
    if let Some((path, form)) = &arguments.dump {
        let begun = PendingFile::of(path).and_then(|draft| {
            let out = BufWriter::with_capacity(1 << 16, draft);
            Dump::new(puzzle, origin, *form, out)
        });
        dump = Some((path, begun.map_err(|error| with_path(path, &error))?));
    }
    let Search { query, budget, watch, .. } = search;
    let found = match &mut dump {
        None => explore(query, budget, farthest, watch),
        Some((_, dump)) => {
            explore_each(query, budget, farthest, watch, origin, &mut |position, distance| {
                if written.is_ok() {
                    written = dump.add(position, distance);
                }
                if written.is_err() {
                    budget.interrupt.set();
                }
            })
        }
    };
    let map = search.ended(found)?;
    let mut stored = Vec::new();
    if !asked.is_empty() {
        search.query.disk.iter_mut().for_each(|disk| disk.resumes = true);
        let found = stored_distances(&search.query, &search.budget, &asked);
        stored = search.ended(found)?;
    }
    let positions: Vec<_> = iter::zip(asked, stored).collect();
    let report = MapReport { subject: search.subject(), map: &map, origin, positions: &positions };
    let reported = target.report(search.input, &report);
    let verdict = search.verdict(map.stopped, false);
    // The report's reader may have closed the pipe; the dump is complete nevertheless.
    if let Some((path, dump)) = dump {
        let is_complete = map.stopped.is_none();
        if written.is_ok() && is_complete {
            written = dump.end().and_then(|out| out.into_inner()?.commit());
        }
        written.map_err(|error| with_path(path, &error))?;
        if !is_complete {
            complain(&format!("{} is not written: the map is incomplete", path.display()));
        }
    }
    reported.map(|()| verdict)
}

/// Reads the path of a dump, whose ending gives the format.
fn dump_file(text: &str) -> Result<(PathBuf, DumpForm), String> {
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
