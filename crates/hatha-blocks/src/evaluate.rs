//! Predicates on concrete states, compiled once and evaluated often.
//!
//! **Invariant.** The result is that of [`TermPool::eval_bool`] with the state's
//! values as the model; a property test compares the two. What this evaluator
//! does not know (wider than 64 bits, arrays) is refused when it is compiled.
//! A read of memory is the business of whoever gives the state.

use hatha_proof::vocabulary::{self, Ghost};
use hatha_term::{Bv, Format, FpOp, Op, Sort, TermId, TermPool, Value, VarId};
use rustc_hash::FxHashMap;

/// A term as straight-line code; each instruction writes one value.
#[derive(Debug)]
pub struct Compiled {
    code: Vec<Ins>,
}

/// An instruction: an operator on earlier results.
#[derive(Clone, Copy, Debug)]
struct Ins {
    op: Op,
    /// Bits of the result; 1 for Booleans.
    width: u32,
    /// Bits of the operands.
    wide: u32,
    a: u32,
    b: u32,
    c: u32,
    /// A constant, or the position of a slot.
    value: u64,
}

/// Compiles a term whose variables are the given slots.
pub fn compile(pool: &TermPool, term: TermId, slots: &FxHashMap<VarId, u32>) -> Option<Compiled> {
    let mut position: FxHashMap<TermId, u32> = FxHashMap::default();
    let mut code = Vec::new();
    for t in pool.subterms(&[term]) {
        let ins = instruction(pool, t, slots, &position)?;
        position.insert(t, code.len() as u32);
        code.push(ins);
    }
    Some(Compiled { code })
}

fn bits(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::Bv(w) if w <= 64 => Some(w),
        _ => None,
    }
}

fn instruction(
    pool: &TermPool,
    t: TermId,
    slots: &FxHashMap<VarId, u32>,
    position: &FxHashMap<TermId, u32>,
) -> Option<Ins> {
    let op = pool.op(t);
    let args = pool.args(t);
    let at = |i: usize| args.get(i).map_or(0, |a| position[a]);
    let value = match op {
        Op::Var(v) => u64::from(*slots.get(&v)?),
        Op::BvConst(_) => pool.as_bv(t)?.to_u64()?,
        Op::Apply(_) => match vocabulary::as_stored_ghost(pool, t) {
            Some((ghost, _)) => POINTEE + ghost as u64,
            None => match vocabulary::as_written(pool, t) {
                Some((bytes, _)) => WRITTEN + u64::from(bytes),
                None => u64::from(vocabulary::as_read(pool, t)?.0),
            },
        },
        Op::IntConst(_) | Op::Select | Op::Store | Op::ConstArray => return None,
        _ => 0,
    };
    let wide = match args.last() {
        Some(&last) => bits(pool.sort(last))?,
        None => 0,
    };
    Some(Ins {
        op,
        width: bits(pool.sort(t))?,
        wide,
        a: at(0),
        b: at(1),
        c: at(2),
        value,
    })
}

/// In place of a number of bytes: the first of the ghosts of a pointer in memory.
const POINTEE: u64 = 1 << 8;

/// Added to a number of bytes of which is asked which bits have been written.
const WRITTEN: u64 = 1 << 9;

/// What is asked of memory at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// So many bytes.
    Bytes(u32),
    /// Where the pointer that stands there leads.
    Pointee(Ghost),
    /// Which bits of so many bytes have been written.
    Written(u32),
}

impl Held {
    fn of(code: u64) -> Held {
        if let Some(bytes) = code.checked_sub(WRITTEN) {
            return Held::Written(bytes as u32);
        }
        let number = code.checked_sub(POINTEE);
        let ghost = number.and_then(|n| Ghost::ALL.into_iter().find(|g| *g as u64 == n));
        ghost.map_or(Held::Bytes(code as u32), Held::Pointee)
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The value as a signed number.
fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

impl Compiled {
    /// How many operations it takes.
    pub fn operations(&self) -> u64 {
        self.code.len() as u64
    }

    /// The value in a state; `scratch` is reused between calls.
    pub fn run(
        &self,
        state: &[u64],
        read: impl Fn(u64, Held) -> u64,
        scratch: &mut Vec<u64>,
    ) -> u64 {
        scratch.clear();
        for ins in &self.code {
            let get = |i: u32| scratch.get(i as usize).copied().unwrap_or(0);
            let value = match ins.op {
                Op::Apply(_) => read(get(ins.a), Held::of(ins.value)),
                _ => ins.apply(get(ins.a), get(ins.b), get(ins.c), state),
            };
            scratch.push(value & mask(ins.width));
        }
        scratch.last().copied().unwrap_or(0)
    }
}

impl Ins {
    fn apply(&self, a: u64, b: u64, c: u64, state: &[u64]) -> u64 {
        let (sa, sb) = (signed(a, self.wide.max(1)), signed(b, self.wide.max(1)));
        match self.op {
            Op::True => 1,
            Op::Var(_) => state[self.value as usize],
            Op::BvConst(_) => self.value,
            Op::Not => a ^ 1,
            Op::And | Op::BvAnd => a & b,
            Op::Or | Op::BvOr => a | b,
            Op::Xor | Op::BvXor => a ^ b,
            Op::Implies => (a ^ 1) | b,
            Op::Ite => [c, b][usize::from(a != 0)],
            Op::Eq => u64::from(a == b),
            Op::BvNot => !a,
            Op::BvNeg => a.wrapping_neg(),
            Op::BvAdd => a.wrapping_add(b),
            Op::BvSub => a.wrapping_sub(b),
            Op::BvMul => a.wrapping_mul(b),
            // SMT-LIB: a division by zero gives all ones, a remainder the dividend.
            Op::BvUdiv => a.checked_div(b).unwrap_or(u64::MAX),
            Op::BvUrem => a.checked_rem(b).unwrap_or(a),
            Op::BvSdiv if b == 0 => {
                if sa < 0 {
                    1
                } else {
                    u64::MAX
                }
            }
            Op::BvSdiv => sa.wrapping_div(sb) as u64,
            Op::BvSrem if b == 0 => a,
            Op::BvSrem => sa.wrapping_rem(sb) as u64,
            Op::BvShl => shifted(self.wide, b, || a << b),
            Op::BvLshr => shifted(self.wide, b, || a >> b),
            Op::BvAshr => (sa >> b.min(63)) as u64,
            Op::BvUlt => u64::from(a < b),
            Op::BvUle => u64::from(a <= b),
            Op::BvSlt => u64::from(sa < sb),
            Op::BvSle => u64::from(sa <= sb),
            Op::Concat => a << self.wide | b,
            Op::Extract { lo } => a >> lo,
            Op::SignExt => sa as u64,
            Op::ZeroExt => a,
            Op::Fp(op) => self.float(op, [a, b, c]),
            // False, and what `instruction` refuses.
            _ => 0,
        }
    }
}

impl Ins {
    fn float(&self, op: FpOp, [a, b, c]: [u64; 3]) -> u64 {
        if let Some(truth) = native_comparison(op, a, b) {
            return u64::from(truth);
        }
        let width = match op {
            FpOp::FromInt(..) => self.wide,
            _ => op.format().width(),
        };
        let args = [a, b, c].map(|bits| Bv::new(width, u128::from(bits)));
        let args: Vec<&Bv> = args.iter().take(op.arity()).collect();
        match op.value(&args, self.width) {
            Some(Value::Bool(truth)) => u64::from(truth),
            // Operands and results have at most 64 bits, and fit the operator.
            Some(Value::Bv(bits)) => bits.to_u64().unwrap_or(0),
            _ => 0,
        }
    }
}

/// A comparison of numbers that the machine has.
fn native_comparison(op: FpOp, a: u64, b: u64) -> Option<bool> {
    fn compared<F: PartialOrd>(op: FpOp, a: F, b: F) -> Option<bool> {
        match op {
            FpOp::Eq(_) => Some(a == b),
            FpOp::Lt(_) => Some(a < b),
            FpOp::Le(_) => Some(a <= b),
            _ => None,
        }
    }
    match op.format() {
        Format::SINGLE => compared(op, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        Format::DOUBLE => compared(op, f64::from_bits(a), f64::from_bits(b)),
        _ => None,
    }
}

fn shifted(width: u32, by: u64, shift: impl Fn() -> u64) -> u64 {
    if by >= u64::from(width) { 0 } else { shift() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Model;
    use hatha_term::random::{Shape, TermGen};

    /// The state that gives a term's variables the values of a model, and where each stands.
    fn state(
        pool: &TermPool,
        term: TermId,
        model: &Model,
    ) -> Option<(FxHashMap<VarId, u32>, Vec<u64>)> {
        let mut slots = FxHashMap::default();
        let mut values = Vec::new();
        for (i, v) in pool.free_vars(&[term]).into_iter().enumerate() {
            slots.insert(v, i as u32);
            values.push(match model.get(v) {
                Some(Value::Bool(b)) => u64::from(*b),
                Some(Value::Bv(b)) => b.to_u64()?,
                _ => 0,
            });
        }
        Some((slots, values))
    }

    /// What is not computed is refused, not taken for zero.
    #[test]
    fn wide_floats_are_refused() {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(128));
        let number = pool.fp_eq(Format::QUAD, x, x);
        let var = pool.as_var(x).expect("a variable");
        let slots = [(var, 0)].into_iter().collect();
        assert!(compile(&pool, number, &slots).is_none());
    }

    #[test]
    fn floats_agree_with_the_evaluator_of_terms() {
        let shape = Shape {
            floats: true,
            max_width: 64,
            depth: 5,
            ..Shape::default()
        };
        let compared = compare(shape);
        assert!(compared > 500, "only {compared} terms compared");
    }

    #[test]
    fn agrees_with_the_evaluator_of_terms() {
        let shape = Shape {
            hard: true,
            max_width: 64,
            depth: 5,
            ..Shape::default()
        };
        let compared = compare(shape);
        assert!(compared > 2_000, "only {compared} terms compared");
    }

    /// How many terms of a shape were compared.
    fn compare(shape: Shape) -> u32 {
        let mut compared = 0;
        for seed in 0..5_000 {
            let mut pool = TermPool::raw();
            let mut generator = TermGen::new(seed, shape);
            let term = generator.formula(&mut pool);
            let model = generator.model(&pool, &[term]);
            let Some((slots, values)) = state(&pool, term, &model) else {
                continue;
            };
            let Some(code) = compile(&pool, term, &slots) else {
                continue;
            };
            let expected = pool.eval_bool(term, &model);
            let got = code.run(&values, |_, _| 0, &mut Vec::new()) != 0;
            assert_eq!(expected, Ok(got), "seed {seed}");
            compared += 1;
        }
        compared
    }

    #[test]
    fn divides_by_zero_as_terms_do() {
        let mut pool = TermPool::raw();
        let x = pool.var("x", Sort::Bv(8));
        let zero = pool.bv(Bv::zero(8));
        let slots = pool.free_vars(&[x]).into_iter().map(|v| (v, 0)).collect();
        let quotient = pool.bv_sdiv(x, zero);
        let code =
            compile(&pool, quotient, &slots).map(|c| c.run(&[0x80], |_, _| 0, &mut Vec::new()));
        assert_eq!(code, Some(1));
    }
}
