//! Questions about floats and about products of integers decided by ranges: every term gets a range that holds all its values,
//! and where that decides nothing, the range of a variable or of a factor is cut in two.
//!
//! **Soundness.** A fact is refuted only where its range holds no truth. A range of a result
//! comes from the results at the ends of the operands' ranges, because rounding does
//! not change an order; wherever that argument needs care (signs of zeros, infinities, NaNs) the
//! range is made wider. Halves cover the range that they come from. So no values are left out.
//! A model is only what evaluation has confirmed.
//!
//! The ends are computed by the values of operators and by the processor, not by circuits.

mod cubes;
mod float;
mod node;

pub(crate) use cubes::decide as decide_by_cubes;
pub use cubes::{Cube, WHOLE, cubes, restricted};

use crate::solver::Budget;
use float::Floats;
use hatha_term::{Bv, Evaluator, Format, Model, Op, Sort, TermId, TermPool, Value, VarId};
use node::{Node, nodes};

/// All that is known of the value of a term.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Range {
    /// Whether it may be false, and whether it may be true.
    Truth(bool, bool),
    /// A number of a format, or a NaN.
    Float(Floats),
    /// From one signed integer to another.
    Int(i128, i128),
    /// Nothing.
    Any,
}

const MAYBE: Range = Range::Truth(true, true);

/// The widest integers with ranges: their products fit 128 bits nearly always.
const WIDEST: u32 = 100;

fn truth(value: bool) -> Range {
    Range::Truth(!value, value)
}

/// All integers of a width.
fn full(width: u32) -> Range {
    match width {
        1..=WIDEST => Range::Int(-(1 << (width - 1)), (1 << (width - 1)) - 1),
        _ => Range::Any,
    }
}

/// An integer range, if it stays within the width; all integers otherwise.
fn within(width: u32, range: Option<(i128, i128)>) -> Range {
    let all = full(width);
    match (range, all) {
        (Some((lo, hi)), Range::Int(least, most)) if least <= lo && hi <= most => {
            Range::Int(lo, hi)
        }
        _ => all,
    }
}

impl Range {
    fn is_empty(self) -> bool {
        match self {
            Range::Truth(no, yes) => !no && !yes,
            Range::Float(f) => f.lo > f.hi && !f.nan,
            Range::Int(lo, hi) => lo > hi,
            Range::Any => false,
        }
    }

    fn join(self, other: Range) -> Range {
        match (self, other) {
            (Range::Truth(a, b), Range::Truth(c, d)) => Range::Truth(a || c, b || d),
            (Range::Float(a), Range::Float(b)) => Range::Float(a.join(b)),
            (Range::Int(a, b), Range::Int(c, d)) => Range::Int(a.min(c), b.max(d)),
            _ => Range::Any,
        }
    }

    fn meet(self, other: Range) -> Range {
        match (self, other) {
            (Range::Float(a), Range::Float(b)) => Range::Float(a.meet(b)),
            (Range::Int(a, b), Range::Int(c, d)) => Range::Int(a.max(c), b.min(d)),
            _ => self,
        }
    }

    /// How many values there are, as far as cutting is concerned.
    fn size(self) -> i128 {
        match self {
            Range::Float(f) if f.nan && f.lo <= f.hi => i128::MAX,
            Range::Float(f) => f.hi - f.lo,
            Range::Int(lo, hi) => hi - lo,
            _ => 0,
        }
    }

    fn halves(self) -> Option<[Range; 2]> {
        let middle = |lo: i128, hi: i128| lo + (hi - lo) / 2;
        Some(match self {
            Range::Float(f) if f.nan && f.lo <= f.hi => {
                [Range::Float(f.numbers()), Range::Float(Floats::NAN)]
            }
            Range::Float(f) if f.lo < f.hi => {
                let at = middle(f.lo, f.hi);
                let part = |lo, hi| Range::Float(Floats { lo, hi, nan: false });
                [part(f.lo, at), part(at + 1, f.hi)]
            }
            Range::Int(lo, hi) if lo < hi => {
                let at = middle(lo, hi);
                [Range::Int(lo, at), Range::Int(at + 1, hi)]
            }
            _ => return None,
        })
    }
}

/// What ranges say about a question.
#[derive(Debug)]
pub enum Decision {
    /// The facts contradict each other.
    Refuted,
    /// They hold for these values.
    Model(Model),
    /// Neither was found.
    Open,
}

/// Evaluations of all terms that every question gets; one that comes on gets more.
const FIRST: u32 = 600;
const MOST: u32 = 60_000;
/// Boxes in which values are tried.
const TRIED: u32 = 40;

/// Tries to decide whether facts can hold at once.
pub fn decide(pool: &TermPool, facts: &[TermId], budget: &Budget) -> Decision {
    let Some(mut search) = Search::new(pool, facts) else {
        return Decision::Open;
    };
    search.run(pool, facts, budget)
}

/// Whether facts are about floats at all.
pub(crate) fn has_floats(pool: &TermPool, facts: &[TermId]) -> bool {
    let terms = pool.subterms(facts);
    terms.iter().any(|&t| matches!(pool.op(t), Op::Fp(_)))
}

struct Search {
    nodes: Vec<Node>,
    ranges: Vec<Range>,
    /// The facts, conjunctions taken apart; whether each is to hold.
    literals: Vec<(u32, bool)>,
    /// The terms whose ranges are cut, and the variables among them.
    leaves: Vec<u32>,
    variables: Option<Vec<(u32, VarId)>>,
}

/// Ranges of the leaves, and how often they were cut to come here.
struct Part {
    leaves: Vec<Range>,
    depth: u32,
}

impl Search {
    fn new(pool: &TermPool, facts: &[TermId]) -> Option<Search> {
        let (nodes, position) = nodes(pool, facts)?;
        let ranges = nodes.iter().map(Node::start).collect();
        let leaf = |(i, n): (usize, &Node)| n.is_leaf().then_some(i as u32);
        let leaves: Vec<u32> = nodes.iter().enumerate().filter_map(leaf).collect();
        let variables = leaves.iter().map(|&l| match nodes[l as usize].op {
            Op::Var(v) => Some((l, v)),
            _ => None,
        });
        let mut search = Search {
            variables: variables.collect(),
            ranges,
            literals: Vec::new(),
            leaves,
            nodes,
        };
        let mut work: Vec<(u32, bool)> = facts.iter().map(|f| (position[f], true)).collect();
        while let Some((at, holds)) = work.pop() {
            let node = &search.nodes[at as usize];
            match (node.op, holds) {
                (Op::And, true) | (Op::Or, false) => {
                    work.extend(node.args.iter().take(node.arity).map(|&a| (a, holds)));
                }
                (Op::Not, _) => work.push((node.args[0], !holds)),
                _ => search.literals.push((at, holds)),
            }
        }
        Some(search)
    }

    /// All values.
    fn start(&self) -> Part {
        let start = |&leaf: &u32| self.nodes[leaf as usize].start();
        Part {
            leaves: self.leaves.iter().map(start).collect(),
            depth: 0,
        }
    }

    fn run(&mut self, pool: &TermPool, facts: &[TermId], budget: &Budget) -> Decision {
        let mut stack = vec![self.start()];
        let (mut evaluated, mut tried, mut done) = (0u32, 0u32, 0f64);
        while let Some(mut part) = stack.pop() {
            // At least a third of all values must be done with early on.
            if evaluated >= MOST || (evaluated >= FIRST && done < 0.3) {
                return Decision::Open;
            }
            if evaluated.is_multiple_of(64) && budget.is_interrupted() {
                return Decision::Open;
            }
            budget.spend(1 + self.nodes.len() as u64 / 16);
            evaluated += 1;
            let holds = match self.narrow(&mut part) {
                Some(true) => {
                    done += 0.5f64.powi(part.depth as i32);
                    continue;
                }
                Some(false) => false,
                None => true,
            };
            if holds || tried < TRIED {
                tried += 1;
                if let Some(model) = self.tried(pool, facts, &part) {
                    return Decision::Model(model);
                }
            }
            let Some(halves) = self.halves(&part) else {
                return Decision::Open;
            };
            stack.extend(halves);
        }
        Decision::Refuted
    }

    /// Evaluates all terms and narrows the leaves: `Some(true)` if a fact is refuted, none if
    /// all hold.
    fn narrow(&mut self, part: &mut Part) -> Option<bool> {
        for _ in 0..3 {
            if self.evaluate(&part.leaves) {
                return Some(true);
            }
            let mut sure = true;
            for &(at, holds) in &self.literals {
                match (self.ranges[at as usize], holds) {
                    (Range::Truth(_, false), true) | (Range::Truth(false, _), false) => {
                        return Some(true);
                    }
                    (Range::Truth(false, true), true) | (Range::Truth(true, false), false) => {}
                    _ => sure = false,
                }
            }
            if sure {
                return None;
            }
            if !self.learn(part) {
                break;
            }
        }
        Some(false)
    }

    /// Computes all ranges; whether one of a leaf is empty.
    fn evaluate(&mut self, leaves: &[Range]) -> bool {
        for (&leaf, &range) in self.leaves.iter().zip(leaves) {
            if range.is_empty() {
                return true;
            }
            self.ranges[leaf as usize] = range;
        }
        for i in 0..self.nodes.len() {
            let node = &self.nodes[i];
            if node.is_leaf() && !node.is_factor() {
                continue;
            }
            let range = node.range(&self.ranges);
            self.ranges[i] = match node.is_factor() {
                true => self.ranges[i].meet(range),
                false => range,
            };
            if node.is_factor() && self.ranges[i].is_empty() {
                return true;
            }
        }
        false
    }

    /// Narrows leaves by the facts that compare them; whether some became narrower.
    fn learn(&self, part: &mut Part) -> bool {
        let mut changed = false;
        for &(at, holds) in &self.literals {
            let node = &self.nodes[at as usize];
            for (side, other) in [(0, 1), (1, 0)] {
                if node.arity != 2 {
                    continue;
                }
                let Ok(leaf) = self.leaves.binary_search(&node.args[side]) else {
                    continue;
                };
                let range = part.leaves[leaf];
                let bound = self.ranges[node.args[other] as usize];
                let new = range.meet(node.implied(side, holds, range, bound));
                changed |= new != range;
                part.leaves[leaf] = new;
            }
        }
        changed
    }

    /// Values inside a part for which the facts hold.
    fn tried(&self, pool: &TermPool, facts: &[TermId], part: &Part) -> Option<Model> {
        let variables = self.variables.as_ref()?;
        for at in 0..3 {
            let chosen = |lo: i128, hi: i128| [lo + (hi - lo) / 2, lo, hi][at];
            let mut model = Model::new();
            for (i, &(leaf, var)) in variables.iter().enumerate() {
                let Sort::Bv(width) = pool.var_sort(var) else {
                    return None;
                };
                let bits = match part.leaves[i] {
                    Range::Int(lo, hi) => chosen(lo, hi) as u128,
                    Range::Float(f) if f.lo > f.hi => self.format(leaf)?.default_nan(),
                    Range::Float(f) => float::bits(self.format(leaf)?, chosen(f.lo, f.hi)),
                    _ => 0,
                };
                let bits = if width < 128 {
                    bits & ((1 << width) - 1)
                } else {
                    bits
                };
                model.set(var, Value::Bv(Bv::new(width, bits)));
            }
            let mut evaluator = Evaluator::new(pool, &model);
            if facts.iter().all(|&f| evaluator.truth(f) == Ok(true)) {
                return Some(model);
            }
        }
        None
    }

    fn format(&self, leaf: u32) -> Option<Format> {
        self.nodes[leaf as usize].format
    }

    /// The part with its largest range cut in two.
    fn halves(&self, part: &Part) -> Option<[Part; 2]> {
        // NaNs come first, then numbers of floats; cutting an integer seldom decides anything.
        let weight = |(i, range): (usize, &Range)| {
            let is_float = matches!(range, Range::Float(_));
            (is_float && range.size() > 0, range.size(), usize::MAX - i)
        };
        let sizes = part.leaves.iter().enumerate();
        let (i, range) = sizes.max_by_key(|&(i, r)| weight((i, r)))?;
        let halves = range.halves()?;
        Some(halves.map(|half| {
            let mut leaves = part.leaves.clone();
            leaves[i] = half;
            Part {
                leaves,
                depth: part.depth + 1,
            }
        }))
    }
}

#[cfg(test)]
mod tests;
