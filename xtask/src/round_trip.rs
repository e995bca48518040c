//! `cargo xtask round-trip`: every solved program of the corpus has a witness that
//! `hatha validate` confirms.
//!
//! Each program runs as `hatha check --witness W`; if it is solved, `hatha validate
//! --tests T W` judges what was written, and the test of a confirmed violation is
//! replayed. A witness that is rejected, or a test that does not fail, is a failure
//! of this command; one that is undecided is counted and named.

use crate::Result;
use crate::process::{self, Finished, build_hatha, root};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// Folders with programs; the corpus and the benchmarks by default
    pub folders: Vec<PathBuf>,
    /// Seconds for each check; a validation has three times as many
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// Take only every N-th program
    #[arg(long, default_value_t = 1)]
    pub every: usize,
    /// Fail if a solved program has a witness that is not decided
    #[arg(long)]
    pub strict: bool,
}

const FOLDERS: [&str; 8] = [
    "examples",
    "benchmarks/papers",
    "benchmarks/synergy",
    "benchmarks/solver",
    "benchmarks/drivers",
    "tests/cases/real",
    "tests/cases/front",
    "tests/cases/exec",
];

/// Time beyond its own limit after which a run is ended.
const GRACE: Duration = Duration::from_secs(60);

/// What became of one program.
enum Outcome {
    Unsolved,
    Confirmed,
    /// A confirmed violation whose test failed again.
    Replayed,
    Undecided(String),
    Wrong(String),
}

/// Counts of one folder, by verdict.
#[derive(Default)]
struct Tally {
    programs: usize,
    solved: usize,
    confirmed: usize,
    replayed: usize,
}

/// A part of the corpus that takes about a minute.
pub fn sample() -> Result {
    run(&Options {
        folders: Vec::new(),
        timeout: 3,
        every: 24,
        strict: false,
    })
}

/// Runs everything and prints a table.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let folders: Vec<PathBuf> = match options.folders.is_empty() {
        true => FOLDERS.iter().map(|f| root().join(f)).collect(),
        false => options.folders.clone(),
    };
    let (mut undecided, mut wrong) = (Vec::new(), Vec::new());
    println!("| folder | programs | solved | witness confirmed | test replayed |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for folder in folders {
        let mut tally = Tally::default();
        for (program, flags) in programs(&folder)?.into_iter().step_by(options.every.max(1)) {
            let name = format!("{} {}", program.display(), flags.join(" "));
            tally.programs += 1;
            let outcome = round_trip(&hatha, &program, &flags, options)?;
            tally.solved += usize::from(!matches!(outcome, Outcome::Unsolved));
            match outcome {
                Outcome::Unsolved => {}
                Outcome::Confirmed => tally.confirmed += 1,
                Outcome::Replayed => {
                    tally.confirmed += 1;
                    tally.replayed += 1;
                }
                Outcome::Undecided(why) => undecided.push(format!("{name}: {why}")),
                Outcome::Wrong(why) => wrong.push(format!("{name}: {why}")),
            }
        }
        tally.show(&folder);
    }
    for line in &undecided {
        println!("undecided: {line}");
    }
    if options.strict {
        wrong.append(&mut undecided);
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

impl Tally {
    fn show(&self, folder: &Path) {
        let shown = folder.strip_prefix(root()).unwrap_or(folder).display();
        println!(
            "| {shown} | {} | {} | {} | {} |",
            self.programs, self.solved, self.confirmed, self.replayed
        );
    }
}

/// The programs of a folder with the options that they ask for.
fn programs(folder: &Path) -> Result<Vec<(PathBuf, Vec<String>)>> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.filter_map(|e| e.ok().map(|e| e.path()));
    let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "i");
    let mut found: Vec<PathBuf> = paths.filter(is_c).collect();
    found.sort();
    let mut all = Vec::new();
    for path in found {
        let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let flags = flags(&text);
        if text.contains("BROKEN") {
            let mutant = flags.iter().cloned().chain(["-DBROKEN".to_owned()]);
            all.push((path.clone(), mutant.collect()));
        }
        all.push((path, flags));
    }
    Ok(all)
}

/// The options that the header of a program asks for.
fn flags(text: &str) -> Vec<String> {
    let key = |name: &str| {
        let line = text.lines().take(12).find_map(|l| {
            let l = l.trim_start_matches(['/', '*', '@', ' ']);
            l.strip_prefix(name)?.strip_prefix(": ")
        });
        line.map(str::trim)
    };
    let mut all: Vec<String> = Vec::new();
    for (name, option) in [("rule", "--rule"), ("entry", "--entry")] {
        all.extend(key(name).map(|value| format!("{option}={value}")));
    }
    if key("entry").is_none() && !text.contains(" main(") && text.contains(" foo(") {
        all.push("--entry=foo".to_owned());
    }
    for name in ["flags", "options"] {
        let words = key(name).unwrap_or_default().split_whitespace();
        all.extend(words.map(str::to_owned));
    }
    all
}

fn round_trip(
    hatha: &Path,
    program: &Path,
    flags: &[String],
    options: &Options,
) -> Result<Outcome> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let witness = dir.path().join("witness.yml");
    let given = |path: &Path| path.display().to_string();
    let ran = |seconds: u64, args: &[&str]| -> Result<Finished> {
        let mut command = Command::new(hatha);
        command.args(args).args(flags).arg(program);
        process::run(&mut command, b"", Duration::from_secs(seconds) + GRACE)
    };
    let (short, long) = (options.timeout, options.timeout * 3);
    let witness_option = format!("--witness={}", given(&witness));
    let timeout = format!("--timeout={short}");
    let checked = ran(
        short,
        &[
            "check",
            "--quiet",
            "--checks=assertions",
            &timeout,
            &witness_option,
        ],
    )?;
    if !matches!(checked.code(), Some(0 | 1)) {
        return Ok(Outcome::Unsolved);
    }
    let timeout = format!("--timeout={long}");
    let tests = format!("--tests={}", given(dir.path()));
    let json = ["--format", "json"];
    let args = ["validate", json[0], json[1], &timeout, &tests];
    let printed = ran(long, &[&args[..], &[&given(&witness)]].concat())?;
    let judged = serde_json::from_slice::<Value>(&printed.stdout).unwrap_or_default();
    let reason = judged["reason"].as_str().unwrap_or_default().to_owned();
    Ok(match judged["decision"].as_str() {
        Some("confirmed") if checked.code() == Some(0) => Outcome::Confirmed,
        Some("confirmed") => {
            let test = given(&dir.path().join("test-1.json"));
            let replayed = ran(short, &["replay", &test])?;
            match replayed.code() {
                Some(1) => Outcome::Replayed,
                other => Outcome::Wrong(format!("the test ends with {other:?}, not with 1")),
            }
        }
        Some("undecided") => Outcome::Undecided(reason),
        Some(other) => Outcome::Wrong(format!("{other}: {reason}")),
        None => Outcome::Wrong(String::from_utf8_lossy(&printed.stderr).trim().to_owned()),
    })
}
