//! A language server: what `hatha check` says of the functions of open files, as diagnostics, texts
//! under the pointer, lenses and actions (`docs/editors.md`).
//!
//! **Invariant.** Nothing here knows C or makes a verdict: the command is started in processes of its
//! own, as users start it, and what its documents say is shown. Whatever becomes of such a process, the
//! server goes on; when the server ends, so do they.
//! Tests: `crates/hatha/tests/lsp.rs`, `the_lower_layers_know_nothing_of_the_upper_ones`.

#![warn(unreachable_pub)]

mod answers;
mod client;
mod commands;
mod dispatch;
mod edits;
mod file;
mod jobs;
mod lines;
mod process;
mod project;
mod server;
mod settings;
mod shown;
mod text;
mod uri;

use crossbeam_channel::{select, unbounded};
use lsp_server::{Connection, Message, Response};
use lsp_types::{InitializeParams, MessageType};
use serde_json::{Value, json};
use server::Server;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Why a server has ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The client does not speak the protocol.
    #[error("the client does not speak the language server protocol: {0}")]
    Protocol(String),
    /// A folder for temporary files cannot be made, or the connection broke.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Serves one client on standard input and output, until it says so or is gone. `command` is what
/// checks are made with.
pub fn serve(command: PathBuf) -> Result<(), Error> {
    let (connection, threads) = Connection::stdio();
    let served = serve_on(&connection, command);
    // The thread that writes ends with the last sender.
    drop(connection);
    let joined = threads.join();
    served.and(joined.map_err(Error::from))
}

fn serve_on(connection: &Connection, command: PathBuf) -> Result<(), Error> {
    let started = connection.initialize_start();
    let (id, params) = started.map_err(|e| Error::Protocol(e.to_string()))?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|e| Error::Protocol(e.to_string()))?;
    let (events, heard) = unbounded();
    let can = &params.capabilities;
    let mut server = Server::new(command, connection.sender.clone(), can, events)?;
    let result = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "hatha", "version": env!("CARGO_PKG_VERSION") },
    });
    server.client.respond(Response::new_ok(id, result));
    begin(&mut server, &params);
    loop {
        select! {
            recv(connection.receiver) -> message => {
                let Ok(message) = message else { return Ok(()) };
                if matches!(&message, Message::Notification(n) if n.method == "exit") {
                    return Ok(());
                }
                guarded(&mut server, |server| take(server, message));
            }
            recv(heard) -> event => if let Ok(event) = event {
                guarded(&mut server, |server| server.event(event));
            }
        }
    }
}

/// Does something; a defect in it is told and costs that alone.
fn guarded(server: &mut Server, act: impl FnOnce(&mut Server)) {
    let done = catch_unwind(AssertUnwindSafe(|| act(server)));
    if done.is_err() {
        let text = "internal error of the language server; please report it (it goes on)";
        server.client.show(MessageType::ERROR, text);
    }
}

fn take(server: &mut Server, message: Message) {
    match message {
        Message::Request(request) => dispatch::request(server, request),
        Message::Notification(notification) => dispatch::notification(server, notification),
        // What the client makes of requests is its business.
        Message::Response(_) => {}
    }
}

/// Takes what the client has said about itself.
#[expect(deprecated, reason = "older clients name one folder")]
fn begin(server: &mut Server, params: &InitializeParams) {
    let folders = params.workspace_folders.iter().flatten();
    server.roots = folders.filter_map(|f| uri::path(&f.uri)).collect();
    if server.roots.is_empty() {
        server.roots = params.root_uri.iter().filter_map(uri::path).collect();
    }
    let options = params.initialization_options.as_ref();
    dispatch::configure(server, options.unwrap_or(&Value::Null));
    let workspace = params.capabilities.workspace.as_ref();
    let watched = workspace.and_then(|w| w.did_change_watched_files.as_ref());
    if watched
        .and_then(|w| w.dynamic_registration)
        .unwrap_or(false)
    {
        dispatch::watch(&mut server.client);
    }
}

fn capabilities() -> Value {
    json!({
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "hoverProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "executeCommandProvider": { "commands": dispatch::COMMANDS },
        "workspace": {
            "workspaceFolders": { "supported": true, "changeNotifications": true },
        },
    })
}
