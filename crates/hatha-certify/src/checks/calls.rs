//! Calls and copies that C leaves undefined as a whole.
//!
//! **Soundness.** A call through a pointer is defined if it leads to a function that the call may be
//! one of; a pointer of the program itself leads only to functions whose address stands somewhere in it. One from
//! outside that leads to none of them may lead to a function of another file, of that type; where no file but those of the program gives it pointers, it is a fault. The
//! result of a function is taken if some call of it keeps the result; that is looked for in all of the program, and
//! calls through pointers may be of every function. A copy whose two stretches of bytes lie in one object that
//! lives must not have them overlap, unless they are the same and that is allowed; one of an object that is no
//! more faults by itself.
//! A null pointer leads to no object, so one that leads to any is none that a function may not be given.

use super::faults::Fault;
use super::touch::root;
use super::values::Values;
use crate::check::Refusal;
use crate::operator::resize;
use crate::simulation::may_lead_to;
use hatha_cfa::{
    Arg, Builtin, Callee, CheckKind, ExprId, ExprKind, Extent, InputKind, Op, Place, ProcId,
    Program,
};
use hatha_term::{TermId, TermPool};

/// Something that an operation must not do.
#[derive(Clone, Copy)]
pub(super) enum Misuse<'a> {
    /// A call through a pointer.
    Call(ExprId, &'a [Arg], Option<Place>),
    /// A copy of some bytes, from one address to another.
    Copy {
        to: ExprId,
        from: ExprId,
        len: ExprId,
    },
    /// Two stretches of bytes without a common one: where they begin, and how many they are.
    Disjoint([ExprId; 2], [ExprId; 2]),
    /// A pointer given to a function that takes no null, with so many bytes to access.
    Given { pointer: ExprId, len: ExprId },
    /// The end of a function without the result that somebody takes.
    NoResult,
}

/// What is to be made sure of before an operation beside its operands and accesses.
pub(super) fn misuse<'a>(program: &Program, proc: ProcId, op: &'a Op) -> Option<Misuse<'a>> {
    match op {
        Op::Call {
            callee: Callee::Indirect(pointer) | Callee::Elsewhere(pointer),
            args,
            result,
        } => Some(Misuse::Call(*pointer, args, *result)),
        Op::Builtin {
            builtin: Builtin::Apart,
            args,
            ..
        } => match args[..] {
            [to, from, len] => Some(Misuse::Copy { to, from, len }),
            _ => None,
        },
        Op::Builtin {
            builtin: Builtin::Disjoint,
            args,
            ..
        } => match args[..] {
            [to, room, from, len] => Some(Misuse::Disjoint([to, from], [room, len])),
            _ => None,
        },
        Op::Builtin {
            builtin: Builtin::NotNull,
            args,
            ..
        } => match args[..] {
            [pointer, len] => Some(Misuse::Given { pointer, len }),
            _ => None,
        },
        Op::Havoc {
            input: InputKind::MissingReturn,
            ..
        } => takes_result(program, proc).then_some(Misuse::NoResult),
        _ => None,
    }
}

/// Whether some call keeps the result of a function.
fn takes_result(program: &Program, proc: ProcId) -> bool {
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    edges.any(|edge| match &edge.op {
        Op::Call {
            callee: Callee::Direct(p),
            result: Some(_),
            ..
        } => *p == proc,
        Op::Call {
            result: Some(_), ..
        } => is_named(program, proc),
        _ => false,
    })
}

/// Whether the address of a function stands anywhere in the program.
fn is_named(program: &Program, proc: ProcId) -> bool {
    let all = (0..program.exprs.len() as u32).map(ExprId);
    all.map(|e| program.exprs.get(e).kind)
        .any(|kind| kind == ExprKind::Proc(proc))
}

impl Misuse<'_> {
    /// When it happens.
    pub(super) fn fault(
        self,
        program: &Program,
        values: &mut Values<'_>,
        pool: &mut TermPool,
    ) -> Result<Option<Fault>, Refusal> {
        let (kind, when) = match self {
            Misuse::Call(pointer, args, result) => {
                let call = (pointer, args, result);
                let when = leads_nowhere(program, values, pool, call)?;
                (CheckKind::BadCall, when)
            }
            Misuse::Copy { to, from, len } => {
                if are_variables_apart(program, to, from) {
                    return Ok(None);
                }
                let when = overlaps(values, pool, [to, from], [len, len])?;
                let (target, source) = (values.pointee(pool, to)?, values.pointee(pool, from)?);
                let same = pool.eq(target.offset, source.offset);
                let differ = pool.not(same);
                (CheckKind::Overlap, pool.and(when, differ))
            }
            Misuse::Disjoint([to, from], lengths) => {
                if are_variables_apart(program, to, from) {
                    return Ok(None);
                }
                let when = overlaps(values, pool, [to, from], lengths)?;
                (CheckKind::Overlap, when)
            }
            Misuse::Given { pointer, len } => {
                let when = is_null_given(values, pool, (pointer, len))?;
                (CheckKind::BadArgument, when)
            }
            Misuse::NoResult => (CheckKind::MissingReturn, pool.tru()),
        };
        Ok(Some(Fault { kind, when }))
    }
}

/// That a pointer leads to no function that the call may be one of.
fn leads_nowhere(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    (pointer, args, result): (ExprId, &[Arg], Option<Place>),
) -> Result<TermId, Refusal> {
    let address = values.value(pool, pointer)?;
    let is_good =
        |p: ProcId| !program.proc(p).defined || may_lead_to(program, pointer, p, (args, result));
    let zero = pool.bv_const(pool.width(address), 0);
    let null = pool.eq(address, zero);
    let (mut in_good, mut in_bad) = (pool.fls(), null);
    for (p, _) in program.procs().filter(|(p, _)| is_named(program, *p)) {
        let function = values.function(pool, p);
        let is_it = pool.eq(address, function);
        match is_good(p) {
            true => in_good = pool.or(in_good, is_it),
            false => in_bad = pool.or(in_bad, is_it),
        }
    }
    Ok(match program.extent {
        Extent::Part => in_bad,
        Extent::Whole | Extent::Stated => pool.not(in_good),
    })
}

/// That a pointer is null and leads to no object, and there are no bytes to access.
fn is_null_given(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    (pointer, len): (ExprId, ExprId),
) -> Result<TermId, Refusal> {
    let (address, len) = (values.value(pool, pointer)?, values.value(pool, len)?);
    let class = values.pointee(pool, pointer)?.class;
    let [null, empty, none] = [address, len, class].map(|word| {
        let zero = pool.bv_const(pool.width(word), 0);
        pool.eq(word, zero)
    });
    let when = pool.and(null, empty);
    Ok(pool.and(when, none))
}

/// Whether two addresses are computed from those of different variables.
fn are_variables_apart(program: &Program, a: ExprId, b: ExprId) -> bool {
    let variable = |e| match program.exprs.get(root(program, e)).kind {
        ExprKind::AddrOf(v) => Some(v),
        _ => None,
    };
    match (variable(a), variable(b)) {
        (Some(v), Some(w)) => v != w,
        _ => false,
    }
}

/// That two stretches of bytes in one object that lives overlap, neither being empty.
fn overlaps(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    [to, from]: [ExprId; 2],
    lengths: [ExprId; 2],
) -> Result<TermId, Refusal> {
    let (target, source) = (values.value(pool, to)?, values.value(pool, from)?);
    let (at, other) = (values.pointee(pool, to)?, values.pointee(pool, from)?);
    let width = pool.width(target);
    let [room, len] = [
        values.value(pool, lengths[0])?,
        values.value(pool, lengths[1])?,
    ]
    .map(|length| resize(pool, length, width, false));
    let start = pool.bv_sub(target, at.offset);
    let begin = pool.bv_sub(source, other.offset);
    let zero = pool.bv_const(pool.width(at.class), 0);
    let none = pool.eq(at.class, zero);
    let lives = pool.not(none);
    let is_one = pool.eq(start, begin);
    let up = pool.bv_sub(at.offset, other.offset);
    let down = pool.bv_sub(other.offset, at.offset);
    let (up, down) = (pool.bv_ult(up, len), pool.bv_ult(down, room));
    let near = pool.or(up, down);
    let near = pool.and(near, is_one);
    Ok(pool.and(near, lives))
}
