//! How the processes of a search connect, and check that they agree on the search.
//!
//! Each process connects to all with smaller numbers, and accepts those with greater ones. Both
//! sides [introduce themselves](Hello). When a process knows all others it sends them whether it
//! agrees; the search begins only when all do.
//!
//! No connection blocks another: all open ones are polled in turn, without waiting for a complete
//! message, under one deadline, and an interrupt is noticed between two turns.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::thread::{Builder, sleep};
use std::time::Duration;

use super::hello::Hello;
use super::place::ProcessFolder;
use super::processes::{Cluster, ClusterError};
use crate::engine::host::Instant;
use crate::engine::query::Budget;

/// Maximum length of a message in bytes.
const LONGEST: u32 = 1 << 16;

/// A connection that has not introduced itself after this time is dropped.
const SILENCE: Duration = Duration::from_secs(5);

/// Maximum number of pending connections: beyond it, the oldest is dropped. A process whose
/// connection is dropped connects again.
const MOST_CALLERS: usize = 256;

/// When all have come, this much time is left at least for the last messages.
const AGREEMENT: Duration = Duration::from_secs(5);

/// Time limit of one attempt to connect to a process, or to send it something.
const ATTEMPT: Duration = Duration::from_secs(1);

/// The time between two turns.
const PAUSE: Duration = Duration::from_millis(20);

/// All other processes, and their introductions. The entry of this process is empty.
pub struct Peers {
    pub sockets: Vec<Option<TcpStream>>,
    pub hellos: Vec<Hello>,
}

/// Connects all processes of a search. When all have come, each sends the identity of its folder.
/// If `refuses` objects to the introductions, all processes get its reason.
///
/// # Errors
///
/// Where a process does not come in time, or has another search.
pub fn connect(
    cluster: &Cluster,
    mine: &Hello,
    budget: &Budget,
    place: &mut ProcessFolder,
    refuses: impl FnOnce(&[Hello], &mut ProcessFolder) -> Option<String>,
) -> Result<Peers, ClusterError> {
    let mut meeting = Handshake {
        cluster,
        mine,
        budget,
        until: Instant::now() + cluster.patience,
        sockets: cluster.hosts.addresses().iter().map(|_| None).collect(),
        hellos: cluster.hosts.addresses().iter().map(|_| None).collect(),
        refusal: None,
        error: None,
    };
    meeting.hellos[mine.process] = Some(mine.clone());
    // Listen first: peers may connect while this process is still connecting to others.
    let others = cluster.hosts.addresses().len() - 1;
    let listener = if mine.process < others { Some(meeting.listen()?) } else { None };
    (0..mine.process).try_for_each(|process| meeting.connect_to(process))?;
    if let Some(listener) = listener {
        meeting.accept_all(&listener)?;
    }
    // All have come, perhaps the last at the last moment.
    meeting.until = meeting.until.max(Instant::now() + AGREEMENT);
    let mut hellos: Vec<Hello> = meeting.hellos.iter().flatten().cloned().collect();
    let folders = meeting.exchange(&place.run())?;
    for (hello, folder) in hellos.iter_mut().zip(folders) {
        hello.folder = folder.unwrap_or_default();
    }
    let refusal = meeting.refusal.take().or_else(|| refuses(&hellos, place));
    meeting.agree(refusal)?;
    Ok(Peers { sockets: meeting.sockets, hellos })
}

/// The processes that have connected so far.
struct Handshake<'a> {
    cluster: &'a Cluster,
    mine: &'a Hello,
    budget: &'a Budget,
    until: Instant,
    sockets: Vec<Option<TcpStream>>,
    hellos: Vec<Option<Hello>>,
    refusal: Option<String>,
    /// Why the last attempt to connect failed.
    error: Option<io::Error>,
}

impl Handshake<'_> {
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

    /// Checks whether to go on waiting for a process.
    fn wait(&mut self, process: usize) -> Result<(), ClusterError> {
        if let ControlFlow::Break(stopped) = self.budget.look() {
            return Err(ClusterError::Stopped(stopped));
        }
        if Instant::now() >= self.until {
            return Err(self.missing(process));
        }
        sleep(PAUSE);
        Ok(())
    }

    /// Returns why a process is missing when the time is over: a difference between the searches, if
    /// one is known: no other process may report it.
    fn missing(&mut self, process: usize) -> ClusterError {
        if let Some(why) = self.refusal.take() {
            return ClusterError::Refused(why);
        }
        let address = self.address(process).to_owned();
        let seconds = self.cluster.patience.as_secs();
        match self.hellos[process] {
            None => ClusterError::Absent { process, address, seconds, error: self.error.take() },
            Some(_) => ClusterError::Unmet { process, address, seconds },
        }
    }

    /// Looks up the host of a process. The system may take long and cannot be interrupted, so
    /// another thread waits for it.
    fn look_up(&mut self, process: usize) -> Result<io::Result<Vec<SocketAddr>>, ClusterError> {
        let (done, found) = channel();
        let address = self.address(process).to_owned();
        let lookup = move || drop(done.send(address.to_socket_addrs().map(Vec::from_iter)));
        if let Err(error) = Builder::new().spawn(lookup) {
            return Ok(Err(error));
        }
        loop {
            if let Ok(addresses) = found.recv_timeout(PAUSE) {
                return Ok(addresses);
            }
            let why = "the system was still looking up its host";
            self.error = Some(io::Error::new(io::ErrorKind::TimedOut, why));
            self.wait(process)?;
        }
    }

    /// Connects to a process, again and again until it answers.
    fn connect_to(&mut self, process: usize) -> Result<(), ClusterError> {
        loop {
            let addresses = self.look_up(process)?;
            let connected = addresses.and_then(|all| connect_until(&all, self.until));
            let sent = connected.and_then(|mut socket| {
                send(&mut socket, &self.mine.text())?;
                Ok(socket)
            });
            self.error = None;
            if let Some(mut socket) = sent.map_err(|error| self.error = Some(error)).ok()
                // It may still be connecting to others itself.
                && let Some(text) = self.receive_hello(&mut socket, process)?
            {
                match self.mine.parse(&text) {
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

    /// Waits for a process's introduction; `None` if it is gone, or uses another protocol.
    fn receive_hello(
        &mut self,
        socket: &mut TcpStream,
        process: usize,
    ) -> Result<Option<String>, ClusterError> {
        let mut message = Message::default();
        loop {
            match message.receive(socket) {
                Received::Part => self.wait(process)?,
                Received::All(text) => return Ok(Some(text)),
                Received::Nothing => return Ok(None),
            }
        }
    }

    /// Accepts the connections of all processes with greater numbers.
    fn accept_all(&mut self, listener: &TcpListener) -> Result<(), ClusterError> {
        let mut callers = VecDeque::new();
        while let Some(absent) = self.hellos.iter().position(Option::is_none) {
            while callers.len() < 2 * MOST_CALLERS
                && let Ok((socket, _)) = listener.accept()
            {
                callers.push_back(Caller::new(socket));
            }
            // Unknown connections get no answer.
            callers.retain_mut(|caller| {
                let received = caller.message.receive(&mut caller.socket);
                if let Received::All(text) = &received
                    && let Some((hello, difference)) = self.mine.parse(text)
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

    /// Answers a process that has connected.
    fn answer(&mut self, hello: Hello, difference: Option<String>, mut socket: TcpStream) {
        let is_new = self.hellos.get(hello.process).is_some_and(Option::is_none);
        let sent = send(&mut socket, &self.mine.text());
        if is_new && sent.is_ok() {
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

    /// Sends a text to all others, and receives one from each; `None` for those that are gone.
    fn exchange(&mut self, text: &str) -> Result<Vec<Option<String>>, ClusterError> {
        for socket in self.sockets.iter_mut().flatten() {
            // A process that is gone is noticed below.
            let _ = send(socket, text);
        }
        let mut sockets = std::mem::take(&mut self.sockets);
        let receive = |(process, socket): (usize, &mut Option<TcpStream>)| {
            let Some(socket) = socket else { return Ok(Some(text.to_owned())) };
            self.receive_hello(socket, process)
        };
        let received = sockets.iter_mut().enumerate().map(receive).collect();
        self.sockets = sockets;
        received
    }

    /// Sends all others whether this process agrees, and receives whether they do.
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

/// Connects to one of some addresses, within a deadline.
fn connect_until(addresses: &[SocketAddr], until: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in addresses {
        let left = until.saturating_duration_since(Instant::now());
        match TcpStream::connect_timeout(address, left.clamp(PAUSE, ATTEMPT)) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a text, preceded by its length.
fn send(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_write_timeout(Some(ATTEMPT))?;
    let mut bytes = (text.len() as u32).to_be_bytes().to_vec();
    bytes.extend(text.as_bytes());
    socket.write_all(&bytes)?;
    socket.set_write_timeout(None)
}

/// An incoming connection, perhaps of an unknown program.
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

/// A text preceded by its length, as far as it has arrived.
#[derive(Default)]
struct Message {
    bytes: Vec<u8>,
}

/// The state of a message.
#[derive(Debug, PartialEq, Eq)]
enum Received {
    /// It is incomplete.
    Part,
    /// The text.
    All(String),
    /// The connection is closed, or this is not a message.
    Nothing,
}

impl Message {
    /// Reads what has arrived of the message, without blocking.
    fn receive(&mut self, socket: &mut TcpStream) -> Received {
        if socket.set_nonblocking(true).is_err() {
            return Received::Nothing;
        }
        let received = self.read_from(socket);
        // Later operations on the socket block.
        if socket.set_nonblocking(false).is_err() { Received::Nothing } else { received }
    }

    fn read_from(&mut self, source: &mut impl Read) -> Received {
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

    /// Delivers a few bytes at a time, and would block in between.
    struct SlowReader<'a> {
        bytes: &'a [u8],
        at_once: usize,
        is_dry: bool,
    }

    impl Read for SlowReader<'_> {
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
    fn messages_are_read_from_any_chunks_and_nothing_after_them() {
        let message = |text: &str| [&(text.len() as u32).to_be_bytes(), text.as_bytes()].concat();
        let bytes = [message("first"), message(""), message("last")].concat();
        for at_once in 1..=bytes.len() {
            let mut drip = SlowReader { bytes: &bytes, at_once, is_dry: false };
            let mut next = || {
                let mut message = Message::default();
                loop {
                    match message.read_from(&mut drip) {
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
        assert_eq!(Message::default().read_from(&mut &long[..]), Received::Nothing);
        let mut other = &[0, 0, 0, 1, 0xff][..];
        assert_eq!(Message::default().read_from(&mut other), Received::Nothing);
    }
}
