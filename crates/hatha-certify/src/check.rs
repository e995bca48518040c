//! Re-establishes a proof, claim by claim.
//!
//! **Invariant.** Only an *Unsat* of every solver asked discharges a claim. A
//! *Sat*, an *Unknown*, something not modelled or a malformed proof is a
//! [`Refusal`]; there is no third way out.

use crate::encode::{Encoder, NotModelled, state_variable, width};
use hatha_cfa::inline::{InlineError, inline};
use hatha_cfa::reach::runs_exit_handlers;
use hatha_cfa::{EdgeId, GlobalInit, InitValue, LocId, ProcId, Procedure, Program, Storage, VarId};
use hatha_proof::{Proof, TermReader, fingerprint};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// Checks a proof against a program; `others` are asked besides the embedded solver.
pub fn certify(
    program: &Program,
    proof: &Proof,
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
        pool,
        budget,
        others,
        obligations: 0,
    };
    checker.check_initial(&graph)?;
    for region in graph.reachable() {
        checker.check_region(&graph, region)?;
    }
    let mut solvers = vec!["hatha-smt".to_owned()];
    solvers.extend(checker.others.iter().map(|s| s.name().to_owned()));
    Ok(Certificate {
        obligations: checker.obligations,
        solvers,
    })
}

fn inline_refusal(error: InlineError) -> Refusal {
    Refusal::NotModelled(match error {
        InlineError::Recursive(f) => format!("recursion through '{f}'"),
        InlineError::TooLarge(n) => format!("more than {n} edges after inlining"),
        InlineError::Mismatch(f, _) => format!("a call that does not fit '{f}'"),
    })
}

/// The claimed region graph.
struct Graph {
    location: Vec<LocId>,
    predicate: Vec<TermId>,
    initial: Vec<u32>,
    successors: BTreeMap<(u32, EdgeId), BTreeSet<u32>>,
}

impl Graph {
    fn read(
        program: &Program,
        entry: ProcId,
        proof: &Proof,
        pool: &mut TermPool,
    ) -> Result<Graph, Refusal> {
        let malformed = |m: &str| Refusal::Malformed(m.to_owned());
        let proc = program.proc(entry);
        let sorts = slot_sorts(program);
        let reader = TermReader::read(pool, &proof.terms, |name, sort| {
            sorts.get(name) == Some(&sort)
        })
        .map_err(|e| Refusal::Malformed(e.0))?;
        let mut graph = Graph {
            location: Vec::new(),
            predicate: Vec::new(),
            initial: proof.initial.clone(),
            successors: BTreeMap::new(),
        };
        for region in &proof.regions {
            let predicate = reader
                .get(region.predicate)
                .ok_or_else(|| malformed("a predicate is missing"))?;
            if !pool.is_bool(predicate) || region.location as usize >= proc.locations.len() {
                return Err(malformed("a region has no place in the automaton"));
            }
            graph.location.push(LocId(region.location));
            graph.predicate.push(predicate);
        }
        graph.read_edges(proc, proof)?;
        Ok(graph)
    }

    fn read_edges(&mut self, proc: &Procedure, proof: &Proof) -> Result<(), Refusal> {
        let malformed = |m: &str| Refusal::Malformed(m.to_owned());
        let regions = self.location.len();
        for e in &proof.edges {
            let (from, to) = (e.from as usize, e.to as usize);
            if from >= regions || to >= regions || e.edge as usize >= proc.edges.len() {
                return Err(malformed("an edge points outside the graph"));
            }
            let edge = proc.edge(EdgeId(e.edge));
            if edge.from != self.location[from] || edge.to != self.location[to] {
                return Err(malformed("an edge does not follow the automaton"));
            }
            self.successors
                .entry((e.from, EdgeId(e.edge)))
                .or_default()
                .insert(e.to);
        }
        let starts_at_entry = |&i: &u32| self.location.get(i as usize) == Some(&proc.entry);
        if self.initial.iter().all(starts_at_entry) {
            Ok(())
        } else {
            Err(malformed("an initial region is not at the entry"))
        }
    }

    /// The regions that the claimed edges reach from the initial ones.
    fn reachable(&self) -> BTreeSet<u32> {
        let mut seen: BTreeSet<u32> = self.initial.iter().copied().collect();
        let mut queue: VecDeque<u32> = seen.iter().copied().collect();
        while let Some(region) = queue.pop_front() {
            let edges = self
                .successors
                .range((region, EdgeId(0))..=(region, EdgeId(u32::MAX)));
            for &next in edges.flat_map(|(_, targets)| targets) {
                if seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        seen
    }
}

/// The state variables that predicates may mention: the slots, by name.
fn slot_sorts(program: &Program) -> FxHashMap<String, Sort> {
    let slots = (0..program.vars.len() as u32).map(VarId);
    slots
        .filter(|&v| program.var(v).storage == Storage::Slot)
        .filter_map(|v| {
            let scalar = program.scalar(program.var(v).ty)?;
            Some((state_variable(v), Sort::Bv(width(program, scalar)?)))
        })
        .collect()
}

struct Checker<'a, 'b> {
    program: &'a Program,
    entry: ProcId,
    pool: TermPool,
    budget: &'a Budget,
    others: &'b mut [Box<dyn Solver>],
    obligations: usize,
}

impl Checker<'_, '_> {
    /// Claim 1: every initial state lies in an initial region.
    fn check_initial(&mut self, graph: &Graph) -> Result<(), Refusal> {
        let mut facts = self.initial_facts()?;
        for &region in &graph.initial {
            let outside = self.pool.not(graph.predicate[region as usize]);
            facts.push(outside);
        }
        self.refute(&facts, "an initial state lies in no initial region")
    }

    /// What is known when the entry is reached: globals have their initial values.
    fn initial_facts(&mut self) -> Result<Vec<TermId>, Refusal> {
        let mut facts = Vec::new();
        for (var, init) in &self.program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            if self.program.var(*var).storage != Storage::Slot {
                continue;
            }
            let mut encoder = Encoder::new(self.program, &mut self.pool);
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

    /// Claims 2 and 3 for a region that the claimed edges reach.
    fn check_region(&mut self, graph: &Graph, region: u32) -> Result<(), Refusal> {
        let proc = self.program.proc(self.entry);
        let location = graph.location[region as usize];
        for &id in proc.out_edges(location) {
            self.check_edge(graph, region, id)?;
        }
        Ok(())
    }

    fn check_edge(&mut self, graph: &Graph, region: u32, id: EdgeId) -> Result<(), Refusal> {
        let program = self.program;
        let edge = program.proc(self.entry).edge(id);
        let mut encoder = Encoder::new(program, &mut self.pool);
        let step = encoder.step(&edge.op)?;
        let mut facts = vec![graph.predicate[region as usize]];
        facts.extend(&step.guard);
        let place = program.sources.describe(edge.span);
        if step.fails {
            return self.refute(&facts, &format!("the failure at {place} can be reached"));
        }
        if !step.continues {
            return Ok(());
        }
        let mut map = FxHashMap::default();
        for (var, value) in step.updates {
            let slot = Encoder::new(program, &mut self.pool).variable(var)?;
            map.insert(slot, value);
        }
        for &next in graph.successors.get(&(region, id)).into_iter().flatten() {
            let after = self.pool.substitute(graph.predicate[next as usize], &map);
            facts.push(self.pool.not(after));
        }
        self.refute(
            &facts,
            &format!("the step at {place} leaves the claimed regions"),
        )
    }

    /// Demands that the facts contradict each other; `claim` is what holds if they do not.
    fn refute(&mut self, facts: &[TermId], claim: &str) -> Result<(), Refusal> {
        self.obligations += 1;
        let mut embedded: Box<dyn Solver> = Box::new(Embedded::new());
        judge(&mut embedded, &mut self.pool, facts, self.budget, claim)?;
        for solver in self.others.iter_mut() {
            judge(solver, &mut self.pool, facts, self.budget, claim)?;
        }
        Ok(())
    }
}

fn judge(
    solver: &mut Box<dyn Solver>,
    pool: &mut TermPool,
    facts: &[TermId],
    budget: &Budget,
    claim: &str,
) -> Result<(), Refusal> {
    solver.push();
    for &fact in facts {
        solver.assert(pool, fact);
    }
    let answer = solver.check(pool, &[], budget);
    solver.pop();
    match answer {
        CheckResult::Unsat => Ok(()),
        CheckResult::Sat => Err(Refusal::Wrong(format!("{claim} (says {})", solver.name()))),
        CheckResult::Unknown(why) => Err(Refusal::Undecided(format!(
            "{claim}? ({}: {why})",
            solver.name()
        ))),
    }
}
