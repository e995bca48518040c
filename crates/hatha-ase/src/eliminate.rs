//! Exact elimination of an existential symbol from a conjunction of literals:
//! by an equality, by combining bounds, or by Cooper's method.
//!
//! **Invariant.** The result is equivalent over the integers, or there is none.

use hatha_gcl::formula::{Arena, Formula, Literal, Relation};
use hatha_gcl::linear::{Linear, Overflow, Sym};

/// The most disjuncts that are made.
const MOST: i128 = 256;

/// `factor · x + rest` with what it satisfies.
#[derive(Clone, Debug)]
enum Constraint {
    /// It is at most zero.
    AtMost(i128, Linear),
    /// It is zero.
    Zero(i128, Linear),
    /// It is not zero.
    NotZero(i128, Linear),
    /// It is (or is not) a multiple.
    Multiple(i128, i128, Linear, bool),
}

/// There are values for the symbols such that all literals hold; `None` where
/// that would be too long.
pub fn exists(
    arena: &mut Arena,
    symbols: &[Sym],
    literals: &[Literal],
) -> Result<Option<Formula>, Overflow> {
    let mut disjuncts = vec![literals.to_vec()];
    for &symbol in symbols {
        let mut next = Vec::new();
        for cube in &disjuncts {
            match exists_one(arena, symbol, cube)? {
                None => return Ok(None),
                Some(parts) => next.extend(parts),
            }
        }
        if next.len() as i128 > MOST {
            return Ok(None);
        }
        disjuncts = next;
    }
    let mut parts = Vec::new();
    for cube in disjuncts {
        let cube: Vec<Formula> = cube.into_iter().map(|l| arena.literal(l)).collect();
        parts.push(arena.and(cube));
    }
    Ok(Some(arena.or(parts)))
}

type Cubes = Option<Vec<Vec<Literal>>>;

fn exists_one(arena: &mut Arena, symbol: Sym, cube: &[Literal]) -> Result<Cubes, Overflow> {
    let mut rest = Vec::new();
    let mut about = Vec::new();
    for &literal in cube {
        match constraint(arena, symbol, literal)? {
            None => rest.push(literal),
            Some(constraint) => about.push(constraint),
        }
    }
    if about.is_empty() {
        return Ok(Some(vec![rest]));
    }
    let solved = match by_equality(arena, &about)? {
        Some(formula) => Some(vec![formula]),
        None => by_bounds(arena, &about)?,
    };
    let Some(formulas) = solved else {
        return Ok(None);
    };
    let mut cubes = Vec::new();
    for formula in formulas.into_iter().filter(|&f| f != Formula::FALSE) {
        let literals = arena.conjuncts(formula).into_iter();
        let literals: Option<Vec<Literal>> = literals.map(|f| arena.as_literal(f)).collect();
        let Some(literals) = literals else {
            return Ok(None);
        };
        cubes.push(rest.iter().copied().chain(literals).collect());
    }
    Ok(Some(cubes))
}

/// What a literal says about a symbol.
fn constraint(
    arena: &Arena,
    symbol: Sym,
    literal: Literal,
) -> Result<Option<Constraint>, Overflow> {
    let atom = arena.atom(literal.atom);
    let factor = atom.sum.factor(symbol);
    if factor == 0 {
        return Ok(None);
    }
    let rest = atom.sum.without(symbol);
    Ok(Some(match (atom.relation, literal.positive) {
        (Relation::AtMostZero, true) => Constraint::AtMost(factor, rest),
        // s > 0 is 1 - s ≤ 0.
        (Relation::AtMostZero, false) => {
            Constraint::AtMost(-factor, Linear::constant(1).plus(-1, &rest)?)
        }
        (Relation::Zero, true) => Constraint::Zero(factor, rest),
        (Relation::Zero, false) => Constraint::NotZero(factor, rest),
        (Relation::Multiple(of), positive) => Constraint::Multiple(of, factor, rest, positive),
    }))
}

/// With x = s from an equality with the factor 1 or -1.
fn by_equality(arena: &mut Arena, about: &[Constraint]) -> Result<Option<Formula>, Overflow> {
    let value = about.iter().find_map(|c| match c {
        Constraint::Zero(1, rest) => Some(rest.times(-1)),
        Constraint::Zero(-1, rest) => Some(Ok(rest.clone())),
        _ => None,
    });
    match value {
        None => Ok(None),
        Some(value) => Ok(Some(at(arena, about, &value?)?)),
    }
}

/// The constraints for a value of the symbol.
fn at(arena: &mut Arena, about: &[Constraint], value: &Linear) -> Result<Formula, Overflow> {
    let mut parts = Vec::new();
    for constraint in about {
        parts.push(match constraint {
            Constraint::AtMost(c, rest) => {
                let sum = rest.plus(*c, value)?;
                arena.relation(Relation::AtMostZero, &sum)?
            }
            Constraint::Zero(c, rest) => {
                let sum = rest.plus(*c, value)?;
                arena.relation(Relation::Zero, &sum)?
            }
            Constraint::NotZero(c, rest) => {
                let sum = rest.plus(*c, value)?;
                let zero = arena.relation(Relation::Zero, &sum)?;
                arena.not(zero)
            }
            Constraint::Multiple(of, c, rest, positive) => {
                let sum = rest.plus(*c, value)?;
                let multiple = arena.multiple(*of, &sum)?;
                match positive {
                    true => multiple,
                    false => arena.not(multiple),
                }
            }
        });
    }
    Ok(arena.and(parts))
}

/// Without an equality to solve: first without disequalities, of which finitely
/// many points do not matter to a symbol that is not bounded on both sides.
fn by_bounds(arena: &mut Arena, about: &[Constraint]) -> Result<Option<Vec<Formula>>, Overflow> {
    let is_bound = |c: &&Constraint| matches!(c, Constraint::AtMost(..) | Constraint::Zero(..));
    let lower = about.iter().filter(is_bound).any(|c| match c {
        Constraint::AtMost(c, _) => *c < 0,
        _ => true,
    });
    let upper = about.iter().filter(is_bound).any(|c| match c {
        Constraint::AtMost(c, _) => *c > 0,
        _ => true,
    });
    let multiples = about.iter().any(|c| matches!(c, Constraint::Multiple(..)));
    if !(lower && upper || multiples) {
        return Ok(Some(vec![Formula::TRUE]));
    }
    let Some(cases) = without_disequalities(about)? else {
        return Ok(None);
    };
    let mut disjuncts = Vec::new();
    for case in cases {
        match combined(arena, &case)? {
            Some(formula) => disjuncts.push(formula),
            None => match cooper(arena, &case)? {
                Some(parts) => disjuncts.extend(parts),
                None => return Ok(None),
            },
        }
    }
    Ok(Some(disjuncts))
}

/// Each disequality as one of two inequalities, each equality as both.
fn without_disequalities(about: &[Constraint]) -> Result<Option<Vec<Vec<Constraint>>>, Overflow> {
    let mut cases: Vec<Vec<Constraint>> = vec![Vec::new()];
    for constraint in about {
        match constraint {
            Constraint::NotZero(c, rest) => {
                let below = Constraint::AtMost(*c, rest.shifted(1)?);
                let above = Constraint::AtMost(-*c, Linear::constant(1).plus(-1, rest)?);
                let both = cases.iter().flat_map(|case| {
                    let with = |extra: &Constraint| {
                        let mut case = case.clone();
                        case.push(extra.clone());
                        case
                    };
                    [with(&below), with(&above)]
                });
                cases = both.collect();
            }
            Constraint::Zero(c, rest) => {
                let other = Constraint::AtMost(-*c, rest.times(-1)?);
                for case in &mut cases {
                    case.extend([Constraint::AtMost(*c, rest.clone()), other.clone()]);
                }
            }
            other => cases.iter_mut().for_each(|case| case.push(other.clone())),
        }
        if cases.len() as i128 > MOST {
            return Ok(None);
        }
    }
    Ok(Some(cases))
}

/// Fourier and Motzkin's combination, which is exact over the integers if of
/// every lower and upper bound one has the factor one.
fn combined(arena: &mut Arena, about: &[Constraint]) -> Result<Option<Formula>, Overflow> {
    let mut parts = Vec::new();
    for lower in about {
        for upper in about {
            let (Constraint::AtMost(a, low), Constraint::AtMost(b, high)) = (lower, upper) else {
                return Ok(None);
            };
            if !(*a < 0 && *b > 0) {
                continue;
            }
            if *a != -1 && *b != 1 {
                return Ok(None);
            }
            // a·x + low ≤ 0 and b·x + high ≤ 0 with a < 0 < b.
            let sum = low.times(*b)?.plus(-*a, high)?;
            parts.push(arena.relation(Relation::AtMostZero, &sum)?);
        }
    }
    Ok(Some(arena.and(parts)))
}

/// Cooper: if there is a solution, there is one within a period above a lower
/// bound, or, if there is none, anywhere below.
fn cooper(arena: &mut Arena, about: &[Constraint]) -> Result<Option<Vec<Formula>>, Overflow> {
    let Some(scale) = about.iter().try_fold(1, |l, c| lcm(l, factor(c))) else {
        return Ok(None);
    };
    let scaled = scaled(about, scale)?;
    let period = scaled.iter().try_fold(scale, |l, c| match c {
        Constraint::Multiple(of, ..) => lcm(l, *of),
        _ => Some(l),
    });
    let lowers: Vec<&Linear> = scaled
        .iter()
        .filter_map(|c| match c {
            Constraint::AtMost(-1, low) => Some(low),
            _ => None,
        })
        .collect();
    let Some(period) = period.filter(|p| p * lowers.len().max(1) as i128 <= MOST) else {
        return Ok(None);
    };
    let mut disjuncts = Vec::new();
    if lowers.is_empty() {
        // Far enough below, upper bounds hold and only multiples matter.
        let only = |c: &&Constraint| matches!(c, Constraint::Multiple(..));
        let multiples: Vec<Constraint> = scaled.iter().filter(only).cloned().collect();
        for offset in 0..period {
            disjuncts.push(at(arena, &multiples, &Linear::constant(offset))?);
        }
    }
    for low in lowers {
        for offset in 0..period {
            let value = low.shifted(offset)?;
            disjuncts.push(at(arena, &scaled, &value)?);
        }
    }
    Ok(Some(disjuncts))
}

/// The constraints on `scale · x`, which is a multiple of the scale.
fn scaled(about: &[Constraint], scale: i128) -> Result<Vec<Constraint>, Overflow> {
    let mut all = vec![Constraint::Multiple(scale, 1, Linear::constant(0), true)];
    for constraint in about {
        let by = scale / factor(constraint).abs();
        all.push(match constraint {
            Constraint::AtMost(c, rest) => Constraint::AtMost(c.signum(), rest.times(by)?),
            Constraint::Multiple(of, c, rest, positive) => {
                let of = of.checked_mul(by).ok_or(Overflow)?;
                Constraint::Multiple(of, c.signum(), rest.times(by)?, *positive)
            }
            // Equalities and disequalities have been replaced.
            other => other.clone(),
        });
    }
    if scale == 1 {
        all.remove(0);
    }
    Ok(all)
}

fn factor(constraint: &Constraint) -> i128 {
    match constraint {
        Constraint::AtMost(c, _) | Constraint::Zero(c, _) | Constraint::NotZero(c, _) => *c,
        Constraint::Multiple(_, c, ..) => *c,
    }
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a.abs(), b.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a.abs() / x.max(1))
        .checked_mul(b.abs())
        .filter(|&l| l <= MOST)
}
