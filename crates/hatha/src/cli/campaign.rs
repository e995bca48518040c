//! `hatha campaign`
//!
//! **Invariant.** What is on the disk decides: the summary, the JSON lines and
//! the exit status are read back from the results file, so a campaign that was
//! interrupted and resumed ends as one that was not.

use super::args::{CampaignArgs, FrontArgs};
use super::exit::{self, Failure};
use super::{Outcome, interrupt, program};
use hatha_campaign::{Answer, Job, Pair, Progress, Store, Trouble, findings, run, table};
use hatha_front::{compile_commands, models};
use hatha_rules::library;
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// Runs every pair that has no result yet, and shows them all.
pub(super) fn main(args: &CampaignArgs) -> Outcome {
    let failed = |t: Trouble| {
        let why = format!("error: {}: {t}", args.results.display());
        Failure::new(exit::NO_INPUT, why)
    };
    let rules = rules(&args.rules)?;
    let pairs = pairs(args, &rules)?;
    let mut store = Store::open(&args.results).map_err(failed)?;
    settings(args, &mut store).map_err(failed)?;
    store.add(&pairs).map_err(failed)?;
    let before = store.results().map_err(failed)?;
    let bar = Bar::new(store.count().map_err(failed)?, &before);
    let stop = interrupt::flag();
    let job = Checks::new(args)?;
    let jobs = args.jobs.unwrap_or_else(cores);
    let ran = run(&mut store, &job, jobs, &bar, &stop);
    bar.line.finish_and_clear();
    ran.map_err(failed)?;
    let results = store.results().map_err(failed)?;
    if let Some(path) = &args.jsonl {
        write_lines(path, &results)?;
    }
    print!("{}", table::table(&results));
    print!("{}", findings::findings(&results));
    let all = store.count().map_err(failed)?;
    if stop.load(Ordering::Relaxed) && (results.len() as u64) < all {
        eprintln!(
            "hatha: interrupted: {} of {all} pairs are done; the same command goes on",
            results.len()
        );
        return Ok(exit::UNKNOWN);
    }
    Ok(exit::OK)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What has to be the same for all results of one file.
fn settings(args: &CampaignArgs, store: &mut Store) -> Result<(), Trouble> {
    store.setting("--timeout", &args.timeout.to_string())?;
    let memory = args.memory.map_or("none".to_owned(), |m| m.to_string());
    store.setting("--memory", &memory)?;
    store.setting("--alone", &args.alone.to_string())?;
    store.setting("--every-function", &args.every_function.to_string())?;
    let further: Vec<String> = further(args)
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    store.setting("check", &further.join(" "))
}

fn further(args: &CampaignArgs) -> impl Iterator<Item = &OsString> {
    args.check.iter()
}

// ---- pairs ----

/// What stands for a rule where none is named: the checks that `hatha check` asks by default.
const CHECKS: &str = "checks";

/// The rules that patterns name.
fn rules(patterns: &[String]) -> Result<Vec<String>, Failure> {
    if patterns.is_empty() {
        return Ok(vec![CHECKS.to_owned()]);
    }
    let mut all = Vec::new();
    for pattern in patterns {
        let before = all.len();
        if pattern.ends_with(".slic") {
            program::rule(pattern)?;
            all.push(pattern.clone());
        }
        let names = library::ALL.iter().map(|r| r.name);
        all.extend(
            names
                .filter(|n| models::fits(pattern, n))
                .map(str::to_owned),
        );
        if all.len() == before {
            let why = format!("error: no rule is called '{pattern}'; see `hatha rules list`");
            return Err(Failure::new(exit::BAD_INPUT, why));
        }
    }
    all.dedup();
    Ok(all)
}

fn pairs(args: &CampaignArgs, rules: &[String]) -> Result<Vec<Pair>, Failure> {
    let mut pairs = Vec::new();
    for file in files(args)? {
        let name = file.display().to_string();
        let lines = lines(&file)?;
        for entry in entries(args, &file)? {
            for rule in rules {
                pairs.push(Pair {
                    file: name.clone(),
                    entry: entry.clone(),
                    rule: rule.clone(),
                    lines,
                });
            }
        }
    }
    if pairs.is_empty() {
        return Err(nothing_to_start_from(args)?);
    }
    Ok(pairs)
}

/// That no file has a function that other files can call, with those that they cannot.
fn nothing_to_start_from(args: &CampaignArgs) -> Result<Failure, Failure> {
    let front = FrontArgs {
        compile_commands: args.compile_commands.clone(),
        ..FrontArgs::default()
    };
    let mut statics = Vec::new();
    for file in files(args)? {
        statics.extend(program::functions_of(&front, &file, true)?);
    }
    let why = match statics.is_empty() {
        true => "error: no function is defined in these files".to_owned(),
        false => format!(
            "error: every function is static; name some with --entry: {}",
            statics.join(", ")
        ),
    };
    Ok(Failure::new(exit::BAD_INPUT, why))
}

fn files(args: &CampaignArgs) -> Result<Vec<PathBuf>, Failure> {
    if !args.files.is_empty() {
        return Ok(args.files.clone());
    }
    let Some(folder) = &args.compile_commands else {
        let why = "error: no programs; name files, or --compile-commands";
        return Err(Failure::new(exit::USAGE, why));
    };
    let commands = compile_commands::read(folder)
        .map_err(|d| Failure::new(exit::BAD_INPUT, format!("error: {}", d.message)))?;
    Ok(commands
        .iter()
        .map(compile_commands::Command::path)
        .collect())
}

fn lines(file: &Path) -> Result<u64, Failure> {
    let text = std::fs::read(file).map_err(|e| {
        let why = format!("error: cannot read {}: {e}", file.display());
        Failure::new(exit::NO_INPUT, why)
    })?;
    Ok(text.iter().filter(|b| **b == b'\n').count() as u64)
}

/// Where the checks of a file start.
fn entries(args: &CampaignArgs, file: &Path) -> Result<Vec<String>, Failure> {
    if !args.every_function {
        let main = || vec!["main".to_owned()];
        return Ok(match args.entry.is_empty() {
            true => main(),
            false => args.entry.clone(),
        });
    }
    let front = FrontArgs {
        compile_commands: args.compile_commands.clone(),
        ..FrontArgs::default()
    };
    program::functions_of(&front, file, false)
}

// ---- checks ----

struct Checks<'a> {
    args: &'a CampaignArgs,
    me: PathBuf,
}

impl<'a> Checks<'a> {
    fn new(args: &'a CampaignArgs) -> Result<Self, Failure> {
        let me = std::env::current_exe()
            .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot find myself: {e}")))?;
        Ok(Checks { args, me })
    }

    /// Whether the user says how globals start.
    fn chooses_globals(&self) -> bool {
        let is = |a: &OsString| a.to_string_lossy().starts_with("--globals");
        self.args.check.iter().any(is)
    }
}

impl Job for Checks<'_> {
    fn command(&self, pair: &Pair) -> Command {
        let mut command = Command::new(&self.me);
        command
            .args(["check", "--format", "json"])
            .args(["--entry", &pair.entry])
            .args(["--timeout", &self.args.timeout.to_string()]);
        if pair.rule != CHECKS {
            command.args(["--rule", &pair.rule]);
        }
        if let Some(memory) = self.args.memory {
            command.args(["--memory", &memory.to_string()]);
        }
        if let Some(folder) = &self.args.compile_commands {
            command.arg("--compile-commands").arg(folder);
        }
        if self.args.alone {
            command.arg("--alone");
        }
        // Whoever calls a function may have called others before.
        if self.args.every_function && pair.entry != "main" && !self.chooses_globals() {
            command.args(["--globals", "any"]);
        }
        command.args(further(self.args)).arg(&pair.file);
        command
    }
}

// ---- what is shown ----

struct Bar {
    line: ProgressBar,
    /// Proved, violated, others.
    counts: Mutex<[u64; 3]>,
}

impl Bar {
    fn new(all: u64, before: &[(Pair, hatha_campaign::Outcome)]) -> Self {
        let line = ProgressBar::new(all);
        let template = "{bar:30} {pos}/{len}  {msg}  {elapsed} ({eta} to go)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            line.set_style(style);
        }
        let bar = Bar {
            line,
            counts: Mutex::new([0; 3]),
        };
        for (pair, outcome) in before {
            bar.finished(pair, outcome);
        }
        bar.line.reset_eta();
        bar
    }
}

impl Progress for Bar {
    fn finished(&self, _: &Pair, outcome: &hatha_campaign::Outcome) {
        let Ok(mut counts) = self.counts.lock() else {
            return;
        };
        let at = match outcome.answer {
            Answer::Proved => 0,
            Answer::Violated => 1,
            Answer::Unknown | Answer::Refused | Answer::Crashed => 2,
        };
        counts[at] += 1;
        let [proved, violated, unknown] = *counts;
        self.line.set_message(format!(
            "{proved} proved, {violated} violated, {unknown} unknown"
        ));
        self.line.inc(1);
    }
}

fn write_lines(path: &Path, results: &[(Pair, hatha_campaign::Outcome)]) -> Result<(), Failure> {
    let failed = |e: std::io::Error| super::check::cannot_write(path, &e);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).map_err(failed)?);
    for (pair, outcome) in results {
        writeln!(file, "{}", table::json_line(pair, outcome)).map_err(failed)?;
    }
    file.flush().map_err(failed)
}
