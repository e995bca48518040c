//! Every path of a procedure that has no end comes to some given locations for ever.
//!
//! **Soundness.** The edges that such a path takes for ever are a strongly connected part. In a part
//! with a slot that is changed only by adding one constant, no path adds for ever if each addition is
//! followed, before the next one, by a test that fails sooner or later: a comparison that excludes
//! that the addition has wrapped or will wrap, one with a constant that steps of one come to, or
//! an access of memory at a distance from a fixed place of one object that grows with the slot, which
//! ends the execution outside the object. They must be tests of one kind: what a comparison with 5 does
//! not let pass a comparison with 6 does. So the path stays in what is left without the additions.

use hatha_cfa::{
    BinOp, EdgeId, ExprId, ExprKind, LocId, Op, Place, Procedure, Program, Scalar, Storage, UnOp,
    VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// No two addresses outside an object are nearer to each other across it than this: page zero is
/// never part of one.
const STRIDE: i128 = 4096;
/// Levels of an expression that are looked at.
const LEVELS: usize = 24;
/// Members that lie further inside their structure than this are not looked at.
const FURTHEST: u64 = 1 << 20;

/// What all of some tests exclude, whichever of them is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Excluded {
    /// That the sum wraps.
    Wrap,
    /// One value.
    Value(i128),
    /// That the address that the sum is leaves its object.
    OwnPlace,
    /// That a place leaves the object of a variable, or of what a slot leads to: so many bytes for each
    /// one of the sum. No object is larger than half of memory, so members of one element leave it together.
    Place { root: VarId, scale: u64 },
}

type Edges = BTreeSet<EdgeId>;

/// Whether every path without an end comes to one of the locations for ever.
pub(super) fn are_loops_cut(program: &Program, proc: &Procedure, cuts: &BTreeSet<LocId>) -> bool {
    let edges = proc.edges.iter_enumerated();
    let open = edges.filter(|(_, e)| !cuts.contains(&e.to) && !cuts.contains(&e.from));
    let mut work = vec![open.map(|(id, _)| id).collect::<Edges>()];
    while let Some(edges) = work.pop() {
        for part in parts(proc, edges) {
            let Some(additions) = bounded_additions(program, proc, &part) else {
                return false;
            };
            work.push(part.difference(&additions).copied().collect());
        }
    }
    true
}

/// The strongly connected parts that have edges.
fn parts(proc: &Procedure, mut edges: Edges) -> Vec<Edges> {
    peel(proc, &mut edges);
    let mut found = Vec::new();
    while let Some(first) = edges.first().copied() {
        let start = proc.edge(first).from;
        let there = reach(proc, &edges, start, true);
        let back = reach(proc, &edges, start, false);
        let inside = |l: LocId| there.contains(&l) && back.contains(&l);
        let is_in = |e: &&EdgeId| inside(proc.edge(**e).from) && inside(proc.edge(**e).to);
        let part: Edges = edges.iter().filter(is_in).copied().collect();
        edges.remove(&first);
        edges.retain(|e| !part.contains(e));
        if !part.is_empty() {
            found.push(part);
        }
    }
    found
}

/// Removes edges that no cycle takes, as far as that is easily seen: those of locations that nothing
/// leads to, again and again, and then those of locations that lead nowhere.
fn peel(proc: &Procedure, edges: &mut Edges) {
    for forward in [true, false] {
        let ends = |e: EdgeId| match forward {
            true => (proc.edge(e).from, proc.edge(e).to),
            false => (proc.edge(e).to, proc.edge(e).from),
        };
        let mut out: BTreeMap<LocId, Vec<EdgeId>> = BTreeMap::new();
        let mut into: BTreeMap<LocId, usize> = BTreeMap::new();
        for &e in edges.iter() {
            out.entry(ends(e).0).or_default().push(e);
            *into.entry(ends(e).1).or_default() += 1;
        }
        let mut work: Vec<LocId> = out.keys().copied().collect();
        work.retain(|l| !into.contains_key(l));
        while let Some(at) = work.pop() {
            for e in out.remove(&at).unwrap_or_default() {
                edges.remove(&e);
                let left = into.entry(ends(e).1).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    work.push(ends(e).1);
                }
            }
        }
    }
}

fn reach(proc: &Procedure, edges: &Edges, start: LocId, forward: bool) -> BTreeSet<LocId> {
    let mut next: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for edge in edges.iter().map(|e| proc.edge(*e)) {
        let (a, b) = match forward {
            true => (edge.from, edge.to),
            false => (edge.to, edge.from),
        };
        next.entry(a).or_default().push(b);
    }
    let mut seen = BTreeSet::from([start]);
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for &to in next.get(&at).into_iter().flatten() {
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    seen
}

/// The slot that an edge gives a value, or takes it from.
fn changed(op: &Op) -> Option<VarId> {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        Op::Declare(v) | Op::Dead(v) => return Some(*v),
        _ => None,
    };
    match place {
        Some(Place::Slot(v)) => Some(v),
        _ => None,
    }
}

fn bounded_additions(program: &Program, proc: &Procedure, part: &Edges) -> Option<Edges> {
    let slots: BTreeSet<VarId> = part
        .iter()
        .filter_map(|e| changed(&proc.edge(*e).op))
        .collect();
    slots.iter().find_map(|&slot| {
        let sum = Sum::of(program, proc, part, slot)?;
        let tests = Tests {
            program,
            sum: &sum,
            changed: &slots,
        };
        let all = part.iter().flat_map(|e| tests.excluded(&proc.edge(*e).op));
        let all: BTreeSet<Excluded> = all.collect();
        let mut tested = all
            .into_iter()
            .filter(|&what| is_tested_between(proc, part, &sum, (&tests, what)));
        tested.next().map(|_| sum.additions.clone())
    })
}

/// A slot to which a part of a procedure adds a constant, and nothing else.
struct Sum {
    /// The slot whose value the tests see: the sum, or what it was before the last addition.
    seen: VarId,
    step: i128,
    additions: Edges,
}

impl Sum {
    fn of(program: &Program, proc: &Procedure, part: &Edges, slot: VarId) -> Option<Sum> {
        is_private(program, slot).then_some(())?;
        let mut sum: Option<Sum> = None;
        for &id in part {
            let edge = proc.edge(id);
            if changed(&edge.op) != Some(slot) {
                continue;
            }
            let Op::Assign { value, .. } = edge.op else {
                return None;
            };
            let (operand, step) = addition(program, value)?;
            if operand != slot && !is_copy_right_before(program, proc, edge.from, operand, slot) {
                return None;
            }
            let sum = sum.get_or_insert_with(|| Sum {
                seen: operand,
                step,
                additions: Edges::new(),
            });
            if (sum.seen, sum.step) != (operand, step) {
                return None;
            }
            sum.additions.insert(id);
        }
        let sum = sum?;
        if sum.seen != slot {
            // The copy is made for the additions alone, so it is as old as the last of them.
            is_private(program, sum.seen).then_some(())?;
            let copies = part.iter().map(|e| proc.edge(*e));
            let copies = copies.filter(|e| changed(&e.op) == Some(sum.seen));
            let all: BTreeSet<LocId> = copies.map(|e| e.to).collect();
            let starts: BTreeSet<LocId> =
                sum.additions.iter().map(|e| proc.edge(*e).from).collect();
            (all == starts).then_some(())?;
        }
        Some(sum)
    }
}

/// Whether a variable is a slot that only its own invocation changes.
fn is_private(program: &Program, v: VarId) -> bool {
    let var = program.var(v);
    matches!(var.scope, VarScope::Local(_)) && var.storage == Storage::Slot && !var.volatile
}

/// `slot + constant`; for addresses the constant is in bytes.
fn addition(program: &Program, value: ExprId) -> Option<(VarId, i128)> {
    let sum = program.exprs.get(value);
    let (operand, step) = match sum.kind {
        ExprKind::Binary(BinOp::Add, a, b) => (a, number(program, b)?),
        ExprKind::Binary(BinOp::Sub, a, b) => (a, number(program, b)?.checked_neg()?),
        ExprKind::Index { base, index, scale } => {
            (base, number(program, index)?.checked_mul(scale.into())?)
        }
        _ => return None,
    };
    let ExprKind::Var(v) = program.exprs.get(operand).kind else {
        return None;
    };
    let alike = program.scalar(program.var(v).ty) == program.scalar(sum.ty);
    (alike && step != 0 && (-STRIDE..=STRIDE).contains(&step)).then_some((v, step))
}

fn number(program: &Program, e: ExprId) -> Option<i128> {
    let e = program.exprs.get(e);
    let ExprKind::Int(bits) = e.kind else {
        return None;
    };
    match program.scalar(e.ty)? {
        Scalar::Int {
            bits: width,
            signed,
        } if width <= 64 => {
            let unused = 128 - u32::from(width);
            Some(match signed {
                true => ((bits << unused) as i128) >> unused,
                false => i128::try_from(bits).ok()?,
            })
        }
        _ => None,
    }
}

/// Whether a location is reached only behind `copy = slot`.
fn is_copy_right_before(
    program: &Program,
    proc: &Procedure,
    at: LocId,
    copy: VarId,
    slot: VarId,
) -> bool {
    let into: Vec<&Op> = proc
        .edges
        .iter()
        .filter(|e| e.to == at)
        .map(|e| &e.op)
        .collect();
    let &[Op::Assign { place, value }] = &into[..] else {
        return false;
    };
    let alike = program.scalar(program.var(copy).ty) == program.scalar(program.var(slot).ty);
    let reads = program.exprs.get(*value).kind == ExprKind::Var(slot);
    *place == Place::Slot(copy) && reads && alike && at != proc.entry
}

/// Whether no path leads from an addition to an addition without a test between them that excludes
/// something.
fn is_tested_between(
    proc: &Procedure,
    part: &Edges,
    sum: &Sum,
    (tests, what): (&Tests<'_>, Excluded),
) -> bool {
    let untested = |e: &EdgeId| !tests.excluded(&proc.edge(*e).op).contains(&what);
    let open: Edges = part.iter().copied().filter(untested).collect();
    let after = sum.additions.iter().copied().filter(untested);
    after.map(|e| proc.edge(e).to).all(|start| {
        let reached = reach(proc, &open, start, true);
        let mut next = sum.additions.iter().map(|e| proc.edge(*e).from);
        !next.any(|from| reached.contains(&from))
    })
}

struct Tests<'a> {
    program: &'a Program,
    sum: &'a Sum,
    /// The slots that the part changes.
    changed: &'a BTreeSet<VarId>,
}

impl Tests<'_> {
    fn kind(&self, e: ExprId) -> ExprKind {
        self.program.exprs.get(e).kind
    }

    fn scalar(&self, e: ExprId) -> Option<Scalar> {
        self.program.scalar(self.program.exprs.get(e).ty)
    }

    fn is_sum(&self, e: ExprId) -> bool {
        self.kind(e) == ExprKind::Var(self.sum.seen)
    }

    /// What an operation excludes, if executions pass it.
    fn excluded(&self, op: &Op) -> Vec<Excluded> {
        let mut found = Vec::new();
        match *op {
            Op::Assume { cond, taken } => {
                found.extend(self.compared(cond, taken));
                self.reads(cond, LEVELS, &mut found);
            }
            Op::Assign { place, value } => {
                if let Place::Mem { addr, .. } = place {
                    found.extend(self.moved(addr));
                    self.reads(addr, LEVELS, &mut found);
                }
                self.reads(value, LEVELS, &mut found);
            }
            _ => {}
        }
        found
    }

    /// What a condition says of the sum, if it holds or if it does not.
    fn compared(&self, cond: ExprId, holds: bool) -> Option<Excluded> {
        let (op, a, b) = match self.kind(cond) {
            ExprKind::Unary(UnOp::LogicalNot, inner) => return self.compared(inner, !holds),
            ExprKind::Binary(op, a, b) => (op, a, b),
            _ => {
                let is_value = holds && self.is_sum(cond) && self.sum.step.abs() == 1;
                return is_value.then_some(Excluded::Value(0));
            }
        };
        let op = match (op, holds) {
            (BinOp::Lt, true) | (BinOp::Ge, false) => BinOp::Lt,
            (BinOp::Le, true) | (BinOp::Gt, false) => BinOp::Le,
            (BinOp::Gt, true) | (BinOp::Le, false) => BinOp::Gt,
            (BinOp::Ge, true) | (BinOp::Lt, false) => BinOp::Ge,
            (BinOp::Ne, true) | (BinOp::Eq, false) => BinOp::Ne,
            _ => return None,
        };
        if self.is_sum(a) {
            return self.bounded(op, a, b);
        }
        if self.is_sum(b) {
            let turned = match op {
                BinOp::Lt => BinOp::Gt,
                BinOp::Le => BinOp::Ge,
                BinOp::Gt => BinOp::Lt,
                BinOp::Ge => BinOp::Le,
                other => other,
            };
            return self.bounded(turned, b, a);
        }
        let is_small = op == BinOp::Lt && self.is_small_number(a, b);
        is_small.then_some(Excluded::Wrap)
    }

    /// The sum compares so with a bound: the addition does not wrap, or not for ever.
    fn bounded(&self, op: BinOp, sum: ExprId, bound: ExprId) -> Option<Excluded> {
        let (least, greatest) = self.range(sum)?;
        let step = self.sum.step;
        // The furthest value that the sum may have where the test is passed.
        let furthest = match (op, number(self.program, bound)) {
            (BinOp::Ne, k) => return k.filter(|_| step.abs() == 1).map(Excluded::Value),
            (BinOp::Lt, k) => k.unwrap_or(greatest) - 1,
            (BinOp::Le, Some(k)) | (BinOp::Ge, Some(k)) => k,
            (BinOp::Gt, k) => k.unwrap_or(least) + 1,
            _ => return None,
        };
        let is_inside = match op {
            BinOp::Lt | BinOp::Le => step > 0 && furthest + step <= greatest,
            _ => step < 0 && furthest + step >= least,
        };
        is_inside.then_some(Excluded::Wrap)
    }

    /// `(unsigned type at least as wide) sum < constant`
    fn is_small_number(&self, a: ExprId, b: ExprId) -> bool {
        let ExprKind::Cast(inner) = self.kind(a) else {
            return false;
        };
        let wide = match (self.scalar(a), self.scalar(inner)) {
            (
                Some(Scalar::Int {
                    bits: to,
                    signed: false,
                }),
                Some(Scalar::Int { bits: from, .. }),
            ) => from <= to && to <= 64,
            _ => false,
        };
        let (Some((_, greatest)), Some(k)) = (self.range(inner), number(self.program, b)) else {
            return false;
        };
        let step = self.sum.step;
        wide && self.is_sum(inner) && step > 0 && k - 1 + step <= greatest
    }

    fn range(&self, e: ExprId) -> Option<(i128, i128)> {
        match self.scalar(e)? {
            Scalar::Int { bits, signed } if bits <= 64 => {
                let count = 1_i128 << bits;
                Some(match signed {
                    true => (-count / 2, count / 2 - 1),
                    false => (0, count - 1),
                })
            }
            _ => None,
        }
    }

    /// The places that move with the sum and that an expression reads whenever it is evaluated.
    fn reads(&self, e: ExprId, levels: usize, found: &mut Vec<Excluded>) {
        if levels == 0 {
            return;
        }
        match self.kind(e) {
            ExprKind::Load { addr, .. } => {
                found.extend(self.moved(addr));
                self.reads(addr, levels - 1, found);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.reads(a, levels - 1, found),
            ExprKind::Binary(_, a, b) => {
                self.reads(a, levels - 1, found);
                self.reads(b, levels - 1, found);
            }
            _ => {}
        }
    }

    /// The place that an address is, if it moves with the sum and belongs to one object.
    fn moved(&self, addr: ExprId) -> Option<Excluded> {
        match self.kind(addr) {
            ExprKind::Var(_) => {
                let moves = self.is_sum(addr) && self.scalar(addr) == Some(Scalar::Pointer);
                moves.then_some(Excluded::OwnPlace)
            }
            ExprKind::Index { base, index, scale } => {
                let pointer = self.program.target.pointer_bits;
                let is_wide = matches!(self.scalar(index), Some(Scalar::Int { bits, .. }) if u32::from(bits) == pointer);
                let stride = self.sum.step.checked_mul(scale.into());
                let is_short = stride.is_some_and(|s| s != 0 && s.abs() <= STRIDE);
                let root = self.fixed(base)?;
                let moves = self.is_sum(index) && is_wide && is_short;
                moves.then_some(Excluded::Place { root, scale })
            }
            _ => None,
        }
    }

    /// The variable that an address is computed from, if it stays where it is.
    fn fixed(&self, mut e: ExprId) -> Option<VarId> {
        let mut inside: u64 = 0;
        loop {
            match self.kind(e) {
                ExprKind::AddrOf(v) => return Some(v),
                ExprKind::Var(v) => {
                    let stays = is_private(self.program, v) && !self.changed.contains(&v);
                    return stays.then_some(v);
                }
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    let offset = self.program.types.record(record).fields[field as usize].offset;
                    inside = inside.checked_add(offset).filter(|n| *n < FURTHEST)?;
                    e = base;
                }
                ExprKind::Cast(base) => e = base,
                _ => return None,
            }
        }
    }
}
