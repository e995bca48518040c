//! Random finite systems, as text, for tests.
//!
//! **Invariant.** The same seed gives the same text for all time; every text
//! loads, and every system has few enough states for [`crate::explicit`].

use std::fmt::Write;

/// A small generator (xorshift*), so that texts do not change with a library.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below another, which is not zero.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Numbers, labels and truth values of a random system.
struct Shape {
    numbers: Vec<(String, u64)>,
    flags: Vec<String>,
    labels: u64,
}

/// A system of up to four variables and up to five transitions.
pub fn system(seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let shape = Shape {
        numbers: (0..1 + chance.below(2))
            .map(|i| (format!("x{i}"), 2 + chance.below(5)))
            .collect(),
        flags: (0..chance.below(2)).map(|i| format!("b{i}")).collect(),
        labels: 2 + chance.below(2),
    };
    let mut out = String::new();
    declare(&mut out, &mut chance, &shape);
    for at in 0..2 + chance.below(4) {
        let guard = condition(&mut chance, &shape, 2);
        let actions = assignments(&mut chance, &shape);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "t{at}: {guard} -> {actions};");
    }
    let property = match chance.below(5) {
        0 => "deadlock-free;".to_owned(),
        1 => format!("invariant {};", condition(&mut chance, &shape, 2)),
        2 => format!("reachable {};", rare(&mut chance, &shape)),
        _ => format!("never {};", rare(&mut chance, &shape)),
    };
    out.push_str(&property);
    out.push('\n');
    out
}

fn declare(out: &mut String, chance: &mut Chance, shape: &Shape) {
    for (name, size) in &shape.numbers {
        let initial = match chance.one_in(3) {
            true => String::new(),
            false => format!(" = {}", chance.below(*size)),
        };
        let _ = writeln!(out, "var {name}: 0..{size}{initial};");
    }
    for name in &shape.flags {
        let _ = writeln!(out, "var {name}: bool = false;");
    }
    let labels: Vec<String> = (0..shape.labels).map(|i| format!("l{i}")).collect();
    let _ = writeln!(out, "var pc: {{{}}} = l0;", labels.join(", "));
}

fn atom(chance: &mut Chance, shape: &Shape) -> String {
    let at = chance.below(shape.numbers.len() as u64) as usize;
    let (name, size) = &shape.numbers[at];
    match chance.below(6) {
        0 => format!("pc = l{}", chance.below(shape.labels)),
        1 if !shape.flags.is_empty() => {
            let at = chance.below(shape.flags.len() as u64) as usize;
            shape.flags[at].clone()
        }
        2 => {
            let other = &shape.numbers[shape.numbers.len() - 1 - at].0;
            format!("{name} <= {other} + {}", chance.below(3))
        }
        3 => format!("{name} = {}", chance.below(*size)),
        4 => format!("2 * {name} > {}", chance.below(2 * *size)),
        _ => format!("{name} < {}", 1 + chance.below(*size)),
    }
}

fn condition(chance: &mut Chance, shape: &Shape, depth: u64) -> String {
    if depth == 0 || chance.one_in(3) {
        return atom(chance, shape);
    }
    let left = condition(chance, shape, depth - 1);
    let right = condition(chance, shape, depth - 1);
    match chance.below(5) {
        0 | 1 => format!("({left} && {right})"),
        2 | 3 => format!("({left} || {right})"),
        _ => format!("!({left})"),
    }
}

/// A condition that few states satisfy.
fn rare(chance: &mut Chance, shape: &Shape) -> String {
    let (name, size) = &shape.numbers[0];
    let (value, other) = (chance.below(*size), atom(chance, shape));
    format!("{name} = {value} && {other}")
}

fn assignments(chance: &mut Chance, shape: &Shape) -> String {
    let mut parts = Vec::new();
    for (name, size) in &shape.numbers {
        if chance.one_in(3) {
            continue;
        }
        let value = match chance.below(8) {
            0 => "nondet".to_owned(),
            1 => format!("{}", chance.below(*size)),
            2 => format!("if {name} > 0 then {name} - 1 else {name}"),
            // It may leave its range: a fault of the model, which both must find.
            3 if chance.one_in(4) => format!("{name} + 1"),
            _ => format!("({name} + {}) % {size}", 1 + chance.below(2)),
        };
        parts.push(format!("{name} := {value}"));
    }
    for name in &shape.flags {
        if chance.one_in(2) {
            let value = atom(chance, shape);
            parts.push(format!("{name} := {value}"));
        }
    }
    if parts.is_empty() || chance.one_in(2) {
        parts.push(format!("pc := l{}", chance.below(shape.labels)));
    }
    parts.join(", ")
}
