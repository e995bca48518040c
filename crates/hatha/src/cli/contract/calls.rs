//! Whether calls in the program keep the contracts that were found.
//!
//! **Invariant.** A broken call is a replayed test of the program with the contracts as assertions
//! (`--contracts`); a caller other than `main` is checked under its own contract. Where that check
//! is not decided, that is said.

use super::args::ContractArgs;
use crate::cli::args::{EnvironmentArgs, FrontArgs, PointersArg};
use crate::cli::document::{Answer, Document};
use crate::cli::exit::{self, Failure};
use crate::cli::{check, program};
use clap::ValueEnum;
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

/// What is known of calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// Those that break a contract.
    pub(super) broken: Vec<BrokenCall>,
    /// The callers of which it was not decided whether one does.
    pub(super) undecided: Vec<String>,
}

/// Checks the callers: `main` if there is one, else every function with a contract or without need
/// of one.
pub(super) fn checked(
    args: &ContractArgs,
    front: &FrontArgs,
    all: &[Contract],
) -> Result<Calls, Failure> {
    let lines: Vec<String> = all.iter().filter_map(Contract::line).collect();
    if lines.is_empty() {
        return Ok(Calls::default());
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
    let mut found = Calls::default();
    for caller in callers {
        let document = ask(args, front, caller, &file)?;
        let is_proved = document
            .as_ref()
            .is_some_and(|d| d.verdict == Answer::Proved);
        let broken = document.and_then(|d| broken_call(caller, &d, all));
        if broken.is_none() && !is_proved {
            found.undecided.push(caller.to_owned());
        }
        found.broken.extend(broken);
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
        .args(["--first", "--entry", caller])
        .arg("--contracts")
        .arg(file)
        .args(["--timeout", &args.timeout.to_string()])
        .args(of_program(front))
        .args(of_environment(&args.environment));
    if caller != "main" {
        command.args(["--globals", "any"]);
    }
    let output = command
        .args(&front.files)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot start a process: {e}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(serde_json::from_str(text.trim()).ok())
}

/// The name of a choice on the command line.
fn word(choice: impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |v| v.get_name().to_owned())
}

/// The options that say what the program is: the calls are those of the program that contracts were
/// found for.
fn of_program(front: &FrontArgs) -> Vec<String> {
    let mut options = vec![format!("--environment={}", word(front.environment))];
    let flags = program::flags(front).into_iter();
    options.extend(flags.map(|flag| format!("--cflag={flag}")));
    options.extend(
        front
            .data_model
            .map(|m| format!("--data-model={}", word(m))),
    );
    let folder = front.compile_commands.iter();
    options.extend(folder.map(|f| format!("--compile-commands={}", f.display())));
    options.extend(front.alone.then(|| "--alone".to_owned()));
    let patterns = front.without_model.iter();
    options.extend(patterns.map(|p| format!("--without-model={p}")));
    options.extend(front.assume.iter().map(|a| format!("--assume={a}")));
    options.extend(front.stub.iter().map(|s| format!("--stub={s}")));
    options.extend(
        front
            .stubs
            .iter()
            .map(|f| format!("--stubs={}", f.display())),
    );
    options
}

/// The options that say what is around the program.
fn of_environment(environment: &EnvironmentArgs) -> Vec<String> {
    let pointers = environment.pointers().unwrap_or(PointersArg::Valid);
    let mut options = vec![
        format!("--volatile={}", word(environment.volatile)),
        format!("--misaligned={}", word(environment.misaligned)),
        format!("--pointers={}", word(pointers)),
    ];
    options.extend(
        environment
            .externals
            .map(|e| format!("--externals={}", word(e))),
    );
    let regions = environment.region.iter();
    options.extend(regions.map(|(at, size)| format!("--region={at:#x}:{size}")));
    options
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
