//! The site on a server, and after that server is gone.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::page::browser::Browser;

use super::folder::Folder;

/// Gives out the files of a folder until it is stopped.
pub struct Server {
    pub home: String,
    is_over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    pub fn of(folder: &Path) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let place = listener.local_addr().expect("a port");
        let is_over = Arc::new(AtomicBool::new(false));
        let (folder, over) = (folder.to_owned(), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                let folder = folder.clone();
                thread::spawn(move || drop(answer(stream, folder)));
            }
        });
        Server { home: format!("http://{place}/"), is_over, thread: Some(thread) }
    }

    pub fn end(mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let place = self.home.trim_start_matches("http://").trim_end_matches('/').to_owned();
        drop(TcpStream::connect(place));
        self.thread.take().expect("it was not ended").join().expect("it ends");
    }
}

fn answer(mut stream: TcpStream, folder: PathBuf) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let path = path.split('?').next().unwrap_or_default();
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, content) = match fs::read(folder.join(path)) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    )?;
    stream.write_all(&content)
}

/// Once it was loaded, all of the site is there without its server.
pub fn offline(browser: &mut Browser, folder: &Folder) {
    let server = Server::of(folder.path());
    let home = server.home.clone();
    browser.at_home(Some(home.clone()));
    browser.open(&home);
    browser.value("navigator.serviceWorker.ready.then(() => true)");
    browser.wait("navigator.serviceWorker.controller !== null");
    server.end();
    for page in ["index.html", "play.html#id=klotski", "edit.html", ""] {
        browser.open(&format!("{home}{page}"));
    }
    browser.open(&format!("{home}play.html#id=klotski"));
    browser.wait("document.querySelectorAll('#board .piece').length === 10");
    browser.at_home(None);
}
