//! How a process introduces itself to others.

/// The beginning of every greeting, in every version. A connection without it is a mistake.
const LABEL: &str = "sliding-cluster";

/// The version of the protocol between processes.
const VERSION: u32 = 2;

/// The introduction of a process.
#[derive(Clone, Debug)]
pub struct Hello {
    /// What has to be equal for all processes: a name and a value on each line.
    pub search: String,
    pub process: usize,
    pub threads: usize,
    /// Whether it is the first process in its folder.
    pub leads: bool,
    /// The identity of its folder, shared by all processes in it. Known only when all have come.
    pub folder: String,
}

impl Hello {
    /// Returns the lines in which all have to agree. The first has the same form in every version.
    fn agreed(&self) -> String {
        format!("{LABEL} {VERSION}\nprogram: {}\n{}", env!("CARGO_PKG_VERSION"), self.search)
    }

    pub fn text(&self) -> String {
        let Self { process, threads, leads, .. } = self;
        format!("{}\n{process} {threads} {leads}", self.agreed())
    }

    /// Parses another process's introduction, and returns it with the first difference from this
    /// one's.
    pub fn parse(&self, text: &str) -> Option<(Hello, Option<String>)> {
        if !text.starts_with(&format!("{LABEL} ")) {
            return None;
        }
        let differs = |(found, expected): (&str, &str)| {
            (found != expected).then(|| format!("found `{found}`, expected `{expected}`"))
        };
        let agreed = self.agreed();
        let difference = text.lines().zip(agreed.lines()).find_map(differs);
        let mut own = text.lines().last()?.split(' ');
        let hello = Hello {
            search: self.search.clone(),
            process: own.next()?.parse().ok()?,
            threads: own.next()?.parse().ok()?,
            leads: own.next()?.parse().ok()?,
            folder: String::new(),
        };
        Some((hello, difference))
    }
}
