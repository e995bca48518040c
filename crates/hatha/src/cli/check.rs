//! `hatha check`: from the command line to the options of a check.

use super::args::CheckArgs;
use super::asked::Asked;
use super::environment;
use super::exit::{self, Failure};
use hatha_engine::Calls;
use hatha_proof::input::InputVector;
use hatha_verify::check::{Options, Report, Verdict};
use std::path::Path;
use std::time::Duration;

/// What is asked about, rules apart.
pub fn asked(args: &CheckArgs) -> Result<Asked, Failure> {
    Asked::read(args.property.as_deref(), args.checks.as_deref())
}

/// The options that do not depend on the program.
pub fn options(args: &CheckArgs) -> Result<Options, Failure> {
    tracing::trace!(target: "walk", "the question is read from the options");
    let config = environment::config(&args.environment, args.property.is_some());
    let rules = !args.front.rules.is_empty() && !args.with_asserts;
    let asked = asked(args)?.function;
    let asked = asked.or_else(|| rules.then_some(hatha_rules::FAILURE));
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
        error_function: asked.map(str::to_owned),
        ..Options::new(config, timeout(args.timeout)?)
    })
}

/// A time limit that clocks can take.
pub fn timeout(seconds: f64) -> Result<Duration, Failure> {
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

/// Writes a test to a folder, which is made.
pub(crate) fn write_test(dir: &Path, test: &InputVector) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| {
        let why = format!("cannot make the folder {}: {e}", dir.display());
        Failure::new(exit::NO_INPUT, why)
    })?;
    write(&dir.join("test-1.json"), &test.to_json())
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| cannot_write(path, &e))
}

/// The end of a command that cannot write.
pub(crate) fn cannot_write(path: &Path, e: &std::io::Error) -> Failure {
    Failure::new(
        exit::NO_INPUT,
        format!("cannot write {}: {e}", path.display()),
    )
}
