//! Automata as Graphviz text.
//!
//! **Invariant.** The output is a pure function of the procedure: equal
//! automata give equal text. Whatever a label says is escaped, so no name or
//! string literal can break the syntax.

use crate::print;
use crate::program::{LocId, ProcId, Program};
use std::fmt::Write;

/// The automaton of a procedure as a `digraph`. Loop heads have a double border.
pub fn procedure(program: &Program, id: ProcId) -> String {
    let proc = program.proc(id);
    let mut out = format!("digraph {} {{\n", quoted(&proc.name));
    let _ = writeln!(out, "  label={};", quoted(&print::signature(program, id)));
    out.push_str("  node [shape=ellipse, fontname=monospace];\n  edge [fontname=monospace];\n");
    for loc in proc.locations.keys() {
        node(program, id, loc, &mut out);
    }
    for (_, e) in proc.edges() {
        let text = quoted(&print::edge(program, e));
        let _ = writeln!(out, "  L{} -> L{} [label={text}];", e.from.0, e.to.0);
    }
    out.push_str("}\n");
    out
}

fn node(program: &Program, id: ProcId, loc: LocId, out: &mut String) {
    let proc = program.proc(id);
    let l = proc.location(loc);
    let mut label = format!("L{}", loc.0);
    if let Some(name) = &l.label {
        let _ = write!(label, " {name}");
    }
    if l.span.is_some() {
        let _ = write!(label, "\nline {}", l.span.line);
    }
    let style = match () {
        () if loc == proc.entry => ", style=bold",
        () if loc == proc.exit => ", shape=box",
        () => "",
    };
    let border = if l.loop_head { ", peripheries=2" } else { "" };
    let _ = writeln!(
        out,
        "  L{} [label={}{style}{border}];",
        loc.0,
        quoted(&label)
    );
}

/// A Graphviz string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(quoted("a\"b\\n\n\u{7}"), "\"a\\\"b\\\\n\\n?\"");
    }
}
