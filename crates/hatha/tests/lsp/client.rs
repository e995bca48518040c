//! An editor without a screen: it speaks to the real server and remembers what is published.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(240);

pub struct Client {
    pub child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    last: u64,
    /// The diagnostics of each file, and how often they were published.
    pub published: BTreeMap<String, (u64, Vec<Value>)>,
    /// What was shown to the user.
    pub shown: Vec<String>,
    /// Edits that the server has asked for.
    pub edits: Vec<Value>,
    /// Progresses that have begun and not ended.
    pub active: u64,
    /// How many have begun.
    pub begun: u64,
    /// Whether something was published since the last of them ended.
    settled: bool,
    pub texts: BTreeMap<String, (i64, String)>,
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Client {
    /// A server for some folders, with settings and a cache of its own.
    pub fn start(roots: &[&Path], settings: Value) -> Client {
        let cache = roots[0].join(".hatha-cache");
        let mut options = json!({ "cache": cache, "timeout": 20, "jobs": 2 });
        for (key, value) in settings.as_object().into_iter().flatten() {
            options[key] = value.clone();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let out = child.stdout.take().expect("a pipe");
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Some(message) = message(&mut out) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Client {
            input: child.stdin.take(),
            child,
            heard,
            last: 0,
            published: BTreeMap::new(),
            shown: Vec::new(),
            edits: Vec::new(),
            active: 0,
            begun: 0,
            settled: false,
            texts: BTreeMap::new(),
        };
        let folders: Vec<Value> = roots
            .iter()
            .map(|r| json!({ "uri": uri(r), "name": "root" }))
            .collect();
        let can = json!({
            "window": { "workDoneProgress": true, "showDocument": { "support": true } },
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        });
        let params = json!({ "processId": null, "rootUri": null, "workspaceFolders": folders,
                             "capabilities": can, "initializationOptions": options });
        let result = client.request("initialize", params);
        assert_eq!(result["result"]["serverInfo"]["name"], "hatha", "{result}");
        client.notify("initialized", json!({}));
        client
    }

    pub fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the server listens");
        // A server that has ended is noticed where an answer is missing.
        let _ = input.write_all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let _ = input.flush();
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send_text(&message.to_string());
    }

    /// Asks and waits for the response.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_text(&message.to_string());
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self
                .next(end)
                .unwrap_or_else(|| panic!("no answer to {method}"));
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.take(&message);
        }
    }

    fn next(&mut self, end: Instant) -> Option<Value> {
        let left = end.saturating_duration_since(Instant::now());
        self.heard.recv_timeout(left).ok()
    }

    /// Takes what the server says until something holds.
    pub fn wait(&mut self, what: &str, holds: impl Fn(&Client) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            let message = self.next(end);
            let message =
                message.unwrap_or_else(|| panic!("{what} did not happen: {:?}", self.shown));
            self.take(&message);
        }
    }

    fn take(&mut self, message: &Value) {
        let params = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "textDocument/publishDiagnostics" => {
                let name = params["uri"].as_str().unwrap_or_default().to_owned();
                let all = params["diagnostics"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                let entry = self.published.entry(name).or_default();
                *entry = (entry.0 + 1, all);
                self.settled = self.active == 0;
            }
            "window/showMessage" => {
                let text = params["message"].as_str().unwrap_or_default();
                self.shown.push(text.to_owned());
            }
            "$/progress" => match params["value"]["kind"].as_str() {
                Some("begin") => {
                    self.active += 1;
                    self.begun += 1;
                    self.settled = false;
                }
                Some("end") => {
                    self.active -= 1;
                    self.settled = false;
                }
                _ => {}
            },
            "workspace/applyEdit" => self.edits.push(params["edit"].clone()),
            _ => {}
        }
        if message.get("id").is_some() && message.get("method").is_some() {
            let result = match message["method"] == "workspace/applyEdit" {
                true => json!({ "applied": true }),
                false => Value::Null,
            };
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
            self.send_text(&answer.to_string());
        }
    }

    // ---- files ----

    pub fn open(&mut self, path: &Path, text: &str) {
        self.settled = false;
        self.texts.insert(uri(path), (1, text.to_owned()));
        let document = json!({ "uri": uri(path), "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the first occurrence of a text, as an editor does it.
    pub fn replace(&mut self, path: &Path, from: &str, to: &str) {
        let (version, text) = self.texts[&uri(path)].clone();
        let at = text
            .find(from)
            .unwrap_or_else(|| panic!("{from} in {text}"));
        let place = |byte: usize| {
            let before = &text[..byte];
            let column = before.rsplit('\n').next().unwrap_or_default();
            json!({ "line": before.matches('\n').count(), "character": column.encode_utf16().count() })
        };
        let range = json!({ "start": place(at), "end": place(at + from.len()) });
        let changed = [&text[..at], to, &text[at + from.len()..]].concat();
        self.texts.insert(uri(path), (version + 1, changed));
        let document = json!({ "uri": uri(path), "version": version + 1 });
        let changes = json!([{ "range": range, "text": to }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// Makes edits of a file (in one of the two forms of the protocol).
    pub fn apply(&mut self, path: &Path, edit: &Value) {
        let name = uri(path);
        let versioned = &edit["documentChanges"][0]["edits"];
        let edits = edit["changes"][&name].as_array().or(versioned.as_array());
        let mut edits = edits.expect("edits of the file").clone();
        edits.sort_by_key(|e| std::cmp::Reverse(e["range"]["start"]["line"].as_u64()));
        for edit in edits {
            let (version, text) = self.texts[&name].clone();
            let at = |p: &Value| {
                let (line, column) = (p["line"].as_u64(), p["character"].as_u64());
                let lines = text.split_inclusive('\n').take(line.unwrap_or(0) as usize);
                lines.map(str::len).sum::<usize>() + column.unwrap_or(0) as usize
            };
            let (start, end) = (at(&edit["range"]["start"]), at(&edit["range"]["end"]));
            let new = edit["newText"].as_str().unwrap_or_default();
            let changed = [&text[..start], new, &text[end..]].concat();
            self.texts.insert(name.clone(), (version + 1, changed));
            let document = json!({ "uri": name, "version": version + 1 });
            let changes = json!([{ "range": edit["range"], "text": new }]);
            let params = json!({ "textDocument": document, "contentChanges": changes });
            self.notify("textDocument/didChange", params);
        }
    }

    /// Says that a file is saved; its text need not be on the disk.
    pub fn save(&mut self, path: &Path) {
        self.settled = false;
        let params = json!({ "textDocument": { "uri": uri(path) } });
        self.notify("textDocument/didSave", params);
    }

    /// Waits until everything is checked.
    pub fn settle(&mut self) {
        self.wait("the end of the checks", |c| c.settled && c.active == 0);
    }

    /// The diagnostics of a file with a severity (1 error, 2 warning, 3 information, 4 hint).
    pub fn of(&self, path: &Path, severities: &[u64]) -> Vec<Value> {
        let all = self.published.get(&uri(path)).map(|(_, all)| all.clone());
        let mut all = all.unwrap_or_default();
        all.retain(|d| severities.contains(&d["severity"].as_u64().unwrap_or(0)));
        all
    }

    pub fn execute(&mut self, command: &str, path: &Path, function: &str) {
        self.settled = false;
        let params = json!({ "command": command, "arguments": [uri(path), function] });
        let answer = self.request("workspace/executeCommand", params);
        assert!(answer.get("error").is_none(), "{answer}");
    }

    /// The actions for a line (from 0).
    pub fn actions(&mut self, path: &Path, line: u64) -> Vec<Value> {
        let at = |character: u64| json!({ "line": line, "character": character });
        let range = json!({ "start": at(0), "end": at(1) });
        let params = json!({ "textDocument": { "uri": uri(path) }, "range": range,
                             "context": { "diagnostics": [] } });
        let answer = self.request("textDocument/codeAction", params);
        answer["result"].as_array().cloned().unwrap_or_default()
    }

    pub fn hover(&mut self, path: &Path, line: u64) -> String {
        let position = json!({ "line": line, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": position });
        let answer = self.request("textDocument/hover", params);
        let text = answer["result"]["contents"]["value"].as_str();
        text.unwrap_or_default().to_owned()
    }

    /// The titles of the lenses.
    pub fn lenses(&mut self, path: &Path) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": uri(path) } });
        let answer = self.request("textDocument/codeLens", params);
        let all = answer["result"].as_array().cloned().unwrap_or_default();
        let title = |l: &Value| {
            l["command"]["title"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        all.iter().map(title).collect()
    }

    /// The processes that the server has started.
    pub fn children(&self) -> Vec<u32> {
        let id = self.child.id();
        let mut all = Vec::new();
        for task in std::fs::read_dir(format!("/proc/{id}/task"))
            .into_iter()
            .flatten()
            .flatten()
        {
            let text = std::fs::read_to_string(task.path().join("children"));
            let words = text.unwrap_or_default();
            all.extend(
                words
                    .split_whitespace()
                    .filter_map(|w| w.parse::<u32>().ok()),
            );
        }
        all
    }

    pub fn end(mut self) {
        let answer = self.request("shutdown", Value::Null);
        assert!(answer.get("error").is_none(), "{answer}");
        self.notify("exit", Value::Null);
        self.input = None;
        let status = self.child.wait().expect("the server ends");
        assert!(status.success(), "{status}");
    }
}

/// A folder with a file that has been written.
pub fn place(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("writable");
    (dir, path)
}

fn message(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(n) = line.strip_prefix("Content-Length: ") {
                    length = n.parse().ok()?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    out.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
