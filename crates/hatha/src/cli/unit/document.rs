//! The answer for scripts; `docs/formats/unit.md` describes it.

use super::super::exit::{self, Failure};
use super::place;
use hatha_cfa::{Program, Span};
use hatha_proof::input::InputVector;
use hatha_verify::unit::{Answer, Coverage, Path, Report};
use serde::Serialize;

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: u32,
    formula: &'a str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    searched: u32,
    exhausted: bool,
    paths: Vec<PathDocument<'a>>,
    unconfirmed: Vec<PathDocument<'a>>,
    coverage: CoverageDocument<'a>,
    never_set: Vec<Note<'a>>,
    assumptions: &'a [String],
    counts: CountsDocument,
    seconds: f64,
}

#[derive(Serialize)]
struct PathDocument<'a> {
    n: u32,
    nodes: Vec<NodeDocument<'a>>,
    condition: &'a str,
    drawn: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    backwards: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a InputVector>,
}

#[derive(Serialize)]
struct NodeDocument<'a> {
    name: &'a str,
    location: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct CoverageDocument<'a> {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<&'a str>,
}

#[derive(Serialize)]
struct Note<'a> {
    variable: &'a str,
    location: String,
}

#[derive(Serialize)]
struct CountsDocument {
    prefixes: u64,
    refuted: u64,
    matched: u64,
    queries: u64,
    product: usize,
    product_alive: usize,
}

/// Prints an answer.
pub(super) fn print(
    program: &Program,
    formula: &str,
    notes: &[(String, Span)],
    report: &Report,
) -> Result<(), Failure> {
    let (answer, reason) = match &report.answer {
        Answer::Found => ("found", None),
        Answer::Proved => ("proved", None),
        Answer::NoneUpTo(why) => ("none-up-to-bound", Some(why.as_str())),
        Answer::Undecided(why) => ("undecided", Some(why.as_str())),
    };
    let note = |(name, span): &(String, Span)| (name.clone(), place(program, *span));
    let notes: Vec<(String, String)> = notes.iter().map(note).collect();
    let document = Document {
        schema: "hatha-unit",
        version: 1,
        formula,
        answer,
        reason,
        searched: report.searched,
        exhausted: report.exhausted,
        paths: report.paths.iter().map(path).collect(),
        unconfirmed: report.unconfirmed.iter().map(path).collect(),
        coverage: coverage(&report.coverage),
        never_set: notes
            .iter()
            .map(|(variable, location)| Note {
                variable,
                location: location.clone(),
            })
            .collect(),
        assumptions: &report.assumptions,
        counts: CountsDocument {
            prefixes: report.counts.prefixes,
            refuted: report.counts.refuted,
            matched: report.counts.matched,
            queries: report.counts.queries,
            product: report.product.0,
            product_alive: report.product.1,
        },
        seconds: report.seconds,
    };
    let text = serde_json::to_string_pretty(&document)
        .map_err(|e| Failure::new(exit::INTERNAL, e.to_string()))?;
    println!("{text}");
    Ok(())
}

fn path(path: &Path) -> PathDocument<'_> {
    PathDocument {
        n: path.repeats,
        nodes: path
            .nodes
            .iter()
            .map(|n| NodeDocument {
                name: &n.name,
                location: &n.location,
                text: &n.text,
            })
            .collect(),
        condition: &path.condition,
        drawn: path.left,
        backwards: path.agrees,
        test: path.test.as_ref(),
    }
}

fn coverage(coverage: &Coverage) -> CoverageDocument<'_> {
    match coverage {
        Coverage::Every => CoverageDocument {
            state: "every-case",
            open: None,
        },
        Coverage::Open(open) => CoverageDocument {
            state: "open",
            open: Some(open),
        },
        Coverage::Undecided => CoverageDocument {
            state: "undecided",
            open: None,
        },
    }
}
