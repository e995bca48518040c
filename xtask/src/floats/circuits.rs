//! The solver's circuits against values of operators, by the solver itself, at binary16.
//!
//! A block is an operator on operands of which eight bits are free. The values for all 256 of them
//! are a table, and the solver is asked for bits at which its circuit and the table differ. It is
//! the bit-blaster that is asked, without the layers that could answer before it. Operators of one
//! operand are asked about block by block until every operand was in one; of the others there are
//! too many, and the free bits of each block are drawn anew, from all operands.

use crate::Result;
use clap::Args;
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::random::Rng;
use hatha_term::{Format, FpOp, Rounding, Sort, TermId, TermPool};

#[derive(Args, Clone)]
pub struct Options {
    /// Blocks for each operator of several operands and each rounding mode
    #[arg(long, default_value_t = 256)]
    blocks: u64,
    /// Every how many blocks of operators of one operand are asked about
    #[arg(long, default_value_t = 1)]
    stride: usize,
    /// The seed of the blocks
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Options {
    /// What every run of the tests does.
    pub fn sample() -> Options {
        Options {
            blocks: 2,
            stride: 64,
            seed: 1,
        }
    }
}

/// Bits of the operands that are free in a block.
const FREE: u32 = 8;

const HALF: Format = Format::HALF;

/// The width of integers that are converted.
const INTEGER: u32 = 16;

/// An operand with its free bits: those of the index that stand at its positions.
struct Operand {
    fixed: u128,
    /// Position in the operand, position in the index.
    free: Vec<(u32, u32)>,
}

impl Operand {
    fn value(&self, index: u128) -> u128 {
        let put =
            |bits: u128, &(at, from): &(u32, u32)| bits & !(1 << at) | (index >> from & 1) << at;
        self.free.iter().fold(self.fixed, put)
    }

    fn term(&self, pool: &mut TermPool, index: TermId) -> TermId {
        let bits =
            (0..HALF.width())
                .rev()
                .map(|at| match self.free.iter().find(|(to, _)| *to == at) {
                    Some(&(_, from)) => pool.extract(from, from, index),
                    None => pool.bv_const(1, self.fixed >> at & 1),
                });
        let bits: Vec<TermId> = bits.collect();
        let joined = bits.into_iter().reduce(|high, low| pool.concat(high, low));
        joined.unwrap_or_else(|| pool.bv_const(HALF.width(), self.fixed))
    }
}

/// Asks about every operator.
pub fn run(options: &Options) -> Result {
    let mut rng = Rng::new(options.seed);
    let mut blocks = 0;
    let every = Rounding::ALL.map(operators).into_iter().flatten();
    for op in every.chain(plain()) {
        let before = blocks;
        for operands in blocks_of(op, options, &mut rng) {
            ask(op, &operands)?;
            blocks += 1;
        }
        eprintln!(
            "floats: the circuit of {op:?} agrees on {} blocks",
            blocks - before
        );
    }
    println!(
        "floats: the solver finds no difference between circuits and values in {blocks} blocks of 256 operands"
    );
    Ok(())
}

/// The operators that round.
fn operators(r: Rounding) -> Vec<FpOp> {
    let to = |to| FpOp::Convert {
        from: HALF,
        to,
        rounding: r,
    };
    vec![
        FpOp::Add(HALF, r),
        FpOp::Sub(HALF, r),
        FpOp::Mul(HALF, r),
        FpOp::Div(HALF, r),
        FpOp::Fma(HALF, r),
        FpOp::Sqrt(HALF, r),
        FpOp::RoundToIntegral(HALF, r),
        FpOp::FromInt(HALF, r),
        FpOp::ToInt(HALF, r),
        to(Format::SINGLE),
        to(Format::TINY),
    ]
}

/// Those that do not.
fn plain() -> Vec<FpOp> {
    vec![
        FpOp::Rem(HALF),
        FpOp::Fmod(HALF),
        FpOp::Eq(HALF),
        FpOp::Lt(HALF),
        FpOp::Le(HALF),
    ]
}

fn blocks_of(op: FpOp, options: &Options, rng: &mut Rng) -> Vec<Vec<Operand>> {
    if op.arity() > 1 {
        let drawn = (0..options.blocks).map(|_| drawn(op, rng));
        return drawn.collect();
    }
    let high = (0..1u128 << (HALF.width() - FREE)).step_by(options.stride.max(1));
    high.map(|high| {
        vec![Operand {
            fixed: high << FREE,
            free: (0..FREE).map(|i| (i, i)).collect(),
        }]
    })
    .collect()
}

/// Operands with free bits anywhere.
fn drawn(op: FpOp, rng: &mut Rng) -> Vec<Operand> {
    let first = rng.float(HALF);
    let mut operands: Vec<Operand> = (0..op.arity())
        .map(|i| Operand {
            fixed: match i {
                0 => first,
                _ => rng.float_near(HALF, first),
            },
            free: Vec::new(),
        })
        .collect();
    let mut from = 0;
    while from < FREE {
        let at = rng.below(u64::from(HALF.width())) as u32;
        let operand = rng.index(operands.len());
        let free = &mut operands[operand].free;
        if !free.iter().any(|(taken, _)| *taken == at) {
            free.push((at, from));
            from += 1;
        }
    }
    operands
}

fn ask(op: FpOp, operands: &[Operand]) -> Result {
    let mut pool = TermPool::new();
    let index = pool.var("index", Sort::Bv(FREE));
    let args: Vec<TermId> = operands.iter().map(|o| o.term(&mut pool, index)).collect();
    let result = pool.fp(op, INTEGER, &args);
    let (one, zero) = (pool.bv_const(1, 1), pool.bv_const(1, 0));
    let result = match op.is_comparison() {
        true => pool.ite(result, one, zero),
        false => result,
    };
    let table = table(&mut pool, op, operands, index, result)?;
    let same = pool.eq(result, table);
    let differ = pool.not(same);
    let mut solver = Embedded::new();
    solver.assert(&pool, differ);
    match solver.check(&mut pool, &[], &Budget::unlimited()) {
        CheckResult::Unsat => Ok(()),
        other => Err(format!(
            "{op:?}: {other:?} in the block of {:x?}",
            fixed(operands)
        )),
    }
}

fn fixed(operands: &[Operand]) -> Vec<(u128, &[(u32, u32)])> {
    operands.iter().map(|o| (o.fixed, &o.free[..])).collect()
}

/// The value of the operator at each index.
fn table(
    pool: &mut TermPool,
    op: FpOp,
    operands: &[Operand],
    index: TermId,
    result: TermId,
) -> Result<TermId> {
    let width = pool.width(result);
    let mut table = pool.bv_const(width, 0);
    for i in 0..1u128 << FREE {
        let args: Vec<u128> = operands.iter().map(|o| o.value(i)).collect();
        let value = op.bits(&args, HALF.width(), INTEGER);
        let value = value.ok_or_else(|| format!("{op:?} has no value"))?;
        let (value, number) = (pool.bv_const(width, value), pool.bv_const(FREE, i));
        let is_here = pool.eq(index, number);
        table = pool.ite(is_here, value, table);
    }
    Ok(table)
}
