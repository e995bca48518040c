//! Checks before operations that can fault: part of the program that is asked about.
//!
//! **Invariant.** The program with checks does what the program does, but that it fails with
//! [`FailKind::Check`] where an operation is about to be carried out that would fault with a
//! selected kind. A check reads the operands of its operation and changes nothing; an operand that
//! C does not evaluate is not checked. Locations, edges, variables and expressions keep their ids,
//! new ones come behind them. What cannot be checked becomes an [`Op::Unsupported`] edge. Nothing
//! relies on this pass: `hatha-certify` derives the obligations again and refuses a program that
//! lacks one.

mod align;
pub mod blocks;
mod calls;
mod condition;
mod ends;
mod floating;
mod lossy;
mod memory;
mod moves;
mod range;
mod site;
pub mod stray;
mod wanted;
mod written;

use crate::expr::{ExprId, ExprKind};
use crate::program::{Edge, EdgeId, FailKind, LocId, Op, Place, ProcId, Procedure, Program, VarId};
use crate::source::Span;
use condition::Conditions;
use hatha_defect::{Defect, is_on};
use site::sites;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The faults that checks exist for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckKind {
    /// A signed result that does not fit.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative count or by at least the width.
    ShiftOutOfRange,
    /// A floating value converted to an integer type that cannot hold it.
    FloatConversion,
    /// An access of memory outside the object that its address was computed from, of one that is
    /// no more, through null or a number, or a write to what may only be read.
    InvalidAccess,
    /// `free` of anything but null and the start of a block that lives.
    InvalidFree,
    /// A read of a value that was never written.
    Uninitialised,
    /// An access of a scalar at an address that breaks the alignment of its type.
    Misaligned,
    /// A built-in operation on a value for which it is not defined (`__builtin_clz(0)`).
    BadArgument,
    /// A copy between parts of one object that overlap, by a function for which that is not defined.
    Overlap,
    /// A call through a pointer that leads to no function of that type.
    BadCall,
    /// A function whose result somebody takes ends without one.
    MissingReturn,
    /// An unsigned result that wraps. C defines it; only who asks for it hears of it.
    Wrap,
    /// A conversion between integers that nobody wrote and that changes the value. The same.
    Conversion,
    /// A block of the heap that nothing leads to any more.
    Leak,
    /// A block that is not freed when the program ends.
    Cleanup,
    /// A block that is not freed when the program is aborted or fails.
    CleanupOnFailure,
    /// Pointer arithmetic that leaves its object, and comparisons across objects.
    Pointer,
    /// An access that leaves its structure member.
    Member,
    /// A floating operation on numbers whose result is none.
    Nan,
    /// A floating operation on finite numbers whose result is infinite.
    Infinity,
    /// A conversion from or to a floating type that nobody wrote and that changes the value.
    InexactConversion,
}

impl CheckKind {
    /// All of them.
    pub const ALL: [CheckKind; 22] = [
        CheckKind::SignedOverflow,
        CheckKind::DivisionByZero,
        CheckKind::ShiftOutOfRange,
        CheckKind::FloatConversion,
        CheckKind::InvalidAccess,
        CheckKind::InvalidFree,
        CheckKind::Uninitialised,
        CheckKind::Misaligned,
        CheckKind::BadArgument,
        CheckKind::Overlap,
        CheckKind::BadCall,
        CheckKind::MissingReturn,
        CheckKind::Wrap,
        CheckKind::Conversion,
        CheckKind::Leak,
        CheckKind::Cleanup,
        CheckKind::CleanupOnFailure,
        CheckKind::Pointer,
        CheckKind::Member,
        CheckKind::Nan,
        CheckKind::Infinity,
        CheckKind::InexactConversion,
    ];
    /// Results of floating operations that C defines and that only who expects others asks about.
    pub const FLOATING: [CheckKind; 3] = [
        CheckKind::Nan,
        CheckKind::Infinity,
        CheckKind::InexactConversion,
    ];
    /// Those of blocks of the heap as a whole, in the order in which they are asked about.
    pub const BLOCKS: [CheckKind; 3] = [
        CheckKind::Leak,
        CheckKind::Cleanup,
        CheckKind::CleanupOnFailure,
    ];
    /// What a program leaves to the system when it ends, which is seldom a mistake.
    pub const LEFT: [CheckKind; 2] = [CheckKind::Cleanup, CheckKind::CleanupOnFailure];
    /// Arithmetic that C leaves undefined.
    pub const ARITHMETIC: [CheckKind; 5] = [
        CheckKind::SignedOverflow,
        CheckKind::DivisionByZero,
        CheckKind::ShiftOutOfRange,
        CheckKind::FloatConversion,
        CheckKind::BadArgument,
    ];
    /// Those of memory.
    pub const MEMORY: [CheckKind; 5] = [
        CheckKind::InvalidAccess,
        CheckKind::InvalidFree,
        CheckKind::Uninitialised,
        CheckKind::Misaligned,
        CheckKind::Overlap,
    ];
    /// Those of calls and their results.
    pub const CALLS: [CheckKind; 2] = [CheckKind::BadCall, CheckKind::MissingReturn];
    /// What is asked about unless an option says otherwise: arithmetic, memory and calls.
    pub const DEFAULT: [CheckKind; 12] = [
        CheckKind::SignedOverflow,
        CheckKind::DivisionByZero,
        CheckKind::ShiftOutOfRange,
        CheckKind::FloatConversion,
        CheckKind::InvalidAccess,
        CheckKind::InvalidFree,
        CheckKind::Uninitialised,
        CheckKind::Misaligned,
        CheckKind::BadArgument,
        CheckKind::Overlap,
        CheckKind::BadCall,
        CheckKind::MissingReturn,
    ];

    /// Whether the functions of the library are checked, too. They wrap and convert on purpose,
    /// so what C defines is no news there, and nobody's pointers but their own are kept.
    pub(crate) fn is_checked_in_models(self) -> bool {
        !matches!(
            self,
            CheckKind::Wrap | CheckKind::Conversion | CheckKind::Pointer | CheckKind::Member
        ) && !Self::FLOATING.contains(&self)
    }

    /// The name of the fault on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            CheckKind::SignedOverflow => "signed-overflow",
            CheckKind::DivisionByZero => "division-by-zero",
            CheckKind::ShiftOutOfRange => "shift-out-of-range",
            CheckKind::FloatConversion => "float-conversion",
            CheckKind::Wrap => "wrap",
            CheckKind::Conversion => "conversion",
            CheckKind::Leak => "leak",
            CheckKind::Cleanup => "cleanup",
            CheckKind::CleanupOnFailure => "cleanup-on-failure",
            CheckKind::Pointer => "pointer",
            CheckKind::Member => "member",
            CheckKind::Nan => "nan",
            CheckKind::Infinity => "infinity",
            CheckKind::InexactConversion => "inexact-conversion",
            CheckKind::InvalidAccess => "invalid-access",
            CheckKind::InvalidFree => "invalid-free",
            CheckKind::Uninitialised => "uninitialised",
            CheckKind::Misaligned => "misaligned",
            CheckKind::BadArgument => "bad-argument",
            CheckKind::Overlap => "overlap",
            CheckKind::BadCall => "bad-call",
            CheckKind::MissingReturn => "missing-return",
        }
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name under which a question asks about failed checks and nothing else, as others ask about
/// the calls of one function.
pub const FAILED: &str = "__hatha_check_failed";

/// The program with checks of the selected kinds.
pub fn insert(program: &Program, kinds: &BTreeSet<CheckKind>) -> Program {
    tracing::trace!(target: "walk", "checks are put before operations that can fault");
    let mut checked = program.clone();
    checked.asks_memory = kinds.contains(&CheckKind::InvalidAccess);
    checked.asks_arguments = kinds.contains(&CheckKind::BadArgument);
    checked.asks_written = kinds.contains(&CheckKind::Uninitialised);
    checked.asks_aligned = kinds.contains(&CheckKind::Misaligned);
    let defined = program.procs().filter(|(_, p)| p.defined);
    let procs: Vec<ProcId> = defined.map(|(id, _)| id).collect();
    let mut conditions = Conditions::new(program, kinds.clone());
    for proc in procs {
        if kinds.contains(&CheckKind::Uninitialised) {
            let moved = moves::unchecked(&checked, proc, &conditions.holes);
            checked.moved_unchecked.extend(moved);
        }
        conditions.enter(&checked, proc);
        split_results(&mut checked, &mut conditions, proc);
        conditions.enter(&checked, proc);
        let mut moved = BTreeMap::new();
        for location in checked.proc(proc).locations.keys() {
            conditions.at = location;
            let here = check_location(&mut checked, &mut conditions, proc, location);
            moved.extend(here);
        }
        written::keep_flags(&mut checked, proc, &moved);
    }
    blocks::insert(program, &mut checked, kinds);
    checked
}

/// Whether an execution may stay in a loop of a procedure for ever, as far as its shape tells.
pub fn may_stay_in_a_loop(program: &Program, proc: &Procedure) -> bool {
    !ends::cuts(program, proc).is_empty()
}

/// Whether every byte of every global has a value wherever no check of values has failed before.
pub fn keeps_globals_written(program: &Program) -> bool {
    written::keeps_globals(program)
}

/// What has to be made sure of before an operation.
enum Demand {
    /// The fault happens if the condition holds.
    Check(CheckKind, ExprId),
    /// It cannot be said when it happens.
    NotUnderstood(&'static str),
}

/// The address that a result goes to is computed after the operation: where that can fault, the
/// result is kept in a slot first.
fn split_results(program: &mut Program, conditions: &mut Conditions, proc: ProcId) {
    for edge in program.proc(proc).edges.keys() {
        conditions.at = program.proc(proc).edge(edge).from;
        let op = program.proc(proc).edge(edge).op.clone();
        conditions.look_at(program, &op);
        let (Op::Call { result, .. } | Op::Builtin { result, .. }) =
            &program.proc(proc).edge(edge).op
        else {
            if let Op::Havoc { place, .. } = program.proc(proc).edge(edge).op {
                split_result(program, conditions, proc, edge, Some(place));
            }
            continue;
        };
        let result = *result;
        split_result(program, conditions, proc, edge, result);
    }
}

fn split_result(
    program: &mut Program,
    conditions: &mut Conditions,
    proc: ProcId,
    edge: EdgeId,
    result: Option<Place>,
) {
    let Some(place @ Place::Mem { addr, access }) = result else {
        return;
    };
    let writes = conditions.is_result_demanding(program, place);
    if !writes && !conditions.is_demanding(program, addr) {
        return;
    }
    let kept = program.add_slot(proc, "check", access.ty);
    let value = program.exprs.add(ExprKind::Var(kept), access.ty);
    let mut first = program.proc(proc).edge(edge).op.clone();
    redirect(&mut first, kept);
    let store = Op::Assign { place, value };
    program.procs[proc].replace_edge(edge, vec![first, store]);
}

fn redirect(op: &mut Op, slot: VarId) {
    match op {
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result = Some(Place::Slot(slot)),
        Op::Havoc { place, .. } => *place = Place::Slot(slot),
        _ => {}
    }
}

/// Puts checks before the edges that leave a location. Gives the one that moves a value unchecked, and
/// when that value is one that was never written.
fn check_location(
    program: &mut Program,
    conditions: &mut Conditions,
    proc: ProcId,
    location: LocId,
) -> Option<(EdgeId, ExprId)> {
    let mut demands: Vec<(Demand, Span)> = Vec::new();
    let moved = conditions.move_at(program, proc, location);
    let mut seen = BTreeSet::new();
    for &edge in &program.proc(proc).out_edges(location).to_vec() {
        let Edge { op, span, .. } = program.proc(proc).edge(edge).clone();
        conditions.look_at(program, &op);
        if let Some(what) = unchecked_result(program, conditions, &op) {
            demands.push((Demand::NotUnderstood(what), span));
        }
        for site in sites(program, conditions.same(), &evaluated(&op)) {
            if !seen.insert(site.key(conditions.same())) {
                continue;
            }
            let all = conditions.demands(program, &site);
            demands.extend(all.into_iter().map(|d| (d, span)));
        }
        let result = conditions.function(program, &op);
        demands.extend(result.map(|d| (d, span)));
        let all = conditions.accesses(program, proc, &op);
        demands.extend(all.into_iter().map(|d| (d, span)));
        let all = conditions.misuse(program, proc, &op);
        demands.extend(all.map(|d| (d, span)));
    }
    if !demands.is_empty() {
        put_before(program, proc, location, demands);
    }
    moved
}

/// The expressions that an operation evaluates first, in order; not the address of its result.
fn evaluated(op: &Op) -> Vec<ExprId> {
    use crate::program::{Arg, ReturnValue};
    match op {
        Op::Assign { place, value } => match place {
            Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => vec![*value, *addr],
            Place::Slot(_) => vec![*value],
        },
        Op::Assume { cond, .. } => vec![*cond],
        Op::Call { callee, args, .. } => {
            let callee = callee.pointer();
            let arg = |a: &Arg| match a {
                Arg::Scalar(e) | Arg::Aggregate { addr: e, .. } => *e,
            };
            callee.into_iter().chain(args.iter().map(arg)).collect()
        }
        Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => vec![*e],
        Op::Copy { dst, src, len } => vec![*dst, *src, *len],
        Op::Fill { dst, byte, len } => vec![*dst, *byte, *len],
        Op::Builtin { args, .. } => args.clone(),
        Op::Return(ReturnValue::None)
        | Op::Skip
        | Op::Havoc { .. }
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => Vec::new(),
    }
}

/// Why the address of an operation's result is not checked, if that would be needed.
fn unchecked_result(
    program: &mut Program,
    conditions: &mut Conditions,
    op: &Op,
) -> Option<&'static str> {
    let place = match op {
        Op::Call { result, .. } | Op::Builtin { result, .. } => (*result)?,
        Op::Havoc { place, .. } => *place,
        _ => return None,
    };
    match place {
        Place::Aggregate { addr, .. } | Place::Mem { addr, .. } => {
            let what = "a fault of the address that a structure is returned to";
            let writes = conditions.is_result_demanding(program, place);
            (writes || conditions.is_demanding(program, addr)).then_some(what)
        }
        Place::Slot(_) => None,
    }
}

fn put_before(program: &mut Program, proc: ProcId, location: LocId, demands: Vec<(Demand, Span)>) {
    let proc = &mut program.procs[proc];
    let behind = proc.add_location_like(location);
    let moved = std::mem::take(&mut proc.out[location]);
    for &edge in &moved {
        proc.edges[edge].from = behind;
    }
    proc.out[behind] = moved;
    if is_on(Defect::ChecksDropStep) {
        proc.out[behind].pop();
    }
    let mut at = location;
    let count = demands.len();
    for (i, (demand, span)) in demands.into_iter().enumerate() {
        let next = match i + 1 == count {
            true => behind,
            false => proc.add_location_like(location),
        };
        match demand {
            Demand::Check(kind, cond) => {
                let failing = proc.add_location_like(location);
                let end = proc.add_location_like(location);
                let edge = |from, to, op| Edge { from, to, op, span };
                let taken = !is_on(Defect::ChecksNegated);
                proc.add_edge(edge(at, failing, Op::Assume { cond, taken }));
                let taken = !taken;
                proc.add_edge(edge(at, next, Op::Assume { cond, taken }));
                proc.add_edge(edge(failing, end, Op::Fail(FailKind::Check(kind))));
            }
            Demand::NotUnderstood(what) => {
                let op = Op::Unsupported(what.to_owned());
                proc.add_edge(Edge {
                    from: at,
                    to: next,
                    op,
                    span,
                });
            }
        }
        at = next;
    }
}
