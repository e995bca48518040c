//! `cargo xtask table synergy`: every engine on the programs of Table 1
//! (`cargo xtask table ase` is in [`ase`], `cargo xtask table panda` in [`panda`],
//! `cargo xtask table unit` in [`unit`]).
//!
//! Each program of `benchmarks/synergy` runs under each engine as
//! `hatha check --engine E --timeout S --format json FILE`, first with
//! `--no-generalise` and then without. The tables and a plot go to `docs/results`.

mod ase;
mod panda;
mod plot;
mod unit;

use crate::Result;
use crate::process::{self, build_hatha, root};
use clap::{Args, ValueEnum};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A table that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// Table 1 of the SYNERGY paper
    Synergy,
    /// Figures 7 and 8 of the paper on the abstract analysis of symbolic executions
    Ase,
    /// Table 1 of the PANDA paper
    Panda,
    /// The examples of the paper on unit checking, and its Figure 6
    Unit,
}

#[derive(Args, Clone)]
pub struct Options {
    /// Which table
    pub which: Which,
    /// Seconds for each run
    #[arg(long, default_value_t = 60)]
    pub timeout: u64,
    /// Print the table and write no file
    #[arg(long)]
    pub dry: bool,
    /// Another solver that has to agree with every answer (`ase` alone)
    #[arg(long)]
    pub second_opinion: Option<String>,
    /// The engines, separated by commas (`panda` alone)
    #[arg(long, value_delimiter = ',')]
    pub engines: Vec<String>,
    /// Only the programs with this in their file's name; writes no file (`panda` alone)
    #[arg(long)]
    pub only: Option<String>,
    /// Do not give engine panda the predicates beside a program (`panda` alone)
    #[arg(long)]
    pub no_predicates: bool,
}

/// The engines, in the order of the columns.
const ENGINES: [&str; 5] = ["synergy", "dash", "cegar", "lee-yannakakis", "dart"];
/// Those that generalise; the last one runs tests alone.
const LEARNING: usize = 4;
/// How many programs the paper has.
const PROGRAMS: usize = 20;
/// Time beyond its own limit after which a run is ended.
const GRACE: Duration = Duration::from_secs(30);

/// One run.
#[derive(Clone, Debug)]
pub struct Cell {
    /// `proved`, `violated` or `unknown`.
    pub verdict: String,
    /// Iterations of the engine's main loop.
    pub iterations: u64,
    /// Questions of the search.
    pub queries: u64,
    /// Wall time, the start of the process and the certificate included.
    pub seconds: f64,
    /// Whether it used up its time.
    pub is_late: bool,
}

impl Cell {
    /// Whether it ended with a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict == "proved" || self.verdict == "violated"
    }

    fn text(&self) -> String {
        if !self.is_decided() {
            let mark = if self.is_late { "*" } else { "–" };
            return [mark; 3].join(" | ");
        }
        let Cell {
            iterations,
            queries,
            seconds,
            ..
        } = self;
        format!("{iterations} | {queries} | {seconds:.2}")
    }
}

/// A program under all engines.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the row is called.
    pub name: String,
    /// In the order of [`ENGINES`].
    pub cells: Vec<Cell>,
}

/// Runs everything, prints the table and writes the files.
pub fn run(options: &Options) -> Result {
    match options.which {
        Which::Synergy => synergy(options),
        Which::Ase => ase::run(options),
        Which::Panda => panda::run(options),
        Which::Unit => unit::run(options),
    }
}

fn synergy(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let folder = root().join("benchmarks/synergy");
    let mut rows = Vec::new();
    let mut tables = String::new();
    for generalise in [false, true] {
        let engines = if generalise {
            &ENGINES[..LEARNING]
        } else {
            &ENGINES[..]
        };
        let mut part = Vec::new();
        for number in 1..=PROGRAMS {
            let file = folder.join(format!("test{number:02}.c"));
            part.push(row(options, &hatha, &file, engines, generalise)?);
        }
        contradictions(&part)?;
        let how = if generalise { "With" } else { "Without" };
        let _ = write!(tables, "\n{how} generalisation:\n\n");
        tables.push_str(&markdown(&part, engines));
        rows.push(part);
    }
    print!("{tables}");
    if options.dry {
        return Ok(());
    }
    let results = root().join("docs/results");
    write(&results.join("synergy.svg"), &plot::svg(&rows[0], &ENGINES))?;
    let limit = format!("Limit: {} s for each run.\n", options.timeout);
    replace_table(&results.join("synergy.md"), &format!("{limit}{tables}\n"))
}

fn row(
    options: &Options,
    hatha: &Path,
    file: &Path,
    engines: &[&str],
    generalise: bool,
) -> Result<Row> {
    let name = file.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let mut cells = Vec::new();
    for engine in engines {
        let cell = one(options, hatha, file, engine, generalise)?;
        eprintln!("{name} {engine}: {} in {:.2} s", cell.verdict, cell.seconds);
        cells.push(cell);
    }
    Ok(Row { name, cells })
}

fn one(
    options: &Options,
    hatha: &Path,
    file: &Path,
    engine: &str,
    generalise: bool,
) -> Result<Cell> {
    let timeout = options.timeout.to_string();
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--engine", engine]);
    command.args(["--checks", "assertions"]);
    command.args(["--timeout", &timeout]).arg(file);
    if !generalise {
        command.arg("--no-generalise");
    }
    let limit = Duration::from_secs(options.timeout) + GRACE;
    let done = process::run(&mut command, &[], limit)?;
    let text = String::from_utf8_lossy(&done.stdout);
    let json: Value = match done.code() {
        None => Value::Null,
        Some(0..=2) => serde_json::from_str(text.trim()).map_err(|e| e.to_string())?,
        Some(code) => {
            let why = String::from_utf8_lossy(&done.stderr);
            let file = file.display();
            return Err(format!("{engine} ends with {code} on {file}: {why}"));
        }
    };
    let number = |key: &str| json[key].as_u64().unwrap_or(0);
    Ok(Cell {
        verdict: json["verdict"].as_str().unwrap_or("unknown").to_owned(),
        iterations: number("iterations"),
        queries: json["solver_queries"]["search"].as_u64().unwrap_or(0),
        seconds: done.seconds,
        is_late: done.seconds >= options.timeout as f64,
    })
}

/// Two engines that disagree are a defect, not a row.
fn contradictions(rows: &[Row]) -> Result {
    for row in rows {
        let says = |verdict: &str| row.cells.iter().any(|c| c.verdict == verdict);
        if says("proved") && says("violated") {
            return Err(format!(
                "the engines contradict one another on {}",
                row.name
            ));
        }
    }
    Ok(())
}

fn markdown(rows: &[Row], engines: &[&str]) -> String {
    let mut out = String::from("| program | verdict |");
    for engine in engines {
        let _ = write!(out, " {engine}: iterations | queries | seconds |");
    }
    out.push_str("\n| --- | --- |");
    out.push_str(&" ---: | ---: | ---: |".repeat(engines.len()));
    out.push('\n');
    for row in rows {
        let decided = row.cells.iter().find(|c| c.is_decided());
        let verdict = decided.map_or("", |c| c.verdict.as_str());
        let cells: Vec<String> = row.cells.iter().map(Cell::text).collect();
        let _ = writeln!(out, "| {} | {verdict} | {} |", row.name, cells.join(" | "));
    }
    out
}

const BEGIN: &str = "<!-- table synergy -->\n";
const END: &str = "<!-- end -->\n";

/// Puts the table between its marks; what people wrote around it stays.
fn replace_table(path: &Path, table: &str) -> Result {
    replace_between(path, BEGIN, table)
}

/// The same for a page with its own mark.
fn replace_between(path: &Path, mark: &str, table: &str) -> Result {
    let old = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let begin = old.find(mark).map(|at| at + mark.len());
    let end = begin.and_then(|begin| Some(begin + old[begin..].find(END)?));
    let (Some(begin), Some(end)) = (begin, end) else {
        return Err(format!("{} has no marks for the table", path.display()));
    };
    let new = format!("{}{table}{}", &old[..begin], &old[end..]);
    write(path, &new)
}

fn write(path: &Path, text: &str) -> Result {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
