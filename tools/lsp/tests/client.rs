//! A client, for tests.

use std::{sync::Arc, thread::JoinHandle, time::Duration};

use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};

/// The file that tests open.
pub const FILE: &str = "file:///test.mlir";

/// How long an answer may take; machines of tests are slow at times.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client of a server in this process.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<bool>>,
    next: i32,
    /// Notifications and requests of the server that were not looked at yet.
    pub others: Vec<Message>,
    text: String,
    version: i32,
}

impl Client {
    /// A client whose server is initialized.
    pub fn new() -> Self {
        Self::with(json!({}))
    }
    /// A client that sends these parameters.
    pub fn with(params: Value) -> Self {
        let mut client = Self::uninitialized();
        let mut all = json!({"capabilities": {}});
        if let (Some(all), Value::Object(more)) = (all.as_object_mut(), params) {
            all.extend(more);
        }
        let answer = client.request("initialize", all).expect("initialized");
        assert_eq!(answer["serverInfo"]["name"], "strata-lsp-server");
        client.notify("initialized", json!({}));
        client
    }
    pub fn uninitialized() -> Self {
        let (server, connection) = Connection::memory();
        let passes = Arc::new(strata_registry::passes());
        let server =
            std::thread::spawn(move || strata_lsp::serve(server, strata_registry::registry(), passes));
        Self {
            connection,
            server: Some(server),
            next: 0,
            others: Vec::new(),
            text: String::new(),
            version: 0,
        }
    }
    /// A client with an open file.
    pub fn open(text: &str) -> Self {
        let mut client = Self::new();
        client.open_as(FILE, text);
        client.text = text.to_owned();
        client
    }
    pub fn open_as(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "mlir", "version": 0, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }
    /// Changes the only file.
    pub fn change(&mut self, changes: Value) {
        self.version += 1;
        let document = json!({"uri": FILE, "version": self.version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }
    /// Replaces the text of the only file.
    pub fn replace(&mut self, text: &str) {
        self.text = text.to_owned();
        self.change(json!([{"text": text}]));
    }
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }
    pub fn send(&mut self, message: Message) {
        self.connection.sender.send(message).expect("the server is there");
    }
    /// Sends a request without waiting; returns its number.
    pub fn start(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        self.send(Request::new(self.next.into(), method.to_owned(), params).into());
        self.next
    }
    pub fn receive(&mut self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("a message")
    }
    /// Waits for the answer to a request.
    pub fn wait(&mut self, id: i32) -> Result<Value, (i32, String)> {
        loop {
            match self.receive() {
                Message::Response(Response { id: of, result, error }) if of == id.into() => {
                    return match error {
                        Some(e) => Err((e.code, e.message)),
                        None => Ok(result.unwrap_or_default()),
                    };
                }
                other => self.others.push(other),
            }
        }
    }
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.start(method, params);
        self.wait(id)
    }
    /// A request about the only file.
    pub fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut params = json!({"textDocument": {"uri": FILE}});
        if let (Some(all), Value::Object(more)) = (params.as_object_mut(), more) {
            all.extend(more);
        }
        self.request(method, params).unwrap_or_else(|e| panic!("{method}: {e:?}"))
    }
    /// A request about a place in the only file: `needle` has `|` where the cursor is.
    pub fn ask_at(&mut self, method: &str, needle: &str) -> Value {
        let position = self.position(needle);
        self.ask(method, json!({"position": position}))
    }
    /// The position of `|` in a part of the text.
    pub fn position(&self, needle: &str) -> Value {
        let (before, after) = needle.split_once('|').expect("a cursor");
        let whole = format!("{before}{after}");
        let mut found = self.text.match_indices(&whole);
        let at = found.next().unwrap_or_else(|| panic!("'{whole}' is not in the text")).0 + before.len();
        assert!(found.next().is_none(), "'{whole}' is there twice");
        let line = self.text[..at].matches('\n').count();
        let column = at - self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        json!({"line": line, "character": column})
    }
    /// The text of a range of the only file.
    pub fn part(&self, range: &Value) -> String {
        part_of(&self.text, range)
    }
    /// The diagnostics of the newest version, as `text of the range: message`.
    pub fn diagnostics(&mut self) -> Vec<String> {
        let all = self.raw_diagnostics();
        let show =
            |d: &Value| format!("{}: {}", self.part(&d["range"]), d["message"].as_str().expect("text"));
        all.iter().map(show).collect()
    }
    pub fn raw_diagnostics(&mut self) -> Vec<Value> {
        let (version, mut waiting) = (self.version, std::mem::take(&mut self.others).into_iter());
        loop {
            let message = waiting.next().unwrap_or_else(|| self.receive());
            if let Message::Notification(n) = &message
                && n.method == "textDocument/publishDiagnostics"
                && n.params["uri"] == FILE
                && n.params["version"] == version
            {
                return n.params["diagnostics"].as_array().cloned().expect("a list");
            }
        }
    }
    /// Ends the server in order.
    pub fn end(mut self) {
        self.request("shutdown", Value::Null).expect("shut down");
        self.notify("exit", Value::Null);
        let ended_well = self.server.take().expect("running").join().expect("no panic");
        assert!(ended_well);
    }
}

/// The text of a range; columns are bytes, as all texts of tests with ranges are ASCII.
pub fn part_of(text: &str, range: &Value) -> String {
    let offset = |p: &Value| {
        let number = |key: &str| p[key].as_u64().expect("a number") as usize;
        let line: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
        line + number("character")
    };
    text[offset(&range["start"])..offset(&range["end"])].to_owned()
}

/// Applies edits to a text.
pub fn apply(text: &str, edits: &Value) -> String {
    let mut out = text.to_owned();
    let mut edits = edits.as_array().cloned().expect("a list");
    edits.sort_by_key(|e| {
        let start = &e["range"]["start"];
        (start["line"].as_u64(), start["character"].as_u64())
    });
    for edit in edits.iter().rev() {
        let range = &edit["range"];
        let at = |p: &Value| {
            let line: usize = text
                .split_inclusive('\n')
                .take(p["line"].as_u64().expect("a line") as usize)
                .map(str::len)
                .sum();
            line + p["character"].as_u64().expect("a column") as usize
        };
        out.replace_range(at(&range["start"])..at(&range["end"]), edit["newText"].as_str().expect("text"));
    }
    out
}
