//! The automaton that a proof is about does all that the program does.
//!
//! Calls are expanded, calls through pointers spelt out and procedures joined by passes of
//! `hatha-cfa` that the engines use as well. A proof about what they made says nothing of the
//! program unless the automaton simulates it, which is established here with nothing of their code:
//! program and automaton are walked side by side, and every edge of the program must have its
//! counterpart.
//!
//! **Soundness.** A *frame* stands for an invocation: a procedure, and a variable of the automaton
//! for each of its own, which no other frame has. A state of the program is matched by one of the
//! automaton if its invocations have frames, control stands at the paired location, and the
//! variables have the same values. Each pair of locations that is reached is looked at: from it,
//! every edge of the program is an edge of the automaton with the same operation over the frame's
//! variables, or a call that enters a frame with its arguments and comes back with its result, and
//! leads to a pair again. So every execution of the program is one of the automaton, by induction
//! over its length. Edges that the automaton has besides only add executions. Jumps out of calls
//! are the exception: where they are spelt out, the pass is trusted.

mod effect;
mod same;
mod target;
mod tidy;

use crate::check::Refusal;
use crate::opaque::Effects;
use crate::stack_block::is_ended;
use hatha_cfa::join::{Component, Frozen, Joined};
use hatha_cfa::{
    Arg, BinOp, Builtin, Callee, Edge, EdgeId, ExprId, ExprKind, LocId, Op, Place, ProcId,
    Procedure, Program, ReturnValue, Storage, VarId, VarScope,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
pub(crate) use target::{Exposed, may_lead_to};
use tidy::is_tidy;

/// An invocation in the automaton.
struct Frame {
    proc: ProcId,
    /// Its variables: parameters and locals of the procedure in the automaton. Empty if they are
    /// the procedure's own.
    vars: FxHashMap<VarId, VarId>,
    /// Where it returns to; `None` for the entry and for components.
    back: Option<Back>,
    /// The component that it belongs to, by its position.
    component: Option<usize>,
    /// Where the automaton says that its locations begin.
    first: u32,
    /// Pairs of expressions that have been compared.
    same: FxHashSet<(ExprId, ExprId)>,
}

/// Where an expanded call returns to.
#[derive(Clone, PartialEq, Eq)]
struct Back {
    caller: usize,
    /// Where the caller goes on, in the program and in the automaton.
    to: (LocId, LocId),
    result: Option<Place>,
}

/// A call of the program.
#[derive(Clone, Copy)]
struct Call<'c> {
    args: &'c [Arg],
    result: Option<Place>,
    to: LocId,
}

struct Simulation<'a> {
    source: &'a Program,
    joined: &'a Joined,
    /// The automaton.
    body: &'a Procedure,
    frames: Vec<Frame>,
    /// The frame whose first location is this.
    begun: FxHashMap<LocId, usize>,
    seen: FxHashSet<(usize, LocId, LocId)>,
    work: Vec<(usize, LocId, LocId)>,
    /// The edges of the automaton that are counterparts of edges out of the pair of locations that
    /// is looked at.
    followed: FxHashSet<EdgeId>,
    /// Variables that belong to somebody.
    taken: FxHashSet<VarId>,
    /// Procedures whose slots are all written before they are read.
    tidy: BTreeSet<ProcId>,
    /// Whether a procedure that returns allocates blocks on the stack that no edge ends.
    passing_blocks: bool,
    /// The functions of the program whose address somebody may have.
    exposed: &'a Exposed<'a>,
    /// The effects of procedures that are not looked into.
    opaque: &'a Effects,
}

fn refused(what: &str) -> Refusal {
    Refusal::NotModelled(format!("the automaton does not follow the program: {what}"))
}

type Checked<T = ()> = Result<T, Refusal>;

/// Demands that the joined automaton does all that the program does from an entry. Gives whether
/// a procedure that returns allocates blocks on the stack that end with it, which no edge says.
pub(crate) fn check(
    source: &Program,
    entry: ProcId,
    joined: &Joined,
    exposed: &Exposed<'_>,
    opaque: &Effects,
) -> Checked<bool> {
    let mut simulation = Simulation {
        source,
        joined,
        body: joined.program.proc(joined.entry),
        frames: Vec::new(),
        begun: FxHashMap::default(),
        seen: FxHashSet::default(),
        work: Vec::new(),
        followed: FxHashSet::default(),
        taken: FxHashSet::default(),
        tidy: BTreeSet::new(),
        passing_blocks: false,
        exposed,
        opaque,
    };
    simulation.check_names()?;
    simulation.start(entry)?;
    for component in &joined.components {
        let keepers = component.frozen.iter().map(|f| f.0);
        simulation.taken.extend(keepers.chain(component.result));
    }
    for (i, component) in joined.components.iter().enumerate() {
        simulation.begin_component(i, component)?;
        simulation.check_effect(component)?;
    }
    while let Some((frame, at, here)) = simulation.work.pop() {
        simulation.leave(frame, at, here)?;
    }
    Ok(simulation.passing_blocks)
}

impl<'a> Simulation<'a> {
    /// Names mean the same in both: the automaton only adds variables, expressions and globals.
    fn check_names(&self) -> Checked {
        let (source, program) = (self.source, &self.joined.program);
        let same_var = |(a, b): (&hatha_cfa::Var, &hatha_cfa::Var)| {
            (a.ty, a.scope, a.storage, a.align) == (b.ty, b.scope, b.storage, b.align)
                && (a.volatile, a.linkage, a.read_only) == (b.volatile, b.linkage, b.read_only)
                && a.origin == b.origin
        };
        let vars = source.vars.len() <= program.vars.len()
            && source.vars.iter().zip(&program.vars).all(same_var);
        let exprs = source.exprs.len() <= program.exprs.len();
        let same_expr = |e: u32| source.exprs.get(ExprId(e)) == program.exprs.get(ExprId(e));
        let exprs = exprs && (0..source.exprs.len() as u32).all(same_expr);
        let globals = source.globals.iter().zip(&program.globals);
        // The text of an initial value is all that it is.
        let mut globals = globals.map(|(a, b)| format!("{a:?}") == format!("{b:?}"));
        let globals = source.globals.len() <= program.globals.len() && globals.all(|same| same);
        let same_proc = |(a, b): (&Procedure, &Procedure)| {
            (&a.name, a.ty, a.model, a.external) == (&b.name, b.ty, b.model, b.external)
                && a.defined == b.defined
        };
        let procs = source.procs.len() <= program.procs.len()
            && source.procs.iter().zip(&program.procs).all(same_proc);
        match vars && exprs && globals && procs {
            true => Ok(()),
            false => Err(refused("a name means something else")),
        }
    }

    /// Whether a variable of the automaton is none of the program's.
    fn is_new(&self, v: VarId) -> bool {
        v.index() >= self.source.vars.len()
    }

    fn start(&mut self, entry: ProcId) -> Checked {
        if self.joined.entry == entry {
            let frame = self.add_frame(entry, FxHashMap::default(), None, (None, 0))?;
            self.pair(frame, self.source.proc(entry).entry, self.body.entry);
            return Ok(());
        }
        // The entry calls itself: the automaton starts with a call of it.
        let wrong = || refused("its start");
        let component = self.joined.component(entry).ok_or_else(wrong)?;
        let mut at = self.body.entry;
        if let Some(edge) = self.find(at, |op| self.sets_new_slot(op)) {
            at = edge.to;
        }
        let call = self
            .find(at, |op| self.is_call_of(op, entry))
            .ok_or_else(wrong)?;
        let Op::Call { args, .. } = &call.op else {
            return Err(wrong());
        };
        let own = |(arg, param): (&Arg, &VarId)| match arg {
            Arg::Scalar(e) => {
                self.joined.program.exprs.get(*e).kind == ExprKind::Var(*param)
                    && self.is_new(*param)
            }
            Arg::Aggregate { .. } => false,
        };
        let params = &self.body.params;
        let fits = args.len() == params.len() && params.len() == component.params.len();
        match fits && args.iter().zip(params).all(own) {
            true => Ok(()),
            false => Err(wrong()),
        }
    }

    fn is_call_of(&self, op: &Op, proc: ProcId) -> bool {
        matches!(op, Op::Call { callee: Callee::Direct(p), .. } if *p == proc)
    }

    /// The body of a component: first its frozen variables get their values, then it is the
    /// procedure over its own variables.
    fn begin_component(&mut self, number: usize, component: &Component) -> Checked {
        let wrong = || refused("the beginning of a component");
        let proc = self.source.proc(component.proc);
        if component.params != proc.params || component.frozen.iter().any(|f| !self.is_new(f.0)) {
            return Err(wrong());
        }
        let mut open: FxHashMap<VarId, VarId> = FxHashMap::default();
        for &(keeper, what) in &component.frozen {
            let kept = match what {
                Frozen::Param(i) => proc.params.get(i as usize).copied().ok_or_else(wrong)?,
                Frozen::Global(g) => g,
            };
            open.insert(keeper, kept);
        }
        let count = open.len();
        let mut at = component.entry;
        for _ in 0..count {
            let program = &self.joined.program;
            let keeps = |op: &Op| match op {
                Op::Assign {
                    place: Place::Slot(k),
                    value,
                } => matches!(program.exprs.get(*value).kind,
                    ExprKind::Var(v) if open.get(k) == Some(&v) && self.is_same_type(*k, v)),
                _ => false,
            };
            let edge = self.find(at, keeps).ok_or_else(wrong)?;
            if let Op::Assign {
                place: Place::Slot(k),
                ..
            } = edge.op
            {
                open.remove(&k);
            }
            at = edge.to;
        }
        if !open.is_empty() || !self.is_forgotten(component) {
            return Err(wrong());
        }
        let place = (Some(number), component.first);
        let frame = self.add_frame(component.proc, FxHashMap::default(), None, place)?;
        self.pair(frame, proc.entry, at);
        Ok(())
    }

    fn is_same_type(&self, a: VarId, b: VarId) -> bool {
        let (a, b) = (self.joined.program.var(a), self.joined.program.var(b));
        a.ty == b.ty && a.storage == b.storage
    }

    /// Whether an invocation of a component begins with nothing in its frozen variables and result.
    fn is_forgotten(&self, component: &Component) -> bool {
        let keepers = component.frozen.iter().map(|f| f.0);
        let mut own = keepers.chain(component.result);
        own.all(|v| component.locals.contains(&v))
    }

    fn add_frame(
        &mut self,
        proc: ProcId,
        vars: FxHashMap<VarId, VarId>,
        back: Option<Back>,
        (component, first): (Option<usize>, u32),
    ) -> Checked<usize> {
        let frame = Frame {
            proc,
            vars,
            back,
            component,
            first,
            same: FxHashSet::default(),
        };
        let source = self.source.proc(proc);
        if let Some(number) = component {
            // What an invocation begins anew with each call must be all that is its own.
            let locals: BTreeSet<VarId> = self.joined.components[number]
                .locals
                .iter()
                .copied()
                .collect();
            let mut own = source.params.iter().chain(&source.locals);
            if !own.all(|v| locals.contains(frame.vars.get(v).unwrap_or(v))) {
                return Err(refused("a local that a call does not begin anew"));
            }
        }
        self.frames.push(frame);
        Ok(self.frames.len() - 1)
    }

    fn pair(&mut self, frame: usize, at: LocId, here: LocId) {
        if self.seen.insert((frame, at, here)) {
            self.work.push((frame, at, here));
        }
    }

    /// An edge of the automaton out of a location.
    fn find(&self, here: LocId, fits: impl Fn(&Op) -> bool) -> Option<&'a Edge> {
        let body = self.body;
        let mut edges = body.out_edges(here).iter().map(|&e| body.edge(e));
        edges.find(|e| e.from == here && fits(&e.op))
    }

    /// Finds the counterpart of every edge of the program out of a location.
    fn leave(&mut self, frame: usize, at: LocId, here: LocId) -> Checked {
        let proc = self.source.proc(self.frames[frame].proc);
        self.followed.clear();
        for &id in proc.out_edges(at) {
            let edge = proc.edge(id);
            let found = self.edge(frame, edge, here)?;
            if !found {
                let place = self.source.sources.describe(edge.span);
                return Err(refused(&format!("the step at {place}")));
            }
        }
        Ok(())
    }

    fn edge(&mut self, frame: usize, edge: &Edge, here: LocId) -> Checked<bool> {
        match &edge.op {
            Op::Return(value) => self.give_back(frame, *value, here),
            Op::Call {
                callee,
                args,
                result,
            } => {
                let call = Call {
                    args,
                    result: *result,
                    to: edge.to,
                };
                match callee {
                    Callee::Direct(p) => self.call(frame, *p, call, here),
                    Callee::Indirect(pointer) => self.indirect(frame, *pointer, call, here),
                    // The program itself has none.
                    Callee::Elsewhere(_) => Ok(false),
                }
            }
            Op::Builtin {
                builtin: Builtin::SetJmp | Builtin::LongJmp,
                ..
            } => self.jump(frame, edge, here),
            op => {
                let returns =
                    self.frames[frame].back.is_some() || self.frames[frame].component.is_some();
                let proc = self.source.proc(self.frames[frame].proc);
                self.passing_blocks |=
                    returns && allocates_on_stack(op) && !is_ended(self.source, proc, edge);
                Ok(self.step(frame, op, edge.to, here))
            }
        }
    }

    /// The same operation over the frame's variables.
    fn step(&mut self, frame: usize, op: &Op, to: LocId, here: LocId) -> bool {
        let body = self.body;
        let mut counterpart = None;
        for &id in body.out_edges(here) {
            let is_free = !self.followed.contains(&id);
            // Of several edges with this operation each is the counterpart of one: whichever is
            // chosen, where it leads is looked at, so a wrong choice only refuses.
            if (is_free || counterpart.is_none()) && self.is_same_op(frame, op, &body.edge(id).op) {
                counterpart = Some(id);
                if is_free {
                    break;
                }
            }
        }
        if let Some(id) = counterpart {
            self.followed.insert(id);
            self.pair(frame, to, body.edge(id).to);
        }
        counterpart.is_some()
    }

    /// A jump out of calls: left as it is, which no proof passes, or spelt out, which is trusted.
    fn jump(&mut self, frame: usize, edge: &Edge, here: LocId) -> Checked<bool> {
        if self.step(frame, &edge.op, edge.to, here) {
            return Ok(true);
        }
        let Op::Builtin {
            builtin, result, ..
        } = edge.op
        else {
            return Ok(false);
        };
        if builtin == Builtin::LongJmp {
            return Ok(true);
        }
        let Some(saved) = self.find(here, |op| self.sets_new_slot(op)) else {
            return Ok(false);
        };
        let body = self.body;
        for &id in body.out_edges(saved.to) {
            let given = body.edge(id);
            let fits = match (&given.op, result) {
                (Op::Skip, None) => true,
                (Op::Assign { place, value }, Some(wanted)) => {
                    let zero = self.joined.program.exprs.get(*value).kind == ExprKind::Int(0);
                    zero && self.is_same_place(frame, wanted, *place)
                }
                _ => false,
            };
            if fits {
                self.pair(frame, edge.to, given.to);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an operation only sets a slot that the program has not and no frame has, to
    /// something that is computed without memory, so that nothing is assumed of it.
    fn sets_new_slot(&self, op: &Op) -> bool {
        let Op::Assign {
            place: Place::Slot(v),
            value,
        } = op
        else {
            return false;
        };
        let program = &self.joined.program;
        let mut work = vec![*value];
        while let Some(e) = work.pop() {
            if matches!(
                program.exprs.get(e).kind,
                ExprKind::Load { .. } | ExprKind::AddrOf(_)
            ) {
                return false;
            }
            work.extend(program.exprs.children(e));
        }
        self.is_new(*v) && program.var(*v).scope == VarScope::Global
    }

    fn give_back(&mut self, frame: usize, value: ReturnValue, here: LocId) -> Checked<bool> {
        let Some(back) = self.frames[frame].back.clone() else {
            return Ok(match self.frames[frame].component {
                Some(number) => self.returns_to_exit(frame, number, value, here),
                None => self.returns(frame, value, here),
            });
        };
        let Some(mut at) = self.hands_over(frame, &back, value, here) else {
            return Ok(false);
        };
        let source = self.source.proc(self.frames[frame].proc);
        let own = source.params.iter().chain(&source.locals);
        let in_memory = |v: &&VarId| self.source.var(**v).storage == Storage::Memory;
        let mut alive: BTreeSet<VarId> = own
            .filter(in_memory)
            .map(|v| self.frames[frame].vars.get(v).copied().unwrap_or(*v))
            .collect();
        while !alive.is_empty() {
            let ended = self.find(at, |op| matches!(op, Op::Dead(v) if alive.contains(v)));
            let Some(ended) = ended else {
                return Ok(false);
            };
            if let Op::Dead(v) = ended.op {
                alive.remove(&v);
            }
            at = ended.to;
        }
        let is_back = |e: &Edge| e.to == back.to.1;
        let body = self.body;
        let mut edges = body.out_edges(at).iter().map(|&e| body.edge(e));
        if !edges.any(|e| e.op == Op::Skip && is_back(e)) {
            return Ok(false);
        }
        self.pair(back.caller, back.to.0, back.to.1);
        Ok(true)
    }

    /// A return out of the entry.
    fn returns(&mut self, frame: usize, value: ReturnValue, here: LocId) -> bool {
        let body = self.body;
        body.out_edges(here)
            .iter()
            .any(|&id| self.is_same_op(frame, &Op::Return(value), &body.edge(id).op))
    }

    /// A return of a component: its result is set and control comes to its exit.
    fn returns_to_exit(
        &mut self,
        frame: usize,
        number: usize,
        value: ReturnValue,
        here: LocId,
    ) -> bool {
        let component = &self.joined.components[number];
        let body = self.body;
        for &id in body.out_edges(here) {
            let found = body.edge(id);
            let fits = match (&found.op, value, component.result) {
                (Op::Skip, ReturnValue::None, None) => true,
                (
                    Op::Assign {
                        place,
                        value: given,
                    },
                    ReturnValue::Scalar(e),
                    Some(r),
                ) => *place == Place::Slot(r) && self.is_new(r) && self.is_same(frame, e, *given),
                _ => false,
            };
            if fits && found.to == component.exit {
                return true;
            }
        }
        false
    }

    /// Stores a result where the caller wants it; where that leads.
    fn hands_over(
        &mut self,
        frame: usize,
        back: &Back,
        value: ReturnValue,
        here: LocId,
    ) -> Option<LocId> {
        let body = self.body;
        for &id in body.out_edges(here) {
            let found = body.edge(id);
            let fits = match (&found.op, value, back.result) {
                (
                    Op::Assign {
                        place,
                        value: given,
                    },
                    ReturnValue::Scalar(e),
                    Some(wanted),
                ) => {
                    self.is_same_place(back.caller, wanted, *place)
                        && self.is_same(frame, e, *given)
                }
                (
                    Op::Copy { dst, src, len },
                    ReturnValue::Aggregate(e),
                    Some(Place::Aggregate { addr, ty }),
                ) => {
                    self.is_same(back.caller, addr, *dst)
                        && self.is_same(frame, e, *src)
                        && self.is_size(*len, ty)
                }
                (
                    Op::Assign {
                        place: Place::Slot(v),
                        value: given,
                    },
                    ReturnValue::Scalar(e),
                    None,
                ) => self.is_same(frame, e, *given) && self.try_take(*v),
                _ => false,
            };
            if fits {
                return Some(found.to);
            }
        }
        // Nobody wants it.
        back.result.is_none().then_some(here)
    }

    /// Takes a variable that belongs to no frame, so that none gets it from now on: what is stored in
    /// it is not part of any state of the program. Whether it was free.
    fn try_take(&mut self, v: VarId) -> bool {
        self.is_new(v) && self.taken.insert(v)
    }

    fn is_size(&self, len: ExprId, ty: hatha_cfa::TypeId) -> bool {
        let size = self.source.size_of(ty).map(u128::from);
        let given = self.joined.program.exprs.get(len).kind;
        size.is_some_and(|size| given == ExprKind::Int(size))
    }

    fn call(&mut self, frame: usize, callee: ProcId, call: Call<'_>, here: LocId) -> Checked<bool> {
        if self.ends_program(callee, here) {
            return Ok(true);
        }
        let stays = Op::Call {
            callee: Callee::Direct(callee),
            args: call.args.to_vec(),
            result: call.result,
        };
        if self.joined.component(callee).is_some() {
            let numbered = self.find(here, |op| self.sets_new_slot(op));
            let at = numbered.map_or(here, |e| e.to);
            let body = self.body;
            for &id in body.out_edges(at) {
                let found = body.edge(id);
                if self.is_same_op(frame, &stays, &found.op)
                    && let Some(behind) = self.find(found.to, |op| *op == Op::Skip)
                {
                    self.pair(frame, call.to, behind.to);
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if self.step(frame, &stays, call.to, here) {
            return Ok(true);
        }
        self.enter(frame, callee, call, here)
    }

    /// Whether the end of the program stands for a call of the shipped `exit`. (A proof for a
    /// program with handlers is refused.)
    fn ends_program(&self, callee: ProcId, here: LocId) -> bool {
        let proc = self.source.proc(callee);
        let name = proc.name.as_str();
        let ends = matches!(name, "exit" | "quick_exit" | "_Exit" | "_exit") && proc.model;
        let is =
            |op: &Op, what: Builtin| matches!(op, Op::Builtin { builtin, .. } if *builtin == what);
        let is_end = |op: &Op| is(op, Builtin::Exit);
        // One that looks for blocks first does more than that.
        let looks = proc.edges.iter().any(|e| is(&e.op, Builtin::Blocks));
        ends && !looks && self.find(here, is_end).is_some()
    }

    /// A call in whose place a copy of the procedure stands.
    fn enter(
        &mut self,
        frame: usize,
        callee: ProcId,
        call: Call<'_>,
        here: LocId,
    ) -> Checked<bool> {
        let proc = self.source.proc(callee);
        if !proc.defined || call.args.len() < proc.params.len() {
            return Ok(false);
        }
        let mut at = here;
        while let Some(reset) = self.find(at, |op| self.sets_new_slot(op)) {
            at = reset.to;
        }
        let mut given = Vec::new();
        for (&param, &arg) in proc.params.iter().zip(call.args) {
            let Some((var, to)) = self.passes(frame, param, arg, at) else {
                return Ok(false);
            };
            given.push((param, var));
            at = to;
        }
        let Some(entered) = self.find(at, |op| *op == Op::Skip) else {
            return Ok(false);
        };
        // The automaton says where it has put the copy; whether that is true is found out.
        let copies = self.joined.copies.iter();
        let first = entered.to.0.checked_sub(proc.entry.0);
        let copy = copies
            .filter(|c| c.proc == callee && c.caller.is_some())
            .find(|c| Some(c.first) == first);
        let Some(copy) = copy else {
            return Ok(false);
        };
        let own = proc.params.iter().chain(&proc.locals).copied();
        let vars: FxHashMap<VarId, VarId> = own.zip(copy.vars.iter().copied()).collect();
        let whole = vars.len() == proc.params.len() + proc.locals.len();
        if !whole || !given.iter().all(|(p, v)| vars.get(p) == Some(v)) {
            return Ok(false);
        }
        let place = (entered.to, copy.first);
        self.check_tidy(callee)?;
        let called = self.called(frame, callee, call, place, vars)?;
        self.pair(called, proc.entry, entered.to);
        Ok(true)
    }

    /// The frame of an expanded call. Each copy belongs to one call.
    fn called(
        &mut self,
        frame: usize,
        callee: ProcId,
        call: Call<'_>,
        (entry, first): (LocId, u32),
        vars: FxHashMap<VarId, VarId>,
    ) -> Checked<usize> {
        let wrong = || refused("a copy that two calls share");
        let behind = LocId(self.frames[frame].first + call.to.0);
        let back = Back {
            caller: frame,
            to: (call.to, behind),
            result: call.result,
        };
        if let Some(&known) = self.begun.get(&entry) {
            let same = self.frames[known].back.as_ref() == Some(&back);
            return match same && self.frames[known].proc == callee {
                true => Ok(known),
                false => Err(wrong()),
            };
        }
        for (from, to) in &vars {
            let (a, b) = (self.source.var(*from), self.joined.program.var(*to));
            let like =
                (a.ty, a.storage, a.align, a.volatile) == (b.ty, b.storage, b.align, b.volatile);
            let own = matches!(b.scope, VarScope::Local(_)) && self.is_new(*to);
            if !like || !own || !self.taken.insert(*to) {
                return Err(wrong());
            }
        }
        let component = self.frames[frame].component;
        let new = self.add_frame(callee, vars, Some(back), (component, first))?;
        self.begun.insert(entry, new);
        Ok(new)
    }

    /// Hands an argument to a parameter; the parameter's variable, and where that leads.
    fn passes(
        &mut self,
        frame: usize,
        param: VarId,
        arg: Arg,
        here: LocId,
    ) -> Option<(VarId, LocId)> {
        let (source, program, body) = (self.source, &self.joined.program, self.body);
        let ty = source.var(param).ty;
        let given = match arg {
            Arg::Scalar(e) => source.exprs.get(e).ty,
            Arg::Aggregate { ty, .. } => ty,
        };
        if source.size_of(given) != source.size_of(ty) {
            return None;
        }
        if source.var(param).storage == Storage::Slot {
            let Arg::Scalar(e) = arg else {
                return None;
            };
            for &id in body.out_edges(here) {
                let found = body.edge(id);
                if let Op::Assign {
                    place: Place::Slot(v),
                    value,
                } = found.op
                    && self.is_same(frame, e, value)
                {
                    return Some((v, found.to));
                }
            }
            return None;
        }
        let begun = self.find(here, |op| matches!(op, Op::Declare(_)))?;
        let Op::Declare(v) = begun.op else {
            return None;
        };
        let is_its_address = |e: ExprId| program.exprs.get(e).kind == ExprKind::AddrOf(v);
        for &id in body.out_edges(begun.to) {
            let found = body.edge(id);
            let fits = match (&found.op, arg) {
                (
                    Op::Assign {
                        place: Place::Mem { addr, access },
                        value,
                    },
                    Arg::Scalar(e),
                ) => {
                    let whole = access.ty == ty && access.bits.is_none() && !access.volatile;
                    whole && is_its_address(*addr) && self.is_same(frame, e, *value)
                }
                (Op::Copy { dst, src, len }, Arg::Aggregate { addr, ty }) => {
                    is_its_address(*dst)
                        && self.is_same(frame, addr, *src)
                        && self.is_size(*len, ty)
                }
                _ => false,
            };
            if fits {
                return Some((v, found.to));
            }
        }
        None
    }

    /// A call through a pointer: as it is, or as a choice among procedures that ends with it.
    fn indirect(
        &mut self,
        frame: usize,
        pointer: ExprId,
        call: Call<'_>,
        here: LocId,
    ) -> Checked<bool> {
        let stays = Op::Call {
            callee: Callee::Indirect(pointer),
            args: call.args.to_vec(),
            result: call.result,
        };
        let elsewhere = Op::Call {
            callee: Callee::Elsewhere(pointer),
            args: call.args.to_vec(),
            result: call.result,
        };
        let mut at = here;
        let mut compared = BTreeSet::new();
        // Each round goes on along the automaton; more than it has edges would be in a circle.
        for _ in 0..=self.body.edges.len() {
            if self.step(frame, &stays, call.to, at) {
                return Ok(true);
            }
            if self.leads_elsewhere(pointer, call, &compared)
                && self.step(frame, &elsewhere, call.to, at)
            {
                return Ok(true);
            }
            let Some((proc, chosen, other)) = self.choice(frame, pointer, at) else {
                return Ok(false);
            };
            if !self.call(frame, proc, call, chosen)? {
                return Ok(false);
            }
            compared.insert(proc);
            at = other;
        }
        Ok(false)
    }

    /// A procedure with which a pointer is compared, and where the two answers lead.
    fn choice(
        &mut self,
        frame: usize,
        pointer: ExprId,
        here: LocId,
    ) -> Option<(ProcId, LocId, LocId)> {
        let (program, body) = (&self.joined.program, self.body);
        for &id in body.out_edges(here) {
            let found = body.edge(id);
            let Op::Assume { cond, taken: true } = found.op else {
                continue;
            };
            let ExprKind::Binary(BinOp::Eq, given, with) = program.exprs.get(cond).kind else {
                continue;
            };
            let ExprKind::Proc(proc) = program.exprs.get(with).kind else {
                continue;
            };
            let otherwise = Op::Assume { cond, taken: false };
            let other = self.find(here, |op| *op == otherwise);
            if let (true, Some(other)) = (self.is_same(frame, pointer, given), other) {
                return Some((proc, found.to, other.to));
            }
        }
        None
    }

    /// Demands that a procedure whose copy is entered again and again reads no slot before it has
    /// given it a value: the copy still holds that of the last call.
    fn check_tidy(&mut self, proc: ProcId) -> Checked {
        if self.tidy.contains(&proc) {
            return Ok(());
        }
        if !is_tidy(self.source, self.source.proc(proc)) {
            let name = &self.source.proc(proc).name;
            let what = format!("a local of '{name}' that may be read before it has a value");
            return Err(Refusal::NotModelled(what));
        }
        self.tidy.insert(proc);
        Ok(())
    }
}

fn allocates_on_stack(op: &Op) -> bool {
    matches!(op, Op::Builtin { builtin, .. } if *builtin == Builtin::StackAlloc)
}
