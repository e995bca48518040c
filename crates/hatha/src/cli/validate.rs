//! `hatha validate`: is a witness right?

use super::args::{DataModelArg, FormatArg, ValidateArgs};
use super::exit::{self, Failure};
use super::{Outcome, check, environment, file, guard, program, property, worker};
use hatha_cfa::Program;
use hatha_front::load::LoadOptions;
use hatha_report::sha256::hex as sha256;
use hatha_verify::check::Options;
use hatha_verify::validate::{Decision, Property, Validated, Validation, kind};
use hatha_witness::Witness;
use serde_json::json;
use std::ffi::OsString;
use std::time::Instant;

/// Judges a witness in a process that can be ended: 0 confirmed, 1 rejected, 2 undecided.
pub(super) fn main(args: &ValidateArgs, arguments: &[OsString]) -> Outcome {
    let start = Instant::now();
    let witness = read(args)?;
    let timeout = check::timeout(args.timeout)?;
    let limits = guard::Limits {
        deadline: start.checked_add(timeout),
        memory: args.memory,
    };
    match guard::guarded("validate", arguments, limits)? {
        guard::End::Done(text, status) => {
            print!("{text}");
            Ok(status)
        }
        guard::End::Limit(limit) => {
            let validated = Validated::undecided(limit.to_string());
            let notes = notes(args, &witness);
            show(
                args,
                &witness,
                &validated,
                &notes,
                start.elapsed().as_secs_f64(),
            );
            Ok(exit::UNKNOWN)
        }
    }
}

fn read(args: &ValidateArgs) -> Result<Witness, Failure> {
    let text = file::read(&args.witness)?;
    hatha_witness::read(&text).map_err(|problem| {
        let path = args.witness.display();
        let is_c = args
            .witness
            .extension()
            .is_some_and(|e| e == "c" || e == "i");
        let hint = match is_c {
            true => "\nthe witness comes first: hatha validate WITNESS.yml FILE.c",
            false => "",
        };
        let why = format!("error: {path}:{problem}{hint}");
        Failure::new(exit::BAD_INPUT, why)
    })
}

/// The part that may be ended from outside.
pub(super) fn work(args: &ValidateArgs) -> Outcome {
    worker::end_with_supervisor();
    let start = Instant::now();
    let witness = read(args)?;
    let job = Job::new(args, &witness, start)?;
    let validated = job.validate()?;
    let notes = notes(args, &witness);
    show(
        args,
        &witness,
        &validated,
        &notes,
        start.elapsed().as_secs_f64(),
    );
    if let (Some(folder), Some(test)) = (&args.tests, &validated.test) {
        check::write_test(folder, test)?;
    }
    Ok(match validated.judgement.decision {
        Decision::Confirmed => exit::OK,
        Decision::Rejected => exit::VIOLATED,
        Decision::Undecided => exit::UNKNOWN,
    })
}

/// What the user should know besides: files that are not the ones of the witness.
fn notes(args: &ValidateArgs, witness: &Witness) -> Vec<String> {
    let mut notes = Vec::new();
    let hashes = &witness.metadata.task.input_file_hashes;
    for path in &args.front.files {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        let is_named = |given: &str| given.rsplit('/').next() == name.as_deref();
        let Some((given, expected)) = hashes.iter().find(|(f, _)| is_named(f)) else {
            continue;
        };
        let Ok(bytes) = std::fs::read(path) else {
            continue;
        };
        if !expected.eq_ignore_ascii_case(&sha256(&bytes)) {
            notes.push(format!(
                "`{given}` has another hash in the witness than the file here"
            ));
        }
    }
    notes
}

fn show(args: &ValidateArgs, witness: &Witness, v: &Validated, notes: &[String], seconds: f64) {
    let decision = json!(v.judgement.decision);
    if args.format == FormatArg::Json {
        let inputs = v.test.as_ref().map(|t| &t.inputs);
        println!(
            "{}",
            json!({
                "schema": "hatha-validate",
                "version": 1,
                "kind": kind(witness),
                "producer": witness.metadata.producer.name,
                "decision": decision,
                "reason": v.judgement.reason,
                "certified_by": v.certified_by,
                "inputs": inputs.cloned().unwrap_or_default(),
                "assumptions": v.assumptions,
                "notes": notes,
                "seconds": seconds,
            })
        );
        return;
    }
    let word = decision.as_str().unwrap_or_default().to_owned();
    println!("{word}: {}", v.judgement.reason);
    if args.verbosity.quiet {
        return;
    }
    if let Some(test) = &v.test {
        let inputs = test.inputs.iter().map(|i| i.value.to_string());
        println!("  inputs: {}", inputs.collect::<Vec<_>>().join(", "));
    }
    if !v.certified_by.is_empty() {
        println!("  confirmed by: {}", v.certified_by.join(", "));
    }
    for assumption in &v.assumptions {
        println!("  assuming that {assumption}");
    }
    for note in notes {
        println!("  note: {note}");
    }
}

/// The program of a witness with what the command line says about it.
struct Job<'a> {
    args: &'a ValidateArgs,
    witness: &'a Witness,
    options: Options,
    property: Property,
    model: Option<DataModelArg>,
    /// The program as it is.
    plain: Program,
    start: Instant,
}

impl<'a> Job<'a> {
    fn new(args: &'a ValidateArgs, witness: &'a Witness, start: Instant) -> Result<Self, Failure> {
        let task = &witness.metadata.task;
        let named = match &args.property {
            Some(file) => Property::Calls(property::error_function(file)?),
            None if args.front.rules.is_empty() => Property::read(&task.specification),
            None => Property::Rules,
        };
        let model = match task.data_model.as_str() {
            "ILP32" | "32bit" => Some(DataModelArg::Ilp32),
            "LP64" | "64bit" => Some(DataModelArg::Lp64),
            _ => None,
        };
        let model = args.front.data_model.or(model);
        // A program that does not load is reported first, before it is instrumented.
        let plain = program::watched(&args.front, model, None, None)?;
        let property = named.or_of(&plain);
        let config = environment::config(&args.environment, property.function().is_some());
        Ok(Job {
            args,
            witness,
            options: Options::new(config, check::timeout(args.timeout)?),
            property,
            model,
            plain,
            start,
        })
    }

    fn validate(&self) -> Result<Validated, Failure> {
        let load = LoadOptions {
            data_model: self.model.map(program::data_model),
            ..program::options(&self.args.front)
        };
        let validation = Validation {
            witness: self.witness,
            property: &self.property,
            options: &self.options,
            plain: &self.plain,
            entry: program::entry(&self.plain, &self.args.front)?,
            start: self.start,
            has_rules: !self.args.front.rules.is_empty(),
            one_file: self.args.front.files.len() == 1,
            load,
            instrumented: &|observers, predicates| {
                let front = &self.args.front;
                program::watched(front, self.model, Some(observers), predicates)
                    .map_err(|failure| failure.message)
            },
            gave_up: &|engine, cause| {
                if self.args.verbosity.verbose {
                    eprintln!("hatha: note: {engine} gives up: {cause}");
                }
            },
        };
        let validated = validation.validate();
        validated.map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))
    }
}
