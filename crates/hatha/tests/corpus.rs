//! One file, one case: `tests/cases/{front,exec}/*.c`.
//!
//! The header says what the program does (`//@ key: value`), a fault stands on
//! its line (`//~ fault: KIND`). Each case is run by hatha under its data models
//! and, independently, confirmed with gcc, so an expectation that is wrong fails
//! on its own. Where a tool is missing, the confirmation says that it is skipped.

#[path = "corpus/case.rs"]
mod case;
#[path = "corpus/native.rs"]
mod native;
#[path = "corpus/process.rs"]
mod process;

use case::{Case, Expect, Model};
use libtest_mimic::{Arguments, Failed, Trial};
use process::Ran;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn main() {
    let arguments = Arguments::from_args();
    let tools = Arc::new(native::Tools::find());
    let mut trials = Vec::new();
    for folder in ["front", "exec"] {
        for path in sources(&root().join("tests/cases").join(folder)) {
            let stem = path
                .file_stem()
                .map(|s| s.to_string_lossy().into_owned())
                .unwrap_or_default();
            let name = format!("{folder}/{stem}");
            trials.extend(trials_of(&name, path, &tools));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    paths.sort();
    paths
}

fn trials_of(name: &str, path: PathBuf, tools: &Arc<native::Tools>) -> Vec<Trial> {
    let case = match Case::read(&path) {
        Ok(case) => Arc::new(case),
        Err(why) => {
            return vec![Trial::test(name.to_owned(), move || Err(Failed::from(why)))];
        }
    };
    let mut trials = Vec::new();
    for model in case.models.clone() {
        let ours = Arc::clone(&case);
        trials.push(Trial::test(format!("{name} {model}"), move || {
            check_ours(&ours, model)
        }));
        let theirs = Arc::clone(&case);
        let tools = Arc::clone(tools);
        trials.push(Trial::test(format!("{name} {model} gcc"), move || {
            native::confirm(&theirs, model, &tools)
        }));
    }
    trials
}

/// Runs a case under hatha and compares.
fn check_ours(case: &Case, model: Model) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command
        .arg("run")
        .arg("--data-model")
        .arg(model.to_string())
        .args(&case.flags)
        .arg(&case.path);
    command.arg("--").args(&case.args);
    let ran = process::run(&mut command, &case.stdin)?;
    match &case.expect {
        Expect::Ends { status, stdout } => ends(&ran, *status, stdout),
        Expect::Fault { line, kind, .. } => faults(case, &ran, *line, kind),
        Expect::Error { line, fragment } => rejected(&ran, *line, fragment),
    }
}

fn ends(ran: &Ran, status: i32, stdout: &str) -> Result<(), Failed> {
    if ran.status == Some(status) && ran.stdout == stdout.as_bytes() {
        return Ok(());
    }
    Err(format!("expected status {status} and\n{stdout}\n{}", ran.describe()).into())
}

fn faults(case: &Case, ran: &Ran, line: usize, kind: &str) -> Result<(), Failed> {
    let stderr = ran.stderr_text();
    let place = format!("{}:{line}:", case.file_name());
    let named = stderr.contains(&format!("error: {kind}"));
    let first_place = stderr.lines().find(|l| l.contains("--> "));
    if ran.status == Some(134) && named && first_place.is_some_and(|l| l.contains(&place)) {
        return Ok(());
    }
    Err(format!(
        "expected a fault '{kind}' at line {line}\n{}",
        ran.describe()
    )
    .into())
}

fn rejected(ran: &Ran, line: usize, fragment: &str) -> Result<(), Failed> {
    let stderr = ran.stderr_text();
    let there = stderr.contains(&format!(":{line}:"));
    if ran.status == Some(65) && there && stderr.to_lowercase().contains(fragment) {
        return Ok(());
    }
    Err(format!(
        "expected an error at line {line} with '{fragment}'\n{}",
        ran.describe()
    )
    .into())
}
