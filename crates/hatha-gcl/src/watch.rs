//! A system together with an automaton that watches its states.
//!
//! **Invariant.** The result is a text like any other. In its executions the watcher
//! looks at the first state and at the state after each transition of the system, in
//! turns; it takes a node whose label holds there and that may follow the last one.
//! The one thing that is asked is that no accepting node is ever taken. So an
//! execution that takes one is an execution of the system whose states make up a word
//! that the automaton accepts, and a proof that none does is a proof about the system.
//!
//! Labels are written at the outermost level, where no name of a process hides
//! another one.

use crate::ast::{Item, TransitionTree};
use crate::diagnostic::{Diagnostic, Place};
use crate::parse;
use std::fmt::Write as _;

/// A node of the automaton.
#[derive(Clone, Debug)]
pub struct Node {
    /// What holds where it is taken: a truth value over the variables.
    pub label: String,
    /// Whether a word may start with it.
    pub initial: bool,
    /// Whether a word may end with it.
    pub accepting: bool,
    /// The nodes that it may follow.
    pub after: Vec<usize>,
}

/// A system that is watched.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its text.
    pub text: String,
    /// What the names of the watcher's variables and transitions start with, and no others.
    pub prefix: String,
}

/// The text of a system without what it asks, which then asks for nothing that can be wrong.
pub fn unasked(text: &str) -> Result<String, Diagnostic> {
    let mut plain = without_comments(text);
    for item in &parse::model(text)? {
        if let Item::Property(property) = item {
            let place = with_semicolon(&plain, property.place);
            blank(&mut plain, place);
        }
    }
    plain.push_str("\nnever false;\n");
    Ok(plain)
}

/// A system with its watcher.
pub fn watched(text: &str, nodes: &[Node]) -> Result<Watched, Diagnostic> {
    let items = parse::model(text)?;
    let plain = without_comments(text);
    let prefix = fresh(text);
    let mut edits: Vec<(Place, String)> = Vec::new();
    for item in &items {
        match item {
            Item::Property(property) => {
                edits.push((with_semicolon(&plain, property.place), String::new()));
            }
            Item::Transition(t) => edits.push((t.place, in_turns(&plain, t, &prefix))),
            Item::Process(process) => {
                let own = process.transitions.iter();
                edits.extend(own.map(|t| (t.place, in_turns(&plain, t, &prefix))));
            }
            _ => {}
        }
    }
    edits.sort_by_key(|(place, _)| place.start);
    let mut out = String::new();
    let mut at = 0;
    for (place, new) in edits {
        out.push_str(plain.get(at..place.start).unwrap_or(""));
        out.push_str(&new);
        at = place.end;
    }
    out.push_str(plain.get(at..).unwrap_or(""));
    watcher(&mut out, nodes, &prefix);
    Ok(Watched { text: out, prefix })
}

/// A name that nothing in a text starts with.
fn fresh(text: &str) -> String {
    let mut name = "watch_".to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    name
}

/// A transition that waits until the watcher has looked.
fn in_turns(plain: &str, t: &TransitionTree, prefix: &str) -> String {
    let part = |start: usize, end: usize| plain.get(start..end).unwrap_or("").trim();
    let guard = part(t.guard.place.start, t.guard.place.end);
    // Between guard and arrow there is nothing but space.
    let rest = part(t.guard.place.end, t.place.end);
    let does = rest.strip_prefix("->").unwrap_or(rest).trim();
    let does = match t.assignments.is_empty() {
        true => String::new(),
        false => format!("{does}, "),
    };
    let name = &t.name.text;
    format!("{name}: !{prefix}turn && ({guard}) -> {does}{prefix}turn := true")
}

/// The watcher's variables, transitions and question.
fn watcher(out: &mut String, nodes: &[Node], prefix: &str) {
    let start = nodes.len();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\nvar {prefix}turn: bool = true;");
    let _ = writeln!(out, "var {prefix}node: 0..={start} = {start};");
    for (i, node) in nodes.iter().enumerate() {
        let begins = node.initial.then_some(start);
        let before = node.after.iter().copied().chain(begins);
        let before: Vec<String> = before.map(|n| format!("{prefix}node = {n}")).collect();
        if before.is_empty() {
            continue;
        }
        // The label may end with a comment, which its line ends.
        let _ = writeln!(
            out,
            "{prefix}{i}: {prefix}turn && ({}) && ({}\n) -> {prefix}node := {i}, {prefix}turn := false;",
            before.join(" || "),
            node.label
        );
    }
    let ends = nodes.iter().enumerate().filter(|(_, n)| n.accepting);
    let ends: Vec<String> = ends.map(|(i, _)| format!("{prefix}node = {i}")).collect();
    let ends = match ends.is_empty() {
        true => "false".to_owned(),
        false => ends.join(" || "),
    };
    let _ = writeln!(out, "never {ends};");
}

/// A place with the semicolon behind it, in a text without comments.
fn with_semicolon(plain: &str, place: Place) -> Place {
    let rest = plain.get(place.end..).unwrap_or("");
    let more = rest.find(';').map_or(0, |i| i + 1);
    Place {
        end: place.end + more,
        ..place
    }
}

fn blank(text: &mut String, place: Place) {
    let spaces = " ".repeat(place.end.saturating_sub(place.start));
    text.replace_range(place.start..place.end, &spaces);
}

/// The text with spaces in the place of comments, so that places stay what they are.
fn without_comments(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let end = if rest.starts_with(b"//") {
            rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            let close = rest.windows(2).skip(2).position(|w| w == b"*/");
            close.map_or(rest.len(), |i| i + 4)
        } else {
            out.push(bytes[at]);
            at += 1;
            continue;
        };
        out.extend(
            rest[..end]
                .iter()
                .map(|b| if *b == b'\n' { b'\n' } else { b' ' }),
        );
        at += end;
    }
    // Whole comments were replaced, so every character that is left is whole.
    String::from_utf8_lossy(&out).into_owned()
}
