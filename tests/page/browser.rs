//! A real browser without a window, spoken to over its debugging protocol: JSON through a socket.

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The names that the browser goes by.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Nothing takes longer, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running browser with one page open.
pub struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: String,
    sent: u64,
    /// What the page complained about.
    complaints: Vec<String>,
    /// The only server that pages may ask for anything.
    home: Option<String>,
    /// The browser's files, which go when it goes.
    _profile: tempfile::TempDir,
}

/// The browser's program, if there is one on the path.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    found.into_iter().find(|program| program.is_file())
}

impl Browser {
    /// Starts a browser. Where there is none, says that the test is skipped; but a machine that
    /// calls itself `CI` must have one.
    pub fn start(test: &str) -> Option<Browser> {
        let Some(program) = program() else {
            let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
            assert!(!is_ci, "no Chromium on the path");
            // Not by `eprintln`, which is hidden when a test passes.
            let _ = writeln!(io::stderr(), "test {test} ... skipped: no Chromium on the path");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder");
        let process = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let (port, way) = address(profile.path());
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the browser listens");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{way}"), stream)
            .expect("the browser speaks");
        let (session, sent, complaints, home) = (String::new(), 0, Vec::new(), None);
        let mut browser =
            Browser { process, socket, session, sent, complaints, home, _profile: profile };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attached);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Asks the browser for something, and waits for the answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls(method, vec![parameters]).remove(0)
    }

    /// Asks for several things at once, which come to pass in their order.
    fn calls(&mut self, method: &str, all: Vec<Value>) -> Vec<Value> {
        let first = self.sent + 1;
        for parameters in all {
            self.sent += 1;
            let mut request = json!({"id": self.sent, "method": method, "params": parameters});
            if !self.session.is_empty() {
                request["sessionId"] = self.session.as_str().into();
            }
            self.socket.write(Message::text(request.to_string())).expect("the browser listens");
        }
        self.socket.flush().expect("the browser listens");
        let last = self.sent;
        let answer = |id| loop {
            let message = self.hear();
            if message["id"] == id {
                // A question while another page loads has no answer, and is asked again.
                if message["error"]["message"] == "Inspected target navigated or closed" {
                    return json!({"result": {"value": null}});
                }
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        };
        (first..=last).map(answer).collect()
    }

    /// The next message, of which complaints are kept.
    fn hear(&mut self) -> Value {
        let message = loop {
            match self.socket.read() {
                // A signal came in between, as when a test beside this one ends a child.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                message => break message.expect("the browser answers"),
            }
        };
        let text = message.into_text().expect("text");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let about = &message["params"];
        let is_complaint = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => true,
            Some("Log.entryAdded") => about["entry"]["level"] != "verbose",
            Some("Network.requestWillBeSent") => {
                let address = about["request"]["url"].as_str().unwrap_or_default();
                // What a page has made itself comes from nowhere.
                let is_own = ["file:", "about:", "blob:", "data:"];
                let home = self.home.as_deref();
                !is_own.into_iter().chain(home).any(|start| address.starts_with(start))
            }
            _ => false,
        };
        if is_complaint {
            self.complaints.push(about.to_string());
        }
        message
    }

    /// From now on, pages may ask this server.
    pub fn at_home(&mut self, home: Option<String>) {
        self.home = home;
    }

    /// Opens a page, and waits until its script has done all that it does of itself.
    pub fn open(&mut self, address: &str) {
        // Another fragment alone would not load the page anew.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.wait("location.href === 'about:blank'");
        self.call("Page.navigate", json!({"url": address}));
        self.wait("document.querySelector('[data-ready=all]') !== null");
    }

    /// Loads the page anew, as its reader can, and waits until it is there again.
    pub fn reload(&mut self) {
        self.call("Page.reload", json!({}));
        self.loaded();
    }

    /// Waits until a page that is being loaded is there.
    pub fn loaded(&mut self) {
        while self.hear()["method"] != "Page.loadEventFired" {}
        self.wait("document.querySelector('[data-ready=all]') !== null");
    }

    /// The value of an expression in the page; promises are waited for.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The same as a text.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression}: {value}")).to_owned()
    }

    /// Waits for an expression to become true.
    pub fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "in vain: {expression}; {:?}", self.complaints);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The mouse is pressed in the first place, goes through all others, and is let go in the
    /// last, with modifier keys by bits.
    pub fn drag(&mut self, way: &[(f64, f64)], modifiers: u8) {
        let event = |kind: &str, &(x, y): &(f64, f64)| {
            // The button counts as held while the mouse moves.
            let buttons = u8::from(kind != "mouseReleased");
            json!({
                "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons,
                "clickCount": 1, "modifiers": modifiers,
            })
        };
        let [first, rest @ ..] = way else { return };
        let mut events = vec![event("mousePressed", first)];
        events.extend(rest.iter().map(|place| event("mouseMoved", place)));
        events.push(event("mouseReleased", rest.last().unwrap_or(first)));
        self.calls("Input.dispatchMouseEvent", events);
    }

    /// A finger down, moved or (nowhere) up.
    pub fn touch(&mut self, kind: &str, place: Option<(f64, f64)>) {
        let points: Vec<Value> = place.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    }

    /// A key pressed and let go, with modifier keys by bits.
    pub fn key(&mut self, key: &str, modifiers: u8) {
        self.strokes(&[key], modifiers);
    }

    /// Keys pressed and let go, one after the other.
    pub fn keys(&mut self, keys: &[&str]) {
        self.strokes(keys, 0);
    }

    fn strokes(&mut self, keys: &[&str], modifiers: u8) {
        let stroke = |key: &&str| {
            let text = if key.chars().count() == 1 { key } else { "" };
            ["keyDown", "keyUp"]
                .map(|kind| json!({"type": kind, "key": key, "text": text, "modifiers": modifiers}))
        };
        self.calls("Input.dispatchKeyEvent", keys.iter().flat_map(stroke).collect());
    }

    /// The window's size in points, those of a phone or not.
    pub fn resize(&mut self, width: u32, height: u32, is_phone: bool) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone,
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// What the reader prefers.
    pub fn prefer(&mut self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// What has been complained about since the last time.
    pub fn complaints(&mut self) -> Vec<String> {
        // What was said before this call has been heard after it.
        self.value("0");
        std::mem::take(&mut self.complaints)
    }
}

/// Where the browser with this profile listens: a port, and a path.
fn address(profile: &Path) -> (u16, String) {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let [port, way] = text.lines().collect::<Vec<_>>()[..] {
            return (port.parse().expect("a port"), way.to_owned());
        }
        assert!(begun.elapsed() < PATIENCE, "the browser does not say where it listens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
