//! `hatha check`

use super::args::{CheckArgs, FormatArg};
use super::exit::{self, Failure};
use super::render::{self, Message};
use super::{Outcome, environment, program, property};
use crate::check::{Options, Report, Verdict, check};
use hatha_cfa::Program;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// Steps that one test may take before it is cut.
const TEST_STEPS: u64 = 10_000_000;

/// Checks and shows the verdict.
pub fn main(args: &CheckArgs) -> Outcome {
    let program = program::program(&args.front)?;
    let entry = program::entry(&program, &args.front)?;
    let options = Options {
        engine: args.engine.clone(),
        config: environment::config(&args.environment, args.property.is_some()),
        timeout: timeout(args.timeout)?,
        seed: args.seed,
        test_steps: TEST_STEPS,
        refinement: args.refine.into(),
        generalise: !args.no_generalise,
        error_function: args
            .property
            .as_deref()
            .map(property::error_function)
            .transpose()?,
    };
    let report = check(&program, entry, &options)
        .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {}", e.0)))?;
    write_artefacts(args, &report)?;
    match args.format {
        FormatArg::Json => println!("{}", to_json(&program, &args.front.entry, &report)),
        FormatArg::Human => show(&program, &report),
    }
    Ok(match report.verdict {
        Verdict::Proved { .. } => exit::OK,
        Verdict::Violated { .. } => exit::VIOLATED,
        Verdict::Unknown(_) => exit::UNKNOWN,
    })
}

/// A time limit.
pub fn timeout(seconds: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        Failure::new(
            exit::USAGE,
            format!("--timeout {seconds}: not a time in seconds"),
        )
    })
}

fn write_artefacts(args: &CheckArgs, report: &Report) -> Result<(), Failure> {
    match (&report.verdict, &args.proof, &args.tests) {
        (Verdict::Proved { proof, .. }, Some(path), _) => {
            let text = proof
                .to_json()
                .map_err(|e| Failure::new(exit::INTERNAL, e.0))?;
            write(path, &text)
        }
        (Verdict::Violated { test, .. }, _, Some(dir)) => {
            std::fs::create_dir_all(dir).map_err(|e| cannot_write(dir, &e))?;
            write(&dir.join("test-1.json"), &test.to_json())
        }
        _ => Ok(()),
    }
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| cannot_write(path, &e))
}

/// The end of a command that cannot write.
fn cannot_write(path: &Path, e: &std::io::Error) -> Failure {
    Failure::new(
        exit::NO_INPUT,
        format!("cannot write {}: {e}", path.display()),
    )
}

fn show(program: &Program, report: &Report) {
    match &report.verdict {
        Verdict::Proved { certificate, .. } => {
            println!("proved: no failure can be reached");
            println!(
                "  certified by {} ({} claims)",
                certificate.solvers.join(", "),
                certificate.obligations
            );
            println!("  not checked: memory faults, division by zero, overflow");
        }
        Verdict::Violated { test, fault } => {
            println!(
                "violated: {} at {}",
                fault.kind,
                program.sources.describe(fault.span)
            );
            let message = Message {
                title: fault.message.clone(),
                span: Some(fault.span),
                ..Message::default()
            };
            println!("{}", render::render(&message, &program.sources));
            for input in &test.inputs {
                println!("  {} = {}  ({})", input.name, input.value, input.ty);
            }
        }
        Verdict::Unknown(why) => println!("unknown: {why}"),
    }
    for assumption in &report.assumptions {
        println!("  assuming that {assumption}");
    }
    let c = report.counts;
    println!(
        "  {:.2} s, {} iterations, {} tests, {} regions, {} queries ({})",
        report.seconds, c.iterations, c.tests, c.regions, c.queries, report.engine
    );
}

fn to_json(program: &Program, entry: &str, report: &Report) -> Value {
    let (verdict, reason, certified_by, inputs) = match &report.verdict {
        Verdict::Proved { certificate, .. } => (
            "proved",
            String::new(),
            json!(certificate.solvers),
            json!([]),
        ),
        Verdict::Violated { test, fault } => {
            let reason = format!("{} at {}", fault.kind, program.sources.describe(fault.span));
            ("violated", reason, json!(["replay"]), json!(test.inputs))
        }
        Verdict::Unknown(why) => ("unknown", why.clone(), json!([]), json!([])),
    };
    json!({
        "schema": "hatha-check/1",
        "verdict": verdict,
        "reason": reason,
        "engine": report.engine,
        "seconds": report.seconds,
        "iterations": report.counts.iterations,
        "tests": report.counts.tests,
        "regions": report.counts.regions,
        "predicates": report.counts.predicates,
        "solver_queries": report.counts.queries,
        "certified_by": certified_by,
        "inputs": inputs,
        "entry": entry,
        "externals": externals(program),
        "assumptions": report.assumptions,
        "unchecked_faults": ["memory", "division-by-zero", "signed-overflow", "shift-out-of-range"],
    })
}

fn externals(program: &Program) -> Vec<&str> {
    program
        .procs
        .iter()
        .filter(|p| !p.defined)
        .map(|p| p.name.as_str())
        .collect()
}
