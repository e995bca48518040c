//! The result of a check for people.
//!
//! **Invariant.** The first line is the verdict. Everything said is in the
//! document, except for the quoted source.

use super::args::CheckArgs;
use super::document::{Answer, CheckAnswer, CheckNote, Document, PropertyNote};
use super::render::{self, Message};
use hatha_cfa::Program;
use hatha_exec::fault::{Fault, StackEntry};
use hatha_verify::check::portfolio;
use hatha_verify::check::trace::Step;
use hatha_verify::check::{Report, Verdict};
use std::fmt::Write;

/// Lines of a path that are shown at its beginning and at its end.
const PATH_HEAD: usize = 12;
const PATH_TAIL: usize = 18;
/// Inputs that are shown.
const INPUTS: usize = 24;
/// Invariants that are shown, and the longest of them.
const INVARIANTS: usize = 20;
const LONGEST: usize = 300;
/// Vacuous checks that are shown.
const IDLE: usize = 4;
/// The column of the values beside a line.
const VALUES_AT: usize = 48;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    /// The verdict alone.
    quiet: bool,
    /// Nothing is cut.
    verbose: bool,
    /// Where time and queries went.
    stats: bool,
    /// Every check.
    checks: bool,
}

/// How much the user wants to be told.
pub(crate) fn detail(args: &CheckArgs) -> Detail {
    Detail {
        quiet: args.verbosity.quiet,
        verbose: args.verbosity.verbose,
        stats: args.stats,
        checks: args.list_checks,
    }
}

/// The text; `found` is what the source is quoted from, where there is a result.
pub(super) fn explain(
    document: &Document,
    detail: Detail,
    found: Option<(&Program, &Report)>,
) -> String {
    tracing::trace!(target: "walk", "the verdict is put into words");
    let mut out = String::new();
    let ends = match detail.quiet {
        true => Vec::new(),
        false => ends_of_engines(document),
    };
    verdict(&mut out, document, &ends);
    if detail.quiet {
        return out;
    }
    match document.verdict {
        Answer::Proved => proved(&mut out, document, detail),
        Answer::Violated => violated(&mut out, document, detail, found),
        Answer::Unknown => unknown(&mut out, document),
    }
    checks(&mut out, document, detail);
    for assumption in &document.assumptions {
        let _ = writeln!(out, "  assuming that {assumption}");
    }
    let _ = writeln!(
        out,
        "  {:.2} s, {} iterations, {} tests, {} regions, {} queries ({})",
        document.seconds,
        document.iterations,
        document.tests,
        document.regions,
        document.solver_queries.search,
        document.engine
    );
    let is_portfolio = document.portfolio.iter().skip(1).any(|m| m.work > 0);
    for member in document.portfolio.iter().filter(|_| is_portfolio) {
        let end = match ends.is_empty() {
            true => format!("; {}", member.end),
            false => String::new(),
        };
        let _ = writeln!(
            out,
            "  {}: {} tests, {} queries, {} tests and {} predicates of others{end}",
            member.engine, member.tests, member.queries, member.adopted, member.heard
        );
    }
    if let Some(opinion) = &document.second_opinion {
        let _ = writeln!(out, "  {opinion}");
    }
    if detail.stats {
        stats(&mut out, document);
    }
    out
}

/// The checks: those that are violated beside the deciding one, those that are unknown by their causes,
/// and how many there are.
fn checks(out: &mut String, document: &Document, detail: Detail) {
    let of = |answer| document.checks.iter().filter(move |c| c.verdict == answer);
    for check in of(CheckAnswer::Violated).filter(|c| !is_deciding_check(document, c)) {
        let _ = writeln!(
            out,
            "  also violated: {} at {} ({}) with {}",
            check.fault,
            check.location,
            check.id,
            check.inputs_text()
        );
    }
    for check in of(CheckAnswer::Accepted) {
        let CheckNote { id, location, .. } = check;
        let _ = writeln!(out, "  accepted: {id} at {location} ({})", check.reason);
    }
    let mut causes: Vec<(&str, Vec<&str>)> = Vec::new();
    for check in of(CheckAnswer::Unknown) {
        match causes.iter_mut().find(|(cause, _)| *cause == check.reason) {
            Some((_, ids)) => ids.push(&check.id),
            None => causes.push((&check.reason, vec![&check.id])),
        }
    }
    for (cause, ids) in causes {
        let ids: Vec<String> = ids.into_iter().map(str::to_owned).collect();
        // What the first line says is not said again.
        let cause = match cause == document.reason {
            true => String::new(),
            false => format!(" ({cause})"),
        };
        let _ = writeln!(out, "  unknown: {}{cause}", listed(&ids));
    }
    if detail.checks {
        for check in &document.checks {
            let verdict = check.verdict.name();
            let _ = writeln!(out, "  {verdict:11} {} at {}", check.id, check.location);
        }
    }
    if !document.unreached_checks.is_empty() {
        let ids = match detail.verbose {
            true => document.unreached_checks.join(", "),
            false => listed(&document.unreached_checks),
        };
        let _ = writeln!(out, "  no test reaches the proved checks {ids}");
    }
    if !document.checks.is_empty() {
        let _ = writeln!(out, "  {}", counted(&document.checks));
    }
}

/// Whether a violated check is the one that decided the verdict.
fn is_deciding_check(document: &Document, check: &CheckNote) -> bool {
    document.reason == format!("{} at {}", check.fault, check.location)
        && check.inputs == document.inputs
}

/// How many checks have which verdict.
fn counted(checks: &[CheckNote]) -> String {
    let answers = [
        CheckAnswer::Proved,
        CheckAnswer::Violated,
        CheckAnswer::Unreachable,
        CheckAnswer::Accepted,
        CheckAnswer::Unknown,
    ];
    let count = |answer| checks.iter().filter(|c| c.verdict == answer).count();
    let parts = answers.into_iter().map(|a| (count(a), a.name()));
    let parts = parts.filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, name)| format!("{n} {name}")).collect();
    let noun = match checks.len() {
        1 => "check",
        _ => "checks",
    };
    format!("{} {noun}: {}", checks.len(), parts.join(", "))
}

/// How each of several engines ended, where the answer is *unknown* because none of them had one.
fn ends_of_engines(document: &Document) -> Vec<String> {
    let all = document.portfolio.iter();
    let ends = all.map(|member| format!("{}: {}", member.engine, member.end));
    let ends: Vec<String> = ends.collect();
    let is_why = document.verdict == Answer::Unknown
        && ends
            .iter()
            .filter(|end| document.reason.contains(*end))
            .count()
            > 1;
    match is_why {
        true => ends,
        false => Vec::new(),
    }
}

fn verdict(out: &mut String, document: &Document, ends: &[String]) {
    let _ = match document.verdict {
        Answer::Proved => writeln!(out, "proved: {}", document.claim),
        Answer::Violated => writeln!(out, "violated: {}", document.reason),
        Answer::Unknown if ends.is_empty() => writeln!(out, "unknown: {}", document.reason),
        Answer::Unknown if document.cause == "time" => writeln!(out, "unknown: out of time"),
        Answer::Unknown => writeln!(out, "unknown: no engine found a failing test or a proof"),
    };
    for end in ends {
        let _ = writeln!(out, "  {end}");
    }
    if document.vacuous {
        let _ = writeln!(out, "  vacuous: {}", document.vacuous_because);
    }
}

fn proved(out: &mut String, document: &Document, detail: Detail) {
    idle(out, document, detail);
    loops(out, document, detail);
    if document.certified_by.is_empty() {
        let _ = writeln!(out, "  not certified: this rests on the engine's word");
    } else {
        let _ = writeln!(
            out,
            "  certified by {} ({} claims)",
            document.certified_by.join(", "),
            document.solver_queries.certification
        );
    }
    let unchecked = match document.checked_faults.is_empty() {
        true => "memory faults, division by zero, overflow, bad calls".to_owned(),
        false => document.unchecked_faults.join(", "),
    };
    if !unchecked.is_empty() {
        let _ = writeln!(out, "  not checked: {unchecked}");
    }
}

/// The failures that the program states and that no execution reaches, if others are reached. That
/// an operation is not reached is a verdict like others.
fn idle(out: &mut String, document: &Document, detail: Detail) {
    if document.vacuous {
        return;
    }
    let shown = if detail.verbose { usize::MAX } else { IDLE };
    let is_stated = |p: &&PropertyNote| !document.checked_faults.contains(&p.kind);
    let idle = |p: &&PropertyNote| p.vacuous && is_stated(p);
    let all = || document.properties.iter().filter(idle);
    for property in all().take(shown) {
        let _ = writeln!(
            out,
            "  vacuous: no execution gets to the check {} at {}",
            property.id, property.location
        );
    }
    let left = all().count().saturating_sub(shown);
    if left > 0 {
        let _ = writeln!(out, "  vacuous: {left} more checks (see -v)");
    }
}

/// What holds at the loops.
fn loops(out: &mut String, document: &Document, detail: Detail) {
    let all = &document.invariants;
    let (count, longest) = if detail.verbose {
        (all.len(), usize::MAX)
    } else {
        (INVARIANTS.min(all.len()), LONGEST)
    };
    for invariant in &all[..count] {
        let c = shortened(&invariant.c, longest, "… (see -v)");
        let _ = writeln!(out, "  the loop at {} keeps  {c}", invariant.location);
    }
    if count < all.len() {
        let _ = writeln!(out, "  and {} more loops (see -v)", all.len() - count);
    }
}

fn shortened(text: &str, longest: usize, cut: &str) -> String {
    match text.char_indices().nth(longest) {
        Some((at, _)) => format!("{} {cut}", &text[..at]),
        None => text.to_owned(),
    }
}

fn violated(
    out: &mut String,
    document: &Document,
    detail: Detail,
    found: Option<(&Program, &Report)>,
) {
    if let Some((program, report)) = found
        && let Verdict::Violated { fault, .. } = &report.verdict
    {
        let message = message(document, program, fault);
        let _ = writeln!(out, "{}", render::render(&message, &program.sources));
    }
    path(out, document, detail);
    let shown = if detail.verbose { usize::MAX } else { INPUTS };
    for input in document.shown_inputs.iter().take(shown) {
        let _ = writeln!(out, "  {} = {}  ({})", input.name, input.value, input.ty);
    }
    let left = document.shown_inputs.len().saturating_sub(shown);
    if left > 0 {
        let _ = writeln!(out, "  and {left} more inputs (see -v, --tests)");
    }
    layout(out, document, shown);
}

/// Says that a failure depends on addresses, and on which.
fn layout(out: &mut String, document: &Document, shown: usize) {
    if document.layout.is_empty() {
        return;
    }
    let all = document.layout.iter().take(shown);
    let mut places: Vec<String> = all
        .map(|p| format!("{} at {}", p.name, p.address))
        .collect();
    let left = document.layout.len().saturating_sub(shown);
    if left > 0 {
        places.push(format!("{left} more (see -v, --tests)"));
    }
    let _ = writeln!(
        out,
        "  this failure depends on where objects lie in memory: {}",
        places.join(", ")
    );
}

/// What failed where: of a broken rule the program's line, with the rule's beside it.
fn message(document: &Document, program: &Program, fault: &Fault) -> Message {
    let Some(note) = &document.rule_violation else {
        return Message {
            title: fault.message.clone(),
            span: Some(fault.span),
            ..Message::default()
        };
    };
    let at = |e: &&StackEntry| program.sources.describe(e.span) == note.location;
    let user = fault.stack.iter().find(at).map(|e| e.span);
    Message {
        title: note.message.clone(),
        span: user,
        label: Some(note.event.clone()),
        notes: vec![(format!("says the rule {}", note.rule), fault.span)],
        ..Message::default()
    }
}

/// The failing path: its branches and assignments, cut in the middle if it is long.
fn path(out: &mut String, document: &Document, detail: Detail) {
    let steps = &document.trace;
    let whole = detail.verbose || steps.len() <= PATH_HEAD + PATH_TAIL;
    let (head, tail) = if whole {
        (steps.len(), 0)
    } else {
        (PATH_HEAD, PATH_TAIL)
    };
    let mut file = "";
    for (i, step) in steps.iter().enumerate() {
        if i >= head && i < steps.len() - tail {
            if i == head {
                let left = steps.len() - head - tail;
                let _ = writeln!(out, "       …  {left} more lines (see -v)");
            }
            continue;
        }
        if document.trace_left_out > 0 && i == document.trace_resumes_at && i > 0 {
            let left = document.trace_left_out;
            let _ = writeln!(out, "       …  {left} steps later");
        }
        if step.file != file {
            file = &step.file;
            let _ = writeln!(out, "  the path in {file}:");
        }
        let _ = writeln!(out, "{}", line(step));
    }
}

/// A line of the source with what happened on it.
fn line(step: &Step) -> String {
    let values = step
        .values
        .iter()
        .map(|v| format!("{} = {}", v.name, v.value));
    let notes: Vec<String> = values.chain(step.holds.iter().cloned()).collect();
    let source = shortened(&step.source, 2 * VALUES_AT, "…");
    let text = format!(
        "  {:>6} | {source:VALUES_AT$}  {}",
        step.line,
        notes.join(", ")
    );
    text.trim_end().to_owned()
}

/// What to try next.
fn unknown(out: &mut String, document: &Document) {
    for hint in hints(document) {
        let _ = writeln!(out, "  try {hint}");
    }
}

/// What may help where the answer is *unknown*: that depends on its cause. Somebody who interrupts a
/// search needs no advice.
pub(super) fn hints(document: &Document) -> Vec<String> {
    match document.cause.as_str() {
        "interrupted" => Vec::new(),
        "time" => search_hints(document, Some("a larger --timeout")),
        "memory" => search_hints(document, Some("a larger --memory")),
        "second-opinion" => vec!["another solver for --second-opinion".to_owned()],
        "other-fault" => {
            vec!["the same without the property, which asks about that fault".to_owned()]
        }
        "fault-beside-proof" => {
            vec!["--engine dart, which looks for failing tests alone".to_owned()]
        }
        "volatile-any" => {
            vec!["--volatile plain, if nothing else changes volatile objects".to_owned()]
        }
        _ => search_hints(document, None),
    }
}

/// What may help a search that has ended without an answer: more of what it ran out of, less that
/// is unknown, another way to search.
fn search_hints(document: &Document, more: Option<&str>) -> Vec<String> {
    let mut hints: Vec<String> = more.into_iter().map(str::to_owned).collect();
    // What threads are started and locked with has a meaning of its own.
    let unknown = document.externals.iter();
    let unknown: Vec<&str> = unknown
        .map(String::as_str)
        .filter(|name| !name.starts_with("pthread_"))
        .collect();
    if !unknown.is_empty() && document.externals_are != "pure" {
        hints.push(format!(
            "--externals pure, if functions without a body ({}) change nothing that matters",
            listed(&unknown)
        ));
    }
    hints.extend(
        open_kind(document).map(|kind| {
            format!("--checks -{kind}, if that may be left out: no other check is open")
        }),
    );
    if document.engine != portfolio::NAME {
        hints.push("--engine auto, several engines side by side".to_owned());
    }
    let splits_regions = !["dart", "panda", "intervals"].contains(&document.engine.as_str());
    if document.cause == "time" && splits_regions {
        hints.push("another --refine (value, poseval, wp)".to_owned());
    }
    hints
}

/// The kind of the checks that are open, if they are of one kind that a question without them is
/// often asked about.
fn open_kind(document: &Document) -> Option<&str> {
    let open = document.checks.iter();
    let mut open = open.filter(|c| c.verdict == CheckAnswer::Unknown);
    let kind = open.next()?.kind.as_str();
    let is_lenient = ["uninitialised", "misaligned"].contains(&kind);
    (is_lenient && open.all(|c| c.kind == kind)).then_some(kind)
}

fn listed(names: &[impl AsRef<str>]) -> String {
    let first: Vec<&str> = names.iter().take(4).map(AsRef::as_ref).collect();
    let mut text = first.join(", ");
    if names.len() > 4 {
        text.push_str(", …");
    }
    text
}

fn stats(out: &mut String, document: &Document) {
    let t = &document.times;
    let _ = writeln!(
        out,
        "  time: load {:.3} s, search {:.3} s, certify {:.3} s, vacuity {:.3} s; in solvers {:.3} s",
        t.load, t.search, t.certify, t.vacuity, document.solver_seconds
    );
    let q = &document.solver_queries;
    let _ = writeln!(
        out,
        "  queries: search {}, generalisation {}, certification {}; {} predicates",
        q.search, q.generalisation, q.certification, document.predicates
    );
    if document.procedures > 0 {
        let _ = writeln!(
            out,
            "  cache: {} of {} procedures analysed again: {}",
            document.procedures_analysed.len(),
            document.procedures,
            document.procedures_analysed.join(", ")
        );
    }
}
