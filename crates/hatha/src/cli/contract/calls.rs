//! Whether calls in the program keep the contracts that were found.
//!
//! **Invariant.** A broken call is a replayed test of the program with the contracts as assertions
//! (`--contracts`); a caller other than `main` is checked under its own contract. Where that check
//! is not decided, nothing is said.

use super::args::ContractArgs;
use crate::cli::args::FrontArgs;
use crate::cli::document::{Answer, Document};
use crate::cli::exit::{self, Failure};
use crate::cli::{check, program};
use hatha_verify::contract::{Contract, Status};
use serde::Serialize;
use std::process::{Command, Stdio};

/// A call that breaks a contract.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BrokenCall {
    /// The function that calls.
    pub(super) caller: String,
    /// The function that is called.
    pub(super) function: String,
    /// Where it is called.
    pub(super) location: String,
    /// The contract, and its line in the file of contracts.
    pub(super) contract: String,
}

/// Checks the callers: `main` if there is one, else every function with a contract or without need
/// of one.
pub(super) fn broken(
    args: &ContractArgs,
    front: &FrontArgs,
    all: &[Contract],
) -> Result<Vec<BrokenCall>, Failure> {
    let lines: Vec<String> = all.iter().filter_map(Contract::line).collect();
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let folder = std::env::temp_dir().join(format!("hatha-contracts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| check::cannot_write(&folder, &e))?;
    let file = folder.join("contracts");
    check::write(&file, &lines.join("\n"))?;
    let defined = program::functions(front, true)?;
    let callers: Vec<&str> = match defined.iter().any(|f| f == "main") {
        true => vec!["main"],
        false => {
            let proved = all.iter().filter(|c| c.status == Status::Proved);
            proved.map(|c| c.function.as_str()).collect()
        }
    };
    let mut found = Vec::new();
    for caller in callers {
        let document = ask(args, front, caller, &file)?;
        found.extend(document.and_then(|d| broken_call(caller, &d, all)));
    }
    // Nobody needs the folder any more.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(found)
}

/// Checks the assertions of contracts from one function on, in a process of its own.
fn ask(
    args: &ContractArgs,
    front: &FrontArgs,
    caller: &str,
    file: &std::path::Path,
) -> Result<Option<Document>, Failure> {
    let me = std::env::current_exe()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot find myself: {e}")))?;
    let mut command = Command::new(me);
    command
        .args(["check", "--format", "json", "--checks", "assertions"])
        .args(["--pointers", "valid", "--first", "--entry", caller])
        .arg("--contracts")
        .arg(file)
        .args(["--timeout", &args.timeout.to_string()]);
    if caller != "main" {
        command.args(["--globals", "any"]);
    }
    for flag in program::flags(front) {
        command.arg(format!("--cflag={flag}"));
    }
    for assumption in &front.assume {
        command.args(["--assume", assumption]);
    }
    let output = command
        .args(&front.files)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot start a process: {e}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(serde_json::from_str(text.trim()).ok())
}

/// The call that a failing test breaks a contract with: the last line before the assertion.
fn broken_call(caller: &str, document: &Document, all: &[Contract]) -> Option<BrokenCall> {
    if document.verdict != Answer::Violated {
        return None;
    }
    let steps = &document.trace;
    let is_contract = |function: &str| hatha_front::contracts::function_of(function).is_some();
    let last = steps.last().filter(|s| is_contract(&s.function))?;
    let function = hatha_front::contracts::function_of(&last.function)?.to_owned();
    let before = steps.iter().rev();
    let mut before = before.filter(|s| !is_contract(&s.function) && s.function != function);
    let call = before.next()?;
    let contract = all.iter().find(|c| c.function == function)?;
    Some(BrokenCall {
        caller: match call.function.is_empty() {
            true => caller.to_owned(),
            false => call.function.clone(),
        },
        function,
        location: format!("{}:{}", call.file, call.line),
        contract: contract.precondition(),
    })
}
