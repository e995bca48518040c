//! What is sent to the client.
//!
//! **Invariant.** A client that is gone is no error: what is sent to it is lost.

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use lsp_types::{
    ClientCapabilities, Diagnostic, MessageType, PublishDiagnosticsParams, TextEdit, Uri,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The client, and what it can do.
pub(crate) struct Client {
    sender: Sender<Message>,
    requests: i32,
    pub shows_progress: bool,
    pub refreshes_lenses: bool,
    pub shows_documents: bool,
    pub shows_related: bool,
}

impl Client {
    pub(crate) fn new(sender: Sender<Message>, can: &ClientCapabilities) -> Client {
        let window = can.window.as_ref();
        let lenses = can.workspace.as_ref().and_then(|w| w.code_lens.as_ref());
        let text = can.text_document.as_ref();
        let published = text.and_then(|t| t.publish_diagnostics.as_ref());
        Client {
            sender,
            requests: 0,
            shows_progress: window.and_then(|w| w.work_done_progress).unwrap_or(false),
            refreshes_lenses: lenses.and_then(|l| l.refresh_support).unwrap_or(false),
            shows_documents: window
                .and_then(|w| w.show_document.as_ref())
                .is_some_and(|s| s.support),
            shows_related: published
                .and_then(|p| p.related_information)
                .unwrap_or(false),
        }
    }

    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            let method = method.to_owned();
            let _ = self.sender.send(Notification { method, params }.into());
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(format!("hatha-{}", self.requests));
        let method = method.to_owned();
        let _ = self.sender.send(Request { id, method, params }.into());
    }

    pub(crate) fn respond(&self, response: Response) {
        let _ = self.sender.send(response.into());
    }

    pub(crate) fn publish(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let params = PublishDiagnosticsParams {
            uri: uri.clone(),
            diagnostics,
            version,
        };
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Tells the user.
    pub(crate) fn show(&self, kind: MessageType, message: &str) {
        let params = json!({ "type": kind, "message": format!("hatha: {message}") });
        self.notify("window/showMessage", params);
    }

    pub(crate) fn log(&self, message: &str) {
        let params = json!({ "type": MessageType::LOG, "message": message });
        self.notify("window/logMessage", params);
    }

    pub(crate) fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.request("workspace/codeLens/refresh", Value::Null);
        }
    }

    /// Has edits of one file made.
    pub(crate) fn apply(&mut self, label: &str, uri: &Uri, version: i32, edits: &[TextEdit]) {
        let document = json!({ "uri": uri, "version": version });
        let change = json!({ "textDocument": document, "edits": edits });
        let edit = json!({ "documentChanges": [change] });
        self.request(
            "workspace/applyEdit",
            json!({ "label": label, "edit": edit }),
        );
    }

    /// Opens a file outside the editor, or says where it is.
    pub(crate) fn open(&mut self, what: &str, uri: &Uri, external: bool) {
        if self.shows_documents {
            let params = json!({ "uri": uri, "external": external, "takeFocus": true });
            self.request("window/showDocument", params);
        }
        self.show(MessageType::INFO, &format!("{what}: {}", uri.as_str()));
    }

    // ---- progress ----

    pub(crate) fn begin(&mut self, number: u64, message: &str) {
        if self.shows_progress {
            self.request(
                "window/workDoneProgress/create",
                json!({ "token": token(number) }),
            );
            let value = json!({ "kind": "begin", "title": "hatha", "cancellable": true,
                                "message": message, "percentage": 0 });
            self.progress(number, &value);
        }
    }

    pub(crate) fn report(&self, number: u64, message: &str, percentage: usize) {
        if self.shows_progress {
            let value = json!({ "kind": "report", "cancellable": true, "message": message,
                                "percentage": percentage });
            self.progress(number, &value);
        }
    }

    pub(crate) fn end(&self, number: u64, message: &str) {
        if self.shows_progress {
            self.progress(number, &json!({ "kind": "end", "message": message }));
        }
    }

    fn progress(&self, number: u64, value: &Value) {
        self.notify(
            "$/progress",
            json!({ "token": token(number), "value": value }),
        );
    }
}

/// The token of a progress.
pub(crate) fn token(number: u64) -> String {
    format!("hatha/{number}")
}
