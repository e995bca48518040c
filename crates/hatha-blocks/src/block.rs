//! Tree edges: the steps of the abstraction.
//!
//! A *cut point* is the entry, a location with several predecessors, or one that the
//! user has given predicates for. A
//! [`Block`] is a path of control-flow edges from one cut point to the next (or
//! to an end, a failure, something not modelled), composed into guards and one
//! parallel assignment. Single statements would make a predicate crawl through
//! the program one step at a time.
//!
//! **Invariant.** Every cycle passes a cut point, and the locations inside a block
//! have one predecessor, so the blocks of a cut point form a tree and the last
//! edge of a block tells it from its siblings.
//!
//! **Soundness.** A block allows at least what the machine does: a value without
//! a term is an *open* variable, which may be anything.

use crate::effect::{Continuation, Effects, Values, slot_kind, state_variable};
use crate::memory::Update;
use hatha_cfa::join::{Component, Frozen, Joined};
use hatha_cfa::{
    Callee, Edge, EdgeId, FailKind, GlobalInit, InitValue, LocId, Op, ProcId, Procedure, Program,
    VarId, VarScope,
};
use hatha_defect::{Defect, is_on};
use hatha_exec::fault::FaultKind;
use hatha_exec::symbolic::{self, Environment};
use hatha_exec::word::Kind;
use hatha_index::{IndexSlice, IndexVec, index_type};
use hatha_proof::assume::Start;
use hatha_proof::vocabulary::{Ghost, address, is_held};
use hatha_term::{TermId, TermPool, VarId as TermVar};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

index_type! {
    /// A cut point.
    pub struct CutId
}

/// Before the entry: the one state in which nothing has happened yet.
pub const START: CutId = CutId(0);
/// After a failure that is asked about.
pub const FAILURE: CutId = CutId(1);
/// At something that is not modelled.
pub const OBSTACLE: CutId = CutId(2);
/// How many cut points are not locations.
const VIRTUAL: u32 = 3;

index_type! {
    /// A block.
    pub struct BlockId
}

/// What is known at each cut point.
pub type Facts = IndexVec<CutId, Vec<TermId>>;

/// A tree edge.
#[derive(Clone, Debug)]
pub struct Block {
    /// The cut point it leaves.
    pub from: CutId,
    /// Its control-flow edges.
    pub edges: Vec<EdgeId>,
    /// The cut point it enters.
    pub to: CutId,
    /// What is not modelled, for a block that enters [`OBSTACLE`].
    pub obstacle: Option<String>,
    /// What must hold, over the state before it and its choices.
    pub guards: Vec<TermId>,
    /// State variables and their values after it; all others stay.
    pub updates: FxHashMap<TermId, TermId>,
    /// What it does to memory, over the state before it.
    pub memory: Vec<Update>,
    /// The arbitrary values it takes as inputs, in the order of the run.
    pub choices: Vec<TermId>,
    /// Variables that stand for arbitrary values: choices and open ones.
    pub free: Vec<TermId>,
    /// Whether some value has no term.
    pub open: bool,
    /// The calls of components that it passes.
    pub calls: Vec<SummarisedCall>,
    /// How many of the guards are its own; the others come from summaries.
    own: usize,
}

/// A call that a block takes in one step, by its summary: what the variables at the exit of the component are, in terms of
/// the state before the block and of unknown values after the call.
#[derive(Clone, Debug)]
pub struct SummarisedCall {
    /// The exit of the component.
    pub exit: CutId,
    /// From variables at the exit.
    pub map: FxHashMap<TermId, TermId>,
    /// How many updates of memory the block has made when the call is over: what memory holds then
    /// is what it held at the exit.
    pub updates: usize,
}

impl SummarisedCall {
    /// Facts at the exit as facts of the call; those about variables that do not outlive it are
    /// left out.
    pub fn facts(&self, pool: &mut TermPool, at_exit: &[TermId]) -> Vec<TermId> {
        let mut found = Vec::new();
        for &fact in at_exit {
            let vars = pool.free_vars(&[fact]);
            let is_known = |v: hatha_term::VarId| self.map.contains_key(&pool.var_term(v));
            let plain = vars.into_iter().all(is_known);
            let reads = pool.subterms(&[fact]);
            if plain && !reads.iter().any(|&t| is_held(pool, t)) {
                found.push(pool.substitute(fact, &self.map));
            }
        }
        found
    }
}

impl Block {
    /// The edge that tells it from the other blocks of its cut point; none for the initial block.
    pub fn last_edge(&self) -> Option<EdgeId> {
        self.edges.last().copied()
    }
}

/// The cut points and blocks of one procedure. The first block leads from [`START`] to the entry.
#[derive(Debug)]
pub struct Blocks {
    cuts: Vec<LocId>,
    cut_of: IndexVec<LocId, Option<CutId>>,
    blocks: IndexVec<BlockId, Block>,
    out: IndexVec<CutId, Vec<BlockId>>,
    /// The predicates of the user's, where they can be expressed.
    predicates: Vec<(CutId, TermId)>,
    /// What belongs to the invocations of a component, by cut point.
    scopes: IndexVec<CutId, Option<Rc<Scope>>>,
    /// The component, if any, that a local variable belongs to.
    owners: FxHashMap<TermVar, ProcId>,
    entry: ProcId,
    /// What says which call is being made, and what keeps that.
    site: Vec<TermId>,
    /// The components that are not recursive.
    asked: Vec<ProcId>,
    /// The procedures that are not looked into.
    opaque: Vec<ProcId>,
    /// The procedures whose address the program mentions, and where they lie.
    functions: Vec<(ProcId, u64)>,
    /// What holds in the initial states.
    start: Start,
    /// By the exit of a component.
    callers: FxHashMap<CutId, Vec<BlockId>>,
}

/// The names at a cut point of a component.
#[derive(Debug)]
pub struct Scope {
    /// The component.
    pub proc: ProcId,
    /// The variables that mean something there, if not all of its own do.
    only: Option<Vec<TermVar>>,
    /// From a parameter to the variable that keeps its first value.
    pub frozen: FxHashMap<TermId, TermId>,
    /// Whether it is the entry.
    pub is_entry: bool,
    /// Whether it is the exit.
    pub is_exit: bool,
}

/// Which failures are asked about.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The one function whose call is the failure; `None` for every failure.
    pub function: Option<String>,
}

impl Target {
    /// Whether a failure is asked about.
    pub fn includes(&self, kind: &FailKind) -> bool {
        kind.is_asked(self.function.as_deref())
    }

    /// Whether a fault of a run is asked about.
    pub fn is_asked(&self, kind: &FaultKind) -> bool {
        match (&self.function, kind) {
            (None, _) => true,
            (Some(_), FaultKind::Stated(stated)) => self.includes(stated),
            (Some(_), _) => false,
        }
    }
}

impl Blocks {
    /// The blocks of a joined program, from what holds in the initial states on.
    pub fn new(
        joined: &Joined,
        effects: &Effects<'_>,
        target: &Target,
        start: &Start,
        pool: &mut TermPool,
    ) -> Self {
        let program = &joined.program;
        let proc = program.proc(joined.entry);
        let (cuts, cut_of) = cut_points(proc, joined);
        let mut all = Blocks {
            scopes: vec![None; cuts.len() + VIRTUAL as usize].into(),
            owners: owners(joined, pool),
            entry: joined.entry,
            functions: effects.functions(),
            start: start.clone(),
            site: sites(joined, pool),
            asked: joined.asked.clone(),
            opaque: joined.opaque.iter().map(|o| o.proc).collect(),
            callers: FxHashMap::default(),
            out: vec![Vec::new(); cuts.len() + VIRTUAL as usize].into(),
            cuts,
            cut_of,
            blocks: IndexVec::new(),
            predicates: Vec::new(),
        };
        for &(location, condition) in &proc.predicates {
            let term = effects.predicate(pool, condition);
            let found = all.cut_at(location).zip(term);
            all.predicates.extend(found);
        }
        for c in &joined.components {
            all.name_scopes(program, c, pool);
        }
        all.add(initial(program, proc, effects, &start.facts, pool));
        for cut in all.located() {
            let walk = Walk {
                program,
                proc,
                effects,
                target,
                from: cut,
            };
            walk.run(&mut all, pool);
        }
        all
    }

    /// How many cut points there are, the three that are not locations among them.
    pub fn cut_count(&self) -> u32 {
        self.cuts.len() as u32 + VIRTUAL
    }

    /// The same value for each cut point, those that are not locations among them.
    pub fn per_cut<T: Clone>(&self, value: T) -> IndexVec<CutId, T> {
        vec![value; self.cut_count() as usize].into()
    }

    /// The cut points that are locations; the entry is the first.
    pub fn located(&self) -> impl Iterator<Item = CutId> + use<> {
        (VIRTUAL..self.cut_count()).map(CutId)
    }

    /// The location of a cut point, if it is one.
    pub fn location(&self, cut: CutId) -> Option<LocId> {
        let index = cut.0.checked_sub(VIRTUAL)?;
        self.cuts.get(index as usize).copied()
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }

    /// All blocks.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        self.blocks.keys()
    }

    /// The control-flow edges that some block takes; no execution takes the others.
    pub fn taken(&self) -> FxHashSet<EdgeId> {
        let all = self.blocks.iter().flat_map(|b| b.edges.iter());
        all.copied().collect()
    }

    /// The blocks that leave a cut point.
    pub fn out(&self, cut: CutId) -> &[BlockId] {
        &self.out[cut]
    }

    /// The cut point at a location.
    pub fn cut_at(&self, location: LocId) -> Option<CutId> {
        self.cut_of[location]
    }

    /// The names at a cut point, if it is one of a component.
    pub fn scope(&self, cut: CutId) -> Option<&Scope> {
        self.scopes[cut].as_deref()
    }

    /// Whether a variable means something at a cut point: it is the program's, or one of the
    /// invocation that stands there.
    pub fn is_visible(&self, cut: CutId, variable: TermVar) -> bool {
        let scope = self.scope(cut);
        let only = scope.and_then(|s| s.only.as_ref());
        match (self.owners.get(&variable), scope) {
            (None, _) => true,
            (Some(owner), Some(scope)) => {
                *owner == scope.proc && only.is_none_or(|o| o.contains(&variable))
            }
            (Some(owner), None) => *owner == self.entry,
        }
    }

    /// Strengthens the blocks that pass calls by what is known at the exits of components.
    pub fn assume_summaries(
        &mut self,
        pool: &mut TermPool,
        known: &IndexSlice<CutId, Vec<TermId>>,
    ) {
        for block in self.blocks.iter_mut().filter(|b| !b.calls.is_empty()) {
            block.guards.truncate(block.own);
            for call in &block.calls {
                let facts = call.facts(pool, &known[call.exit]);
                block.guards.extend(facts);
            }
        }
    }

    fn name_scopes(&mut self, program: &Program, c: &Component, pool: &mut TermPool) {
        let mut slot = |v: VarId| state_variable(program, pool, v);
        let mut frozen = FxHashMap::default();
        for &(keeper, what) in &c.frozen {
            let kept = match what {
                Frozen::Param(i) => c.params[i as usize],
                Frozen::Global(g) => g,
            };
            frozen.extend(slot(kept).zip(slot(keeper)));
        }
        let params: Vec<TermId> = c.params.iter().filter_map(|&p| slot(p)).collect();
        let mut kept: Vec<TermId> = frozen.values().copied().collect();
        kept.extend(c.result.and_then(slot));
        let symbols = |terms: &[TermId]| terms.iter().filter_map(|&t| pool.as_var(t)).collect();
        let only = |cut: LocId| match cut {
            l if l == c.entry => Some(symbols(&params)),
            l if l == c.exit => Some(symbols(&kept)),
            _ => None,
        };
        let inside = c.first..c.first + c.count;
        for (cut, &location) in (VIRTUAL..).map(CutId).zip(&self.cuts) {
            if inside.contains(&location.0) {
                self.scopes[cut] = Some(Rc::new(Scope {
                    proc: c.proc,
                    only: only(location),
                    frozen: frozen.clone(),
                    is_entry: location == c.entry,
                    is_exit: location == c.exit,
                }));
            }
        }
    }

    /// What holds in the initial states.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The block from [`START`] to the entry.
    pub fn initial(&self) -> &Block {
        &self.blocks[self.out[START][0]]
    }

    /// The procedures whose address the program mentions, and where they lie.
    pub fn functions(&self) -> &[(ProcId, u64)] {
        &self.functions
    }

    /// Whether a variable only says which call is being made.
    pub fn identifies_call(&self, variable: TermId) -> bool {
        self.site.contains(&variable)
    }

    /// The components that are not recursive.
    pub fn asked(&self) -> &[ProcId] {
        &self.asked
    }

    /// The procedures that are not looked into.
    pub fn opaque(&self) -> &[ProcId] {
        &self.opaque
    }

    /// The predicates that the abstraction starts from.
    pub fn predicates(&self) -> &[(CutId, TermId)] {
        &self.predicates
    }

    /// The blocks that pass calls of the component with an exit.
    pub fn callers(&self, exit: CutId) -> &[BlockId] {
        self.callers.get(&exit).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, block: Block) {
        let id = self.blocks.next_key();
        for call in &block.calls {
            self.callers.entry(call.exit).or_default().push(id);
        }
        self.out[block.from].push(id);
        self.blocks.push(block);
    }
}

/// The global that says which call is being made, and the variables that keep it.
fn sites(joined: &Joined, pool: &mut TermPool) -> Vec<TermId> {
    let Some(site) = joined.site else {
        return Vec::new();
    };
    let frozen = joined.components.iter().flat_map(|c| &c.frozen);
    let keepers = frozen.filter(|f| f.1 == Frozen::Global(site)).map(|f| f.0);
    let all = keepers.chain([site]);
    all.filter_map(|v| state_variable(&joined.program, pool, v))
        .collect()
}

fn is_pointer(program: &Program, var: VarId) -> bool {
    matches!(slot_kind(program, var), Some(Kind::Ptr { .. }))
}

/// The locals of the joined procedures; empty where there is but one procedure.
fn owners(joined: &Joined, pool: &mut TermPool) -> FxHashMap<TermVar, ProcId> {
    let program = &joined.program;
    let mut owners = FxHashMap::default();
    if joined.components.is_empty() {
        return owners;
    }
    let bits = program.target.pointer_bits;
    for v in program.vars.keys() {
        let (VarScope::Param(owner, _) | VarScope::Local(owner)) = program.var(v).scope else {
            continue;
        };
        let variable = match slot_kind(program, v) {
            Some(_) => state_variable(program, pool, v),
            None => Some(address(pool, bits, v)),
        };
        let symbol = variable.and_then(|t| pool.as_var(t));
        owners.extend(symbol.map(|s| (s, owner)));
        for ghost in Ghost::ALL.into_iter().filter(|_| is_pointer(program, v)) {
            let symbol = ghost.term(pool, bits, v);
            owners.extend(pool.as_var(symbol).map(|s| (s, owner)));
        }
    }
    owners
}

/// The entry, every reachable location with several predecessors, and those with predicates.
fn cut_points(proc: &Procedure, joined: &Joined) -> (Vec<LocId>, IndexVec<LocId, Option<CutId>>) {
    let components = &joined.components;
    let mut entering: IndexVec<LocId, u32> = vec![0; proc.locations.len()].into();
    let mut seen: IndexVec<LocId, bool> = vec![false; proc.locations.len()].into();
    let mut order = vec![proc.entry];
    order.extend(components.iter().map(|c| c.entry));
    for &start in &order {
        seen[start] = true;
    }
    let ends = |l: &LocId| components.iter().any(|c| c.entry == *l || c.exit == *l);
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &e in proc.out_edges(at) {
            let to = proc.edge(e).to;
            entering[to] += 1;
            if !std::mem::replace(&mut seen[to], true) {
                order.push(to);
            }
        }
    }
    let behind = behind_calls(proc, joined);
    let has_predicates = |l: &LocId| proc.predicates.iter().any(|p| p.0 == *l);
    let is_cut = |l: &LocId| {
        *l == proc.entry || entering[*l] > 1 || has_predicates(l) || ends(l) || behind.contains(l)
    };
    let cuts: Vec<LocId> = order.into_iter().filter(is_cut).collect();
    let mut cut_of: IndexVec<LocId, _> = vec![None; proc.locations.len()].into();
    for (i, &l) in cuts.iter().enumerate() {
        cut_of[l] = Some(CutId(i as u32 + VIRTUAL));
    }
    (cuts, cut_of)
}

/// Where executions go on after calls of components that are not recursive only: a block passes
/// one call at most, so that it can be descended into.
fn behind_calls(proc: &Procedure, joined: &Joined) -> FxHashSet<LocId> {
    let calls = |e: &&Edge| match e.op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => !joined.asked.is_empty() && joined.component(p).is_some(),
        _ => false,
    };
    // The call itself is not the last edge of a block that passes it: that one enters.
    let next = |e: &Edge| proc.out_edges(e.to).iter().map(|&n| proc.edge(n).to);
    proc.edges.iter().filter(calls).flat_map(next).collect()
}

/// The walk over the tree of one cut point.
struct Walk<'a> {
    program: &'a Program,
    proc: &'a Procedure,
    effects: &'a Effects<'a>,
    target: &'a Target,
    from: CutId,
}

/// A path being composed.
#[derive(Clone, Default)]
struct Partial {
    edges: Vec<EdgeId>,
    values: Values,
    calls: Vec<SummarisedCall>,
}

impl Walk<'_> {
    fn run(&self, all: &mut Blocks, pool: &mut TermPool) {
        let Some(start) = all.location(self.from) else {
            return;
        };
        let mut stack = vec![(start, Partial::default())];
        while let Some((at, partial)) = stack.pop() {
            let mut ways = self.proc.out_edges(at);
            if is_on(Defect::SkipsEdge) && ways.len() > 2 {
                ways = &ways[..ways.len() - 1];
            }
            for &edge in ways.iter().rev() {
                let mut next = partial.clone();
                next.edges.push(edge);
                let e = self.proc.edge(edge);
                if let Some(component) = self.effects.called(edge) {
                    stack.extend(self.call(all, pool, edge, component, next));
                    continue;
                }
                let continuation = self.effects.step(pool, edge, &mut next.values);
                if next.values.guards.contains(&pool.fls()) {
                    continue;
                }
                match self.end(all, &e.op, continuation, e.to) {
                    Way::On => stack.push((e.to, next)),
                    Way::Over => {}
                    Way::Into(to, obstacle) => all.add(self.finish(pool, next, to, obstacle)),
                }
            }
        }
    }

    /// A call of a component: one block ends at its entry; the path goes on behind the call.
    fn call(
        &self,
        all: &mut Blocks,
        pool: &mut TermPool,
        edge: EdgeId,
        component: &Component,
        mut next: Partial,
    ) -> Option<(LocId, Partial)> {
        let mut inside = next.clone();
        self.effects
            .enter(pool, edge, component, &mut inside.values);
        let entry = all.cut_at(component.entry)?;
        let block = self.finish(pool, inside, entry, None);
        if !is_on(Defect::NeverEnters) {
            all.add(block);
        }
        let exit = all.cut_at(component.exit)?;
        let (map, updates) = self.effects.pass(pool, edge, component, &mut next.values);
        next.calls.push(SummarisedCall { exit, map, updates });
        Some((self.proc.edge(edge).to, next))
    }

    fn end(&self, all: &Blocks, op: &Op, continuation: Continuation, to: LocId) -> Way {
        match continuation {
            Continuation::Next => all.cut_at(to).map_or(Way::On, |c| Way::Into(c, None)),
            Continuation::End => Way::Over,
            Continuation::Obstacle(_) if is_on(Defect::IgnoresObstacle) => Way::Over,
            Continuation::Fail if is_on(Defect::IgnoresFailure) => Way::Over,
            Continuation::Obstacle(what) => Way::Into(OBSTACLE, Some(what)),
            Continuation::Fail => match op {
                Op::Fail(kind) if !self.target.includes(kind) => Way::Over,
                _ => Way::Into(FAILURE, None),
            },
        }
    }

    fn finish(
        &self,
        pool: &mut TermPool,
        partial: Partial,
        to: CutId,
        obstacle: Option<String>,
    ) -> Block {
        let Partial {
            edges,
            mut values,
            calls,
        } = partial;
        let updates = self.effects.updates(self.program, pool, &mut values);
        Block {
            from: self.from,
            edges,
            to,
            obstacle,
            own: values.guards.len(),
            calls,
            guards: values.guards,
            updates,
            memory: values.memory,
            choices: values.choices,
            free: values.free,
            open: values.open,
        }
    }
}

/// How a block goes on after an edge.
enum Way {
    /// With the next edge.
    On,
    /// The execution is over; nothing follows.
    Over,
    /// It ends there.
    Into(CutId, Option<String>),
}

/// The block from [`START`] to the entry: globals get their values, parameters any.
fn initial(
    program: &Program,
    proc: &Procedure,
    effects: &Effects<'_>,
    assumed: &[TermId],
    pool: &mut TermPool,
) -> Block {
    let mut updates: FxHashMap<TermId, TermId> =
        initial_slots(program, effects.all_functions(), pool)
            .into_iter()
            .collect();
    updates.extend(effects.initial_ghosts(pool));
    let (mut choices, mut free) = (Vec::new(), Vec::new());
    // A shell starts `main`: its parameters are no inputs of a test. What a pointer points to
    // is chosen by more inputs than one.
    let is_pointer = |p: &VarId| matches!(slot_kind(program, *p), Some(Kind::Ptr { .. }) | None);
    let plain = proc.name != "main" && !proc.params.iter().any(is_pointer);
    for &p in &proc.params {
        let Some(slot) = state_variable(program, pool, p) else {
            continue;
        };
        let sort = pool.sort(slot);
        let choice = pool.fresh_var("any", sort);
        free.push(choice);
        if plain {
            choices.push(choice);
        }
        updates.insert(slot, choice);
    }
    let mut guards = truth_values(program, proc, pool);
    guards.extend(assumed);
    for guard in &mut guards {
        *guard = pool.substitute(*guard, &updates);
    }
    guards.retain(|&g| g != pool.tru());
    Block {
        from: START,
        edges: Vec::new(),
        to: CutId(VIRTUAL),
        obstacle: None,
        own: 0,
        calls: Vec::new(),
        guards,
        updates,
        memory: vec![Update::Start(Rc::new(effects.initial_memory(pool)))],
        choices,
        open: !plain && !proc.params.is_empty(),
        free,
    }
}

/// What the types of globals and parameters say of their values: a `_Bool` is 0 or 1.
pub(crate) fn truth_values(
    program: &Program,
    entry: &Procedure,
    pool: &mut TermPool,
) -> Vec<TermId> {
    let globals = program.globals.iter().map(|(v, _)| *v);
    let all = globals.chain(entry.params.iter().copied());
    let mut facts = Vec::new();
    for var in all.filter(|v| slot_kind(program, *v) == Some(Kind::Bool)) {
        if let Some(slot) = state_variable(program, pool, var) {
            let two = pool.bv_const(8, 2);
            facts.push(pool.bv_ult(slot, two));
        }
    }
    facts
}

/// The slots with a known value when the entry is reached.
pub(crate) fn initial_slots(
    program: &Program,
    functions: &[u64],
    pool: &mut TermPool,
) -> Vec<(TermId, TermId)> {
    let bits = program.target.pointer_bits;
    let mut constants = Constants { bits, functions };
    let mut known = Vec::new();
    for (var, init) in &program.globals {
        let GlobalInit::Defined(items) = init else {
            continue;
        };
        let Some(slot) = state_variable(program, pool, *var) else {
            continue;
        };
        let last = items.last().filter(|_| !is_on(Defect::ZeroStart));
        let value = match last.map(|i| &i.value) {
            None => {
                let width = pool.width(slot);
                Some(pool.bv_const(width, 0))
            }
            Some(InitValue::Scalar(_, e)) => {
                symbolic::value(program, pool, *e, &mut constants, &mut Vec::new())
            }
            Some(InitValue::Bytes(_)) => None,
        };
        known.extend(value.map(|v| (slot, v)));
    }
    known
}

/// The environment of constant expressions.
struct Constants<'a> {
    /// Bits of an address.
    bits: u32,
    /// Where procedures lie in every test.
    functions: &'a [u64],
}

impl Environment for Constants<'_> {
    fn slot(&mut self, _: &mut TermPool, _: VarId) -> Option<TermId> {
        None
    }

    fn address(&mut self, pool: &mut TermPool, v: VarId) -> Option<TermId> {
        Some(address(pool, self.bits, v))
    }

    fn function(&mut self, pool: &mut TermPool, proc: ProcId) -> Option<TermId> {
        let at = *self.functions.get(proc.index())?;
        Some(pool.bv_const(self.bits, u128::from(at)))
    }

    fn opaque(&mut self, _: &mut TermPool, _: Kind) -> Option<TermId> {
        None
    }
}
