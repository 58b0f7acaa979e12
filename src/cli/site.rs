//! `sliding site`: writes a folder of pages with puzzles to play, and an editor.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use sliding::design::rate;
use sliding::report::site::{GalleryPuzzle, LABEL, OwnFile, Site, SiteFile, label, own_files};

use super::*;

const EXAMPLES: &str = "\
The folder must be empty, or contain a site of this program: then the files of
that site are replaced, and no others. Open DIR/index.html, or put the folder on
any web server.

Exit codes: 0 written, 2 bad input or usage, 3 interrupted, 74 output cannot be
written.

Examples:
  sliding site -o public/
  sliding site --style 0 --time-limit 5 -o public/ my-puzzles/ @klotski";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("time_limit", time_limit))]
pub struct Arguments {
    /// Folder to write
    #[arg(short = 'o', long = "output", value_name = "DIR/")]
    folder: PathBuf,
    /// Files, folders of *.txt files, @NAME [default: all @NAME]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// The style that the pages begin with, by name or by number, 0 to 5.
    #[arg(short, long, value_name = "STYLE", default_value = "walk", hide_default_value = true)]
    style: Style,
    #[command(flatten)]
    limits: Limits,
}

fn time_limit(argument: Arg) -> Arg {
    argument.default_value("0.2").help("Time limit per puzzle")
}

/// A puzzle of the gallery.
struct SolvedPuzzle {
    id: String,
    family: String,
    input: Input,
    answer: Answer,
    rating: Option<u64>,
}

/// Returns the moves of a simulated player; `None` if the limits are too narrow for a rating.
fn rating(input: &Input, style: Style, limits: Limits) -> Option<u64> {
    let found = rate(&input.puzzle, style, &limits.budget()).ok()?;
    Some(found.moves.round() as u64)
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut verdict = Verdict::Fine;
    // Checked before the long work.
    let old = label_of(&arguments.folder)?;
    check_folder(&arguments.folder)?;
    let shown = gather(arguments, console.globals, &mut verdict)?;
    if interrupt().is_set() {
        return Err(Failure::Message("interrupted: nothing is written".into(), Verdict::Stopped));
    }
    if shown.is_empty() {
        return Err(Failure::input("there are no puzzles for the gallery"));
    }
    let exhibits =
        shown.iter().map(|SolvedPuzzle { id, family, input, answer, rating }| GalleryPuzzle {
            id,
            family,
            rating: *rating,
            playable: input.playable(arguments.style, answer, None),
        });
    let files = Site { puzzles: &Vec::from_iter(exhibits) }.files();
    for SiteFile { name, .. } in &files {
        let there = arguments.folder.join(name);
        if fs::symlink_metadata(&there).is_ok() && !is_written(&arguments.folder, name, &old) {
            return Err(Failure::input(format!(
                "{} is there and not as the site wrote it: expected another folder",
                there.display()
            )));
        }
    }
    write(&arguments.folder, &files, old)?;
    Ok(verdict)
}

/// Returns the files that the label of a folder lists; none if the folder does not exist or is
/// empty. Fails if the folder must not be written.
fn label_of(folder: &Path) -> Result<Vec<OwnFile>, Failure> {
    let unusable = |why| Failure::input(format!("{}: {why}", folder.display()));
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(with_path(folder, &error).into()),
    };
    if entries.next().is_none() {
        return Ok(Vec::new());
    }
    let label = folder.join(LABEL);
    match fs::read(&label) {
        Ok(_) if label.is_symlink() => {
            Err(unusable("its label is a link; expected an empty folder"))
        }
        Ok(text) => own_files(&text)
            .ok_or_else(|| unusable("its site is of another version; expected an empty folder")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(unusable("there are files in it, and no site; expected an empty folder"))
        }
        Err(error) => Err(with_path(&label, &error).into()),
    }
}

/// Whether a file in the folder is one that the site wrote: a regular file, no link, with a name
/// and a content that the label lists. Names that leave the folder do not count.
fn is_written(folder: &Path, name: &str, own: &[OwnFile]) -> bool {
    let path = folder.join(name);
    let is_known = |content: Vec<u8>| own.iter().any(|own| own.name == name && own.is(&content));
    is_plain(name)
        && fs::symlink_metadata(&path).is_ok_and(|there| there.is_file())
        && fs::read(&path).is_ok_and(is_known)
}

/// Whether a name stays within the folder, on all systems.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.split('/').all(|part| !["", ".", ".."].contains(&part))
        && !name.contains(['\\', ':'])
}

/// Reads the puzzles, and searches for their solutions.
fn gather(
    arguments: &Arguments,
    globals: Globals,
    verdict: &mut Verdict,
) -> io::Result<Vec<SolvedPuzzle>> {
    let files = match &arguments.files[..] {
        [] => collection::all().map(|puzzle| format!("@{}", puzzle.name).into()).collect(),
        files => files_below(files, verdict),
    };
    let (mut shown, mut ids) = (Vec::new(), BTreeSet::new());
    for file in files {
        let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let name = file.to_str().and_then(|name| name.strip_prefix('@'));
        let installed = name.and_then(collection::named);
        let (family, stem) = match installed {
            Some(puzzle) => (puzzle.family.to_owned(), puzzle.name.to_owned()),
            None => (text(folder_of(&file).file_name()), text(file.file_stem())),
        };
        let mut log = ReadAsLog::default();
        let read = arguments.reading.each(&file, |found| {
            let input = found?;
            log.note(&input);
            let Arguments { style, limits, .. } = *arguments;
            let mut search = Search::new(&input, style, limits, globals);
            search.query.beam = Some(BeamOptions::default());
            let answer = solve(&search.query, &search.budget, &mut search.watch);
            let answer = search.ended(answer)?;
            drop(search);
            let id = free(&slug(&stem, input.line), &mut ids);
            let rating = match installed {
                Some(puzzle) => puzzle.rating(),
                None => rating(&input, style, limits),
            };
            shown.push(SolvedPuzzle { id, family: family.clone(), input, answer, rating });
            Ok(Verdict::Fine)
        })?;
        *verdict = (*verdict).max(read);
    }
    Ok(shown)
}

/// Returns the name for the files of a puzzle: small letters, digits and hyphens.
fn slug(stem: &str, line: Option<usize>) -> String {
    let parts = stem.split(|c: char| !c.is_ascii_alphanumeric());
    let mut name = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() {
        name += "puzzle";
    }
    name.make_ascii_lowercase();
    line.map_or(name.clone(), |line| format!("{name}-{line}"))
}

/// Returns the name, with a number after it if it is taken.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let (mut free, mut number) = (name.to_owned(), 1);
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{name}-{number}");
    }
    free
}

/// Writes the files, each atomically, and removes those that the site wrote before and no longer
/// has. Meanwhile the label lists the old and the new files: so an interrupted run can be repeated.
fn write(folder: &Path, files: &[SiteFile], old: Vec<OwnFile>) -> io::Result<()> {
    let new: Vec<OwnFile> = files.iter().map(OwnFile::new).collect();
    let mut both = new.clone();
    both.extend(old.iter().cloned());
    put(folder, &label(&both))?;
    files.iter().try_for_each(|file| put(folder, file))?;
    let now: BTreeSet<&str> = new.iter().map(|own| own.name.as_str()).collect();
    let gone: BTreeSet<&str> = old.iter().map(|own| own.name.as_str()).collect();
    for name in gone.difference(&now).filter(|name| is_written(folder, name, &old)) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|error| with_path(&path, &error))?;
    }
    put(folder, &label(&new))
}

/// Writes a file of the folder.
fn put(folder: &Path, SiteFile { name, content }: &SiteFile) -> io::Result<()> {
    let path = folder.join(name);
    let place = folder_of(&path);
    fs::create_dir_all(place).map_err(|error| with_path(place, &error))?;
    write_file(&path, content)
}
