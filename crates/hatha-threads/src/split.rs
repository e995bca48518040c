//! Edges of instances that access shared memory more than once are taken apart.
//!
//! **Invariant.** Behind this pass an edge makes at most one access to what two instances access
//! and one of them writes, but for edges that copy blocks. Values are read from left to right, then the place is
//! written; what C evaluates only under a condition is read only under it.

use super::instances::Instance;
use super::primitive::Primitives;
use super::share::{Class, Sharing};
use hatha_cfa::expr::{ExprId, ExprKind};
use hatha_cfa::program::{
    Arg, Callee, Edge, EdgeId, LocId, Op, Place, ProcId, Program, ReturnValue, VarScope,
};
use hatha_cfa::reach::operands;
use hatha_cfa::source::Span;
use std::collections::BTreeSet;

/// Takes the edges of all instances apart.
pub(super) fn split(program: &mut Program, all: &[Instance], primitives: &Primitives) {
    let sharing = Sharing::new(program, all, primitives);
    let accessed: Vec<_> = all
        .iter()
        .map(|i| accessed(program, &sharing, i, primitives))
        .collect();
    for (i, instance) in all.iter().enumerate() {
        let others = accessed.iter().enumerate().filter(|(j, _)| *j != i);
        let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
        for (_, (r, w)) in others {
            reads.extend(r.iter().copied());
            writes.extend(w.iter().copied());
        }
        let contended = Contended {
            sharing: &sharing,
            primitives,
            reads,
            writes,
        };
        for loc in program.proc(instance.proc).locations.keys() {
            contended.split_at(program, instance.proc, loc);
        }
    }
}

/// What an instance reads and writes.
fn accessed(
    program: &Program,
    sharing: &Sharing,
    instance: &Instance,
    primitives: &Primitives,
) -> (BTreeSet<Class>, BTreeSet<Class>) {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    for edge in &program.proc(instance.proc).edges {
        let touch = sharing.touch_of(program, edge, primitives, true);
        reads.extend(touch.reads);
        writes.extend(touch.writes);
    }
    (reads, writes)
}

/// What the other instances access.
struct Contended<'a> {
    sharing: &'a Sharing,
    primitives: &'a Primitives,
    reads: BTreeSet<Class>,
    writes: BTreeSet<Class>,
}

impl Contended<'_> {
    /// Whether a read may meet another instance's write.
    fn is_read(&self, class: Class) -> bool {
        self.writes.iter().any(|w| self.sharing.may_meet(*w, class))
    }

    fn is_written(&self, class: Class) -> bool {
        let read = |r: &Class| self.sharing.may_meet(*r, class);
        self.is_read(class) || self.reads.iter().any(read)
    }

    /// Whether an expression itself is such a read.
    fn reads_here(&self, program: &Program, e: ExprId) -> bool {
        match program.exprs.get(e).kind {
            ExprKind::Var(v) => {
                program.var(v).scope == VarScope::Global && self.is_read(Class::Slot(v))
            }
            ExprKind::Load { addr, .. } => {
                let mut at = self.sharing.at(program, addr).into_iter();
                at.any(|c| self.is_read(c))
            }
            _ => false,
        }
    }

    /// How many such reads there are in an expression.
    fn count(&self, program: &Program, root: ExprId) -> usize {
        let mut work = vec![root];
        let mut found = 0;
        while let Some(e) = work.pop() {
            found += usize::from(self.reads_here(program, e));
            work.extend(program.exprs.children(e));
        }
        found
    }

    fn split_at(&self, program: &mut Program, proc: ProcId, loc: LocId) {
        let out: Vec<EdgeId> = program.proc(proc).out_edges(loc).to_vec();
        let is_split = out
            .iter()
            .any(|e| self.is_split(program, program.proc(proc).edge(*e)));
        let Some(first) = out.first().copied().filter(|_| is_split) else {
            return;
        };
        let span = program.proc(proc).edge(first).span;
        program.procs[proc].out[loc].clear();
        let mut splitter = Splitter {
            contended: self,
            program,
            proc,
            at: loc,
            span,
        };
        let mut known: Vec<(ExprId, ExprId)> = Vec::new();
        let mut ops = Vec::new();
        for e in &out {
            let op = splitter.program.proc(proc).edge(*e).op.clone();
            // The ways of one branch look at one value.
            ops.push(match op {
                Op::Assume { cond, taken } => {
                    let alike = |(old, _): &&(ExprId, ExprId)| same(splitter.program, *old, cond);
                    let found = known.iter().find(alike).map(|(_, new)| *new);
                    let new = found.unwrap_or_else(|| splitter.value(cond));
                    known.push((cond, new));
                    Op::Assume { cond: new, taken }
                }
                op => splitter.op(&op),
            });
        }
        let at = splitter.at;
        let body = &mut program.procs[proc];
        for (e, op) in out.into_iter().zip(ops) {
            body.edges[e].from = at;
            body.edges[e].op = op;
            body.out[at].push(e);
        }
        body.out[at].sort();
    }

    fn is_split(&self, program: &Program, edge: &Edge) -> bool {
        if self.sharing.is_unseen(program, &edge.op) {
            return false;
        }
        let roots = operands(&edge.op);
        let reads: usize = roots.iter().map(|e| self.count(program, *e)).sum();
        let touch = self.sharing.touch_of(program, edge, self.primitives, true);
        let writes = touch.writes.iter().any(|c| self.is_written(*c));
        let more = matches!(
            edge.op,
            Op::Call { .. } | Op::Builtin { .. } | Op::Return(_)
        ) || touch.several;
        reads > 0 && (reads + usize::from(writes) > 1 || more)
    }
}

/// Whether two expressions are written alike.
fn same(program: &Program, a: ExprId, b: ExprId) -> bool {
    let mut work = vec![(a, b)];
    while let Some((a, b)) = work.pop() {
        if a == b {
            continue;
        }
        let (x, y) = (program.exprs.get(a), program.exprs.get(b));
        let children = |e: ExprId| program.exprs.children(e).collect::<Vec<_>>();
        let (below_a, below_b) = (children(a), children(b));
        let none = vec![a; below_a.len()];
        let alike = x.ty == y.ty && below_a.len() == below_b.len();
        if !alike || with_children(x.kind, &none) != with_children(y.kind, &none) {
            return false;
        }
        work.extend(below_a.into_iter().zip(below_b));
    }
    true
}

/// A kind of expression over other operands.
fn with_children(kind: ExprKind, to: &[ExprId]) -> ExprKind {
    match kind {
        ExprKind::Field { record, field, .. } => ExprKind::Field {
            base: to[0],
            record,
            field,
        },
        ExprKind::Index { scale, .. } => ExprKind::Index {
            base: to[0],
            index: to[1],
            scale,
        },
        ExprKind::PtrDiff { scale, .. } => ExprKind::PtrDiff {
            a: to[0],
            b: to[1],
            scale,
        },
        ExprKind::Load { access, .. } => ExprKind::Load {
            addr: to[0],
            access,
        },
        ExprKind::Object { word, .. } => ExprKind::Object { word, of: to[0] },
        ExprKind::Unary(op, _) => ExprKind::Unary(op, to[0]),
        ExprKind::Binary(op, ..) => ExprKind::Binary(op, to[0], to[1]),
        ExprKind::Cast(_) => ExprKind::Cast(to[0]),
        ExprKind::Cond(..) => ExprKind::Cond(to[0], to[1], to[2]),
        leaf => leaf,
    }
}

/// Writes the reads of one edge as edges of their own.
struct Splitter<'a, 'p> {
    contended: &'a Contended<'a>,
    program: &'p mut Program,
    proc: ProcId,
    at: LocId,
    span: Span,
}

impl Splitter<'_, '_> {
    fn step(&mut self, op: Op) {
        let body = &mut self.program.procs[self.proc];
        let to = body.add_location_like(self.at);
        self.edge(self.at, to, op);
        self.at = to;
    }

    fn edge(&mut self, from: LocId, to: LocId, op: Op) {
        let span = self.span;
        self.program.procs[self.proc].add_edge(Edge { from, to, op, span });
    }

    /// The value of an expression, each shared read of it an edge of its own.
    fn value(&mut self, e: ExprId) -> ExprId {
        if self.contended.count(self.program, e) == 0 {
            return e;
        }
        let expr = self.program.exprs.get(e);
        if let ExprKind::Cond(c, a, b) = expr.kind {
            return self.choice(e, c, (a, b));
        }
        let children: Vec<ExprId> = self.program.exprs.children(e).collect();
        let below: Vec<ExprId> = children.iter().map(|c| self.value(*c)).collect();
        let new = match below == children {
            true => e,
            false => {
                let kind = with_children(expr.kind, &below);
                self.program.exprs.add(kind, expr.ty)
            }
        };
        if !self.contended.reads_here(self.program, e) {
            return new;
        }
        let t = self.program.add_slot(self.proc, "read", expr.ty);
        self.step(Op::Assign {
            place: Place::Slot(t),
            value: new,
        });
        self.program.exprs.add(ExprKind::Var(t), expr.ty)
    }

    fn choice(&mut self, e: ExprId, cond: ExprId, (a, b): (ExprId, ExprId)) -> ExprId {
        let ty = self.program.exprs.get(e).ty;
        let cond = self.value(cond);
        let t = self.program.add_slot(self.proc, "chosen", ty);
        let from = self.at;
        let body = &mut self.program.procs[self.proc];
        let to = body.add_location_like(from);
        for (taken, arm) in [(true, a), (false, b)] {
            self.at = from;
            self.step(Op::Assume { cond, taken });
            let value = self.value(arm);
            let place = Place::Slot(t);
            self.edge(self.at, to, Op::Assign { place, value });
        }
        self.at = to;
        self.program.exprs.add(ExprKind::Var(t), ty)
    }

    fn place(&mut self, place: Place) -> Place {
        match place {
            Place::Mem { addr, access } => Place::Mem {
                addr: self.value(addr),
                access,
            },
            Place::Aggregate { addr, ty } => Place::Aggregate {
                addr: self.value(addr),
                ty,
            },
            slot @ Place::Slot(_) => slot,
        }
    }

    fn arg(&mut self, arg: Arg) -> Arg {
        match arg {
            Arg::Scalar(e) => Arg::Scalar(self.value(e)),
            Arg::Aggregate { addr, ty } => Arg::Aggregate {
                addr: self.value(addr),
                ty,
            },
        }
    }

    fn op(&mut self, op: &Op) -> Op {
        match op {
            Op::Assign { place, value } => {
                let value = self.value(*value);
                let place = self.place(*place);
                Op::Assign { place, value }
            }
            Op::Assume { cond, taken } => Op::Assume {
                cond: self.value(*cond),
                taken: *taken,
            },
            Op::Call {
                callee,
                args,
                result,
            } => Op::Call {
                callee: match callee {
                    Callee::Indirect(e) => Callee::Indirect(self.value(*e)),
                    Callee::Elsewhere(e) => Callee::Elsewhere(self.value(*e)),
                    Callee::Direct(p) => Callee::Direct(*p),
                },
                args: args.iter().map(|a| self.arg(*a)).collect(),
                result: result.map(|p| self.place(p)),
            },
            Op::Return(ReturnValue::Scalar(e)) => Op::Return(ReturnValue::Scalar(self.value(*e))),
            Op::Return(ReturnValue::Aggregate(e)) => {
                Op::Return(ReturnValue::Aggregate(self.value(*e)))
            }
            Op::Havoc { place, input } => Op::Havoc {
                place: self.place(*place),
                input: input.clone(),
            },
            Op::Copy { dst, src, len } => Op::Copy {
                dst: self.value(*dst),
                src: self.value(*src),
                len: self.value(*len),
            },
            Op::Fill { dst, byte, len } => Op::Fill {
                dst: self.value(*dst),
                byte: self.value(*byte),
                len: self.value(*len),
            },
            Op::Builtin {
                builtin,
                args,
                result,
            } => Op::Builtin {
                builtin: *builtin,
                args: args.iter().map(|e| self.value(*e)).collect(),
                result: result.map(|p| self.place(p)),
            },
            Op::Skip
            | Op::Return(ReturnValue::None)
            | Op::Declare(_)
            | Op::Dead(_)
            | Op::Fail(_)
            | Op::Unsupported(_) => op.clone(),
        }
    }
}
