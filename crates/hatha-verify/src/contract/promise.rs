//! What a function ensures: conditions on its result that are tried.

use hatha_cfa::{
    BinOp, ExprId, ExprKind, FailKind, Op, ProcId, Program, ReturnValue, Scalar, TypeId,
};
use std::collections::BTreeSet;

/// The call that stands where the entry returns.
pub(super) const RETURNED: &str = "reach_error";
/// The most constants that a result is said to be one of.
const CONSTANTS: usize = 4;

/// A condition on the result.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    /// As C, over `result`.
    pub(super) text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Not zero or null.
    NotZero,
    /// At least that.
    AtLeast(i128),
    /// One of these.
    OneOf(Vec<i128>),
}

/// Promises that may hold of the result of a procedure; nobody knows yet whether they do.
pub(super) fn promises(program: &Program, entry: ProcId) -> Vec<Promise> {
    let values = returned(program, entry);
    let Some(&first) = values.first() else {
        return Vec::new();
    };
    let constants: Vec<Option<i128>> = values.iter().map(|&e| constant(program, e)).collect();
    let known: BTreeSet<i128> = constants.iter().flatten().copied().collect();
    match program.scalar(program.exprs.get(first).ty) {
        Some(Scalar::Pointer) => vec![Promise {
            text: "result != NULL".to_owned(),
            kind: Kind::NotZero,
        }],
        // Nothing is left to show of constants, but it is worth saying.
        Some(Scalar::Int { .. })
            if constants.iter().all(Option::is_some) && known.len() <= CONSTANTS =>
        {
            let one = |k: &i128| format!("result == {k}");
            let text: Vec<String> = known.iter().map(one).collect();
            vec![Promise {
                text: text.join(" || "),
                kind: Kind::OneOf(known.into_iter().collect()),
            }]
        }
        Some(Scalar::Int { signed: true, .. }) => {
            let least = known.first().copied().filter(|k| *k < 0).unwrap_or(0);
            vec![Promise {
                text: format!("result >= {least}"),
                kind: Kind::AtLeast(least),
            }]
        }
        _ => Vec::new(),
    }
}

/// What a procedure returns.
fn returned(program: &Program, entry: ProcId) -> Vec<ExprId> {
    let edges = program.proc(entry).edges.iter();
    let values = edges.filter_map(|e| match e.op {
        Op::Return(ReturnValue::Scalar(value)) => Some(value),
        _ => None,
    });
    values.collect()
}

/// The value of a constant of an integer type of at most 64 bits.
fn constant(program: &Program, e: ExprId) -> Option<i128> {
    let node = program.exprs.get(e);
    let ExprKind::Int(n) = node.kind else {
        return None;
    };
    let Some(Scalar::Int { bits, signed }) = program.scalar(node.ty) else {
        return None;
    };
    let n = i128::try_from(n).ok().filter(|_| bits <= 64)?;
    let is_negative = signed && n >> (bits - 1) & 1 == 1;
    Some(if is_negative { n - (1 << bits) } else { n })
}

/// Makes a program fail where the entry returns, or, with a promise, where it returns and breaks that.
pub(super) fn fail_at_returns(program: &mut Program, entry: ProcId, promise: Option<&Promise>) {
    let fail = || Op::Fail(FailKind::ReachError(RETURNED.to_owned()));
    let returns = program.proc(entry).edges();
    let returns = returns.filter_map(|(id, e)| match e.op {
        Op::Return(value) => Some((id, value)),
        _ => None,
    });
    let returns: Vec<_> = returns.collect();
    for (edge, value) in returns {
        let broken = match (promise, value) {
            (Some(promise), ReturnValue::Scalar(value)) => Some(promise.broken(program, value)),
            _ => None,
        };
        let mut ops: Vec<Op> = Vec::new();
        for (cond, taken) in broken.into_iter().flatten() {
            ops.push(Op::Assume { cond, taken });
        }
        ops.push(fail());
        program.procs[entry].replace_edge(edge, ops);
    }
}

impl Promise {
    /// The conditions that hold of a value which breaks it.
    fn broken(&self, program: &mut Program, value: ExprId) -> Vec<(ExprId, bool)> {
        let ty = program.exprs.get(value).ty;
        let (op, constants, taken) = match &self.kind {
            Kind::NotZero => (BinOp::Eq, vec![0], true),
            Kind::AtLeast(k) => (BinOp::Ge, vec![*k], false),
            Kind::OneOf(all) => (BinOp::Eq, all.clone(), false),
        };
        let compared = constants.into_iter().map(|k| {
            let constant = bits_of(program, k, ty);
            let int = program.types.int(hatha_cfa::IntKind::Int);
            let constant = program.exprs.add(ExprKind::Int(constant), ty);
            let cond = program
                .exprs
                .add(ExprKind::Binary(op, value, constant), int);
            (cond, taken)
        });
        compared.collect()
    }
}

/// The bits of a number in a type.
fn bits_of(program: &Program, k: i128, ty: TypeId) -> u128 {
    let size = program.types.size(ty, &program.target).unwrap_or(8);
    let mask = (1_u128 << (8 * size.min(8))) - 1;
    k as u128 & mask
}
