//! The question at the frontier: which inputs follow a test to a state and then take a step?

use crate::Answer;
use crate::algorithms::flow::{Flow, OrDefect};
use crate::algorithms::session::Session;
use crate::questions::query::{AtState, Origin, Part};
use crate::questions::refine::under_aliases;
use crate::regions::region::AbstractEdge;
use crate::testing::forest::StateId;
use crate::testing::simulate::Given;
use crate::tuning::suitable::COMPARED_STATES;
use hatha_blocks::block::{BlockId, START};
use hatha_smt::{CheckResult, Solver};
use hatha_term::{Op, TermId, TermPool, VarId as Symbol};

/// What was learnt about a step from a test's state.
pub(crate) enum Suitable {
    /// These inputs promise to take it.
    Inputs(Given),
    /// No input that follows the test so far takes it; the preimage, with the literals that say why.
    Impossible(Vec<Part>),
    /// Nothing.
    Stuck(String),
}

impl Suitable {
    /// What an iteration has learnt by this.
    pub(crate) fn answer(&self) -> Answer {
        match self {
            Suitable::Inputs(_) => Answer::Test,
            Suitable::Impossible(_) => Answer::Refuted,
            Suitable::Stuck(why) => Answer::Unknown(why.clone()),
        }
    }
}

impl Session<'_> {
    /// Brings a preimage under the alias relation of a state.
    pub(crate) fn under_aliases(&mut self, state: StateId, parts: &mut [Part]) -> Flow {
        let is_alias = |t: TermId| self.questions.preimages.is_alias(t);
        let (pool, forest) = (&mut self.questions.pool, &mut self.tests.forest);
        under_aliases(pool, forest, is_alias, state, parts).or_defect()
    }

    /// Terms over the state before a block, over the inputs of the test that reached a state.
    pub(crate) fn facts_at(&mut self, state: StateId, block: BlockId, terms: &[TermId]) -> AtState {
        let (blocks, forest) = (&self.subject.blocks, &self.tests.forest);
        self.questions.facts_at(blocks, forest, state, block, terms)
    }

    /// The state of a region from which a step is tried: the oldest, or, where no input has a say
    /// in what that one does, the one that gets furthest.
    ///
    /// A program that counts to a bound passes through many states of which the last alone leaves
    /// the loop; the oldest would split by what a later one passes. Where inputs decide, the
    /// oldest state is the one that the earlier splits were made for.
    pub(crate) fn promising(&mut self, edge: AbstractEdge) -> Option<StateId> {
        let oldest = self.tests.forest.states_in(edge.from).first().copied()?;
        let terms: Vec<TermId> = self
            .step(edge.block, edge.to)
            .iter()
            .map(|p| p.term)
            .collect();
        let facts = self.facts_at(oldest, edge.block, &terms).facts;
        if facts.iter().all(|&f| self.questions.pool.is_const(f)) {
            self.furthest(edge)
        } else {
            Some(oldest)
        }
    }

    /// The state of a region that gets furthest into a block: the one at which most guards hold
    /// before the first that does not. The oldest of several.
    ///
    /// A block is many statements. The papers have a region between any two of them, and the
    /// frontier is behind the last one that a test passed; this is the same choice.
    pub(crate) fn furthest(&mut self, edge: AbstractEdge) -> Option<StateId> {
        let parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let fls = self.questions.pool.fls();
        let mut best = None;
        for state in compared_states(self.tests.forest.states_in(edge.from)) {
            let facts = self.facts_at(state, edge.block, &terms).facts;
            let depth = facts.iter().position(|f| *f == fls);
            let depth = depth.unwrap_or(facts.len());
            if best.is_none_or(|(known, _)| depth > known) {
                best = Some((depth, state));
            }
            if depth == facts.len() {
                break;
            }
        }
        best.map(|(_, state)| state)
    }

    /// Asks for inputs that follow the test to a state and then take an edge.
    pub(crate) fn suitable(&mut self, state: StateId, edge: AbstractEdge) -> Suitable {
        let mut parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let AtState { facts, alpha } = self.facts_at(state, edge.block, &terms);
        let (tru, fls) = (self.questions.pool.tru(), self.questions.pool.fls());
        if facts.contains(&fls) {
            mark(&mut parts, &facts, |f| f == fls);
            rather_without_guards(&mut parts);
            return Suitable::Impossible(parts);
        }
        let s = self.tests.forest.state(state);
        let test = self.tests.forest.test(s.test);
        let path = &test.path[..s.visit.path as usize];
        let mut query: Vec<TermId> = path.iter().map(|c| c.term).collect();
        query.extend(alpha);
        query.extend(facts.iter().copied().filter(|f| *f != tru));
        let taken = s.visit.inputs as usize;
        // What memory holds may be drawn later: then those inputs belong to the state, too.
        let rest = if self.tests.simulation.tracks_memory() {
            test.inputs.values.len()
        } else {
            taken
        };
        let given = Given {
            values: test.inputs.values[..rest].to_vec(),
            held: test.inputs.held.clone(),
        };
        let count = taken + self.subject.blocks.block(edge.block).choices.len();
        match self.ask_for_objects(&query, &facts) {
            CheckResult::Sat => Suitable::Inputs(self.questions.model_inputs(&query, given, count)),
            CheckResult::Unsat => {
                let core = self.questions.solver.core().unwrap_or(&query).to_vec();
                mark(&mut parts, &facts, |f| core.contains(&f));
                self.explain_without_guards(&mut parts, &facts, &query);
                Suitable::Impossible(parts)
            }
            CheckResult::Unknown(why) => Suitable::Stuck(self.subject.gave_up(edge.block, &why)),
        }
    }

    /// Looks for a reason among what the target needs, if the reason that was found has guards of
    /// the block in it.
    ///
    /// What holds whichever way a branch goes is one fact for all its blocks. With the guards in it
    /// there is one for each block, nested in each other, and twice as many behind the next branch.
    fn explain_without_guards(&mut self, parts: &mut [Part], facts: &[TermId], query: &[TermId]) {
        let is_guard = |p: &Part| p.origin == Origin::Guard;
        let guarded = parts.iter().any(|p| is_guard(p) && p.needed);
        if !guarded || parts.iter().all(is_guard) {
            return;
        }
        let guards = parts.iter().zip(facts).filter(|(p, _)| is_guard(p));
        let guards: Vec<TermId> = guards.map(|(_, f)| *f).collect();
        let mut rest = query.to_vec();
        rest.retain(|f| !guards.contains(f));
        if self.ask(&rest).is_unsat() {
            let core = self.questions.solver.core().unwrap_or(&rest).to_vec();
            mark(parts, facts, |f| core.contains(&f));
        }
    }

    /// Asks whether facts hold together, rather with pointers that lead to objects: a test comes
    /// to its end at one that leads nowhere.
    fn ask_for_objects(&mut self, query: &[TermId], accesses: &[TermId]) -> CheckResult {
        let objects = self.tests.largest_objects();
        let bits = self.subject.program.target.pointer_bits;
        let mut wanted = query.to_vec();
        for &fact in accesses {
            if let Some(pointer) = accessed_input(&self.questions.pool, bits, fact) {
                let width = self.questions.pool.width(pointer);
                let mut leads = Vec::new();
                for &at in &objects {
                    let at = self.questions.pool.bv_const(width, u128::from(at));
                    leads.push(self.questions.pool.eq(pointer, at));
                }
                wanted.push(self.questions.pool.or_all(&leads));
            }
        }
        if wanted.len() > query.len() && !objects.is_empty() && self.ask(&wanted).is_sat() {
            return CheckResult::Sat;
        }
        self.ask(query)
    }

    /// Asks for inputs that take the step into the entry.
    pub(crate) fn first_step(&mut self, edge: AbstractEdge) -> Suitable {
        let addresses = self.tests.simulation.addresses(&mut self.questions.pool);
        let inputs = self
            .questions
            .inputs_for(&self.subject.blocks, edge.block, 0);
        let parts = self.step(edge.block, edge.to);
        let general = substituted(&mut self.questions.pool, &parts, &inputs);
        let mut values = inputs;
        values.extend(addresses.iter().map(|&(variable, at, _)| (variable, at)));
        let query = substituted(&mut self.questions.pool, &parts, &values);
        let block = self.subject.blocks.block(edge.block);
        let (open, count) = (block.open, block.choices.len());
        match self.ask(&query) {
            CheckResult::Unsat if query == general => Suitable::Impossible(parts),
            // The addresses of tests are one choice among others.
            CheckResult::Unsat if self.is_impossible(general, &addresses) => {
                Suitable::Impossible(parts)
            }
            CheckResult::Unsat => {
                Suitable::Stuck("the addresses of variables decide it".to_owned())
            }
            CheckResult::Sat if open => {
                Suitable::Stuck("the arguments of the entry decide it".to_owned())
            }
            CheckResult::Sat => {
                Suitable::Inputs(self.questions.model_inputs(&query, Given::default(), count))
            }
            CheckResult::Unknown(why) => Suitable::Stuck(self.subject.gave_up(edge.block, &why)),
        }
    }

    /// Whether facts contradict what is known of the addresses of variables in general.
    fn is_impossible(
        &mut self,
        mut facts: Vec<TermId>,
        variables: &[(TermId, TermId, u64)],
    ) -> bool {
        let pool = &mut self.questions.pool;
        for (i, &(a, _, m)) in variables.iter().enumerate() {
            let zero = pool.bv_const(pool.width(a), 0);
            facts.push(pool.ne(a, zero));
            for &(b, _, n) in &variables[i + 1..] {
                facts.extend(apart(pool, (a, m), (b, n)));
            }
        }
        self.ask(&facts).is_unsat()
    }

    /// Whether the inputs of a test decide whether it takes an edge from a state. What else a
    /// query is about it may choose as it likes, and a test may have it otherwise: the addresses
    /// of objects that come to be in the step, or a value at the start that nobody knows.
    pub(crate) fn is_decided_by_inputs(&mut self, edge: AbstractEdge) -> bool {
        let parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let block = self.subject.blocks.block(edge.block);
        let pool = &self.questions.pool;
        let chosen: Vec<Symbol> = block
            .choices
            .iter()
            .filter_map(|&c| pool.as_var(c))
            .collect();
        let is_held = |v: Symbol| block.from != START && self.tests.forest.slot(v).is_some();
        let variables = pool.free_vars(&terms);
        variables
            .into_iter()
            .all(|v| chosen.contains(&v) || is_held(v))
    }
}

/// That two objects do not overlap, given their addresses and sizes.
fn apart(pool: &mut TermPool, (a, m): (TermId, u64), (b, n): (TermId, u64)) -> [TermId; 2] {
    let width = pool.width(a);
    let far = |pool: &mut TermPool, from: TermId, to: TermId, size: u64| {
        let distance = pool.bv_sub(to, from);
        let size = pool.bv_const(width, u128::from(size));
        pool.bv_ule(size, distance)
    };
    [far(pool, a, b, m), far(pool, b, a, n)]
}

/// The literals of a preimage with values for variables.
fn substituted(pool: &mut TermPool, parts: &[Part], values: &[(TermId, TermId)]) -> Vec<TermId> {
    let map = values.iter().copied().collect();
    let terms = parts.iter().map(|p| p.term);
    terms.map(|t| pool.substitute(t, &map)).collect()
}

/// Marks the literals that say why a step is impossible.
fn mark(parts: &mut [Part], facts: &[TermId], is_needed: impl Fn(TermId) -> bool) {
    for (part, &fact) in parts.iter_mut().zip(facts) {
        part.needed = is_needed(fact);
    }
}

/// Drops guards of the block from a reason that has literals of the target.
fn rather_without_guards(parts: &mut [Part]) {
    let is_guard = |p: &Part| p.origin == Origin::Guard;
    if parts.iter().any(|p| p.needed && !is_guard(p)) {
        for part in parts.iter_mut().filter(|p| is_guard(p)) {
            part.needed = false;
        }
    }
}

/// The first and the last states of a region.
fn compared_states(states: &[StateId]) -> Vec<StateId> {
    let half = states.len().min(COMPARED_STATES);
    let rest = &states[half..];
    let last = &rest[rest.len().saturating_sub(COMPARED_STATES)..];
    [&states[..half], last].concat()
}

/// The input that a fact says not to be null.
fn accessed_input(pool: &TermPool, bits: u32, fact: TermId) -> Option<TermId> {
    let equal = (pool.op(fact) == Op::Not).then(|| pool.arg(fact, 0))?;
    let args = (pool.op(equal) == Op::Eq).then(|| pool.args(equal))?;
    let zero = |t: &TermId| pool.as_bv(*t).is_some_and(|v| v.to_u64() == Some(0));
    let other = args.iter().find(|t| !zero(t))?;
    let is_input = pool.as_var(*other).is_some() && args.iter().any(zero);
    (is_input && pool.width(*other) == bits).then_some(*other)
}
