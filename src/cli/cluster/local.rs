//! `--local`: all processes of a search on this machine.
//!
//! This process is the first of them and starts the others. Each binds a port on the loopback
//! interface and writes its number to standard output; then it reads all addresses from standard
//! input, up to an empty line, and after that the puzzle, if it came on standard input.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};

use sliding::cluster::{Cluster, Hosts, MOST_PROCESSES};

use super::{ProcessContext, read, take_part};
use crate::cli::Verdict;
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::input::{self, SourceText};

/// Reads a number of processes.
pub fn processes(text: &str) -> Result<usize, String> {
    let processes = text.parse().ok().filter(|processes| (1..=MOST_PROCESSES).contains(processes));
    processes.ok_or_else(|| format!("expected a number of processes, from 1 to {MOST_PROCESSES}"))
}

/// Runs as process 0, and starts all others.
pub fn lead(shared: &ProcessContext, processes: usize, out: &mut dyn Write) -> CommandResult {
    let exploring = shared.exploring;
    input::announce(&exploring.subject.puzzle.file);
    let text = SourceText::read(&exploring.subject.puzzle.file)?;
    let puzzle = text.content.clone();
    let input = read(exploring, text)?;
    let listener = listener()?;
    let mut others = Vec::new();
    for process in 1..processes {
        others.push(LocalProcess::start(process).map_err(|error| {
            let why = format!("cannot start process {process}: {error}");
            Failure::Message(why, Verdict::Stopped)
        })?);
    }
    let mut hosts = format!("{}\n", listener.local_addr()?);
    others.iter().for_each(|other| hosts += &format!("{}\n", other.address));
    for other in &mut others {
        // A process that has ended does not connect, and that is reported.
        let _ = other.send(&format!("{hosts}\n{puzzle}"));
    }
    let cluster = local(&hosts, 0, shared)?.listening(listener);
    let verdict = take_part(shared, &input, &cluster, processes as u64, out)?;
    // All end for the same reason as this one.
    others.iter_mut().for_each(LocalProcess::wait);
    Ok(verdict)
}

/// Runs as one of the started processes.
pub fn follow(shared: &ProcessContext, process: usize, out: &mut dyn Write) -> CommandResult {
    let exploring = shared.exploring;
    let listener = listener()?;
    writeln!(out, "{}", listener.local_addr()?)?;
    out.flush()?;
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    let Some((hosts, puzzle)) = text.split_once("\n\n") else {
        return Err(Failure::input("only sliding cluster --local starts processes with --member"));
    };
    let name = exploring.subject.puzzle.file.display().to_string();
    let input = read(exploring, SourceText { name, content: puzzle.to_owned() })?;
    let cluster = local(hosts, process, shared)?.listening(listener);
    let sharing = hosts.lines().count() as u64;
    take_part(shared, &input, &cluster, sharing, out)
}

/// Binds a free port that only this machine can reach.
fn listener() -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
}

fn local(hosts: &str, process: usize, shared: &ProcessContext) -> io::Result<Cluster> {
    let hosts: Hosts = hosts.parse().map_err(io::Error::other)?;
    Cluster::new(hosts, process, shared.wait).map_err(io::Error::other)
}

/// A process that this one has started.
struct LocalProcess {
    child: Child,
    address: String,
}

impl LocalProcess {
    /// Starts it with the arguments of this process, except `--local`.
    fn start(process: usize) -> io::Result<Self> {
        let given: Vec<OsString> = std::env::args_os().collect();
        let work = given.iter().position(|word| word == "explore").unwrap_or(given.len());
        // Arguments before it are not for the others: the first process knows best how long to
        // wait.
        let mut child = Command::new(std::env::current_exe()?)
            .args(["cluster", "--member", &process.to_string()])
            .args(&given[work..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut address)?;
        }
        let address = address.trim().to_owned();
        match address.is_empty() {
            true => Err(io::Error::other("it ended at once")),
            false => Ok(Self { child, address }),
        }
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        let mut input = self.child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(text.as_bytes())
    }

    fn wait(&mut self) {
        let _ = self.child.wait();
    }
}

impl Drop for LocalProcess {
    fn drop(&mut self) {
        // No process is left behind, whatever happened. A process that has ended is not affected.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
