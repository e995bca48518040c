//! Follows all executions of the graph, depth first.
//!
//! **Soundness.** An execution is followed with its unknown values free. Where it can go on in
//! several ways, each is followed or refuted: the formula of the execution so far
//! contradicts it. What is not modelled is refused unless the formula is
//! contradictory. An execution that is not feasible may be followed, too: that
//! only demands more.

use super::heap::ObjectId;
use super::state::{Frame, State};
use super::value::Truth;
use crate::check::Refusal;
use crate::judge::{Contradicted, Judges};
use crate::state::Environment;
use hatha_cfa::output::Silence;
use hatha_cfa::{EdgeId, LocId, Op, ProcId, Program, VarId};
use hatha_index::IndexVec;
use hatha_proof::unrolled::{Choice, Unrolled};
use hatha_smt::layers::plain;
use hatha_smt::related::Related;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Steps of all executions beyond which a proof is refused.
const MOST_STEPS: u64 = 200_000_000;

/// Values of one distance up to which each is followed.
const MOST_VALUES: usize = 4_096;

/// Why a step is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The execution is over, by a fault or otherwise.
    End,
    /// The program fails in the sense of the question.
    Fail,
    /// Whether this holds must be known.
    Split(TermId),
    /// The value of this distance must be known, for an access of so many bytes to an object.
    Pin(TermId, ObjectId, u64),
    /// Something that is not modelled.
    NotModelled(String),
}

impl Stop {
    pub(super) fn unknown(what: &str) -> Stop {
        Stop::NotModelled(what.to_owned())
    }
}

pub(super) type Got<T> = Result<T, Stop>;

/// An edge that is followed, what must hold for it, and the choices that may come behind it.
type Followed = (EdgeId, Option<TermId>, Vec<u32>);

/// Something of which it has to be known what it is.
#[derive(Clone, Copy)]
struct Pin {
    term: TermId,
    value: u64,
    /// Whether it says where an access goes.
    is_distance: bool,
}

/// An execution that waits to be followed.
struct Waiting {
    state: State,
    /// How much of the formula it shares with the one before.
    facts: usize,
    /// What holds besides.
    further: Option<TermId>,
    /// A test or a distance that is known by that.
    pin: Option<Pin>,
}

/// The walker.
pub(super) struct Walker<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) environment: Environment,
    pub(super) pool: TermPool,
    pub(super) state: State,
    /// The variables of each procedure, and the place of each variable among them.
    pub(super) variables: IndexVec<ProcId, Rc<[VarId]>>,
    pub(super) place_of: IndexVec<VarId, u32>,
    /// What the cuts of the graph say, by the number of the choice.
    pub(super) facts_of: Vec<Vec<TermId>>,
    pub(super) global_objects: BTreeMap<VarId, ObjectId>,
    /// Values that the current step has drawn.
    pub(super) drawn: u32,
    /// How deep an expression is nested.
    pub(super) depth: u32,
    pub(super) unrolled: &'a Unrolled,
    pub(super) formula: Related,
    /// The formula as a list, for those who want all of it, and how often each fact is there.
    facts: Vec<TermId>,
    known: FxHashMap<TermId, u32>,
    pins: FxHashMap<TermId, u64>,
    pin_order: Vec<(usize, Pin)>,
    pub(super) judges: Judges<'b>,
    budget: &'b Budget,
    waiting: Vec<Waiting>,
    steps: u64,
    /// Whether the program hands out addresses of globals, once somebody asked.
    pub(super) hands_out: std::cell::OnceCell<bool>,
    /// Which calls only print.
    pub(super) silence: Silence,
}

impl<'a, 'b> Walker<'a, 'b> {
    pub(super) fn new(
        program: &'a Program,
        environment: Environment,
        (unrolled, facts_of, pool): (&'a Unrolled, Vec<Vec<TermId>>, TermPool),
        judges: Judges<'b>,
        budget: &'b Budget,
    ) -> Self {
        Walker {
            program,
            environment,
            pool,
            state: State {
                frames: Vec::new(),
                globals: BTreeMap::new(),
                objects: IndexVec::new(),
                exposed: BTreeSet::new(),
                steps: 0,
                next: unrolled.first.into_iter().collect(),
                cuts: Vec::new(),
            },
            variables: variables(program),
            facts_of,
            place_of: places(program),
            global_objects: BTreeMap::new(),
            drawn: 0,
            depth: 0,
            unrolled,
            formula: Related::default(),
            facts: Vec::new(),
            known: FxHashMap::default(),
            pins: FxHashMap::default(),
            pin_order: Vec::new(),
            judges,
            budget,
            waiting: Vec::new(),
            steps: 0,
            hands_out: std::cell::OnceCell::new(),
            silence: Silence::of(program, true),
        }
    }

    pub(super) fn into_judges(self) -> Judges<'b> {
        self.judges
    }

    pub(super) fn frame(&self) -> Got<&Frame> {
        self.state.frames.last().ok_or(Stop::End)
    }

    pub(super) fn frame_mut(&mut self) -> Got<&mut Frame> {
        self.state.frames.last_mut().ok_or(Stop::End)
    }

    /// Something that holds on this execution.
    pub(super) fn know(&mut self, fact: TermId) {
        if !self.known.contains_key(&fact) {
            self.add(fact);
        }
    }

    fn add(&mut self, fact: TermId) {
        *self.known.entry(fact).or_default() += 1;
        self.formula.push(&self.pool, fact);
        self.facts.push(fact);
    }

    /// Goes back to the first facts.
    fn forget_facts(&mut self, count: usize) {
        self.formula.truncate(count);
        for fact in self.facts.drain(count..) {
            if let Some(times) = self.known.get_mut(&fact) {
                *times -= 1;
                if *times == 0 {
                    self.known.remove(&fact);
                }
            }
        }
    }

    /// Follows every execution from an entry.
    pub(super) fn walk(&mut self, entry: ProcId) -> Result<(), Refusal> {
        match self.start(entry) {
            Ok(()) => {}
            Err(Stop::NotModelled(what)) => return Err(Refusal::NotModelled(what)),
            Err(_) => return Err(Refusal::NotModelled("how the program starts".to_owned())),
        }
        loop {
            self.follow()?;
            let Some(next) = self.waiting.pop() else {
                return Ok(());
            };
            self.take_up(next);
        }
    }

    fn take_up(&mut self, waiting: Waiting) {
        self.state = waiting.state;
        self.forget_facts(waiting.facts);
        while let Some(&(at, pin)) = self.pin_order.last()
            && at >= waiting.facts
        {
            self.pins.remove(&pin.term);
            self.pin_order.pop();
        }
        if let Some(pin) = waiting.pin {
            self.pins.insert(pin.term, pin.value);
            self.pin_order.push((self.facts.len(), pin));
        }
        // Even if it is known: what comes behind it is told by the number of facts.
        if let Some(fact) = waiting.further {
            self.add(fact);
        }
    }

    /// Follows one execution to its end; those that part from it wait.
    fn follow(&mut self) -> Result<(), Refusal> {
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Refusal::Undecided("too many steps".to_owned()));
            }
            if self.steps.is_multiple_of(1 << 12) && self.judges.is_interrupted() {
                return Err(Refusal::Undecided("out of time".to_owned()));
            }
            self.drawn = 0;
            match self.leave() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Leaves the current location; whether the execution goes on.
    fn leave(&mut self) -> Result<bool, Refusal> {
        let Ok(frame) = self.frame() else {
            return Ok(false);
        };
        let (proc, at) = (frame.proc, frame.at);
        if let Some((_, choice)) = self.find(proc, at, |c| c.covered.is_some()) {
            return self.covered(choice, proc, at);
        }
        if let Some((number, choice)) = self.find(proc, at, |c| c.cut.is_some()) {
            self.cut(number, choice, proc, at)?;
        }
        let program = self.program;
        let out = program.proc(proc).out_edges(at);
        let after = match out {
            &[edge] => self.take(proc, edge),
            out => match self.conditions(proc, out) {
                Ok(open) => return self.part(proc, at, &open),
                Err(stop) => Err(stop),
            },
        };
        self.after(after, proc, at)
    }

    /// What follows a step.
    fn after(&mut self, step: Got<()>, proc: ProcId, at: LocId) -> Result<bool, Refusal> {
        match step {
            Ok(()) => Ok(true),
            Err(Stop::End) => Ok(false),
            Err(Stop::Split(test)) => self.split(test),
            Err(Stop::Pin(distance, object, len)) => {
                self.enumerate(distance, object, len, proc, at)
            }
            Err(Stop::Fail) => {
                let what = format!("an execution fails at {}", self.place_text(proc, at));
                self.contradict(&Contradicted::Wrong(what))
            }
            Err(Stop::NotModelled(what)) => {
                let what = format!("{what} at {}", self.place_text(proc, at));
                self.contradict(&Contradicted::NotModelled(what))
            }
        }
    }

    /// Demands that the execution is not feasible.
    fn contradict(&mut self, otherwise: &Contradicted) -> Result<bool, Refusal> {
        let facts = self.facts.clone();
        self.judges
            .refute_alone(&mut self.pool, &facts, otherwise)?;
        Ok(false)
    }

    pub(super) fn place_text(&self, proc: ProcId, at: LocId) -> String {
        let span = self.program.proc(proc).location(at).span;
        self.program.sources.describe(span)
    }

    /// The edges that may be taken, with their conditions.
    fn conditions(&mut self, proc: ProcId, out: &[EdgeId]) -> Got<Vec<(EdgeId, Truth)>> {
        let mut open = Vec::new();
        let program = self.program;
        for &edge in out {
            let truth = match &program.proc(proc).edge(edge).op {
                Op::Assume { cond, taken } => match self.truth(*cond)? {
                    Truth::Known(known) => Truth::Known(known == *taken),
                    Truth::Maybe(term) if *taken => Truth::Maybe(term),
                    Truth::Maybe(term) => Truth::Maybe(self.pool.not(term)),
                },
                // Nothing decides between such edges: each may be taken.
                Op::Skip => Truth::Known(true),
                _ => return Err(Stop::unknown("a choice that nothing decides")),
            };
            if truth != Truth::Known(false) {
                open.push((edge, truth));
            }
        }
        Ok(open)
    }

    /// Takes each of several edges that may be taken, or refutes that it is.
    fn part(&mut self, proc: ProcId, at: LocId, open: &[(EdgeId, Truth)]) -> Result<bool, Refusal> {
        if let &[(edge, Truth::Known(true))] = open {
            // Executions may have parted inside the edge, in the value of an address: then the
            // graph may have a choice here.
            self.state.next = self.behind(&self.choices(proc, at), edge);
            let step = self.take(proc, edge);
            return self.after(step, proc, at);
        }
        let choices = self.choices(proc, at);
        let ways = match choices.is_empty() {
            true => self.found(proc, at, open)?,
            false => match self.claimed(&choices, proc, at, open) {
                // The choice may be that of an execution that parted from this one inside an
                // edge; this one has none here.
                Err(refusal) if self.has_parted_inside() => {
                    self.found(proc, at, open).map_err(|_| refusal)?
                }
                claimed => claimed?,
            },
        };
        let facts = self.facts.len();
        for (edge, condition, next) in ways.into_iter().rev() {
            let mut state = self.state.clone();
            state.next = next;
            self.step_over(&mut state, proc, edge);
            self.waiting.push(Waiting {
                state,
                facts,
                further: condition.filter(|c| !self.known.contains_key(c)),
                pin: None,
            });
        }
        Ok(false)
    }

    /// Whether executions have parted from this one in where an access goes.
    fn has_parted_inside(&self) -> bool {
        self.pin_order.iter().any(|(_, pin)| pin.is_distance)
    }

    /// Takes an edge that does nothing but hold or not.
    fn step_over(&self, state: &mut State, proc: ProcId, edge: EdgeId) {
        let edge = self.program.proc(proc).edge(edge);
        if let Some(frame) = state.frames.last_mut() {
            frame.at = edge.to;
        }
        state.steps += 1;
    }

    /// The choices of the graph at this place where executions part. Executions that parted inside
    /// an edge share their choices. Where one of them depends on nothing it passes by a choice
    /// of the others, so that it may come to choices behind that one and to those in its stead:
    /// both are looked at. A way too many only demands more.
    fn choices(&self, proc: ProcId, at: LocId) -> Vec<&'a Choice> {
        let parts = |c: &Choice| c.cut.is_none() && c.covered.is_none();
        let place = (self.state.steps, proc.0, at.0);
        let heads = self.state.next.iter();
        let all = heads.flat_map(|&head| self.in_stead(head).map(|(_, c)| c));
        all.filter(|c| (c.step, c.procedure, c.location) == place && parts(c))
            .collect()
    }

    /// A choice of the graph at this place.
    fn find(
        &self,
        proc: ProcId,
        at: LocId,
        is_wanted: impl Fn(&Choice) -> bool,
    ) -> Option<(u32, &'a Choice)> {
        let place = (self.state.steps, proc.0, at.0);
        let heads = self.state.next.iter();
        let mut all = heads.flat_map(|&head| self.in_stead(head));
        all.find(|(_, c)| (c.step, c.procedure, c.location) == place && is_wanted(c))
    }

    /// A choice, and those that may come in its stead.
    fn in_stead(&self, head: u32) -> impl Iterator<Item = (u32, &'a Choice)> + use<'a, 'b> {
        let choices = &self.unrolled.choices;
        let first = Some((head, &choices[head as usize]));
        let next = |&(_, c): &(u32, &'a Choice)| Some((c.or?, &choices[c.or? as usize]));
        // A list of choices in each other's stead is no longer than the graph.
        std::iter::successors(first, next).take(choices.len())
    }

    /// The choices that may come behind an edge that is taken at some choices.
    fn behind(&self, at: &[&Choice], edge: EdgeId) -> Vec<u32> {
        let taken = at.iter().flat_map(|c| &c.ways).filter(|w| w.edge == edge.0);
        let mut next: Vec<u32> = taken.filter_map(|w| w.next).collect();
        let is_ahead = |head: u32| self.in_stead(head).any(|(_, c)| c.step > self.state.steps);
        for &head in &self.state.next {
            if !next.contains(&head) && is_ahead(head) {
                next.push(head);
            }
        }
        next
    }

    /// The ways that choices list; every other one is refuted.
    fn claimed(
        &mut self,
        choices: &[&Choice],
        proc: ProcId,
        at: LocId,
        open: &[(EdgeId, Truth)],
    ) -> Result<Vec<Followed>, Refusal> {
        let mut ways = Vec::new();
        for &(edge, truth) in open {
            let condition = match truth {
                Truth::Maybe(term) => Some(term),
                Truth::Known(_) => None,
            };
            let mut listed = choices.iter().flat_map(|c| &c.ways);
            match listed.any(|w| w.edge == edge.0) {
                // Executions that parted inside an edge share their choices, and not every one
                // of them takes every way.
                true if !self.pins.is_empty() && self.is_refuted(condition) => {}
                true => ways.push((edge, condition, self.behind(choices, edge))),
                false => self.refute(condition, proc, at)?,
            }
        }
        Ok(ways)
    }

    /// Whether the execution surely does not go on with a condition.
    pub(super) fn is_refuted(&mut self, condition: Option<TermId>) -> bool {
        self.judge(condition).is_ok()
    }

    /// Asks whether what hangs together with a condition contradicts it; why not, if it does not.
    fn judge(&mut self, condition: Option<TermId>) -> Result<(), Refusal> {
        let wrong = Contradicted::Wrong(String::new());
        let Some(condition) = condition else {
            return Err(Refusal::Wrong(String::new()));
        };
        // Its negation is one of the facts: no solver is needed for that.
        if self.known.contains_key(&self.pool.not(condition)) {
            return Ok(());
        }
        let (mut facts, _) = self.formula.with(&self.pool, &[condition]);
        facts.push(condition);
        self.judges.refute_alone(&mut self.pool, &facts, &wrong)
    }

    /// The one way that is feasible where the graph has no choice.
    fn found(
        &mut self,
        proc: ProcId,
        at: LocId,
        open: &[(EdgeId, Truth)],
    ) -> Result<Vec<Followed>, Refusal> {
        let (mut ways, mut undecided) = (Vec::new(), None);
        for &(edge, truth) in open {
            let condition = match truth {
                Truth::Maybe(term) => Some(term),
                Truth::Known(_) => None,
            };
            match self.judge(condition) {
                Ok(()) => continue,
                Err(Refusal::Undecided(why)) => undecided = Some(why),
                Err(_) => {}
            }
            ways.push((edge, condition, self.state.next.clone()));
        }
        // A solver that cannot tell is no evidence against the graph.
        if let (Some(why), 2..) = (undecided, ways.len()) {
            return Err(Refusal::Undecided(why));
        }
        if ways.len() > 1 {
            let place = self.place_text(proc, at);
            let what = format!("executions part at {place}, where the graph has no choice");
            return Err(Refusal::Wrong(what));
        }
        Ok(ways)
    }

    /// Demands that the execution does not go on with a condition: what hangs together with it
    /// contradicts it, or all that is known does.
    fn refute(
        &mut self,
        condition: Option<TermId>,
        proc: ProcId,
        at: LocId,
    ) -> Result<(), Refusal> {
        if self.is_refuted(condition) {
            return Ok(());
        }
        let place = self.place_text(proc, at);
        let what = format!("an execution takes a way at {place} that the graph has not");
        let mut facts = self.facts.clone();
        facts.extend(condition);
        self.judges
            .refute_alone(&mut self.pool, &facts, &Contradicted::Wrong(what))
    }

    /// What an assumption demands; whether the execution goes on.
    pub(super) fn assume(&mut self, truth: Truth) -> Got<()> {
        match truth {
            Truth::Known(true) => Ok(()),
            Truth::Known(false) => Err(Stop::End),
            Truth::Maybe(term) => {
                if self.is_refuted(Some(term)) {
                    return Err(Stop::End);
                }
                self.know(term);
                Ok(())
            }
        }
    }

    /// Whether a test holds, where that must be known.
    pub(super) fn decided(&mut self, truth: Truth) -> Got<bool> {
        match truth {
            Truth::Known(known) => Ok(known),
            Truth::Maybe(term) => match self.pins.get(&term) {
                Some(&known) => Ok(known != 0),
                None => Err(Stop::Split(term)),
            },
        }
    }

    /// The value of a distance, where that must be known.
    pub(super) fn pinned(&mut self, distance: TermId, object: ObjectId, len: u64) -> Got<u64> {
        match self.pins.get(&distance) {
            Some(&value) => Ok(value),
            None => Err(Stop::Pin(distance, object, len)),
        }
    }

    /// Follows the execution with a test and without it.
    fn split(&mut self, test: TermId) -> Result<bool, Refusal> {
        let otherwise = self.pool.not(test);
        let facts = self.facts.len();
        for (fact, value) in [(otherwise, 0), (test, 1)] {
            if self.is_refuted(Some(fact)) {
                continue;
            }
            self.waiting.push(Waiting {
                state: self.state.clone(),
                facts,
                further: Some(fact),
                pin: Some(Pin {
                    term: test,
                    value,
                    is_distance: false,
                }),
            });
        }
        Ok(false)
    }

    /// Follows the execution with each value that a distance can have inside an object; with any
    /// other one the access is a fault.
    fn enumerate(
        &mut self,
        distance: TermId,
        object: ObjectId,
        len: u64,
        proc: ProcId,
        at: LocId,
    ) -> Result<bool, Refusal> {
        let Some(room) = self.state.object(object).size.checked_sub(len) else {
            return Ok(false);
        };
        let bits = self.pool.width(distance);
        let room = self.pool.bv_const(bits, u128::from(room));
        let inside = self.pool.bv_ule(distance, room);
        let (mut facts, _) = self.formula.with(&self.pool, &[inside]);
        facts.push(inside);
        let known = self.facts.len();
        let mut finder = plain();
        for _ in 0..MOST_VALUES {
            let answer = finder.check(&mut self.pool, &facts, self.budget);
            let value = match (&answer, finder.model()) {
                (CheckResult::Sat, Some(model)) => self.pool.eval(distance, model).ok(),
                _ => None,
            };
            let bits_found = value.as_ref().and_then(|v| v.as_bv()?.to_u128());
            let Some(value) = bits_found.and_then(|v| u64::try_from(v).ok()) else {
                let what = format!("where an access at {} goes", self.place_text(proc, at));
                let wrong = Contradicted::Wrong(what);
                self.judges.refute_alone(&mut self.pool, &facts, &wrong)?;
                return Ok(false);
            };
            let constant = self.pool.bv_const(bits, u128::from(value));
            let equal = self.pool.eq(distance, constant);
            facts.push(self.pool.not(equal));
            self.waiting.push(Waiting {
                state: self.state.clone(),
                facts: known,
                further: Some(equal),
                pin: Some(Pin {
                    term: distance,
                    value,
                    is_distance: true,
                }),
            });
        }
        let what = format!("an access to many places at {}", self.place_text(proc, at));
        Err(Refusal::NotModelled(what))
    }
}

/// The place of each variable among those of its procedure.
fn places(program: &Program) -> IndexVec<VarId, u32> {
    let mut places: IndexVec<VarId, u32> = vec![0; program.vars.len()].into();
    for proc in &program.procs {
        for (i, v) in proc.params.iter().chain(&proc.locals).enumerate() {
            places[*v] = i as u32;
        }
    }
    places
}

/// The variables of each procedure.
fn variables(program: &Program) -> IndexVec<ProcId, Rc<[VarId]>> {
    let of = |p: &hatha_cfa::Procedure| p.params.iter().chain(&p.locals).copied().collect();
    program.procs.iter().map(of).collect()
}
