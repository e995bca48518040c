//! The solver behind one small interface: satisfiability of conjunctions of
//! formulas, with models.
//!
//! **Invariant.** One process is kept for a whole run. Whatever is not a clear
//! answer is a [`Trouble`], which ends the run with *unknown*.

use hatha_gcl::formula::{Arena, Formula};
use hatha_gcl::linear::{Overflow, Sym};
use hatha_smt::layers::Refereed;
use hatha_smt::{Budget, CheckResult, External, ExternalConfig, Reason, Solver};
use hatha_term::{TermId, TermPool, Value};
use rustc_hash::FxHashMap;
use std::fmt;
use std::time::{Duration, Instant};

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A number has more than 128 bits.
    TooLarge,
    /// The solver has no answer.
    Solver(Reason),
    /// The time is up, or the user does not want to wait any longer.
    Interrupted,
    /// The engine does not go on, for this reason.
    GivesUp(String),
}

impl From<Overflow> for Trouble {
    fn from(_: Overflow) -> Self {
        Trouble::TooLarge
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::TooLarge => f.write_str("a number has more than 128 bits"),
            Trouble::Solver(Reason::Interrupted) | Trouble::Interrupted => {
                f.write_str("out of time")
            }
            Trouble::Solver(reason) => write!(f, "{reason}"),
            Trouble::GivesUp(why) => f.write_str(why),
        }
    }
}

/// Values of symbols.
pub type Values = FxHashMap<Sym, i128>;

/// Answers questions.
pub struct Oracle {
    pool: TermPool,
    solver: Refereed<External>,
    /// How long and with whom.
    pub budget: Budget,
    /// How many questions went to the solver.
    pub queries: u64,
    /// How long they took.
    pub time: Duration,
    symbols: FxHashMap<Sym, TermId>,
}

impl Oracle {
    /// Z3, which is started by the first question.
    pub fn new(budget: Budget) -> Oracle {
        Oracle {
            pool: TermPool::new(),
            solver: Refereed::new(External::new(ExternalConfig::z3())),
            budget,
            queries: 0,
            time: Duration::ZERO,
            symbols: FxHashMap::default(),
        }
    }

    /// Ends the run when its time is up.
    pub(crate) fn check_time(&self) -> Result<(), Trouble> {
        match self.budget.is_interrupted() {
            true => Err(Trouble::Interrupted),
            false => Ok(()),
        }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.solver.push();
    }

    /// Closes it.
    pub fn pop(&mut self) {
        self.solver.pop();
    }

    /// Adds a formula to the scope.
    pub fn assert(&mut self, arena: &Arena, f: Formula) {
        let symbols = &self.symbols;
        let known = |pool: &mut TermPool, sym: Sym| match symbols.get(&sym) {
            Some(&term) => term,
            None => hatha_gcl::formula::integer(pool, &format!("s{}", sym.0)),
        };
        let term = arena.to_term(f, &mut self.pool, &known);
        for atom in arena.atoms_of(&[f]) {
            for &(sym, _) in arena.atom(atom).sum.terms() {
                let pool = &mut self.pool;
                let make = || hatha_gcl::formula::integer(pool, &format!("s{}", sym.0));
                self.symbols.entry(sym).or_insert_with(make);
            }
        }
        self.solver.assert(&self.pool, term);
    }

    /// Values that satisfy what has been added; symbols without one may have
    /// any.
    pub fn solve(&mut self) -> Result<Option<Values>, Trouble> {
        self.queries += 1;
        let start = Instant::now();
        let answer = self.solver.check(&mut self.pool, &[], &self.budget);
        self.time += start.elapsed();
        match answer {
            CheckResult::Unsat => Ok(None),
            CheckResult::Sat => Ok(Some(self.values())),
            CheckResult::Unknown(reason) => Err(Trouble::Solver(reason)),
        }
    }

    fn values(&self) -> Values {
        let mut values = Values::default();
        let Some(model) = self.solver.model() else {
            return values;
        };
        for (&sym, &term) in &self.symbols {
            let value = self.pool.as_var(term).and_then(|v| model.get(v));
            if let Some(Value::Int(n)) = value {
                values.insert(sym, *n);
            }
        }
        values
    }

    /// Are formulas satisfiable together?
    pub fn satisfiable(&mut self, arena: &Arena, parts: &[Formula]) -> Result<bool, Trouble> {
        Ok(self.model(arena, parts)?.is_some())
    }

    /// Values that satisfy formulas.
    pub fn model(&mut self, arena: &Arena, parts: &[Formula]) -> Result<Option<Values>, Trouble> {
        if parts.contains(&Formula::FALSE) {
            return Ok(None);
        }
        if parts.iter().all(|&p| p == Formula::TRUE) {
            return Ok(Some(Values::default()));
        }
        self.push();
        for &part in parts {
            self.assert(arena, part);
        }
        let answer = self.solve();
        self.pop();
        answer
    }
}
