//! The interleavings of all instances as one automaton.
//!
//! A location of the product says where each instance is, who holds which mutex, and whether some
//! instance is in the middle of its step. Where none is, one that can go on is chosen.
//!
//! **Soundness.** A step of an instance is a sequence of operations that move to the right, and then at most
//! one that does not (Lipton, *Reduction*, 1975). An operation moves to the right if every operation of another instance that
//! may come directly behind it could as well come directly before it, with the same effects: it accesses nothing that the
//! others may still access while this one holds the mutexes that it holds ([`Moves`]), or it locks a mutex that nobody
//! tries to lock, or it joins. In an execution that fails, operations of an instance that are not followed by the
//! end of its step can be moved behind the failure, and so left out; the others can be moved to the end of their step. So
//! every failure is one of an execution in which steps do not overlap. That an operation may block, fault, end the program or be
//! followed by an endless loop does not matter: before each step every instance can be chosen.
//!
//! Behind the operation that does not move, those may follow in the same step that move to the left and are sure to be
//! carried out: the start of a thread and the end of one, with private operations before them that
//! neither fault nor block ([`later`]). A join of a thread that has ended comes before everything else: it
//! commutes with all that the others may do, and whatever follows it is a step of its own.
//!
//! A choice that leads to an instance that is then blocked ends there, and the other choices remain.

mod emit;
mod later;
mod sync;

use super::EDGES;
use super::ahead::{Ahead, Context, Known, Locks, Mutexes};
use super::instances::Instance;
use super::primitive::{Primitives, reaches};
use super::share::{Class, Sharing, Touch, is_of_library};
use hatha_cfa::expr::ExprKind;
use hatha_cfa::program::{
    Builtin, Callee, EdgeId, InputKind, LocId, Op, Place, ProcId, Procedure, Program, ReturnValue,
    UserView, VarId, VarScope,
};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How far an instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Unborn,
    Running,
    Done,
}

/// What an instance waits for; the edge is the one that it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wait {
    Nothing,
    /// The end of an instance.
    Join(usize, EdgeId),
    /// A mutex, after a condition variable.
    Relock(EdgeId),
}

/// A location of the product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    at: Vec<LocId>,
    states: Vec<State>,
    waits: Vec<Wait>,
    /// By mutex: who holds it.
    holders: Vec<Option<usize>>,
    /// The instance that is in the middle of its step.
    turn: Option<usize>,
    /// How many atomic sections it is in.
    depth: u8,
    /// Whether the section has done what others can tell.
    distinguished: bool,
}

/// Puts the product into the entry's procedure.
pub(super) fn build(
    program: &mut Program,
    entry: ProcId,
    all: &[Instance],
    primitives: &Primitives,
) {
    let sharing = Sharing::new(program, all, primitives);
    let mutexes = Mutexes::new(program, all, primitives, &sharing);
    let context = Context {
        program,
        all,
        primitives,
        sharing: &sharing,
        mutexes: &mutexes,
    };
    let known: Vec<Known> = (0..all.len()).map(|i| context.known(i)).collect();
    let bodies: Vec<Procedure> = all.iter().map(|i| program.proc(i.proc).clone()).collect();
    let mut body = host(program, entry, &bodies);
    let byte = program.types.int(hatha_cfa::types::IntKind::UChar);
    let schedule = program.add_slot(entry, "schedule", byte);
    body.locals.push(schedule);
    let mut product = Product {
        moves: Moves {
            all,
            known: &known,
            bodies: &bodies,
            sharing: &sharing,
        },
        program,
        primitives,
        mutexes: &mutexes,
        body,
        places: BTreeMap::new(),
        work: VecDeque::new(),
        dead: LocId(0),
        words: Vec::new(),
        schedule,
    };
    product.run(entry);
    let mut body = product.body;
    hatha_cfa::builder::mark_loop_heads(&mut body);
    program.procs[entry] = body;
    for instance in &all[1..] {
        clear(&mut program.procs[instance.proc]);
    }
}

/// The entry's procedure without edges, with the variables of all instances.
fn host(program: &mut Program, entry: ProcId, bodies: &[Procedure]) -> Procedure {
    let mut body = bodies[0].clone();
    for other in &bodies[1..] {
        body.locals.extend(other.locals.iter().copied());
    }
    for v in &body.locals {
        program.vars[*v].scope = VarScope::Local(entry);
    }
    body.locations = IndexVec::new();
    body.edges = IndexVec::new();
    body.out = IndexVec::new();
    body.predicates = Vec::new();
    body.view = UserView::default();
    body
}

fn clear(proc: &mut Procedure) {
    proc.defined = false;
    proc.params.clear();
    proc.locals.clear();
    proc.locations.clear();
    proc.edges.clear();
    proc.out.clear();
    proc.view = UserView::default();
}

/// Who may still do what.
struct Moves<'a> {
    all: &'a [Instance],
    known: &'a [Known],
    bodies: &'a [Procedure],
    sharing: &'a Sharing,
}

impl Moves<'_> {
    /// The instances that may take a step before `i` does: those that run, and those that they may
    /// start.
    fn others(&self, key: &Key, i: usize) -> Vec<usize> {
        let runs = |j: &usize| *j != i && key.states[*j] == State::Running;
        let mut found: Vec<usize> = (0..self.all.len()).filter(runs).collect();
        let mut next = 0;
        while next < found.len() {
            for (k, instance) in self.all.iter().enumerate() {
                let by = instance.start.map(|s| s.by);
                let unborn = key.states[k] == State::Unborn;
                if unborn && by == Some(found[next]) && !found.contains(&k) {
                    found.push(k);
                }
            }
            next += 1;
        }
        found
    }

    fn ahead(&self, key: &Key, j: usize, i: usize) -> Option<&Ahead> {
        let at = match key.states[j] {
            State::Unborn => self.bodies[j].entry,
            State::Running => key.at[j],
            State::Done => return None,
        };
        // One that waits for the end of `i` does nothing before it.
        let waits = matches!(key.waits[j], Wait::Join(k, _) if k == i);
        (!waits).then(|| &self.known[j].ahead[i][at])
    }

    /// What an access of `i` may meet of the others.
    fn conflicts(&self, key: &Key, i: usize, touch: &Touch) -> BTreeSet<Class> {
        let others = self.others(key, i);
        self.conflicts_with(key, i, touch, &others)
    }

    fn conflicts_with(
        &self,
        key: &Key,
        i: usize,
        touch: &Touch,
        others: &[usize],
    ) -> BTreeSet<Class> {
        let bits = key.holders.iter().enumerate();
        let held: Locks = bits
            .filter(|(_, h)| **h == Some(i))
            .fold(0, |all, (m, _)| all | 1 << m);
        let mut found = BTreeSet::new();
        if is_on(Defect::ThreadsSeeNothing) {
            return found;
        }
        for j in others {
            let Some(ahead) = self.ahead(key, *j, i) else {
                continue;
            };
            // An access for which the other one would need a mutex that `i` holds comes later.
            let meets = |c: &Class, theirs: &BTreeMap<Class, Locks>| {
                let mut theirs = theirs.iter().filter(|(_, locks)| *locks & held == 0);
                theirs.any(|(t, _)| self.sharing.may_meet(*c, *t))
            };
            let reads = touch.reads.iter().filter(|c| meets(c, &ahead.writes));
            found.extend(reads.copied());
            let writes = |c: &&Class| meets(c, &ahead.writes) || meets(c, &ahead.reads);
            found.extend(touch.writes.iter().filter(writes).copied());
        }
        found
    }
}

struct Product<'a> {
    moves: Moves<'a>,
    program: &'a mut Program,
    primitives: &'a Primitives,
    mutexes: &'a Mutexes,
    body: Procedure,
    places: BTreeMap<Key, LocId>,
    work: VecDeque<Key>,
    /// Where executions end.
    dead: LocId,
    /// By instance: a slot for the word of a mutex.
    words: Vec<VarId>,
    /// A slot for the input that chooses who is next.
    schedule: VarId,
}

impl Product<'_> {
    fn run(&mut self, entry: ProcId) {
        let span = self.body.span;
        self.body.exit = self.push(span);
        self.dead = self.push(span);
        let int = self.program.types.int(hatha_cfa::types::IntKind::Int);
        for _ in 0..self.moves.all.len() {
            let word = self.program.add_slot(entry, "word", int);
            self.body.locals.push(word);
            self.words.push(word);
        }
        let count = self.moves.all.len();
        let mut states = vec![State::Unborn; count];
        states[0] = State::Running;
        let start = Key {
            at: self.moves.bodies.iter().map(|b| b.entry).collect(),
            states,
            waits: vec![Wait::Nothing; count],
            holders: vec![None; self.mutexes.count],
            turn: Some(0),
            depth: 0,
            distinguished: false,
        };
        self.body.entry = self.place(start);
        while let Some(key) = self.work.pop_front() {
            if self.body.edges.len() > EDGES {
                let why = "more interleavings of threads than are put together";
                self.unsupported(&key, why);
                continue;
            }
            match key.turn {
                None => self.choose(&key),
                Some(i) => self.step(&key, i),
            }
        }
    }

    /// One of the instances that can go on is chosen.
    fn choose(&mut self, key: &Key) {
        let from = self.places[key];
        let span = self.body.location(from).span;
        let all = 0..self.moves.all.len();
        if all.clone().all(|i| key.states[i] != State::Running) {
            return self.finish(key);
        }
        let mut enabled: Vec<usize> = all.filter(|i| self.is_enabled(key, *i)).collect();
        if let Some(&first) = enabled.iter().find(|i| self.only_joins(key, **i)) {
            enabled = vec![first];
        }
        let mut at = from;
        let last = enabled.last().copied();
        if enabled.len() > 1 {
            let place = Place::Slot(self.schedule);
            let input = InputKind::Other("schedule".to_owned());
            at = self.then(at, Op::Havoc { place, input }, span);
        }
        for i in enabled {
            let next = Key {
                turn: Some(i),
                ..key.clone()
            };
            let to = self.place(next);
            if Some(i) == last {
                self.edge(at, to, Op::Skip, span);
                continue;
            }
            let ty = self.program.var(self.schedule).ty;
            let cond = self.equals(ExprKind::Var(self.schedule), ty, i as u128);
            self.edge(at, to, Op::Assume { cond, taken: true }, span);
            at = self.then(at, Op::Assume { cond, taken: false }, span);
        }
    }

    /// Every thread has ended, the first one not by a return.
    fn finish(&mut self, key: &Key) {
        let (from, exit) = (self.places[key], self.body.exit);
        let hatha_cfa::types::Type::Function(ty) = self.program.types.get(self.body.ty) else {
            return;
        };
        let ret = ty.ret;
        let value = match self.program.scalar(ret) {
            None => ReturnValue::None,
            Some(_) => {
                let zero = hatha_cfa::expr::ExprKind::Int(0);
                ReturnValue::Scalar(self.program.exprs.add(zero, ret))
            }
        };
        let span = self.body.span;
        self.edge(from, exit, Op::Return(value), span);
    }

    /// An instance that is in the middle of its step goes on.
    fn step(&mut self, key: &Key, i: usize) {
        match key.waits[i] {
            Wait::Nothing => {}
            Wait::Join(k, edge) => return self.joined(key, i, (k, edge)),
            Wait::Relock(edge) => return self.relock(key, i, edge),
        }
        for edge in self.moves.bodies[i].out_edges(key.at[i]).to_vec() {
            self.take(key, i, edge);
        }
    }

    fn take(&mut self, key: &Key, i: usize, id: EdgeId) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let from = self.places[key];
        if let Some(primitive) = self.primitives.called(&edge.op) {
            return self.primitive(key, i, id, primitive);
        }
        match &edge.op {
            Op::Return(_) if i == 0 => {
                if self.is_refused(key, i, id) {
                    return;
                }
                let exit = self.body.exit;
                self.edge(from, exit, edge.op, edge.span);
            }
            Op::Return(_) => self.end(key, i, from, edge.span),
            Op::Fail(_)
            | Op::Unsupported(_)
            | Op::Builtin {
                builtin: Builtin::Exit,
                ..
            } => {
                let dead = self.dead;
                self.edge(from, dead, edge.op, edge.span);
            }
            Op::Builtin {
                builtin: Builtin::SetJmp | Builtin::LongJmp | Builtin::VaArea | Builtin::Blocks,
                ..
            } => self.unsupported(
                key,
                "a jump, variable arguments or a look at all blocks in a program with threads",
            ),
            Op::Call { .. } => self.call(key, i, id),
            _ => self.plain(key, i, id),
        }
    }

    /// A call that stayed.
    fn call(&mut self, key: &Key, i: usize, id: EdgeId) {
        let op = &self.moves.bodies[i].edge(id).op;
        let silent = self.moves.sharing.is_silent(self.program, op);
        let direct = matches!(
            op,
            Op::Call {
                callee: Callee::Direct(_),
                ..
            }
        );
        let alone = self.moves.others(key, i).is_empty();
        let hidden = reaches(self.program, self.primitives, op);
        match silent || (direct && alone && !hidden) {
            true => self.plain(key, i, id),
            false => self.unsupported(
                key,
                "a call of a function that cannot be looked into while several threads run",
            ),
        }
    }

    /// An operation that is copied as it is.
    fn plain(&mut self, key: &Key, i: usize, id: EdgeId) {
        if self.is_refused(key, i, id) {
            return;
        }
        let edge = self.moves.bodies[i].edge(id).clone();
        let touch = &self.moves.known[i].touches[id];
        let seen = !self.moves.conflicts(key, i, touch).is_empty();
        let mut next = key.clone();
        next.at[i] = edge.to;
        self.go_on(&mut next, i, seen);
        let (from, to) = (self.places[key], self.place(next));
        self.edge(from, to, edge.op, edge.span);
    }

    /// Whether an operation is not modelled because others may see the middle of it; then the product
    /// says so.
    fn is_refused(&mut self, key: &Key, i: usize, id: EdgeId) -> bool {
        let touch = &self.moves.known[i].touches[id];
        let met = self.moves.conflicts(key, i, touch);
        let library = |c: &Class| is_of_library(self.program, *c);
        let why = if met.iter().any(library) {
            "state of the C library that several threads use"
        } else if touch.several && key.depth == 0 && !met.is_empty() {
            "an access to shared memory that is not one step of the machine"
        } else {
            return false;
        };
        self.unsupported(key, why);
        true
    }

    /// Whether the step ends behind an operation; `seen` says whether others can tell it.
    fn go_on(&self, next: &mut Key, i: usize, seen: bool) {
        match next.depth {
            0 if seen => next.turn = self.ends_or_starts(next, i).then_some(i),
            0 => {}
            _ => next.distinguished |= seen,
        }
    }
}
