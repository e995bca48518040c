//! The transitions of a model for people: as text, and as a graph for Graphviz.

use crate::model::{Expr, Model, Target, Transition, VarId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One line for each transition: its name and what it reads and writes.
pub fn text(model: &Model) -> String {
    let mut out = String::new();
    for variable in &model.variables {
        let range = match model.bounds(variable.ty) {
            None => "int".to_owned(),
            Some((low, high)) => {
                let (low, high) = (model.show(variable.ty, low), model.show(variable.ty, high));
                format!("{low}..={high}")
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}: {range}", variable.name);
    }
    for transition in &model.transitions {
        let place = transition.place;
        let source = model.text.get(place.start..place.end).unwrap_or("");
        let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{}  // {source}", transition.name);
    }
    out
}

/// Transitions as boxes; an arrow for every variable that one writes and the
/// other reads in its guard: who can enable or disable whom.
pub fn dot(model: &Model) -> String {
    let mut out = String::from("digraph gcl {\n  node [shape=box];\n");
    for (at, transition) in model.transitions.iter().enumerate() {
        let place = transition.place;
        let source = model.text.get(place.start..place.end).unwrap_or("");
        let (_, rule) = source.split_once(':').unwrap_or(("", source));
        let rule = rule.split_whitespace().collect::<Vec<_>>().join(" ");
        let label = format!("{}: {rule}", transition.name).replace('"', "\\\"");
        let _ = writeln!(out, "  t{at} [label=\"{label}\"];");
    }
    for (from, first) in model.transitions.iter().enumerate() {
        let written = writes(model, first);
        for (to, second) in model.transitions.iter().enumerate() {
            let mut read = BTreeSet::new();
            reads(model, &second.guard, &mut read);
            let shared: Vec<&str> = written
                .intersection(&read)
                .map(|&v| model.variable(v).name.as_str())
                .collect();
            if !shared.is_empty() {
                let _ = writeln!(out, "  t{from} -> t{to} [label=\"{}\"];", shared.join(", "));
            }
        }
    }
    out.push_str("}\n");
    out
}

fn writes(model: &Model, transition: &Transition) -> BTreeSet<VarId> {
    let mut all = BTreeSet::new();
    for assignment in &transition.assignments {
        match &assignment.target {
            Target::Var(var) => {
                all.insert(*var);
            }
            Target::Element(array, _) => {
                all.extend(model.array(*array).elements().map(|(_, v)| v));
            }
        }
    }
    all
}

fn reads(model: &Model, expr: &Expr, into: &mut BTreeSet<VarId>) {
    let mut parts: Vec<&Expr> = vec![expr];
    while let Some(part) = parts.pop() {
        match part {
            Expr::Const(_) => {}
            Expr::Var(var) => {
                into.insert(*var);
            }
            Expr::Element(array, index, _) => {
                into.extend(model.array(*array).elements().map(|(_, v)| v));
                parts.push(index);
            }
            Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Compare(_, a, b) | Expr::Iff(a, b) => {
                parts.extend([&**a, &**b]);
            }
            Expr::Times(_, e) | Expr::Mod(e, _) | Expr::Not(e) => parts.push(e),
            Expr::And(all) | Expr::Or(all) => parts.extend(all),
            Expr::If(a, b, c) => parts.extend([&**a, &**b, &**c]),
        }
    }
}
