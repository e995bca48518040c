//! Proofs about guarded commands: the claimed set of states contains the initial
//! ones, is closed under every transition, and has no wrong one.
//!
//! **Invariant.** The model is read from its own text, the claims are made from
//! it here, on terms that nothing rewrites, and put to a solver that knows
//! nothing of the search. A claim counts only if every solver refutes its
//! negation.

mod decision;
mod meaning;

use crate::check::{Certificate, Refusal};
use decision::Decision;
use hatha_gcl::model::{Expr, Model, VarId};
use hatha_gcl::proof::{Proof, StemState};
use hatha_gcl::{Diagnostic, Vocabulary};
use hatha_smt::layers::Refereed;
use hatha_smt::{Budget, CheckResult, External, ExternalConfig, Solver};
use hatha_term::{Sort, TermId, TermPool};
use meaning::{Environment, Reader};

/// More symbols than that are not read.
const MOST_SYMBOLS: usize = 10_000;

/// Checks a proof against a model; `others` are asked besides Z3.
pub fn certify_gcl(
    model: &Model,
    proof: &Proof,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    well_formed(model, proof)?;
    let claims = Claims::read(model, proof)?;
    let mut judge = Judge {
        solver: Refereed::new(External::new(ExternalConfig::z3())),
        others,
        budget,
        obligations: 0,
    };
    let mut pool = TermPool::raw();
    let mut checker = Checker {
        reader: Reader {
            pool: &mut pool,
            model,
        },
        claims: &claims,
        judge: &mut judge,
    };
    checker.initial()?;
    checker.abstract_states()?;
    for at in 0..claims.stem.len() {
        checker.stem_state(at)?;
    }
    Ok(Certificate {
        obligations: judge.obligations,
        solvers: judge.names(),
    })
}

fn malformed<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Malformed(what.into()))
}

/// The proof is for this model, and its parts fit together.
fn well_formed(model: &Model, proof: &Proof) -> Result<(), Refusal> {
    if proof.semantics != hatha_gcl::SEMANTICS_VERSION || proof.model != model.fingerprint() {
        return malformed("the proof is for another model");
    }
    for state in &proof.states {
        let digits = state.predicates.bytes().all(|b| b == b'0' || b == b'1');
        let fits = state.values.len() == proof.explicit.len()
            && state.predicates.len() == proof.predicates.len();
        if !digits || !fits {
            return malformed("an abstract state has too few or too many values");
        }
    }
    for state in &proof.stem {
        let initial = state.initial.as_ref();
        let fits = state.values.len() == model.variables.len()
            && state.symbols <= MOST_SYMBOLS
            && initial.is_none_or(|i| i.len() == state.symbols);
        let target = |s: &hatha_gcl::proof::Successor| {
            s.transition < model.transitions.len()
                && proof
                    .stem
                    .get(s.state)
                    .is_some_and(|t| t.symbols == s.symbols.len())
        };
        if !fits || !state.successors.iter().all(target) {
            return malformed("a state of the stem does not fit the model");
        }
    }
    Ok(())
}

/// A proof as expressions. Symbols of the stem are variables behind those of the
/// model, inputs behind those.
struct Claims {
    decision: Decision,
    explicit: Vec<VarId>,
    predicates: Vec<Expr>,
    stem: Vec<Stem>,
    /// The number of symbols.
    symbols: usize,
}

struct Stem {
    symbols: usize,
    values: Vec<Expr>,
    condition: Vec<Expr>,
    initial: Option<Vec<Expr>>,
    successors: Vec<(usize, usize, Vec<Expr>)>,
}

fn unread(diagnostic: Diagnostic) -> Refusal {
    Refusal::Malformed(diagnostic.message)
}

impl Claims {
    fn read(model: &Model, proof: &Proof) -> Result<Claims, Refusal> {
        let mut vocabulary = Vocabulary::new(model).map_err(unread)?;
        let symbols = proof.stem.iter().map(|s| s.symbols).max().unwrap_or(0);
        for at in 0..symbols {
            vocabulary.add_symbol(&format!("${at}")).map_err(unread)?;
        }
        let inputs = model.transitions.iter();
        let inputs = inputs.map(hatha_gcl::interpret::input_count).max();
        for at in 0..inputs.unwrap_or(0) {
            vocabulary.add_symbol(&format!("$i{at}")).map_err(unread)?;
        }
        let explicit = proof.explicit.iter().map(|name| {
            let found = model.find(name);
            found.ok_or_else(|| Refusal::Malformed(format!("there is no variable `{name}`")))
        });
        let truth = |text: &String| vocabulary.truth(text).map_err(unread);
        let stem = proof.stem.iter().map(|s| Stem::read(&vocabulary, s));
        Ok(Claims {
            decision: Decision::new(&proof.states),
            explicit: explicit.collect::<Result<_, _>>()?,
            predicates: proof
                .predicates
                .iter()
                .map(truth)
                .collect::<Result<_, _>>()?,
            stem: stem.collect::<Result<_, _>>()?,
            symbols,
        })
    }
}

impl Stem {
    fn read(vocabulary: &Vocabulary, state: &StemState) -> Result<Stem, Refusal> {
        // Variables of any type are integers here.
        let number = |text: &String| match vocabulary.variable(text) {
            Some(var) => Ok(Expr::Var(var)),
            None => vocabulary.number(text).map_err(unread),
        };
        let all = |texts: &[String]| texts.iter().map(number).collect::<Result<Vec<_>, _>>();
        // A value is a sum of symbols, which are integers, whatever the variable is.
        let truth = |text: &String| vocabulary.truth(text).map_err(unread);
        let mut successors = Vec::new();
        for next in &state.successors {
            successors.push((next.transition, next.state, all(&next.symbols)?));
        }
        Ok(Stem {
            symbols: state.symbols,
            values: all(&state.values)?,
            condition: state
                .condition
                .iter()
                .map(truth)
                .collect::<Result<_, _>>()?,
            initial: match &state.initial {
                None => None,
                Some(texts) => Some(all(texts)?),
            },
            successors,
        })
    }
}

/// The solvers that have to agree.
struct Judge<'a> {
    solver: Refereed<External>,
    others: &'a mut [Box<dyn Solver>],
    budget: &'a Budget,
    obligations: usize,
}

impl Judge<'_> {
    fn names(&self) -> Vec<String> {
        let others = self.others.iter().map(|s| s.name().to_owned());
        let mut names: Vec<String> = std::iter::once(self.solver.name().to_owned())
            .chain(others)
            .collect();
        names.dedup();
        names
    }

    /// Demands that the facts contradict each other.
    fn refute(
        &mut self,
        pool: &mut TermPool,
        facts: &[TermId],
        claim: &str,
    ) -> Result<(), Refusal> {
        self.obligations += 1;
        self.ask(pool, facts, claim)
    }

    /// The same without counting it as a claim.
    fn ask(&mut self, pool: &mut TermPool, facts: &[TermId], claim: &str) -> Result<(), Refusal> {
        let first: &mut dyn Solver = &mut self.solver;
        let others = self.others.iter_mut().map(|s| &mut **s as &mut dyn Solver);
        for solver in std::iter::once(first).chain(others) {
            solver.push();
            for &fact in facts {
                solver.assert(pool, fact);
            }
            let answer = solver.check(pool, &[], self.budget);
            solver.pop();
            match answer {
                CheckResult::Unsat => {}
                CheckResult::Sat => {
                    return Err(Refusal::Wrong(format!("{claim} (says {})", solver.name())));
                }
                CheckResult::Unknown(why) => {
                    return Err(Refusal::Undecided(format!("{claim}: {why}")));
                }
            }
        }
        Ok(())
    }
}

struct Checker<'a, 'j> {
    reader: Reader<'a>,
    claims: &'a Claims,
    judge: &'a mut Judge<'j>,
}

impl Checker<'_, '_> {
    /// The variables of a state, as themselves.
    fn variables(&mut self) -> Vec<TermId> {
        let count = self.reader.model.variables.len();
        let pool = &mut *self.reader.pool;
        let mut var = |at| pool.var(&format!("v{at}"), Sort::Int);
        (0..count).map(&mut var).collect()
    }

    /// The state is in one of the abstract states.
    fn is_abstract(&mut self, env: &Environment) -> TermId {
        let claims = self.claims;
        let mut predicates = Vec::with_capacity(claims.predicates.len());
        for predicate in &claims.predicates {
            // A predicate is a sum compared with another: it is always defined.
            predicates.push(self.reader.truth(predicate, env).value);
        }
        let values: Vec<TermId> = claims.explicit.iter().map(|v| env[v.index()]).collect();
        claims.decision.term(self.reader.pool, &values, &predicates)
    }

    /// The state is that of the stem, for these values of its symbols.
    fn is_stem(&mut self, at: usize, symbols: &[TermId], env: &Environment) -> TermId {
        let stem = &self.claims.stem[at];
        // Nothing about the state itself is read from the environment of symbols.
        let symbolic = self.symbolic(symbols);
        let mut parts = Vec::new();
        for (value, &is) in stem.values.iter().zip(env) {
            let value = self.reader.number(value, &symbolic);
            let same = self.reader.pool.eq(value.value, is);
            parts.extend([value.defined, same]);
        }
        for condition in &stem.condition {
            let truth = self.reader.truth(condition, &symbolic);
            parts.extend([truth.defined, truth.value]);
        }
        self.reader.pool.and_all(&parts)
    }

    /// An environment in which symbols have these values, and inputs none.
    fn symbolic(&mut self, symbols: &[TermId]) -> Vec<TermId> {
        let mut env = self.variables();
        env.extend_from_slice(symbols);
        let missing = self.claims.symbols.saturating_sub(symbols.len());
        for at in 0..missing + self.inputs() {
            let name = format!("unused{at}");
            env.push(self.reader.pool.var(&name, Sort::Int));
        }
        env
    }

    fn inputs(&self) -> usize {
        let transitions = self.reader.model.transitions.iter();
        let most = transitions.map(hatha_gcl::interpret::input_count).max();
        most.unwrap_or(0)
    }

    fn refute(&mut self, facts: &[TermId], claim: &str) -> Result<(), Refusal> {
        self.judge.refute(self.reader.pool, facts, claim)
    }

    /// Every initial state is in the set.
    fn initial(&mut self) -> Result<(), Refusal> {
        let env = self.variables();
        let unset = self.symbolic(&[]);
        let mut facts = vec![self.reader.types(&env), self.reader.init(&env)];
        let inside = self.is_abstract(&env);
        facts.push(self.reader.pool.not(inside));
        for at in 0..self.claims.stem.len() {
            let Some(symbols) = &self.claims.stem[at].initial else {
                continue;
            };
            let symbols: Vec<TermId> = symbols
                .iter()
                .map(|e| self.reader.number(e, &unset).value)
                .collect();
            let is = self.is_stem(at, &symbols, &env);
            facts.push(self.reader.pool.not(is));
        }
        self.refute(&facts, "an initial state is left out")
    }

    /// The abstract states are not wrong, and closed.
    fn abstract_states(&mut self) -> Result<(), Refusal> {
        let env = self.variables();
        let types = self.reader.types(&env);
        let inside = self.is_abstract(&env);
        let wrong = self.reader.wrong(&env);
        self.refute(&[types, inside, wrong], "an abstract state is wrong")?;
        let model = self.reader.model;
        for (at, transition) in model.transitions.iter().enumerate() {
            let step = self.reader.step(transition, at, &env);
            let stays = self.is_abstract(&step.after);
            let typed = self.reader.types(&step.after);
            let good = self.reader.pool.and(stays, typed);
            let leaves = self.reader.pool.not(good);
            let facts = [types, inside, step.guard, step.inputs, leaves];
            let claim = format!("{} leaves the abstract states", transition.name);
            self.refute(&facts, &claim)?;
        }
        Ok(())
    }

    /// A state of the stem is not wrong, and its transitions stay in the set.
    fn stem_state(&mut self, at: usize) -> Result<(), Refusal> {
        let stem = &self.claims.stem[at];
        let pool = &mut *self.reader.pool;
        let mut symbol = |i| pool.var(&format!("symbol{i}"), Sort::Int);
        let symbols: Vec<TermId> = (0..stem.symbols).map(&mut symbol).collect();
        let symbolic = self.symbolic(&symbols);
        let mut facts = Vec::new();
        for condition in &stem.condition {
            let truth = self.reader.truth(condition, &symbolic);
            facts.extend([truth.defined, truth.value]);
        }
        let env: Vec<TermId> = stem
            .values
            .iter()
            .map(|v| self.reader.number(v, &symbolic).value)
            .collect();
        let wrong = self.reader.wrong(&env);
        let typed = self.reader.types(&env);
        let untyped = self.reader.pool.not(typed);
        let bad = self.reader.pool.or(wrong, untyped);
        let mut all = facts.clone();
        all.push(bad);
        self.refute(&all, &format!("state {at} of the stem is wrong"))?;
        for transition in 0..self.reader.model.transitions.len() {
            self.stem_step(at, transition, &facts, (&symbols, &env))?;
        }
        Ok(())
    }

    fn stem_step(
        &mut self,
        at: usize,
        transition: usize,
        facts: &[TermId],
        (symbols, env): (&[TermId], &Environment),
    ) -> Result<(), Refusal> {
        let taken = &self.reader.model.transitions[transition];
        let step = self.reader.step(taken, transition, env);
        let mut facts = facts.to_vec();
        facts.extend([step.guard, step.inputs]);
        let mut with_inputs = self.symbolic(symbols);
        let first = self.reader.model.variables.len() + self.claims.symbols;
        for i in 0..hatha_gcl::interpret::input_count(taken) {
            with_inputs[first + i] = self.reader.input(transition, i);
        }
        let next = self.claims.stem[at].successors.iter();
        for (_, state, symbols) in next.filter(|(t, ..)| *t == transition) {
            let symbols: Vec<TermId> = symbols
                .iter()
                .map(|e| self.reader.number(e, &with_inputs).value)
                .collect();
            let is = self.is_stem(*state, &symbols, &step.after);
            facts.push(self.reader.pool.not(is));
        }
        let claim = format!("{} leaves state {at} of the stem", taken.name);
        // Most transitions cannot be taken or stay in the stem. What is contradictory
        // without the abstract states, which are many, is so with them.
        if self.judge.ask(self.reader.pool, &facts, &claim).is_ok() {
            self.judge.obligations += 1;
            return Ok(());
        }
        let inside = self.is_abstract(&step.after);
        facts.push(self.reader.pool.not(inside));
        self.refute(&facts, &claim)
    }
}
