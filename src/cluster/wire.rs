//! The connections of a process, as timely's threads see them.
//!
//! These threads panic where a connection breaks off. Here nothing breaks off for them: what happened is
//! noted, those who write go on writing into nothing, and those who read wait until the search is given up.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::engine::host::lock;

/// Bytes before each message of timely: six numbers. This is no part of what timely promises, so `Cargo.toml`
/// names its version exactly.
const HEADER: usize = 48;

/// Where among them the length of what follows is.
const LENGTH: std::ops::Range<usize> = 32..40;

/// A machine that says nothing is asked after this time whether it is there, ...
const QUIET: Duration = Duration::from_secs(20);

/// ... and again at such intervals, so many times.
const ASKED: (Duration, u32) = (Duration::from_secs(10), 4);

/// How long somebody who waits sleeps before looking again.
const NAP: Duration = Duration::from_millis(20);

/// What all connections of a process have in common.
#[derive(Default)]
pub struct Wires {
    /// The first process that was lost, and what happened.
    lost: Mutex<Option<(usize, String)>>,
    /// Nobody reads any more.
    over: AtomicBool,
    /// Bytes of blocks that were given to timely for other processes, and all that were written to them.
    given: AtomicU64,
    written: AtomicU64,
    /// By how much more was written than given when all had arrived.
    more: AtomicI64,
    /// Connections to which all has been written.
    closed: AtomicUsize,
}

impl Wires {
    /// The first process that was lost, and what happened to it.
    pub fn lost(&self) -> Option<(usize, String)> {
        lock(&self.lost).clone()
    }

    fn lose(&self, process: usize, why: String) {
        lock(&self.lost).get_or_insert((process, why));
    }

    /// So many bytes are to be sent to another process.
    pub fn give(&self, bytes: u64) {
        self.given.fetch_add(bytes, Relaxed);
    }

    /// Bytes that wait to be sent, nearly.
    pub fn waiting(&self) -> u64 {
        let written = self.written.load(Relaxed) as i64 - self.more.load(Relaxed);
        (self.given.load(Relaxed) as i64 - written).max(0) as u64
    }

    /// All that was given has arrived.
    pub fn all_arrived(&self) {
        let more = self.written.load(Relaxed) as i64 - self.given.load(Relaxed) as i64;
        self.more.store(more, Relaxed);
    }

    /// Bytes that were written to other processes.
    pub fn written(&self) -> u64 {
        self.written.load(Relaxed)
    }

    /// Waits until all is written to so many connections, and lets those go who read.
    pub fn close(&self, connections: usize) {
        while self.lost().is_none() && self.closed.load(Relaxed) < connections {
            sleep(NAP);
        }
        self.over.store(true, Relaxed);
    }
}

/// A connection to a process.
pub struct Wire {
    socket: TcpStream,
    process: usize,
    wires: Arc<Wires>,
    frame: Frame,
}

impl Wire {
    /// Takes a connection that has been made.
    pub fn new(socket: TcpStream, process: usize, wires: &Arc<Wires>) -> io::Result<Self> {
        socket.set_read_timeout(None)?;
        let (interval, times) = ASKED;
        let keepalive = TcpKeepalive::new().with_time(QUIET).with_interval(interval);
        // A machine that has lost its power says no good-bye.
        let options = SockRef::from(&socket);
        options.set_tcp_keepalive(&keepalive.with_retries(times))?;
        #[cfg(target_os = "linux")]
        options.set_tcp_user_timeout(Some(QUIET + interval * times))?;
        Ok(Self { socket, process, wires: Arc::clone(wires), frame: Frame::default() })
    }

    /// Notes that the process is lost, and does not return: there is nothing to read.
    fn lose(&self, why: String) -> ! {
        self.wires.lose(self.process, why);
        while !self.wires.over.load(Relaxed) {
            sleep(NAP);
        }
        // The thread ends, and says nothing.
        resume_unwind(Box::new("the search is over"))
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        let (wires, frame) = (Arc::clone(&self.wires), Frame::default());
        Ok(Self { socket: self.socket.try_clone()?, process: self.process, wires, frame })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Where the other is gone, there is nothing to shut down.
        let _ = self.socket.shutdown(how);
        self.wires.closed.fetch_add(1, Relaxed);
        Ok(())
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(bytes) {
                Ok(0) if self.frame.is_last => return Ok(0),
                Ok(0) => self.lose("the connection was closed".to_owned()),
                Ok(read) => {
                    self.frame.pass(&bytes[..read]);
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lose(error.to_string()),
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.socket.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                self.wires.lose(self.process, error.to_string());
                bytes.len()
            }
            Ok(written) => written,
        };
        self.wires.written.fetch_add(written as u64, Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How far the messages of a connection have been read: a message without content is the last.
#[derive(Default)]
struct Frame {
    header: Vec<u8>,
    /// Bytes of the message that are still to come.
    rest: u64,
    is_last: bool,
}

impl Frame {
    /// These bytes come next.
    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let of_message = self.rest.min(bytes.len() as u64) as usize;
            self.rest -= of_message as u64;
            bytes = &bytes[of_message..];
            let of_header = bytes.len().min(HEADER - self.header.len());
            self.header.extend(&bytes[..of_header]);
            bytes = &bytes[of_header..];
            if self.header.len() == HEADER {
                let length = self.header[LENGTH].try_into().expect("8 bytes");
                self.rest = u64::from_be_bytes(length);
                self.is_last = self.rest == 0;
                self.header.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use timely_communication::networking::MessageHeader;

    use super::*;

    #[test]
    fn the_last_message_is_known_however_it_comes() {
        let message = |length: usize| {
            let (target_upper, seqno) = (usize::MAX, usize::MAX - 1);
            let header = MessageHeader {
                channel: 1,
                source: 2,
                target_lower: 3,
                target_upper,
                length,
                seqno,
            };
            let mut bytes = Vec::new();
            header.write_to(&mut bytes).unwrap();
            bytes.extend(vec![0; length]);
            bytes
        };
        let bytes = [message(100), message(8), message(0)].concat();
        for piece in 1..bytes.len() {
            let mut frame = Frame::default();
            for (at, bytes) in bytes.chunks(piece).enumerate() {
                assert!(!frame.is_last, "piece {at} of {piece} bytes");
                frame.pass(bytes);
            }
            assert!(frame.is_last);
        }
    }
}
