//! The solver that is always there: bit-blasting onto CaDiCaL, in process.
//!
//! One SAT instance serves all checks. Circuits are kept per term, scopes are
//! switched by activation literals, and failed assumptions give the core.
//!
//! Soundness: every model is checked by evaluating the asserted terms under it
//! before the answer is Sat. A formula is refuted only by clauses that define
//! gates, by assertions whose activation literal is assumed, and by the assumed
//! terms, so Unsat is about the current scopes alone.

use crate::blast::Blaster;
use crate::gates::Lit;
use crate::sat::Sat;
use crate::solver::{Budget, Capabilities, CheckResult, Reason, Solver};
use hatha_term::{Bv, Evaluator, Model, Op, Sort, TermId, TermPool, Value};

/// A scope of assertions.
#[derive(Debug, Default)]
struct Frame {
    /// Assumed while the scope is open; none for the outermost, whose
    /// assertions are clauses for good.
    activation: Option<i32>,
    assertions: Vec<TermId>,
    /// How many of the assertions the SAT solver has.
    encoded: usize,
    /// An assertion is false whatever the variables.
    contradictory: bool,
}

/// The embedded solver.
pub struct Embedded {
    pool: Option<u64>,
    blaster: Blaster,
    sat: Sat,
    frames: Vec<Frame>,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded::new()
    }
}

impl Embedded {
    /// A solver without assertions.
    pub fn new() -> Embedded {
        Embedded {
            pool: None,
            blaster: Blaster::default(),
            sat: Sat::default(),
            frames: vec![Frame::default()],
            model: None,
            core: None,
        }
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
        Err(Reason::Internal(
            "one solver is used with two term pools".into(),
        ))
    }

    fn run(
        &mut self,
        pool: &TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        self.bind_pool(pool)?;
        if budget.is_interrupted() {
            return Err(Reason::Interrupted);
        }
        self.encode_assertions(pool, budget)?;
        if self.frames.iter().any(|frame| frame.contradictory) {
            self.core = Some(Vec::new());
            return Ok(CheckResult::Unsat);
        }
        let assumed = match self.encode_assumptions(pool, assumptions, budget)? {
            Ok(assumed) => assumed,
            Err(false_assumption) => {
                self.core = Some(vec![false_assumption]);
                return Ok(CheckResult::Unsat);
            }
        };
        let mut literals: Vec<i32> = self.frames.iter().filter_map(|f| f.activation).collect();
        literals.extend(assumed.iter().map(|&(literal, _)| literal));
        if self.sat.solve(&literals, budget)? {
            self.accept_model(pool, assumptions)
        } else {
            self.core = Some(self.failed(&assumed));
            Ok(CheckResult::Unsat)
        }
    }

    fn encode_assertions(&mut self, pool: &TermPool, budget: &Budget) -> Result<(), Reason> {
        for level in 0..self.frames.len() {
            while self.frames[level].encoded < self.frames[level].assertions.len() {
                let t = self.frames[level].assertions[self.frames[level].encoded];
                self.encode_assertion(pool, level, t, budget)?;
                self.frames[level].encoded += 1;
            }
        }
        Ok(())
    }

    fn encode_assertion(
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
                l => self.add_assertion(level, l),
            }
        }
        Ok(())
    }

    fn add_assertion(&mut self, level: usize, l: Lit) {
        let literal = self.sat.literal(self.blaster.gates(), l);
        match self.activation(level) {
            Some(active) => self.sat.clause(&[-active, literal]),
            None => self.sat.clause(&[literal]),
        }
    }

    fn activation(&mut self, level: usize) -> Option<i32> {
        if level == 0 {
            return None;
        }
        let frame = &mut self.frames[level];
        let sat = &mut self.sat;
        Some(*frame.activation.get_or_insert_with(|| sat.fresh()))
    }

    fn literal(&mut self, pool: &TermPool, t: TermId, budget: &Budget) -> Result<Lit, Reason> {
        self.blaster
            .literal(pool, t, budget.steps.unwrap_or(u64::MAX))
    }

    /// The SAT literals of the assumptions, or one that is false by itself.
    fn encode_assumptions(
        &mut self,
        pool: &TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<Result<Vec<(i32, TermId)>, TermId>, Reason> {
        let mut assumed = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            match self.literal(pool, t, budget)? {
                Lit::TRUE => {}
                Lit::FALSE => return Ok(Err(t)),
                l => assumed.push((self.sat.literal(self.blaster.gates(), l), t)),
            }
        }
        Ok(Ok(assumed))
    }

    fn failed(&self, assumed: &[(i32, TermId)]) -> Vec<TermId> {
        let mut core: Vec<TermId> = Vec::new();
        for &(literal, t) in assumed {
            if self.sat.failed(literal) {
                core.push(t);
            }
        }
        core.sort_unstable();
        core.dedup();
        core
    }

    fn accept_model(
        &mut self,
        pool: &TermPool,
        assumptions: &[TermId],
    ) -> Result<CheckResult, Reason> {
        let asserted = self.frames.iter().flat_map(|frame| &frame.assertions);
        let roots: Vec<TermId> = asserted.chain(assumptions).copied().collect();
        let model = self.read_model(pool, &roots)?;
        check_model(pool, &roots, &model)?;
        self.model = Some(model);
        Ok(CheckResult::Sat)
    }

    fn read_model(&self, pool: &TermPool, roots: &[TermId]) -> Result<Model, Reason> {
        let mut model = Model::new();
        for t in pool.subterms(roots) {
            if let Some(var) = pool.as_var(t) {
                let bits = self.blaster.bits(pool, t);
                let bits = bits.ok_or_else(|| Reason::Internal("a variable has no bits".into()))?;
                model.set(var, self.value(pool.sort(t), bits)?);
            }
        }
        Ok(model)
    }

    fn value(&self, sort: Sort, bits: &[Lit]) -> Result<Value, Reason> {
        let bit = |i: u32| self.sat.value(bits[i as usize]);
        match sort {
            Sort::Bool => Ok(Value::Bool(bit(0))),
            Sort::Bv(width) => Ok(Value::Bv(Bv::from_bits(width, bit))),
            _ => Err(Reason::Internal("a value of an unsupported sort".into())),
        }
    }
}

/// Every term must be true under the model: the last line of defence against
/// errors of the rewriter, the circuits and the SAT solver.
pub(crate) fn check_model(pool: &TermPool, roots: &[TermId], model: &Model) -> Result<(), Reason> {
    let mut evaluator = Evaluator::new(pool, model);
    for &t in roots {
        match evaluator.truth(t) {
            Ok(true) => {}
            Ok(false) => {
                let text = format!("a model does not satisfy {}", pool.to_c(t));
                return Err(Reason::Internal(text));
            }
            Err(error) => {
                return Err(Reason::Internal(format!("a model has no value: {error}")));
            }
        }
    }
    Ok(())
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
        self.forget_answer();
        self.run(pool, assumptions, budget)
            .unwrap_or_else(CheckResult::Unknown)
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
            models: true,
            cores: true,
            ..Capabilities::default()
        }
    }
}
