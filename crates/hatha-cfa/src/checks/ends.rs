//! Which loops certainly end, from the shape of a procedure alone.
//!
//! **Soundness.** A path that stays in a strongly connected part of a procedure for ever takes some
//! step infinitely often. Of a *counter* (a slot that the part changes only by steps of one constant) no
//! path takes infinitely many steps if between any two of them a *guard* bounds it: a comparison that
//! keeps the step from wrapping, or an access at the counter's place, which faults outside its object.
//! The guards have to agree in what bounds the counter: two values that are left out on different ways
//! bound nothing.
//! What is left without the steps is looked at again, and where no counter is found one location is cut
//! out: a block that was lost is looked for there.

use super::range::constant;
use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::program::{
    Edge, EdgeId, LocId, Op, Place, Procedure, Program, Storage, VarId, VarScope,
};
use crate::types::Scalar;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of an address that are never as long as what surrounds all objects.
const LONGEST_STEP: i128 = 4096;
/// How deep into an expression an access is looked for.
const DEEPEST: u32 = 24;
/// Members that lie farther inside their structure are not followed.
const FARTHEST_MEMBER: u64 = 1 << 20;

/// Locations such that every path without an end comes to one of them for ever.
pub(super) fn cuts(program: &Program, proc: &Procedure) -> BTreeSet<LocId> {
    let all: Vec<EdgeId> = proc.edges.keys().collect();
    let mut found = BTreeSet::new();
    let mut work = components(proc, &all);
    while let Some(part) = work.pop() {
        let rest = match steps_of_a_counter(program, proc, &part) {
            Some(steps) => part.into_iter().filter(|e| !steps.contains(e)).collect(),
            None => {
                let head = head(proc, &part);
                found.insert(head);
                let rest = part.into_iter().filter(|e| proc.edge(*e).to != head);
                rest.collect::<Vec<_>>()
            }
        };
        work.extend(components(proc, &rest));
    }
    found
}

/// Where a part is cut: at a loop head if it has one.
fn head(proc: &Procedure, part: &[EdgeId]) -> LocId {
    let mut targets = part.iter().map(|e| proc.edge(*e).to);
    let first = targets.clone().min().unwrap_or(proc.entry);
    let head = targets.find(|l| proc.location(*l).loop_head);
    head.unwrap_or(first)
}

/// The edges of each strongly connected part of some edges.
fn components(proc: &Procedure, edges: &[EdgeId]) -> Vec<Vec<EdgeId>> {
    let mut out: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for &e in edges {
        let edge = proc.edge(e);
        out.entry(edge.from).or_default().push(edge.to);
    }
    let number = numbered(&out);
    let mut parts: BTreeMap<usize, Vec<EdgeId>> = BTreeMap::new();
    for &e in edges {
        let edge = proc.edge(e);
        let (a, b) = (number.get(&edge.from), number.get(&edge.to));
        if let (Some(a), Some(b)) = (a, b)
            && a == b
        {
            parts.entry(*a).or_default().push(e);
        }
    }
    parts.into_values().collect()
}

/// A number for each location, the same for those that lead to each other (Kosaraju's algorithm).
fn numbered(out: &BTreeMap<LocId, Vec<LocId>>) -> BTreeMap<LocId, usize> {
    let mut back: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for (&from, targets) in out {
        back.entry(from).or_default();
        for &to in targets {
            back.entry(to).or_default().push(from);
        }
    }
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for &start in back.keys() {
        finish(out, start, &mut seen, &mut order);
    }
    let mut number = BTreeMap::new();
    for &start in order.iter().rev() {
        let mut work = vec![start];
        while let Some(at) = work.pop() {
            if number.contains_key(&at) {
                continue;
            }
            number.insert(at, start.index());
            work.extend(back.get(&at).into_iter().flatten().copied());
        }
    }
    number
}

/// Locations in the order in which a walk is done with them.
fn finish(
    out: &BTreeMap<LocId, Vec<LocId>>,
    start: LocId,
    seen: &mut BTreeSet<LocId>,
    order: &mut Vec<LocId>,
) {
    let mut work = vec![(start, false)];
    while let Some((at, is_done)) = work.pop() {
        if is_done {
            order.push(at);
        } else if seen.insert(at) {
            work.push((at, true));
            let next = out.get(&at).into_iter().flatten();
            work.extend(next.map(|&to| (to, false)));
        }
    }
}

/// What bounds a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    /// No step wraps.
    Limits,
    /// It never has a value.
    Without(i128),
    /// It is an address in an object.
    Walk,
    /// It is an index into the object of a variable or of a pointer, with the size of its elements.
    Index(VarId, u64),
}

/// A slot that some edges change by steps of one constant only.
struct Counter {
    slot: VarId,
    /// The slot that holds its value from before the last step, if every step has one.
    before: Option<VarId>,
    step: i128,
    steps: BTreeSet<EdgeId>,
}

/// The steps of a counter of a part that are guarded, if there is one.
fn steps_of_a_counter(
    program: &Program,
    proc: &Procedure,
    part: &[EdgeId],
) -> Option<BTreeSet<EdgeId>> {
    let written: BTreeSet<VarId> = part
        .iter()
        .filter_map(|e| target(&proc.edge(*e).op))
        .collect();
    let counters = written
        .iter()
        .filter_map(|&v| counter(program, proc, part, v));
    let mut guarded = counters.filter(|c| is_guarded(program, proc, part, (c, &written)));
    guarded.next().map(|c| c.steps)
}

/// The slot that an operation gives another value.
fn target(op: &Op) -> Option<VarId> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => slot(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => result.and_then(slot),
        Op::Declare(v) | Op::Dead(v) => Some(*v),
        _ => None,
    }
}

fn slot(place: Place) -> Option<VarId> {
    match place {
        Place::Slot(v) => Some(v),
        _ => None,
    }
}

fn counter(program: &Program, proc: &Procedure, part: &[EdgeId], slot: VarId) -> Option<Counter> {
    let var = program.var(slot);
    let is_local = matches!(var.scope, VarScope::Local(_));
    if !is_local || var.storage != Storage::Slot || var.volatile {
        return None;
    }
    let mut steps = BTreeSet::new();
    let mut ways = BTreeSet::new();
    for &e in part {
        let edge = proc.edge(e);
        if target(&edge.op) != Some(slot) {
            continue;
        }
        let Op::Assign { value, .. } = edge.op else {
            return None;
        };
        let (from, step) = stepped(program, value)?;
        let before = match from == slot {
            true => None,
            false => Some(copied_before(program, proc, edge, (from, slot))?),
        };
        ways.insert((before, step));
        steps.insert(e);
    }
    let &[(before, step)] = &ways.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let copies = part
        .iter()
        .filter(|e| before.is_some() && target(&proc.edge(**e).op) == before);
    // Every copy belongs to a step, so that the copy is never older than the last one.
    (copies.count() == before.map_or(0, |_| steps.len())).then_some(Counter {
        slot,
        before,
        step,
        steps,
    })
}

/// The slot and the constant, if a value is a slot plus a constant. Of an address: in bytes.
fn stepped(program: &Program, value: ExprId) -> Option<(VarId, i128)> {
    let exprs = &program.exprs;
    let var = |e: ExprId| match exprs.get(e).kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    };
    let (from, step) = match exprs.get(value).kind {
        ExprKind::Binary(BinOp::Add, a, b) => (var(a)?, number(program, b)?),
        ExprKind::Binary(BinOp::Sub, a, b) => (var(a)?, -number(program, b)?),
        ExprKind::Index { base, index, scale } => {
            let step = number(program, index)?.checked_mul(i128::from(scale))?;
            (var(base)?, step)
        }
        _ => return None,
    };
    let same = program.scalar(program.var(from).ty) == program.scalar(exprs.get(value).ty);
    (same && step != 0 && step.abs() <= LONGEST_STEP).then_some((from, step))
}

fn number(program: &Program, e: ExprId) -> Option<i128> {
    let expr = program.exprs.get(e);
    match expr.kind {
        ExprKind::Int(bits) => constant(program, bits, expr.ty),
        _ => None,
    }
}

/// The copy of a counter, if the step of it comes right behind the copy and by no other way.
fn copied_before(
    program: &Program,
    proc: &Procedure,
    step: &Edge,
    (copy, slot): (VarId, VarId),
) -> Option<VarId> {
    let mut into = proc.edges.iter().filter(|e| e.to == step.from);
    let (Some(before), None) = (into.next(), into.next()) else {
        return None;
    };
    let Op::Assign {
        place: Place::Slot(v),
        value,
    } = before.op
    else {
        return None;
    };
    let copies = matches!(program.exprs.get(value).kind, ExprKind::Var(x) if x == slot);
    let alike = program.scalar(program.var(v).ty) == program.scalar(program.var(slot).ty);
    let is_local = matches!(program.var(v).scope, VarScope::Local(_));
    (v == copy && copies && alike && is_local && step.from != proc.entry).then_some(v)
}

/// Whether between any two steps of a counter there is a guard of one kind.
fn is_guarded(
    program: &Program,
    proc: &Procedure,
    part: &[EdgeId],
    (counter, written): (&Counter, &BTreeSet<VarId>),
) -> bool {
    let guard = Guard {
        program,
        counter,
        written,
    };
    let bounds: BTreeMap<EdgeId, BTreeSet<Bound>> = part
        .iter()
        .map(|&e| (e, guard.bounds_of(&proc.edge(e).op)))
        .collect();
    let kinds: BTreeSet<Bound> = bounds.values().flatten().copied().collect();
    let mut kinds = kinds.into_iter();
    kinds.any(|kind| {
        let open = part.iter().copied().filter(|e| !bounds[e].contains(&kind));
        !leads_from_step_to_step(proc, &counter.steps, &open.collect())
    })
}

/// Whether a path over some edges leads from behind a step to another one.
fn leads_from_step_to_step(
    proc: &Procedure,
    steps: &BTreeSet<EdgeId>,
    open: &BTreeSet<EdgeId>,
) -> bool {
    let starts = steps.iter().filter(|e| open.contains(e));
    let mut reached: BTreeSet<LocId> = starts.map(|e| proc.edge(*e).to).collect();
    let mut work: Vec<LocId> = reached.iter().copied().collect();
    while let Some(at) = work.pop() {
        for edge in proc.out_edges(at).iter().filter(|e| open.contains(e)) {
            let next = proc.edge(*edge).to;
            if reached.insert(next) {
                work.push(next);
            }
        }
    }
    steps.iter().any(|e| reached.contains(&proc.edge(*e).from))
}

struct Guard<'a> {
    program: &'a Program,
    counter: &'a Counter,
    /// The slots that the part changes.
    written: &'a BTreeSet<VarId>,
}

impl Guard<'_> {
    /// What bounds a counter that takes this edge.
    fn bounds_of(&self, op: &Op) -> BTreeSet<Bound> {
        let mut found = BTreeSet::new();
        match *op {
            Op::Assume { cond, taken } => {
                found.extend(self.bound(cond, taken));
                self.accesses(cond, DEEPEST, &mut found);
            }
            Op::Assign { place, value } => {
                if let Place::Mem { addr, .. } = place {
                    found.extend(self.place(addr));
                    self.accesses(addr, DEEPEST, &mut found);
                }
                self.accesses(value, DEEPEST, &mut found);
            }
            _ => {}
        }
        found
    }

    /// Whether an expression is the counter, or what it was before its last step.
    fn is_counter(&self, e: ExprId) -> bool {
        let wanted = self.counter.before.unwrap_or(self.counter.slot);
        matches!(self.program.exprs.get(e).kind, ExprKind::Var(v) if v == wanted)
    }

    /// What a condition says of the counter that bounds it.
    fn bound(&self, cond: ExprId, taken: bool) -> Option<Bound> {
        let exprs = &self.program.exprs;
        let limits = |holds: bool| holds.then_some(Bound::Limits);
        match exprs.get(cond).kind {
            ExprKind::Unary(UnOp::LogicalNot, a) => self.bound(a, !taken),
            ExprKind::Binary(op, a, b) if self.is_counter(a) => self.compares(op, taken, a, b),
            ExprKind::Binary(op, a, b) if self.is_counter(b) => {
                self.compares(mirrored(op), taken, b, a)
            }
            ExprKind::Binary(BinOp::Lt, a, b) if taken => limits(self.is_below_as_wider(a, b)),
            ExprKind::Binary(BinOp::Ge, a, b) if !taken => limits(self.is_below_as_wider(a, b)),
            _ => {
                let is_left_out = taken && self.is_counter(cond) && self.counter.step.abs() == 1;
                is_left_out.then_some(Bound::Without(0))
            }
        }
    }

    fn compares(&self, op: BinOp, taken: bool, counter: ExprId, bound: ExprId) -> Option<Bound> {
        let step = self.counter.step;
        let (least, greatest) = self.limits(counter)?;
        let known = number(self.program, bound);
        let op = if taken { op } else { negated(op) };
        let is_kept = match op {
            BinOp::Lt if step == 1 => true,
            BinOp::Gt if step == -1 => true,
            BinOp::Lt => step > 0 && known.is_some_and(|k| k - 1 + step <= greatest),
            BinOp::Le => step > 0 && known.is_some_and(|k| k + step <= greatest),
            BinOp::Gt => step < 0 && known.is_some_and(|k| k + 1 + step >= least),
            BinOp::Ge => step < 0 && known.is_some_and(|k| k + step >= least),
            // Steps of one come to every value.
            BinOp::Ne => return known.filter(|_| step.abs() == 1).map(Bound::Without),
            _ => false,
        };
        is_kept.then_some(Bound::Limits)
    }

    /// `(wider) counter < constant`: then the counter is not negative, and small.
    fn is_below_as_wider(&self, a: ExprId, b: ExprId) -> bool {
        let exprs = &self.program.exprs;
        let ExprKind::Cast(inner) = exprs.get(a).kind else {
            return false;
        };
        let unsigned = |e: ExprId| {
            matches!(
                self.program.scalar(exprs.get(e).ty),
                Some(Scalar::Int { signed: false, .. })
            )
        };
        let bits = |e: ExprId| match self.program.scalar(exprs.get(e).ty) {
            Some(Scalar::Int { bits, .. }) => bits,
            _ => 0,
        };
        let Some((_, greatest)) = self.limits(inner).filter(|_| self.is_counter(inner)) else {
            return false;
        };
        let step = self.counter.step;
        let fits = number(self.program, b).is_some_and(|k| k - 1 + step <= greatest);
        step > 0 && fits && unsigned(a) && bits(a) >= bits(inner) && bits(a) <= 64
    }

    /// The least and the greatest value of an integer.
    fn limits(&self, e: ExprId) -> Option<(i128, i128)> {
        match self.program.scalar(self.program.exprs.get(e).ty)? {
            Scalar::Int { bits, signed } if bits <= 64 => Some(match signed {
                true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
                false => (0, (1 << bits) - 1),
            }),
            _ => None,
        }
    }

    /// The places of the counter at which the evaluation of an expression always reads memory.
    fn accesses(&self, e: ExprId, depth: u32, found: &mut BTreeSet<Bound>) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match self.program.exprs.get(e).kind {
            ExprKind::Load { addr, .. } => {
                found.extend(self.place(addr));
                self.accesses(addr, depth, found);
            }
            ExprKind::Cast(a) | ExprKind::Unary(_, a) => self.accesses(a, depth, found),
            ExprKind::Binary(_, a, b) => {
                self.accesses(a, depth, found);
                self.accesses(b, depth, found);
            }
            _ => {}
        }
    }

    /// The place that an address is, if it moves with the counter through one object.
    fn place(&self, addr: ExprId) -> Option<Bound> {
        let exprs = &self.program.exprs;
        match exprs.get(addr).kind {
            ExprKind::Var(_) => {
                let is_address = self.program.scalar(exprs.get(addr).ty) == Some(Scalar::Pointer);
                (is_address && self.is_counter(addr)).then_some(Bound::Walk)
            }
            ExprKind::Index { base, index, scale } => {
                let step = self.counter.step.checked_mul(i128::from(scale));
                let wide = match self.program.scalar(exprs.get(index).ty) {
                    Some(Scalar::Int { bits, .. }) => {
                        u32::from(bits) == self.program.target.pointer_bits
                    }
                    _ => false,
                };
                let moves = step.is_some_and(|s| s != 0 && s.abs() <= LONGEST_STEP);
                let root = self.fixed_root(base, 0)?;
                (self.is_counter(index) && wide && moves).then_some(Bound::Index(root, scale))
            }
            _ => None,
        }
    }

    /// The variable that an address is computed from, if it is the same whenever the part evaluates it.
    /// Members must not lie far inside: those of one element leave the object together.
    fn fixed_root(&self, e: ExprId, inside: u64) -> Option<VarId> {
        match self.program.exprs.get(e).kind {
            ExprKind::AddrOf(v) => Some(v),
            ExprKind::Var(v) => {
                let var = self.program.var(v);
                let is_local = matches!(var.scope, VarScope::Local(_));
                (is_local && !var.volatile && !self.written.contains(&v)).then_some(v)
            }
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let inside = inside.checked_add(offset)?;
                (inside < FARTHEST_MEMBER).then(|| self.fixed_root(base, inside))?
            }
            ExprKind::Cast(base) => self.fixed_root(base, inside),
            _ => None,
        }
    }
}

fn mirrored(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Gt,
        BinOp::Gt => BinOp::Lt,
        BinOp::Le => BinOp::Ge,
        BinOp::Ge => BinOp::Le,
        other => other,
    }
}

fn negated(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Gt => BinOp::Le,
        BinOp::Le => BinOp::Gt,
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        other => other,
    }
}
