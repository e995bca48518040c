//! What a block does to ranges.
//!
//! The terms of a block are evaluated from the leaves up; its guards then narrow what they compare,
//! down to the variables. Both are repeated a few times, because what one guard says of a
//! variable helps with the next one.
//!
//! **Soundness.** The ranges of terms hold all values that they have in states of the given ranges
//! that satisfy the guards so far. A block counts as infeasible only if some term or guard has no
//! value left.

use super::range::Range;
use hatha_blocks::block::Block;
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;

/// How often the terms of a block are evaluated at most.
const ROUNDS: usize = 4;

/// How deep a guard is followed into its parts.
const DEPTH: u32 = 40;

/// What is known of the state variables at a cut point; one that is missing can have any value.
pub(super) type State = FxHashMap<TermId, Range>;

/// All that is known of the value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Whether it may be false, and whether it may be true.
    Truth { no: bool, yes: bool },
    /// A bit-vector in a range.
    Bits(Range),
    /// Nothing.
    Any,
}

use Known::{Any, Bits, Truth};

const MAYBE: Known = Truth {
    no: true,
    yes: true,
};

fn truth(value: bool) -> Known {
    Truth {
        no: !value,
        yes: value,
    }
}

/// No value is left: no state takes the block.
#[derive(Debug)]
struct Infeasible;

type Narrowed = Result<(), Infeasible>;

/// The terms of a block, arguments before their users.
#[derive(Debug)]
pub(super) struct Terms(Vec<TermId>);

impl Terms {
    /// Of one block.
    pub(super) fn of(pool: &TermPool, block: &Block) -> Terms {
        let mut roots = block.guards.clone();
        roots.extend(block.updates.values());
        Terms(pool.subterms(&roots))
    }

    /// Each of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = TermId> + '_ {
        self.0.iter().copied()
    }
}

/// The state after a block, over the variables that `is_kept` asks for; `None` if no state of the
/// given ranges takes it.
pub(super) fn after(
    pool: &TermPool,
    block: &Block,
    terms: &Terms,
    before: &State,
    is_kept: impl Fn(TermId) -> bool,
) -> Option<State> {
    let mut step = Step {
        pool,
        known: FxHashMap::default(),
        bounds: before.clone(),
        changed: true,
    };
    step.run(block, terms).ok()?;
    let unchanged = step.bounds.iter().map(|(&v, &r)| (v, r));
    let mut state: State = unchanged
        .filter(|(v, _)| !block.updates.contains_key(v) && is_kept(*v))
        .collect();
    for (&variable, &value) in &block.updates {
        if let (true, Bits(range)) = (is_kept(variable), step.value(value)) {
            state.insert(variable, range);
        }
    }
    state.retain(|_, r| *r != r.top());
    Some(state)
}

struct Step<'a> {
    pool: &'a TermPool,
    /// The values of the terms, by the bounds.
    known: FxHashMap<TermId, Known>,
    /// What was given or found out about terms.
    bounds: FxHashMap<TermId, Range>,
    /// Whether a bound has changed since the last evaluation.
    changed: bool,
}

impl Step<'_> {
    fn run(&mut self, block: &Block, terms: &Terms) -> Narrowed {
        for _ in 0..ROUNDS {
            if !std::mem::take(&mut self.changed) {
                break;
            }
            for t in terms.iter() {
                let value = self.evaluate(t)?;
                self.known.insert(t, value);
            }
            for &guard in &block.guards {
                self.assume(guard, true, 0)?;
            }
        }
        Ok(())
    }

    fn value(&self, t: TermId) -> Known {
        self.known.get(&t).copied().unwrap_or(Any)
    }

    fn bits(&self, t: TermId) -> Option<Range> {
        match self.value(t) {
            Bits(range) => Some(range),
            _ => None,
        }
    }

    /// The value of a term by those of its arguments, within its bounds.
    fn evaluate(&self, t: TermId) -> Result<Known, Infeasible> {
        let value = self.operation(t)?;
        match (value, self.bounds.get(&t)) {
            (Bits(range), Some(&bound)) => range.meet(bound).map(Bits).ok_or(Infeasible),
            (value, _) => Ok(value),
        }
    }

    fn operation(&self, t: TermId) -> Result<Known, Infeasible> {
        let pool = self.pool;
        let args = pool.args(t);
        if pool.is_bool(t) {
            return Ok(self.truth_of(pool.op(t), args));
        }
        let hatha_term::Sort::Bv(width) = pool.sort(t) else {
            return Ok(Any);
        };
        let Some(full) = Range::full(width) else {
            return Ok(Any);
        };
        let one = || self.bits(args[0]);
        let two = || Some((self.bits(args[0])?, self.bits(args[1])?));
        let of_two = |op: fn(Range, Range) -> Option<Range>| match two() {
            Some((a, b)) => op(a, b),
            None => Some(full),
        };
        let of_one = |op: &dyn Fn(Range) -> Option<Range>| match one() {
            Some(a) => op(a),
            None => Some(full),
        };
        let range = match pool.op(t) {
            Op::BvConst(_) => match pool.as_bv(t).and_then(|b| b.to_u128()) {
                Some(value) => Range::exactly(width, value),
                None => Some(full),
            },
            Op::BvNot => of_one(&Range::not),
            Op::BvNeg => of_one(&|a| Range::sub(Range::exactly(width, 0)?, a)),
            Op::BvAdd => of_two(Range::add),
            Op::BvSub => of_two(Range::sub),
            Op::BvMul => of_two(Range::mul),
            Op::BvUdiv => of_two(Range::udiv),
            Op::BvUrem => of_two(Range::urem),
            Op::BvSdiv => of_two(Range::sdiv),
            Op::BvSrem => of_two(Range::srem),
            Op::BvAnd => of_two(Range::and),
            Op::BvOr => of_two(Range::or),
            Op::BvXor => of_two(Range::xor),
            Op::BvShl => of_two(Range::shl),
            Op::BvLshr => of_two(Range::lshr),
            Op::BvAshr => of_two(Range::ashr),
            Op::Concat => of_two(Range::concat),
            Op::Extract { lo } => of_one(&|a| Range::extract(a, lo, width)),
            Op::ZeroExt => of_one(&|a| Range::zero_ext(a, width)),
            Op::SignExt => of_one(&|a| Range::sign_ext(a, width)),
            Op::Ite => return Ok(self.choice(args).unwrap_or(Bits(full))),
            _ => Some(full),
        };
        range.map(Bits).ok_or(Infeasible)
    }

    fn choice(&self, args: &[TermId]) -> Option<Known> {
        let (a, b) = (self.value(args[1]), self.value(args[2]));
        match (self.value(args[0]), a, b) {
            (Truth { no: false, .. }, a, _) => Some(a),
            (Truth { yes: false, .. }, _, b) => Some(b),
            (_, Bits(a), Bits(b)) => Some(Bits(a.join(b))),
            _ => None,
        }
    }

    fn truth_of(&self, op: Op, args: &[TermId]) -> Known {
        let part = |i: usize| match self.value(args[i]) {
            Truth { no, yes } => (no, yes),
            _ => (true, true),
        };
        let (no, yes) = match op {
            Op::True => (false, true),
            Op::False => (true, false),
            Op::Not => {
                let (no, yes) = part(0);
                (yes, no)
            }
            Op::And => {
                let all = (0..args.len()).map(part);
                all.fold((false, true), |(n, y), (no, yes)| (n || no, y && yes))
            }
            Op::Or => {
                let all = (0..args.len()).map(part);
                all.fold((true, false), |(n, y), (no, yes)| (n && no, y || yes))
            }
            Op::Implies => {
                let ((no, yes), (n, y)) = (part(0), part(1));
                (yes && n, no || y)
            }
            Op::Eq | Op::Xor if self.pool.is_bool(args[0]) => {
                let ((no, yes), (n, y)) = (part(0), part(1));
                let (same, other) = ((no && n) || (yes && y), (no && y) || (yes && n));
                match op {
                    Op::Eq => (other, same),
                    _ => (same, other),
                }
            }
            Op::Ite => match self.choice(args) {
                Some(Truth { no, yes }) => (no, yes),
                _ => {
                    let ((n, y), (no, yes)) = (part(1), part(2));
                    (n || no, y || yes)
                }
            },
            _ => return self.comparison(op, args),
        };
        Truth { no, yes }
    }

    fn comparison(&self, op: Op, args: &[TermId]) -> Known {
        let &[a, b] = args else { return MAYBE };
        let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) else {
            return MAYBE;
        };
        // A relation may hold if some values are left once it is assumed.
        let (yes, no) = match op {
            Op::Eq => {
                let same = x.value().is_some() && x.value() == y.value();
                (x.meet(y).is_some(), !same)
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                let signed = matches!(op, Op::BvSlt | Op::BvSle);
                let strict = matches!(op, Op::BvUlt | Op::BvSlt);
                let holds = x.at_most(y, signed, strict).is_some();
                let fails = y.at_most(x, signed, !strict).is_some();
                (holds, fails)
            }
            _ => return MAYBE,
        };
        Truth { no, yes }
    }

    /// A condition is true, or it is false.
    fn assume(&mut self, t: TermId, holds: bool, depth: u32) -> Narrowed {
        match self.value(t) {
            Truth { yes: false, .. } if holds => return Err(Infeasible),
            Truth { no: false, .. } if !holds => return Err(Infeasible),
            _ if depth > DEPTH => return Ok(()),
            _ => {}
        }
        self.known.insert(t, truth(holds));
        let pool = self.pool;
        let args = pool.args(t);
        match (pool.op(t), holds) {
            (Op::Not, _) => self.assume(args[0], !holds, depth + 1),
            (Op::And, true) | (Op::Or, false) => args
                .iter()
                .try_for_each(|&a| self.assume(a, holds, depth + 1)),
            (Op::And, false) | (Op::Or, true) => self.last_way(args, holds, depth),
            (Op::Eq, true) if !pool.is_bool(args[0]) => self.equal(args[0], args[1], depth),
            (Op::Eq, false) if !pool.is_bool(args[0]) => {
                self.differ(args[0], args[1], depth)?;
                self.differ(args[1], args[0], depth)
            }
            (Op::BvUlt, true) => self.ordered((args[0], args[1]), false, true, depth),
            (Op::BvUlt, false) => self.ordered((args[1], args[0]), false, false, depth),
            (Op::BvUle, true) => self.ordered((args[0], args[1]), false, false, depth),
            (Op::BvUle, false) => self.ordered((args[1], args[0]), false, true, depth),
            (Op::BvSlt, true) => self.ordered((args[0], args[1]), true, true, depth),
            (Op::BvSlt, false) => self.ordered((args[1], args[0]), true, false, depth),
            (Op::BvSle, true) => self.ordered((args[0], args[1]), true, false, depth),
            (Op::BvSle, false) => self.ordered((args[1], args[0]), true, true, depth),
            _ => Ok(()),
        }
    }

    /// One of the parts is so; if only one can be, it is.
    fn last_way(&mut self, args: &[TermId], holds: bool, depth: u32) -> Narrowed {
        let possible = |t: &&TermId| match self.value(**t) {
            Truth { no, yes } => {
                if holds {
                    yes
                } else {
                    no
                }
            }
            _ => true,
        };
        let ways: Vec<TermId> = args.iter().filter(possible).copied().collect();
        match ways[..] {
            [] => Err(Infeasible),
            [only] => self.assume(only, holds, depth + 1),
            _ => Ok(()),
        }
    }

    fn equal(&mut self, a: TermId, b: TermId, depth: u32) -> Narrowed {
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            let both = x.meet(y).ok_or(Infeasible)?;
            self.narrow(a, both, depth + 1)?;
            self.narrow(b, both, depth + 1)?;
        }
        Ok(())
    }

    fn differ(&mut self, a: TermId, b: TermId, depth: u32) -> Narrowed {
        if let (Some(x), Some(value)) = (self.bits(a), self.bits(b).and_then(Range::value)) {
            let rest = x.without(value).ok_or(Infeasible)?;
            self.narrow(a, rest, depth + 1)?;
        }
        Ok(())
    }

    fn ordered(
        &mut self,
        (a, b): (TermId, TermId),
        signed: bool,
        strict: bool,
        depth: u32,
    ) -> Narrowed {
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            let less = x.at_most(y, signed, strict).ok_or(Infeasible)?;
            let more = y.at_least(x, signed, strict).ok_or(Infeasible)?;
            self.narrow(a, less, depth + 1)?;
            self.narrow(b, more, depth + 1)?;
        }
        Ok(())
    }

    /// A term has a value in a range: so do the terms that it is made from.
    fn narrow(&mut self, t: TermId, range: Range, depth: u32) -> Narrowed {
        let Some(before) = self.bits(t) else {
            return Ok(());
        };
        let range = before.meet(range).ok_or(Infeasible)?;
        if range == before || depth > DEPTH {
            return Ok(());
        }
        self.known.insert(t, Bits(range));
        self.bounds.insert(t, range);
        self.changed = true;
        let pool = self.pool;
        let args = pool.args(t);
        let depth = depth + 1;
        match pool.op(t) {
            // What is computed back holds all values that give one in the range: sums,
            // differences and complements have exactly one inverse each.
            Op::BvAdd => {
                let parts = (self.bits(args[0]), self.bits(args[1]));
                let (Some(a), Some(b)) = parts else {
                    return Ok(());
                };
                self.narrow_to(args[0], Range::sub(range, b), depth)?;
                self.narrow_to(args[1], Range::sub(range, a), depth)
            }
            Op::BvSub => {
                let parts = (self.bits(args[0]), self.bits(args[1]));
                let (Some(a), Some(b)) = parts else {
                    return Ok(());
                };
                self.narrow_to(args[0], Range::add(range, b), depth)?;
                self.narrow_to(args[1], Range::sub(a, range), depth)
            }
            Op::BvNot => self.narrow_to(args[0], Range::not(range), depth),
            Op::ZeroExt | Op::SignExt => {
                let width = pool.width(args[0]);
                self.narrow_to(args[0], Range::extract(range, 0, width), depth)
            }
            Op::Extract { lo: 0 } => self.narrow_whole(args[0], range, depth),
            Op::Ite => self.narrow_choice(args, range, depth),
            _ => Ok(()),
        }
    }

    fn narrow_to(&mut self, t: TermId, range: Option<Range>, depth: u32) -> Narrowed {
        self.narrow(t, range.ok_or(Infeasible)?, depth)
    }

    /// The low bits of a term are in a range: so is the term, if they are all there is to it.
    fn narrow_whole(&mut self, t: TermId, low: Range, depth: u32) -> Narrowed {
        let Some(whole) = self.bits(t) else {
            return Ok(());
        };
        let all = low.top();
        let is_unsigned = whole.unsigned.1 <= all.unsigned.1;
        let is_signed = all.signed.0 <= whole.signed.0 && whole.signed.1 <= all.signed.1;
        if is_unsigned {
            self.narrow_to(t, Range::zero_ext(low, whole.width), depth)?;
        }
        if is_signed {
            self.narrow_to(t, Range::sign_ext(low, whole.width), depth)?;
        }
        Ok(())
    }

    /// One of two values is in a range: if the other one cannot be, the condition is decided.
    fn narrow_choice(&mut self, args: &[TermId], range: Range, depth: u32) -> Narrowed {
        let can = |t: TermId| self.bits(t).is_none_or(|r| r.meet(range).is_some());
        match (can(args[1]), can(args[2])) {
            (false, false) => Err(Infeasible),
            (true, false) => {
                self.assume(args[0], true, depth)?;
                self.narrow(args[1], range, depth)
            }
            (false, true) => {
                self.assume(args[0], false, depth)?;
                self.narrow(args[2], range, depth)
            }
            (true, true) => Ok(()),
        }
    }
}
