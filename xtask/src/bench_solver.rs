//! `cargo xtask bench-solver`: the embedded solver against Z3 on questions
//! recorded from real runs.
//!
//! The programs are in `benchmarks/solver`. Both the recorder and the timer are
//! examples of the crates they exercise; this command installs the pinned Z3,
//! runs them, and writes table and plot to `docs/results`. The bars are asserted
//! here: a miss is an error.

mod plot;

use crate::Result;
use crate::process::{self, root};
use clap::Args;
use plot::Row;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args, Clone)]
pub struct Options {
    /// Do not record anew: use the questions of the last run
    #[arg(long)]
    pub recorded: bool,
    /// Do not measure anew: use these results (tab-separated, as measured)
    #[arg(long)]
    pub results: Option<PathBuf>,
}

/// The wheel that is measured.
const Z3: &str = "z3-solver==5.4.0.0";
const VENV: &str = "target/z3-venv";
const QUERIES: &str = "target/solver-queries";
const RESULTS: &str = "target/solver-bench.tsv";
const PAGE: &str = "docs/results/solver.md";
const PLOT: &str = "docs/results/solver.svg";
const BEGIN: &str = "<!-- bench-solver -->\n";
const END: &str = "<!-- end of bench-solver -->\n";

/// Records, measures and writes.
pub fn run(options: &Options) -> Result {
    std::env::set_current_dir(root()).map_err(|e| e.to_string())?;
    let results = match &options.results {
        Some(file) => file.clone(),
        None => {
            let z3 = install_z3()?;
            if !options.recorded {
                record()?;
            }
            measure(&z3)?;
            PathBuf::from(RESULTS)
        }
    };
    let text =
        std::fs::read_to_string(&results).map_err(|e| format!("{}: {e}", results.display()))?;
    let rows = parse(&text)?;
    let summary = Summary::of(&rows)?;
    let report = summary.report();
    print!("{report}");
    process::replace_between(Path::new(PAGE), BEGIN, END, &report)?;
    std::fs::write(PLOT, plot::svg(&rows)).map_err(|e| format!("{PLOT}: {e}"))?;
    summary.judge()
}

fn succeed(command: &mut Command) -> Result {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed")),
    }
}

/// The program of the pinned wheel, in an environment of its own. Where it cannot
/// be installed the `z3` of the system is used, and the output says so.
fn install_z3() -> Result<PathBuf> {
    let program = Path::new(VENV).join("bin/z3");
    let pip = Path::new(VENV).join("bin/pip");
    let made = Path::new(VENV).is_dir()
        || succeed(Command::new("python3").args(["-m", "venv", VENV])).is_ok();
    let installed = made && succeed(Command::new(&pip).args(["install", "--quiet", Z3])).is_ok();
    if installed {
        return std::path::absolute(program).map_err(|e| e.to_string());
    }
    println!("cannot install {Z3}: measuring the z3 of the system instead");
    Ok(PathBuf::from("z3"))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A command that runs an example of a crate, optimised.
fn example(krate: &str, name: &str) -> Command {
    let mut command = cargo();
    command.args(["run", "--release", "--quiet", "-p", krate]);
    command.args(["--example", name, "--"]);
    command
}

fn files(folder: &str, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{folder}: {e}"))?;
    let paths = entries.filter_map(|e| Some(e.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|p| p.extension().is_some_and(|e| e == extension))
        .collect();
    paths.sort();
    Ok(paths)
}

fn record() -> Result {
    // Questions of an earlier run must not stay among the new ones.
    if Path::new(QUERIES).is_dir() {
        std::fs::remove_dir_all(QUERIES).map_err(|e| format!("{QUERIES}: {e}"))?;
    }
    let programs = files("benchmarks/solver", "c")?;
    succeed(
        example("hatha-engine", "record_queries")
            .arg(QUERIES)
            .args(programs),
    )
}

fn measure(z3: &Path) -> Result {
    let out = std::fs::File::create(RESULTS).map_err(|e| format!("{RESULTS}: {e}"))?;
    let queries = files(QUERIES, "smt2")?;
    let mut command = example("hatha-smt", "bench_solver");
    succeed(command.arg(z3).args(queries).stdout(Stdio::from(out)))
}

/// The rows of questions that reached the SAT solver.
fn parse(text: &str) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[query, searched, ours, our_time, z3, z3_time] = &fields[..] else {
            return Err(format!("not a result: {line}"));
        };
        let time = |t: &str| t.parse::<f64>().map_err(|e| format!("{line}: {e}"));
        // An answer that was cut short searched until then.
        if searched != "false" {
            rows.push(Row {
                family: family(query),
                ours: time(our_time)?,
                theirs: time(z3_time)?,
                our_unknown: ours == "unknown",
                their_unknown: z3 == "unknown",
            });
        }
    }
    Ok(rows)
}

/// The program of a question's file `sum-100-0007.smt2`.
fn family(query: &str) -> String {
    let name = Path::new(query).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let end = name.find('-').unwrap_or(name.len());
    name[..end].to_owned()
}

fn quantile(times: &[f64], q: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * q) as usize]
}

struct Summary {
    rows: Vec<Row>,
    ours: Side,
    theirs: Side,
    slow: usize,
}

/// One side's times in milliseconds.
struct Side {
    median: f64,
    high: f64,
    unknown: usize,
}

impl Side {
    fn of(times: &[f64], unknown: usize) -> Side {
        Side {
            median: quantile(times, 0.5),
            high: quantile(times, 0.95),
            unknown,
        }
    }
}

impl Summary {
    fn of(rows: &[Row]) -> Result<Summary> {
        if rows.is_empty() {
            return Err("no question reached the SAT solver".to_owned());
        }
        let ours: Vec<f64> = rows.iter().map(|r| r.ours).collect();
        let theirs: Vec<f64> = rows.iter().map(|r| r.theirs).collect();
        let count = |f: fn(&Row) -> bool| rows.iter().filter(|r| f(r)).count();
        Ok(Summary {
            rows: rows.to_vec(),
            ours: Side::of(&ours, count(|r| r.our_unknown)),
            theirs: Side::of(&theirs, count(|r| r.their_unknown)),
            slow: count(|r| r.theirs > 10.0),
        })
    }

    fn report(&self) -> String {
        let mut text = format!(
            "{} distinct questions that reached the SAT solver, {} of which take Z3 over 10 ms.\n\
             Processor times, `{Z3}`.\n\n\
             | | embedded | Z3 | Z3 / embedded |\n| --- | ---: | ---: | ---: |\n",
            self.rows.len(),
            self.slow,
        );
        let (ours, theirs) = (&self.ours, &self.theirs);
        for (name, a, b) in [
            ("median", ours.median, theirs.median),
            ("95th percentile", ours.high, theirs.high),
        ] {
            let _ = writeln!(text, "| {name} | {a:.2} ms | {b:.2} ms | {:.1} |", b / a);
        }
        let (a, b) = (ours.unknown, theirs.unknown);
        let _ = writeln!(text, "| unknown at 10 s | {a} | {b} | |\n");
        text.push_str(&self.families());
        text
    }

    /// A line for each program.
    fn families(&self) -> String {
        let mut text = String::from(
            "| program | questions | embedded, median | Z3, median | ratio |\n\
             | --- | ---: | ---: | ---: | ---: |\n",
        );
        let mut names: Vec<&str> = self.rows.iter().map(|r| r.family.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let rows = || self.rows.iter().filter(|r| r.family == name);
            let ours: Vec<f64> = rows().map(|r| r.ours).collect();
            let theirs: Vec<f64> = rows().map(|r| r.theirs).collect();
            let (a, b) = (quantile(&ours, 0.5), quantile(&theirs, 0.5));
            let count = ours.len();
            let _ = writeln!(
                text,
                "| {name} | {count} | {a:.2} ms | {b:.2} ms | {:.1} |",
                b / a
            );
        }
        text
    }

    fn judge(&self) -> Result {
        let mut missed = Vec::new();
        let mut demand = |holds: bool, what: &str| {
            if !holds {
                missed.push(what.to_owned());
            }
        };
        demand(self.rows.len() >= 400, "at least 400 questions");
        demand(self.slow >= 100, "100 that take Z3 over 10 ms");
        demand(
            self.ours.median * 10.0 <= self.theirs.median,
            "a tenth of Z3's median",
        );
        demand(self.ours.high <= self.theirs.high, "the 95th percentile");
        demand(self.ours.unknown <= self.theirs.unknown, "no more unknowns");
        match missed.is_empty() {
            true => Ok(()),
            false => Err(format!("missed: {}", missed.join(", "))),
        }
    }
}
