//! Every operation that can fault stands behind its check.
//!
//! A proof about a program with checks says nothing of faults unless the checks are there. What
//! has to be checked is derived here from the program as it was loaded, with nothing of the pass
//! that put the checks in, and never from the proof.
//!
//! **Soundness.** The two programs are walked side by side. Each location of the program is one of
//! the program with checks; there, the edges that leave it stand behind a row of checks, each a
//! condition that fails if it holds and changes nothing if it does not. So an execution of the
//! program is one of the program with checks, up to a check that fails. Behind the row no operation
//! faults: for each of them the solvers refute that it does while no condition of the row holds,
//! in any state. What a condition loads cannot fault where none of those before it holds. A check reads memory only where the operations behind it read it too, so it cuts no
//! execution that they would not cut.

pub(crate) mod aligned;
mod blocks;
mod calls;
mod ends;
mod faults;
mod flags;
mod floating;
mod lossy;
mod magnitude;
mod stray;
mod touch;
mod values;
mod wanted;
mod written;

use crate::check::Refusal;
use crate::judge::{Contradicted, Judges};
use aligned::Aligned;
use blocks::Blocks;
use calls::{Misuse, misuse};
use faults::{Evaluated, Fault, evaluated, faults};
use flags::{Moved, Own, Raised, Reads, asks_before};
use hatha_cfa::{
    Arg, Builtin, CheckKind, Edge, EdgeId, ExprId, ExprKind, FailKind, LocId, ObjectWord, Op,
    Place, ProcId, Procedure, Program, ReturnValue, Storage, TypeId, VarId, VarScope,
};
use hatha_smt::{Budget, Solver};
use hatha_term::{TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};
use touch::{Touch, stored, touches};
use values::Values;
pub(crate) use written::written_globals;
use written::{Holes, Moves, Written};

/// Demands that a program with checks has all that a program needs, for faults of some kinds. The
/// failing edges that are assumed may end an execution instead: whoever asks says so. Gives how many claims were put to the solvers.
pub fn certify_checks(
    source: &Program,
    checked: &Program,
    kinds: &BTreeSet<CheckKind>,
    assumed: &BTreeSet<(ProcId, EdgeId)>,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<usize, Refusal> {
    let blocks = Blocks::of(source, checked, kinds)?;
    same_frame(source, checked, blocks.as_ref())?;
    // Then no call that may fault is taken for one that only prints, and a call of what is no
    // function refuses a proof.
    demand(
        checked.asks_memory || !kinds.contains(&CheckKind::InvalidAccess),
        "memory faults that are not asked about",
    )?;
    demand(
        checked.asks_arguments || !kinds.contains(&CheckKind::BadArgument),
        "arguments that are not asked about",
    )?;
    demand(
        checked.asks_written || !kinds.contains(&CheckKind::Uninitialised),
        "values that were never written and are not asked about",
    )?;
    demand(
        checked.asks_aligned || !kinds.contains(&CheckKind::Misaligned),
        "misaligned accesses that are not asked about",
    )?;
    let mut checker = Checker {
        aligned: Aligned::new(source),
        holes: Holes::new(source),
        written: None,
        source,
        checked,
        kinds,
        assumed,
        blocks,
        own: Own::default(),
        slots_of_flags: flipped(&checked.written_flags),
        pool: TermPool::raw(),
        judges: Judges::new(others, budget),
    };
    let mut cuts: BTreeMap<ProcId, BTreeSet<LocId>> = BTreeMap::new();
    for (id, proc) in source.procs().filter(|(_, p)| p.defined) {
        checker.own = checker.own(id)?;
        if kinds.contains(&CheckKind::Uninitialised) {
            let moves = Moves {
                unchecked: &checked.moved_unchecked,
                holes: &checker.holes,
            };
            checker.written = Some(Written::new(source, proc, Some(moves)));
        }
        for location in proc.locations.keys() {
            if checker.location(id, location)? {
                cuts.entry(id).or_default().insert(location);
            }
        }
    }
    checker.loops(&cuts)?;
    Ok(checker.judges.obligations)
}

fn flipped(map: &BTreeMap<VarId, VarId>) -> BTreeMap<VarId, VarId> {
    map.iter().map(|(slot, flag)| (*flag, *slot)).collect()
}

fn differs<T>(what: &str) -> Result<T, Refusal> {
    let why = format!("the program with checks has {what}");
    Err(Refusal::Malformed(why))
}

fn demand(holds: bool, otherwise: &str) -> Result<(), Refusal> {
    match holds {
        true => Ok(()),
        false => differs(otherwise),
    }
}

/// Everything outside the automata is the same; the program with checks may have more expressions,
/// types and local slots.
fn same_frame(source: &Program, checked: &Program, blocks: Option<&Blocks>) -> Result<(), Refusal> {
    let text = |a: &dyn std::fmt::Debug| format!("{a:?}");
    demand(
        text(&source.target) == text(&checked.target),
        "another target",
    )?;
    let types = (0..source.types.len() as u32).map(TypeId);
    let same = |id: TypeId| source.types.get(id) == checked.types.get(id);
    demand(
        source.types.len() <= checked.types.len() && types.clone().all(same),
        "other types",
    )?;
    let records = text(&source.types.records()) == text(&checked.types.records());
    demand(records, "other structures")?;
    let exprs = (0..source.exprs.len() as u32).map(ExprId);
    let same = |id: ExprId| source.exprs.get(id) == checked.exprs.get(id);
    demand(
        source.exprs.len() <= checked.exprs.len() && exprs.clone().all(same),
        "other expressions",
    )?;
    same_variables(source, checked, blocks)?;
    // Behind its own globals the program with checks may have the count of blocks.
    let own = source.globals.len();
    demand(
        checked.globals.len() == own + usize::from(blocks.is_some()),
        "other globals",
    )?;
    let whole = |p: &Program| {
        let names = (&p.weak_definitions, &p.escaped_statics);
        let written = &p.implicit;
        text(&(
            &p.globals[..own],
            p.world,
            p.extent,
            names,
            (&p.open_orders, &p.compiler_answers, p.volatile_records),
            &p.promises,
            written,
        ))
    };
    demand(whole(source) == whole(checked), "other globals")?;
    demand(
        source.procs.len() == checked.procs.len(),
        "other procedures",
    )?;
    for (id, proc) in source.procs() {
        same_procedure(proc, checked.proc(id))?;
    }
    Ok(())
}

fn same_variables(
    source: &Program,
    checked: &Program,
    blocks: Option<&Blocks>,
) -> Result<(), Refusal> {
    let count = source.vars.len();
    let pairs = source.vars.iter().zip(&checked.vars);
    let same = pairs
        .into_iter()
        .all(|(a, b)| format!("{a:?}") == format!("{b:?}"));
    demand(count <= checked.vars.len() && same, "other variables")?;
    let is_slot = |v: &hatha_cfa::Var| {
        matches!(v.scope, VarScope::Local(_)) && v.storage == Storage::Slot && !v.volatile
    };
    let mut new = checked.vars.iter_enumerated().skip(count);
    demand(
        new.all(|(id, v)| is_slot(v) || blocks.is_some_and(|b| b.count == id)),
        "new variables that are no slots of a procedure",
    )
}

fn same_procedure(source: &Procedure, checked: &Procedure) -> Result<(), Refusal> {
    let head = |p: &Procedure| {
        let flags = (p.defined, p.noreturn, p.external, p.model);
        (
            p.name.clone(),
            p.ty,
            p.params.clone(),
            flags,
            p.entry,
            p.exit,
        )
    };
    let same = head(source) == head(checked)
        && source.locations.len() <= checked.locations.len()
        && checked.locals.starts_with(&source.locals);
    let stated = |e: &Edge| matches!(e.op, Op::Fail(FailKind::Check(_)));
    demand(same, "other procedures")?;
    demand(
        !source.edges.iter().any(stated),
        "checks that were there before",
    )
}

/// What stands before operations.
#[derive(Clone, Copy, Default)]
struct Before<'a> {
    /// Conditions that do not hold.
    conditions: &'a [ExprId],
    /// Flags that are taken down before they are looked at.
    down: &'a [VarId],
    /// The value that is only moved, and may be one that was never written.
    moved: Option<Moved>,
}

/// What must not fault behind a row of checks.
#[derive(Clone, Copy)]
struct Demands<'a> {
    /// What is evaluated.
    roots: &'a [ExprId],
    /// What is done to memory then.
    touches: &'a [Touch],
    /// The operations themselves.
    ops: &'a [&'a Op],
    /// Those of them that C leaves undefined as a whole.
    misuses: &'a [Misuse<'a>],
}

/// The conditions of a row of checks, and the location behind it.
struct Row {
    conditions: Vec<ExprId>,
    /// The flags that are taken down before the first check, and those that change behind the last.
    first: Vec<VarId>,
    last: Vec<(VarId, Raised)>,
    /// What was asked about blocks and decided by a check.
    looks: BTreeSet<u128>,
    /// What the count of blocks becomes at the end of the row.
    counted: Option<ExprId>,
    behind: LocId,
    /// Whether it ends in something that is not understood, which a proof shows not to be reached.
    is_obstacle: bool,
}

struct Checker<'a, 'b> {
    source: &'a Program,
    checked: &'a Program,
    kinds: &'a BTreeSet<CheckKind>,
    assumed: &'a BTreeSet<(ProcId, EdgeId)>,
    /// The count of blocks, if they are asked about.
    blocks: Option<Blocks>,
    /// What is looked up in the procedure that is looked at.
    own: Own,
    /// The slot of each flag.
    slots_of_flags: BTreeMap<VarId, VarId>,
    /// One for all claims: the solvers know terms by their numbers.
    pool: TermPool,
    judges: Judges<'b>,
    aligned: Aligned,
    holes: Holes,
    /// What has been written on every way in the procedure that is looked at, if somebody asks.
    written: Option<Written>,
}

impl Checker<'_, '_> {
    /// The edges that leave a location are the same behind its checks, which suffice for them.
    /// Whether lost blocks are looked for there, or nothing comes there.
    fn location(&mut self, id: ProcId, location: LocId) -> Result<bool, Refusal> {
        let row = self.row(id, location)?;
        self.check_flags(id, location, &row)?;
        if row.is_obstacle {
            return Ok(true);
        }
        self.blocks_at(id, location, &row)?;
        let is_cut = row.looks.contains(&blocks::LOST);
        let (source, checked) = (self.source.proc(id), self.checked.proc(id));
        let (before, after) = (source.out_edges(location), checked.out_edges(row.behind));
        demand(before.len() == after.len(), "other edges")?;
        let mut roots = Vec::new();
        let mut done = Vec::new();
        let mut ops: Vec<&Op> = Vec::new();
        let mut misuses = Vec::new();
        for (&old, &new) in before.iter().zip(after) {
            let is_assumed = self.assumed.contains(&(id, new));
            let (old, new) = (source.edge(old), checked.edge(new));
            if is_assumed && matches!(old.op, Op::Fail(_)) {
                continue;
            }
            demand(new.from == row.behind, "an edge of another location")?;
            roots.extend(operands(&old.op));
            done.extend(touches(self.source, id, &old.op));
            done.extend(self.demanded(&old.op));
            ops.push(&old.op);
            misuses.extend(misuse(self.source, id, &old.op));
            self.step(id, old, new)?;
        }
        let demands = Demands {
            roots: &roots,
            touches: &done,
            ops: &ops,
            misuses: &misuses,
        };
        let before = Before {
            conditions: &row.conditions,
            down: &row.first,
            moved: self.moved(&ops, &row)?,
        };
        self.suffices(id, location, demands, before)?;
        Ok(is_cut)
    }

    /// The row of checks that starts at a location.
    fn row(&self, id: ProcId, start: LocId) -> Result<Row, Refusal> {
        let proc = self.checked.proc(id);
        let mut row = Row {
            conditions: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            looks: BTreeSet::new(),
            counted: None,
            behind: start,
            is_obstacle: false,
        };
        let mut asked: Option<(u128, VarId)> = None;
        for _ in 0..=proc.locations.len() {
            let out = proc.out_edges(row.behind);
            let edge = |e: &EdgeId| proc.edge(*e);
            match out.iter().map(edge).collect::<Vec<_>>()[..] {
                [fails, passes] if self.fails(id, fails, passes) => {
                    demand(row.last.is_empty(), "a check behind a change of its flag")?;
                    let Op::Assume { cond, .. } = fails.op else {
                        return differs("a check without a condition");
                    };
                    match asked.take() {
                        Some((what, found)) if self.is_look(cond, found) => {
                            row.looks.insert(what);
                        }
                        _ => row.conditions.push(cond),
                    }
                    row.behind = passes.to;
                }
                [only] if self.asks_about_blocks(id, only).is_some() => {
                    asked = self.asks_about_blocks(id, only);
                    row.behind = only.to;
                }
                [only] if self.count_becomes(id, only).is_some() => {
                    row.counted = self.count_becomes(id, only);
                    row.behind = only.to;
                    return Ok(row);
                }
                [only] if matches!(only.op, Op::Unsupported(_)) && self.is_new(id, only.to) => {
                    row.is_obstacle = true;
                    return Ok(row);
                }
                [only] if self.is_new(id, only.to) && self.flag(id, &only.op).is_some() => {
                    let changed = self.flag(id, &only.op);
                    self.changes(&mut row, changed);
                    row.behind = only.to;
                }
                _ => return Ok(row),
            }
        }
        differs("a row of checks without an end")
    }

    /// What a step asks about blocks, and the new slot of the procedure for the answer.
    fn asks_about_blocks(&self, id: ProcId, edge: &Edge) -> Option<(u128, VarId)> {
        let Op::Builtin {
            builtin: Builtin::Blocks,
            args,
            result: Some(Place::Slot(found)),
        } = &edge.op
        else {
            return None;
        };
        let what = match self.checked.exprs.get(*args.first()?).kind {
            ExprKind::Int(what) => what,
            _ => return None,
        };
        let is_own = found.index() >= self.source.vars.len()
            && self.checked.var(*found).scope == VarScope::Local(id);
        (is_own && self.blocks.is_some() && self.is_new(id, edge.to)).then_some((what, *found))
    }

    /// What a step makes of the count of blocks.
    fn count_becomes(&self, id: ProcId, edge: &Edge) -> Option<ExprId> {
        let count = self.blocks.as_ref()?.count;
        match edge.op {
            Op::Assign { place, value } if place == Place::Slot(count) => {
                self.is_new(id, edge.to).then_some(value)
            }
            _ => None,
        }
    }

    /// Whether a location is none of the program's own.
    fn is_new(&self, id: ProcId, location: LocId) -> bool {
        location.index() >= self.source.proc(id).locations.len()
    }

    /// Whether two edges are a check.
    fn fails(&self, id: ProcId, fails: &Edge, passes: &Edge) -> bool {
        let proc = self.checked.proc(id);
        let (
            Op::Assume {
                cond: a,
                taken: true,
            },
            Op::Assume {
                cond: b,
                taken: false,
            },
        ) = (&fails.op, &passes.op)
        else {
            return false;
        };
        let behind = proc.out_edges(fails.to);
        let stated = |e: &EdgeId| matches!(proc.edge(*e).op, Op::Fail(FailKind::Check(_)));
        let fail = |e: &EdgeId| stated(e) || self.assumed.contains(&(id, *e));
        a == b && behind.len() == 1 && behind.iter().all(fail)
    }

    /// An edge does what it did; its result may be kept in a slot before it is stored.
    fn step(&mut self, id: ProcId, old: &Edge, new: &Edge) -> Result<(), Refusal> {
        if old.op == new.op && old.to == new.to {
            // The address of a result is computed in a state of which nothing is known here.
            let address = result(&old.op).and_then(address);
            let roots: Vec<ExprId> = address.into_iter().collect();
            let written = result(&old.op).and_then(|place| stored(self.source, place));
            let mut touches: Vec<Touch> = written.into_iter().collect();
            touches.extend(result(&old.op).and_then(|place| self.aligned_store(place)));
            let demands = Demands {
                roots: &roots,
                touches: &touches,
                ops: &[&old.op],
                misuses: &[],
            };
            return self.suffices(id, old.from, demands, Before::default());
        }
        self.kept_result(id, old, new)
    }

    fn kept_result(&mut self, id: ProcId, old: &Edge, new: &Edge) -> Result<(), Refusal> {
        let (Some(place @ Place::Mem { addr, access }), Some(Place::Slot(kept))) =
            (result(&old.op), result(&new.op))
        else {
            return differs("another step");
        };
        let mut redirected = old.op.clone();
        redirect(&mut redirected, Place::Slot(kept));
        let proc = self.checked.proc(id);
        let is_own = kept.index() >= self.source.vars.len()
            && self.checked.var(kept).scope == VarScope::Local(id)
            && self.checked.scalar(self.checked.var(kept).ty) == self.checked.scalar(access.ty);
        // Nobody else comes there, so the slot holds the result.
        let comes = self.own.incoming.get(new.to).copied().unwrap_or(0);
        let is_between = self.is_new(id, new.to) && comes == 1 && proc.entry != new.to;
        demand(redirected == new.op && is_own && is_between, "another step")?;
        let row = self.row(id, new.to)?;
        let keeps_flags = row.first.is_empty() && row.last.is_empty();
        demand(keeps_flags, "flags that change where a result is stored")?;
        if row.is_obstacle {
            return Ok(());
        }
        demand(row.counted.is_none(), "another count of blocks")?;
        let [store] = proc.out_edges(row.behind) else {
            return differs("a result that is not stored");
        };
        let store = proc.edge(*store);
        let stores = matches!(store.op, Op::Assign { place: to, value } if to == place && self.reads(value, kept));
        demand(
            stores && store.to == old.to,
            "a result that is stored elsewhere",
        )?;
        let mut written: Vec<Touch> = stored(self.source, place).into_iter().collect();
        written.extend(self.aligned_store(place));
        let demands = Demands {
            roots: &[addr],
            touches: &written,
            ops: &[&old.op],
            misuses: &[],
        };
        let before = Before {
            conditions: &row.conditions,
            ..Before::default()
        };
        self.suffices(id, old.from, demands, before)
    }

    fn reads(&self, value: ExprId, slot: VarId) -> bool {
        matches!(self.checked.exprs.get(value).kind, ExprKind::Var(v) if v == slot)
    }

    /// No operation of the expressions faults where no condition holds, and the conditions read
    /// nothing that the expressions do not.
    fn suffices(
        &mut self,
        id: ProcId,
        at: LocId,
        demands: Demands<'_>,
        before: Before<'_>,
    ) -> Result<(), Refusal> {
        let Demands {
            roots,
            touches,
            misuses,
            ..
        } = demands;
        let acts = !roots.is_empty() || !touches.is_empty() || !misuses.is_empty();
        if !acts && before.conditions.is_empty() {
            return Ok(());
        }
        match self.suffices_for(id, at, (demands, before), false) {
            Ok(()) => Ok(()),
            Err(_) => self.suffices_for(id, at, (demands, before), true),
        }
    }

    /// The same, with products that have their value or with products that may have any.
    fn suffices_for(
        &mut self,
        id: ProcId,
        at: LocId,
        (demands, before): (Demands<'_>, Before<'_>),
        exact: bool,
    ) -> Result<(), Refusal> {
        let place = self.place(id, at);
        let asked = Asked {
            kinds: self.kinds,
            in_model: self.source.proc(id).model,
        };
        let program = self.checked;
        let mut values = Values::new(program, exact);
        for &flag in before.down {
            values.take_down(&mut self.pool, flag)?;
        }
        let parts = evaluated(program, &mut values, &mut self.pool, demands.roots)?;
        let mut clear = Vec::new();
        for &condition in before.conditions {
            let holds = values.truth(&mut self.pool, condition)?;
            clear.push(self.pool.not(holds));
        }
        let mut conditions = before.conditions.to_vec();
        conditions.extend(before.moved.and_then(Moved::condition));
        self.refuse_further_reads(&conditions, &parts, &mut values, &place)?;
        let row = (before.conditions, &clear[..]);
        self.refuse_early_reads(at, asked, row, &mut values, &place)?;
        let possible = (demands, &parts[..], before.moved);
        let faults = self.possible_faults(at, asked, possible, &mut values)?;
        self.refute_faults(asked, &faults, (&clear, &values.facts), &place)
    }

    /// The conditions load, and ask about bytes, only where the operation behind them does: a check
    /// that reads more could fault itself, or hide a fault of the operation behind its own.
    fn refuse_further_reads(
        &mut self,
        conditions: &[ExprId],
        parts: &[Evaluated],
        values: &mut Values<'_>,
        place: &str,
    ) -> Result<(), Refusal> {
        let (program, pool, judges) = (self.checked, &mut self.pool, &mut self.judges);
        let read = evaluated(program, values, pool, conditions)?;
        for part in read.iter().filter(|p| is_read(program, p.expr)) {
            let same = parts
                .iter()
                .filter(|p| p.expr == part.expr || asks_before(program, part.expr, p.expr));
            let all: Vec<TermId> = same.map(|p| p.when).collect();
            if all.contains(&pool.tru()) || all.contains(&part.when) {
                continue;
            }
            let mut claim = values.facts.clone();
            claim.push(part.when);
            claim.extend(all.into_iter().map(|other| pool.not(other)));
            let text = format!("a check reads more than its operation at {place}");
            judges.refute_alone(pool, &claim, &Contradicted::Wrong(text))?;
        }
        Ok(())
    }

    /// What a condition loads has been checked by those before it. A proof takes a load that surely happens for
    /// one that does not fault: where the check of a load came behind a condition that loads, too, an execution
    /// that fails it would be none.
    fn refuse_early_reads(
        &mut self,
        at: LocId,
        asked: Asked<'_>,
        (conditions, clear): (&[ExprId], &[TermId]),
        values: &mut Values<'_>,
        place: &str,
    ) -> Result<(), Refusal> {
        let (program, pool) = (self.checked, &mut self.pool);
        let state = Reads {
            program,
            aligned: &self.aligned,
            holes: &self.holes,
            written: None,
            at,
        };
        let ends_proof = |f: &Fault| {
            matches!(f.kind, CheckKind::InvalidAccess | CheckKind::Misaligned)
                && asked.is_about(f.kind)
        };
        for (n, &condition) in conditions.iter().enumerate() {
            let parts = evaluated(program, values, pool, &[condition])?;
            for Evaluated { expr, when } in parts {
                if !matches!(program.exprs.get(expr).kind, ExprKind::Load { .. }) {
                    continue;
                }
                let mut faults = state.faults(values, pool, expr)?;
                faults.extend(asked.faults(program, values, pool, (expr, &BTreeSet::new()))?);
                for fault in faults.into_iter().filter(ends_proof) {
                    let claim = [&clear[..n], &[when, fault.when], &values.facts].concat();
                    let text = format!("a check at {place} reads before that is checked");
                    let wrong = Contradicted::Wrong(text);
                    self.judges.refute_alone(pool, &claim, &wrong)?;
                }
            }
        }
        Ok(())
    }

    /// Every fault that the operation may have, with the condition under which the part that
    /// faults is evaluated at all; what is done to memory is done whenever the row is taken.
    fn possible_faults(
        &mut self,
        at: LocId,
        asked: Asked<'_>,
        (demands, parts, moved): (Demands<'_>, &[Evaluated], Option<Moved>),
        values: &mut Values<'_>,
    ) -> Result<Vec<(TermId, Fault)>, Refusal> {
        let (program, pool) = (self.checked, &mut self.pool);
        let kept = match asked.is_about_pointers() {
            true => kept_in(program, demands),
            false => BTreeSet::new(),
        };
        let mut possible = Vec::new();
        for &Evaluated { expr, when } in parts {
            let state = Reads {
                program,
                aligned: &self.aligned,
                holes: &self.holes,
                written: self.written.as_ref(),
                at,
            };
            let mut read = state.faults(values, pool, expr)?;
            if let Some(moved) = moved.filter(|m| m.value == expr) {
                let excused = read.into_iter().map(|f| moved.excuse(values, pool, f));
                let excused: Result<Vec<Option<Fault>>, Refusal> = excused.collect();
                read = excused?.into_iter().flatten().collect();
            }
            let all = asked.faults(program, values, pool, (expr, &kept))?;
            possible.extend(read.into_iter().chain(all).map(|fault| (when, fault)));
        }
        let always = pool.tru();
        let all = asked.effects(program, values, pool, demands)?;
        possible.extend(all.into_iter().map(|fault| (always, fault)));
        Ok(possible)
    }

    /// No fault that is asked about happens where no condition holds: what is left behind the check
    /// cannot fault. The facts hold of every state, so they may be assumed.
    fn refute_faults(
        &mut self,
        asked: Asked<'_>,
        faults: &[(TermId, Fault)],
        (clear, facts): (&[TermId], &[TermId]),
        place: &str,
    ) -> Result<(), Refusal> {
        for (when, fault) in faults.iter().filter(|(_, f)| asked.is_about(f.kind)) {
            let claim = [clear, &[*when, fault.when], facts].concat();
            let text = format!("{} at {place} is not checked", fault.kind);
            let wrong = Contradicted::Wrong(text);
            self.judges.refute_alone(&mut self.pool, &claim, &wrong)?;
        }
        Ok(())
    }

    fn place(&self, id: ProcId, at: LocId) -> String {
        let proc = self.source.proc(id);
        let edges = proc.out_edges(at);
        let edge = edges.first().map(|e| proc.edge(*e).span);
        let span = edge.unwrap_or(proc.location(at).span);
        self.source.sources.describe(span)
    }
}

/// Whether an expression reads memory, or asks which of its bytes have been written.
fn is_read(program: &Program, expr: ExprId) -> bool {
    matches!(
        program.exprs.get(expr).kind,
        ExprKind::Load { .. }
            | ExprKind::Object {
                word: ObjectWord::Written(_),
                ..
            }
    )
}

/// What is asked about in a procedure.
#[derive(Clone, Copy)]
struct Asked<'a> {
    kinds: &'a BTreeSet<CheckKind>,
    /// Whether it is one of the library.
    in_model: bool,
}

impl Asked<'_> {
    fn is_about(self, kind: CheckKind) -> bool {
        self.kinds.contains(&kind) && !(self.in_model && is_defined(kind))
    }

    fn is_about_pointers(self) -> bool {
        self.is_about(CheckKind::Pointer) || self.is_about(CheckKind::Member)
    }

    /// The faults of an expression.
    fn faults(
        self,
        program: &Program,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        (expr, kept): (ExprId, &BTreeSet<ExprId>),
    ) -> Result<Vec<Fault>, Refusal> {
        let memory = self.is_about(CheckKind::InvalidAccess);
        if !memory && matches!(program.exprs.get(expr).kind, ExprKind::Load { .. }) {
            return Ok(Vec::new());
        }
        let mut all = faults(program, values, pool, expr)?;
        if self.is_about_pointers() {
            let is_kept = kept.contains(&expr);
            all.extend(stray::faults(program, values, pool, (expr, is_kept))?);
        }
        Ok(all)
    }

    /// The faults of what is done to memory behind a row.
    fn effects(
        self,
        program: &Program,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        demands: Demands<'_>,
    ) -> Result<Vec<Fault>, Refusal> {
        let mut all = Vec::new();
        for op in demands
            .ops
            .iter()
            .filter(|_| self.is_about(CheckKind::Member))
        {
            all.extend(stray::lengths(program, values, pool, op)?);
        }
        for &touch in demands.touches.iter().filter(|t| self.is_about(t.kind())) {
            all.extend(touch::fault(program, values, pool, touch)?);
        }
        for op in demands.ops {
            all.extend(floating::function(values, pool, op)?);
        }
        for misuse in demands.misuses {
            all.extend(misuse.fault(program, values, pool)?);
        }
        Ok(all)
    }
}

/// Whether the functions of the library may do what is asked about: C defines it, or nobody but them
/// sees the pointer.
fn is_defined(kind: CheckKind) -> bool {
    matches!(
        kind,
        CheckKind::Wrap
            | CheckKind::Conversion
            | CheckKind::Pointer
            | CheckKind::Member
            | CheckKind::Nan
            | CheckKind::Infinity
            | CheckKind::InexactConversion
    )
}

/// The expressions that are kept by one of the operations behind a row.
fn kept_in(program: &Program, demands: Demands<'_>) -> BTreeSet<ExprId> {
    let mut kept = BTreeSet::new();
    for op in demands.ops {
        let own = operands(op).into_iter().chain(result(op).and_then(address));
        let own: Vec<ExprId> = own.filter(|e| demands.roots.contains(e)).collect();
        kept.extend(stray::kept(program, &own, &stray::accessed(op)));
    }
    kept
}

/// What an edge evaluates before it does anything.
fn operands(op: &Op) -> Vec<ExprId> {
    let mut all = Vec::new();
    match op {
        Op::Assign { place, value } => {
            all.push(*value);
            all.extend(address(*place));
        }
        Op::Assume { cond, .. } => all.push(*cond),
        Op::Call { callee, args, .. } => {
            all.extend(callee.pointer());
            for arg in args {
                match arg {
                    Arg::Scalar(e) | Arg::Aggregate { addr: e, .. } => all.push(*e),
                }
            }
        }
        Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => all.push(*e),
        Op::Copy { dst, src, len } => all.extend([*dst, *src, *len]),
        Op::Fill { dst, byte, len } => all.extend([*dst, *byte, *len]),
        Op::Builtin { args, .. } => all.extend(args),
        Op::Return(ReturnValue::None)
        | Op::Skip
        | Op::Havoc { .. }
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => {}
    }
    all
}

/// Where the result of an operation goes.
fn result(op: &Op) -> Option<Place> {
    match op {
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        Op::Havoc { place, .. } => Some(*place),
        _ => None,
    }
}

fn redirect(op: &mut Op, to: Place) {
    match op {
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result = Some(to),
        Op::Havoc { place, .. } => *place = to,
        _ => {}
    }
}

/// The address of a place.
fn address(place: Place) -> Option<ExprId> {
    match place {
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some(addr),
        Place::Slot(_) => None,
    }
}
