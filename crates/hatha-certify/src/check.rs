//! Re-establishes a proof, claim by claim.
//!
//! **Invariant.** Only an *Unsat* of every solver asked discharges a claim. A
//! *Sat*, an *Unknown*, something not modelled or a malformed proof is a
//! [`Refusal`]; there is no third way out.

use crate::encode::{Encoder, NotModelled, state_variable};
use crate::graph::Graph;
use crate::judge::{Contradicted, Judges};
use crate::path::{End, Path, Walk};
use crate::state::{Environment, State};
use hatha_cfa::inline::{InlineError, inline};
use hatha_cfa::reach::runs_exit_handlers;
use hatha_cfa::{GlobalInit, InitValue, LocId, ProcId, Program, Storage, VarId};
use hatha_proof::{Proof, fingerprint};
use hatha_smt::{Budget, Solver};
use hatha_term::{Sort, Substitution, TermId, TermPool};
use rustc_hash::FxHashMap;

/// The largest automaton that is checked.
const EDGE_LIMIT: usize = 200_000;

/// A proof that passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// How many claims were put to the solvers.
    pub obligations: usize,
    /// The solvers that agreed on every one of them.
    pub solvers: Vec<String>,
}

/// Why a proof was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The proof is not for this program, or not a proof at all.
    Malformed(String),
    /// A claim is false, or a solver says so.
    Wrong(String),
    /// A claim could not be decided.
    Undecided(String),
    /// The program does something that the checker does not model.
    NotModelled(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Malformed(m) => write!(f, "malformed: {m}"),
            Refusal::Wrong(m) => write!(f, "does not hold: {m}"),
            Refusal::Undecided(m) => write!(f, "undecided: {m}"),
            Refusal::NotModelled(m) => write!(f, "not modelled: {m}"),
        }
    }
}

impl From<NotModelled> for Refusal {
    fn from(n: NotModelled) -> Self {
        Refusal::NotModelled(n.0)
    }
}

/// Checks a proof against a program, functions without a body doing what they like;
/// `others` are asked besides the embedded solver.
pub fn certify(
    program: &Program,
    proof: &Proof,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    certify_under(program, proof, Environment::default(), others, budget)
}

/// Checks a proof against a program in an environment.
pub fn certify_under(
    program: &Program,
    proof: &Proof,
    environment: Environment,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    if proof.program != fingerprint(program) {
        return Err(Refusal::Malformed(
            "the proof is for another program".to_owned(),
        ));
    }
    let entry = program
        .find_proc(&proof.entry)
        .filter(|&p| program.proc(p).defined)
        .ok_or_else(|| Refusal::Malformed(format!("no procedure '{}'", proof.entry)))?;
    if runs_exit_handlers(program, entry) {
        return Err(Refusal::NotModelled("handlers that run at exit".to_owned()));
    }
    let flat = inline(program, entry, EDGE_LIMIT).map_err(inline_refusal)?;
    let mut pool = TermPool::raw();
    let graph = Graph::read(&flat, entry, proof, &mut pool)?;
    let mut checker = Checker {
        program: &flat,
        entry,
        environment,
        graph: &graph,
        pool,
        judges: Judges::new(others, budget),
    };
    checker.check_initial()?;
    for (location, regions) in graph.reachable() {
        checker.check_location(location, &regions)?;
    }
    Ok(Certificate {
        obligations: checker.judges.obligations,
        solvers: checker.judges.names(),
    })
}

fn inline_refusal(error: InlineError) -> Refusal {
    Refusal::NotModelled(match error {
        InlineError::Recursive(f) => format!("recursion through '{f}'"),
        InlineError::TooLarge(n) => format!("more than {n} edges after inlining"),
        InlineError::Mismatch(f, _) => format!("a call that does not fit '{f}'"),
    })
}

struct Checker<'a, 'b> {
    program: &'a Program,
    entry: ProcId,
    environment: Environment,
    graph: &'a Graph,
    pool: TermPool,
    judges: Judges<'b>,
}

impl Checker<'_, '_> {
    /// Claim 1: every initial state lies in an initial region.
    fn check_initial(&mut self) -> Result<(), Refusal> {
        let mut facts = self.initial_facts()?;
        for &region in &self.graph.initial {
            let outside = self.pool.not(self.graph.predicate[region as usize]);
            facts.push(outside);
        }
        let otherwise =
            Contradicted::Wrong("an initial state lies in no initial region".to_owned());
        self.judges
            .refute(&mut self.pool, &facts, &otherwise)
            .map(|_| ())
    }

    /// What is known when the entry is reached: globals have their initial values.
    fn initial_facts(&mut self) -> Result<Vec<TermId>, Refusal> {
        let mut facts = Vec::new();
        let program = self.program;
        for (var, init) in &program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            if program.var(*var).storage != Storage::Slot {
                continue;
            }
            let mut state = State::default();
            let mut encoder = Encoder::new(program, self.environment, &mut self.pool, &mut state);
            let slot = encoder.variable(*var)?;
            let value = match items.last().map(|i| &i.value) {
                None => {
                    let width = encoder.pool.width(slot);
                    encoder.pool.bv_const(width, 0)
                }
                Some(InitValue::Scalar(_, e)) => encoder.value(*e)?,
                Some(InitValue::Bytes(_)) => continue,
            };
            facts.push(self.pool.eq(slot, value));
        }
        Ok(facts)
    }

    /// Claim 2 for the regions of a location that the claimed edges reach: every path from them
    /// stays in the claimed successors, and none comes to a failure or an obstacle.
    fn check_location(&mut self, location: LocId, regions: &[u32]) -> Result<(), Refusal> {
        let mut walk = Walk {
            program: self.program,
            entry: self.entry,
            environment: self.environment,
            graph: self.graph,
            pool: &mut self.pool,
        };
        let paths = walk.paths(location, State::default())?;
        let mut claims: Vec<Claim> = Vec::new();
        for path in paths {
            let claim = self.claim(path);
            claims.push(claim);
        }
        for &region in regions {
            self.check_region(region, &mut claims)?;
        }
        Ok(())
    }

    /// Prepares a path: how predicates after it read before it.
    fn claim(&mut self, path: Path) -> Claim {
        let mut map = FxHashMap::default();
        for (&var, &value) in &path.state.slots {
            let slot = self.slot(var, self.pool.width(value));
            map.insert(slot, value);
        }
        let span = self.program.proc(self.entry).edge(path.edge).span;
        let place = self.program.sources.describe(span);
        let otherwise = match &path.end {
            End::Regions => {
                Contradicted::Wrong(format!("the step at {place} leaves the claimed regions"))
            }
            End::Fail => Contradicted::Wrong(format!("the failure at {place} can be reached")),
            End::Obstacle(what) => Contradicted::NotModelled(format!("{what} at {place}")),
        };
        Claim {
            path,
            before: Substitution::new(map),
            otherwise,
        }
    }

    fn slot(&mut self, var: VarId, width: u32) -> TermId {
        self.pool.var(&state_variable(var), Sort::Bv(width))
    }

    fn check_region(&mut self, region: u32, claims: &mut [Claim]) -> Result<(), Refusal> {
        if self.judges.is_interrupted() {
            return Err(Refusal::Undecided("out of time".to_owned()));
        }
        let inside = self.graph.predicate[region as usize];
        // The beginning of paths that no state of the region takes.
        let mut closed: Option<Vec<TermId>> = None;
        for claim in claims {
            let guard = &claim.path.state.guard;
            if closed.as_ref().is_some_and(|c| guard.starts_with(c)) {
                continue;
            }
            let mut facts = vec![inside];
            facts.extend(guard);
            if claim.path.end == End::Regions {
                for next in self.graph.successors(region, claim.path.edge) {
                    let predicate = self.graph.predicate[next as usize];
                    let after = claim.before.apply(&mut self.pool, predicate);
                    facts.push(self.pool.not(after));
                }
            }
            let core = self
                .judges
                .refute(&mut self.pool, &facts, &claim.otherwise)?;
            closed = self.closed_beginning(inside, &claim.path.state.guard, &core);
        }
        Ok(())
    }

    /// The shortest beginning of a path's guard that the core shows no state of the region to
    /// pass: then no path with this beginning needs a query. `None` if the core says more.
    fn closed_beginning(
        &mut self,
        inside: TermId,
        guard: &[TermId],
        core: &[TermId],
    ) -> Option<Vec<TermId>> {
        let mut length = 0;
        for &fact in core {
            if fact != inside {
                length = length.max(guard.iter().position(|&g| g == fact)? + 1);
            }
        }
        let mut facts = vec![inside];
        facts.extend(&guard[..length]);
        let agreed = self.judges.agree(&mut self.pool, &facts);
        agreed.then(|| guard[..length].to_vec())
    }
}

/// A path with what a proof has to show about it.
struct Claim {
    path: Path,
    /// From a predicate after the path to the states before it.
    before: Substitution,
    /// What holds if the proof does not.
    otherwise: Contradicted,
}
