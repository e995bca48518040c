//! `cargo xtask directed DIR…`: how many known failures directed testing reaches.
//!
//! Below each folder the tasks are the definitions (`*.yml`) whose verdict for
//! the reachability property is `false`. Each runs as
//! `hatha test --goal error --property P --data-model M --timeout S FILE`.

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
}

/// Runs everything and prints the table.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let mut table = String::from(
        "| folder | false tasks | reached | median s | slowest s | not reached |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    let (mut all, mut reached) = (0, 0);
    for folder in &options.folders {
        let tasks = tasks(folder, &options.data_model)?;
        let mut times = Vec::new();
        let mut missed = Vec::new();
        for task in &tasks {
            let done = one(options, &hatha, task)?;
            let name = task.file.file_name().unwrap_or_default().to_string_lossy();
            if options.verbose {
                println!(
                    "{} {:6.2} s {name}: {}",
                    done.reached, done.seconds, done.note
                );
            }
            if done.reached {
                times.push(done.seconds);
            } else {
                missed.push(name.into_owned());
            }
        }
        all += tasks.len();
        reached += times.len();
        table.push_str(&row(folder, tasks.len(), times, &missed));
    }
    writeln!(table, "| all | {all} | {reached} | | | |").map_err(|e| e.to_string())?;
    print!("{table}");
    if let Some(path) = &options.markdown {
        std::fs::write(path, &table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if reached * 100 < all * options.percent {
        return Err(format!(
            "{reached} of {all} is less than {} %",
            options.percent
        ));
    }
    Ok(())
}

fn row(folder: &Path, tasks: usize, mut times: Vec<f64>, missed: &[String]) -> String {
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    format!(
        "| {} | {tasks} | {} | {median:.2} | {:.2} | {} |\n",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        times.len(),
        times.last().copied().unwrap_or(0.0),
        missed.join(", "),
    )
}

fn one(options: &Options, hatha: &Path, task: &Task) -> Result<Done> {
    let mut command = Command::new(hatha);
    command
        .args(["test", "--goal", "error", "--format", "json"])
        .args(["--data-model", &task.model, "--search", &options.search])
        .args(["--timeout", &options.timeout.to_string(), "--property"])
        .args([&task.property, &task.file]);
    let done = process::run(&mut command, b"", Duration::from_secs(options.timeout + 30))?;
    let note = match serde_json::from_slice::<Value>(&done.stdout) {
        Ok(report) => format!(
            "{} tests, longest path {}, {}",
            report["tests"], report["longest_path"], report["ending"]
        ),
        Err(_) => String::from_utf8_lossy(&done.stderr).trim().to_owned(),
    };
    match done.code() {
        Some(1) | Some(2) => Ok(Done {
            reached: done.code() == Some(1),
            seconds: done.seconds,
            note,
        }),
        code => Err(format!("{}: status {code:?}: {note}", task.file.display())),
    }
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
