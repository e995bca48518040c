//! `SYMBOLICEXEC` of Figure 5: symbolic execution with abstract matching.
//!
//! **Invariant.** Only reachable states are explored. A path is cut where its
//! abstract state has occurred on the path itself, not because of what other
//! paths met: that is what makes the exploration monotonic (Theorem 2). A state
//! that was reached before is explored again along a new path unless an earlier
//! path to it met a subset of the abstract states, in which case everything that
//! the new path could lead to has been or will be explored.
//!
//! In large explorations a path is also cut at a state of an abstract state that
//! another path goes through; the transition to it counts as part of a loop, so
//! that the checks demand of that abstract state what they demand of loops.
//!
//! Paths are taken breadth first, where the paper goes depth first: the explored
//! states are the same, paths and therefore executions are shortest.

use crate::analysis::{Analysis, ClassId};
use crate::oracle::Trouble;
use crate::state::{Canonical, StateId, SymbolicState, canonical};
use hatha_gcl::linear::Sym;
use hatha_index::{IndexVec, index_type};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// An abstract transition.
pub type Edge = (ClassId, usize, ClassId);

/// A symbolic successor.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The transition.
    pub step: usize,
    /// Where it leads.
    pub state: StateId,
    /// What its symbols are over those of the state before and the inputs.
    pub former: Vec<Sym>,
}

index_type! {
    /// A path, by its last node.
    struct PathId
}

/// A path that ends in a state.
#[derive(Clone, Copy, Debug)]
struct PathNode {
    state: StateId,
    before: Option<(PathId, usize)>,
}

/// How many paths beyond the first may be followed to states in all. Without a
/// limit their number is exponential; up to it the exploration is exactly the
/// paper's.
const MORE_PATHS: usize = 4_000;

/// With so many states, another state is followed only if its abstract state is
/// new. Up to there the exploration is exactly the paper's.
const MANY_STATES: usize = 8_000;

/// What was explored.
#[derive(Default)]
pub struct Exploration {
    /// The symbolic states, those at which paths were cut included.
    pub states: IndexSet<SymbolicState, FxBuildHasher>,
    /// The abstract state of each.
    pub classes: IndexVec<StateId, ClassId>,
    /// The initial states, with what their symbols are over the variables.
    pub initial: Vec<(StateId, Vec<Sym>)>,
    /// The successors of each explored state.
    pub successors: IndexVec<StateId, Option<Vec<Successor>>>,
    /// The abstract transitions: is it part of a loop (`inf`), or not (`fin`)?
    pub edges: IndexMap<Edge, bool>,
    /// The transitions of a run to a wrong state.
    pub wrong: Option<Vec<usize>>,
    /// Was a path left out because of the limit?
    pub is_cut: bool,
    nodes: IndexVec<PathId, PathNode>,
    paths_to: IndexVec<StateId, Vec<PathId>>,
    more_paths: usize,
    /// Is a state of the abstract state followed?
    followed: IndexVec<ClassId, bool>,
}

/// Explores under the current predicates.
pub fn symbolic_exec(analysis: &mut Analysis<'_>) -> Result<Exploration, Trouble> {
    let mut exploration = Exploration::default();
    exploration.start(analysis)?;
    let mut at = 0;
    let mut marks = Marks::default();
    while at < exploration.nodes.len() && exploration.wrong.is_none() {
        if at % 64 == 0 {
            analysis.oracle.check_time()?;
        }
        exploration.follow(analysis, PathId::from(at), &mut marks)?;
        at += 1;
    }
    Ok(exploration)
}

/// The abstract states of one path, marked by a number of the path.
#[derive(Default)]
struct Marks {
    of: IndexVec<ClassId, u32>,
    path: u32,
}

impl Marks {
    fn start(&mut self) {
        self.path += 1;
    }

    fn mark(&mut self, class: ClassId) {
        if self.of.len() <= class.index() {
            self.of.resize(class.index() + 1, 0);
        }
        self.of[class] = self.path;
    }

    fn has(&self, class: ClassId) -> bool {
        self.of.get(class) == Some(&self.path)
    }
}

impl Exploration {
    /// Lines 2 to 4: the initial state, split.
    fn start(&mut self, analysis: &mut Analysis<'_>) -> Result<(), Trouble> {
        // Fixed values are put in first, so that what is left to split is little.
        let (values, condition) = analysis.system.initial()?;
        if !analysis
            .oracle
            .satisfiable(&analysis.system.arena, &condition)?
        {
            return Ok(());
        }
        let first = analysis.system.first_free;
        let simple = canonical(analysis.arena(), values, condition, first)?;
        for Canonical { state, former } in self.pieces(analysis, &simple.state)? {
            let former = former.iter().map(|s| original(&simple.former, *s, first));
            let former: Vec<Sym> = former.collect();
            let id = self.intern(analysis, state)?;
            self.initial.push((id, former));
            self.add_path(id, None, None);
        }
        Ok(())
    }

    /// The parts of a state, canonical.
    fn pieces(
        &mut self,
        analysis: &mut Analysis<'_>,
        state: &SymbolicState,
    ) -> Result<Vec<Canonical>, Trouble> {
        let first = analysis.system.first_free;
        let mut all = Vec::new();
        for piece in analysis.split_state(state)? {
            let condition = state.condition.iter().copied().chain(piece.extra).collect();
            let values = state.values.clone();
            all.push(canonical(analysis.arena(), values, condition, first)?);
        }
        Ok(all)
    }

    fn intern(
        &mut self,
        analysis: &mut Analysis<'_>,
        state: SymbolicState,
    ) -> Result<StateId, Trouble> {
        if let Some(at) = self.states.get_index_of(&state) {
            return Ok(StateId::from(at));
        }
        // It was split before, so that there is one piece.
        let pieces = analysis.split_state(&state)?;
        let [piece] = &pieces[..] else {
            let why = "internal error: a state that was split is not of one piece";
            return Err(Trouble::GivesUp(why.to_owned()));
        };
        let id = StateId::from(self.states.insert_full(state).0);
        self.classes.push(piece.class);
        self.successors.push(None);
        self.paths_to.push(Vec::new());
        if self.wrong.is_none() && analysis.is_wrong(piece.class)? {
            self.wrong = Some(Vec::new());
        }
        Ok(id)
    }

    fn class(&self, state: StateId) -> ClassId {
        self.classes[state]
    }

    /// Lines 7 to 22, for all transitions of one state on one path.
    fn follow(
        &mut self,
        analysis: &mut Analysis<'_>,
        node: PathId,
        marks: &mut Marks,
    ) -> Result<(), Trouble> {
        let state = self.nodes[node].state;
        self.expand(analysis, state, node)?;
        if self.wrong.is_some() {
            return Ok(());
        }
        marks.start();
        self.walk(node, |class| marks.mark(class));
        let successors = self.successors[state].take().unwrap_or_default();
        for next in &successors {
            let edge = (self.class(state), next.step, self.class(next.state));
            self.edges.entry(edge).or_insert(false);
            if marks.has(edge.2) {
                self.close_loop(node, edge);
            } else if self.is_left_out(next.state) {
                // The path ends here, so here the fragment has to take it up.
                self.is_cut = true;
                self.edges.insert(edge, true);
            } else {
                self.add_path(next.state, Some((node, next.step)), Some(marks));
            }
        }
        self.successors[state] = Some(successors);
        Ok(())
    }

    /// Calls with the abstract states of a path, the last first.
    fn walk(&self, node: PathId, mut visit: impl FnMut(ClassId)) {
        let mut at = Some(node);
        while let Some(node) = at {
            let PathNode { state, before } = self.nodes[node];
            visit(self.class(state));
            at = before.map(|(before, _)| before);
        }
    }

    /// `LOOP`: the transitions from the earlier occurrence of the abstract state on.
    fn close_loop(&mut self, node: PathId, edge: Edge) {
        self.edges.insert(edge, true);
        let mut at = node;
        while self.class(self.nodes[at].state) != edge.2 {
            let Some((before, step)) = self.nodes[at].before else {
                return;
            };
            let from = self.class(self.nodes[before].state);
            let to = self.class(self.nodes[at].state);
            self.edges.insert((from, step, to), true);
            at = before;
        }
    }

    /// Is a new state not followed because there are many of its kind?
    fn is_left_out(&self, state: StateId) -> bool {
        let class = self.class(state);
        self.states.len() >= MANY_STATES
            && self.paths_to[state].is_empty()
            && self.followed.get(class) == Some(&true)
    }

    fn add_path(&mut self, state: StateId, before: Option<(PathId, usize)>, marks: Option<&Marks>) {
        let known = &self.paths_to[state];
        if let (Some(marks), false) = (marks, known.is_empty()) {
            let last = self.class(state);
            let is_subset = |&node: &PathId| {
                let mut subset = true;
                self.walk(node, |class| subset &= class == last || marks.has(class));
                subset
            };
            if known.iter().any(is_subset) {
                return;
            }
            if self.more_paths >= MORE_PATHS {
                self.is_cut = true;
                return;
            }
            self.more_paths += 1;
        }
        let class = self.class(state);
        if self.followed.len() <= class.index() {
            self.followed.resize(class.index() + 1, false);
        }
        self.followed[class] = true;
        let node = self.nodes.push_and_get_key(PathNode { state, before });
        self.paths_to[state].push(node);
    }

    /// The successors of a state, which do not depend on the path.
    fn expand(
        &mut self,
        analysis: &mut Analysis<'_>,
        id: StateId,
        node: PathId,
    ) -> Result<(), Trouble> {
        if self.successors[id].is_some() {
            return Ok(());
        }
        let mut successors = Vec::new();
        let class = self.class(id);
        for step in 0..analysis.system.steps.len() {
            if !analysis.is_enabled(class, step)? {
                continue;
            }
            let state = self.states[id.index()].clone();
            for after in analysis.exec(&state, step)? {
                for Canonical { state, former } in self.pieces(analysis, &after)? {
                    let next = self.intern(analysis, state)?;
                    if self.wrong.is_some() {
                        let mut run = self.run_to(node);
                        run.push(step);
                        self.wrong = Some(run);
                        return Ok(());
                    }
                    successors.push(Successor {
                        step,
                        state: next,
                        former,
                    });
                }
            }
        }
        self.successors[id] = Some(successors);
        Ok(())
    }

    /// The transitions of a path.
    fn run_to(&self, node: PathId) -> Vec<usize> {
        let mut run = Vec::new();
        let mut at = self.nodes[node].before;
        while let Some((before, step)) = at {
            run.push(step);
            at = self.nodes[before].before;
        }
        run.reverse();
        run
    }

    /// The states that some path goes through.
    pub fn explored(&self) -> impl Iterator<Item = StateId> + '_ {
        let all = self.paths_to.keys();
        all.filter(|s| !self.paths_to[*s].is_empty())
    }

    /// The abstract states of everything that was met.
    pub fn abstract_states(&self) -> IndexSet<ClassId> {
        self.classes.iter().copied().collect()
    }

    /// The number of paths followed.
    pub fn paths(&self) -> usize {
        self.nodes.len()
    }
}

/// What a canonical symbol was before it was made canonical.
fn original(former: &[Sym], symbol: Sym, first: u32) -> Sym {
    let at = symbol.0.checked_sub(first).map(|at| at as usize);
    at.and_then(|at| former.get(at)).copied().unwrap_or(symbol)
}
