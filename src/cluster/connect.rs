//! How the processes of a search find each other, before timely gets their connections.
//!
//! Timely's own way prints on standard output, waits for ever, and panics at a foreign connection and at
//! another number of threads. So each process connects to those before it and listens for those after it
//! here, until a deadline, and both send each other what they search.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

use super::Cluster;
use super::files::difference;
use crate::engine::host::Instant;
use crate::engine::query::Budget;

/// The time between two attempts, and the longest to wait for a greeting.
const PAUSE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(2);

/// A machine that does not answer for this long is lost: it has no power, or no network.
const SILENCE: Duration = Duration::from_secs(8);

/// The bytes of a greeting: `head` and the number of the process, and blanks.
const GREETING: usize = 1024;

/// Connects to all other processes, each of which has the same `head`.
///
/// # Errors
///
/// With a message, if one does not come in time or searches something else.
pub fn connect(
    cluster: &Cluster,
    head: &str,
    budget: &Budget,
) -> Result<Vec<Option<TcpStream>>, String> {
    let Cluster { hosts, process, wait } = cluster;
    let own = &hosts[*process];
    let listening = |error| format!("cannot listen at {own}: {error}");
    let listener = TcpListener::bind(own).map_err(listening)?;
    listener.set_nonblocking(true).map_err(listening)?;
    let started = Instant::now();
    let mut sockets: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
    while let Some(next) = (0..hosts.len()).find(|at| at != process && sockets[*at].is_none()) {
        if started.elapsed() > *wait || budget.look().is_err() {
            let waited = started.elapsed().as_secs();
            return Err(format!("process {next} ({}) has not come in {waited} s", hosts[next]));
        }
        let socket = if next < *process {
            TcpStream::connect(&hosts[next])
        } else {
            listener.accept().map(|(socket, _)| socket)
        };
        // What does not answer as a process is not there yet, or is no process.
        let Ok((socket, greeting)) = socket.and_then(|socket| greet(socket, head, *process)) else {
            sleep(PAUSE);
            continue;
        };
        let (found, from) = greeting.trim_end().rsplit_once('\n').unwrap_or_default();
        if let Some(what) = difference(found, head) {
            return Err(format!("process {from} has another search: {what}"));
        }
        let from = from.parse().unwrap_or(hosts.len());
        match sockets.get_mut(from) {
            Some(place) if from == next || from > *process => *place = Some(socket),
            _ => return Err("the processes have not the same --hosts".to_owned()),
        }
    }
    Ok(sockets)
}

/// Sends a greeting, and returns that of the other side.
fn greet(mut socket: TcpStream, head: &str, process: usize) -> io::Result<(TcpStream, String)> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    let options = SockRef::from(&socket);
    options
        .set_tcp_keepalive(&TcpKeepalive::new().with_time(SILENCE / 2).with_interval(PATIENCE))?;
    #[cfg(target_os = "linux")]
    options.set_tcp_user_timeout(Some(SILENCE))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    let own = format!("{:GREETING$}", format!("{head}{process}"));
    let mut greeting = vec![0; GREETING];
    // Twice: the first may be that of an attempt which the other side has given up.
    for _ in 0..2 {
        socket.write_all(own.as_bytes())?;
        socket.read_exact(&mut greeting)?;
    }
    socket.set_read_timeout(None)?;
    Ok((socket, String::from_utf8_lossy(&greeting).into_owned()))
}
