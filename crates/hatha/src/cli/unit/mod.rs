//! `hatha unit`: a temporal question about one function.

mod document;
mod system;
mod text;

use super::args::{AutomatonArg, FormatArg, OrderArg, UnitArgs};
use super::exit::{self, Failure};
use super::render::{self, Message};
use super::{Outcome, check, environment, gcl, interrupt, program};
use hatha_cfa::{Program, SourceMap, Span};
use hatha_front::predicates::Conditions;
use hatha_ltl::{Parsed, parse};
use hatha_unit::{BadQuestion, Order, condition_ranges};
use hatha_verify::unit::{self, Answer, NoAnswer, Options, Report};
use std::ops::Range;

/// The name of the formula in messages.
const FORMULA: &str = "--ltl";

/// Answers: 1 a path was found, 0 there is none (proved), 2 none up to the bound or undecided.
pub(super) fn main(args: &UnitArgs) -> Outcome {
    let formula = args.ltl.replace(['\n', '\r', '\t'], " ");
    let parsed = parse(&formula).map_err(|e| wrong(&formula, e.span, &e.message, &e.help))?;
    if let Some(how) = args.show_automaton {
        return show_automaton(&parsed, how);
    }
    if gcl::is_gcl(&args.front.files) {
        return system::main(args, &formula, &parsed);
    }
    let conditions = Conditions {
        name: FORMULA.to_owned(),
        text: formula.clone(),
        ranges: inside_braces(&parsed),
    };
    let processes = program::processes(&args.front, &args.process)?;
    let loaded = program::load_with_conditions(&processes.front, conditions)?;
    let entry = program::entry(&loaded, &processes.front)?;
    let options = options(args)?;
    let notes = unit::never_set(&loaded, entry);
    let composed = processes.composed(&loaded)?;
    let report = match &composed {
        Some(composed) => unit::ask_processes(composed, &parsed, &options),
        None => unit::ask(&loaded, entry, &parsed, &options),
    };
    let report = report.map_err(|e| no_answer(&formula, e))?;
    if let Some(dir) = &args.tests {
        write_tests(dir, &report)?;
    }
    match args.format {
        FormatArg::Human => {
            let allows = composed.is_some();
            text::print(
                &loaded,
                &notes,
                &report,
                &text::Shown {
                    bound: args.n,
                    allows,
                },
            );
        }
        FormatArg::Json => document::print(&loaded, &formula, &notes, &report)?,
    }
    Ok(status(&report.answer))
}

fn status(answer: &Answer) -> u8 {
    match answer {
        Answer::Found => exit::VIOLATED,
        Answer::Proved => exit::OK,
        Answer::NoneUpTo(_) | Answer::Undecided(_) => exit::UNKNOWN,
    }
}

fn options(args: &UnitArgs) -> Result<Options, Failure> {
    Ok(Options {
        config: environment::config(&args.environment, false),
        bound: args.n,
        order: match args.search {
            OrderArg::Bfs => Order::Breadth,
            OrderArg::Dfs => Order::Depth,
        },
        paths: if args.all { usize::MAX } else { args.paths },
        skip: args.skip,
        timeout: check::timeout(args.timeout)?,
        prove: !args.no_proof,
        interrupt: Some(interrupt::flag()),
    })
}

/// Where the conditions stand in the formula, without their braces.
fn inside_braces(parsed: &Parsed) -> Vec<Range<usize>> {
    let ranges = condition_ranges(&parsed.formulas).into_iter();
    ranges.map(|(_, r)| r.start + 1..r.end - 1).collect()
}

fn show_automaton(parsed: &Parsed, how: AutomatonArg) -> Outcome {
    let automaton =
        unit::automaton(parsed).map_err(|e| Failure::new(exit::UNKNOWN, e.to_string()))?;
    match how {
        AutomatonArg::Text => print!("{}", automaton.to_text(&parsed.formulas)),
        AutomatonArg::Dot => print!("{}", automaton.to_dot(&parsed.formulas)),
    }
    Ok(exit::OK)
}

fn wrong(formula: &str, span: Range<usize>, message: &str, help: &str) -> Failure {
    let mut sources = SourceMap::new();
    let file = sources.add(FORMULA, Some(formula.into()));
    let span = Span {
        file,
        line: 1,
        col: span.start as u32 + 1,
        end_line: 1,
        end_col: span.end as u32 + 1,
    };
    let message = Message {
        title: message.to_owned(),
        span: Some(span),
        help: Some(help.to_owned()),
        ..Message::default()
    };
    Failure::new(exit::BAD_INPUT, render::render(&message, &sources))
}

fn no_answer(formula: &str, why: NoAnswer) -> Failure {
    match why {
        NoAnswer::Formula(BadQuestion {
            span,
            message,
            help,
        }) => wrong(formula, span, &message, &help),
        NoAnswer::Contradiction => Failure::new(
            exit::BAD_INPUT,
            "error: the assumptions contradict each other: no execution starts, so every answer would be empty (see --assume)",
        ),
        NoAnswer::Unit(why) => Failure::new(exit::UNKNOWN, why),
        NoAnswer::Internal(why) => Failure::new(exit::INTERNAL, format!("internal error: {why}")),
    }
}

/// Writes each path's test to a folder, which is made.
fn write_tests(dir: &std::path::Path, report: &Report) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| check::cannot_write(dir, &e))?;
    for (i, path) in report.paths.iter().enumerate() {
        if let Some(test) = &path.test {
            check::write(&dir.join(format!("path-{}.json", i + 1)), &test.to_json())?;
        }
    }
    Ok(())
}

/// The place of a note, for people.
fn place(program: &Program, span: Span) -> String {
    program.sources.describe(span)
}
