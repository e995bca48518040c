//! `hatha contract`: what functions demand of their callers.
//!
//! **Invariant.** Each function is worked on by a process of its own, which limits can end; what
//! has ended without a result is *unknown*.

pub(crate) mod args;
mod calls;
mod text;

use super::args::{FormatArg, FrontArgs, GlobalsArg};
use super::asked::Asked;
use super::every::is_ambiguous;
use super::exit::{self, Failure};
use super::guard::{self, Limits};
use super::{Outcome, check, environment, program, worker};
use args::ContractArgs;
use calls::Calls;
use hatha_verify::check::Options;
use hatha_verify::contract::{Contract, NoContract, Status, Subject, acsl, find};
use serde_json::json;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a worker may take beyond the limit of its function, to load and to certify.
const GRACE: Duration = Duration::from_secs(15);

/// Searches for contracts and shows them: 0 every function has one, 1 one is false or a call breaks
/// one, 2 otherwise.
pub(super) fn main(args: &ContractArgs, arguments: &[OsString]) -> Outcome {
    if args.attended {
        worker::end_with_supervisor();
    }
    let (front, named) = split(&args.front);
    let functions = match named.is_empty() {
        true => program::functions(&front, args.statics)?,
        false => named,
    };
    let mut all = Vec::new();
    for function in &functions {
        let contract = match is_ambiguous(&functions, function) {
            true => {
                let why = "several files have a function of this name".to_owned();
                Contract::unknown(function, why, 0.0)
            }
            false => one(args, function, arguments)?,
        };
        if args.format == FormatArg::Human {
            print!("{}", text::contract(&contract, args.verbosity.verbose));
        }
        all.push(contract);
    }
    let calls = match args.check_calls {
        true => calls::checked(args, &front, &all)?,
        false => Calls::default(),
    };
    match args.format {
        FormatArg::Human => print!("{}", text::summary(&all, &calls, args)),
        FormatArg::Json => println!("{}", document(&all, &calls)),
    }
    write_files(args, &all)?;
    Ok(status(&all, &calls))
}

fn status(all: &[Contract], calls: &Calls) -> u8 {
    let is = |status| move |c: &Contract| c.status == status;
    if all.iter().any(is(Status::False)) || !calls.broken.is_empty() {
        exit::VIOLATED
    } else if all.iter().any(is(Status::Unknown)) || !calls.undecided.is_empty() {
        exit::UNKNOWN
    } else {
        exit::OK
    }
}

/// The part that may be ended from outside: one function.
pub(super) fn work(args: &ContractArgs) -> Outcome {
    worker::end_with_supervisor();
    let Some(function) = &args.only else {
        return Err(Failure::new(exit::USAGE, "a worker needs a function"));
    };
    let (front, _) = split(&args.front);
    let contract = find(&subject(args, &front)?, function).map_err(|e| match e {
        NoContract::Program(d) => Failure::new(exit::BAD_INPUT, d.message),
        NoContract::Internal(why) => Failure::new(exit::INTERNAL, format!("internal error: {why}")),
    })?;
    println!("{}", json!(contract));
    Ok(exit::OK)
}

/// The options of the program, and the functions that stand among its files.
fn split(front: &FrontArgs) -> (FrontArgs, Vec<String>) {
    let is_function = |path: &PathBuf| {
        let name = path.to_string_lossy();
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name && !path.exists()
    };
    let (functions, files): (Vec<PathBuf>, Vec<PathBuf>) =
        front.files.iter().cloned().partition(is_function);
    let front = FrontArgs {
        files,
        ..front.clone()
    };
    let names = functions.iter().map(|f| f.to_string_lossy().into_owned());
    (front, names.collect())
}

fn subject(args: &ContractArgs, front: &FrontArgs) -> Result<Subject, Failure> {
    let asked = Asked::read(None, &[], args.checks.as_deref())?;
    let asked = asked.allowing(args.environment.misaligned);
    let config = environment::of_question(&args.environment, false, &asked);
    let front = FrontArgs {
        // Whoever calls a function may have called others before.
        globals: GlobalsArg::Any,
        ..front.clone()
    };
    Ok(Subject {
        load: program::options(&front),
        kinds: asked.kinds_from(""),
        options: Options {
            engine: hatha_verify::check::portfolio::NAME.to_owned(),
            matching: true,
            minimise: true,
            ..Options::new(config, check::timeout(args.timeout)?)
        },
    })
}

/// The contract of one function, from a worker.
fn one(args: &ContractArgs, function: &str, arguments: &[OsString]) -> Result<Contract, Failure> {
    let start = Instant::now();
    let limit = check::timeout(args.timeout)? + GRACE;
    let limits = Limits {
        deadline: start.checked_add(limit),
        memory: None,
    };
    let mut arguments = arguments.to_vec();
    arguments.extend(["--only".into(), function.into()]);
    let reason = match guard::guarded("contract", &arguments, limits)? {
        guard::End::Done(text, exit::OK) => match serde_json::from_str(text.trim()) {
            Ok(contract) => return Ok(contract),
            Err(_) => "the search ended without a result".to_owned(),
        },
        guard::End::Done(_, status @ (exit::USAGE..=exit::NO_INPUT)) => {
            return Err(Failure::new(status, "no contract was searched for"));
        }
        guard::End::Done(_, status) => format!("the search ended with status {status}"),
        guard::End::Limit(limit) => limit.to_string(),
    };
    Ok(Contract::unknown(
        function,
        reason,
        start.elapsed().as_secs_f64(),
    ))
}

fn document(all: &[Contract], calls: &Calls) -> serde_json::Value {
    let one = |c: &Contract| {
        let mut value = json!(c);
        value["precondition"] = match c.status {
            Status::Proved => json!(c.precondition()),
            Status::False => json!("0"),
            Status::Unknown => json!(null),
        };
        value["acsl"] = json!(acsl(c));
        value
    };
    json!({
        "schema": "hatha-contract",
        "version": 1,
        "functions": all.iter().map(one).collect::<Vec<_>>(),
        "broken_calls": calls.broken,
        "undecided_callers": calls.undecided,
    })
}

fn write_files(args: &ContractArgs, all: &[Contract]) -> Result<(), Failure> {
    if let Some(path) = &args.save {
        let mut lines = String::from("# FUNCTION: PRECONDITION, for hatha check --contracts\n");
        for line in all.iter().filter_map(Contract::line) {
            lines.push_str(&line);
            lines.push('\n');
        }
        check::write(path, &lines)?;
    }
    if let Some(path) = &args.acsl {
        let texts: Vec<String> = all.iter().filter_map(acsl).collect();
        check::write(path, &texts.join("\n"))?;
    }
    Ok(())
}
