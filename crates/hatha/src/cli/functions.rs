//! `hatha check --list-functions`: the functions of the files, and a key for each that changes where the
//! answer about it may.
//!
//! **Invariant.** Nothing is checked, and a key is no verdict. What is wrong with the program is part of
//! the list, for who reads no messages.

use super::args::{CheckArgs, FormatArg, FrontArgs};
use super::exit::{self, Failure};
use super::program::{self, Unread};
use super::{Outcome, check};
use hatha_cfa::{Program, SourceMap};
use hatha_front::diag::Diagnostic;
use hatha_verify::functions::{Function, functions};
use serde_json::{Value, json};
use std::path::Path;

/// Prints the list.
pub(super) fn main(args: &CheckArgs) -> Outcome {
    match listed(args) {
        Ok(all) => {
            print(args, &all, None);
            Ok(exit::OK)
        }
        Err(Unread::Wrong(diagnostic, sources)) => {
            let failure = program::diagnostic(&diagnostic, &sources);
            if args.format != FormatArg::Human {
                print(args, &[], Some(error(&diagnostic, &sources)));
            }
            Err(failure)
        }
        Err(Unread::Other(failure)) => {
            if args.format != FormatArg::Human {
                let message = failure.message.clone();
                let error = json!({ "message": message, "help": "", "location": "" });
                print(args, &[], Some(error));
            }
            Err(failure)
        }
    }
}

/// A function of one of the files.
struct Listed {
    function: Function,
    location: String,
}

fn listed(args: &CheckArgs) -> Result<Vec<Listed>, Unread> {
    let question = question(args)?;
    let program = program::try_load_without_start(&args.front)?;
    let own = |f: &Function| is_in(&program, &args.front, f);
    let all = functions(&program, &question).into_iter().filter(own);
    let listed = all.map(|function| Listed {
        location: program.sources.describe(function.span),
        function,
    });
    Ok(listed.collect())
}

/// Whether one of the files that are named has the function.
fn is_in(program: &Program, front: &FrontArgs, function: &Function) -> bool {
    let at = program.sources.file(function.span.file);
    let name = at.map(|f| Path::new(&f.name));
    name.is_some_and(|n| front.files.iter().any(|file| program::is_named(file, n)))
}

/// What is asked of a function: the options that an answer may depend on, with what stands in the files
/// that they name.
fn question(args: &CheckArgs) -> Result<String, Failure> {
    let front = &args.front;
    let asked = check::asked(args)?;
    let mut texts = Vec::new();
    let named = [&front.contracts, &front.stubs, &args.predicates];
    for path in named.into_iter().flatten() {
        texts.push(super::file::read(path)?);
    }
    Ok(format!(
        "{asked:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?} {:?} {} {texts:?}",
        args.environment,
        front.globals,
        front.environment,
        front.assume,
        front.stub,
        front.rules,
        front.without_model,
        args.engine,
        args.refine,
        args.timeout,
        args.memory,
        (args.first, args.thorough, args.with_asserts, args.matching),
        (
            args.summaries,
            args.inline,
            args.no_generalise,
            args.no_certify
        ),
        args.seed,
    ))
}

fn print(args: &CheckArgs, all: &[Listed], error: Option<Value>) {
    if args.format == FormatArg::Human {
        for Listed { function, location } in all {
            println!("{:<28} {location}", function.name);
        }
        return;
    }
    let one = |listed: &Listed| {
        let Function {
            name,
            external,
            key,
            last_line,
            ..
        } = &listed.function;
        json!({
            "name": name,
            "location": listed.location,
            "last_line": last_line,
            "external": external,
            "key": key,
        })
    };
    let all: Vec<Value> = all.iter().map(one).collect();
    let document = json!({
        "schema": "hatha-functions",
        "version": 1,
        "functions": all,
        "error": error,
    });
    println!("{document}");
}

fn error(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let help = program::help(diagnostic, sources).unwrap_or_default();
    let location = match diagnostic.span.is_some() {
        true => sources.describe(diagnostic.span),
        false => String::new(),
    };
    json!({ "message": diagnostic.message, "help": help, "location": location })
}
