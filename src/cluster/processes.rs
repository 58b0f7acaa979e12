//! The processes of a search, and why it failed.

use std::net::TcpListener;
use std::time::Duration;

use super::hosts::Hosts;
use crate::engine::query::{Refusal, Stopped};

/// The processes of a search, and the number of this one.
#[derive(Debug)]
pub struct Cluster {
    pub(super) hosts: Hosts,
    pub(super) process: usize,
    pub(super) patience: Duration,
    pub(super) listener: Option<TcpListener>,
}

impl Cluster {
    /// Describes a cluster in which this process has number `process` among the hosts. It waits for
    /// the others no longer than `patience`.
    ///
    /// # Errors
    ///
    /// Where there is no process with that number.
    pub fn new(hosts: Hosts, process: usize, patience: Duration) -> Result<Self, ClusterError> {
        let processes = hosts.addresses().len();
        if process >= processes {
            return Err(ClusterError::NoProcess { process, processes });
        }
        Ok(Self { hosts, process, patience, listener: None })
    }

    /// Returns the number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Uses an existing listener for the connections of other processes.
    pub fn listening(mut self, listener: TcpListener) -> Self {
        self.listener = Some(listener);
        self
    }
}

fn because(error: &Option<std::io::Error>) -> String {
    error.as_ref().map_or(String::new(), |error| format!(": {error}"))
}

/// Why a search by several processes failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The number of a process that is not among the hosts.
    #[error("there is no process {process}: the hosts are {processes}, counted from 0")]
    NoProcess {
        /// The number.
        process: usize,
        /// The number of hosts.
        processes: usize,
    },
    /// The address of this process cannot be used.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// A process did not come.
    #[error("process {process} ({address}) did not come within {seconds} s{}", because(error))]
    Absent {
        /// Its number.
        process: usize,
        /// Where it was expected.
        address: String,
        /// How long this process waited.
        seconds: u64,
        /// Why it could not be connected to, if this process tried.
        error: Option<std::io::Error>,
    },
    /// A process came, but did not meet all others.
    #[error("process {process} ({address}) came, but did not meet all others within {seconds} s")]
    Unmet {
        /// Its number.
        process: usize,
        /// Where it is.
        address: String,
        /// How long this process waited.
        seconds: u64,
    },
    /// A process has another search, or its folder does.
    #[error("{0}")]
    Refused(String),
    /// A process was lost during the search.
    #[error("process {process} ({address}) is lost: {why}")]
    Lost {
        /// Its number.
        process: usize,
        /// Where it was.
        address: String,
        /// What happened.
        why: String,
    },
    /// The search could not begin.
    #[error(transparent)]
    Query(#[from] Refusal),
    /// The search was stopped before it began.
    #[error("stopped while waiting for other processes")]
    Stopped(Stopped),
    /// The system refused a resource.
    #[error("cannot take part: {0}")]
    System(#[from] std::io::Error),
}
