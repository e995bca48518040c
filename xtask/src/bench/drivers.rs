//! `cargo xtask bench drivers`: the programs in `benchmarks/drivers`, each with its
//! rule, under `dash`, again with what the first run kept, and under `cegar`.
//!
//! **Invariant.** A verdict that contradicts a program's header ends the command
//! with an error, whatever the times were.

mod plot;

use crate::Result;
use crate::process::{self, build_hatha, root};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Seconds for one question to `dash`.
const LIMIT: u64 = 20;
/// Seconds for one question to `cegar`, which seldom answers late.
const CEGAR_LIMIT: u64 = 6;
/// What the paper's tool took for its 95 programs, the same with its cache, and the tool it was
/// compared with.
const PAPER: (f64, f64, f64) = (17.0, 4.0, 1_200.0);

/// A program and what is known of it.
struct Program {
    path: PathBuf,
    name: String,
    rule: String,
    verdict: String,
    /// It has a mutant that breaks the rule.
    mutant: bool,
    /// Why it is not decided yet, if it is not.
    open: bool,
}

/// A question and how both engines answered.
pub struct Row {
    /// The program, `+` for its mutant.
    pub name: String,
    /// What the header says.
    wanted: String,
    /// Verdict and seconds of `dash`.
    pub dash: (String, f64),
    /// The same with the evidence of the first run.
    again: (String, f64),
    /// Verdict and seconds of `cegar`, which is not asked about mutants.
    pub cegar: Option<(String, f64)>,
    open: bool,
}

/// Runs all of them and writes the page and the plot.
pub fn run() -> Result {
    let hatha = build_hatha()?;
    let programs = programs()?;
    let cache = std::env::temp_dir().join(format!("hatha-drivers-{}", std::process::id()));
    let rows = rows(&hatha, &programs, &cache);
    // Nothing is kept if nothing was found.
    let _ = std::fs::remove_dir_all(&cache);
    let rows = rows?;
    let text = page(&programs, &rows);
    print!("{text}");
    let results = root().join("docs/results");
    let write = |name: &str, text: &str| {
        std::fs::write(results.join(name), text).map_err(|e| format!("{name}: {e}"))
    };
    write("drivers.md", &text)?;
    write("drivers.svg", &plot::svg(&rows))?;
    judged(&rows)
}

fn rows(hatha: &Path, programs: &[Program], cache: &Path) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for program in programs {
        rows.push(row(hatha, program, false, cache)?);
        if program.mutant {
            rows.push(row(hatha, program, true, cache)?);
        }
    }
    Ok(rows)
}

fn judged(rows: &[Row]) -> Result {
    let contradicts = |r: &&Row| {
        let wrong = |v: &str| v != r.wanted && v != "unknown";
        let cegar = r.cegar.as_ref().is_some_and(|(v, _)| wrong(v));
        wrong(&r.dash.0) || wrong(&r.again.0) || cegar || r.dash.0 != r.wanted && !r.open
    };
    let bad: Vec<&str> = rows
        .iter()
        .filter(contradicts)
        .map(|r| r.name.as_str())
        .collect();
    match bad.is_empty() {
        true => Ok(()),
        false => Err(format!("not the verdict of the header: {}", bad.join(", "))),
    }
}

fn programs() -> Result<Vec<Program>> {
    let folder = root().join("benchmarks/drivers");
    let entries = std::fs::read_dir(&folder).map_err(|e| e.to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "c"));
    paths.sort();
    paths.into_iter().map(program).collect()
}

fn program(path: PathBuf) -> Result<Program> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
    let field = |key: &str| {
        let line = text.lines().take(12).find_map(|l| l.split_once(key));
        line.map(|(_, value)| value.trim().to_owned())
    };
    let missing = |what: &str| format!("{name}: its header has no {what}");
    Ok(Program {
        rule: field("rule:").ok_or_else(|| missing("rule"))?,
        verdict: field("verdict:").ok_or_else(|| missing("verdict"))?,
        mutant: field("mutant:").is_some(),
        open: field("open:").is_some(),
        name: name.into_owned(),
        path,
    })
}

fn row(hatha: &Path, program: &Program, mutant: bool, cache: &Path) -> Result<Row> {
    let wanted = if mutant { "violated" } else { &program.verdict };
    let mark = if mutant { "+" } else { "" };
    Ok(Row {
        name: format!("{}{mark}", program.name),
        wanted: wanted.to_owned(),
        dash: ask(hatha, program, mutant, ("dash", LIMIT), Some(cache))?,
        again: ask(hatha, program, mutant, ("dash", LIMIT), Some(cache))?,
        cegar: match mutant {
            true => None,
            false => Some(ask(hatha, program, mutant, ("cegar", CEGAR_LIMIT), None)?),
        },
        open: program.open && !mutant,
    })
}

fn ask(
    hatha: &Path,
    program: &Program,
    mutant: bool,
    (engine, limit): (&str, u64),
    cache: Option<&Path>,
) -> Result<(String, f64)> {
    let mut command = Command::new(hatha);
    command
        .args(["check", "--quiet", "--engine", engine])
        .args(["--timeout", &limit.to_string(), "--rule", &program.rule]);
    if mutant {
        command.arg("-DBROKEN");
    }
    if let Some(cache) = cache {
        command.arg("--cache").arg(cache);
    }
    command.arg(&program.path);
    let done = process::run(&mut command, b"", Duration::from_secs(2 * limit))?;
    let verdict = match done.code() {
        Some(0) => "proved",
        Some(1) => "violated",
        Some(2) => "unknown",
        _ => "failed",
    };
    // A defect of an engine that is there for comparison decides nothing.
    let verdict = match (verdict, engine) {
        ("failed", "cegar") => "unknown",
        (v, _) => v,
    };
    Ok((verdict.to_owned(), done.seconds))
}

fn page(programs: &[Program], rows: &[Row]) -> String {
    let seconds = |rows: &[&Row], f: fn(&Row) -> f64| rows.iter().map(|r| f(r)).sum::<f64>();
    let own: Vec<&Row> = rows.iter().filter(|r| !r.name.ends_with('+')).collect();
    let all: Vec<&Row> = rows.iter().collect();
    let right = rows.iter().filter(|r| r.dash.0 == r.wanted).count();
    let open = rows.iter().filter(|r| r.open).count();
    let mutants = rows.len() - own.len();
    let mut out = String::from("# Programs with the features of device drivers\n\n");
    // Writing to a `String` cannot fail.
    let _ = write!(
        out,
        "`cargo xtask bench drivers` writes this page. {} programs in `benchmarks/drivers`, {mutants} of \
         them with a mutant that breaks the rule; {right} of {} questions are answered as the header says, \
         {open} are marked as open. One process each, at most {LIMIT} s (`cegar`: {CEGAR_LIMIT} s, and not \
         about mutants), nothing kept between them but the cache, from which the second run of `dash` starts.\n\n",
        programs.len(),
        rows.len()
    );
    let (yogi, kept, slam) = PAPER;
    let undecided = |r: &&Row| r.cegar.as_ref().is_some_and(|c| c.0 == "unknown");
    let slow = rows.iter().filter(undecided).count();
    let _ = write!(
        out,
        "| | questions | `dash`, cold (s) | with the cache (s) | `cegar` (s) |\n| --- | --: | --: | --: | --: |\n\
         | programs | {} | {:.1} | {:.1} | {:.1} ({slow} not decided) |\n| with their mutants | {} | {:.1} | {:.1} | |\n\
         | the paper's suite (YOGI, SLAM) | 95 | {yogi:.0} | {kept:.0} | {slam:.0} |\n\n\
         The paper's machine and programs were others; the figures stand side by side, not against each \
         other.\n\n![Scatter](drivers.svg)\n\n",
        own.len(),
        seconds(&own, |r| r.dash.1),
        seconds(&own, |r| r.again.1),
        seconds(&own, |r| r.cegar.as_ref().map_or(0.0, |c| c.1)),
        all.len(),
        seconds(&all, |r| r.dash.1),
        seconds(&all, |r| r.again.1),
    );
    out.push_str(
        "| program | header | `dash` | s | again (s) | `cegar` | s |\n| --- | --- | --- | --: | --: | --- | --: |\n",
    );
    for r in rows {
        let wanted = if r.open {
            format!("{} (open)", r.wanted)
        } else {
            r.wanted.clone()
        };
        let cegar = r.cegar.as_ref();
        let cegar = cegar.map_or(" |".to_owned(), |(v, s)| format!("{v} | {s:.2}"));
        let _ = writeln!(
            out,
            "| {} | {wanted} | {} | {:.2} | {:.2} | {cegar} |",
            r.name, r.dash.0, r.dash.1, r.again.1
        );
    }
    out
}
