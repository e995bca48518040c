//! `hatha check`: from the command line to the options of a check.

use super::args::CheckArgs;
use super::asked::Asked;
use super::document::{CheckAnswer, Document};
use super::environment;
use super::exit::{self, Failure};
use hatha_cfa::{ProcId, Program};
use hatha_engine::Calls;
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use hatha_verify::check::property::{Property, Status};
use hatha_verify::check::reach::reaching;
use hatha_verify::check::{Options, Report, Verdict};
use std::path::Path;
use std::time::{Duration, Instant};

/// What is asked about, rules apart.
pub(super) fn asked(args: &CheckArgs) -> Result<Asked, Failure> {
    let rules = &args.front.rules;
    let asked = Asked::read(args.property.as_deref(), rules, args.checks.as_deref())?;
    Ok(asked.allowing(args.environment.misaligned))
}

/// The options that do not depend on the program, for what is asked: the property may be read only
/// once.
pub(super) fn options(args: &CheckArgs, asked: &Asked) -> Result<Options, Failure> {
    tracing::trace!(target: "walk", "the question is read from the options");
    let config = environment::of_question(&args.environment, args.property.is_some(), asked);
    let rules = !args.front.rules.is_empty() && !args.with_asserts;
    let asked = asked
        .function
        .or_else(|| rules.then_some(hatha_rules::FAILURE));
    Ok(Options {
        engine: args.engine.clone(),
        seed: args.seed,
        refinement: args.refine.into(),
        generalise: !args.no_generalise,
        matching: args.matching,
        calls: match (args.inline, args.summaries) {
            (true, _) => Calls::Inline,
            (false, true) => Calls::Summaries,
            (false, false) => Calls::Auto,
        },
        certify: !args.no_certify,
        minimise: true,
        // A property asks for one answer, and a cache keeps the evidence for one.
        each: args.property.is_none() && args.cache.is_none(),
        first: args.first,
        thorough: args.thorough,
        error_function: asked.map(str::to_owned),
        ..Options::new(config, timeout(args.timeout)?)
    })
}

/// A time limit that clocks can take.
pub(super) fn timeout(seconds: f64) -> Result<Duration, Failure> {
    let wrong = |_| {
        let why = format!("--timeout {seconds}: not a time in seconds");
        Failure::new(exit::USAGE, why)
    };
    let given = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
    Ok(given.min(YEARS))
}

/// As good as no limit.
const YEARS: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// Writes the failing test or the proof, where they are wanted.
pub(crate) fn write_artefacts(args: &CheckArgs, report: &Report) -> Result<(), Failure> {
    match (&report.verdict, &args.proof, &args.tests) {
        (Verdict::Proved { .. }, Some(path), _) if report.proof_is_part => {
            let why = format!(
                "{} is not written: the checks were proved one by one, or some are accepted",
                path.display()
            );
            Err(Failure::new(exit::UNKNOWN, why))
        }
        (Verdict::Proved { proof, .. }, Some(path), _) => {
            let text = proof
                .to_json()
                .map_err(|e| Failure::new(exit::INTERNAL, e.0))?;
            write(path, &text)
        }
        (Verdict::Violated { test, .. }, _, Some(dir)) => {
            write_test(dir, test)?;
            for (n, other) in report.violations.iter().enumerate().skip(1) {
                let path = dir.join(format!("test-{}.json", n + 1));
                write(&path, &other.test.to_json())?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Writes tests that reach the proved checks, where they are wanted, and lists the checks that none
/// reaches. `left` is the time that may be spent.
pub(crate) fn write_reaching_tests(
    args: &CheckArgs,
    (program, entry): (&Program, ProcId),
    options: &Options,
    report: &Report,
    (document, left): (&mut Document, Duration),
) -> Result<(), Failure> {
    let (Some(dir), Some(checks)) = (&args.tests, &options.checks) else {
        return Ok(());
    };
    let is_proved = |c: &&Property| c.status == Status::Proved && !c.vacuous;
    let proved: Vec<&Property> = report.properties.iter().filter(is_proved).collect();
    if proved.is_empty() {
        return Ok(());
    }
    let budget = Budget {
        deadline: Some(Instant::now() + left.min(REACHING)),
        referee: options.referee.clone(),
        ..Budget::unlimited()
    };
    let tests = reaching((program, entry), &options.config, checks, &proved, budget)
        .map_err(|e| Failure::new(exit::INTERNAL, e.0))?;
    make_folder(dir)?;
    for (n, found) in tests.iter().enumerate() {
        let name = format!("reach-{}.json", n + 1);
        write(&dir.join(&name), &found.test.to_json())?;
        let notes = document.checks.iter_mut();
        for note in notes.filter(|note| note.stands_for.iter().any(|id| found.checks.contains(id)))
        {
            note.reached_by.clone_from(&name);
        }
    }
    let unreached = document.checks.iter();
    let unreached =
        unreached.filter(|note| note.verdict == CheckAnswer::Proved && note.reached_by.is_empty());
    document.unreached_checks = unreached.map(|note| note.id.clone()).collect();
    Ok(())
}

/// The longest search for tests beside a verdict.
const REACHING: Duration = Duration::from_secs(10);

/// Writes a test to a folder, which is made.
pub(crate) fn write_test(dir: &Path, test: &InputVector) -> Result<(), Failure> {
    make_folder(dir)?;
    write(&dir.join("test-1.json"), &test.to_json())
}

fn make_folder(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| {
        let why = format!("cannot make the folder {}: {e}", dir.display());
        Failure::new(exit::NO_INPUT, why)
    })
}

/// Writes a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| cannot_write(path, &e))
}

/// The end of a command that cannot write.
pub(crate) fn cannot_write(path: &Path, e: &std::io::Error) -> Failure {
    Failure::new(
        exit::NO_INPUT,
        format!("cannot write {}: {e}", path.display()),
    )
}
