//! `cargo xtask lower DIR…`: which programs lower to a verified automaton, and
//! what in them was not understood.
//!
//! Below each folder the inputs are those that task definitions (`*.yml`) name,
//! or every `.c` and `.i` file where there are none.

use crate::Result;
use crate::process::{self, build_hatha};
use clap::Args;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// Folders
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
    /// Only the first N programs of each folder
    #[arg(long)]
    pub limit: Option<usize>,
    /// `ilp32` or `lp64` for folders whose tasks do not say
    #[arg(long, default_value = "ilp32")]
    pub data_model: String,
    /// Write the table as Markdown to this file
    #[arg(long)]
    pub markdown: Option<PathBuf>,
    /// One line for every program that does not lower cleanly
    #[arg(short, long)]
    pub verbose: bool,
}

/// One folder's line of the table.
#[derive(Default)]
struct Row {
    files: usize,
    lowered: usize,
    clean: usize,
    assembly: usize,
    seconds: f64,
    causes: BTreeMap<String, usize>,
}

/// Lowers everything and prints the table.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let mut table = String::from(
        "| folder | programs | lowered | nothing open | only assembly open | seconds | causes (programs) |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut failed = 0;
    for folder in &options.folders {
        let mut inputs = inputs(folder, &options.data_model)?;
        if let Some(limit) = options.limit {
            inputs.truncate(limit);
        }
        let mut row = Row::default();
        for (file, model) in &inputs {
            lower_one(options, &hatha, file, model, &mut row)?;
        }
        failed += row.files - row.lowered;
        writeln!(table, "{}", row_text(folder, &row)).map_err(|e| e.to_string())?;
    }
    print!("{table}");
    if let Some(path) = &options.markdown {
        std::fs::write(path, &table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if failed == 0 {
        Ok(())
    } else {
        Err(format!("{failed} programs do not lower"))
    }
}

fn row_text(folder: &Path, row: &Row) -> String {
    let causes: Vec<String> = row
        .causes
        .iter()
        .map(|(c, n)| format!("{c} ({n})"))
        .collect();
    format!(
        "| {} | {} | {} | {} | {} | {:.1} | {} |",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        row.files,
        row.lowered,
        row.clean,
        row.assembly,
        row.seconds,
        causes.join("; ").replace('|', "\\|"),
    )
}

/// The programs of a folder with their data models, in order of their names.
fn inputs(folder: &Path, default_model: &str) -> Result<Vec<(PathBuf, String)>> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths: BTreeSet<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    let has =
        |p: &&PathBuf, ends: &[&str]| p.extension().is_some_and(|e| ends.iter().any(|x| e == *x));
    let mut named = BTreeMap::new();
    for yml in paths.iter().filter(|p| has(p, &["yml"])) {
        let text = std::fs::read_to_string(yml).map_err(|e| e.to_string())?;
        let field = |key: &str| {
            let line = text.lines().find(|l| l.trim_start().starts_with(key))?;
            Some(
                line.split_once(':')?
                    .1
                    .trim()
                    .trim_matches(['\'', '"', '[', ']'])
                    .to_owned(),
            )
        };
        if let Some(file) = field("input_files") {
            let model =
                field("data_model").map_or_else(|| default_model.to_owned(), |m| m.to_lowercase());
            named.insert(folder.join(file), model);
        }
    }
    if named.is_empty() {
        let sources = paths.iter().filter(|p| has(p, &["c", "i"]));
        return Ok(sources
            .map(|p| (p.clone(), default_model.to_owned()))
            .collect());
    }
    Ok(named.into_iter().collect())
}

fn lower_one(options: &Options, hatha: &Path, file: &Path, model: &str, row: &mut Row) -> Result {
    row.files += 1;
    let mut command = Command::new(hatha);
    command
        .args(["cfa", "--summary", "--data-model", model])
        .arg(file);
    let done = process::run(&mut command, b"", Duration::from_secs(120))?;
    row.seconds += done.seconds;
    let Ok(summary) = serde_json::from_slice::<Value>(&done.stdout) else {
        let stderr = String::from_utf8_lossy(&done.stderr);
        println!(
            "{}: not lowered: {}",
            file.display(),
            stderr.lines().next().unwrap_or("no message")
        );
        return Ok(());
    };
    row.lowered += 1;
    let reachable = summary["unsupported"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let reachable: BTreeSet<String> = reachable
        .iter()
        .filter(|u| u["reachable"].as_bool() == Some(true))
        .filter_map(|u| u["reason"].as_str().map(cause))
        .collect();
    match reachable.iter().filter(|c| *c != ASSEMBLY).count() {
        0 if reachable.is_empty() => row.clean += 1,
        0 => row.assembly += 1,
        _ if options.verbose => println!("{}: {reachable:?}", file.display()),
        _ => {}
    }
    for cause in reachable {
        *row.causes.entry(cause).or_default() += 1;
    }
    Ok(())
}

const ASSEMBLY: &str = "inline assembly";

/// The reason without what differs from place to place.
fn cause(reason: &str) -> String {
    if reason.contains("assembly") {
        return ASSEMBLY.to_owned();
    }
    reason
        .split(['\'', '`', '"', ':'])
        .next()
        .unwrap_or(reason)
        .trim()
        .to_owned()
}
