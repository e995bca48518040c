//! `cargo xtask juliet --suite DIR`: programs with one known fault each, and without it.
//!
//! DIR holds the Juliet test suite for C: a checkout, or a git directory whose newest commit is
//! read. A case runs twice, as `hatha check --checks LIST -DINCLUDEMAIN -DOMITGOOD CASE.c io.c` (the
//! *bad* version, which has the fault of its CWE) and with `-DOMITBAD` (the *good* one, which has
//! none). LIST is the same for both and depends on the CWE alone ([`cases::WEAKNESSES`]).
//!
//! **Invariant.** Nothing of the suite is written into the repository: what a git directory holds is
//! unpacked to a folder outside.

mod cases;
mod record;
mod suite;
mod tally;

use crate::Result;
use crate::process::{self, Limits, build_hatha};
use cases::{Case, Version};
use clap::Args;
use record::Record;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use suite::Suite;
use tally::{Outcome, Tables};

#[derive(Args, Clone)]
pub struct Options {
    /// The suite: a checkout or a git directory
    #[arg(long)]
    pub suite: PathBuf,
    /// How many random cases
    #[arg(long, default_value_t = 400)]
    pub count: usize,
    /// What the choice starts from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds for each version of a case
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// The limit is one of processor time, for a machine with other work: then hatha is interrupted
    #[arg(long)]
    pub processor: bool,
    /// Runs are kept in this file, and those that it has are not repeated
    #[arg(long)]
    pub resume: Option<PathBuf>,
    /// Only these weaknesses, `190,191`
    #[arg(long, value_delimiter = ',')]
    pub cwe: Vec<u32>,
    /// Equally many cases of each weakness, as far as there are
    #[arg(long)]
    pub even: bool,
    /// Only cases whose name has this text
    #[arg(long)]
    pub only: Option<String>,
    /// One line for each run with commas between its fields, instead of tables
    #[arg(long)]
    pub csv: bool,
    /// Where a git directory is unpacked to
    #[arg(long)]
    pub cache: Option<PathBuf>,
}

/// Time beyond its own limit after which a run is ended.
const GRACE: Duration = Duration::from_secs(30);
/// How many seconds by the clock a second of processor time may take.
const STRETCH: u64 = 20;

/// Runs the chosen cases and prints the tables.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let suite = Suite::open(&options.suite, options.cache.as_deref())?;
    let chosen = cases::choose(suite.cases()?, options);
    if chosen.is_empty() {
        return Err(format!("no case in {}", options.suite.display()));
    }
    let unknown = unknown_words(&hatha)?;
    if !unknown.is_empty() {
        let words: Vec<&str> = unknown.iter().copied().collect();
        eprintln!(
            "not asked, since hatha has no such check: {}",
            words.join(", ")
        );
    }
    let runner = Runner {
        options,
        hatha,
        suite,
        unknown,
    };
    let tables = runner.all(&chosen)?;
    match options.csv {
        true => print!("{}", tables.csv()),
        false => print!("{}", tables.markdown()),
    }
    tables.judge()
}

/// The words of the table that this hatha does not know. Each is tried, so that the table can name
/// checks before there are any.
fn unknown_words(hatha: &Path) -> Result<BTreeSet<&'static str>> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("empty.c");
    std::fs::write(&file, "int main(void) { return 0; }\n").map_err(|e| e.to_string())?;
    let mut unknown = BTreeSet::new();
    for word in cases::words() {
        let mut command = Command::new(hatha);
        command.args(["check", "--quiet", "--timeout", "20", "--checks", word]);
        let done = process::run(command.arg(&file), b"", GRACE)?;
        match done.code() {
            Some(0) => {}
            Some(64) => _ = unknown.insert(word),
            code => return Err(format!("--checks {word} ends with {code:?}")),
        }
    }
    Ok(unknown)
}

struct Runner<'a> {
    options: &'a Options,
    hatha: PathBuf,
    suite: Suite,
    unknown: BTreeSet<&'static str>,
}

impl Runner<'_> {
    fn all(&self, chosen: &[Case]) -> Result<Tables> {
        let mut tables = Tables::default();
        let mut record = Record::read(self.options.resume.as_deref())?;
        for (n, case) in chosen.iter().enumerate() {
            for version in [Version::Bad, Version::Good] {
                if let Some((outcome, seconds)) = record.known(case, version) {
                    tables.add(case, version, outcome, seconds);
                    continue;
                }
                let (outcome, seconds) = self.one(case, version)?;
                record.keep(case, version, &outcome, seconds)?;
                let (name, count) = (&case.name, chosen.len());
                eprintln!(
                    "{}/{count} {name} {version}: {outcome} ({seconds:.1} s)",
                    n + 1
                );
                tables.add(case, version, outcome, seconds);
            }
        }
        Ok(tables)
    }

    fn one(&self, case: &Case, version: Version) -> Result<(Outcome, f64)> {
        let asked: Vec<&str> = case
            .checks()
            .filter(|w| !self.unknown.contains(w))
            .collect();
        let is_whole = asked.len() == case.checks().count();
        let (file, support) = (self.suite.file(&case.path)?, self.suite.support()?);
        let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
        let mut command = Command::new(&self.hatha);
        command.args(["check", "--format", "json"]);
        command.args(["--checks", &asked.join(",")]);
        if tally::has_generator(&text) && asked.iter().any(|w| *w == "wrap" || *w == "conversion") {
            // What the generator does is violated: the verdict is that on all other checks.
            command.arg("--thorough");
        }
        command
            .args(["-DINCLUDEMAIN", version.flag(), "-I"])
            .arg(&support);
        command.arg(file).arg(support.join("io.c"));
        let done = self.run(&mut command)?;
        let json: Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
        let outcome = match done.code() {
            Some(0..=2) => {
                let json = tally::without_generator(json, &text);
                tally::outcome(case, version, &json, is_whole)
            }
            Some(code) => tally::no_answer(code, &String::from_utf8_lossy(&done.stderr)),
            None => Outcome::Unknown("stopped beyond its limit".to_owned()),
        };
        let seconds = match self.options.processor {
            true => done.processor,
            false => done.seconds,
        };
        Ok((outcome, seconds))
    }

    /// Runs a question within its limit.
    fn run(&self, command: &mut Command) -> Result<process::Finished> {
        let seconds = self.options.timeout;
        let wall = match self.options.processor {
            true => seconds * STRETCH,
            false => seconds,
        };
        command.args(["--timeout", &wall.to_string()]);
        let limit = Duration::from_secs(wall) + GRACE;
        let limits = match self.options.processor {
            true => Limits::processor(Duration::from_secs(seconds), limit),
            false => Limits::wall(limit),
        };
        process::run_within(command, b"", &limits)
    }
}
