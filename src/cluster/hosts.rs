//! The processes of a search, and where each listens.

use std::fmt;
use std::str::FromStr;

/// Maximum number of processes of a search.
pub const MOST_PROCESSES: usize = 1024;

/// The addresses at which the processes of a search listen, in the order of their numbers.
///
/// As text, each is on a line of its own, as `host:port`. `#` begins a comment, and empty lines are
/// ignored.
///
/// ```
/// use sliding::cluster::Hosts;
///
/// let hosts: Hosts = "# two machines\n10.0.0.1:2101\n10.0.0.2:2101\n".parse()?;
/// assert_eq!(hosts.addresses()[1], "10.0.0.2:2101");
/// assert!("10.0.0.1".parse::<Hosts>().is_err());
/// # Ok::<(), sliding::cluster::HostsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// An error in a text of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// There is no process.
    #[error("no host is named: expected host:port on a line for each process")]
    Empty,
    /// There are too many processes.
    #[error("there are more than {MOST_PROCESSES} hosts")]
    TooMany,
    /// A line is not an address.
    #[error("line {line}: expected host:port, found `{found}`")]
    NoAddress {
        /// Its number, from 1.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// Two processes cannot listen at the same address.
    #[error("line {line}: `{found}` stands there twice")]
    Twice {
        /// The number of the second, from 1.
        line: usize,
        /// The address.
        found: String,
    },
}

impl Hosts {
    /// Returns the addresses, that of process 0 first. There is at least one.
    pub fn addresses(&self) -> &[String] {
        &self.0
    }
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Self, HostsError> {
        let mut hosts: Vec<String> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let host = line.split('#').next().unwrap_or("").trim();
            if host.is_empty() {
                continue;
            }
            let (line, found) = (at + 1, host.to_owned());
            if !is_address(host) {
                return Err(HostsError::NoAddress { line, found });
            }
            if hosts.contains(&found) {
                return Err(HostsError::Twice { line, found });
            }
            hosts.push(found);
        }
        match hosts.len() {
            0 => Err(HostsError::Empty),
            1..=MOST_PROCESSES => Ok(Hosts(hosts)),
            _ => Err(HostsError::TooMany),
        }
    }
}

/// Writes text that parses to these hosts.
impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|host| writeln!(f, "{host}"))
    }
}

fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, port)| {
        let is_host = !host.is_empty() && !host.contains(char::is_whitespace);
        is_host && port.parse::<u16>().is_ok_and(|port| port > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_and_errors_have_line_numbers() {
        let hosts: Hosts = "\n a:1 # first\n[::1]:65535\n".parse().unwrap();
        assert_eq!(hosts.addresses(), ["a:1", "[::1]:65535"]);
        assert_eq!(hosts.to_string().parse(), Ok(hosts));
        let fault = |text: &str| text.parse::<Hosts>().unwrap_err().to_string();
        assert!(fault("# none\n").contains("no host is named"));
        for bad in ["a", "a:", ":1", "a:0", "a:65536", "a b:1"] {
            let message = fault(&format!("x:1\n{bad}\n"));
            assert_eq!(message, format!("line 2: expected host:port, found `{bad}`"));
        }
        assert_eq!(fault("a:1\n\na:1\n"), "line 3: `a:1` stands there twice");
        let many: String = (1..=MOST_PROCESSES + 1).map(|port| format!("a:{port}\n")).collect();
        assert_eq!(many.parse::<Hosts>(), Err(HostsError::TooMany));
    }
}
