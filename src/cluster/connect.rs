//! How the processes of a search find each other, and make sure that they mean the same.
//!
//! Each process calls all with smaller numbers, and is called by those with greater ones. Both sides say
//! [who they are](Hello). When a process knows all others it tells them whether it is content; the search
//! begins only when everybody is.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::Duration;

use super::place::Place;
use super::{Cluster, ClusterError};
use crate::host::Instant;
use crate::query::Budget;

/// What every greeting begins with, in every version. Whoever says something else has come to the wrong place.
const LABEL: &str = "sliding-cluster";

/// The version of what processes say to each other.
const VERSION: u32 = 2;

/// Nobody has more to say than so many bytes.
const LONGEST: u32 = 1 << 16;

/// Whoever has called and says nothing is not listened to for longer.
const SILENCE: Duration = Duration::from_secs(5);

/// Between two attempts to reach somebody.
const PAUSE: Duration = Duration::from_millis(20);

/// What a process says of itself.
#[derive(Clone, Debug)]
pub struct Hello {
    /// What has to be the same for all: a name and what it is on each line.
    pub search: String,
    pub process: usize,
    pub threads: usize,
    /// Whether it was the first in its folder.
    pub leads: bool,
    /// What the folder is called among all. That is known only when all have come.
    pub folder: String,
}

impl Hello {
    /// The lines in which all have to agree. The first is of the same form in every version.
    fn agreed(&self) -> String {
        format!("{LABEL} {VERSION}\nprogram: {}\n{}", env!("CARGO_PKG_VERSION"), self.search)
    }

    fn text(&self) -> String {
        let Self { process, threads, leads, .. } = self;
        format!("{}\n{process} {threads} {leads}", self.agreed())
    }

    /// What another process says, and what it says otherwise than this one.
    fn understand(&self, text: &str) -> Option<(Hello, Option<String>)> {
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

/// All other processes, and what they said. In the place of this one there is nothing.
pub struct Peers {
    pub sockets: Vec<Option<TcpStream>>,
    pub hellos: Vec<Hello>,
}

/// Finds all processes of a search. When all have come each says what its folder is called. What `refuses` has
/// against what they say of themselves, all are told.
///
/// # Errors
///
/// Where somebody does not come in time, or means another search.
pub fn connect(
    cluster: &Cluster,
    mine: &Hello,
    budget: &Budget,
    place: &mut Place,
    refuses: impl FnOnce(&[Hello], &mut Place) -> Option<String>,
) -> Result<Peers, ClusterError> {
    let mut meeting = Meeting {
        cluster,
        mine,
        budget,
        until: Instant::now() + cluster.patience,
        sockets: cluster.hosts.addresses().iter().map(|_| None).collect(),
        hellos: cluster.hosts.addresses().iter().map(|_| None).collect(),
        refusal: None,
    };
    meeting.hellos[mine.process] = Some(mine.clone());
    // Whoever calls may do so before this one has called all others.
    let others = cluster.hosts.addresses().len() - 1;
    let listener = if mine.process < others { Some(meeting.listen()?) } else { None };
    (0..mine.process).try_for_each(|process| meeting.call(process))?;
    if let Some(listener) = listener {
        meeting.be_called(&listener)?;
    }
    let mut hellos: Vec<Hello> = meeting.hellos.iter().flatten().cloned().collect();
    let folders = meeting.exchange(&place.run())?;
    for (hello, folder) in hellos.iter_mut().zip(folders) {
        hello.folder = folder.unwrap_or_default();
    }
    let refusal = meeting.refusal.take().or_else(|| refuses(&hellos, place));
    meeting.agree(refusal)?;
    Ok(Peers { sockets: meeting.sockets, hellos })
}

/// The processes that have met so far.
struct Meeting<'a> {
    cluster: &'a Cluster,
    mine: &'a Hello,
    budget: &'a Budget,
    until: Instant,
    sockets: Vec<Option<TcpStream>>,
    hellos: Vec<Option<Hello>>,
    refusal: Option<String>,
}

impl Meeting<'_> {
    fn address(&self, process: usize) -> &str {
        &self.cluster.hosts.addresses()[process]
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let address = self.address(self.mine.process);
        let listener = match &self.cluster.listener {
            Some(listener) => listener.try_clone(),
            None => TcpListener::bind(address),
        };
        let made = listener.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
        made.map_err(|error| ClusterError::Listen { address: address.to_owned(), error })
    }

    /// Whether to go on waiting for a process.
    fn wait(&self, process: usize) -> Result<(), ClusterError> {
        if let ControlFlow::Break(stopped) = self.budget.look() {
            return Err(ClusterError::Stopped(stopped));
        }
        if Instant::now() >= self.until {
            let address = self.address(process).to_owned();
            let seconds = self.cluster.patience.as_secs();
            return Err(ClusterError::Absent { process, address, seconds });
        }
        sleep(PAUSE);
        Ok(())
    }

    /// Calls a process until it answers.
    fn call(&mut self, process: usize) -> Result<(), ClusterError> {
        loop {
            if let Ok(mut socket) = reach(self.address(process)) {
                let answer = match send(&mut socket, &self.mine.text()) {
                    // It may still be calling others itself.
                    Ok(()) => self.until_it_speaks(&socket, process)?,
                    Err(_) => continue,
                };
                let answer = answer.then(|| receive(&mut socket, SILENCE).ok()).flatten();
                match answer.as_deref().map(|text| self.mine.understand(text)) {
                    Some(Some((hello, difference))) if hello.process == process => {
                        self.note(hello, difference, socket);
                        return Ok(());
                    }
                    Some(_) => {
                        let address = self.address(process);
                        let why = format!("at {address} there is no process {process} of a search");
                        return Err(ClusterError::Refused(why));
                    }
                    None => {}
                }
            }
            self.wait(process)?;
        }
    }

    /// Waits until a process says something; whether it does, or is gone.
    fn until_it_speaks(&self, socket: &TcpStream, process: usize) -> Result<bool, ClusterError> {
        use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
        if socket.set_read_timeout(Some(PAUSE)).is_err() {
            return Ok(false);
        }
        loop {
            match socket.peek(&mut [0]) {
                Err(error) if matches!(error.kind(), Interrupted | TimedOut | WouldBlock) => {
                    self.wait(process)?;
                }
                seen => return Ok(seen.is_ok_and(|bytes| bytes > 0)),
            }
        }
    }

    /// Waits for the calls of all processes with greater numbers.
    fn be_called(&mut self, listener: &TcpListener) -> Result<(), ClusterError> {
        while let Some(absent) = self.hellos.iter().position(Option::is_none) {
            let Ok((mut socket, _)) = listener.accept() else {
                self.wait(absent)?;
                continue;
            };
            // On some systems it is as its listener is.
            let text = socket.set_nonblocking(false).and_then(|()| receive(&mut socket, SILENCE));
            // Strangers are not answered.
            let Some((hello, difference)) = text.ok().and_then(|text| self.mine.understand(&text))
            else {
                continue;
            };
            let is_new = self.hellos.get(hello.process).is_some_and(Option::is_none);
            let told = send(&mut socket, &self.mine.text());
            if is_new && told.is_ok() {
                self.note(hello, difference, socket);
            } else if !is_new {
                let (process, here) = (hello.process, self.mine.process);
                let why =
                    format!("process {process} called process {here}, which expected another");
                self.refusal.get_or_insert(why);
            }
        }
        Ok(())
    }

    fn note(&mut self, hello: Hello, difference: Option<String>, socket: TcpStream) {
        let process = hello.process;
        if let Some(difference) = difference {
            let address = self.address(process);
            let why = format!("process {process} ({address}) has another search: {difference}");
            self.refusal.get_or_insert(why);
        }
        self.hellos[process] = Some(hello);
        self.sockets[process] = Some(socket);
    }

    /// Tells all others something, and hears the same from them. Who is gone says nothing.
    fn exchange(&mut self, told: &str) -> Result<Vec<Option<String>>, ClusterError> {
        // Those who wait for each other have as much time as those who waited for somebody to come.
        self.until = Instant::now() + self.cluster.patience;
        for socket in self.sockets.iter_mut().flatten() {
            // Whoever is gone is noticed below.
            let _ = send(socket, told);
        }
        let mut sockets = std::mem::take(&mut self.sockets);
        let hear = |(process, socket): (usize, &mut Option<TcpStream>)| {
            let Some(socket) = socket else { return Ok(Some(told.to_owned())) };
            let spoken = self.until_it_speaks(socket, process)?;
            Ok(spoken.then(|| receive(socket, SILENCE).ok()).flatten())
        };
        let heard = sockets.iter_mut().enumerate().map(hear).collect();
        self.sockets = sockets;
        heard
    }

    /// Tells all others whether this process is content, and hears whether they are.
    fn agree(&mut self, refusal: Option<String>) -> Result<(), ClusterError> {
        let verdicts = self.exchange(refusal.as_deref().unwrap_or(""))?;
        if let Some(why) = refusal {
            return Err(ClusterError::Refused(why));
        }
        for (process, verdict) in verdicts.into_iter().enumerate() {
            let address = self.address(process);
            let why = match verdict {
                Some(verdict) if verdict.is_empty() => continue,
                Some(why) => format!("process {process} ({address}) refuses: {why}"),
                None => format!("process {process} ({address}) went away before the search began"),
            };
            return Err(ClusterError::Refused(why));
        }
        Ok(())
    }
}

fn reach(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, SILENCE) {
            Ok(socket) => {
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a text, with its length before it.
fn send(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut bytes = (text.len() as u32).to_be_bytes().to_vec();
    bytes.extend(text.as_bytes());
    socket.write_all(&bytes)
}

/// What somebody sends within a time.
fn receive(socket: &mut TcpStream, time: Duration) -> io::Result<String> {
    socket.set_read_timeout(Some(time))?;
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length);
    let is_text = |bytes| String::from_utf8(bytes).ok();
    let mut bytes = Vec::new();
    if length <= LONGEST {
        socket.take(length.into()).read_to_end(&mut bytes)?;
    }
    let is_whole = bytes.len() == length as usize;
    let text = is_whole.then(|| is_text(bytes)).flatten();
    text.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it speaks otherwise"))
}
