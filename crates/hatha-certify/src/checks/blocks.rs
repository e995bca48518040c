//! Blocks that are lost or not freed: the count, and where it is looked at.
//!
//! **Soundness.** The one global that the program with checks has more starts as zero, and beside it
//! nothing names it but the steps that stand here before each allocation (one more) and before each
//! `free` (one less, unless of null). Allocations succeed, and a `free` that is none ends the execution; so
//! along every execution of the program the count is that of its blocks that live, provided that what
//! it frees are blocks of its own. Otherwise nothing is taken away, and the count is no less.
//! A block that is lost lives for ever, so the count is not zero at any later point. Each execution
//! comes to a point after any loss: where the program ends or fails, or calls what has no body and does
//! not return, or, if it has no end, for ever where
//! its loops are cut or where a procedure starts that calls itself.

use super::{Checker, Row, demand, differs, ends};
use crate::check::Refusal;
use crate::reach::{addresses, initial, named, operands, reachable_procs, runs_exit_handlers};
use hatha_cfa::{
    BinOp, Builtin, Callee, CheckKind, ExprId, ExprKind, FailKind, GlobalInit, Linkage, LocId, Op,
    Place, ProcId, Procedure, Program, Scalar, Storage, Type, TypeId, VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// The models of the library whose blocks are its own.
const OF_THE_LIBRARY: [&str; 3] = ["/exit.c", "/env.c", "/files.c"];

/// What a program asks at a point: are blocks lost, lost once the invocation ends, left?
pub(super) const LOST: u128 = 0;
const LOST_AFTER_RETURN: u128 = 1;
const LEFT: u128 = 2;

/// The count of a program with checks.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) count: VarId,
    counts_frees: bool,
    main: ProcId,
    /// Functions of the library whose calls are the end of the program.
    exits: BTreeSet<ProcId>,
}

/// Whether a program jumps with `longjmp`.
fn jumps(program: &Program) -> bool {
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    edges.any(|e| matches!(e.op, Op::Builtin { builtin, .. } if builtin == Builtin::LongJmp))
}

impl Blocks {
    /// The count, if the kinds need one.
    pub(super) fn of(
        source: &Program,
        checked: &Program,
        kinds: &BTreeSet<CheckKind>,
    ) -> Result<Option<Blocks>, Refusal> {
        let asked = [
            CheckKind::Leak,
            CheckKind::Cleanup,
            CheckKind::CleanupOnFailure,
        ];
        if !asked.iter().any(|k| kinds.contains(k)) {
            return Ok(None);
        }
        let main = source.find_proc("main").filter(|&m| source.proc(m).defined);
        let Some(main) = main else {
            let what = "blocks of a program without 'main'";
            return Err(Refusal::NotModelled(what.to_owned()));
        };
        if is_named(source, main) {
            let what = "the end of a 'main' that is called".to_owned();
            return Err(Refusal::NotModelled(what));
        }
        // Loops that jumps make are not cut.
        if kinds.contains(&CheckKind::Leak) && jumps(source) {
            let what = "blocks that are lost where the program jumps out of calls";
            return Err(Refusal::NotModelled(what.to_owned()));
        }
        let count = match checked.globals.get(source.globals.len()) {
            Some((v, GlobalInit::Defined(items))) if items.is_empty() => *v,
            _ => return differs("no count of blocks"),
        };
        demand(
            is_count(checked, count) && count.index() >= source.vars.len(),
            "another count of blocks",
        )?;
        Ok(Some(Blocks {
            count,
            counts_frees: !may_get_blocks(source, main),
            exits: exits(source, main),
            main,
        }))
    }

    /// What happens to the count before an operation of a procedure.
    fn change(&self, source: &Program, proc: &Procedure, op: &Op) -> Change {
        let Op::Builtin { builtin, args, .. } = op else {
            return Change::None;
        };
        match (builtin, &args[..]) {
            _ if is_of_the_library(source, proc) => Change::None,
            (Builtin::Alloc, _) => Change::More,
            (Builtin::Free, &[at]) if self.counts_frees => Change::Less(at),
            _ => Change::None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    More,
    Less(ExprId),
}

fn is_count(checked: &Program, v: VarId) -> bool {
    let var = checked.var(v);
    let wide = Scalar::Int {
        bits: 64,
        signed: false,
    };
    var.scope == VarScope::Global
        && var.storage == Storage::Slot
        && var.linkage == Linkage::Internal
        && !var.volatile
        && checked.scalar(var.ty) == Some(wide)
}

fn is_of_the_library(source: &Program, proc: &Procedure) -> bool {
    let file = source.sources.file(proc.span.file);
    let name = file.map_or("", |f| f.name.as_str());
    proc.model && OF_THE_LIBRARY.iter().any(|model| name.ends_with(model))
}

fn is_named(program: &Program, wanted: ProcId) -> bool {
    let mut ops = program
        .procs()
        .flat_map(|(_, p)| p.edges.iter().map(|e| &e.op));
    ops.any(|op| named(program, op).contains(&wanted)) || initial(program).contains(&wanted)
}

/// The library's functions that only end the program and are nowhere called but by their names: a
/// block that is looked for before each call has been looked for.
fn exits(program: &Program, main: ProcId) -> BTreeSet<ProcId> {
    if runs_exit_handlers(program, main) {
        return BTreeSet::new();
    }
    let mut taken: BTreeSet<ProcId> = initial(program).into_iter().collect();
    for (_, proc) in program.procs() {
        for edge in &proc.edges {
            taken.extend(addresses(program, operands(&edge.op)));
        }
    }
    let ends = |p: &Procedure| {
        let name = p.name.as_str();
        p.model && matches!(name, "exit" | "quick_exit" | "_Exit" | "_exit")
    };
    let all = program.procs().filter(|(_, p)| p.defined && ends(p));
    all.map(|(id, _)| id)
        .filter(|id| !taken.contains(id))
        .collect()
}

/// Whether an execution ends, or goes on for ever, in a function without a body.
fn never_returns(program: &Program, p: ProcId) -> bool {
    let proc = program.proc(p);
    proc.noreturn && !proc.defined
}

/// Whether addresses may come from outside: then a block that is freed need not be the program's.
fn may_get_blocks(program: &Program, main: ProcId) -> bool {
    let holds = |ty: TypeId| holds_address(program, ty);
    let mut unknown = program
        .globals
        .iter()
        .filter(|(_, init)| matches!(init, GlobalInit::Unknown));
    if unknown.any(|(v, _)| holds(program.var(*v).ty)) {
        return true;
    }
    let mut visible = program
        .vars
        .iter()
        .filter(|v| v.is_assigned_outside() && !v.read_only);
    let shares = visible.any(|v| holds(v.ty));
    let deals = |p: ProcId| match program.types.get(program.proc(p).ty) {
        Type::Function(f) => {
            let open = f.variadic || f.unprototyped || shares;
            open || holds(f.ret) || f.params.iter().any(|ty| holds(*ty))
        }
        _ => true,
    };
    let reached = reachable_procs(program, main);
    let mut ops = reached
        .iter()
        .flat_map(|p| program.proc(*p).edges.iter().map(|e| &e.op));
    ops.any(|op| match op {
        Op::Havoc { place, .. } => match *place {
            Place::Slot(v) => holds(program.var(v).ty),
            Place::Mem { access, .. } => holds(access.ty),
            Place::Aggregate { ty, .. } => holds(ty),
        },
        op => {
            let all = named(program, op);
            all.into_iter()
                .any(|p| !program.proc(p).defined && deals(p))
        }
    })
}

fn holds_address(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => holds_address(program, elem.ty),
        // A structure is no part of itself.
        Type::Record(r) => {
            let mut fields = program.types.record(*r).fields.iter();
            fields.any(|f| holds_address(program, f.ty.ty))
        }
        _ => false,
    }
}

impl Checker<'_, '_> {
    /// The count changes as the operations of a location want it, and blocks are looked for where
    /// the program ends there.
    pub(super) fn blocks_at(&self, id: ProcId, at: LocId, row: &Row) -> Result<(), Refusal> {
        let Some(blocks) = &self.blocks else {
            return demand(row.counted.is_none(), "a count of blocks");
        };
        let proc = self.source.proc(id);
        let out: Vec<&Op> = proc
            .out_edges(at)
            .iter()
            .map(|e| &proc.edge(*e).op)
            .collect();
        let mut changes = out.iter().map(|op| blocks.change(self.source, proc, op));
        let change = changes.next().unwrap_or(Change::None);
        demand(
            changes.next().is_none() || (change == Change::None && changes.all(|c| c == change)),
            "a choice of counts",
        )?;
        demand(
            self.is_change(blocks.count, row.counted, change),
            "another count of blocks",
        )?;
        let leak = self.kinds.contains(&CheckKind::Leak);
        for op in out {
            let (lost, kind) = match op {
                Op::Return(_) if id == blocks.main => (LOST_AFTER_RETURN, CheckKind::Cleanup),
                Op::Builtin {
                    builtin: Builtin::Exit,
                    ..
                } if !blocks.exits.contains(&id) => (LOST, CheckKind::Cleanup),
                Op::Call {
                    callee: Callee::Direct(p),
                    ..
                } if blocks.exits.contains(p) || never_returns(self.source, *p) => {
                    (LOST, CheckKind::Cleanup)
                }
                Op::Fail(kind) if !matches!(kind, FailKind::Check(_)) => {
                    (LOST, CheckKind::CleanupOnFailure)
                }
                _ => continue,
            };
            let looks = (!leak || row.looks.contains(&lost))
                && (!self.kinds.contains(&kind) || row.looks.contains(&LEFT));
            demand(looks, "an end at which no block is looked for")?;
        }
        Ok(())
    }

    /// Whether a value is what the count becomes.
    fn is_change(&self, count: VarId, value: Option<ExprId>, wanted: Change) -> bool {
        let kind = |e: ExprId| self.checked.exprs.get(e).kind;
        let is_old = |e: ExprId| kind(e) == ExprKind::Var(count);
        let is_number = |e: ExprId, n: u128| kind(e) == ExprKind::Int(n);
        let is_wide = |e: ExprId| self.checked.exprs.get(e).ty == self.checked.var(count).ty;
        let differs_by_one = |e: ExprId, op: BinOp| match kind(e) {
            ExprKind::Binary(o, a, b) => {
                o == op && is_old(a) && is_number(b, 1) && is_wide(e) && is_wide(b)
            }
            _ => false,
        };
        let is_some = |e: ExprId, at: ExprId| match kind(e) {
            ExprKind::Binary(BinOp::Ne, a, b) => a == at && is_number(b, 0),
            _ => false,
        };
        match (wanted, value) {
            (Change::None, value) => value.is_none(),
            (Change::More, Some(e)) => differs_by_one(e, BinOp::Add),
            (Change::Less(at), Some(e)) => match kind(e) {
                ExprKind::Cond(c, yes, no) => {
                    is_wide(e) && is_some(c, at) && differs_by_one(yes, BinOp::Sub) && is_old(no)
                }
                _ => false,
            },
            (_, None) => false,
        }
    }

    /// Whether a condition is that there are blocks and that some were found.
    pub(super) fn is_look(&self, cond: ExprId, found: VarId) -> bool {
        let Some(blocks) = &self.blocks else {
            return false;
        };
        let kind = |e: ExprId| self.checked.exprs.get(e).kind;
        let is_some = |e: ExprId, v: VarId| match kind(e) {
            ExprKind::Binary(BinOp::Ne, a, b) => {
                kind(a) == ExprKind::Var(v) && kind(b) == ExprKind::Int(0)
            }
            _ => false,
        };
        match kind(cond) {
            ExprKind::Cond(c, yes, no) => {
                is_some(c, blocks.count) && is_some(yes, found) && kind(no) == ExprKind::Int(0)
            }
            _ => false,
        }
    }

    /// Every execution without an end comes for ever to where blocks are looked for.
    pub(super) fn loops(&self, cuts: &BTreeMap<ProcId, BTreeSet<LocId>>) -> Result<(), Refusal> {
        if self.blocks.is_none() || !self.kinds.contains(&CheckKind::Leak) {
            return Ok(());
        }
        let none = BTreeSet::new();
        for (id, proc) in self.source.procs().filter(|(_, p)| p.defined) {
            let cuts = cuts.get(&id).unwrap_or(&none);
            let cut = ends::are_loops_cut(self.source, proc, cuts);
            demand(cut, "a loop in which no block is looked for")?;
        }
        for id in recursive(self.source) {
            let entry = self.source.proc(id).entry;
            let starts = cuts.get(&id).is_some_and(|c| c.contains(&entry));
            demand(starts, "a recursion in which no block is looked for")?;
        }
        Ok(())
    }
}

/// The procedures that lead to themselves. Whoever calls through a pointer, or calls unknown code,
/// may call each procedure whose address is taken.
fn recursive(program: &Program) -> Vec<ProcId> {
    let defined = || program.procs().filter(|(_, p)| p.defined);
    let mut taken: BTreeSet<ProcId> = initial(program).into_iter().collect();
    for (_, proc) in defined() {
        for edge in &proc.edges {
            taken.extend(addresses(program, operands(&edge.op)));
        }
    }
    let mut calls: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
    for (id, proc) in defined() {
        let to = calls.entry(id).or_default();
        for edge in &proc.edges {
            match &edge.op {
                Op::Call {
                    callee: Callee::Direct(p),
                    ..
                } if program.proc(*p).defined => drop(to.insert(*p)),
                Op::Call { .. } => to.extend(&taken),
                _ => {}
            }
        }
    }
    let leads_back = |start: &ProcId| {
        let mut seen: BTreeSet<ProcId> = BTreeSet::new();
        let mut work: Vec<ProcId> = calls[start].iter().copied().collect();
        while let Some(p) = work.pop() {
            if seen.insert(p) {
                work.extend(calls.get(&p).into_iter().flatten());
            }
        }
        seen.contains(start)
    };
    calls.keys().copied().filter(leads_back).collect()
}
