//! Expressions and operations with parts replaced.
//!
//! **Invariant.** What is not replaced stays what it is; no expression of before changes.

use crate::expr::{Access, ExprId, ExprKind};
use crate::program::{Arg, Callee, Op, Place, Program, ReturnValue};
use std::collections::BTreeMap;

/// An expression with parts replaced; at the root only its operands if `inside`.
pub fn rewritten(
    program: &mut Program,
    root: ExprId,
    map: &BTreeMap<ExprId, ExprId>,
    inside: bool,
) -> ExprId {
    if let (Some(&new), false) = (map.get(&root), inside) {
        return new;
    }
    let e = program.exprs.get(root);
    let mut go = |c: ExprId| rewritten(program, c, map, false);
    let kind = match e.kind {
        ExprKind::Field {
            base,
            record,
            field,
        } => ExprKind::Field {
            base: go(base),
            record,
            field,
        },
        ExprKind::Index { base, index, scale } => ExprKind::Index {
            base: go(base),
            index: go(index),
            scale,
        },
        ExprKind::PtrDiff { a, b, scale } => ExprKind::PtrDiff {
            a: go(a),
            b: go(b),
            scale,
        },
        ExprKind::Load { addr, access } => ExprKind::Load {
            addr: go(addr),
            access,
        },
        ExprKind::Object { word, of } => ExprKind::Object { word, of: go(of) },
        ExprKind::Unary(op, a) => ExprKind::Unary(op, go(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, go(a), go(b)),
        ExprKind::Cast(a) => ExprKind::Cast(go(a)),
        ExprKind::Cond(c, a, b) => ExprKind::Cond(go(c), go(a), go(b)),
        leaf => leaf,
    };
    program.exprs.add(kind, e.ty)
}

fn rewritten_place(program: &mut Program, place: Place, map: &BTreeMap<ExprId, ExprId>) -> Place {
    match place {
        Place::Mem { addr, access } => Place::Mem {
            addr: rewritten(program, addr, map, false),
            access: Access { ..access },
        },
        Place::Aggregate { addr, ty } => Place::Aggregate {
            addr: rewritten(program, addr, map, false),
            ty,
        },
        slot @ Place::Slot(_) => slot,
    }
}

fn rewritten_arg(program: &mut Program, arg: &Arg, map: &BTreeMap<ExprId, ExprId>) -> Arg {
    match *arg {
        Arg::Scalar(e) => Arg::Scalar(rewritten(program, e, map, false)),
        Arg::Aggregate { addr, ty } => Arg::Aggregate {
            addr: rewritten(program, addr, map, false),
            ty,
        },
    }
}

/// An operation with parts of its expressions replaced.
pub fn rewritten_op(program: &mut Program, op: &Op, map: &BTreeMap<ExprId, ExprId>) -> Op {
    let mut go = |e: ExprId| rewritten(program, e, map, false);
    match op {
        Op::Assign { place, value } => Op::Assign {
            value: go(*value),
            place: rewritten_place(program, *place, map),
        },
        Op::Assume { cond, taken } => Op::Assume {
            cond: go(*cond),
            taken: *taken,
        },
        Op::Havoc { place, input } => Op::Havoc {
            place: rewritten_place(program, *place, map),
            input: input.clone(),
        },
        Op::Copy { dst, src, len } => Op::Copy {
            dst: go(*dst),
            src: go(*src),
            len: go(*len),
        },
        Op::Fill { dst, byte, len } => Op::Fill {
            dst: go(*dst),
            byte: go(*byte),
            len: go(*len),
        },
        Op::Return(ReturnValue::Scalar(e)) => Op::Return(ReturnValue::Scalar(go(*e))),
        Op::Return(ReturnValue::Aggregate(e)) => Op::Return(ReturnValue::Aggregate(go(*e))),
        Op::Call {
            callee,
            args,
            result,
        } => Op::Call {
            callee: match callee {
                Callee::Indirect(e) => Callee::Indirect(go(*e)),
                Callee::Elsewhere(e) => Callee::Elsewhere(go(*e)),
                direct @ Callee::Direct(_) => *direct,
            },
            args: args
                .iter()
                .map(|a| rewritten_arg(program, a, map))
                .collect(),
            result: result.map(|p| rewritten_place(program, p, map)),
        },
        Op::Builtin {
            builtin,
            args,
            result,
        } => Op::Builtin {
            builtin: *builtin,
            args: args.iter().map(|e| go(*e)).collect(),
            result: result.map(|p| rewritten_place(program, p, map)),
        },
        Op::Skip
        | Op::Return(ReturnValue::None)
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => op.clone(),
    }
}
