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
use hatha_cfa::{EdgeId, FailKind, GlobalInit, InitValue, LocId, Op, Procedure, Program, VarId};
use hatha_exec::fault::FaultKind;
use hatha_exec::symbolic::{self, Environment};
use hatha_exec::word::Kind;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A cut point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CutId(pub u32);

/// Before the entry: the one state in which nothing has happened yet.
pub const START: CutId = CutId(0);
/// After a failure that is asked about.
pub const FAILURE: CutId = CutId(1);
/// At something that is not modelled.
pub const OBSTACLE: CutId = CutId(2);
/// How many cut points are not locations.
const VIRTUAL: u32 = 3;

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

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
    cut_of: Vec<Option<CutId>>,
    blocks: Vec<Block>,
    out: Vec<Vec<BlockId>>,
    /// The predicates of the user's, where they can be expressed.
    predicates: Vec<(CutId, TermId)>,
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
        match (&self.function, kind) {
            (None, _) => true,
            (Some(name), FailKind::ReachError(reached)) => name == reached,
            (Some(_), _) => false,
        }
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
    /// The blocks of a procedure; what is assumed holds in the initial states.
    pub fn new(
        program: &Program,
        proc: &Procedure,
        effects: &Effects<'_>,
        target: &Target,
        assumed: &[TermId],
        pool: &mut TermPool,
    ) -> Self {
        let (cuts, cut_of) = cut_points(proc);
        let mut all = Blocks {
            out: vec![Vec::new(); cuts.len() + VIRTUAL as usize],
            cuts,
            cut_of,
            blocks: Vec::new(),
            predicates: Vec::new(),
        };
        for &(location, condition) in &proc.predicates {
            let term = effects.predicate(pool, condition);
            let found = all.cut_at(location).zip(term);
            all.predicates.extend(found);
        }
        all.add(initial(program, proc, effects, assumed, pool));
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
        &self.blocks[id.0 as usize]
    }

    /// All blocks.
    pub fn ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The blocks that leave a cut point.
    pub fn out(&self, cut: CutId) -> &[BlockId] {
        &self.out[cut.0 as usize]
    }

    /// The cut point at a location.
    pub fn cut_at(&self, location: LocId) -> Option<CutId> {
        self.cut_of[location.0 as usize]
    }

    /// The predicates that the abstraction starts from.
    pub fn predicates(&self) -> &[(CutId, TermId)] {
        &self.predicates
    }

    fn add(&mut self, block: Block) {
        let id = BlockId(self.blocks.len() as u32);
        self.out[block.from.0 as usize].push(id);
        self.blocks.push(block);
    }
}

/// The entry, every reachable location with several predecessors, and those with predicates.
fn cut_points(proc: &Procedure) -> (Vec<LocId>, Vec<Option<CutId>>) {
    let mut entering = vec![0_u32; proc.locations.len()];
    let mut seen = vec![false; proc.locations.len()];
    let mut order = vec![proc.entry];
    seen[proc.entry.0 as usize] = true;
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &e in proc.out_edges(at) {
            let to = proc.edge(e).to;
            entering[to.0 as usize] += 1;
            if !std::mem::replace(&mut seen[to.0 as usize], true) {
                order.push(to);
            }
        }
    }
    let is_told = |l: &LocId| proc.predicates.iter().any(|p| p.0 == *l);
    let is_cut = |l: &LocId| *l == proc.entry || entering[l.0 as usize] > 1 || is_told(l);
    let cuts: Vec<LocId> = order.into_iter().filter(is_cut).collect();
    let mut cut_of = vec![None; proc.locations.len()];
    for (i, l) in cuts.iter().enumerate() {
        cut_of[l.0 as usize] = Some(CutId(i as u32 + VIRTUAL));
    }
    (cuts, cut_of)
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
}

impl Walk<'_> {
    fn run(&self, all: &mut Blocks, pool: &mut TermPool) {
        let Some(start) = all.location(self.from) else {
            return;
        };
        let mut stack = vec![(start, Partial::default())];
        while let Some((at, partial)) = stack.pop() {
            for &edge in self.proc.out_edges(at).iter().rev() {
                let mut next = partial.clone();
                next.edges.push(edge);
                let e = self.proc.edge(edge);
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

    fn end(&self, all: &Blocks, op: &Op, continuation: Continuation, to: LocId) -> Way {
        match continuation {
            Continuation::Next => all.cut_at(to).map_or(Way::On, |c| Way::Into(c, None)),
            Continuation::End => Way::Over,
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
        let Partial { edges, mut values } = partial;
        let updates = self.effects.updates(self.program, pool, &mut values);
        Block {
            from: self.from,
            edges,
            to,
            obstacle,
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
    let mut updates: FxHashMap<TermId, TermId> = initial_slots(program, pool).into_iter().collect();
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
    let guards = assumed
        .iter()
        .map(|&t| pool.substitute(t, &updates))
        .collect();
    Block {
        from: START,
        edges: Vec::new(),
        to: CutId(VIRTUAL),
        obstacle: None,
        guards,
        updates,
        memory: vec![Update::Start(Rc::new(effects.initial_memory(pool)))],
        choices,
        open: !plain && !proc.params.is_empty(),
        free,
    }
}

/// The slots with a known value when the entry is reached.
fn initial_slots(program: &Program, pool: &mut TermPool) -> Vec<(TermId, TermId)> {
    let mut known = Vec::new();
    for (var, init) in &program.globals {
        let GlobalInit::Defined(items) = init else {
            continue;
        };
        let Some(slot) = state_variable(program, pool, *var) else {
            continue;
        };
        let value = match items.last().map(|i| &i.value) {
            None => {
                let width = pool.width(slot);
                Some(pool.bv_const(width, 0))
            }
            Some(InitValue::Scalar(_, e)) => {
                symbolic::value(program, pool, *e, &mut Constants, &mut Vec::new())
            }
            Some(InitValue::Bytes(_)) => None,
        };
        known.extend(value.map(|v| (slot, v)));
    }
    known
}

/// The environment of constant expressions.
struct Constants;

impl Environment for Constants {
    fn slot(&mut self, _: &mut TermPool, _: VarId) -> Option<TermId> {
        None
    }

    fn opaque(&mut self, _: &mut TermPool, _: Kind) -> Option<TermId> {
        None
    }
}
