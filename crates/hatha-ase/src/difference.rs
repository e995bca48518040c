//! Minterms of difference constraints: exact, and without a solver.
//!
//! **Invariant.** Only conditions and predicates that compare a symbol, or the
//! difference of two, with a constant are taken on, and of those every
//! combination that some integers satisfy is listed. A matrix of closed bounds
//! over integers is satisfiable unless a cycle of bounds is negative, and its
//! bounds are met; so only disequalities need a search of their own, and they are
//! split into smaller and larger.

use crate::oracle::Trouble;
use crate::split::{MOST, Minterm, too_many};
use hatha_gcl::formula::{Arena, Formula, Literal, Relation};
use hatha_gcl::linear::Sym;

/// No bound. Sums of two bounds that are below it cannot overflow.
const NONE: i128 = i128::MAX / 4;
/// Larger constants go to the solver, so that no sum along a path of bounds
/// comes near [`NONE`].
const LARGEST: i128 = 1 << 64;
/// More symbols go to the solver: a bound costs their square.
const MOST_SYMBOLS: usize = 48;
/// After so many bounds the solver is asked after all.
const MOST_BOUNDS: usize = 400_000;

/// `a - b` is at most `most` or, for [`Kind::Differs`], not `most`.
#[derive(Clone, Copy, Debug)]
struct Difference {
    a: usize,
    b: usize,
    most: i128,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    AtMost,
    Equal,
    Differs,
}

/// The minterms of predicates under a satisfiable condition, if all are
/// differences and they are found soon.
pub(crate) fn by_differences(
    arena: &Arena,
    condition: &[Formula],
    open: &[Formula],
) -> Result<Option<Vec<Minterm>>, Trouble> {
    let mut symbols = Vec::new();
    let mut read = |f: &Formula| difference(arena, *f, &mut symbols);
    let given: Option<Vec<Difference>> = condition.iter().map(&mut read).collect();
    let asked: Option<Vec<Difference>> = open.iter().map(&mut read).collect();
    let (Some(given), Some(asked)) = (given, asked) else {
        return Ok(None);
    };
    if symbols.len() > MOST_SYMBOLS {
        return Ok(None);
    }
    let mut search = Search {
        asked: &asked,
        truths: Vec::with_capacity(asked.len()),
        found: Vec::new(),
        left: MOST_BOUNDS,
    };
    let mut bounds = Bounds::new(symbols.len() + 1);
    let consistent = given.iter().all(|d| search.add(&mut bounds, *d));
    let done = !consistent || search.decide(&bounds).is_some();
    if search.found.len() > MOST {
        return Err(too_many());
    }
    search.found.sort_unstable();
    Ok((done && search.left > 0).then_some(search.found))
}

/// The literal as a difference; node 0 stands for zero, the others for symbols.
fn difference(arena: &Arena, f: Formula, symbols: &mut Vec<Sym>) -> Option<Difference> {
    let Literal { atom, positive } = arena.as_literal(f)?;
    let atom = arena.atom(atom);
    let mut node = |sym: Sym| match symbols.iter().position(|&s| s == sym) {
        Some(at) => at + 1,
        None => {
            symbols.push(sym);
            symbols.len()
        }
    };
    let (a, b) = match atom.sum.terms() {
        [(x, 1)] => (node(*x), 0),
        [(x, -1)] => (0, node(*x)),
        [(x, 1), (y, -1)] => (node(*x), node(*y)),
        [(y, -1), (x, 1)] => (node(*x), node(*y)),
        _ => return None,
    };
    let c = atom.sum.constant_part();
    if c.abs() > LARGEST {
        return None;
    }
    let difference = |a, b, most, kind| Some(Difference { a, b, most, kind });
    match (atom.relation, positive) {
        (Relation::AtMostZero, true) => difference(a, b, -c, Kind::AtMost),
        // a - b + c > 0 is b - a <= c - 1.
        (Relation::AtMostZero, false) => difference(b, a, c - 1, Kind::AtMost),
        (Relation::Zero, true) => difference(a, b, -c, Kind::Equal),
        (Relation::Zero, false) => difference(a, b, -c, Kind::Differs),
        (Relation::Multiple(_), _) => None,
    }
}

impl Difference {
    fn opposite(self) -> Difference {
        let Difference { a, b, most, kind } = self;
        match kind {
            Kind::AtMost => Difference {
                a: b,
                b: a,
                most: -most - 1,
                kind,
            },
            Kind::Equal => Difference {
                kind: Kind::Differs,
                ..self
            },
            Kind::Differs => Difference {
                kind: Kind::Equal,
                ..self
            },
        }
    }
}

/// Bounds on all differences, closed under addition, and the disequalities that
/// they do not imply.
#[derive(Clone)]
struct Bounds {
    size: usize,
    most: Vec<i128>,
    differ: Vec<Difference>,
}

impl Bounds {
    fn new(size: usize) -> Bounds {
        let mut most = vec![NONE; size * size];
        for at in 0..size {
            most[at * size + at] = 0;
        }
        let differ = Vec::new();
        Bounds { size, most, differ }
    }

    fn of(&self, a: usize, b: usize) -> i128 {
        self.most[a * self.size + b]
    }

    /// Adds `a - b <= most`; says whether that is consistent.
    fn bound(&mut self, a: usize, b: usize, most: i128) -> bool {
        if self.of(b, a) != NONE && self.of(b, a) + most < 0 {
            return false;
        }
        if self.of(a, b) <= most {
            return true;
        }
        for p in 0..self.size {
            let to_a = self.of(p, a);
            if to_a == NONE {
                continue;
            }
            for q in 0..self.size {
                let from_b = self.of(b, q);
                let through = to_a + most + from_b;
                if from_b != NONE && through < self.of(p, q) {
                    self.most[p * self.size + q] = through;
                }
            }
        }
        true
    }

    /// Can the difference be that number?
    fn admits(&self, d: Difference) -> bool {
        d.most <= self.of(d.a, d.b) && -d.most <= self.of(d.b, d.a)
    }
}

struct Search<'a> {
    asked: &'a [Difference],
    truths: Vec<bool>,
    found: Vec<Minterm>,
    /// The bounds that may still be added.
    left: usize,
}

impl Search<'_> {
    /// Adds a constraint; says whether the bounds are consistent.
    fn add(&mut self, bounds: &mut Bounds, d: Difference) -> bool {
        self.left = self.left.saturating_sub(1);
        match d.kind {
            Kind::AtMost => bounds.bound(d.a, d.b, d.most),
            Kind::Equal => bounds.bound(d.a, d.b, d.most) && bounds.bound(d.b, d.a, -d.most),
            Kind::Differs => {
                bounds.differ.push(d);
                true
            }
        }
    }

    /// Are the disequalities satisfiable together with the bounds?
    fn satisfiable(&mut self, mut bounds: Bounds) -> bool {
        while let Some(d) = bounds.differ.pop() {
            if !bounds.admits(d) {
                continue;
            }
            let mut smaller = bounds.clone();
            let at_most = Difference {
                most: d.most - 1,
                kind: Kind::AtMost,
                ..d
            };
            if self.left == 0 || self.add(&mut smaller, at_most) && self.satisfiable(smaller) {
                return true;
            }
            let larger = Difference {
                kind: Kind::AtMost,
                ..d
            };
            if !self.add(&mut bounds, larger.opposite()) {
                return false;
            }
        }
        true
    }

    /// Lists the minterms that begin with the truths decided so far; `None` when
    /// there are too many or it takes too long.
    fn decide(&mut self, bounds: &Bounds) -> Option<()> {
        if self.left == 0 || self.found.len() > MOST {
            return None;
        }
        let Some(&next) = self.asked.get(self.truths.len()) else {
            self.found.push(Minterm {
                truths: self.truths.clone(),
                values: Vec::new(),
            });
            return Some(());
        };
        for (truth, d) in [(false, next.opposite()), (true, next)] {
            let mut more = bounds.clone();
            if self.add(&mut more, d) && self.satisfiable(more.clone()) {
                self.truths.push(truth);
                self.decide(&more)?;
                self.truths.pop();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::by_trying;
    use hatha_gcl::linear::Linear;
    use proptest::prelude::*;

    /// `x - y <= c`, `x <= c`, `x - y = c` or `x = c`, or its negation.
    type Part = (u32, u32, i128, bool, bool);

    fn formula(arena: &mut Arena, &(x, y, c, equal, positive): &Part) -> Formula {
        let sum = match x == y {
            true => Linear::symbol(Sym(x)),
            false => Linear::symbol(Sym(x))
                .plus(-1, &Linear::symbol(Sym(y)))
                .unwrap(),
        };
        let c = Linear::constant(c);
        let f = match equal {
            true => arena.equal(&sum, &c),
            false => arena.at_most(&sum, &c),
        };
        let f = f.unwrap();
        if positive { f } else { arena.not(f) }
    }

    fn part() -> impl Strategy<Value = Part> {
        (0..3u32, 0..3u32, -3..4i128, any::<bool>(), any::<bool>())
    }

    proptest! {
        /// Where every symbol has few values both ways list the same.
        #[test]
        fn the_minterms_are_those_of_trying_all_values(
            condition in prop::collection::vec(part(), 0..4),
            open in prop::collection::vec(part(), 1..6),
        ) {
            let mut arena = Arena::default();
            let mut given: Vec<Formula> = Vec::new();
            for symbol in 0..3 {
                given.push(formula(&mut arena, &(symbol, symbol, 3, false, true)));
                given.push(formula(&mut arena, &(symbol, symbol, -1, false, false)));
            }
            given.extend(condition.iter().map(|p| formula(&mut arena, p)));
            let asked: Vec<Formula> = open.iter().map(|p| formula(&mut arena, p)).collect();
            let ours = by_differences(&arena, &given, &asked).unwrap();
            let theirs = by_trying(&arena, &given, &asked, &[]).unwrap();
            prop_assume!(theirs.is_some());
            prop_assert_eq!(ours, theirs);
        }
    }

    /// Three numbers of which two are possible cannot all differ.
    #[test]
    fn disequalities_are_decided_together() {
        let mut arena = Arena::default();
        let mut given = Vec::new();
        for symbol in 0..3 {
            given.push(formula(&mut arena, &(symbol, symbol, 1, false, true)));
            given.push(formula(&mut arena, &(symbol, symbol, -1, false, false)));
        }
        given.push(formula(&mut arena, &(0, 1, 0, true, false)));
        given.push(formula(&mut arena, &(1, 2, 0, true, false)));
        let asked = [formula(&mut arena, &(0, 2, 0, true, true))];
        let found = by_differences(&arena, &given, &asked).unwrap().unwrap();
        let truths: Vec<&[bool]> = found.iter().map(|m| &m.truths[..]).collect();
        assert_eq!(truths, [[true]]);
    }
}
