//! The solvers that have to agree.
//!
//! **Invariant.** Only an *Unsat* of every solver discharges a claim. The
//! embedded solver is one instance for all claims: each claim is a set of
//! assumptions, so circuits are shared and nothing of one claim stays behind
//! for the next.

use crate::check::Refusal;
use crate::equations::Equations;
use crate::float::Lowering;
use hatha_smt::layers::{Refereed, plain};
use hatha_smt::ranges::{self, Decision};
use hatha_smt::{Budget, CheckResult, Embedded, Reason, Solver};
use hatha_term::{TermId, TermPool};

/// Claims after which a solver starts afresh, where claims have little in common.
const FRESH: usize = 200;

/// Conflicts that a cube of a claim about floats gets.
const CONFLICTS_OF_A_CUBE: u64 = 60_000;

/// What becomes of a claim that a solver contradicts.
#[derive(Clone, Debug)]
pub(crate) enum Contradicted {
    /// The proof is wrong; the text is what holds instead.
    Wrong(String),
    /// An execution reaches what is not modelled.
    NotModelled(String),
}

impl Contradicted {
    fn refusal(&self, solver: &str) -> Refusal {
        match self {
            Contradicted::Wrong(what) => Refusal::Wrong(format!("{what} (says {solver})")),
            Contradicted::NotModelled(what) => Refusal::NotModelled(what.clone()),
        }
    }

    fn text(&self) -> &str {
        match self {
            Contradicted::Wrong(what) | Contradicted::NotModelled(what) => what,
        }
    }
}

/// All solvers of one certification.
pub(crate) struct Judges<'a> {
    embedded: Refereed<Embedded>,
    equations: Equations,
    floats: Lowering,
    others: &'a mut [Box<dyn Solver>],
    budget: &'a Budget,
    /// Claims put so far.
    pub(crate) obligations: usize,
}

impl<'a> Judges<'a> {
    pub(crate) fn new(others: &'a mut [Box<dyn Solver>], budget: &'a Budget) -> Self {
        // Lemmas of another proof hold of another pool.
        others.iter_mut().for_each(|solver| solver.reset());
        Judges {
            embedded: plain(),
            equations: Equations::default(),
            floats: Lowering::default(),
            others,
            budget,
            obligations: 0,
        }
    }

    /// Takes facts that hold in every state.
    pub(crate) fn learn(&mut self, pool: &mut TermPool, lemmas: &mut Vec<TermId>) {
        for lemma in lemmas.drain(..) {
            for lowered in self.floats.lowered(pool, &[lemma]) {
                self.embedded.assert(pool, lowered);
            }
            for solver in self.others.iter_mut() {
                solver.assert(pool, lemma);
            }
        }
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<String> {
        let others = self.others.iter().map(|s| s.name().to_owned());
        std::iter::once("hatha-smt".to_owned())
            .chain(others)
            .collect()
    }

    /// Whether the time is up.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.budget.is_interrupted()
    }

    /// Demands that the facts contradict each other. Gives facts among them that already do.
    pub(crate) fn refute(
        &mut self,
        pool: &mut TermPool,
        facts: &[TermId],
        otherwise: &Contradicted,
    ) -> Result<Vec<TermId>, Refusal> {
        self.obligations += 1;
        let core = match ranges::decide(pool, facts, self.budget) {
            Decision::Refuted => facts.to_vec(),
            _ => self.refute_by_bits(pool, facts, otherwise)?,
        };
        for solver in self.others.iter_mut() {
            solver.push();
            for &fact in facts {
                solver.assert(pool, fact);
            }
            let answer = solver.check(pool, &[], self.budget);
            solver.pop();
            verdict(&answer, solver.name(), otherwise)?;
        }
        Ok(core)
    }

    /// The same by the embedded solver, after floats have become bit-vectors. What is about floats
    /// and hard is cut by their exponents.
    fn refute_by_bits(
        &mut self,
        pool: &mut TermPool,
        facts: &[TermId],
        otherwise: &Contradicted,
    ) -> Result<Vec<TermId>, Refusal> {
        let lowered = self.floats.lowered(pool, facts);
        for lemma in self.equations.lemmas(pool, &lowered) {
            self.embedded.assert(pool, lemma);
        }
        let mut answer = CheckResult::Unknown(Reason::OutOfBudget);
        if lowered != facts {
            let first = Budget {
                conflicts: Some(ranges::WHOLE),
                ..self.budget.clone()
            };
            answer = self.embedded.check(pool, &lowered, &first);
            if matches!(answer, CheckResult::Unknown(_)) && self.refute_cubes(pool, facts) {
                return Ok(facts.to_vec());
            }
        }
        if matches!(answer, CheckResult::Unknown(_)) {
            answer = self.embedded.check(pool, &lowered, self.budget);
        }
        verdict(&answer, self.embedded.name(), otherwise)?;
        let Some(core) = self.embedded.core() else {
            return Ok(facts.to_vec());
        };
        let both = facts.iter().zip(&lowered);
        let needed = both.filter(|(_, l)| core.contains(l));
        Ok(needed.map(|(&fact, _)| fact).collect())
    }

    /// Whether the facts contradict each other in every cube. A solver for each: what it
    /// knows of one says nothing of another.
    fn refute_cubes(&mut self, pool: &mut TermPool, facts: &[TermId]) -> bool {
        let Some(cubes) = ranges::cubes(pool, facts, self.budget) else {
            return false;
        };
        let budget = Budget {
            conflicts: Some(CONFLICTS_OF_A_CUBE),
            ..self.budget.clone()
        };
        cubes.iter().all(|cube| {
            let restricted = ranges::restricted(pool, facts, cube);
            let lowered = self.floats.lowered(pool, &restricted);
            plain().check(pool, &lowered, &budget).is_unsat()
        })
    }

    /// The same for a claim that has little in common with the others: the solver starts afresh
    /// now and then, because what it keeps of old claims slows it down.
    pub(crate) fn refute_alone(
        &mut self,
        pool: &mut TermPool,
        facts: &[TermId],
        otherwise: &Contradicted,
    ) -> Result<(), Refusal> {
        if self.obligations.is_multiple_of(FRESH) {
            self.embedded = plain();
            self.equations = Equations::default();
        }
        self.refute(pool, facts, otherwise).map(|_| ())
    }

    /// Whether every solver says that the facts contradict each other. The embedded one
    /// has said so already: they are a core of its.
    pub(crate) fn agree(&mut self, pool: &mut TermPool, core: &[TermId]) -> bool {
        self.others.iter_mut().all(|solver| {
            solver.push();
            for &fact in core {
                solver.assert(pool, fact);
            }
            let answer = solver.check(pool, &[], self.budget);
            solver.pop();
            answer.is_unsat()
        })
    }
}

fn verdict(answer: &CheckResult, solver: &str, otherwise: &Contradicted) -> Result<(), Refusal> {
    match answer {
        CheckResult::Unsat => Ok(()),
        CheckResult::Sat => Err(otherwise.refusal(solver)),
        CheckResult::Unknown(why) => Err(Refusal::Undecided(format!(
            "{}? ({solver}: {why})",
            otherwise.text()
        ))),
    }
}
