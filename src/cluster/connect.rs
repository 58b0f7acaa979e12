//! How the processes of a search find each other, and make sure that they mean the same.
//!
//! Each process calls all with smaller numbers, and is called by those with greater ones. Both sides say
//! [who they are](Hello). When a process knows all others it tells them whether it is content; the search
//! begins only when everybody is.
//!
//! No connection holds up another: all that have been made are heard in turn, each as far as it has come, under
//! one deadline, and an interrupt is heard between two turns.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::Duration;

use super::place::Place;
use super::{Cluster, ClusterError};
use crate::engine::host::Instant;
use crate::engine::query::Budget;

/// What every greeting begins with, in every version. Whoever says something else has come to the wrong place.
const LABEL: &str = "sliding-cluster";

/// The version of what processes say to each other.
const VERSION: u32 = 2;

/// Nobody has more to say than so many bytes.
const LONGEST: u32 = 1 << 16;

/// A caller that has not said who it is after this time is dropped.
const SILENCE: Duration = Duration::from_secs(5);

/// No more callers are heard at a time: the one that came first is dropped. A process whose call is dropped
/// calls again.
const MOST_CALLERS: usize = 256;

/// One attempt to reach a process, or to send it something, takes no longer.
const ATTEMPT: Duration = Duration::from_secs(1);

/// The time between two turns.
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
    // All have come. Those that still wait for others have as much time again.
    meeting.until = Instant::now() + cluster.patience;
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
            if let Ok(mut socket) = reach(self.address(process), self.until)
                && send(&mut socket, &self.mine.text()).is_ok()
                // It may still be calling others itself.
                && let Some(text) = self.hear(&mut socket, process)?
            {
                match self.mine.understand(&text) {
                    Some((hello, difference)) if hello.process == process => {
                        self.note(hello, difference, socket);
                        return Ok(());
                    }
                    _ => {
                        let address = self.address(process);
                        let why = format!("at {address} there is no process {process} of a search");
                        return Err(ClusterError::Refused(why));
                    }
                }
            }
            self.wait(process)?;
        }
    }

    /// Waits for what a process says; `None` where it is gone, or speaks otherwise.
    fn hear(&self, socket: &mut TcpStream, process: usize) -> Result<Option<String>, ClusterError> {
        let mut message = Message::default();
        loop {
            match message.receive(socket) {
                Received::Part => self.wait(process)?,
                Received::All(text) => return Ok(Some(text)),
                Received::Nothing => return Ok(None),
            }
        }
    }

    /// Waits for the calls of all processes with greater numbers.
    fn be_called(&mut self, listener: &TcpListener) -> Result<(), ClusterError> {
        let mut callers = VecDeque::new();
        while let Some(absent) = self.hellos.iter().position(Option::is_none) {
            while callers.len() < 2 * MOST_CALLERS
                && let Ok((socket, _)) = listener.accept()
            {
                callers.push_back(Caller::new(socket));
            }
            // Strangers are not answered.
            callers.retain_mut(|caller| {
                let received = caller.message.receive(&mut caller.socket);
                if let Received::All(text) = &received
                    && let Some((hello, difference)) = self.mine.understand(text)
                    && let Ok(socket) = caller.socket.try_clone()
                {
                    self.answer(hello, difference, socket);
                }
                matches!(received, Received::Part) && caller.since.elapsed() < SILENCE
            });
            callers.drain(..callers.len().saturating_sub(MOST_CALLERS));
            if self.hellos[absent].is_none() {
                self.wait(absent)?;
            }
        }
        Ok(())
    }

    /// Answers a process that has called.
    fn answer(&mut self, hello: Hello, difference: Option<String>, mut socket: TcpStream) {
        let is_new = self.hellos.get(hello.process).is_some_and(Option::is_none);
        let told = send(&mut socket, &self.mine.text());
        if is_new && told.is_ok() {
            self.note(hello, difference, socket);
        } else if !is_new {
            let (process, here) = (hello.process, self.mine.process);
            let why = format!("process {process} called process {here}, which expected another");
            self.refusal.get_or_insert(why);
        }
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
        for socket in self.sockets.iter_mut().flatten() {
            // Whoever is gone is noticed below.
            let _ = send(socket, told);
        }
        let mut sockets = std::mem::take(&mut self.sockets);
        let hear = |(process, socket): (usize, &mut Option<TcpStream>)| {
            let Some(socket) = socket else { return Ok(Some(told.to_owned())) };
            self.hear(socket, process)
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

/// Connects to an address, if that can be done before a moment.
fn reach(address: &str, until: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        let left = until.saturating_duration_since(Instant::now());
        match TcpStream::connect_timeout(&address, left.clamp(PAUSE, ATTEMPT)) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a text, with its length before it.
fn send(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_write_timeout(Some(ATTEMPT))?;
    let mut bytes = (text.len() as u32).to_be_bytes().to_vec();
    bytes.extend(text.as_bytes());
    socket.write_all(&bytes)?;
    socket.set_write_timeout(None)
}

/// A connection that somebody has made, who may be a stranger.
struct Caller {
    socket: TcpStream,
    message: Message,
    since: Instant,
}

impl Caller {
    fn new(socket: TcpStream) -> Self {
        Self { socket, message: Message::default(), since: Instant::now() }
    }
}

/// A text with its length before it, as far as it has come.
#[derive(Default)]
struct Message {
    bytes: Vec<u8>,
}

/// What has come of a message.
#[derive(Debug, PartialEq, Eq)]
enum Received {
    /// More is to come.
    Part,
    /// The text.
    All(String),
    /// The connection is gone, or this is no message.
    Nothing,
}

impl Message {
    /// Takes in what has come and belongs to the message, without waiting for more.
    fn receive(&mut self, socket: &mut TcpStream) -> Received {
        if socket.set_nonblocking(true).is_err() {
            return Received::Nothing;
        }
        let received = self.take_in(socket);
        // Whatever is done with it next waits.
        if socket.set_nonblocking(false).is_err() { Received::Nothing } else { received }
    }

    fn take_in(&mut self, source: &mut impl Read) -> Received {
        const LENGTH: usize = size_of::<u32>();
        loop {
            let whole = match self.bytes.first_chunk() {
                None => LENGTH,
                Some(&length) => match u32::from_be_bytes(length) {
                    0..=LONGEST => LENGTH + u32::from_be_bytes(length) as usize,
                    _ => return Received::Nothing,
                },
            };
            if self.bytes.len() == whole {
                let text = String::from_utf8(self.bytes.split_off(LENGTH));
                return text.map_or(Received::Nothing, Received::All);
            }
            let mut more = vec![0; whole - self.bytes.len()];
            match source.read(&mut more) {
                Ok(0) => return Received::Nothing,
                Ok(read) => self.bytes.extend(&more[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Received::Part,
                Err(_) => return Received::Nothing,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives so many bytes at a time, and nothing in between.
    struct Drip<'a> {
        bytes: &'a [u8],
        at_once: usize,
        is_dry: bool,
    }

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.is_dry = !self.is_dry;
            if self.is_dry {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let most = self.at_once.min(buffer.len());
            self.bytes.read(&mut buffer[..most])
        }
    }

    #[test]
    fn a_message_is_whole_however_it_comes_and_takes_nothing_behind_it() {
        let message = |text: &str| [&(text.len() as u32).to_be_bytes(), text.as_bytes()].concat();
        let bytes = [message("first"), message(""), message("last")].concat();
        for at_once in 1..=bytes.len() {
            let mut drip = Drip { bytes: &bytes, at_once, is_dry: false };
            let mut next = || {
                let mut message = Message::default();
                loop {
                    match message.take_in(&mut drip) {
                        Received::Part => {}
                        received => return received,
                    }
                }
            };
            for text in ["first", "", "last"] {
                assert_eq!(next(), Received::All(text.to_owned()), "{at_once} bytes at once");
            }
            assert_eq!(next(), Received::Nothing);
        }
        let long = (LONGEST + 1).to_be_bytes();
        assert_eq!(Message::default().take_in(&mut &long[..]), Received::Nothing);
        let mut other = &[0, 0, 0, 1, 0xff][..];
        assert_eq!(Message::default().take_in(&mut other), Received::Nothing);
    }
}
