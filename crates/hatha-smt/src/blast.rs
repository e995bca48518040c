//! From terms to gates. Circuits are built once per term and kept.

use crate::circuits::{self, Shift, Word};
use crate::float;
use crate::gates::{Gates, Lit};
use crate::solver::{Budget, Reason};
use hatha_term::simplify::facts::Analysis;
use hatha_term::{Op, Sort, TermId, TermPool};

const ABSENT: u32 = u32::MAX;

/// Gates beyond which a solver gives up: with their clauses they take a few
/// hundred bytes each.
const MAX_GATES: u64 = 16_000_000;

/// Terms between two looks at the clock.
const CLOCK_STRIDE: u32 = 256;

/// The gates of all terms blasted so far, all of one pool.
#[derive(Debug, Default)]
pub(crate) struct Blaster {
    gates: Gates,
    /// Where the literals of a term start, or `ABSENT`.
    starts: Vec<u32>,
    lits: Vec<Lit>,
    stack: Vec<TermId>,
    /// What is known of the values of terms.
    facts: Analysis,
    /// Has a term been given free bits that is not a variable?
    abstracted: bool,
}

impl Blaster {
    /// The gates.
    pub fn gates(&self) -> &Gates {
        &self.gates
    }

    /// Do some bits stand for reads, applications or array equalities, so that
    /// assignments need refinement?
    pub(crate) fn has_abstractions(&self) -> bool {
        self.abstracted
    }

    /// The literals of a term that has been blasted: one for a truth value, one
    /// per bit for a bit-vector, none for an array.
    pub fn bits(&self, pool: &TermPool, t: TermId) -> Option<&[Lit]> {
        let start = *self.starts.get(t.index())?;
        if start == ABSENT {
            return None;
        }
        let len = bit_count(pool.sort(t));
        Some(&self.lits[start as usize..start as usize + len])
    }

    /// The literal of a term of sort Bool. At most as many gates are made as the
    /// budget has steps.
    pub fn literal(&mut self, pool: &TermPool, t: TermId, budget: &Budget) -> Result<Lit, Reason> {
        self.blast(pool, t, budget)?;
        Ok(self.word(pool, t)[0])
    }

    fn blast(&mut self, pool: &TermPool, t: TermId, budget: &Budget) -> Result<(), Reason> {
        if self.starts.len() < pool.len() {
            self.starts.resize(pool.len(), ABSENT);
        }
        let steps = budget.steps.unwrap_or(u64::MAX);
        let limit = (self.gates.len() as u64).saturating_add(steps);
        let mut built = 0u32;
        self.stack.clear();
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            let done = self.starts[top.index()] != ABSENT;
            if done || !self.schedule(pool, top) {
                self.stack.pop();
                if !done {
                    built += 1;
                    if built.is_multiple_of(CLOCK_STRIDE) && budget.is_interrupted() {
                        return Err(Reason::Interrupted);
                    }
                    // Before it is built: one enormous product is one term.
                    if self.gates.len() as u64 + circuit_size(pool, top) > MAX_GATES {
                        return Err(Reason::OutOfBudget);
                    }
                    let mut word = self.circuit(pool, top)?;
                    self.fix_known_bits(pool, top, &mut word);
                    self.record(top, &word);
                }
            }
            if self.gates.len() as u64 > limit {
                return Err(Reason::OutOfBudget);
            }
        }
        Ok(())
    }

    fn schedule(&mut self, pool: &TermPool, t: TermId) -> bool {
        let before = self.stack.len();
        let starts = &self.starts;
        let missing = |arg: &&TermId| starts[arg.index()] == ABSENT;
        self.stack.extend(pool.args(t).iter().filter(missing));
        self.stack.len() > before
    }

    /// Bits that are the same under every assignment become constants, which is
    /// what their gates compute in any case. Not in a raw pool: whoever uses one
    /// trusts neither rewrites nor the analysis behind them.
    fn fix_known_bits(&mut self, pool: &TermPool, t: TermId, word: &mut [Lit]) {
        if pool.is_raw() || !computes(pool.op(t)) {
            return;
        }
        let Some(facts) = self.facts.facts(pool, t) else {
            return;
        };
        for (i, bit) in word.iter_mut().enumerate() {
            if (facts.ones | facts.zeros) >> i & 1 == 1 {
                *bit = Lit::from_bool(facts.ones >> i & 1 == 1);
            }
        }
    }

    fn record(&mut self, t: TermId, word: &[Lit]) {
        self.starts[t.index()] = self.lits.len() as u32;
        self.lits.extend_from_slice(word);
    }

    fn word(&self, pool: &TermPool, t: TermId) -> &[Lit] {
        self.bits(pool, t)
            .expect("arguments are blasted before the terms that use them")
    }

    fn circuit(&mut self, pool: &TermPool, t: TermId) -> Result<Word, Reason> {
        check_sort(pool, pool.sort(t))?;
        check_application(pool, t)?;
        let width = bit_count(pool.sort(t));
        if width == 0 {
            return Ok(Word::new());
        }
        if is_abstracted(pool, t) {
            self.abstracted = true;
            return Ok(self.inputs(width));
        }
        let word = |i: usize| self.word(pool, pool.arg(t, i)).to_vec();
        if let Op::Fp(op) = pool.op(t) {
            let args: Vec<Word> = (0..op.arity()).map(word).collect();
            return Ok(float::circuit(&mut self.gates, op, &args, width));
        }
        match pool.args(t).len() {
            0 => Ok(self.leaf(pool, t, width)),
            1 => self.unary(pool.op(t), word(0), width),
            2 => {
                let (a, b) = (word(0), word(1));
                self.binary(pool.op(t), &a, &b)
            }
            _ => self.ite(pool, t),
        }
    }

    fn inputs(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.gates.input()).collect()
    }

    fn ite(&mut self, pool: &TermPool, t: TermId) -> Result<Word, Reason> {
        if pool.op(t) != Op::Ite {
            return Err(unsupported_op(pool.op(t)));
        }
        let [c, a, b] = [0, 1, 2].map(|i| self.word(pool, pool.arg(t, i)).to_vec());
        Ok(circuits::choose(&mut self.gates, c[0], &a, &b))
    }

    fn leaf(&mut self, pool: &TermPool, t: TermId, width: usize) -> Word {
        if let Some(value) = pool.as_bv(t) {
            let bit = |i| Lit::from_bool(value.bit(i));
            return (0..width as u32).map(bit).collect();
        }
        if let Some(value) = pool.as_bool(t) {
            return vec![Lit::from_bool(value)];
        }
        self.inputs(width)
    }

    fn unary(&mut self, op: Op, mut a: Word, width: usize) -> Result<Word, Reason> {
        Ok(match op {
            Op::Not | Op::BvNot => circuits::complement(&a),
            Op::BvNeg => circuits::negate(&mut self.gates, &a),
            Op::Extract { lo } => a[lo as usize..lo as usize + width].to_vec(),
            Op::ZeroExt => {
                a.resize(width, Lit::FALSE);
                a
            }
            Op::SignExt => {
                let sign = a[a.len() - 1];
                a.resize(width, sign);
                a
            }
            other => return Err(unsupported_op(other)),
        })
    }

    fn binary(&mut self, op: Op, a: &[Lit], b: &[Lit]) -> Result<Word, Reason> {
        let g = &mut self.gates;
        let bit = match op {
            Op::Eq => circuits::equal(g, a, b),
            Op::BvUlt => circuits::less(g, a, b),
            Op::BvUle => !circuits::less(g, b, a),
            Op::BvSlt => circuits::signed_less(g, a, b),
            Op::BvSle => !circuits::signed_less(g, b, a),
            Op::Implies => g.or(!a[0], b[0]),
            _ => return self.binary_word(op, a, b),
        };
        Ok(vec![bit])
    }

    fn binary_word(&mut self, op: Op, a: &[Lit], b: &[Lit]) -> Result<Word, Reason> {
        let g = &mut self.gates;
        Ok(match op {
            Op::And | Op::BvAnd => bitwise(g, a, b, Gates::and),
            Op::Or | Op::BvOr => bitwise(g, a, b, Gates::or),
            Op::Xor | Op::BvXor => bitwise(g, a, b, Gates::xor),
            Op::BvAdd => circuits::add(g, a, b, Lit::FALSE),
            Op::BvSub => circuits::sub(g, a, b),
            Op::BvMul => circuits::multiply(g, a, b),
            Op::BvUdiv => circuits::divide(g, a, b).0,
            Op::BvUrem => circuits::divide(g, a, b).1,
            Op::BvSdiv => circuits::signed_divide(g, a, b).0,
            Op::BvSrem => circuits::signed_divide(g, a, b).1,
            Op::BvShl => circuits::shift(g, Shift::Left, a, b, Lit::FALSE),
            Op::BvLshr => circuits::shift(g, Shift::Right, a, b, Lit::FALSE),
            Op::BvAshr => circuits::shift(g, Shift::Right, a, b, a[a.len() - 1]),
            Op::Concat => [b, a].concat(),
            other => return Err(unsupported_op(other)),
        })
    }
}

fn bitwise(g: &mut Gates, a: &[Lit], b: &[Lit], op: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
    a.iter().zip(b).map(|(&x, &y)| op(g, x, y)).collect()
}

/// The gates that a term may take at most, without those of its arguments.
fn circuit_size(pool: &TermPool, t: TermId) -> u64 {
    let width = |t: TermId| bit_count(pool.sort(t)) as u64;
    let Some(&first) = pool.args(t).first() else {
        return width(t);
    };
    let n = width(first).max(width(t));
    match pool.op(t) {
        // A row of full adders, or of adders and multiplexers, per bit.
        Op::BvMul => 3 * n * n,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => 5 * n * (n + 2),
        Op::BvShl | Op::BvLshr | Op::BvAshr => n * (66 - n.leading_zeros() as u64),
        Op::Fp(op) => float::size(op, n),
        _ => 3 * n,
    }
}

/// Operators of which facts may know more than their circuits show.
fn computes(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        BvAdd | BvSub | BvMul | BvNeg | BvUdiv | BvUrem | BvSdiv | BvSrem | BvShl | BvLshr | Ite
    )
}

/// The number of literals of a term of this sort.
fn bit_count(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 1,
        Sort::Bv(width) => width as usize,
        _ => 0,
    }
}

/// Reads, applications and equalities of arrays have free bits.
fn is_abstracted(pool: &TermPool, t: TermId) -> bool {
    match pool.op(t) {
        Op::Select | Op::Apply(_) => true,
        Op::Eq => matches!(pool.sort(pool.arg(t, 0)), Sort::Array(..)),
        _ => false,
    }
}

/// Truth values, bit-vectors, and arrays between those.
fn check_sort(pool: &TermPool, sort: Sort) -> Result<(), Reason> {
    let plain = |s: Sort| matches!(s, Sort::Bool | Sort::Bv(_));
    let parts = pool.array_parts(sort);
    if plain(sort) || parts.is_some_and(|(index, element)| plain(index) && plain(element)) {
        return Ok(());
    }
    let sort = pool.sort_to_smtlib(sort);
    let text = format!("the embedded solver has no terms of sort {sort}");
    Err(Reason::Unsupported(text))
}

/// Functions are between truth values and bit-vectors.
fn check_application(pool: &TermPool, t: TermId) -> Result<(), Reason> {
    let plain = |t: TermId| bit_count(pool.sort(t)) > 0;
    let Op::Apply(_) = pool.op(t) else {
        return Ok(());
    };
    if plain(t) && pool.args(t).iter().all(|&arg| plain(arg)) {
        return Ok(());
    }
    let text = "the embedded solver has no functions of arrays";
    Err(Reason::Unsupported(text.into()))
}

fn unsupported_op(op: Op) -> Reason {
    Reason::Unsupported(format!("the embedded solver has no operator {op:?}"))
}
