//! Automata for people: as text and as a graph.

use crate::automaton::{Automaton, Node};
use crate::formula::{AtomId, Formulas};
use std::fmt::Write;

impl Automaton {
    /// The label of a node, as a formula.
    pub fn label(&self, formulas: &Formulas, node: &Node) -> String {
        let text = |a: &AtomId| {
            let atom = formulas.atoms().get(*a);
            atom.map_or_else(|| format!("?{}", a.0), crate::Atom::text)
        };
        let yes = node.holds.iter().map(text);
        let no = node.fails.iter().map(|a| format!("!{}", text(a)));
        let all: Vec<String> = yes.chain(no).collect();
        if all.is_empty() {
            "true".to_owned()
        } else {
            all.join(" && ")
        }
    }

    /// One line for each node.
    pub fn to_text(&self, formulas: &Formulas) -> String {
        let mut out = String::new();
        for (id, node) in self.nodes() {
            let marks = match (node.initial, node.accepting) {
                (true, true) => " [initial, accepting]",
                (true, false) => " [initial]",
                (false, true) => " [accepting]",
                (false, false) => "",
            };
            let next: Vec<String> = node.next.iter().map(|n| format!("s{}", n.0)).collect();
            let next = if next.is_empty() {
                "-".to_owned()
            } else {
                next.join(" ")
            };
            let label = self.label(formulas, node);
            let _ = writeln!(out, "s{}{marks}: {label}  -> {next}", id.0);
        }
        out
    }

    /// As a graph in the language of dot.
    pub fn to_dot(&self, formulas: &Formulas) -> String {
        let mut out = String::from("digraph property {\n  node [shape=circle];\n");
        for (id, node) in self.nodes() {
            let label = self.label(formulas, node).replace('\\', "\\\\");
            let label = label.replace('"', "\\\"");
            let shape = if node.accepting {
                ", shape=doublecircle"
            } else {
                ""
            };
            let _ = writeln!(out, "  s{} [label=\"{label}\"{shape}];", id.0);
            if node.initial {
                let _ = writeln!(out, "  i{0} [shape=point]; i{0} -> s{0};", id.0);
            }
            for next in &node.next {
                let _ = writeln!(out, "  s{} -> s{};", id.0, next.0);
            }
        }
        out.push_str("}\n");
        out
    }
}
