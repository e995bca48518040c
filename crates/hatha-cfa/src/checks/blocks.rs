//! Blocks of the heap that are lost, or not freed at the end.
//!
//! A hidden global counts the blocks that live: one more before each allocation, one less before
//! each `free` of anything but null. At the *points* of a program the simulator is asked how many of
//! them are lost or left ([`Builtin::Blocks`]); a check fails where there are some and the count is
//! not zero. Proofs take the answer for any number, so they show that the count is zero.
//!
//! **Why the points suffice.** A block that nothing leads to is never freed: the count stays above
//! zero. An execution without a lost block at the points has none anywhere if it comes to a point
//! afterwards: every execution that ends does, and one without an end comes for ever to a
//! location that cuts a loop, or to the start of a procedure that calls itself.

use super::{CheckKind, ends};
use crate::expr::{BinOp, ExprId, ExprKind};
use crate::program::{
    Builtin, Callee, Edge, EdgeId, FailKind, GlobalInit, LocId, Op, Place, ProcId, Procedure,
    Program, VarId,
};
use crate::reach::{
    addresses, initial_addresses, mentioned, operands, reachable_procs, runs_exit_handlers,
};
use crate::source::Span;
use crate::types::{IntKind, Type, TypeId};
use hatha_defect::{Defect, is_on};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the entry that the end of the program is the end of.
const MAIN: &str = "main";

/// The models whose blocks belong to the C library: it keeps them for as long as it likes.
const KEEPERS: [&str; 3] = ["<hatha>/exit.c", "<hatha>/env.c", "<hatha>/files.c"];

/// Where blocks are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Where a path without an end comes for ever.
    Again,
    /// Before `main` returns and its variables are no more.
    Return,
    /// Before the program is ended.
    Exit,
    /// Before a function without a body that does not return: it ends the program, or goes on for ever.
    Foreign,
    /// Before it fails.
    Failure,
}

impl Point {
    /// Whether a question about blocks is asked there.
    pub fn is_for(self, kind: CheckKind) -> bool {
        match kind {
            CheckKind::Cleanup => matches!(self, Point::Return | Point::Exit | Point::Foreign),
            CheckKind::CleanupOnFailure => self == Point::Failure,
            _ => kind == CheckKind::Leak,
        }
    }
}

/// Whether the blocks that a procedure allocates and frees are those of the C library.
fn are_kept(program: &Program, proc: &Procedure) -> bool {
    proc.model && is_kept(program, proc.span)
}

/// Whether a block that is allocated there is one of the C library's. The place tells it in a program
/// of copies, too.
pub fn is_kept(program: &Program, place: Span) -> bool {
    let file = program.sources.file(place.file);
    file.is_some_and(|f| KEEPERS.contains(&f.name.as_str()))
}

/// The points of each procedure.
pub fn points(program: &Program) -> BTreeMap<ProcId, BTreeMap<LocId, Point>> {
    let again = recursive(program);
    let main = program.find_proc(MAIN);
    let returns = main.filter(|&m| !runs_exit_handlers(program, m) && !is_mentioned(program, m));
    let defined = program.procs().filter(|(_, p)| p.defined);
    let exits = plain_exits(program);
    let of = |(id, proc): (ProcId, &Procedure)| {
        let is_main = returns == Some(id);
        let is_exit = exits.contains(&id);
        let mut found = points_of(program, proc, (is_main, again.contains(&id)));
        found.retain(|_, point| !(is_exit && *point == Point::Exit));
        for edge in &proc.edges {
            let Op::Call {
                callee: Callee::Direct(p),
                ..
            } = &edge.op
            else {
                continue;
            };
            let callee = program.proc(*p);
            if exits.contains(p) {
                found.insert(edge.from, Point::Exit);
            } else if callee.noreturn && !callee.defined {
                found.insert(edge.from, Point::Foreign);
            }
        }
        (id, found)
    };
    defined.map(of).collect()
}

/// The library's ways to end the program, where nothing is done by them but that and they are called by
/// their names alone: then their calls are the ends. Proofs take such a call for the end.
fn plain_exits(program: &Program) -> BTreeSet<ProcId> {
    const NAMES: [&str; 4] = ["exit", "quick_exit", "_Exit", "_exit"];
    let main = program.find_proc(MAIN);
    if main.is_none_or(|m| runs_exit_handlers(program, m)) {
        return BTreeSet::new();
    }
    let named = program.procs().filter(|(_, p)| p.defined && p.model);
    let named = named.filter(|(_, p)| NAMES.contains(&p.name.as_str()));
    let mut exits: BTreeSet<ProcId> = named.map(|(id, _)| id).collect();
    for taken in taken_anywhere(program) {
        exits.remove(&taken);
    }
    exits
}

/// The procedures whose addresses are taken.
fn taken_anywhere(program: &Program) -> Vec<ProcId> {
    let mut taken = initial_addresses(program);
    for edge in program.procs().flat_map(|(_, p)| p.edges.iter()) {
        taken.extend(addresses(program, operands(&edge.op)));
    }
    taken
}

fn points_of(
    program: &Program,
    proc: &Procedure,
    (is_main, is_recursive): (bool, bool),
) -> BTreeMap<LocId, Point> {
    let mut found: BTreeMap<LocId, Point> = BTreeMap::new();
    for location in ends::cuts(program, proc) {
        found.insert(location, Point::Again);
    }
    if is_recursive {
        found.insert(proc.entry, Point::Again);
    }
    for edge in &proc.edges {
        let point = match &edge.op {
            Op::Return(_) if is_main => Point::Return,
            Op::Builtin {
                builtin: Builtin::Exit,
                ..
            } => Point::Exit,
            Op::Fail(kind) if !matches!(kind, FailKind::Check(_)) => Point::Failure,
            _ => continue,
        };
        found.insert(edge.from, point);
    }
    found
}

/// Whether a procedure is called by another one, or may be.
fn is_mentioned(program: &Program, wanted: ProcId) -> bool {
    let defined = program.procs().filter(|(_, p)| p.defined);
    let mut edges = defined.flat_map(|(_, p)| p.edges.iter());
    edges.any(|e| mentioned(program, &e.op).contains(&wanted))
        || initial_addresses(program).contains(&wanted)
}

/// The procedures that may come to be called while they run.
fn recursive(program: &Program) -> BTreeSet<ProcId> {
    let mut taken: BTreeSet<ProcId> = initial_addresses(program).into_iter().collect();
    let mut calls: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
    let mut indirect = BTreeSet::new();
    for (id, proc) in program.procs().filter(|(_, p)| p.defined) {
        for edge in &proc.edges {
            let named = mentioned(program, &edge.op);
            if let Op::Call { callee, .. } = &edge.op {
                match callee {
                    Callee::Direct(p) => drop(calls.entry(id).or_default().insert(*p)),
                    Callee::Indirect(_) | Callee::Elsewhere(_) => drop(indirect.insert(id)),
                }
                // An unknown function may call what it is given.
                indirect.extend(
                    named
                        .iter()
                        .any(|p| !program.proc(*p).defined)
                        .then_some(id),
                );
            }
            let called = match &edge.op {
                Op::Call {
                    callee: Callee::Direct(p),
                    ..
                } => Some(*p),
                _ => None,
            };
            taken.extend(named.into_iter().filter(|p| Some(*p) != called));
        }
    }
    for id in indirect {
        calls.entry(id).or_default().extend(&taken);
    }
    let all = calls.keys().copied();
    all.filter(|&p| reaches_itself(&calls, p)).collect()
}

fn reaches_itself(calls: &BTreeMap<ProcId, BTreeSet<ProcId>>, start: ProcId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for &next in calls.get(&at).into_iter().flatten() {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}

/// Whether a block that the program frees may be one that other files have allocated. Then what is
/// freed says nothing of the program's own blocks.
fn may_free_others(program: &Program) -> bool {
    let holds = |ty: TypeId| holds_pointer(program, ty);
    let unknown = program.globals.iter();
    let unknown = unknown.filter(|(_, init)| matches!(init, GlobalInit::Unknown));
    let mut unknown = unknown.map(|(v, _)| program.var(*v).ty);
    let shared = program.vars.iter();
    let shared = shared.filter(|v| v.is_assigned_outside() && !v.read_only);
    let shares = shared.map(|v| v.ty).any(holds);
    let Some(main) = program.find_proc(MAIN) else {
        return true;
    };
    let reached = reachable_procs(program, main);
    let mut edges = reached.iter().flat_map(|&p| program.proc(p).edges.iter());
    unknown.any(holds)
        || edges.any(|e| match &e.op {
            Op::Havoc { place, .. } => match *place {
                Place::Slot(v) => holds(program.var(v).ty),
                Place::Mem { access, .. } => holds(access.ty),
                Place::Aggregate { ty, .. } => holds(ty),
            },
            op => mentioned(program, op).iter().any(|&p| {
                let proc = program.proc(p);
                !proc.defined && (shares || deals_in_pointers(program, proc))
            }),
        })
}

/// Whether a function may return an address, or put one where the caller finds it.
fn deals_in_pointers(program: &Program, proc: &Procedure) -> bool {
    match program.types.get(proc.ty) {
        Type::Function(f) => {
            let mut types = f.params.iter().copied().chain([f.ret]);
            f.variadic || f.unprototyped || types.any(|ty| holds_pointer(program, ty))
        }
        _ => true,
    }
}

fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        match program.types.get(ty) {
            Type::Pointer(_) => return true,
            Type::Array { elem, .. } => work.push(elem.ty),
            // A structure has no part of its own type, so this ends.
            Type::Record(r) => work.extend(program.types.record(*r).fields.iter().map(|f| f.ty.ty)),
            _ => {}
        }
    }
    false
}

/// Counts blocks and puts the checks of leaks and of what is left at the points of a program whose
/// operations have their checks already.
pub(super) fn insert(source: &Program, checked: &mut Program, kinds: &BTreeSet<CheckKind>) {
    let kinds: Vec<CheckKind> = CheckKind::BLOCKS
        .into_iter()
        .filter(|k| kinds.contains(k))
        .collect();
    if kinds.is_empty() {
        return;
    }
    let ty = checked.types.int(IntKind::ULongLong);
    let count = checked.add_hidden_global("blocks", ty, Span::NONE);
    let counts_frees = !may_free_others(source);
    for (proc, points) in points(source) {
        count_blocks(source, checked, proc, (count, counts_frees));
        for (location, point) in points {
            look(checked, (proc, location), point, (count, &kinds));
        }
    }
}

/// Puts what happens to the count before the operations of a procedure.
fn count_blocks(
    source: &Program,
    checked: &mut Program,
    proc: ProcId,
    (count, counts_frees): (VarId, bool),
) {
    if are_kept(source, source.proc(proc)) {
        return;
    }
    for edge in source.proc(proc).edges.keys() {
        let Op::Builtin { builtin, args, .. } = &source.proc(proc).edge(edge).op else {
            continue;
        };
        let value = match (builtin, &args[..]) {
            (Builtin::Alloc, _) => one_more(checked, count),
            (Builtin::Free, &[at]) if counts_frees => one_less(checked, count, at),
            _ => continue,
        };
        let place = Place::Slot(count);
        put_edge_before(checked, proc, edge, Op::Assign { place, value });
    }
}

/// An operation before an edge, which leaves its location alone.
fn put_edge_before(program: &mut Program, proc: ProcId, edge: EdgeId, op: Op) {
    let proc = &mut program.procs[proc];
    let Edge { from, span, .. } = *proc.edge(edge);
    let behind = proc.add_location_like(from);
    proc.out[from].retain(|e| *e != edge);
    proc.edges[edge].from = behind;
    proc.out[behind].push(edge);
    proc.add_edge(Edge {
        from,
        to: behind,
        op,
        span,
    });
}

fn one_more(program: &mut Program, count: VarId) -> ExprId {
    let ty = program.var(count).ty;
    let old = program.exprs.add(ExprKind::Var(count), ty);
    let one = program.exprs.add(ExprKind::Int(1), ty);
    program
        .exprs
        .add(ExprKind::Binary(BinOp::Add, old, one), ty)
}

/// `at != 0 ? count - 1 : count`
fn one_less(program: &mut Program, count: VarId, at: ExprId) -> ExprId {
    let ty = program.var(count).ty;
    let old = program.exprs.add(ExprKind::Var(count), ty);
    let one = program.exprs.add(ExprKind::Int(1), ty);
    let less = program
        .exprs
        .add(ExprKind::Binary(BinOp::Sub, old, one), ty);
    if is_on(Defect::ChecksFreeOfNull) {
        return less;
    }
    let pointer = program.exprs.get(at).ty;
    let null = program.exprs.add(ExprKind::Int(0), pointer);
    let int = program.types.int(IntKind::Int);
    let some = program
        .exprs
        .add(ExprKind::Binary(BinOp::Ne, at, null), int);
    program.exprs.add(ExprKind::Cond(some, less, old), ty)
}

/// What the simulator is asked at a point.
fn question(kind: CheckKind, point: Point) -> u128 {
    match (kind, point) {
        (CheckKind::Cleanup | CheckKind::CleanupOnFailure, _) => 2,
        (_, Point::Return) => 1,
        _ => 0,
    }
}

/// Puts checks before all else that happens at a location.
fn look(
    program: &mut Program,
    (proc, location): (ProcId, LocId),
    point: Point,
    (count, kinds): (VarId, &[CheckKind]),
) {
    for &kind in kinds.iter().rev() {
        if !point.is_for(kind) || is_on(Defect::ChecksForgetPoint) {
            continue;
        }
        let int = program.types.int(IntKind::Int);
        let found = program.add_slot(proc, "blocks", int);
        let asked = program.exprs.add(ExprKind::Int(question(kind, point)), int);
        let ask = Op::Builtin {
            builtin: Builtin::Blocks,
            args: vec![asked],
            result: Some(Place::Slot(found)),
        };
        let cond = is_wrong(program, count, found);
        put_check(program, (proc, location), (ask, cond), kind);
    }
}

/// `count != 0 ? found != 0 : 0`
fn is_wrong(program: &mut Program, count: VarId, found: VarId) -> ExprId {
    let int = program.types.int(IntKind::Int);
    let ty = program.var(count).ty;
    let mut is_some = |var: VarId, ty: TypeId| {
        let value = program.exprs.add(ExprKind::Var(var), ty);
        let zero = program.exprs.add(ExprKind::Int(0), ty);
        program
            .exprs
            .add(ExprKind::Binary(BinOp::Ne, value, zero), int)
    };
    let live = is_some(count, ty);
    let wrong = is_some(found, int);
    let zero = program.exprs.add(ExprKind::Int(0), int);
    program.exprs.add(ExprKind::Cond(live, wrong, zero), int)
}

fn put_check(
    program: &mut Program,
    (proc, location): (ProcId, LocId),
    (ask, cond): (Op, ExprId),
    kind: CheckKind,
) {
    let proc = &mut program.procs[proc];
    let span = proc.location(location).span;
    let behind = proc.add_location_like(location);
    let moved = std::mem::take(&mut proc.out[location]);
    for &edge in &moved {
        proc.edges[edge].from = behind;
    }
    proc.out[behind] = moved;
    let asked = proc.add_location_like(location);
    let failing = proc.add_location_like(location);
    let end = proc.add_location_like(location);
    let edge = |from, to, op| Edge { from, to, op, span };
    proc.add_edge(edge(location, asked, ask));
    proc.add_edge(edge(asked, failing, Op::Assume { cond, taken: true }));
    proc.add_edge(edge(asked, behind, Op::Assume { cond, taken: false }));
    proc.add_edge(edge(failing, end, Op::Fail(FailKind::Check(kind))));
}
