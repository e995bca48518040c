//! Jumps out of calls, spelt out: where calls are expanded into one automaton,
//! `longjmp` is an edge to behind the `setjmp` that it returns from.
//!
//! A variable for each environment says which `setjmp` saved it last, by number, and 0
//! before any did. A `longjmp` goes to behind that one; the memory of the invocations
//! that it leaves ends first. What is saved is forgotten when the procedure of the
//! `setjmp` is entered anew.
//!
//! **Invariant.** Only environments that nothing but `setjmp` and `longjmp` touches are
//! followed: globals whose address occurs nowhere else. Then what an environment holds
//! is what the last `setjmp` on it saved, and no other way to it exists. A `longjmp` to
//! an invocation that is not active, and whatever else is not followed, is an
//! [`Op::Unsupported`] edge or stays as it is, and so is never passed by a proof.

use crate::expr::{BinOp, ExprId, ExprKind};
use crate::inline::{InlineError, Inliner};
use crate::program::{
    Builtin, Callee, Edge, GlobalInit, InitValue, LocId, Op, Place, ProcId, Procedure, Program,
    Storage, VarId, VarScope,
};
use crate::reach::{operands, reachable_procs};
use crate::source::Span;
use crate::types::IntKind;
use hatha_defect::{Defect, is_on};
use std::collections::{BTreeMap, BTreeSet};

/// A `setjmp` in the automaton.
#[derive(Clone, Copy, Debug)]
struct Site {
    /// The copy of a procedure that it stands in.
    copy: u32,
    /// The environment.
    env: VarId,
    /// What it is called in the variable of the environment.
    number: u32,
    /// What takes its result.
    result: Option<Place>,
    /// Where it goes on.
    behind: LocId,
}

/// A `longjmp` in the automaton.
#[derive(Clone, Copy, Debug)]
struct Leave {
    copy: u32,
    env: VarId,
    value: ExprId,
    from: LocId,
    span: Span,
}

/// The jumps of an automaton.
#[derive(Debug, Default)]
pub(crate) struct Jumps {
    /// The variable of each environment that is followed.
    states: BTreeMap<VarId, VarId>,
    /// What a jump hands over.
    value: Option<VarId>,
    sites: Vec<Site>,
    leaves: Vec<Leave>,
    /// The numbers of the jumps that a copy resets, in the order of their edges.
    numbers: BTreeMap<u32, Vec<u32>>,
    next: u32,
}

/// The environment that an operation saves or uses, if it is one whose name is known.
fn environment(program: &Program, op: &Op) -> Option<VarId> {
    let Op::Builtin { builtin, args, .. } = op else {
        return None;
    };
    if !matches!(builtin, Builtin::SetJmp | Builtin::LongJmp) {
        return None;
    }
    let mut expr = *args.first()?;
    loop {
        match program.exprs.get(expr).kind {
            ExprKind::Cast(inner) => expr = inner,
            ExprKind::AddrOf(v) if program.var(v).scope == VarScope::Global => return Some(v),
            _ => return None,
        }
    }
}

/// The environments that nothing but `setjmp` and `longjmp` touches.
fn followed(program: &Program, entry: ProcId) -> BTreeSet<VarId> {
    let reached = reachable_procs(program, entry);
    // A call through a pointer that was not spelt out is not expanded, so a jump below it would find
    // nothing saved.
    let is_open = |e: &Edge| {
        matches!(
            e.op,
            Op::Call {
                callee: Callee::Indirect(_),
                ..
            }
        )
    };
    if reached
        .iter()
        .any(|&p| program.proc(p).edges.iter().any(is_open))
    {
        return BTreeSet::new();
    }
    let foreign = reached.iter().any(|&p| !program.proc(p).defined);
    let edges = || program.procs.iter().flat_map(|p| &p.edges);
    let mut found: BTreeSet<VarId> = edges()
        .filter_map(|e| environment(program, &e.op))
        .collect();
    found.retain(|&v| !(foreign && program.var(v).is_assigned_outside()));
    let mut seen: BTreeSet<ExprId> = BTreeSet::new();
    let mut work: Vec<ExprId> = Vec::new();
    for edge in edges() {
        let own = usize::from(environment(program, &edge.op).is_some());
        work.extend(operands(&edge.op).into_iter().skip(own));
    }
    for (_, init) in &program.globals {
        if let GlobalInit::Defined(items) = init {
            work.extend(items.iter().filter_map(|i| match i.value {
                InitValue::Scalar(_, expr) => Some(expr),
                InitValue::Bytes(_) => None,
            }));
        }
    }
    while let Some(expr) = work.pop() {
        if seen.insert(expr) {
            if let ExprKind::AddrOf(v) | ExprKind::Var(v) = program.exprs.get(expr).kind {
                found.remove(&v);
            }
            work.extend(program.exprs.children(expr));
        }
    }
    found
}

impl Inliner<'_> {
    /// Follows the jumps below an entry, where all calls are expanded.
    pub(crate) fn follow_jumps(&mut self, program: &Program, entry: ProcId) {
        for env in followed(program, entry) {
            let state = self.ghost("jump", IntKind::UInt);
            self.jumps.states.insert(env, state);
        }
        if !self.jumps.states.is_empty() {
            self.jumps.value = Some(self.ghost("jumped", IntKind::Int));
        }
    }

    fn ghost(&mut self, word: &str, kind: IntKind) -> VarId {
        let ty = self.out.types.int(kind);
        self.out.add_hidden_global(word, ty, Span::NONE)
    }

    /// Numbers the jumps of the procedure that the automaton is made of. It is entered once, so
    /// there is nothing to forget.
    pub(crate) fn number_jumps(&mut self, proc: &Procedure) {
        let count = proc.edges.iter().filter(|e| self.saves(&e.op).is_some());
        for _ in 0..count.count() {
            self.jumps.next += 1;
            let numbers = self.jumps.numbers.entry(self.current).or_default();
            numbers.push(self.jumps.next);
        }
    }

    /// Numbers the jumps of a copy that is entered at a location, and forgets what an earlier
    /// invocation of it saved; gives the location after that.
    pub(crate) fn reset_jumps(
        &mut self,
        body: &mut Procedure,
        proc: &Procedure,
        mut at: LocId,
        span: Span,
    ) -> Result<LocId, InlineError> {
        for edge in &proc.edges {
            let Some(env) = self.saves(&edge.op) else {
                continue;
            };
            self.jumps.next += 1;
            let (number, state) = (self.jumps.next, self.jumps.states[&env]);
            let numbers = self.jumps.numbers.entry(self.current).or_default();
            numbers.push(number);
            let (own, kept) = (self.is_saved_by(state, number), self.read_ghost(state));
            let nothing = self.number(0, IntKind::UInt);
            let ty = self.out.var(state).ty;
            let value = self.out.exprs.add(ExprKind::Cond(own, nothing, kept), ty);
            at = self.set_ghost(body, at, state, value, span)?;
        }
        Ok(at)
    }

    /// The environment that an operation of the source saves.
    fn saves(&self, op: &Op) -> Option<VarId> {
        let is_set = matches!(op, Op::Builtin { builtin, .. } if *builtin == Builtin::SetJmp);
        let env = environment(&self.out, op).filter(|_| is_set)?;
        self.jumps.states.contains_key(&env).then_some(env)
    }

    /// Places a jump, if it is followed; whether it is.
    pub(crate) fn place_jump(
        &mut self,
        body: &mut Procedure,
        edge: &Edge,
    ) -> Result<bool, InlineError> {
        let env = environment(&self.out, &edge.op);
        let Some(env) = env.filter(|v| self.jumps.states.contains_key(v)) else {
            return Ok(false);
        };
        let Op::Builtin {
            builtin,
            args,
            result,
        } = &edge.op
        else {
            return Ok(false);
        };
        if *builtin == Builtin::SetJmp {
            self.place_set(body, edge, env, *result)?;
            return Ok(true);
        }
        let Some(&value) = args.get(1) else {
            return Ok(false);
        };
        self.jumps.leaves.push(Leave {
            copy: self.current,
            env,
            value,
            from: edge.from,
            span: edge.span,
        });
        Ok(true)
    }

    fn place_set(
        &mut self,
        body: &mut Procedure,
        edge: &Edge,
        env: VarId,
        result: Option<Place>,
    ) -> Result<(), InlineError> {
        let numbers = self.jumps.numbers.entry(self.current).or_default();
        // The edges of a copy are placed in the order in which they were numbered.
        let number = numbers.remove(0);
        let saved = self.number(number.into(), IntKind::UInt);
        let state = self.jumps.states[&env];
        let at = self.set_ghost(body, edge.from, state, saved, edge.span)?;
        self.jumps.sites.push(Site {
            copy: self.current,
            env,
            number,
            result,
            behind: edge.to,
        });
        let zero = self.number(0, IntKind::Int);
        self.give(body, at, result, zero, edge.to, edge.span)
    }

    /// Adds the edges of the jumps that were placed.
    pub(crate) fn connect_jumps(&mut self, body: &mut Procedure) -> Result<(), InlineError> {
        let (leaves, sites) = (
            std::mem::take(&mut self.jumps.leaves),
            std::mem::take(&mut self.jumps.sites),
        );
        for leave in leaves {
            let mut at = leave.from;
            for site in sites.iter().filter(|s| s.env == leave.env) {
                let Some(left) = self.left(leave.copy, site.copy) else {
                    continue;
                };
                at = self.connect(body, at, &leave, site, &left)?;
            }
            let why = "`longjmp` to an invocation that is not known to be active".to_owned();
            self.step(body, at, Op::Unsupported(why), leave.span)?;
        }
        Ok(())
    }

    /// The copies that are left on the way from one up to another that is active there.
    fn left(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        let mut left = Vec::new();
        let mut at = from;
        while at != to {
            left.push(at);
            at = self.copies[at as usize].caller?.0;
        }
        Some(left)
    }

    /// One jump to one place; gives the location where it is known that it does not go there.
    fn connect(
        &mut self,
        body: &mut Procedure,
        at: LocId,
        leave: &Leave,
        site: &Site,
        left: &[u32],
    ) -> Result<LocId, InlineError> {
        let span = leave.span;
        let cond = self.is_saved_by(self.jumps.states[&site.env], site.number);
        let assume = |taken| Op::Assume { cond, taken };
        let mut here = self.step(body, at, assume(true), span)?;
        let other = self.step(body, at, assume(false), span)?;
        // The value is computed before the invocations that it may speak of end.
        let Some(keeper) = self.jumps.value else {
            return Ok(other);
        };
        let value = self.never_zero(leave.value);
        here = self.set_ghost(body, here, keeper, value, span)?;
        for &copy in left {
            for var in self.copies[copy as usize].vars.clone() {
                if self.out.var(var).storage == Storage::Memory {
                    here = self.step(body, here, Op::Dead(var), span)?;
                }
            }
        }
        let value = self.read_ghost(keeper);
        self.give(body, here, site.result, value, site.behind, span)?;
        Ok(other)
    }

    /// Hands a value to whoever wants it and goes on.
    fn give(
        &mut self,
        body: &mut Procedure,
        at: LocId,
        result: Option<Place>,
        value: ExprId,
        to: LocId,
        span: Span,
    ) -> Result<(), InlineError> {
        let op = match result {
            Some(place) => Op::Assign { place, value },
            None => Op::Skip,
        };
        self.edge(body, at, to, op, span)
    }

    /// `longjmp(env, 0)` makes `setjmp` return 1.
    fn never_zero(&mut self, value: ExprId) -> ExprId {
        let int = self.out.types.int(IntKind::Int);
        let (zero, one) = (self.number(0, IntKind::Int), self.number(1, IntKind::Int));
        let is_zero = ExprKind::Binary(BinOp::Eq, value, zero);
        let is_zero = self.out.exprs.add(is_zero, int);
        if is_on(Defect::JumpHandsZero) {
            return zero;
        }
        self.out.exprs.add(ExprKind::Cond(is_zero, one, value), int)
    }

    fn is_saved_by(&mut self, state: VarId, number: u32) -> ExprId {
        let int = self.out.types.int(IntKind::Int);
        let (now, number) = (
            self.read_ghost(state),
            self.number(number.into(), IntKind::UInt),
        );
        let same = ExprKind::Binary(BinOp::Eq, now, number);
        self.out.exprs.add(same, int)
    }

    fn read_ghost(&mut self, ghost: VarId) -> ExprId {
        let ty = self.out.var(ghost).ty;
        self.out.exprs.add(ExprKind::Var(ghost), ty)
    }

    fn number(&mut self, value: u128, kind: IntKind) -> ExprId {
        let ty = self.out.types.int(kind);
        self.out.exprs.add(ExprKind::Int(value), ty)
    }

    fn set_ghost(
        &mut self,
        body: &mut Procedure,
        at: LocId,
        ghost: VarId,
        value: ExprId,
        span: Span,
    ) -> Result<LocId, InlineError> {
        let place = Place::Slot(ghost);
        self.step(body, at, Op::Assign { place, value }, span)
    }
}
