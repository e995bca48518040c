//! `hatha unit SYSTEM.gcl`: the same questions about guarded commands.

use super::super::args::{FormatArg, UnitArgs};
use super::super::exit::{self, Failure};
use super::super::{Outcome, check, gcl, interrupt};
use hatha_ltl::Parsed;
use hatha_smt::Budget;
use hatha_verify::unit::Answer;
use hatha_verify::unit::system::{self, Asked, SystemPath, SystemReport};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Answers.
pub(super) fn main(args: &UnitArgs, formula: &str, parsed: &Parsed) -> Outcome {
    if let Some(option) = for_c(args) {
        let why = format!("error: {option} is for C programs, not for .gcl files");
        return Err(Failure::new(exit::USAGE, why));
    }
    let system = gcl::system(&args.front)?;
    let budget = Budget {
        deadline: Instant::now().checked_add(check::timeout(args.timeout)?),
        interrupt: Some(interrupt::flag()),
        ..Budget::default()
    };
    let asked = Asked {
        file: &system.path.display().to_string(),
        text: &system.text,
        constants: &system.constants,
        formula,
        parsed,
        budget: &budget,
    };
    let report = system::ask(&asked).map_err(|e| super::no_answer(formula, e))?;
    if let (Some(dir), Some(found)) = (&args.tests, &report.path) {
        write_run(dir, found)?;
    }
    match args.format {
        FormatArg::Human => print_text(&report),
        FormatArg::Json => println!("{:#}", document(formula, &report)),
    }
    Ok(super::status(&report.answer))
}

/// An option that says nothing about guarded commands.
fn for_c(args: &UnitArgs) -> Option<&'static str> {
    let front = &args.front;
    let given = [
        (!args.process.is_empty(), "--process"),
        (!front.assume.is_empty(), "--assume"),
        (!front.stub.is_empty(), "--stub"),
        (front.stubs.is_some(), "--stubs"),
        (!front.rules.is_empty(), "--rule"),
        (args.all, "--all"),
        (args.skip > 0, "--skip"),
    ];
    given
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
}

fn write_run(dir: &Path, path: &SystemPath) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| check::cannot_write(dir, &e))?;
    let text = path.run.to_json();
    let text = text.map_err(|e| Failure::new(exit::INTERNAL, e.to_string()))?;
    check::write(&dir.join("run-1.json"), &text)
}

fn print_text(report: &SystemReport) {
    if let Some(path) = &report.path {
        println!("path 1, n = {}:", path.repeats);
        for node in &path.nodes {
            println!("  {:12} {}", node.name, node.text);
        }
        println!("  allowed if: {}", path.condition);
    }
    match &report.answer {
        Answer::Found => println!("found: 1 path(s)"),
        Answer::Proved => println!("proved: there is no such path for any n"),
        Answer::NoneUpTo(why) | Answer::Undecided(why) => println!("undecided: {why}"),
    }
    for assumption in &report.assumptions {
        println!("assuming: {assumption}");
    }
}

/// The answer for scripts; `docs/formats/unit.md` describes it.
fn document(formula: &str, report: &SystemReport) -> Value {
    let (answer, reason) = match &report.answer {
        Answer::Found => ("found", None),
        Answer::Proved => ("proved", None),
        Answer::NoneUpTo(why) | Answer::Undecided(why) => ("undecided", Some(why)),
    };
    let paths: Vec<Value> = report.path.iter().map(path_document).collect();
    let mut document = json!({
        "schema": "hatha-unit",
        "version": 1,
        "formula": formula,
        "answer": answer,
        "searched": 0,
        "exhausted": report.answer == Answer::Proved,
        "paths": paths,
        "unconfirmed": [],
        "coverage": { "state": "undecided" },
        "never_set": [],
        "assumptions": report.assumptions,
        "counts": {
            "prefixes": report.states,
            "refuted": 0,
            "matched": 0,
            "queries": report.queries,
            "product": report.automaton,
            "product_alive": report.automaton,
        },
        "seconds": report.seconds,
    });
    if let Some(reason) = reason {
        document["reason"] = json!(reason);
    }
    document
}

fn path_document(path: &SystemPath) -> Value {
    let nodes = path.nodes.iter();
    let nodes: Vec<Value> = nodes
        .map(|n| json!({ "name": n.name, "location": n.location, "text": n.text }))
        .collect();
    json!({
        "n": path.repeats,
        "nodes": nodes,
        "condition": path.condition,
        "drawn": 0,
        "run": path.run,
    })
}
