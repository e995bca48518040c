//! The answer for people.

use super::place;
use hatha_cfa::{Program, Span};
use hatha_verify::unit::{Answer, Coverage, Path, Report};

/// How an answer is put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// The bound that was asked for.
    pub bound: u32,
    /// Whether a condition only allows a path: a scheduler decides, too.
    pub allows: bool,
}

/// Prints an answer.
pub(super) fn print(program: &Program, notes: &[(String, Span)], report: &Report, shown: &Shown) {
    for (name, span) in notes {
        let place = place(program, *span);
        println!("note: `{name}` is read but never set ({place})");
    }
    for (i, path) in report.paths.iter().enumerate() {
        println!("path {}, n = {}:", i + 1, path.repeats);
        print_path(path, shown.allows);
    }
    for path in &report.unconfirmed {
        println!("possible path, which no run shows, n = {}:", path.repeats);
        print_path(path, shown.allows);
    }
    println!("{}", summary(report, shown.bound));
    if !report.paths.is_empty() && !shown.allows {
        println!("{}", coverage(report));
    }
    for assumption in &report.assumptions {
        println!("assuming: {assumption}");
    }
}

/// Nodes that are shown of a long path, at its start and at its end.
const SHOWN: usize = 60;

fn print_path(path: &Path, allows: bool) {
    let names: Vec<&str> = path.nodes.iter().map(|n| n.name.as_str()).collect();
    if names.len() > 2 * SHOWN {
        let left = names.len() - 2 * SHOWN;
        let (start, end) = (&names[..SHOWN], &names[names.len() - SHOWN..]);
        println!("  {} ({left} more) {}", start.join(" "), end.join(" "));
    } else {
        println!("  {}", names.join(" "));
    }
    let last = path.nodes.last();
    if let Some(last) = last {
        println!("  to {}: {}", last.location, last.text);
    }
    let how = if allows { "allowed" } else { "taken" };
    println!("  {how} if: {}", path.condition);
    if path.left > 0 {
        println!("  (for some of {} values drawn on the way)", path.left);
    }
    match path.agrees {
        Some(true) => println!("  the same backwards"),
        Some(false) => println!("  backwards the condition is another one: a defect of hatha"),
        None => {}
    }
    if let Some(test) = &path.test {
        let value = |e: &hatha_proof::input::InputEntry| format!("{} = {}", e.name, e.value);
        let values: Vec<String> = test.inputs.iter().take(20).map(value).collect();
        println!("  test: {}", values.join(", "));
    }
}

fn summary(report: &Report, bound: u32) -> String {
    let more = if report.exhausted {
        "; there are no others"
    } else {
        ""
    };
    match &report.answer {
        Answer::Found => format!("found: {} path(s){more}", report.paths.len()),
        Answer::Proved => "proved: there is no such path for any n".to_owned(),
        Answer::NoneUpTo(why) => {
            format!(
                "none up to n = {}, and no proof: {why}",
                report.searched.min(bound)
            )
        }
        Answer::Undecided(why) => format!("undecided: {why}"),
    }
}

fn coverage(report: &Report) -> String {
    match &report.coverage {
        Coverage::Every => "these paths cover every case".to_owned(),
        Coverage::Open(condition) => format!("still open: {condition}"),
        Coverage::Undecided => "whether these paths cover every case is not known".to_owned(),
    }
}
