//! Library calls: under random environments, and plain functions beside those of this machine.
//!
//! A program that asks its environment (variables, arguments, standard input, files, what a
//! system call says) claims what it sees in a bare environment; native runs in other
//! environments refute *proved*, unless the answer says which environment it assumes. *Violated*
//! is refuted if the test does not fail natively. A program that calls plain functions
//! (`string.h`, `ctype.h`, `stdlib.h`, formats) has the truth of a native run over all inputs.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::driver;
use super::integers::definitions;
use super::native::{self, Sanitize};
use super::observe::{self, Claim};
use super::text::{Choices, Text};
use crate::Result;
use crate::rng::Rng;
use std::path::Path;
use std::time::Duration;

mod environment;
mod plain;

/// The area.
pub struct Library;

/// Exit status of a failing assertion.
const FAILED: i32 = 66;
/// Environments in which a proved program is run.
const ENVIRONMENTS: usize = 24;

/// Ends a run whose assertion fails, and tells the value that the generator asks for.
const END: &str = "\
#include <stdio.h>
#include <unistd.h>
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { _exit(66); }
void attack_observe(long long value) {
    FILE *f = fopen(\"../value.txt\", \"w\");
    if (f) { fprintf(f, \"%lld\\n\", value); fclose(f); }
    _exit(0);
}
";

impl Area for Library {
    fn name(&self) -> &'static str {
        "library"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        match rng.chance(50) {
            true => environment_case(rng, context),
            false => plain_case(rng, context),
        }
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let seed = case
            .native
            .iter()
            .find_map(|n| n.strip_prefix("environments "));
        match seed.and_then(|s| s.parse().ok()) {
            Some(seed) => judge_environment(case, seed, context),
            None => driver::judge(case, &[Vec::new()], Sanitize::Yes, context),
        }
    }
}

fn plain_case(rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
    let model = *rng.pick(&context.models);
    let shape = *rng.pick(&[(1, 8), (2, 4), (2, 3), (1, 5)]);
    let (text, claimed) = plain::program(rng, shape);
    let mut case = Case::program(model, text);
    case.native = definitions(shape);
    observe::assertion(rng, &case, &claimed, Sanitize::Yes, Claim::Any)
}

/// A program that claims what it sees in a bare environment.
fn environment_case(rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
    let model = *rng.pick(&context.models);
    let (text, claimed) = environment::program(rng);
    let mut case = Case::program(model, text);
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let observing = format!("attack_observe((long long)({claimed}));");
    let mut observed = case.clone();
    observed.files[0].text = format!(
        "void attack_observe(long long);\n{}",
        case.files[0].text.replace(observe::PLACE, &observing)
    );
    observed.write(folder.path())?;
    if !compile(&observed, folder.path())? {
        return Ok(None);
    }
    native::run(folder.path(), "native", &environment::bare(), Sanitize::No)?;
    let Ok(value) = std::fs::read_to_string(folder.path().join("value.txt")) else {
        return Ok(None);
    };
    let relation = rng.word(&["==", "==", "<=", ">="]);
    let claim = format!("assert({claimed} {relation} {});", value.trim());
    case.files[0].text = case.files[0].text.replace(observe::PLACE, &claim);
    case.native = vec![format!("environments {}", rng.below(1 << 30))];
    Ok(Some(case))
}

fn compile(case: &Case, folder: &Path) -> Result<bool> {
    std::fs::write(folder.join("end.c"), END).map_err(|e| e.to_string())?;
    let done = native::compile(
        case,
        folder,
        "native",
        &["program.c", "end.c"],
        Sanitize::No,
    )?;
    Ok(done.is_ok())
}

fn judge_environment(case: &Case, seed: u64, context: &Context) -> Result<Judged> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path())?;
    if !compile(case, folder.path())? {
        return Ok(Judged::skipped());
    }
    let tests = ["--tests".to_owned(), "tests".to_owned()];
    let answer = ask::check(case, folder.path(), &tests, context)?;
    let refuted = match answer.verdict {
        Verdict::Proved if !answer.assumes("closed-environment") => {
            failing_environment(folder.path(), seed)?
        }
        Verdict::Violated => not_native(case, folder.path(), &answer, context)?,
        _ => None,
    };
    Ok(Judged::new(vec![answer], refuted))
}

/// An environment in which the program fails.
fn failing_environment(folder: &Path, seed: u64) -> Result<Option<Refutation>> {
    let mut rng = Rng::new(seed);
    for _ in 0..ENVIRONMENTS {
        let start = environment::random(&mut rng);
        let done = native::run(folder, "native", &start, Sanitize::No)?;
        if done.code() == Some(FAILED) {
            let variables: Vec<String> = start
                .environment
                .iter()
                .map(|(k, v)| format!("{k}={v}"))
                .collect();
            return Ok(Some(Refutation {
                kind: Kind::WrongProof,
                why: format!(
                    "it fails with {} in the environment, arguments {:?}, input {:?}, after {:?}",
                    variables.join(" "),
                    start.arguments,
                    String::from_utf8_lossy(&start.stdin),
                    start.before
                ),
            }));
        }
    }
    Ok(None)
}

/// A failing test that does not fail natively, as `hatha replay --native` sets it up.
fn not_native(
    case: &Case,
    folder: &Path,
    answer: &Answer,
    context: &Context,
) -> Result<Option<Refutation>> {
    let args = [
        "replay",
        "--native",
        "--data-model",
        case.model.name(),
        "tests/test-1.json",
        "program.c",
    ];
    let args = args.map(str::to_owned);
    let reply = ask::ask(&args, folder, Duration::from_secs(context.timeout), context)?;
    if let Some(refutation) = reply.internal() {
        return Ok(Some(refutation));
    }
    // The time and the like have the values that they have.
    let open = reply.stdout.contains("cannot be set from outside");
    let refuted = reply.stdout.contains("natively not the same") && !open;
    Ok(refuted.then(|| Refutation {
        kind: Kind::WrongViolation,
        why: format!("{} ({})", reply.stdout.trim(), answer.reason()),
    }))
}

/// Text with statements, one on each line, between heads and the claim.
fn assembled(heads: &[&str], body: &[String]) -> String {
    let mut text = Text::default();
    for head in heads {
        text.line(head);
    }
    text.open("int main(int argc, char **argv)");
    for line in body {
        text.line(line);
    }
    text.line(observe::PLACE);
    text.line("return 0;");
    text.close();
    text.finish()
}
