//! `cargo xtask second-opinion`: the whole corpus with another solver looking on.
//!
//! Every program runs as `hatha check --second-opinion S` and as
//! `hatha test --second-opinion S`: each question of the run is asked twice, and a
//! disagreement ends the run with status 70, which is a failure here, as is every
//! other status without a documented meaning.

use crate::Result;
use crate::process::{self, available, build_hatha, root};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// Folders with programs; the corpus and the benchmarks by default
    pub folders: Vec<PathBuf>,
    /// The other solver
    #[arg(long, default_value = "z3")]
    pub solver: String,
    /// Seconds for each run
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// Take only every N-th program
    #[arg(long, default_value_t = 1)]
    pub every: usize,
}

/// The programs that are looked at by default.
const FOLDERS: [&str; 6] = [
    "examples",
    "benchmarks/papers",
    "benchmarks/synergy",
    "benchmarks/solver",
    "tests/cases/front",
    "tests/cases/exec",
];

/// Statuses with a documented meaning other than an internal error; the corpus has programs that
/// are none.
const CALM: [i32; 4] = [0, 1, 2, 65];

/// Time beyond its own limit after which a run is ended.
const GRACE: Duration = Duration::from_secs(60);

/// Sums over all runs of one command.
#[derive(Default)]
struct Tally {
    runs: usize,
    /// Runs in which a question was asked.
    asking: usize,
    confirmed: u64,
    undecided: u64,
    unanswered: u64,
    failures: Vec<String>,
}

/// A part of the corpus that takes less than a minute; nothing without the solver.
pub fn sample() -> Result {
    let options = Options {
        folders: Vec::new(),
        solver: "z3".to_owned(),
        timeout: 2,
        every: 16,
    };
    if !available(&options.solver) {
        println!("skipped: no {} for a second opinion", options.solver);
        return Ok(());
    }
    run(&options)
}

/// Runs everything and prints the sums.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let programs = programs(options)?;
    let mut failures = Vec::new();
    println!("| command | programs | with questions | confirmed | undecided | without an answer |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for command in ["check", "test"] {
        let mut tally = Tally::default();
        for program in &programs {
            tally.add(options, &hatha, command, program)?;
        }
        println!(
            "| `hatha {command}` | {} | {} | {} | {} | {} |",
            tally.runs, tally.asking, tally.confirmed, tally.undecided, tally.unanswered
        );
        if tally.confirmed == 0 {
            failures.push(format!("no answer of hatha {command} was confirmed"));
        }
        failures.extend(tally.failures);
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n")),
    }
}

impl Tally {
    fn add(&mut self, options: &Options, hatha: &Path, command: &str, program: &Path) -> Result {
        let mut run = Command::new(hatha);
        run.arg(command)
            .arg(program)
            .args(["--format", "json", "--second-opinion", &options.solver])
            .args(["--timeout", &options.timeout.to_string()])
            .args(flags(program)?);
        if command == "check" {
            run.args(["--checks", "assertions"]);
        }
        let done = process::run(&mut run, b"", Duration::from_secs(options.timeout) + GRACE)?;
        self.runs += 1;
        if !done.code().is_some_and(|code| CALM.contains(&code)) {
            let printed = String::from_utf8_lossy(&done.stderr).trim().to_owned();
            let program = program.display();
            self.failures
                .push(format!("{command} {program}: {:?} {printed}", done.code()));
        }
        let report = serde_json::from_slice::<Value>(&done.stdout).unwrap_or_default();
        let count = |name: &str| report["second_opinion"][name].as_u64().unwrap_or(0);
        self.confirmed += count("confirmed");
        self.undecided += count("undecided");
        self.unanswered += count("unanswered");
        self.asking += usize::from(count("confirmed") + count("undecided") > 0);
        Ok(())
    }
}

fn programs(options: &Options) -> Result<Vec<PathBuf>> {
    let folders = match options.folders.is_empty() {
        true => FOLDERS.iter().map(|f| root().join(f)).collect(),
        false => options.folders.clone(),
    };
    let mut all = Vec::new();
    for folder in folders {
        let entries =
            std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let paths = entries.filter_map(|e| e.ok().map(|e| e.path()));
        let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "i");
        let mut found: Vec<PathBuf> = paths.filter(is_c).collect();
        found.sort();
        all.extend(found);
    }
    Ok(all.into_iter().step_by(options.every.max(1)).collect())
}

/// The flags that a case of the corpus asks for.
fn flags(program: &Path) -> Result<Vec<String>> {
    let text = std::fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find_map(|l| l.strip_prefix("//@ flags:"));
    let words = line.unwrap_or_default().split_whitespace();
    Ok(words.map(str::to_owned).collect())
}
