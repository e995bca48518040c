//! Random finite systems, as text, for tests.
//!
//! **Invariant.** The same seed gives the same text on every machine; every text
//! loads, and every system has few enough states for [`crate::explicit`].

use hatha_term::random::Rng;
use std::fmt::Write;

/// Numbers, labels and truth values of a random system.
struct Shape {
    numbers: Vec<(String, u64)>,
    flags: Vec<String>,
    labels: u64,
}

/// A system of up to four variables and up to five transitions.
pub fn system(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let shape = Shape {
        numbers: (0..1 + rng.below(2))
            .map(|i| (format!("x{i}"), 2 + rng.below(5)))
            .collect(),
        flags: (0..rng.below(2)).map(|i| format!("b{i}")).collect(),
        labels: 2 + rng.below(2),
    };
    let mut out = String::new();
    declare(&mut out, &mut rng, &shape);
    for at in 0..2 + rng.below(4) {
        let guard = condition(&mut rng, &shape, 2);
        let actions = assignments(&mut rng, &shape);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "t{at}: {guard} -> {actions};");
    }
    let property = match rng.below(5) {
        0 => "deadlock-free;".to_owned(),
        1 => format!("invariant {};", condition(&mut rng, &shape, 2)),
        2 => format!("reachable {};", rare(&mut rng, &shape)),
        _ => format!("never {};", rare(&mut rng, &shape)),
    };
    out.push_str(&property);
    out.push('\n');
    out
}

fn declare(out: &mut String, rng: &mut Rng, shape: &Shape) {
    for (name, size) in &shape.numbers {
        let initial = match rng.one_in(3) {
            true => String::new(),
            false => format!(" = {}", rng.below(*size)),
        };
        let _ = writeln!(out, "var {name}: 0..{size}{initial};");
    }
    for name in &shape.flags {
        let _ = writeln!(out, "var {name}: bool = false;");
    }
    let labels: Vec<String> = (0..shape.labels).map(|i| format!("l{i}")).collect();
    let _ = writeln!(out, "var pc: {{{}}} = l0;", labels.join(", "));
}

fn atom(rng: &mut Rng, shape: &Shape) -> String {
    let at = rng.index(shape.numbers.len());
    let (name, size) = &shape.numbers[at];
    match rng.below(6) {
        0 => format!("pc = l{}", rng.below(shape.labels)),
        1 if !shape.flags.is_empty() => {
            let at = rng.index(shape.flags.len());
            shape.flags[at].clone()
        }
        2 => {
            let other = &shape.numbers[shape.numbers.len() - 1 - at].0;
            format!("{name} <= {other} + {}", rng.below(3))
        }
        3 => format!("{name} = {}", rng.below(*size)),
        4 => format!("2 * {name} > {}", rng.below(2 * *size)),
        _ => format!("{name} < {}", 1 + rng.below(*size)),
    }
}

fn condition(rng: &mut Rng, shape: &Shape, depth: u64) -> String {
    if depth == 0 || rng.one_in(3) {
        return atom(rng, shape);
    }
    let left = condition(rng, shape, depth - 1);
    let right = condition(rng, shape, depth - 1);
    match rng.below(5) {
        0 | 1 => format!("({left} && {right})"),
        2 | 3 => format!("({left} || {right})"),
        _ => format!("!({left})"),
    }
}

/// A condition that few states satisfy.
fn rare(rng: &mut Rng, shape: &Shape) -> String {
    let (name, size) = &shape.numbers[0];
    let (value, other) = (rng.below(*size), atom(rng, shape));
    format!("{name} = {value} && {other}")
}

fn assignments(rng: &mut Rng, shape: &Shape) -> String {
    let mut parts = Vec::new();
    for (name, size) in &shape.numbers {
        if rng.one_in(3) {
            continue;
        }
        let value = match rng.below(8) {
            0 => "nondet".to_owned(),
            1 => format!("{}", rng.below(*size)),
            2 => format!("if {name} > 0 then {name} - 1 else {name}"),
            // It may leave its range: a fault of the model, which both must find.
            3 if rng.one_in(4) => format!("{name} + 1"),
            _ => format!("({name} + {}) % {size}", 1 + rng.below(2)),
        };
        parts.push(format!("{name} := {value}"));
    }
    for name in &shape.flags {
        if rng.one_in(2) {
            let value = atom(rng, shape);
            parts.push(format!("{name} := {value}"));
        }
    }
    if parts.is_empty() || rng.one_in(2) {
        parts.push(format!("pc := l{}", rng.below(shape.labels)));
    }
    parts.join(", ")
}
