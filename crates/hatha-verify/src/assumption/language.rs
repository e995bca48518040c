//! What is assumed about compilers and devices.
//!
//! **Invariant.** Each of these is a choice that the automata have made for the program. Where
//! another choice could make a difference, the choice is printed with the verdict.

use super::{Assumption, Kind};
use hatha_cfa::reach::operands;
use hatha_cfa::{
    Builtin, Edge, ExprId, ExprKind, Op, Place, ProcId, Procedure, Program, Scalar, Span,
};
use std::collections::BTreeSet;

/// How many places a sentence names.
const NAMED_PLACES: usize = 3;

/// That operands are evaluated from left to right, if some of them interfere in procedures that
/// may run.
pub(crate) fn evaluation_order(
    program: &Program,
    may_run: impl Fn(ProcId) -> bool,
) -> Option<Assumption> {
    let places = named_places(program, &program.open_orders, may_run)?;
    let sentence =
        format!("operands are evaluated from left to right, which C leaves open at {places}");
    Some(Assumption::new(Kind::EvaluationOrder, sentence))
}

/// That compilers know no more than what needs no analysis, if they are asked in procedures that
/// may run.
pub(crate) fn compiler_answers(
    program: &Program,
    may_run: impl Fn(ProcId) -> bool,
) -> Option<Assumption> {
    let places = named_places(program, &program.compiler_answers, may_run)?;
    let sentence = format!(
        "`__builtin_constant_p` and `__builtin_object_size`, which compilers answer as they like, are as taken here at {places}"
    );
    Some(Assumption::new(Kind::CompilerAnswers, sentence))
}

/// The first of the places in procedures that may run, and how many there are besides.
fn named_places(
    program: &Program,
    places: &[(ProcId, Span)],
    may_run: impl Fn(ProcId) -> bool,
) -> Option<String> {
    let places = places.iter().filter(|&&(p, _)| may_run(p));
    let places: Vec<String> = places.map(|&(_, s)| program.sources.describe(s)).collect();
    let more = places.len().saturating_sub(NAMED_PLACES);
    let list = few(places)?;
    Some(if more > 0 {
        format!("{list} places")
    } else {
        list
    })
}

/// The first of some names or places, and how many there are besides.
pub(super) fn few(all: Vec<String>) -> Option<String> {
    let (named, others) = all.split_at(all.len().min(NAMED_PLACES));
    let others = match others.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    (!named.is_empty()).then(|| format!("{}{others}", named.join(", ")))
}

/// That nothing but the program changes volatile objects, if it has any.
pub(crate) fn volatile_objects(program: &Program) -> Option<Assumption> {
    let is_volatile_load =
        |kind: ExprKind| matches!(kind, ExprKind::Load { access, .. } if access.volatile);
    let mut exprs = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    let found = program.volatile_records
        || program.vars.iter().any(|v| v.volatile)
        || exprs.any(is_volatile_load)
        || edges.any(|e| stores_to_volatile(&e.op));
    found.then(|| {
        let sentence = "a volatile object holds what the program stored last (see --volatile any)";
        Assumption::new(Kind::Volatile, sentence)
    })
}

fn stores_to_volatile(op: &Op) -> bool {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    };
    matches!(place, Some(Place::Mem { access, .. }) if access.volatile)
}

/// That floating values are of the format of their type, where compilers may keep more bits of
/// them: the program handles a `float` or a `double`. x87 also quiets signalling NaNs that it loads,
/// and 32-bit x86 returns floating values in its registers whatever computes them.
pub(crate) fn excess_precision(
    program: &Program,
    reached: &BTreeSet<ProcId>,
) -> Option<Assumption> {
    let is_short = |e: ExprId| {
        let scalar = program.scalar(program.exprs.get(e).ty);
        matches!(scalar, Some(Scalar::F32 | Scalar::F64))
    };
    let may_be_wider = program.target.excess_precision && mentions(program, reached, &is_short);
    may_be_wider.then(|| {
        let sentence = "floating operations, constants and conversions have values of their type \
                        (as with -mfpmath=sse), not of a wider one, and signalling NaNs that are \
                        copied or returned stay what they are";
        Assumption::new(Kind::ExcessPrecision, sentence)
    })
}

/// What is assumed of rounding modes. C leaves operations in another mode open unless the pragma
/// `FENV_ACCESS` is on, which gcc does not have: a compiler that optimises may move them. An entry
/// that is not `main` may be called in any mode.
pub(crate) fn rounding_mode(
    program: &Program,
    entry: ProcId,
    reached: &BTreeSet<ProcId>,
) -> Option<Assumption> {
    let is_setter = |p: &Procedure| p.model && p.name == "fesetround";
    let sets = reached.iter().any(|&p| is_setter(program.proc(p)));
    let name = &program.proc(entry).name;
    let sentence = if sets {
        "floating operations are carried out where they are written, in the rounding mode that is \
         set there (as gcc -O0 does), and constant expressions are rounded to nearest"
            .to_owned()
    } else if name != "main" && rounds(program, reached) {
        format!("floating operations round to nearest when `{name}` is called")
    } else {
        return None;
    };
    Some(Assumption::new(Kind::RoundingMode, sentence))
}

/// Whether the program has operations, conversions or functions that round.
fn rounds(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    let is_math = |e: &Edge| {
        let Op::Builtin { builtin, .. } = &e.op else {
            return false;
        };
        matches!(builtin, Builtin::Math(_))
    };
    let functions = || own_edges(program, reached).any(is_math);
    mentions(program, reached, &|e| may_round(program, e)) || functions()
}

/// Whether the result of an expression depends on the rounding mode.
fn may_round(program: &Program, e: ExprId) -> bool {
    let is_floating = |e: ExprId| {
        let scalar = program.scalar(program.exprs.get(e).ty);
        scalar.is_some_and(|s| !matches!(s, Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer))
    };
    match program.exprs.get(e).kind {
        ExprKind::Binary(op, a, _) => !op.is_comparison() && is_floating(a),
        ExprKind::Cast(_) => is_floating(e),
        _ => false,
    }
}

fn own_edges<'p>(
    program: &'p Program,
    reached: &'p BTreeSet<ProcId>,
) -> impl Iterator<Item = &'p Edge> {
    let procs = reached.iter().map(|&p| program.proc(p));
    procs.filter(|p| !p.model).flat_map(|p| &p.edges)
}

/// Whether the program itself, not the library, has such an expression.
fn mentions(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    is_one: &dyn Fn(ExprId) -> bool,
) -> bool {
    own_edges(program, reached).any(|e| {
        let mut todo = operands(&e.op);
        while let Some(e) = todo.pop() {
            if is_one(e) {
                return true;
            }
            todo.extend(program.exprs.children(e));
        }
        false
    })
}
