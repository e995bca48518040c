//! `cargo xtask directed DIR…`: how many known failures directed testing reaches.
//!
//! Below each folder the tasks are the definitions (`*.yml`) whose verdict for
//! the reachability property is `false`. Each runs as
//! `hatha test --goal error --property P --data-model M --timeout S FILE`, and the
//! failing test that it writes as `hatha replay --native`, which compiles and runs
//! the task.

use crate::Result;
use crate::process::{self, build_hatha};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// Folders
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
    /// Seconds for each task
    #[arg(long, default_value_t = 60)]
    pub timeout: u64,
    /// `ilp32` or `lp64` for tasks that do not say
    #[arg(long, default_value = "ilp32")]
    pub data_model: String,
    /// The order of the search
    #[arg(long, default_value = "coverage")]
    pub search: String,
    /// Write the table as Markdown to this file
    #[arg(long)]
    pub markdown: Option<PathBuf>,
    /// Fail if less than this share is reached
    #[arg(long, default_value_t = 85)]
    pub percent: usize,
    /// One line for every task
    #[arg(short, long)]
    pub verbose: bool,
}

/// A task whose failure is known.
struct Task {
    file: PathBuf,
    property: PathBuf,
    model: String,
}

/// What became of a task.
struct Done {
    reached: bool,
    seconds: f64,
    note: String,
    native: Option<Native>,
}

/// What the native replay of a failing test showed.
#[derive(Clone, PartialEq, Eq)]
enum Native {
    /// The same failure.
    Same,
    /// Something else, and the test has inputs that a harness cannot set, such as an
    /// uninitialised local.
    Unset(String),
    /// Something else.
    Different(String),
}

/// The tasks of one folder.
#[derive(Default)]
struct Tally {
    tasks: usize,
    times: Vec<f64>,
    same: usize,
    unset: Vec<String>,
    different: Vec<String>,
    missed: Vec<String>,
}

const HEAD: &str = "| folder | false tasks | reached | the same natively | hinge on what a harness cannot set | \
     median s | slowest s | not reached |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";

/// Runs everything and prints the table.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let mut table = HEAD.to_owned();
    let mut all = Tally::default();
    for folder in &options.folders {
        let tally = folder_tally(options, &hatha, folder)?;
        table.push_str(&tally.row(&folder.file_name().unwrap_or_default().to_string_lossy()));
        all.add(tally);
    }
    let (tasks, reached) = (all.tasks, all.times.len());
    let (same, unset) = (all.same, all.unset.len());
    writeln!(
        table,
        "| all | {tasks} | {reached} | {same} | {unset} | | | |"
    )
    .map_err(|e| e.to_string())?;
    print!("{table}");
    if let Some(path) = &options.markdown {
        std::fs::write(path, &table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    all.judge(options.percent)
}

fn folder_tally(options: &Options, hatha: &Path, folder: &Path) -> Result<Tally> {
    let mut tally = Tally::default();
    for task in &tasks(folder, &options.data_model)? {
        let done = one(options, hatha, task)?;
        let name = task.file.file_name().unwrap_or_default().to_string_lossy();
        if options.verbose {
            println!(
                "{} {:6.2} s {name}: {}",
                done.reached, done.seconds, done.note
            );
        }
        tally.count(&name, done);
    }
    Ok(tally)
}

impl Tally {
    fn count(&mut self, name: &str, done: Done) {
        self.tasks += 1;
        if done.reached {
            self.times.push(done.seconds);
        } else {
            self.missed.push(name.to_owned());
        }
        match done.native {
            Some(Native::Same) => self.same += 1,
            Some(Native::Unset(what)) => self.unset.push(format!("{name}: {what}")),
            Some(Native::Different(why)) => self.different.push(format!("{name}: {why}")),
            None => {}
        }
    }

    fn add(&mut self, other: Tally) {
        self.tasks += other.tasks;
        self.times.extend(other.times);
        self.same += other.same;
        self.unset.extend(other.unset);
        self.different.extend(other.different);
        self.missed.extend(other.missed);
    }

    fn row(&self, folder: &str) -> String {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let slowest = times.last().copied().unwrap_or(0.0);
        format!(
            "| {folder} | {} | {} | {} | {} | {median:.2} | {slowest:.2} | {} |\n",
            self.tasks,
            times.len(),
            self.same,
            self.unset.len(),
            self.missed.join(", "),
        )
    }

    /// A failing test that is no failure natively, and for no reason that is known, is a defect.
    fn judge(&self, percent: usize) -> Result {
        for line in &self.unset {
            println!("hinges on what a harness cannot set: {line}");
        }
        if !self.different.is_empty() {
            return Err(format!(
                "not the same natively: {}",
                self.different.join("; ")
            ));
        }
        let (all, reached) = (self.tasks, self.times.len());
        if reached * 100 < all * percent {
            return Err(format!("{reached} of {all} is less than {percent} %"));
        }
        Ok(())
    }
}

fn one(options: &Options, hatha: &Path, task: &Task) -> Result<Done> {
    let tests = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut command = Command::new(hatha);
    command
        .args(["test", "--goal", "error", "--format", "json"])
        .args(["--data-model", &task.model, "--search", &options.search])
        .args(["--timeout", &options.timeout.to_string(), "--property"])
        .args([&task.property, &task.file])
        .arg("--tests")
        .arg(tests.path());
    let done = process::run(&mut command, b"", Duration::from_secs(options.timeout + 30))?;
    let report = serde_json::from_slice::<Value>(&done.stdout).unwrap_or_default();
    let mut note = match report.is_null() {
        true => String::from_utf8_lossy(&done.stderr).trim().to_owned(),
        false => format!(
            "{} tests, longest path {}, {}",
            report["tests"], report["longest_path"], report["ending"]
        ),
    };
    let reached = match done.code() {
        Some(code @ (1 | 2)) => code == 1,
        code => return Err(format!("{}: status {code:?}: {note}", task.file.display())),
    };
    let mut native = None;
    if reached {
        let name = report["failures"][0]["test"].as_str().unwrap_or_default();
        let found = replay(hatha, task, &tests.path().join(name))?;
        note.push_str(match &found {
            Native::Same => "; the same natively",
            Native::Unset(_) | Native::Different(_) => "; not the same natively",
        });
        native = Some(found);
    }
    Ok(Done {
        reached,
        seconds: done.seconds,
        note,
        native,
    })
}

/// Seconds for a native run, which hardly anything but the load of the machine takes.
const NATIVE: u64 = 60;

/// Replays a failing test natively.
fn replay(hatha: &Path, task: &Task, test: &Path) -> Result<Native> {
    let mut command = Command::new(hatha);
    command
        .arg("replay")
        .args([test, &task.file])
        // With a property file functions without a body are pure, in the search too.
        .args(["--data-model", &task.model, "--externals", "pure"])
        .args(["--native", "--timeout", &NATIVE.to_string()]);
    let done = process::run(&mut command, b"", Duration::from_secs(2 * NATIVE))?;
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    let unset = printed.lines().find_map(|l| l.split_once("from outside: "));
    Ok(match (done.code(), unset) {
        (Some(1), _) => Native::Same,
        (_, Some((_, what))) => Native::Unset(what.to_owned()),
        _ => {
            let errors = String::from_utf8_lossy(&done.stderr);
            Native::Different(format!("{} {}", printed.trim(), errors.trim()))
        }
    })
}

/// The tasks of a folder whose expected verdict is a reachable failure, in order of their names.
fn tasks(folder: &Path, default_model: &str) -> Result<Vec<Task>> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths: BTreeSet<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    let mut tasks = Vec::new();
    for yml in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "yml"))
    {
        let text = std::fs::read_to_string(yml).map_err(|e| format!("{}: {e}", yml.display()))?;
        tasks.extend(task(folder, &text, default_model));
    }
    Ok(tasks)
}

fn task(folder: &Path, text: &str, default_model: &str) -> Option<Task> {
    let lines: Vec<&str> = text
        .lines()
        .map(|l| l.trim_start_matches([' ', '-']))
        .collect();
    let value = |line: &str| {
        let text = line.split_once(':')?.1.trim();
        Some(text.trim_matches(['\'', '"', '[', ']']).to_owned())
    };
    let field = |key: &str| value(lines.iter().find(|l| l.starts_with(key))?);
    let at = lines
        .iter()
        .position(|l| l.starts_with("property_file") && l.contains("unreach-call"))?;
    let verdict = lines[at..]
        .iter()
        .find(|l| l.starts_with("expected_verdict"))?;
    if value(verdict)? != "false" {
        return None;
    }
    Some(Task {
        file: folder.join(field("input_files")?),
        property: folder.join(value(lines[at])?),
        model: field("data_model").map_or_else(|| default_model.to_owned(), |m| m.to_lowercase()),
    })
}
