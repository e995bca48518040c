//! `cargo xtask table panda`: the programs of Table 1 of the PANDA paper under engine
//! `panda` with the paper's figures beside it, and under other engines.
//!
//! Each program of `benchmarks/panda` and its variant with a seeded error runs as
//! `hatha check --engine E --timeout S --format json FILE`; `panda` also has the
//! options that the file's head names, the predicates of a file beside it, and the
//! time of the bar where that is more. An engine that is not known prints `-`.
//!
//! **Invariant.** A verdict that contradicts a program's head is an error, not a row.

mod paper;

use super::{Options, replace_between};
use crate::Result;
use crate::measure::{self, Answer, Program, Question};
use crate::process::{build_hatha, root};
use paper::{Paper, ROWS};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

/// The engine of the paper.
const PANDA: &str = "panda";
/// The engines if none are named.
const ENGINES: [&str; 5] = [PANDA, "dash", "cegar", "synergy", "auto"];

/// One program under all engines; no answer where there is no such engine.
struct Row {
    paper: Paper,
    program: Program,
    answers: Vec<Option<Answer>>,
}

impl Row {
    fn is_seeded(&self) -> bool {
        self.program.verdict == "violated"
    }

    fn name(&self) -> String {
        let error = if self.is_seeded() { ", error" } else { "" };
        format!("{}{error}", self.paper.name)
    }
}

/// Runs everything, prints the tables and writes them to `docs/results/panda.md`.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let engines = engines(options);
    let mut rows = Vec::new();
    for suffix in ["", "_bad"] {
        for paper in ROWS {
            let name = format!("{}{suffix}", paper.file);
            if options.only.as_ref().is_none_or(|only| name.contains(only)) {
                rows.push(row(options, &hatha, paper, &name, &engines)?);
            }
        }
    }
    let out = page(options, &rows, &engines);
    print!("{out}");
    if options.dry || options.only.is_some() {
        return Ok(());
    }
    let path = root().join("docs/results/panda.md");
    replace_between(&path, "<!-- table panda -->\n", &format!("{out}\n"))
}

fn engines(options: &Options) -> Vec<String> {
    match options.engines.is_empty() {
        true => ENGINES.map(str::to_owned).into(),
        false => options.engines.clone(),
    }
}

fn row(
    options: &Options,
    hatha: &Path,
    paper: Paper,
    name: &str,
    engines: &[String],
) -> Result<Row> {
    let path = root().join(format!("benchmarks/panda/{name}.c"));
    let program = measure::program(path)?;
    let mut answers = Vec::new();
    for engine in engines {
        let answer = one(options, hatha, &paper, &program, engine)?;
        let text = brief(answer.as_ref());
        eprintln!("{name} {engine}: {text}");
        answers.push(answer);
    }
    Ok(Row {
        paper,
        program,
        answers,
    })
}

fn one(
    options: &Options,
    hatha: &Path,
    paper: &Paper,
    program: &Program,
    engine: &str,
) -> Result<Option<Answer>> {
    let is_panda = engine == PANDA;
    let words = match is_panda {
        true => words(options, program),
        false => Vec::new(),
    };
    let bar = if is_panda { paper.bar() as u64 } else { 0 };
    let question = Question {
        engine,
        file: &program.path,
        words,
        timeout: options.timeout.max(bar),
    };
    let answer = measure::ask(hatha, &question)?;
    match &answer {
        Some(a) if a.is_decided() && a.verdict != program.verdict => {
            let file = program.path.display();
            Err(format!("{engine} says {} of {file}", a.verdict))
        }
        _ => Ok(answer),
    }
}

/// What `panda` alone is told.
fn words(options: &Options, program: &Program) -> Vec<OsString> {
    let mut words: Vec<OsString> = program.options.iter().map(OsString::from).collect();
    let predicates = program.path.with_extension("predicates");
    if !options.no_predicates && predicates.exists() {
        words.extend([OsString::from("--predicates"), predicates.into()]);
    }
    words
}

fn page(options: &Options, rows: &[Row], engines: &[String]) -> String {
    let mut out = format!("Limit: {} s for each run.\n", options.timeout);
    if let Some(at) = engines.iter().position(|e| e == PANDA) {
        out.push_str("\nEngine `panda` and the paper:\n\n");
        out.push_str(&beside_paper(rows, at));
    }
    out.push_str("\nVerdicts and seconds:\n\n");
    out.push_str(&verdicts(rows, engines));
    out
}

const HEAD: &str = "| program | sizes | verdict | seconds | bar | states | refinements | predicates | queries | the paper: seconds | states | refinements | predicates | queries |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

/// The figures of one engine beside those of the paper, which has no seeded errors.
fn beside_paper(rows: &[Row], at: usize) -> String {
    let mut out = HEAD.to_owned();
    for row in rows {
        let answer = row.answers[at].as_ref();
        let (bar, theirs) = match row.is_seeded() {
            true => ("-".to_owned(), "- | - | - | - | -".to_owned()),
            false => (bar(&row.paper, answer), row.paper.cells()),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {bar} | {} | {theirs} |",
            row.name(),
            row.program.sizes,
            brief_cells(answer),
            figures(answer)
        );
    }
    out.push_str(&total(rows, at));
    out
}

/// The seconds there are, and whether they were kept.
fn bar(paper: &Paper, answer: Option<&Answer>) -> String {
    let bar = paper.bar();
    match answer {
        Some(a) if a.is_decided() && a.seconds <= bar => format!("{bar} met"),
        Some(_) => format!("{bar} missed"),
        None => bar.to_string(),
    }
}

fn figures(answer: Option<&Answer>) -> String {
    let text = |f: fn(&Answer) -> Option<u64>| number(answer.and_then(f));
    [
        text(|a| a.states),
        text(|a| a.refinements),
        text(|a| a.predicates),
        text(|a| a.queries),
    ]
    .join(" | ")
}

fn number(value: Option<u64>) -> String {
    value.map_or("-".to_owned(), |v| v.to_string())
}

/// Sums over all rows; of the predicates the largest count.
fn total(rows: &[Row], at: usize) -> String {
    let answers: Vec<&Answer> = rows.iter().filter_map(|r| r.answers[at].as_ref()).collect();
    let sum = |f: fn(&Answer) -> Option<u64>| {
        let values: Vec<u64> = answers.iter().filter_map(|a| f(a)).collect();
        number((!values.is_empty()).then(|| values.iter().sum()))
    };
    let most = answers.iter().filter_map(|a| a.predicates).max();
    format!(
        "| total | | {} | | {} | {} | {} | {} | | | | | |\n",
        decided(rows, at),
        sum(|a| a.states),
        sum(|a| a.refinements),
        number(most),
        sum(|a| a.queries)
    )
}

/// How many programs an engine decided, and the seconds of all its runs, as two cells.
fn decided(rows: &[Row], at: usize) -> String {
    let answers: Vec<&Answer> = rows.iter().filter_map(|r| r.answers[at].as_ref()).collect();
    if answers.is_empty() {
        return "- | -".to_owned();
    }
    let count = answers.iter().filter(|a| a.is_decided()).count();
    let seconds: f64 = answers.iter().map(|a| a.seconds).sum();
    format!("{count} of {} | {seconds:.2}", rows.len())
}

fn verdicts(rows: &[Row], engines: &[String]) -> String {
    let mut out = String::from("| program |");
    for engine in engines {
        let _ = write!(out, " {engine} | seconds |");
    }
    let _ = writeln!(out, "\n| --- |{}", " --- | ---: |".repeat(engines.len()));
    for row in rows {
        let cells = row.answers.iter().map(|a| brief_cells(a.as_ref()));
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(out, "| {} | {} |", row.name(), cells.join(" | "));
    }
    out.push_str("| total |");
    for at in 0..engines.len() {
        let _ = write!(out, " {} |", decided(rows, at));
    }
    out.push('\n');
    out
}

/// Verdict and seconds as two cells; `*` if the time was used up.
fn brief_cells(answer: Option<&Answer>) -> String {
    match answer {
        None => "- | -".to_owned(),
        Some(a) if a.is_decided() => format!("{} | {:.2}", a.verdict, a.seconds),
        Some(a) if a.is_late => format!("* | {:.2}", a.seconds),
        Some(a) => format!("– | {:.2}", a.seconds),
    }
}

/// The same for the one who waits.
fn brief(answer: Option<&Answer>) -> String {
    answer.map_or("not known".to_owned(), |a| {
        format!("{} in {:.2} s", a.verdict, a.seconds)
    })
}
