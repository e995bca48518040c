//! One procedure from many: direct calls of defined procedures are replaced by
//! their bodies.
//!
//! **Invariant.** The result has the same executions as the original as far as
//! values, faults and inputs go: each call site gets its own copy of the
//! callee's locations, parameters and locals, arguments are evaluated in the
//! caller's state before any parameter is written, and memory locals of the
//! callee die when it returns. Recursion, and programs that grow past a limit,
//! are refused; calls through pointers, with variable arguments, and of undefined
//! procedures stay calls, and so do those that only print.
//! Jumps out of calls are spelt out where that is possible ([`crate::jump`]).
//! The shipped `exit` becomes the end of the program where no handler can be
//! registered.

use crate::expr::{ExprId, ExprKind};
use crate::jump::Jumps;
use crate::live::drawn_declarations;
use crate::output::Silence;
use crate::program::{
    Arg, Builtin, Callee, Edge, EdgeId, InputKind, LocId, Op, Origin, Place, ProcId, Procedure,
    Program, ReturnValue, Storage, Var, VarId, VarScope,
};
use crate::reach::runs_exit_handlers;
use crate::source::Span;
use crate::types::{Type, TypeId};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Why a program was not inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlineError {
    /// The named procedure calls itself, perhaps through others.
    Recursive(String),
    /// The automaton would have more edges than the limit.
    TooLarge(usize),
    /// A call does not fit the procedure called: its name, and where.
    Mismatch(String, Span),
}

/// Inlines every direct call below `entry`, up to `limit` edges.
pub fn inline(program: &Program, entry: ProcId, limit: usize) -> Result<Program, InlineError> {
    let silence = Silence::of(program, true);
    let mut inliner = Inliner::new(program, entry, silence, limit);
    let body = inliner.expand(entry)?;
    inliner.out.procs[entry] = body;
    Ok(inliner.out)
}

/// A copy of a procedure in an automaton: the procedure itself, or one that took the place of a
/// call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The procedure.
    pub proc: ProcId,
    /// The copy with the call, by its position among the copies, and how many calls of the same
    /// procedure stand before it there.
    pub caller: Option<(u32, u32)>,
    /// Its first location; the others follow.
    pub first: u32,
    /// How many locations it has.
    pub count: u32,
    /// Its parameters and locals, in the order of the procedure.
    pub vars: Vec<VarId>,
}

pub(crate) struct Inliner<'a> {
    pub(crate) source: &'a Program,
    pub(crate) out: Program,
    /// The procedure into which calls are expanded.
    host: ProcId,
    limit: usize,
    active: Vec<ProcId>,
    /// Procedures whose calls stay.
    pub(crate) kept: BTreeSet<ProcId>,
    /// Procedures that are not looked into.
    pub(crate) opaque: BTreeSet<ProcId>,
    /// No handler can be registered, so `exit` does nothing but end the program.
    plain_exit: bool,
    /// The calls that stay because they only print.
    silence: Silence,
    /// A global that gets another number before each call that stays.
    pub(crate) site: Option<VarId>,
    sites: u32,
    /// The copies made so far, and the one that is being expanded.
    pub(crate) copies: Vec<Copied>,
    pub(crate) current: u32,
    /// How many calls of a procedure a copy had so far.
    calls: FxHashMap<(u32, ProcId), u32>,
    /// Jumps out of calls.
    pub(crate) jumps: Jumps,
}

/// The copy of one invocation: how the callee's names map to the copy's.
struct Copy {
    vars: FxHashMap<VarId, VarId>,
    exprs: FxHashMap<ExprId, ExprId>,
    locs: IndexVec<LocId, LocId>,
}

impl<'a> Inliner<'a> {
    pub(crate) fn new(program: &'a Program, entry: ProcId, silence: Silence, limit: usize) -> Self {
        Inliner {
            out: program.clone(),
            source: program,
            host: entry,
            limit,
            active: Vec::new(),
            kept: BTreeSet::new(),
            opaque: BTreeSet::new(),
            plain_exit: !runs_exit_handlers(program, entry),
            silence,
            site: None,
            sites: 0,
            copies: Vec::new(),
            current: 0,
            calls: FxHashMap::default(),
            jumps: Jumps::default(),
        }
    }

    /// The body of a procedure with the calls in it expanded.
    pub(crate) fn expand(&mut self, host: ProcId) -> Result<Procedure, InlineError> {
        self.host = host;
        self.active = vec![host];
        let original = self.source.proc(host).clone();
        self.current = self.copies.len() as u32;
        self.copies.push(Copied {
            proc: host,
            caller: None,
            first: 0,
            count: original.locations.len() as u32,
            vars: own(&original).collect(),
        });
        let mut body = Procedure {
            edges: IndexVec::new(),
            out: vec![Vec::new(); original.locations.len()].into(),
            ..original
        };
        let source = self.source.proc(host);
        self.number_jumps(source);
        for edge in self.with_draws(host) {
            self.place(&mut body, edge)?;
        }
        self.connect_jumps(&mut body)?;
        Ok(body)
    }

    /// The edges of a procedure. A declaration that draws a value says so: behind a call that is
    /// expanded, and never returns, nobody may be left who reads it, but the program as it is
    /// takes that input all the same.
    fn with_draws(&self, proc: ProcId) -> IndexVec<EdgeId, Edge> {
        let proc = self.source.proc(proc);
        let mut edges = proc.edges.clone();
        for edge in drawn_declarations(self.source, proc) {
            let op = &mut edges[edge].op;
            if let Op::Declare(v) = *op {
                *op = Op::Havoc {
                    place: Place::Slot(v),
                    input: InputKind::Uninitialised(v),
                };
            }
        }
        edges
    }

    /// Adds an edge whose names are the result's already, expanding it if it is a call.
    fn place(&mut self, body: &mut Procedure, edge: Edge) -> Result<(), InlineError> {
        match &edge.op {
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } if self.is_plain_exit(*p) => {
                let op = Op::Builtin {
                    builtin: Builtin::Exit,
                    args: args.iter().filter_map(scalar).collect(),
                    result: None,
                };
                self.push(body, Edge { op, ..edge })
            }
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } if self.kept.contains(p) => self.keep(body, edge),
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } if self.opaque.contains(p) => self.push(body, edge),
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } if self.silence.covers(&self.out, *p, args) => self.push(body, edge),
            Op::Builtin { .. } if self.place_jump(body, &edge)? => Ok(()),
            // Variable arguments have no place in an expanded body: the call stays for whoever
            // knows what to do with it.
            Op::Call {
                callee: Callee::Direct(p),
                args,
                result,
            } if self.has_body_for(*p, args) => {
                let (p, args, result) = (*p, args.clone(), *result);
                self.splice(body, p, &args, result, &edge)
            }
            _ => self.push(body, edge),
        }
    }

    /// Whether a body can take the place of a call. Variable arguments that it never asks for are
    /// left out: evaluating them has no effect.
    fn has_body_for(&self, p: ProcId, args: &[Arg]) -> bool {
        let proc = self.source.proc(p);
        let variadic = matches!(self.source.types.get(proc.ty), Type::Function(f) if f.variadic);
        let asks = |e: &Edge| {
            let Op::Builtin { builtin, .. } = e.op else {
                return false;
            };
            builtin == Builtin::VaArea
        };
        let more = args.len() > proc.params.len() && variadic && !proc.edges.iter().any(asks);
        proc.defined && (more || args.len() == proc.params.len())
    }

    /// Whether a call is the end of the program and nothing else: the shipped `exit` would only
    /// look for handlers, which is a call through a pointer that nobody could follow.
    fn is_plain_exit(&self, p: ProcId) -> bool {
        let proc = self.source.proc(p);
        let ends = matches!(
            proc.name.as_str(),
            "exit" | "quick_exit" | "_Exit" | "_exit"
        );
        let asks = |e: &Edge| {
            let Op::Builtin { builtin, .. } = e.op else {
                return false;
            };
            builtin == Builtin::Blocks
        };
        let looks = proc.edges.iter().any(asks);
        self.plain_exit && proc.model && proc.defined && ends && !looks
    }

    /// A call that stays; the location behind it is never one where paths meet.
    fn keep(&mut self, body: &mut Procedure, edge: Edge) -> Result<(), InlineError> {
        let mut at = edge.from;
        if let Some(site) = self.site {
            self.sites += 1;
            let number = ExprKind::Int(u128::from(self.sites));
            let value = self.out.exprs.add(number, self.out.var(site).ty);
            let place = Place::Slot(site);
            at = self.step(body, at, Op::Assign { place, value }, edge.span)?;
        }
        let behind = self.step(body, at, edge.op, edge.span)?;
        self.edge(body, behind, edge.to, Op::Skip, edge.span)
    }

    fn push(&mut self, body: &mut Procedure, edge: Edge) -> Result<(), InlineError> {
        if body.edges.len() >= self.limit {
            return Err(InlineError::TooLarge(self.limit));
        }
        body.add_edge(edge);
        Ok(())
    }

    fn splice(
        &mut self,
        body: &mut Procedure,
        callee: ProcId,
        args: &[Arg],
        result: Option<Place>,
        call: &Edge,
    ) -> Result<(), InlineError> {
        let source = self.source;
        let proc = source.proc(callee);
        if self.active.contains(&callee) {
            return Err(InlineError::Recursive(proc.name.clone()));
        }
        self.active.push(callee);
        let mut copy = self.copy_of(body, proc);
        let earlier = self.copies.iter().find(|c| c.proc == callee);
        if let (true, Some(earlier)) = (is_on(Defect::InlineSharesLocals), earlier) {
            copy.vars = own(proc).zip(earlier.vars.iter().copied()).collect();
        }
        let mut args = args.to_vec();
        if is_on(Defect::InlineSwapsArguments) {
            args.reverse();
        }
        let caller = self.current;
        self.current = self.record(callee, proc, &copy);
        let mut at = self.reset_jumps(body, proc, call.from, call.span)?;
        for (&param, &arg) in proc.params.iter().zip(&args) {
            at = self.pass(body, copy.vars[&param], arg, at, call.span)?;
        }
        self.edge(body, at, copy.locs[proc.entry], Op::Skip, call.span)?;
        for edge in &self.with_draws(callee) {
            self.copy_edge(body, proc, &mut copy, edge, result, call)?;
        }
        for &(loc, predicate) in &proc.predicates {
            let predicate = self.copy_expr(&mut copy, predicate);
            body.predicates.push((copy.locs[loc], predicate));
        }
        for &(loc, number, condition) in &proc.view.conditions {
            let condition = self.copy_expr(&mut copy, condition);
            let loc = copy.locs[loc];
            body.view.conditions.push((loc, number, condition));
        }
        self.active.pop();
        self.current = caller;
        Ok(())
    }

    /// Writes a copy down; gives its position.
    fn record(&mut self, callee: ProcId, proc: &Procedure, copy: &Copy) -> u32 {
        let before = self.calls.entry((self.current, callee)).or_default();
        let caller = Some((self.current, *before));
        *before += 1;
        self.copies.push(Copied {
            proc: callee,
            caller,
            first: copy.locs.first().map_or(0, |l| l.0),
            count: copy.locs.len() as u32,
            vars: own(proc).map(|v| copy.vars[&v]).collect(),
        });
        self.copies.len() as u32 - 1
    }

    fn copy_of(&mut self, body: &mut Procedure, proc: &Procedure) -> Copy {
        let mut vars = FxHashMap::default();
        for &v in proc.params.iter().chain(&proc.locals) {
            let var = Var {
                scope: VarScope::Local(self.host),
                ..self.source.var(v).clone()
            };
            let fresh = self.out.add_var(var);
            body.locals.push(fresh);
            vars.insert(v, fresh);
        }
        let base = body.locations.len() as u32;
        body.locations.extend(proc.locations.iter().cloned());
        body.out.resize(body.locations.len(), Vec::new());
        let locs = proc.locations.keys();
        let locs = locs.map(|l| LocId(base + l.0)).collect();
        Copy {
            vars,
            exprs: FxHashMap::default(),
            locs,
        }
    }

    /// Hands one argument over; gives the location after it.
    fn pass(
        &mut self,
        body: &mut Procedure,
        param: VarId,
        arg: Arg,
        at: LocId,
        span: Span,
    ) -> Result<LocId, InlineError> {
        let var = self.out.var(param).clone();
        if var.storage == Storage::Slot {
            let Arg::Scalar(value) = arg else {
                return Err(InlineError::Mismatch(var.name, span));
            };
            return self.step(
                body,
                at,
                Op::Assign {
                    place: Place::Slot(param),
                    value,
                },
                span,
            );
        }
        let at = self.step(body, at, Op::Declare(param), span)?;
        let addr = self.address_of(param, var.ty);
        let op = match arg {
            Arg::Scalar(value) => {
                let access = crate::expr::Access {
                    ty: var.ty,
                    bits: None,
                    align: 1,
                    volatile: false,
                };
                Op::Assign {
                    place: Place::Mem { addr, access },
                    value,
                }
            }
            Arg::Aggregate { addr: src, ty } => Op::Copy {
                dst: addr,
                src,
                len: self.size_constant(ty),
            },
        };
        self.step(body, at, op, span)
    }

    fn copy_edge(
        &mut self,
        body: &mut Procedure,
        proc: &Procedure,
        copy: &mut Copy,
        edge: &Edge,
        result: Option<Place>,
        call: &Edge,
    ) -> Result<(), InlineError> {
        let (from, to) = (copy.locs[edge.from], copy.locs[edge.to]);
        if let Op::Return(value) = &edge.op {
            let at = self.hand_back(body, copy, *value, result, from, edge.span)?;
            let to = match is_on(Defect::InlineWrongReturn) {
                true => call.from,
                false => call.to,
            };
            return self.leave(body, proc, copy, at, to, edge.span);
        }
        if matches!(edge.op, Op::Assume { taken: false, .. }) && is_on(Defect::InlineDropsArm) {
            return Ok(());
        }
        let op = self.copy_op(copy, &edge.op);
        self.place(
            body,
            Edge {
                from,
                to,
                op,
                span: edge.span,
            },
        )
    }

    /// Stores the returned value where the caller wants it; gives the location after it.
    fn hand_back(
        &mut self,
        body: &mut Procedure,
        copy: &mut Copy,
        value: ReturnValue,
        result: Option<Place>,
        at: LocId,
        span: Span,
    ) -> Result<LocId, InlineError> {
        let op = match (value, result) {
            _ if is_on(Defect::InlineLosesResult) => return Ok(at),
            (ReturnValue::Scalar(e), Some(place)) => Op::Assign {
                place,
                value: self.copy_expr(copy, e),
            },
            (ReturnValue::Aggregate(src), Some(Place::Aggregate { addr, ty })) => Op::Copy {
                dst: addr,
                src: self.copy_expr(copy, src),
                len: self.size_constant(ty),
            },
            (ReturnValue::Scalar(e), None) if self.can_be_seen(e) => Op::Assign {
                place: Place::Slot(self.ignored(body, e, span)),
                value: self.copy_expr(copy, e),
            },
            _ => return Ok(at),
        };
        self.step(body, at, op, span)
    }

    /// Whether an execution shows that an expression was evaluated: it may fault, or read a value
    /// that is drawn when it is first read. Where the caller ignores such a result it is evaluated
    /// all the same, or a test of the automaton would not be one of the program.
    fn can_be_seen(&self, value: ExprId) -> bool {
        let mut work = vec![value];
        while let Some(e) = work.pop() {
            match self.source.exprs.get(e).kind {
                ExprKind::Load { .. } | ExprKind::Var(_) | ExprKind::Binary(..) => return true,
                _ => work.extend(self.source.exprs.children(e)),
            }
        }
        false
    }

    /// A variable for a result that nobody wants.
    fn ignored(&mut self, body: &mut Procedure, value: ExprId, span: Span) -> VarId {
        let ty = self.source.exprs.get(value).ty;
        let fresh = self.out.add_var(Var {
            name: "$ignored".to_owned(),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Local(self.host),
            storage: Storage::Slot,
            align: 1,
            volatile: false,
            linkage: crate::program::Linkage::Internal,
            read_only: false,
            span,
        });
        body.locals.push(fresh);
        fresh
    }

    /// Ends the callee's memory locals and goes on after the call.
    fn leave(
        &mut self,
        body: &mut Procedure,
        proc: &Procedure,
        copy: &Copy,
        mut at: LocId,
        to: LocId,
        span: Span,
    ) -> Result<(), InlineError> {
        for v in proc.params.iter().chain(&proc.locals) {
            if self.source.var(*v).storage == Storage::Memory {
                at = self.step(body, at, Op::Dead(copy.vars[v]), span)?;
            }
        }
        self.edge(body, at, to, Op::Skip, span)
    }

    pub(crate) fn edge(
        &mut self,
        body: &mut Procedure,
        from: LocId,
        to: LocId,
        op: Op,
        span: Span,
    ) -> Result<(), InlineError> {
        self.push(body, Edge { from, to, op, span })
    }

    pub(crate) fn step(
        &mut self,
        body: &mut Procedure,
        from: LocId,
        op: Op,
        span: Span,
    ) -> Result<LocId, InlineError> {
        let to = body.add_location_like(from);
        self.edge(body, from, to, op, span)?;
        Ok(to)
    }

    fn address_of(&mut self, var: VarId, ty: TypeId) -> ExprId {
        let pointer = self.out.types.pointer(ty);
        self.out.exprs.add(ExprKind::AddrOf(var), pointer)
    }

    fn size_constant(&mut self, ty: TypeId) -> ExprId {
        let size = self.out.size_of(ty).unwrap_or(0);
        let kind = self.out.target.size_type;
        let size_type = self.out.types.int(kind);
        self.out
            .exprs
            .add(ExprKind::Int(u128::from(size)), size_type)
    }

    fn copy_op(&mut self, copy: &mut Copy, op: &Op) -> Op {
        let mut e = |inliner: &mut Self, id: ExprId| inliner.copy_expr(copy, id);
        match op {
            Op::Skip | Op::Fail(_) | Op::Unsupported(_) => op.clone(),
            Op::Assign { place, value } => {
                let value = e(self, *value);
                Op::Assign {
                    place: self.copy_place(copy, *place),
                    value,
                }
            }
            Op::Assume { cond, taken } => Op::Assume {
                cond: e(self, *cond),
                taken: *taken,
            },
            Op::Call {
                callee,
                args,
                result,
            } => {
                let callee = match callee {
                    Callee::Direct(p) => Callee::Direct(*p),
                    Callee::Indirect(x) => Callee::Indirect(e(self, *x)),
                    Callee::Elsewhere(x) => Callee::Elsewhere(e(self, *x)),
                };
                let args = args.iter().map(|a| self.copy_arg(copy, *a)).collect();
                Op::Call {
                    callee,
                    args,
                    result: result.map(|p| self.copy_place(copy, p)),
                }
            }
            Op::Return(ReturnValue::None) => Op::Return(ReturnValue::None),
            Op::Return(ReturnValue::Scalar(x)) => Op::Return(ReturnValue::Scalar(e(self, *x))),
            Op::Return(ReturnValue::Aggregate(x)) => {
                Op::Return(ReturnValue::Aggregate(e(self, *x)))
            }
            Op::Havoc { place, input } => Op::Havoc {
                place: self.copy_place(copy, *place),
                input: input.clone(),
            },
            Op::Copy { dst, src, len } => Op::Copy {
                dst: e(self, *dst),
                src: e(self, *src),
                len: e(self, *len),
            },
            Op::Fill { dst, byte, len } => Op::Fill {
                dst: e(self, *dst),
                byte: e(self, *byte),
                len: e(self, *len),
            },
            Op::Declare(v) => Op::Declare(copy.vars.get(v).copied().unwrap_or(*v)),
            Op::Dead(v) => Op::Dead(copy.vars.get(v).copied().unwrap_or(*v)),
            Op::Builtin {
                builtin,
                args,
                result,
            } => {
                let args = args.iter().map(|a| e(self, *a)).collect();
                Op::Builtin {
                    builtin: *builtin,
                    args,
                    result: result.map(|p| self.copy_place(copy, p)),
                }
            }
        }
    }

    fn copy_arg(&mut self, copy: &mut Copy, arg: Arg) -> Arg {
        match arg {
            Arg::Scalar(x) => Arg::Scalar(self.copy_expr(copy, x)),
            Arg::Aggregate { addr, ty } => Arg::Aggregate {
                addr: self.copy_expr(copy, addr),
                ty,
            },
        }
    }

    fn copy_place(&mut self, copy: &mut Copy, place: Place) -> Place {
        match place {
            Place::Slot(v) => Place::Slot(copy.vars.get(&v).copied().unwrap_or(v)),
            Place::Mem { addr, access } => Place::Mem {
                addr: self.copy_expr(copy, addr),
                access,
            },
            Place::Aggregate { addr, ty } => Place::Aggregate {
                addr: self.copy_expr(copy, addr),
                ty,
            },
        }
    }

    /// Rebuilds an expression over the copy's variables, without recursion.
    fn copy_expr(&mut self, copy: &mut Copy, root: ExprId) -> ExprId {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if copy.exprs.contains_key(&id) {
                stack.pop();
                continue;
            }
            let open: Vec<ExprId> = self
                .source
                .exprs
                .children(id)
                .filter(|c| !copy.exprs.contains_key(c))
                .collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let fresh = self.copy_node(copy, id);
            copy.exprs.insert(id, fresh);
        }
        copy.exprs[&root]
    }

    /// Rebuilds one node whose operands are done; an unchanged one is shared.
    fn copy_node(&mut self, copy: &Copy, id: ExprId) -> ExprId {
        let expr = self.source.exprs.get(id);
        let e = |x: ExprId| copy.exprs[&x];
        let v = |x: VarId| copy.vars.get(&x).copied().unwrap_or(x);
        let kind = match expr.kind {
            k @ (ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Proc(_)) => k,
            ExprKind::Var(x) => ExprKind::Var(v(x)),
            ExprKind::AddrOf(x) => ExprKind::AddrOf(v(x)),
            ExprKind::Field {
                base,
                record,
                field,
            } => ExprKind::Field {
                base: e(base),
                record,
                field,
            },
            ExprKind::Index { base, index, scale } => ExprKind::Index {
                base: e(base),
                index: e(index),
                scale,
            },
            ExprKind::PtrDiff { a, b, scale } => ExprKind::PtrDiff {
                a: e(a),
                b: e(b),
                scale,
            },
            ExprKind::Load { addr, access } => ExprKind::Load {
                addr: e(addr),
                access,
            },
            ExprKind::Object { word, of } => ExprKind::Object { word, of: e(of) },
            ExprKind::Unary(op, a) => ExprKind::Unary(op, e(a)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, e(a), e(b)),
            ExprKind::Cast(a) => ExprKind::Cast(e(a)),
            ExprKind::Cond(a, b, c) => ExprKind::Cond(e(a), e(b), e(c)),
        };
        if kind == expr.kind {
            id
        } else {
            self.out.exprs.add(kind, expr.ty)
        }
    }
}

/// The parameters and locals of a procedure.
fn own(proc: &Procedure) -> impl Iterator<Item = VarId> {
    proc.params.iter().chain(&proc.locals).copied()
}

fn scalar(arg: &Arg) -> Option<ExprId> {
    match arg {
        Arg::Scalar(e) => Some(*e),
        Arg::Aggregate { .. } => None,
    }
}
