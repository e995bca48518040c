//! One automaton from many: recursive procedures, and others that are asked for,
//! stand in it once, the rest is inlined.
//!
//! A *component* is a procedure that stays. In it, *frozen* variables keep what its
//! parameters and the globals were when it was entered, and every return goes through
//! one location, its exit, where a variable holds the result. So what holds at the
//! exit is a relation between the state at the call and the state after it: a
//! summary.
//!
//! **Invariant.** Each component of the joined automaton is a copy of the procedure
//! of the same program that a call of it runs, location by location and edge by
//! edge, over the same variables; the return itself is left out. Frozen variables
//! are written before anything else happens and never again.

use crate::effect::{Effect, Foreign, called, effects};
use crate::expr::{ExprId, ExprKind};
use crate::indirect::resolve;
use crate::inline::{Copied, InlineError, Inliner};
use crate::output::Silence;
use crate::program::{
    Arg, Callee, Edge, EdgeId, GlobalInit, LocId, Location, Op, Origin, Place, ProcId, Procedure,
    Program, ReturnValue, Storage, Var, VarId, VarScope,
};
use crate::reach::{reachable_procs, taken_procs};
use crate::types::{IntKind, Type};
use hatha_defect::{Defect, is_on};
use std::collections::{BTreeMap, BTreeSet};

/// What a frozen variable keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frozen {
    /// The argument at a position.
    Param(u32),
    /// What a global was.
    Global(VarId),
}

/// A procedure that stands in the joined automaton.
#[derive(Clone, Debug)]
pub struct Component {
    /// The procedure.
    pub proc: ProcId,
    /// Its first location in the joined automaton, and how many there are.
    pub first: u32,
    /// How many locations it has.
    pub count: u32,
    /// Its first edge in the joined automaton.
    pub first_edge: u32,
    /// Where it starts.
    pub entry: LocId,
    /// Where it returns.
    pub exit: LocId,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// All variables of one invocation, parameters and frozen ones among them.
    pub locals: Vec<VarId>,
    /// The frozen variables.
    pub frozen: Vec<(VarId, Frozen)>,
    /// What holds the result at the exit.
    pub result: Option<VarId>,
    /// Slots of the program that a call of it may change.
    pub changed: Vec<VarId>,
    /// Whether a call of it may change memory.
    pub memory: bool,
}

/// Which procedures stay besides the recursive ones.
#[derive(Clone, Copy, Debug)]
pub enum Keep<'a> {
    /// None.
    Recursive,
    /// All that a summary over slots can describe.
    Plain,
    /// All that take and give scalars, whatever they do to memory.
    Scalar,
    /// These.
    These(&'a [ProcId]),
}

/// Which calls are not replaced by copies of what they call.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// The procedures that stand in the automaton once.
    pub components: Keep<'a>,
    /// Those that are not looked into: a call of one is its effect.
    pub opaque: &'a [ProcId],
    /// Whether functions without a body change what they can see.
    pub havoc: bool,
}

impl<'a> From<Keep<'a>> for Kept<'a> {
    fn from(components: Keep<'a>) -> Self {
        Kept {
            components,
            opaque: &[],
            havoc: true,
        }
    }
}

/// A procedure that is not looked into.
#[derive(Clone, Debug)]
pub struct Opaque {
    /// The procedure.
    pub proc: ProcId,
    /// Slots of the program that a call of it may change.
    pub changed: Vec<VarId>,
    /// Whether a call of it may change memory.
    pub memory: bool,
}

impl From<(ProcId, Effect)> for Opaque {
    fn from((proc, mut effect): (ProcId, Effect)) -> Self {
        if is_on(Defect::OpaqueForgetsEffect) {
            effect = Effect::default();
        }
        Opaque {
            proc,
            changed: effect.slots.into_iter().collect(),
            memory: effect.memory,
        }
    }
}

/// A program whose entry calls nothing but components and procedures that are not looked into.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The program. The entry's automaton has the components in it.
    pub program: Program,
    /// Where it starts.
    pub entry: ProcId,
    /// The procedures that stay.
    pub components: Vec<Component>,
    /// The procedures that are not looked into, by their ids.
    pub opaque: Vec<Opaque>,
    /// The calls that stay because they only print.
    pub silence: Silence,
    /// The global that says which call is being made, if components are asked.
    pub site: Option<VarId>,
    /// The components that are not recursive.
    pub asked: Vec<ProcId>,
    /// The copies of procedures that the automaton consists of; the entry is the first.
    pub copies: Vec<Copied>,
    /// The entry and the components as they were before.
    pub originals: BTreeMap<ProcId, Procedure>,
}

impl Joined {
    /// Whether a call that stays only prints.
    pub fn is_silent(&self, callee: ProcId, args: &[Arg]) -> bool {
        self.silence.covers(&self.program, callee, args)
    }

    /// The component of a procedure.
    pub fn component(&self, proc: ProcId) -> Option<&Component> {
        self.components.iter().find(|c| c.proc == proc)
    }

    /// What an operation calls, if that is not looked into.
    pub fn opaque_call(&self, op: &Op) -> Option<&Opaque> {
        let Op::Call {
            callee: Callee::Direct(proc),
            args,
            ..
        } = op
        else {
            return None;
        };
        let found = self.opaque.binary_search_by_key(proc, |o| o.proc).ok();
        found
            .filter(|_| !self.is_silent(*proc, args))
            .map(|i| &self.opaque[i])
    }
}

/// Joins what is below `entry`, up to `limit` edges.
/// `faults` says whether a fault inside a call that prints would matter.
pub fn join<'k>(
    program: &Program,
    entry: ProcId,
    faults: bool,
    keep: impl Into<Kept<'k>>,
    limit: usize,
) -> Result<Joined, InlineError> {
    let keep = keep.into();
    let opaque: BTreeSet<ProcId> = keep.opaque.iter().copied().collect();
    let known = effects_of(program, entry, (faults, keep.havoc), &opaque);
    let resolved = resolve(program, entry);
    let program = resolved.as_ref().unwrap_or(program);
    let silence = Silence::of(program, faults);
    let calls = call_graph(program, entry, silence, &opaque);
    let recursive = recursive(&calls);
    let mut asked = wanted(program, entry, keep.components, (silence, &calls));
    asked.retain(|p| !recursive.contains(p) && calls.contains_key(p));
    let kept: BTreeSet<ProcId> = recursive.union(&asked).copied().collect();
    let wrapped;
    let (program, entry) = if kept.contains(&entry) {
        wrapped = wrap(program, entry);
        (&wrapped.0, wrapped.1)
    } else {
        (program, entry)
    };
    let mut inliner = Inliner::new(program, entry, silence, limit);
    inliner.kept.clone_from(&kept);
    inliner.opaque.clone_from(&opaque);
    inliner.site = (!asked.is_empty()).then(|| site(&mut inliner.out, entry));
    if kept.is_empty() {
        inliner.follow_jumps(program, entry);
    }
    let main = inliner.expand(entry)?;
    let mut bodies = Vec::new();
    for &proc in &kept {
        let from = inliner.copies.len();
        bodies.push((proc, inliner.expand(proc)?, from));
    }
    let site = inliner.site;
    let originals = kept.iter().chain([&entry]);
    let originals = originals.map(|&p| (p, program.proc(p).clone())).collect();
    let copies = inliner.copies;
    let mut program = inliner.out;
    let effects = component_effects(&program, silence, &bodies, (known.clone(), site));
    let mut joined = Joined {
        opaque: known.into_iter().map(Opaque::from).collect(),
        entry,
        silence,
        site,
        asked: asked.into_iter().collect(),
        copies,
        originals,
        components: Vec::new(),
        program: {
            program.procs[entry] = main;
            program
        },
    };
    for (proc, body, from) in bodies {
        let moved = joined.program.proc(entry).locations.len() as u32;
        joined.move_copies(from, moved);
        joined.add(proc, body, effects.get(&proc).cloned().unwrap_or_default())?;
    }
    let size = joined.program.proc(entry).edges.len();
    if size > limit {
        return Err(InlineError::TooLarge(limit));
    }
    Ok(joined)
}

/// The procedures that are to be components beside the recursive ones.
fn wanted(
    program: &Program,
    entry: ProcId,
    keep: Keep<'_>,
    (silence, calls): (Silence, &BTreeMap<ProcId, BTreeSet<ProcId>>),
) -> BTreeSet<ProcId> {
    match keep {
        Keep::Recursive => BTreeSet::new(),
        Keep::Plain => plain(program, entry, silence),
        Keep::Scalar => scalar(program, entry, calls),
        Keep::These(procs) => procs.iter().copied().collect(),
    }
}

/// What the bodies of components may change; also which call is being made, if a global says so.
fn component_effects(
    program: &Program,
    silence: Silence,
    bodies: &[(ProcId, Procedure, usize)],
    (known, site): (BTreeMap<ProcId, Effect>, Option<VarId>),
) -> BTreeMap<ProcId, Effect> {
    let bodies = bodies.iter().map(|(p, b, _)| (*p, b));
    let direct = (&BTreeSet::new(), Foreign::All);
    let mut effects = effects(program, silence, direct, bodies, known);
    for effect in effects.values_mut() {
        effect.slots.extend(site);
    }
    effects
}

/// A global that says which call is being made: with it, what holds at the exit of a component
/// may depend on who called.
fn site(program: &mut Program, entry: ProcId) -> VarId {
    let ty = program.types.int(IntKind::UInt);
    let span = program.proc(entry).span;
    program.add_hidden_global("site", ty, span)
}

/// The procedures below the entry with what they call, not looking into some.
fn call_graph(
    program: &Program,
    entry: ProcId,
    silence: Silence,
    opaque: &BTreeSet<ProcId>,
) -> BTreeMap<ProcId, BTreeSet<ProcId>> {
    let mut calls: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
    let mut work = vec![entry];
    while let Some(p) = work.pop() {
        if calls.contains_key(&p) {
            continue;
        }
        let mut called = called(program, program.proc(p), silence, &BTreeSet::new());
        called.retain(|q| !opaque.contains(q));
        work.extend(&called);
        calls.insert(p, called);
    }
    calls
}

/// The procedures that may call themselves, directly or through others.
fn recursive(calls: &BTreeMap<ProcId, BTreeSet<ProcId>>) -> BTreeSet<ProcId> {
    let reaches_itself = |p: &&ProcId| {
        let mut seen = BTreeSet::new();
        let mut work: Vec<ProcId> = calls[p].iter().copied().collect();
        while let Some(q) = work.pop() {
            if seen.insert(q) {
                work.extend(&calls[&q]);
            }
        }
        seen.contains(p)
    };
    calls.keys().filter(reaches_itself).copied().collect()
}

/// The effects of some procedures of the program, calls through pointers included.
fn effects_of(
    program: &Program,
    entry: ProcId,
    (faults, havoc): (bool, bool),
    procs: &BTreeSet<ProcId>,
) -> BTreeMap<ProcId, Effect> {
    if procs.is_empty() {
        return BTreeMap::new();
    }
    let silence = Silence::of(program, faults);
    let taken = taken_procs(program, &reachable_procs(program, entry));
    let defined = program.procs().filter(|(_, p)| p.defined);
    let foreign = match havoc {
        true => Foreign::Visible,
        false => Foreign::Nothing,
    };
    let mut all = effects(
        program,
        silence,
        (&taken, foreign),
        defined,
        BTreeMap::new(),
    );
    all.retain(|p, _| procs.contains(p));
    all
}

/// A program that starts with a call of a recursive procedure.
fn wrap(program: &Program, inner: ProcId) -> (Program, ProcId) {
    let mut program = program.clone();
    let entry = program.procs.next_key();
    let original = program.proc(inner).clone();
    let mut params = Vec::new();
    let mut args = Vec::new();
    for (i, &p) in original.params.iter().enumerate() {
        let var = Var {
            scope: VarScope::Param(entry, i as u32),
            ..program.var(p).clone()
        };
        let fresh = program.add_var(var);
        params.push(fresh);
        args.push(program.parameter_as_argument(fresh));
    }
    let place = |span| Location {
        stmt: crate::program::StmtId(0),
        span,
        label: None,
        loop_head: false,
    };
    let call = Op::Call {
        callee: Callee::Direct(inner),
        args,
        result: None,
    };
    let edge = |from, to, op| Edge {
        from: LocId(from),
        to: LocId(to),
        op,
        span: original.span,
    };
    program.procs.push(Procedure {
        params,
        locals: Vec::new(),
        locations: vec![place(original.span); 3].into(),
        edges: vec![edge(0, 1, call), edge(1, 2, Op::Return(ReturnValue::None))].into(),
        out: vec![vec![EdgeId(0)], vec![EdgeId(1)], Vec::new()].into(),
        entry: LocId(0),
        exit: LocId(2),
        predicates: Vec::new(),
        view: crate::program::UserView::default(),
        ..original
    });
    (program, entry)
}

/// The procedures below the entry of which a summary over slots can say all that they do: they
/// and what they call change no memory, and take and give scalars.
fn plain(program: &Program, entry: ProcId, silence: Silence) -> BTreeSet<ProcId> {
    let reached = reachable_procs(program, entry);
    let defined = |p: &&ProcId| program.proc(**p).defined;
    let bodies = reached
        .iter()
        .filter(defined)
        .map(|&p| (p, program.proc(p)));
    let effects = effects(
        program,
        silence,
        (&BTreeSet::new(), Foreign::All),
        bodies,
        BTreeMap::new(),
    );
    let fits = |&p: &ProcId| p != entry && has_plain_interface(program, program.proc(p));
    let quiet = effects.iter().filter(|(_, e)| !e.memory);
    quiet.map(|(&p, _)| p).filter(fits).collect()
}

/// The procedures that take and give scalars, of those that are called.
fn scalar(
    program: &Program,
    entry: ProcId,
    calls: &BTreeMap<ProcId, BTreeSet<ProcId>>,
) -> BTreeSet<ProcId> {
    let below = calls.keys().copied().filter(|p| *p != entry);
    let fits = |p: &ProcId| has_plain_interface(program, program.proc(*p));
    below.filter(fits).collect()
}

fn has_plain_interface(program: &Program, proc: &Procedure) -> bool {
    let Type::Function(ty) = program.types.get(proc.ty) else {
        return false;
    };
    let is_void = *program.types.get(ty.ret) == Type::Void;
    let gives = |e: &Edge| match e.op {
        Op::Return(ReturnValue::None) => is_void,
        Op::Return(ReturnValue::Scalar(_)) => !is_void,
        Op::Return(ReturnValue::Aggregate(_)) => false,
        _ => true,
    };
    let is_slot = |v: &VarId| program.var(*v).storage == Storage::Slot;
    !ty.variadic && proc.params.iter().all(is_slot) && proc.edges.iter().all(gives)
}

impl Joined {
    /// Moves the copies of a body to where the body begins; those from the next one on are moved
    /// in their turn.
    fn move_copies(&mut self, from: usize, first: u32) {
        let next = |c: &Copied| c.caller.is_none();
        let end = self.copies[from + 1..].iter().position(next);
        let end = end.map_or(self.copies.len(), |n| from + 1 + n);
        for copy in &mut self.copies[from..end] {
            copy.first += first;
        }
    }

    /// Makes a body a component, and the procedure that calls of it run.
    fn add(
        &mut self,
        proc: ProcId,
        mut body: Procedure,
        effect: Effect,
    ) -> Result<(), InlineError> {
        let result = self.one_exit(proc, &mut body)?;
        let frozen = self.freeze(proc, &mut body, &effect.slots);
        let main = &mut self.program.procs[self.entry];
        let (first, first_edge) = (main.locations.len() as u32, main.edges.len() as u32);
        let moved = |l: LocId| LocId(l.0 + first);
        main.locations.extend(body.locations.iter().cloned());
        main.out.resize(main.locations.len(), Vec::new());
        // The last edge is the return.
        let last = EdgeId::from(body.edges.len() - 1);
        for edge in &body.edges[..last] {
            let is_side = matches!(edge.op, Op::Assume { taken: true, .. });
            if is_on(Defect::JoinDropsEdge) && is_side {
                continue;
            }
            let (from, to) = (moved(edge.from), moved(edge.to));
            main.add_edge(Edge {
                from,
                to,
                ..edge.clone()
            });
        }
        let predicates = body.predicates.iter().map(|&(l, e)| (moved(l), e));
        main.predicates.extend(predicates);
        let params = body.params.clone();
        self.components.push(Component {
            proc,
            first,
            count: body.locations.len() as u32,
            first_edge,
            entry: moved(body.entry),
            exit: moved(body.edge(last).from),
            locals: params.iter().chain(&body.locals).copied().collect(),
            params,
            frozen,
            result,
            changed: match is_on(Defect::JoinForgetsEffect) {
                true => Vec::new(),
                false => effect.slots.into_iter().collect(),
            },
            memory: effect.memory,
        });
        self.program.procs[proc] = body;
        Ok(())
    }

    fn local(&mut self, proc: ProcId, body: &mut Procedure, name: &str, like: VarId) -> VarId {
        let var = Var {
            name: name.to_owned(),
            scope: VarScope::Local(proc),
            storage: Storage::Slot,
            linkage: crate::program::Linkage::Internal,
            volatile: false,
            read_only: false,
            ..self.program.var(like).clone()
        };
        let fresh = self.program.add_var(var);
        body.locals.push(fresh);
        fresh
    }

    /// Leads all returns through one location; gives the variable that holds the result there.
    fn one_exit(
        &mut self,
        proc: ProcId,
        body: &mut Procedure,
    ) -> Result<Option<VarId>, InlineError> {
        let ret = match self.program.types.get(body.ty) {
            Type::Function(f) => f.ret,
            _ => return Err(InlineError::Recursive(body.name.clone())),
        };
        let is_memory = |&v: &VarId| self.program.var(v).storage == Storage::Memory;
        if body.params.iter().any(is_memory) {
            return Err(InlineError::Recursive(body.name.clone()));
        }
        let is_void = *self.program.types.get(ret) == Type::Void;
        if !is_void && self.program.scalar(ret).is_none() {
            return Err(InlineError::Recursive(body.name.clone()));
        }
        let result = (!is_void).then(|| {
            let var = Var {
                name: "$result".to_owned(),
                origin: Origin::Declared,
                ty: ret,
                scope: VarScope::Local(proc),
                storage: Storage::Slot,
                align: 1,
                volatile: false,
                linkage: crate::program::Linkage::Internal,
                read_only: false,
                span: body.span,
            };
            let fresh = self.program.add_var(var);
            body.locals.push(fresh);
            fresh
        });
        let place = body.location(body.exit).clone();
        let exit = body.add_location(place);
        for edge in &mut body.edges {
            let Op::Return(value) = edge.op else {
                continue;
            };
            edge.to = exit;
            edge.op = match (value, result) {
                (ReturnValue::Scalar(value), Some(result)) => Op::Assign {
                    place: Place::Slot(result),
                    value,
                },
                (ReturnValue::None, None) => Op::Skip,
                // A result that nobody has set, or that nobody wants.
                _ => return Err(InlineError::Recursive(body.name.clone())),
            };
        }
        let value = match result {
            Some(r) => ReturnValue::Scalar(self.program.exprs.add(ExprKind::Var(r), ret)),
            None => ReturnValue::None,
        };
        body.add_edge(Edge {
            from: exit,
            to: body.exit,
            op: Op::Return(value),
            span: body.span,
        });
        Ok(result)
    }

    /// Whether a global always has a value of its own: reading one that is arbitrary would take an
    /// input that the program itself takes later, or never.
    fn has_value(&self, global: VarId) -> bool {
        let mut edges = self.program.procs.iter().flat_map(|p| &p.edges);
        let is_foreign = |e: &Edge| match &e.op {
            Op::Call { callee, .. } => match callee {
                Callee::Direct(p) => !self.program.proc(*p).defined,
                Callee::Indirect(_) => self.takes_foreign(),
                Callee::Elsewhere(_) => true,
            },
            _ => false,
        };
        let mut globals = self.program.globals.iter();
        let defined =
            globals.any(|(v, init)| *v == global && matches!(init, GlobalInit::Defined(_)));
        let hidden = !self.program.var(global).is_assigned_outside();
        defined && (hidden || !edges.any(is_foreign))
    }

    /// Whether the address of a procedure without a body is taken.
    fn takes_foreign(&self) -> bool {
        let exprs = &self.program.exprs;
        let mut kinds = (0..exprs.len() as u32).map(|e| exprs.get(ExprId(e)).kind);
        kinds.any(|k| matches!(k, ExprKind::Proc(p) if !self.program.proc(p).defined))
    }

    /// Puts assignments to frozen variables before the first edge.
    fn freeze(
        &mut self,
        proc: ProcId,
        body: &mut Procedure,
        changed: &BTreeSet<VarId>,
    ) -> Vec<(VarId, Frozen)> {
        let mut frozen = Vec::new();
        let params: Vec<(VarId, Frozen)> = (0..)
            .zip(&body.params)
            .map(|(i, &p)| (p, Frozen::Param(i)))
            .collect();
        let steady = changed.iter().filter(|&&g| self.has_value(g));
        let globals = steady.map(|&g| (g, Frozen::Global(g)));
        let kept: Vec<(VarId, Frozen)> = params.into_iter().chain(globals).collect();
        let mut chain: Vec<Op> = Vec::new();
        for (v, what) in kept {
            if self.program.var(v).storage != Storage::Slot {
                continue;
            }
            let name = format!("{}@entry", self.program.var(v).name);
            let keeper = self.local(proc, body, &name, v);
            let kept = match is_on(Defect::JoinFreezesZero) {
                true => ExprKind::Int(0),
                false => ExprKind::Var(v),
            };
            let value: ExprId = self.program.exprs.add(kept, self.program.var(v).ty);
            chain.push(Op::Assign {
                place: Place::Slot(keeper),
                value,
            });
            frozen.push((keeper, what));
        }
        prepend(body, chain);
        frozen
    }
}

/// A chain of edges that ends at the old entry. The last edge of the body stays the last.
fn prepend(body: &mut Procedure, ops: Vec<Op>) {
    let Some(last) = body.edges.pop() else {
        return;
    };
    let mut to = body.entry;
    for op in ops.into_iter().rev() {
        let from = body.add_location_like(to);
        body.add_edge(Edge {
            from,
            to,
            op,
            span: body.span,
        });
        to = from;
    }
    body.entry = to;
    // Its number is now another one.
    body.out[last.from].clear();
    body.add_edge(last);
}
