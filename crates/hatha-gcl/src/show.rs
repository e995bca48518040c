//! Sums and formulas as text of the language.

use crate::formula::{Arena, Atom, AtomId, Formula, Literal, Node, Relation};
use crate::linear::{Linear, Sym};
use std::fmt::Write;

/// Gives symbols their names.
pub(crate) type Namer<'a> = &'a dyn Fn(Sym) -> String;

impl Linear {
    /// As an expression.
    pub fn show(&self, name: Namer<'_>) -> String {
        let mut out = String::new();
        for &(sym, factor) in self.terms() {
            product(&mut out, factor, &name(sym));
        }
        let constant = self.constant_part();
        // Writing to a string cannot fail.
        let _ = match (out.is_empty(), constant) {
            (true, _) => write!(out, "{constant}"),
            (false, 0) => Ok(()),
            (false, 1..) => write!(out, " + {constant}"),
            (false, _) => write!(out, " - {}", constant.unsigned_abs()),
        };
        out
    }
}

fn product(out: &mut String, factor: i128, name: &str) {
    let sign = match (out.is_empty(), factor < 0) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    };
    let size = factor.unsigned_abs();
    let _ = match size {
        1 => write!(out, "{sign}{name}"),
        _ => write!(out, "{sign}{size} * {name}"),
    };
}

impl Atom {
    fn show(&self, positive: bool, name: Namer<'_>) -> String {
        let sum = &self.sum;
        // Positive multiples stand on the left.
        let left = side(sum, true).show(name);
        let right = side(sum, false);
        match self.relation {
            Relation::AtMostZero if positive => format!("{left} <= {}", right.show(name)),
            Relation::AtMostZero => format!("{left} > {}", right.show(name)),
            Relation::Zero if positive => format!("{left} = {}", right.show(name)),
            Relation::Zero => format!("{left} != {}", right.show(name)),
            Relation::Multiple(of) => {
                let op = if positive { "=" } else { "!=" };
                format!("({}) % {of} {op} 0", sum.show(name))
            }
        }
    }
}

/// The part with positive factors, or the negated rest with the constant.
fn side(sum: &Linear, positive: bool) -> Linear {
    let mut part = Linear::constant(0);
    let kept = sum.terms().iter().filter(|&&(_, c)| (c > 0) == positive);
    for &(sym, factor) in kept {
        // Factors that fit before fit now, apart from the very smallest.
        let size = factor.checked_abs().unwrap_or(i128::MAX);
        if let Ok(next) = part.plus(size, &Linear::symbol(sym)) {
            part = next;
        }
    }
    if positive {
        return part;
    }
    part.shifted(sum.constant_part().saturating_neg())
        .unwrap_or(part)
}

impl Arena {
    /// A literal as an expression.
    pub(crate) fn show_literal(&self, literal: Literal, name: Namer<'_>) -> String {
        self.atom(literal.atom).show(literal.positive, name)
    }

    /// An atom as an expression.
    pub fn show_atom(&self, atom: AtomId, name: Namer<'_>) -> String {
        self.atom(atom).show(true, name)
    }

    /// A formula as an expression.
    pub fn show(&self, f: Formula, name: Namer<'_>) -> String {
        if let Some(literal) = self.as_literal(f) {
            return self.show_literal(literal, name);
        }
        let joined = |parts: &[Formula], sign: &str| {
            let parts = parts.iter().map(|&p| format!("({})", self.show(p, name)));
            parts.collect::<Vec<_>>().join(sign)
        };
        match self.node(f) {
            Node::True => "true".to_owned(),
            Node::False => "false".to_owned(),
            Node::Atom(atom) => self.show_atom(*atom, name),
            Node::Not(inner) => format!("!({})", self.show(*inner, name)),
            Node::And(parts) => joined(parts, " && "),
            Node::Or(parts) => joined(parts, " || "),
        }
    }
}
