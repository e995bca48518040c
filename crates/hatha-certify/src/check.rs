//! Re-establishes a proof, claim by claim.
//!
//! **Invariant.** Only an *Unsat* of every solver asked discharges a claim. A
//! *Sat*, an *Unknown*, something not modelled or a malformed proof is a
//! [`Refusal`]; there is no third way out.

use crate::access;
use crate::apart::{apart, same_blocks};
use crate::checks::aligned::Aligned;
use crate::each::{self, mentions_each, pointers};
use crate::element::{self, mentions_element, numbers};
use crate::encode::{Encoder, NotModelled};
use crate::graph::Graph;
use crate::judge::{Contradicted, Judges};
use crate::live::Live;
use crate::made::{Site, is_multiple, likely_size};
use crate::memory::{Base, Memory, Objects, Update};
use crate::object::has_ghosts;
use crate::once::once;
use crate::opaque::{Effects, effects};
use crate::outside::check_slots;
use crate::path::{End, Path, Walk};
use crate::predicate::Reading;
use crate::reach::runs_exit_handlers;
use crate::simulation::Exposed;
use crate::state::{Environment, State};
use crate::stated::{common, stated};
use crate::weaken::{Survey, conjuncts};
use hatha_cfa::checks::FAILED;
use hatha_cfa::inline::InlineError;
use hatha_cfa::join::{Joined, Keep, Kept, join};
use hatha_cfa::{
    Builtin, EdgeId, GlobalInit, InitValue, LocId, Op, ProcId, Program, Scalar, Storage, VarId,
};
use hatha_proof::assume::{Pointers, about_start};
use hatha_proof::vocabulary::{self, EACH_ALIGN};
use hatha_proof::{Proof, fingerprint};
use hatha_smt::{Budget, Solver};
use hatha_term::{Symbol, TermId, TermPool};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The largest automaton that is checked, unless the program has half as many edges itself.
const EDGE_LIMIT: usize = 200_000;
/// Bytes of a literal beyond which no more are looked at.
const LITERAL: usize = 1_024;

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
    tracing::trace!(target: "walk", "the proof is checked");
    races_are_ignored(program, &environment)?;
    if let Some(unrolled) = &proof.unrolled {
        let entry = entry_of(program, proof, &environment)?;
        let graph = (unrolled, &proof.terms[..]);
        return crate::unrolled::certify(program, entry, graph, environment, others, budget);
    }
    check_regions(program, proof, environment, (others, budget), None)
}

/// Where threads run, a data race leaves the meaning of the program open. Only a question about calls of one
/// function takes accesses to be interleaved all the same, which is an assumption that is printed.
fn races_are_ignored(program: &Program, environment: &Environment) -> Result<(), Refusal> {
    let about_calls = environment.only_calls_of.is_some_and(|name| name != FAILED);
    match program.interleaved.is_some() && !about_calls {
        true => Err(Refusal::NotModelled(
            "data races of threads are not excluded".to_owned(),
        )),
        false => Ok(()),
    }
}

/// Examines a proof on regions: what does not hold is noted instead of refused, as far as it can be taken
/// away. This is no certificate.
pub(crate) fn examine(
    program: &Program,
    proof: &Proof,
    environment: Environment,
    budget: &Budget,
    survey: &mut Survey,
) -> Result<(), Refusal> {
    let judges: (&mut [Box<dyn Solver>], &Budget) = (&mut [], budget);
    check_regions(program, proof, environment, judges, Some(survey)).map(|_| ())
}

/// Checks a proof on regions. With a survey there are claims that are noted and not refused, so that what
/// comes back says nothing.
fn check_regions(
    program: &Program,
    proof: &Proof,
    environment: Environment,
    (others, budget): (&mut [Box<dyn Solver>], &Budget),
    survey: Option<&mut Survey>,
) -> Result<Certificate, Refusal> {
    let entry = entry_of(program, proof, &environment)?;
    let components = named(program, entry, &proof.components)?;
    let exposed = Exposed::new(program, entry);
    let opaque = named(program, entry, &proof.opaque)?;
    let joined = join(
        program,
        entry,
        !proof.ignores_faults,
        Kept {
            components: Keep::These(&components),
            opaque: &opaque,
            havoc: true,
        },
        EDGE_LIMIT.max(2 * edge_count(program)),
    )
    .map_err(inline_refusal)?;
    let opaque = effects(program, &opaque, environment, joined.silence, &exposed)?;
    let passing_blocks = crate::simulation::check(program, entry, &joined, &exposed, &opaque)?;
    let (flat, entry) = (&joined.program, joined.entry);
    let mut pool = TermPool::raw();
    let once = once(&joined, passing_blocks);
    let graph = Graph::read(&joined, &once, proof, &mut pool)?;
    check_words(&pool, &joined, &environment, passing_blocks)?;
    let mut memory = Memory::new(flat.target.pointer_bits, flat.target.byte_order);
    memory.passing_blocks = passing_blocks;
    memory.asks_for_objects = crate::object::asks_for_objects(&joined.program);
    memory.named_blocks = once.iter().map(|&e| vocabulary::allocated_id(e)).collect();
    memory.hidden = crate::hidden::hidden(&joined);
    memory.written_globals = crate::checks::written_globals(program);
    let asks = program.asks_aligned && program.asks_written;
    memory.aligned = asks.then(|| Rc::new(Aligned::new(flat)));
    memory.know_functions(&mut pool);
    let mut checker = Checker {
        program: flat,
        joined: &joined,
        entry,
        environment,
        graph: &graph,
        once: &once,
        opaque: &opaque,
        live: Live::of(&joined),
        pool,
        memory,
        judges: Judges::new(others, budget),
        globals: Objects::default(),
        survey,
    };
    checker.know_sites();
    checker.globals = checker.global_objects();
    checker.check_initial()?;
    for (&location, regions) in graph.reachable() {
        checker.check_location(location, regions)?;
    }
    Ok(Certificate {
        obligations: checker.judges.obligations,
        solvers: checker.judges.names(),
    })
}

/// Where the program of a proof starts, if a proof of its kind can say something about it.
/// Procedures rely on the alignment of their pointers, which nobody has checked where the entry is
/// called.
fn check_pointers(
    program: &Program,
    entry: ProcId,
    environment: &Environment,
) -> Result<(), Refusal> {
    let is_relied_on = |v: &VarId| {
        let pointee = program.types.pointee(program.var(*v).ty);
        let align = pointee.and_then(|q| program.types.align(q.ty, &program.target));
        align.is_some_and(|a| a > 1)
    };
    let mut params = program.proc(entry).params.iter();
    let is_unknown = environment.pointers == Pointers::Any && params.any(is_relied_on);
    if program.asks_aligned && is_unknown && !environment.misaligned_allowed {
        let what = "the alignment of pointers that lead anywhere";
        return Err(Refusal::NotModelled(what.to_owned()));
    }
    Ok(())
}

fn entry_of(
    program: &Program,
    proof: &Proof,
    environment: &Environment,
) -> Result<ProcId, Refusal> {
    if proof.program != fingerprint(program) {
        return Err(Refusal::Malformed(
            "the proof is for another program".to_owned(),
        ));
    }
    let entry = program
        .find_proc(&proof.entry)
        .filter(|&p| program.proc(p).defined)
        .ok_or_else(|| Refusal::Malformed(format!("no procedure '{}'", proof.entry)))?;
    check_slots(program, entry)?;
    check_pointers(program, entry, environment)?;
    if runs_exit_handlers(program, entry) {
        return Err(Refusal::NotModelled("handlers that run at exit".to_owned()));
    }
    // A copy of bytes does not say that it is a volatile read.
    if environment.volatile_any && program.volatile_records {
        let why = "a volatile structure that is read as a whole";
        return Err(Refusal::NotModelled(why.to_owned()));
    }
    if proof.ignores_faults && environment.only_calls_of.is_none() {
        let why = "the proof ignores faults, which the property asks about";
        return Err(Refusal::Wrong(why.to_owned()));
    }
    Ok(entry)
}

/// Whether predicates speak of every address, or of which blocks begin where.
fn speaks_of_blocks(pool: &TermPool) -> bool {
    let mut terms = (0..pool.len()).filter_map(|i| pool.term_at(i));
    terms
        .any(|t| pool.as_symbol(t) == Some(&Symbol::Each) || vocabulary::as_made(pool, t).is_some())
}

/// Whether predicates speak of every number.
fn speaks_of_elements(pool: &TermPool) -> bool {
    let mut terms = (0..pool.len()).filter_map(|i| pool.term_at(i));
    terms.any(|t| pool.as_symbol(t) == Some(&Symbol::Element))
}

/// Refuses words that are not understood beside what the program has.
fn check_words(
    pool: &TermPool,
    joined: &Joined,
    environment: &Environment,
    passing_blocks: bool,
) -> Result<(), Refusal> {
    if joined.program.target.pointer_bits > 64 {
        return Err(Refusal::NotModelled(
            "addresses of more than 64 bits".to_owned(),
        ));
    }
    let is_plain = !environment.device_memory && joined.components.is_empty();
    if (speaks_of_blocks(pool) || orders_ids(pool)) && !is_plain {
        let what = "facts about every block beside device memory or recursion";
        return Err(Refusal::NotModelled(what.to_owned()));
    }
    if speaks_of_elements(pool) && !joined.components.is_empty() {
        let what = "facts about every element beside recursion";
        return Err(Refusal::NotModelled(what.to_owned()));
    }
    // The one id of such blocks has no place in the order.
    if passing_blocks && orders_ids(pool) {
        let what = "an order of blocks beside those that end with their procedure";
        return Err(Refusal::NotModelled(what.to_owned()));
    }
    Ok(())
}

/// Whether predicates ask which of two objects is older.
fn orders_ids(pool: &TermPool) -> bool {
    let mut terms = (0..pool.len()).filter_map(|i| pool.term_at(i));
    terms.any(|t| {
        let is_id = |a: &TermId| vocabulary::as_owner(pool, *a).is_some();
        pool.op(t) == hatha_term::Op::BvUlt && pool.args(t).iter().any(is_id)
    })
}

fn edge_count(program: &Program) -> usize {
    program.procs.iter().map(|p| p.edges.len()).sum()
}

/// Procedures that the proof names: those that it wants to stay (joining refuses what cannot), or
/// does not look into. Each has a body and is not the entry.
fn named(program: &Program, entry: ProcId, ids: &[u32]) -> Result<Vec<ProcId>, Refusal> {
    let procs: Vec<ProcId> = ids.iter().copied().map(ProcId).collect();
    let is_defined = |p: &ProcId| {
        let found = program.procs.get(*p);
        *p != entry && found.is_some_and(|p| p.defined)
    };
    match procs.iter().all(is_defined) {
        true => Ok(procs),
        false => Err(Refusal::Malformed(
            "a procedure that the proof names has no body".to_owned(),
        )),
    }
}

fn inline_refusal(error: InlineError) -> Refusal {
    Refusal::NotModelled(match error {
        InlineError::Recursive(f) => format!("the recursion of '{f}'"),
        InlineError::TooLarge(n) => format!("more than {n} edges after inlining"),
        InlineError::Mismatch(f, _) => format!("a call that does not fit '{f}'"),
    })
}

struct Checker<'a, 'b> {
    program: &'a Program,
    joined: &'a Joined,
    entry: ProcId,
    environment: Environment,
    graph: &'a Graph,
    once: &'a BTreeSet<EdgeId>,
    /// The effects of procedures that are not looked into.
    opaque: &'a Effects,
    live: Live,
    pool: TermPool,
    memory: Memory,
    judges: Judges<'b>,
    /// The objects of globals, which are the same at every location.
    globals: Objects,
    /// Where claims that do not hold are noted. `None` where a proof is certified: they are refused
    /// then.
    survey: Option<&'b mut Survey>,
}

impl<'a> Checker<'a, '_> {
    fn encoder<'s>(&'s mut self, state: &'s mut State) -> Encoder<'s>
    where
        'a: 's,
    {
        Encoder::new(
            self.joined,
            self.environment,
            &mut self.pool,
            &mut self.memory,
            state,
        )
    }

    /// Finds the edges that allocate blocks of a constant size, and says what `each` stands for, if the
    /// proof asks.
    fn know_sites(&mut self) {
        if !speaks_of_blocks(&self.pool) {
            return;
        }
        let proc = self.program.proc(self.entry);
        for (edge, op) in proc.edges().map(|(id, e)| (id, &e.op)) {
            let Op::Builtin {
                builtin: Builtin::Alloc,
                args,
                ..
            } = op
            else {
                continue;
            };
            let size = likely_size(self.program, self.entry, args[0]);
            let name = self
                .once
                .contains(&edge)
                .then(|| vocabulary::allocated_id(edge));
            self.memory.sites.all.extend(size.map(|size| Site {
                edge,
                bytes: size.max(1),
                name,
            }));
        }
        let each = vocabulary::each(&mut self.pool, self.memory.addresses.bits());
        self.memory.addresses.set_aligned(each, EACH_ALIGN);
        let lemma = is_multiple(&mut self.pool, each);
        self.memory.lemmas.push(lemma);
    }

    /// Demands that the facts contradict each other.
    fn refute(
        &mut self,
        facts: &[TermId],
        otherwise: &Contradicted,
    ) -> Result<Vec<TermId>, Refusal> {
        self.judges.learn(&mut self.pool, &mut self.memory.lemmas);
        self.judges.refute(&mut self.pool, facts, otherwise)
    }

    /// Claim 1: every initial state lies in an initial region.
    fn check_initial(&mut self) -> Result<(), Refusal> {
        let location = self.program.proc(self.entry).entry;
        let mut state = self.start(location);
        // What lives at the start was written before: statics are zero, the rest is somebody
        // else's.
        state.updates.push(Update::Begin);
        let mut facts = self.initial_slots(&mut state)?;
        facts.extend(self.initial_truth_values(&mut state)?);
        let graph = self.graph;
        let regions = graph.initial.iter().map(|&r| graph.predicate[r as usize]);
        let regions: Vec<TermId> = regions.collect();
        self.initial_memory(&mut state, &[&facts[..], &regions[..]].concat())?;
        facts.extend(&state.guard);
        let pointers = self.environment.pointers;
        let start = about_start(self.program, self.entry, &mut self.pool, pointers);
        let mut assumed = start.facts;
        assumed.extend(self.literals(&regions));
        // What holds of every number holds of the one that the regions speak of.
        if regions.iter().any(|&r| mentions_element(&self.pool, r)) {
            assumed.extend(start.of_each);
        }
        let mut reading = Reading::new(&mut self.pool, &self.memory, &state);
        for fact in assumed {
            let fact = self.read(&mut reading, &state, fact);
            facts.push(fact);
        }
        let known = facts.clone();
        for region in regions {
            let inside = self.read(&mut reading, &state, region);
            let outside = self.pool.not(inside);
            facts.push(outside);
        }
        facts.append(&mut self.memory.premises);
        let otherwise =
            Contradicted::Wrong("an initial state lies in no initial region".to_owned());
        let Err(refusal) = self.refute(&facts, &otherwise) else {
            return Ok(());
        };
        match graph.initial[..] {
            [region] => self.note_broken(region, &known, (&mut reading, &state), refusal),
            _ => Err(refusal),
        }
    }

    /// The slots that have initial values.
    fn initial_slots(&mut self, state: &mut State) -> Result<Vec<TermId>, Refusal> {
        let mut facts = Vec::new();
        let (program, asked) = (self.program, self.memory.asks_for_objects);
        for (var, init) in &program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            if program.var(*var).storage != Storage::Slot {
                continue;
            }
            let mut encoder = self.encoder(state);
            let slot = encoder.variable(*var)?;
            let value = match items.last().map(|i| &i.value) {
                None => {
                    let width = encoder.pool.width(slot);
                    encoder.pool.bv_const(width, 0)
                }
                Some(InitValue::Scalar(_, e)) => encoder.value(*e)?,
                Some(InitValue::Bytes(_)) => continue,
            };
            facts.push(encoder.pool.eq(slot, value));
            let pointee = match items.last().map(|i| &i.value) {
                Some(InitValue::Scalar(_, e)) => encoder.pointee_of(*e)?,
                // Nothing lives at null unless device memory does.
                None if !encoder.environment.device_memory => Some(encoder.no_object()),
                _ => None,
            };
            if let Some(pointee) = pointee.filter(|_| asked && has_ghosts(program, *var)) {
                let bits = encoder.memory.addresses.bits();
                for ghost in vocabulary::Ghost::ALL {
                    let symbol = ghost.term(encoder.pool, bits, *var);
                    facts.push(encoder.pool.eq(symbol, pointee.get(ghost)));
                }
            }
        }
        Ok(facts)
    }

    /// A `_Bool` that the entry starts from, whoever has set it, is 0 or 1: C converts what is
    /// passed or assigned to it.
    fn initial_truth_values(&mut self, state: &mut State) -> Result<Vec<TermId>, Refusal> {
        let program = self.program;
        let globals = program.globals.iter().map(|(var, _)| *var);
        let params = program.proc(self.entry).params.iter().copied();
        let mut facts = Vec::new();
        for var in globals.chain(params) {
            let declared = program.var(var);
            let is_truth_value = program.scalar(declared.ty) == Some(Scalar::Bool);
            if declared.storage == Storage::Slot && is_truth_value {
                let slot = self.encoder(state).variable(var)?;
                let two = self.pool.bv_const(self.pool.width(slot), 2);
                facts.push(self.pool.bv_ult(slot, two));
            }
        }
        Ok(facts)
    }

    /// The contents of the globals that some terms mention. All others are left unknown.
    fn initial_memory(&mut self, state: &mut State, terms: &[TermId]) -> Result<(), Refusal> {
        let vars = self.pool.free_vars(terms);
        let mentioned: BTreeSet<VarId> = vars
            .into_iter()
            .filter_map(|v| vocabulary::as_address(self.pool.var_symbol(v)))
            .collect();
        let program = self.program;
        for (var, init) in &program.globals {
            if let (true, GlobalInit::Defined(items)) = (mentioned.contains(var), init) {
                self.encoder(state).initialise(*var, items)?;
            }
        }
        Ok(())
    }

    /// The bytes of the string literals that terms mention.
    ///
    /// **Soundness.** Two of them may be one object, or one the end of the other, so that neither has an
    /// object of its own to be initialised. Wherever they lie, their bytes stand there when the program starts.
    fn literals(&mut self, terms: &[TermId]) -> Vec<TermId> {
        let (program, bits) = (self.program, self.memory.addresses.bits());
        let vars = self.pool.free_vars(terms).into_iter();
        let mentioned: BTreeSet<VarId> = vars
            .filter_map(|v| vocabulary::as_address(self.pool.var_symbol(v)))
            .filter(|&var| access::is_literal(program, var))
            .collect();
        let mut facts = Vec::new();
        for var in mentioned {
            let bytes = access::bytes_of_text(program, var).unwrap_or_default();
            let address = vocabulary::address(&mut self.pool, bits, var);
            for (i, &byte) in bytes.iter().enumerate().take(LITERAL) {
                let at = self
                    .memory
                    .addresses
                    .plus(&mut self.pool, address, i as u64);
                let value = self.pool.bv_const(8, u128::from(byte));
                let read = vocabulary::read(&mut self.pool, 1, at);
                facts.extend(read.map(|r| self.pool.eq(r, value)));
            }
        }
        facts
    }

    fn global_objects(&mut self) -> Objects {
        let globals: Vec<VarId> = self.program.globals.iter().map(|(v, _)| *v).collect();
        self.objects_of(&mut State::default(), &globals)
    }

    /// The objects of some variables, by their addresses.
    fn objects_of(&mut self, state: &mut State, vars: &[VarId]) -> Objects {
        let mut objects = Objects::default();
        for &var in vars {
            let mut encoder = self.encoder(state);
            if let Some(object) = encoder.object(var) {
                let address =
                    vocabulary::address(encoder.pool, encoder.memory.addresses.bits(), var);
                objects.insert(address, object);
            }
        }
        objects
    }

    /// The state where a path begins at a location.
    fn start(&mut self, location: LocId) -> State {
        let mut state = State {
            live: self.live.at(location),
            ..State::default()
        };
        let locals: Vec<VarId> = state.live.iter().copied().collect();
        let mut objects = self.globals.clone();
        objects.extend(self.objects_of(&mut state, &locals));
        for var in locals {
            let address = self.memory.address(self.program, &mut self.pool, var);
            let zero = self.pool.bv_const(self.memory.addresses.bits(), 0);
            let null = self.pool.eq(address, zero);
            state.guard.push(self.pool.not(null));
            if let Some(&(_, id)) = objects.get(&address) {
                let owner = self
                    .memory
                    .unknown_owner(&mut self.pool, Base::default(), address);
                state.guard.push(self.pool.eq(owner, id));
            }
        }
        state.objects = Rc::new(objects);
        state
    }

    fn read(&mut self, reading: &mut Reading, state: &State, t: TermId) -> TermId {
        reading.apply(self.program, &mut self.pool, &mut self.memory, state, t)
    }

    /// Claim 2 for the regions of a location that the claimed edges reach: every path from them
    /// stays in the claimed successors, and none comes to a failure or an obstacle.
    fn check_location(&mut self, location: LocId, regions: &[u32]) -> Result<(), Refusal> {
        let start = self.start(location);
        let informed = self.informed(&start, regions);
        let mut walk = Walk {
            program: self.program,
            joined: self.joined,
            entry: self.entry,
            environment: self.environment,
            graph: self.graph,
            once: self.once,
            opaque: self.opaque,
            pool: &mut self.pool,
            memory: &mut self.memory,
        };
        let paths = walk.paths(location, informed)?;
        let mut reading = Reading::new(&mut self.pool, &self.memory, &start);
        // What is known of the memory that the predicates mention: true of every state here.
        let mut premises = self.apart(&mut reading, &start, regions);
        premises.extend(self.instances(&mut reading, &start, regions, &paths));
        premises.extend(self.elements(&mut reading, &start, regions, &paths));
        let same = self.same_blocks(&mut reading, &start, regions, &premises);
        premises.extend(same);
        let mut claims: Vec<Claim> = paths.into_iter().map(|p| self.claim(p)).collect();
        for &region in regions {
            let predicate = self.claimed(region);
            let inside = self.read(&mut reading, &start, predicate);
            premises.append(&mut self.memory.premises);
            let known = [&[inside], &premises[..]].concat();
            self.check_region(region, &known, &mut claims)?;
        }
        Ok(())
    }

    /// That the objects are apart which the slots lead to that the regions of a location speak of.
    fn apart(&mut self, reading: &mut Reading, start: &State, regions: &[u32]) -> Vec<TermId> {
        // Device memory may lie anywhere, and a call of a component gives other ids to objects.
        let is_plain = self.joined.components.is_empty() && !self.environment.device_memory;
        if !self.memory.asks_for_objects || !is_plain {
            return Vec::new();
        }
        let graph = self.graph;
        let predicates = regions.iter().map(|&r| graph.predicate[r as usize]);
        let predicates: Vec<TermId> = predicates.collect();
        let bits = self.memory.addresses.bits();
        let known = apart(&mut self.pool, bits, &predicates);
        known
            .into_iter()
            .map(|fact| self.read(reading, start, fact))
            .collect()
    }

    /// What the regions of a location say of the pointers that paths access memory through
    /// ([`crate::each`]).
    fn instances(
        &mut self,
        reading: &mut Reading,
        start: &State,
        regions: &[u32],
        paths: &[Path],
    ) -> Vec<TermId> {
        let graph = self.graph;
        let predicates = regions.iter().map(|&r| graph.predicate[r as usize]);
        let predicates: Vec<TermId> = predicates.collect();
        if !predicates.iter().any(|&p| mentions_each(&self.pool, p)) {
            return Vec::new();
        }
        let bits = self.memory.addresses.bits();
        let mut facts = Vec::new();
        for pointer in pointers(&self.pool, &mut self.memory, paths) {
            let mut inside = Vec::new();
            for &predicate in &predicates {
                let there = each::at(&mut self.pool, bits, predicate, pointer);
                inside.push(self.read(reading, start, there));
            }
            let inside = self.pool.or_all(&inside);
            let meant = is_multiple(&mut self.pool, pointer);
            facts.push(self.pool.implies(meant, inside));
        }
        facts
    }

    /// What the regions of a location say of the elements of arrays that paths access
    /// ([`crate::element`]).
    fn elements(
        &mut self,
        reading: &mut Reading,
        start: &State,
        regions: &[u32],
        paths: &[Path],
    ) -> Vec<TermId> {
        let graph = self.graph;
        let predicates = regions.iter().map(|&r| graph.predicate[r as usize]);
        let predicates: Vec<TermId> = predicates.collect();
        if !predicates.iter().any(|&p| mentions_element(&self.pool, p)) {
            return Vec::new();
        }
        let bits = self.memory.addresses.bits();
        let mut facts = Vec::new();
        for (number, parts) in numbers(&mut self.pool, &mut self.memory, &predicates, paths) {
            let mut inside = Vec::new();
            for &predicate in &predicates {
                let predicate = parts.of(&mut self.pool, &mut self.memory, predicate);
                let there = element::at(&mut self.pool, bits, predicate, number);
                inside.push(self.read(reading, start, there));
            }
            facts.push(self.pool.or_all(&inside));
        }
        facts
    }

    /// That pointers with one id lead to one block, where facts about every block are used: those that
    /// the regions and their instances speak of.
    fn same_blocks(
        &mut self,
        reading: &mut Reading,
        start: &State,
        regions: &[u32],
        known: &[TermId],
    ) -> Vec<TermId> {
        if !self.memory.asks_for_objects || self.memory.sites.all.is_empty() {
            return Vec::new();
        }
        let graph = self.graph;
        let predicates = regions.iter().map(|&r| graph.predicate[r as usize]);
        let predicates: Vec<TermId> = predicates.chain(known.iter().copied()).collect();
        let bits = self.memory.addresses.bits();
        let facts = same_blocks(&mut self.pool, bits, &predicates);
        let facts = facts.into_iter();
        facts.map(|fact| self.read(reading, start, fact)).collect()
    }

    /// The state where paths begin, with the owners that all regions there state.
    fn informed(&mut self, start: &State, regions: &[u32]) -> State {
        let graph = self.graph;
        let predicates = regions.iter().map(|&r| graph.predicate[r as usize]);
        let predicates: Vec<TermId> = predicates.collect();
        let mut reading = Reading::new(&mut self.pool, &self.memory, start);
        let mut facts = Vec::new();
        for fact in common(&self.pool, &predicates) {
            facts.push(self.read(&mut reading, start, fact));
        }
        // What these terms bring along is brought again by the regions that they come from.
        self.memory.premises.clear();
        State {
            stated: Rc::new(stated(&mut self.pool, &mut self.memory, &facts)),
            ..start.clone()
        }
    }

    /// Prepares a path: how predicates after it read before it.
    fn claim(&mut self, path: Path) -> Claim {
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
            before: Reading::new(&mut self.pool, &self.memory, &path.state),
            path,
            premises: Vec::new(),
            otherwise,
        }
    }

    fn check_region(
        &mut self,
        region: u32,
        inside: &[TermId],
        claims: &mut [Claim],
    ) -> Result<(), Refusal> {
        if self.judges.is_interrupted() {
            return Err(Refusal::Undecided("out of time".to_owned()));
        }
        // The beginning of paths that no state of the region takes.
        let mut closed: Option<Vec<TermId>> = None;
        for claim in claims {
            let guard = &claim.path.state.guard;
            if closed.as_ref().is_some_and(|c| guard.starts_with(c)) {
                continue;
            }
            let mut facts = inside.to_vec();
            facts.extend(guard);
            if claim.path.end == End::Regions {
                for next in self
                    .graph
                    .successors(region, claim.path.edge, claim.path.to)
                {
                    let predicate = self.claimed(next);
                    let after = self.read(&mut claim.before, &claim.path.state, predicate);
                    facts.push(self.pool.not(after));
                }
                claim.premises.append(&mut self.memory.premises);
            }
            facts.extend(&claim.premises);
            let core = match self.refute(&facts, &claim.otherwise) {
                Ok(core) => core,
                Err(refusal) => {
                    self.note(region, inside, claim, refusal)?;
                    continue;
                }
            };
            closed = self.closed_beginning(inside, &claim.path.state.guard, &core);
        }
        Ok(())
    }

    /// The predicate of a region; where claims are noted, what is left of it.
    fn claimed(&mut self, region: u32) -> TermId {
        let predicate = self.graph.predicate[region as usize];
        match self.survey.as_deref() {
            None => predicate,
            Some(survey) => survey.unbroken(&mut self.pool, region, predicate),
        }
    }

    /// Notes what a path from a region breaks; refuses where claims are not noted, or where what is
    /// broken cannot be taken away.
    fn note(
        &mut self,
        region: u32,
        inside: &[TermId],
        claim: &mut Claim,
        refusal: Refusal,
    ) -> Result<(), Refusal> {
        let Some(survey) = self.survey.as_deref_mut() else {
            return Err(refusal);
        };
        let graph = self.graph;
        let (edge, to) = (claim.path.edge, claim.path.to);
        let failing = self.program.proc(self.entry).edge(edge);
        match (&claim.path.end, &failing.op) {
            (End::Regions, _) => {}
            (End::Fail, Op::Fail(kind)) => {
                survey.add_failure(kind.clone(), failing.span);
                return Ok(());
            }
            (End::Fail | End::Obstacle(_), _) => return Err(refusal),
        }
        let next: Vec<u32> = graph.successors(region, edge, to).collect();
        match next[..] {
            [] => match graph.regions_at(to)[..] {
                [only] => {
                    survey.add_taken(region, edge, only);
                    Ok(())
                }
                _ => Err(refusal),
            },
            [next] => {
                let state = claim.path.state.clone();
                let known = [inside, &state.guard[..], &claim.premises[..]].concat();
                self.note_broken(next, &known, (&mut claim.before, &state), refusal)
            }
            _ => Err(refusal),
        }
    }

    /// Notes the conjuncts of a region that do not follow from what is known.
    fn note_broken(
        &mut self,
        region: u32,
        known: &[TermId],
        (reading, state): (&mut Reading, &State),
        refusal: Refusal,
    ) -> Result<(), Refusal> {
        if self.survey.is_none() || self.judges.is_interrupted() {
            return Err(refusal);
        }
        let otherwise = Contradicted::Wrong(String::new());
        let all = conjuncts(&self.pool, self.graph.predicate[region as usize]);
        for (i, fact) in all.into_iter().enumerate() {
            if self.survey.as_ref().is_some_and(|s| s.is_broken(region, i)) {
                continue;
            }
            let inside = self.read(reading, state, fact);
            let mut facts = [known, &[self.pool.not(inside)]].concat();
            facts.append(&mut self.memory.premises);
            let holds = self.refute(&facts, &otherwise).is_ok();
            if let Some(survey) = self.survey.as_deref_mut().filter(|_| !holds) {
                survey.add_broken(region, i);
            }
        }
        Ok(())
    }

    /// The shortest beginning of a path's guard that the core shows no state of the region to
    /// pass: then no path with this beginning needs a query. `None` if the core says more.
    fn closed_beginning(
        &mut self,
        inside: &[TermId],
        guard: &[TermId],
        core: &[TermId],
    ) -> Option<Vec<TermId>> {
        let mut length = 0;
        for &fact in core {
            if !inside.contains(&fact) {
                length = length.max(guard.iter().position(|&g| g == fact)? + 1);
            }
        }
        let mut facts = inside.to_vec();
        facts.extend(&guard[..length]);
        let agreed = self.judges.agree(&mut self.pool, &facts);
        agreed.then(|| guard[..length].to_vec())
    }
}

/// A path with what a proof has to show about it.
struct Claim {
    path: Path,
    /// From a predicate after the path to the states before it.
    before: Reading,
    /// What is known of the memory that those predicates mention.
    premises: Vec<TermId>,
    /// What holds if the proof does not.
    otherwise: Contradicted,
}
