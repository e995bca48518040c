//! `cargo xtask bench find-greater`: Figure 1 of the PANDA paper for growing arrays.
//!
//! Each length runs as `hatha check --engine E -D N=LENGTH find_greater.c`. An engine
//! that has not decided a length is not asked about longer ones. Table and plot go to
//! `docs/results`.
//!
//! **Invariant.** The program has no failure; an engine that finds one ends the
//! command with an error.

mod plot;

use super::Options;
use crate::Result;
use crate::measure::{self, Answer, Question};
use crate::process::{self, build_hatha, root};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

const FILE: &str = "benchmarks/panda/find_greater.c";
const PAGE: &str = "docs/results/panda.md";
const PLOT: &str = "docs/results/find-greater.svg";
const BEGIN: &str = "<!-- find-greater -->\n";
const END: &str = "<!-- end of find-greater -->\n";
const LENGTHS: [u32; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];
/// The engines if none are named.
const ENGINES: [&str; 3] = ["panda", "cegar", "dash"];

/// One engine: its name and what it answered about each length that it was asked about.
pub struct Curve {
    /// The engine.
    pub name: String,
    /// Shortest array first; `None` where there is no such engine.
    pub points: Vec<(u32, Option<Answer>)>,
}

impl Curve {
    /// The lengths that were decided.
    pub fn decided(&self) -> impl Iterator<Item = (u32, &Answer)> {
        self.points
            .iter()
            .filter_map(|(n, a)| Some((*n, a.as_ref()?)))
            .filter(|(_, a)| a.is_decided())
    }
}

/// Runs, prints and writes.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let engines = match options.engines.is_empty() {
        true => ENGINES.map(str::to_owned).into(),
        false => options.engines.clone(),
    };
    let mut curves = Vec::new();
    for engine in engines {
        curves.push(curve(options, &hatha, engine)?);
    }
    let table = table(options, &curves);
    print!("{table}");
    if options.dry {
        return Ok(());
    }
    std::fs::write(root().join(PLOT), plot::svg(&curves)).map_err(|e| format!("{PLOT}: {e}"))?;
    process::replace_between(&root().join(PAGE), BEGIN, END, &table)
}

fn curve(options: &Options, hatha: &Path, name: String) -> Result<Curve> {
    let mut points = Vec::new();
    for n in LENGTHS.into_iter().filter(|&n| n <= options.most) {
        let answer = one(options, hatha, &name, n)?;
        let is_decided = answer.as_ref().is_some_and(Answer::is_decided);
        eprintln!("{name} {n}: {}", cells(answer.as_ref()));
        points.push((n, answer));
        if !is_decided {
            break;
        }
    }
    Ok(Curve { name, points })
}

fn one(options: &Options, hatha: &Path, engine: &str, n: u32) -> Result<Option<Answer>> {
    let question = Question {
        engine,
        file: &root().join(FILE),
        words: vec![OsString::from("-D"), format!("N={n}").into()],
        timeout: options.timeout,
    };
    let answer = measure::ask(hatha, &question)?;
    match &answer {
        Some(a) if a.verdict == "violated" => {
            Err(format!("{engine} finds a failure with {n} elements"))
        }
        _ => Ok(answer),
    }
}

fn table(options: &Options, curves: &[Curve]) -> String {
    let mut out = format!("Limit: {} s for each run.\n\n| length |", options.timeout);
    for Curve { name, .. } in curves {
        let _ = write!(out, " {name}: seconds | states | refinements | queries |");
    }
    let columns = " ---: | ---: | ---: | ---: |".repeat(curves.len());
    let _ = writeln!(out, "\n| ---: |{columns}");
    for n in LENGTHS.into_iter().filter(|&n| n <= options.most) {
        let _ = write!(out, "| {n} |");
        for curve in curves {
            let found = curve.points.iter().find(|(m, _)| *m == n);
            let answer = found.and_then(|(_, a)| a.as_ref());
            let _ = write!(out, " {} |", cells(answer));
        }
        out.push('\n');
    }
    out
}

/// Four cells; `*` where the time was used up, `–` for another end without a verdict.
fn cells(answer: Option<&Answer>) -> String {
    let number = |v: Option<u64>| v.map_or("-".to_owned(), |v| v.to_string());
    match answer {
        None => "- | - | - | -".to_owned(),
        Some(a) if !a.is_decided() => {
            let mark = if a.is_late { "*" } else { "–" };
            format!("{mark} | - | - | -")
        }
        Some(a) => format!(
            "{:.2} | {} | {} | {}",
            a.seconds,
            number(a.states),
            number(a.refinements),
            number(a.queries)
        ),
    }
}
