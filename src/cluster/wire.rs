//! The connections of a process, as timely's threads see them.
//!
//! These threads panic if a connection breaks. So breaks are hidden from them: they are recorded,
//! writes succeed without effect, and reads block until the search ends.

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

/// Size of the header of each message of timely: six numbers. This is not part of timely's
/// guarantees, so `Cargo.toml` pins its exact version.
const HEADER: usize = 48;

/// Where the header has the length of the body.
const LENGTH: std::ops::Range<usize> = 32..40;

/// A silent machine is probed after this time, ...
const QUIET: Duration = Duration::from_secs(20);

/// ... and again at this interval, up to this many times.
const ASKED: (Duration, u32) = (Duration::from_secs(10), 4);

/// How long a waiting thread sleeps between checks.
const NAP: Duration = Duration::from_millis(20);

/// The shared state of all connections of a process.
#[derive(Default)]
pub struct ConnectionState {
    /// The first process that was lost, and the reason.
    lost: Mutex<Option<(usize, String)>>,
    /// Whether reading has ended.
    is_over: AtomicBool,
    /// Bytes of blocks that were given to timely for other processes, and all bytes that were
    /// written to them.
    queued: AtomicU64,
    written: AtomicU64,
    /// By how much the bytes written exceeded those given when all had arrived.
    more: AtomicI64,
    /// Number of connections to which everything has been written.
    closed: AtomicUsize,
}

impl ConnectionState {
    /// Returns the first process that was lost, and the reason.
    pub fn lost(&self) -> Option<(usize, String)> {
        lock(&self.lost).clone()
    }

    fn record_loss(&self, process: usize, why: String) {
        lock(&self.lost).get_or_insert((process, why));
    }

    /// Records that `bytes` bytes are to be sent to another process.
    pub fn count_queued(&self, bytes: u64) {
        self.queued.fetch_add(bytes, Relaxed);
    }

    /// Returns the bytes that wait to be sent, roughly.
    pub fn waiting(&self) -> u64 {
        let written = self.written.load(Relaxed) as i64 - self.more.load(Relaxed);
        (self.queued.load(Relaxed) as i64 - written).max(0) as u64
    }

    /// Records that everything given has arrived.
    pub fn all_arrived(&self) {
        let more = self.written.load(Relaxed) as i64 - self.queued.load(Relaxed) as i64;
        self.more.store(more, Relaxed);
    }

    /// Returns the bytes that were written to other processes.
    pub fn written(&self) -> u64 {
        self.written.load(Relaxed)
    }

    /// Waits until everything is written to `connections` connections, and ends blocked reads.
    pub fn close(&self, connections: usize) {
        while self.lost().is_none() && self.closed.load(Relaxed) < connections {
            sleep(NAP);
        }
        self.is_over.store(true, Relaxed);
    }
}

/// A connection to a process.
pub struct Connection {
    socket: TcpStream,
    process: usize,
    state: Arc<ConnectionState>,
    frame: FrameReader,
}

impl Connection {
    /// Wraps an established connection.
    pub fn new(
        socket: TcpStream,
        process: usize,
        wires: &Arc<ConnectionState>,
    ) -> io::Result<Self> {
        socket.set_read_timeout(None)?;
        let (interval, times) = ASKED;
        let keepalive = TcpKeepalive::new().with_time(QUIET).with_interval(interval);
        // A machine that loses power does not close its connections.
        let options = SockRef::from(&socket);
        options.set_tcp_keepalive(&keepalive.with_retries(times))?;
        #[cfg(target_os = "linux")]
        options.set_tcp_user_timeout(Some(QUIET + interval * times))?;
        Ok(Self { socket, process, state: Arc::clone(wires), frame: FrameReader::default() })
    }

    /// Records that the process is lost, and does not return: there is nothing to read.
    fn lose(&self, why: String) -> ! {
        self.state.record_loss(self.process, why);
        while !self.state.is_over.load(Relaxed) {
            sleep(NAP);
        }
        // Ends the thread without a message.
        resume_unwind(Box::new("the search is over"))
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Self> {
        let (wires, frame) = (Arc::clone(&self.state), FrameReader::default());
        Ok(Self { socket: self.socket.try_clone()?, process: self.process, state: wires, frame })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // If the peer is gone, there is nothing to shut down.
        let _ = self.socket.shutdown(how);
        self.state.closed.fetch_add(1, Relaxed);
        Ok(())
    }
}

impl Read for Connection {
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

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.socket.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                self.state.record_loss(self.process, error.to_string());
                bytes.len()
            }
            Ok(written) => written,
        };
        self.state.written.fetch_add(written as u64, Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reading position within the messages of a connection: a message without a body is the last.
#[derive(Default)]
struct FrameReader {
    header: Vec<u8>,
    /// Bytes of the message that are still to come.
    rest: u64,
    is_last: bool,
}

impl FrameReader {
    /// Advances over the next bytes.
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
    fn the_last_message_is_found_in_any_chunks() {
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
            let mut frame = FrameReader::default();
            for (at, bytes) in bytes.chunks(piece).enumerate() {
                assert!(!frame.is_last, "piece {at} of {piece} bytes");
                frame.pass(bytes);
            }
            assert!(frame.is_last);
        }
    }
}
