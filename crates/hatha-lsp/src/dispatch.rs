//! From messages of a client to what the server does.
//!
//! **Invariant.** Every request gets one response: a result, or an error that says what is wrong with it.

use crate::answers::CheckVerdict;
use crate::client::Client;
use crate::edits;
use crate::jobs::Task;
use crate::server::Server;
use crate::settings::Settings;
use crate::shown::{self, Shown};
use crate::text;
use crate::uri;
use lsp_server::{ErrorCode, Notification, Request, Response};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, Command,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandParams, Hover, HoverContents, HoverParams,
    MarkupContent, MarkupKind, MessageType, Uri, WorkspaceEdit,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The commands of the server.
pub(crate) const COMMANDS: [&str; 6] = [
    "hatha.check",
    "hatha.checkAll",
    "hatha.require",
    "hatha.writeTest",
    "hatha.openReport",
    "hatha.cancel",
];

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|e| e.to_string())
}

// ---- notifications ----

/// Takes a notification; what is wrong with it is only logged.
pub(crate) fn notification(server: &mut Server, notification: Notification) {
    let method = notification.method.clone();
    if let Err(why) = noted(server, notification) {
        server.client.log(&format!("{method}: {why}"));
    }
}

fn noted(server: &mut Server, notification: Notification) -> Result<(), String> {
    let params = notification.params;
    match notification.method.as_str() {
        "textDocument/didOpen" => {
            let document = read::<DidOpenTextDocumentParams>(params)?.text_document;
            server.open(document.uri, document.version, &document.text);
        }
        "textDocument/didChange" => changed(server, read(params)?),
        "textDocument/didSave" => {
            let params: DidSaveTextDocumentParams = read(params)?;
            if let Some(path) = uri::path(&params.text_document.uri) {
                server.saved(&path);
            }
        }
        "textDocument/didClose" => {
            let params: DidCloseTextDocumentParams = read(params)?;
            if let Some(path) = uri::path(&params.text_document.uri) {
                server.close(&path);
            }
        }
        "workspace/didChangeConfiguration" => {
            let params: DidChangeConfigurationParams = read(params)?;
            configure(server, &params.settings);
            server.check_all();
        }
        "workspace/didChangeWorkspaceFolders" => {
            let event = read::<DidChangeWorkspaceFoldersParams>(params)?.event;
            let gone: Vec<PathBuf> = event
                .removed
                .iter()
                .filter_map(|f| uri::path(&f.uri))
                .collect();
            server.roots.retain(|root| !gone.contains(root));
            server
                .roots
                .extend(event.added.iter().filter_map(|f| uri::path(&f.uri)));
        }
        "workspace/didChangeWatchedFiles" => {
            let changes = read::<DidChangeWatchedFilesParams>(params)?.changes;
            let paths = changes.iter().filter_map(|c| uri::path(&c.uri));
            // What is open is checked when it is saved.
            let others = paths.filter(|p| !server.files.contains_key(p));
            if others.count() > 0 {
                server.check_all();
            }
        }
        "window/workDoneProgress/cancel" => {
            let token = params["token"].as_str().unwrap_or_default().to_owned();
            server.cancel_progress(&token);
        }
        // Others are nobody's business here.
        _ => {}
    }
    Ok(())
}

fn changed(server: &mut Server, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let path = uri::path(&document.uri);
    let Some(file) = path.and_then(|p| server.files.get_mut(&p)) else {
        return;
    };
    let mut now = file.text.to_string();
    for change in &params.content_changes {
        now = text::changed(&now, change);
    }
    file.text = now.into();
    file.version = document.version;
}

/// Takes settings; wrong ones are told and change nothing.
pub(crate) fn configure(server: &mut Server, value: &Value) {
    match Settings::read(value) {
        Ok(settings) => server.settings = settings,
        Err(why) => {
            let text = format!("the settings are not taken: {why}");
            server.client.show(MessageType::WARNING, &text);
        }
    }
}

// ---- requests ----

/// Answers a request.
pub(crate) fn request(server: &mut Server, request: Request) {
    let Request { id, method, params } = request;
    let result = match method.as_str() {
        "shutdown" => Ok(Value::Null),
        "textDocument/hover" => hover(server, params),
        "textDocument/codeLens" => lenses(server, params),
        "textDocument/codeAction" => actions(server, params),
        "workspace/executeCommand" => execute(server, params),
        _ => {
            let code = ErrorCode::MethodNotFound as i32;
            let response = Response::new_err(id, code, format!("there is no {method}"));
            return server.client.respond(response);
        }
    };
    server.client.respond(match result {
        Ok(value) => Response::new_ok(id, value),
        Err(why) => Response::new_err(id, ErrorCode::InvalidParams as i32, why),
    });
}

fn hover(server: &Server, params: Value) -> Result<Value, String> {
    let at = read::<HoverParams>(params)?.text_document_position_params;
    let file = uri::path(&at.text_document.uri).and_then(|p| server.files.get(&p));
    let text = file.and_then(|f| shown::hover(f, &server.project(&f.path), at.position.line));
    let hover = text.map(|value| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: None,
    });
    Ok(json!(hover))
}

fn lenses(server: &Server, params: Value) -> Result<Value, String> {
    let uri = read::<CodeLensParams>(params)?.text_document.uri;
    let file = uri::path(&uri).and_then(|p| server.files.get(&p));
    Ok(json!(
        file.map(|f| shown::lenses(f, &server.project(&f.path)))
    ))
}

fn actions(server: &Server, params: Value) -> Result<Value, String> {
    let params: CodeActionParams = read(params)?;
    let uri = params.text_document.uri;
    let Some(file) = uri::path(&uri).and_then(|p| server.files.get(&p)) else {
        return Ok(Value::Null);
    };
    let project = server.project(&file.path);
    let checks = shown::checks_in(file, &project, params.range);
    let mut all: Vec<CodeAction> = Vec::new();
    let mut add = |action: CodeAction| {
        if !all.iter().any(|a| a.title == action.title) {
            all.push(action);
        }
    };
    for shown in &checks {
        of_check(&uri, &file.text, shown)
            .into_iter()
            .for_each(&mut add);
    }
    let all: Vec<CodeActionOrCommand> = all.into_iter().map(Into::into).collect();
    Ok(json!(all))
}

fn of_check(uri: &Uri, text: &str, shown: &Shown<'_>) -> Vec<CodeAction> {
    let (entry, check) = (shown.entry, shown.check);
    let is_violated = check.verdict == CheckVerdict::Violated;
    let command = |title: String, command: &str| CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        command: Some(Command {
            title,
            command: command.to_owned(),
            arguments: Some(vec![json!(uri), json!(entry)]),
        }),
        ..CodeAction::default()
    };
    let mut all = Vec::new();
    if is_violated && entry != "main" {
        let title = format!("Require of the callers of `{entry}` what excludes this");
        all.push(command(title, "hatha.require"));
    }
    if is_violated {
        let title = format!("Write the failing test of `{entry}`");
        all.push(command(title, "hatha.writeTest"));
    }
    // What the program states itself is not accepted, it is corrected.
    if check.id.contains(&format!("#{}-", check.kind)) {
        let edit = edits::accept(text, shown.line, &check.kind);
        all.push(CodeAction {
            title: format!("Accept `{}` here", check.kind),
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(of_edit(uri, edit)),
            ..CodeAction::default()
        });
    }
    let again = format!("Check `{entry}` again");
    all.push(command(again, "hatha.check"));
    let report = format!("Open the report about `{entry}`");
    all.push(command(report, "hatha.openReport"));
    all
}

#[expect(
    clippy::mutable_key_type,
    reason = "the protocol's type has URIs as keys"
)]
fn of_edit(uri: &Uri, edit: lsp_types::TextEdit) -> WorkspaceEdit {
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

fn execute(server: &mut Server, params: Value) -> Result<Value, String> {
    let ExecuteCommandParams {
        command, arguments, ..
    } = read(params)?;
    let text = |n: usize| arguments.get(n).and_then(Value::as_str).unwrap_or_default();
    let uri = Uri::from_str(text(0)).ok();
    let path = uri.as_ref().and_then(uri::path);
    let function = text(1).to_owned();
    let path = || {
        path.clone()
            .ok_or("the first argument is the URI of a file")
    };
    let name = || match function.is_empty() {
        true => Err("the second argument is a function"),
        false => Ok(function.clone()),
    };
    match command.as_str() {
        "hatha.check" => server.check_function(&path()?, &name()?),
        "hatha.checkAll" => server.check_again(&path()?),
        "hatha.cancel" => server.cancel(&path()?),
        "hatha.require" => {
            let (path, function) = (path()?, name()?);
            let message = format!("searching a precondition of {function}");
            server.ask(&path, Task::Contract { function }, &message);
        }
        "hatha.writeTest" => {
            let (path, function) = (path()?, name()?);
            let folder = folder_of_tests(server, &path, &function);
            let message = format!("writing the failing test of {function}");
            server.ask(&path, Task::Test { function, folder }, &message);
        }
        "hatha.openReport" => {
            let (path, function) = (path()?, name()?);
            let page = server.page(&function);
            let message = format!("making the report about {function}");
            server.ask(&path, Task::Report { function, page }, &message);
        }
        other => return Err(format!("there is no command {other}")),
    }
    Ok(Value::Null)
}

fn folder_of_tests(server: &Server, path: &Path, function: &str) -> PathBuf {
    let root = server.project(path).root;
    root.join(&server.settings.tests).join(function)
}

/// What the client is asked to tell about files.
pub(crate) fn watch(client: &mut Client) {
    let patterns = [
        "**/*.c",
        "**/*.h",
        "**/hatha.toml",
        "**/compile_commands.json",
    ];
    let watchers = patterns.map(|p| json!({ "globPattern": p }));
    let options = json!({ "watchers": watchers });
    let registration = json!({ "id": "hatha-files", "method": "workspace/didChangeWatchedFiles",
                               "registerOptions": options });
    client.request(
        "client/registerCapability",
        json!({ "registrations": [registration] }),
    );
}
