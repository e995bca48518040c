//! The solver that is always there: bit-blasting onto CaDiCaL, in process.
//!
//! One SAT instance serves all checks. Circuits are kept per term, scopes are
//! switched by activation literals, and failed assumptions give the core.
//!
//! Soundness: every model is checked by evaluating the asserted terms under it
//! before the answer is Sat. A formula is refuted only by clauses that define
//! gates, by assertions whose activation literal is assumed, and by the assumed
//! terms, so Unsat is about the current scopes alone.

use crate::arrays::{FoundIndices, Refinement, value_of};
use crate::blast::Blaster;
use crate::evaluate::check_model;
use crate::gates::Lit;
use crate::interpolate::interpolate;
use crate::project::project;
use crate::sat::{Assignment, Effort, Sat};
use crate::solver::{Budget, Capabilities, CheckResult, Interpolator, Projector, Reason, Solver};
use hatha_defect::{Defect, is_on};
use hatha_term::{Model, Op, TermId, TermPool};
use rustc_hash::FxHashSet;

/// Conflicts after which a question counts as hard.
const QUICK_CONFLICTS: u64 = 4_000;

/// Below this many gates a rebuild is not worth a thought.
const REBUILD_MIN: usize = 4_000;

/// A scope of assertions.
#[derive(Debug, Default)]
struct Frame {
    /// Assumed while the scope is open; none for the outermost, whose
    /// assertions are clauses for good.
    activation: Option<i32>,
    assertions: Vec<TermId>,
    /// How many of the assertions have gates.
    blasted: usize,
    /// The gates of the assertions' conjuncts.
    outputs: Vec<Lit>,
    /// How many of the outputs the SAT solver has as clauses.
    emitted: usize,
    /// An assertion is false whatever the variables.
    contradictory: bool,
}

/// The embedded solver.
pub struct Embedded {
    pool: Option<u64>,
    blaster: Blaster,
    sat: Sat,
    frames: Vec<Frame>,
    /// The lemmas about arrays and functions that the SAT solver has.
    lemmas: FxHashSet<TermId>,
    /// Indices that array equalities have to be compared at.
    found: FoundIndices,
    /// The number of emitted gates at which to look for dead ones.
    rebuild_at: usize,
    searches: u64,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded::new()
    }
}

/// An assumption with its gate.
type Assumed = (Lit, TermId);

impl Embedded {
    /// A solver without assertions.
    pub fn new() -> Embedded {
        Embedded {
            pool: None,
            blaster: Blaster::default(),
            sat: Sat::new(Effort::Quick),
            frames: vec![Frame::default()],
            lemmas: FxHashSet::default(),
            found: FoundIndices::default(),
            rebuild_at: REBUILD_MIN,
            searches: 0,
            model: None,
            core: None,
        }
    }

    /// How often the SAT solver has searched; what is true or false as soon as
    /// it has gates takes no search.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    fn forget_answer(&mut self) {
        self.model = None;
        self.core = None;
    }

    /// Terms are cached by id, so ids of another pool would be mistaken.
    fn bind_pool(&mut self, pool: &TermPool) -> Result<(), Reason> {
        let id = *self.pool.get_or_insert(pool.pool_id());
        if id == pool.pool_id() {
            return Ok(());
        }
        let text = "one solver is used with two term pools";
        Err(Reason::Internal(text.into()))
    }

    fn run(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        self.bind_pool(pool)?;
        if budget.is_interrupted() {
            return Err(Reason::Interrupted);
        }
        self.blast_assertions(pool, budget)?;
        if self.frames.iter().any(|frame| frame.contradictory) {
            return Ok(self.refuted(Vec::new()));
        }
        let mut assumed: Vec<Assumed> = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            match self.literal(pool, t, budget)? {
                Lit::TRUE => {}
                Lit::FALSE => return Ok(self.refuted(vec![t])),
                l => assumed.push((l, t)),
            }
        }
        self.drop_dead_gates(&assumed);
        self.search(pool, assumptions, &assumed, budget)
    }

    fn refuted(&mut self, core: Vec<TermId>) -> CheckResult {
        self.core = Some(core);
        CheckResult::Unsat
    }

    fn blast_assertions(&mut self, pool: &TermPool, budget: &Budget) -> Result<(), Reason> {
        for level in 0..self.frames.len() {
            while self.frames[level].blasted < self.frames[level].assertions.len() {
                let t = self.frames[level].assertions[self.frames[level].blasted];
                self.blast_assertion(pool, level, t, budget)?;
                self.frames[level].blasted += 1;
            }
        }
        Ok(())
    }

    fn blast_assertion(
        &mut self,
        pool: &TermPool,
        level: usize,
        t: TermId,
        budget: &Budget,
    ) -> Result<(), Reason> {
        // Conjuncts become clauses of their own: shorter and more propagation.
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            if pool.op(t) == Op::And {
                todo.extend(pool.args(t).iter().rev());
                continue;
            }
            match self.literal(pool, t, budget)? {
                Lit::TRUE => {}
                Lit::FALSE => self.frames[level].contradictory = true,
                l => self.frames[level].outputs.push(l),
            }
        }
        Ok(())
    }

    fn literal(&mut self, pool: &TermPool, t: TermId, budget: &Budget) -> Result<Lit, Reason> {
        self.blaster.literal(pool, t, budget)
    }

    /// Starts a new SAT instance when most of the gates in the old one belong to
    /// closed scopes and past assumptions. The gates themselves are kept. The
    /// count is taken each time the instance has doubled, so it costs no more
    /// than the emission did.
    fn drop_dead_gates(&mut self, assumed: &[Assumed]) {
        let held = self.sat.gate_count();
        if held < self.rebuild_at {
            return;
        }
        let asserted = self.frames.iter().flat_map(|frame| &frame.outputs);
        let roots = asserted.chain(assumed.iter().map(|(l, _)| l)).copied();
        let live = self.blaster.gates().cone_size(roots);
        if live * 3 < held {
            self.restart(Effort::Quick);
            self.rebuild_at = REBUILD_MIN.max(4 * live);
        } else {
            self.rebuild_at = 2 * held;
        }
    }

    fn restart(&mut self, effort: Effort) {
        self.sat.restart(effort);
        self.lemmas.clear();
        for frame in &mut self.frames {
            frame.activation = None;
            frame.emitted = 0;
        }
    }

    fn emit_assertions(&mut self) {
        for (level, frame) in self.frames.iter_mut().enumerate() {
            for &l in &frame.outputs[frame.emitted..] {
                let literal = self.sat.literal(self.blaster.gates(), l);
                if level == 0 {
                    self.sat.clause(&[literal]);
                } else {
                    let sat = &mut self.sat;
                    let active = *frame.activation.get_or_insert_with(|| sat.fresh());
                    self.sat.clause(&[-active, literal]);
                }
            }
            frame.emitted = frame.outputs.len();
        }
    }

    /// Solves, adding violated lemmas about arrays and functions until there
    /// are none.
    fn search(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        assumed: &[Assumed],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        let asserted = self.frames.iter().flat_map(|frame| &frame.assertions);
        let roots: Vec<TermId> = asserted.chain(assumptions).copied().collect();
        let mut steps = budget.steps.unwrap_or(u64::MAX);
        loop {
            if budget.is_interrupted() {
                return Err(Reason::Interrupted);
            }
            if let Some(core) = self.solve(assumed, budget)? {
                return Ok(self.refuted(core));
            }
            match self.read_model(pool, &roots)? {
                Ok(model) => {
                    check_model(pool, &roots, &model, budget)?;
                    self.model = Some(model);
                    return Ok(CheckResult::Sat);
                }
                Err(lemmas) => {
                    steps = steps
                        .checked_sub(lemmas.len() as u64)
                        .ok_or(Reason::OutOfBudget)?;
                    self.add_lemmas(pool, &lemmas, budget)?;
                }
            }
        }
    }

    /// One search; the core if there is no solution. A question that turns out
    /// to be hard is handed to a new instance that also simplifies.
    fn solve(
        &mut self,
        assumed: &[Assumed],
        budget: &Budget,
    ) -> Result<Option<Vec<TermId>>, Reason> {
        let allowed = budget.conflicts.unwrap_or(u64::MAX);
        if self.sat.effort() == Effort::Quick && allowed > QUICK_CONFLICTS {
            let quick = Budget {
                conflicts: Some(QUICK_CONFLICTS),
                ..budget.clone()
            };
            match self.solve_once(assumed, &quick) {
                Err(Reason::OutOfBudget) => self.restart(Effort::Thorough),
                answer => return answer,
            }
        }
        self.solve_once(assumed, budget)
    }

    fn solve_once(
        &mut self,
        assumed: &[Assumed],
        budget: &Budget,
    ) -> Result<Option<Vec<TermId>>, Reason> {
        self.emit_assertions();
        let gates = self.blaster.gates();
        let emitted = assumed.iter().map(|&(l, _)| self.sat.literal(gates, l));
        let emitted: Vec<i32> = emitted.collect();
        let mut literals: Vec<i32> = self.frames.iter().filter_map(|f| f.activation).collect();
        literals.extend(&emitted);
        self.searches += 1;
        let satisfied = self.sat.solve(&literals, budget)?;
        Ok((!satisfied).then(|| self.failed(&emitted, assumed)))
    }

    fn failed(&self, literals: &[i32], assumed: &[Assumed]) -> Vec<TermId> {
        let pairs = literals.iter().zip(assumed);
        let failed = pairs.filter(|&(&literal, _)| self.sat.failed(literal));
        let mut core: Vec<TermId> = failed.map(|(_, &(_, t))| t).collect();
        core.sort_unstable();
        core.dedup();
        core
    }

    /// The model of the roots, or lemmas that the assignment violates.
    fn read_model(
        &mut self,
        pool: &mut TermPool,
        roots: &[TermId],
    ) -> Result<Result<Model, Vec<TermId>>, Reason> {
        let mut assignment = Assignment::new(&self.sat, self.blaster.gates());
        if self.blaster.has_abstractions() {
            let found = &mut self.found;
            return Refinement::new(pool, &self.blaster, &mut assignment, found).run(roots);
        }
        let mut model = Model::new();
        for t in pool.subterms(roots) {
            if let Some(var) = pool.as_var(t) {
                let value = value_of(pool, &self.blaster, &mut assignment, t);
                let missing = || Reason::Internal("a variable has no bits".into());
                model.set(var, value.ok_or_else(missing)?);
            }
        }
        Ok(Ok(model))
    }

    /// Lemmas hold in every scope, so they are clauses for good.
    fn add_lemmas(
        &mut self,
        pool: &TermPool,
        lemmas: &[TermId],
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut progress = false;
        for &lemma in lemmas {
            progress |= self.lemmas.insert(lemma);
            match self.literal(pool, lemma, budget)? {
                Lit::TRUE => {}
                l => {
                    let literal = self.sat.literal(self.blaster.gates(), l);
                    self.sat.clause(&[literal]);
                }
            }
        }
        if progress {
            return Ok(());
        }
        let text = "an assignment violates a lemma that it was given";
        Err(Reason::Internal(text.into()))
    }
}

impl Solver for Embedded {
    fn push(&mut self) {
        self.forget_answer();
        self.frames.push(Frame::default());
    }

    fn pop(&mut self) {
        self.forget_answer();
        if self.frames.len() == 1 {
            return;
        }
        if let Some(active) = self.frames.pop().and_then(|frame| frame.activation) {
            self.sat.clause(&[-active]);
        }
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        assert!(pool.is_bool(t), "assertions are of sort Bool");
        self.forget_answer();
        if let Some(frame) = self.frames.last_mut() {
            frame.assertions.push(t);
        }
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        tracing::trace!(target: "walk", "a solver answers");
        self.forget_answer();
        let answer = self
            .run(pool, assumptions, budget)
            .unwrap_or_else(CheckResult::Unknown);
        match is_on(Defect::EmbeddedUnsat) && matches!(answer, CheckResult::Sat) {
            true => self.refuted(assumptions.to_vec()),
            false => answer,
        }
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    fn name(&self) -> &str {
        "embedded"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            integers: false,
            arrays: true,
            functions: true,
            models: true,
            cores: true,
        }
    }

    fn as_interpolator(&mut self) -> Option<&mut dyn Interpolator> {
        Some(self)
    }

    fn as_projector(&mut self) -> Option<&mut dyn Projector> {
        Some(self)
    }
}

/// The assertions play no part.
impl Interpolator for Embedded {
    fn interpolate(
        &mut self,
        pool: &mut TermPool,
        a: TermId,
        b: TermId,
        budget: &Budget,
    ) -> Result<Option<TermId>, Reason> {
        interpolate(pool, a, b, budget)
    }
}

/// The assertions play no part.
impl Projector for Embedded {
    fn project(
        &mut self,
        pool: &mut TermPool,
        t: TermId,
        vars: &[TermId],
        _: &Budget,
    ) -> Result<TermId, Reason> {
        project(pool, t, vars)
    }
}
