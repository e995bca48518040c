//! Operations on threads, as edges of the product.

use super::{Key, Product, State, Wait};
use crate::ahead::mutex;
use crate::instances::{cast, handle_slot};
use crate::primitive::Primitive;
use crate::share::{Touch, argument, is_zero};
use hatha_cfa::expr::{Access, BinOp, ExprId, ExprKind};
use hatha_cfa::program::{EdgeId, LocId, Op, Place};
use hatha_cfa::types::{IntKind, Type, TypeId};

/// `EBUSY`
const BUSY: u128 = 16;

impl Product<'_> {
    /// Whether an instance is not known to be blocked.
    pub(super) fn is_enabled(&self, key: &Key, i: usize) -> bool {
        if key.states[i] != State::Running {
            return false;
        }
        let free = |edge: EdgeId| {
            let holder = self.mutexes.of(i, edge).and_then(|m| key.holders[m]);
            holder.is_none_or(|h| h == i)
        };
        match key.waits[i] {
            Wait::Join(k, _) => return key.states[k] == State::Done,
            Wait::Relock(edge) => return free(edge),
            Wait::Nothing => {}
        }
        let body = &self.moves.bodies[i];
        match body.out_edges(key.at[i]) {
            [only] => {
                let called = self.primitives.called(&body.edge(*only).op);
                called != Some(Primitive::Lock) || free(*only)
            }
            _ => true,
        }
    }

    pub(super) fn primitive(&mut self, key: &Key, i: usize, id: EdgeId, what: Primitive) {
        match what {
            Primitive::Create => self.create(key, i, id),
            Primitive::Join => self.join(key, i, id),
            Primitive::Exit => self.leave(key, i, id),
            Primitive::Own => self.done(key, i, id, i as u128 + 1, false),
            Primitive::Nothing => self.done(key, i, id, 0, true),
            Primitive::BeginAtomic => self.begin(key, i, id),
            Primitive::EndAtomic => self.close(key, i, id),
            Primitive::Unknown => {
                self.unsupported(key, "an operation on threads that is not modelled");
            }
            _ if self.mutexes.words => self.word(key, i, id, what),
            _ => self.mutex(key, i, id, what),
        }
    }

    /// The operation is over, with a result; `seen` says whether others can tell.
    fn done(&mut self, key: &Key, i: usize, id: EdgeId, result: u128, seen: bool) {
        let from = self.places[key];
        self.done_from(key, i, (id, from), result, seen);
    }

    fn done_from(
        &mut self,
        key: &Key,
        i: usize,
        (id, from): (EdgeId, LocId),
        result: u128,
        seen: bool,
    ) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let touch = &self.moves.known[i].touches[id];
        let met = self.moves.conflicts(key, i, touch);
        let mut next = key.clone();
        next.at[i] = edge.to;
        next.waits[i] = Wait::Nothing;
        self.go_on(&mut next, i, seen || !met.is_empty());
        let to = self.place(next);
        let Op::Call { result: place, .. } = edge.op else {
            return;
        };
        let op = match place.and_then(|p| Some((p, self.place_type(p)?))) {
            Some((place, ty)) => Op::Assign {
                place,
                value: self.number(result, ty),
            },
            None => Op::Skip,
        };
        self.edge(from, to, op, edge.span);
    }

    fn place_type(&self, place: Place) -> Option<TypeId> {
        match place {
            Place::Slot(v) => Some(self.program.var(v).ty),
            Place::Mem { access, .. } => Some(access.ty),
            Place::Aggregate { .. } => None,
        }
    }

    fn number(&mut self, n: u128, ty: TypeId) -> ExprId {
        self.program.exprs.add(ExprKind::Int(n), ty)
    }

    // ---- threads ----

    fn create(&mut self, key: &Key, i: usize, id: EdgeId) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let Some(list) = self.moves.all[i].starts.get(&id) else {
            return self.unsupported(
                key,
                "the start of a thread whose function is not named there",
            );
        };
        let unborn = |k: &&usize| key.states[**k] == State::Unborn;
        let Some(&k) = list.iter().find(unborn) else {
            return self.unsupported(key, "more threads than are told apart");
        };
        let (Some(handle), Some(arg)) = (argument(&edge, 0), argument(&edge, 3)) else {
            return self.unsupported(key, "a call of pthread_create of an unknown shape");
        };
        let Some(place) = self.handle(handle) else {
            return self.unsupported(key, "a handle of a thread that is not a number");
        };
        let mut next = key.clone();
        next.states[k] = State::Running;
        // It is not said whether the handle is there before the thread runs.
        let touch = &self.moves.known[i].touches[id];
        let others = self.moves.others(&next, i);
        if !self
            .moves
            .conflicts_with(&next, i, touch, &others)
            .is_empty()
        {
            return self.unsupported(
                key,
                "a handle that other threads may look at while it is stored",
            );
        }
        let mut at = self.places[key];
        if let Some(ty) = self.place_type(place) {
            let value = self.number(k as u128 + 1, ty);
            at = self.then(at, Op::Assign { place, value }, edge.span);
        }
        if let Some(v) = self.moves.all[k].arg {
            let ty = self.program.var(v).ty;
            let value = cast(self.program, arg, ty);
            let place = Place::Slot(v);
            at = self.then(at, Op::Assign { place, value }, edge.span);
        }
        self.done_from(&next, i, (id, at), 0, true);
    }

    /// Where a handle is stored.
    fn handle(&self, addr: ExprId) -> Option<Place> {
        if let Some(v) = handle_slot(self.program, addr) {
            let ty = self.program.var(v).ty;
            return self.is_number(ty).then_some(Place::Slot(v));
        }
        let ty = self
            .program
            .types
            .pointee(self.program.exprs.get(addr).ty)?
            .ty;
        let align = self.program.types.align(ty, &self.program.target)?;
        let access = Access {
            ty,
            bits: None,
            align,
            volatile: false,
        };
        self.is_number(ty).then_some(Place::Mem { addr, access })
    }

    fn is_number(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int(_) | Type::Pointer(_))
    }

    fn join(&mut self, key: &Key, i: usize, id: EdgeId) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let touch = Touch {
            writes: Default::default(),
            ..self.moves.known[i].touches[id].clone()
        };
        let seen = !self.moves.conflicts(key, i, &touch).is_empty();
        let from = self.places[key];
        let waiting = |product: &mut Self, k: usize| {
            let mut next = key.clone();
            next.waits[i] = Wait::Join(k, id);
            product.go_on(&mut next, i, seen);
            product.place(next)
        };
        if let Some(&k) = self.moves.known[i].joins.get(&id) {
            if key.states[k] == State::Unborn {
                return self.unsupported(key, "a join of a thread that has not been started");
            }
            let to = waiting(self, k);
            return self.edge(from, to, Op::Skip, edge.span);
        }
        let Some(handle) = argument(&edge, 0) else {
            return self.unsupported(key, "a call of pthread_join of an unknown shape");
        };
        let joined = self.moves.all[i].joined;
        let ty = self.program.var(joined).ty;
        let value = cast(self.program, handle, ty);
        let place = Place::Slot(joined);
        let mut at = self.then(from, Op::Assign { place, value }, edge.span);
        for k in 0..self.moves.all.len() {
            if key.states[k] == State::Unborn || k == i {
                continue;
            }
            let cond = self.equals(ExprKind::Var(joined), ty, k as u128 + 1);
            let to = waiting(self, k);
            self.edge(at, to, Op::Assume { cond, taken: true }, edge.span);
            at = self.then(at, Op::Assume { cond, taken: false }, edge.span);
        }
        self.unsupported_at(at, "a join of something that is no other thread", edge.span);
    }

    pub(super) fn equals(&mut self, left: ExprKind, ty: TypeId, n: u128) -> ExprId {
        let left = self.program.exprs.add(left, ty);
        let right = self.number(n, ty);
        let int = self.program.types.int(IntKind::Int);
        let equal = ExprKind::Binary(BinOp::Eq, left, right);
        self.program.exprs.add(equal, int)
    }

    /// A join goes on once the other one has ended; until then others are chosen.
    pub(super) fn joined(&mut self, key: &Key, i: usize, (k, id): (usize, EdgeId)) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let mut at = self.places[key];
        if key.states[k] != State::Done {
            return self.park(key, edge.span);
        }
        let wanted = argument(&edge, 1).filter(|e| !is_zero(self.program, *e));
        if let Some(addr) = wanted {
            let Some(result) = self.moves.all[k].result else {
                return self.unsupported(key, "the result of the first thread");
            };
            let ty = self.program.var(result).ty;
            let value = self.program.exprs.add(ExprKind::Var(result), ty);
            let align = self
                .program
                .types
                .align(ty, &self.program.target)
                .unwrap_or(1);
            let access = Access {
                ty,
                bits: None,
                align,
                volatile: false,
            };
            let pointer = self.program.types.pointer(ty);
            let addr = cast(self.program, addr, pointer);
            let place = Place::Mem { addr, access };
            at = self.then(at, Op::Assign { place, value }, edge.span);
        }
        // What follows is another step, unless it is another join.
        let ends = !self.joins_next(key, i, edge.to);
        self.done_from(key, i, (id, at), 0, ends);
    }

    /// Others have to go on first.
    fn park(&mut self, key: &Key, span: hatha_cfa::source::Span) {
        if key.depth > 0 {
            return;
        }
        let next = Key {
            turn: None,
            ..key.clone()
        };
        let (from, to) = (self.places[key], self.place(next));
        self.edge(from, to, Op::Skip, span);
    }

    fn leave(&mut self, key: &Key, i: usize, id: EdgeId) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let mut at = self.places[key];
        if let (Some(v), Some(value)) = (self.moves.all[i].result, argument(&edge, 0)) {
            let ty = self.program.var(v).ty;
            let value = cast(self.program, value, ty);
            let place = Place::Slot(v);
            at = self.then(at, Op::Assign { place, value }, edge.span);
        }
        self.end(key, i, at, edge.span);
    }

    // ---- atomic sections ----

    fn begin(&mut self, key: &Key, i: usize, id: EdgeId) {
        let mut next = key.clone();
        next.depth = next.depth.saturating_add(1);
        let from = self.places[key];
        self.done_from(&next, i, (id, from), 0, false);
    }

    /// The step ends with the outermost section if others can tell anything in it.
    fn close(&mut self, key: &Key, i: usize, id: EdgeId) {
        if key.depth == 0 {
            return self.unsupported(key, "the end of an atomic section that has not begun");
        }
        let mut next = key.clone();
        next.depth -= 1;
        let ends = next.depth == 0;
        let seen = ends && next.distinguished;
        next.distinguished &= !ends;
        let from = self.places[key];
        self.done_from(&next, i, (id, from), 0, seen);
    }

    // ---- mutexes that are known by name ----

    fn mutex(&mut self, key: &Key, i: usize, id: EdgeId, what: Primitive) {
        let edge = self.moves.bodies[i].edge(id).clone();
        let Some(m) = self.mutexes.of(i, id) else {
            return self.unsupported(key, "an operation on a mutex that is not known");
        };
        let from = self.places[key];
        let mut next = key.clone();
        match (what, key.holders[m]) {
            (Primitive::Lock, Some(h)) if h != i => self.park(key, edge.span),
            (Primitive::Lock, Some(_)) => {
                self.unsupported(key, "a mutex that is locked by the thread that holds it");
            }
            (Primitive::Lock, None) => {
                next.holders[m] = Some(i);
                let seen = self.mutexes.is_tried(m);
                self.done_from(&next, i, (id, from), 0, seen);
            }
            (Primitive::TryLock, None) => {
                next.holders[m] = Some(i);
                self.done_from(&next, i, (id, from), 0, true);
            }
            (Primitive::TryLock, Some(h)) if h != i => self.done(key, i, id, BUSY, true),
            (Primitive::Unlock, Some(h)) if h == i => {
                next.holders[m] = None;
                self.done_from(&next, i, (id, from), 0, true);
            }
            (Primitive::InitMutex, None) if self.is_default(&edge) => {
                self.done(key, i, id, 0, true)
            }
            (Primitive::DestroyMutex, None) => self.done(key, i, id, 0, true),
            (Primitive::Wait, Some(h)) if h == i && key.depth == 0 => {
                next.holders[m] = None;
                next.waits[i] = Wait::Relock(id);
                next.turn = None;
                let to = self.place(next);
                self.edge(from, to, Op::Skip, edge.span);
            }
            _ => self.unsupported(
                key,
                "a use of a mutex that POSIX does not define, or of a special one",
            ),
        }
    }

    fn is_default(&self, edge: &hatha_cfa::program::Edge) -> bool {
        argument(edge, 1).is_some_and(|e| is_zero(self.program, e))
    }

    /// A thread that waited for a condition gets its mutex again.
    pub(super) fn relock(&mut self, key: &Key, i: usize, id: EdgeId) {
        let span = self.moves.bodies[i].edge(id).span;
        let from = self.places[key];
        let Some(m) = self.mutexes.of(i, id) else {
            return self.lock_word(key, i, id);
        };
        match key.holders[m] {
            Some(_) => self.park(key, span),
            None => {
                let mut next = key.clone();
                next.holders[m] = Some(i);
                let seen = self.mutexes.is_tried(m);
                self.done_from(&next, i, (id, from), 0, seen);
            }
        }
    }

    // ---- mutexes as words of memory: 0, or the number of the thread that holds it ----

    fn word(&mut self, key: &Key, i: usize, id: EdgeId, what: Primitive) {
        let edge = self.moves.bodies[i].edge(id).clone();
        match what {
            Primitive::Lock => self.lock_word(key, i, id),
            Primitive::TryLock => {
                let (free, taken) = self.read_word(key, i, id);
                let at = self.write_word(free, id, i, i as u128 + 1);
                self.done_from(key, i, (id, at), 0, true);
                let (own, other) = self.is_own(i, taken, edge.span);
                // It depends on its kind, which its initial value may say.
                let why = "a mutex that the thread that holds it tries to lock";
                self.unsupported_at(own, why, edge.span);
                self.done_from(key, i, (id, other), BUSY, true);
            }
            Primitive::Unlock | Primitive::Wait => {
                let (free, taken) = self.read_word(key, i, id);
                let why = "a mutex that is unlocked by a thread that does not hold it";
                self.unsupported_at(free, why, edge.span);
                let (own, other) = self.is_own(i, taken, edge.span);
                self.unsupported_at(other, why, edge.span);
                let at = self.write_word(own, id, i, 0);
                match what {
                    Primitive::Wait if key.depth == 0 => {
                        let mut next = key.clone();
                        next.waits[i] = Wait::Relock(id);
                        next.turn = None;
                        let to = self.place(next);
                        self.edge(at, to, Op::Skip, edge.span);
                    }
                    Primitive::Wait => {
                        self.unsupported_at(at, "a wait in an atomic section", edge.span)
                    }
                    _ => self.done_from(key, i, (id, at), 0, true),
                }
            }
            Primitive::InitMutex if self.is_default(&edge) => {
                let from = self.places[key];
                let at = self.write_word(from, id, i, 0);
                self.done_from(key, i, (id, at), 0, true);
            }
            Primitive::DestroyMutex => self.done(key, i, id, 0, true),
            _ => self.unsupported(key, "a mutex of a special kind"),
        }
    }

    /// Where the mutex is not free the execution ends: it was another thread's turn.
    fn lock_word(&mut self, key: &Key, i: usize, id: EdgeId) {
        let span = self.moves.bodies[i].edge(id).span;
        let (free, taken) = self.read_word(key, i, id);
        let at = self.write_word(free, id, i, i as u128 + 1);
        self.done_from(key, i, (id, at), 0, true);
        let (own, _) = self.is_own(i, taken, span);
        self.unsupported_at(
            own,
            "a mutex that is locked by the thread that holds it",
            span,
        );
    }

    fn word_at(&mut self, i: usize, id: EdgeId) -> Option<(ExprId, Access)> {
        let edge = self.moves.bodies[i].edge(id).clone();
        let addr = mutex(self.primitives, &edge)?;
        let ty = self.program.types.int(IntKind::Int);
        let pointer = self.program.types.pointer(ty);
        let access = Access {
            ty,
            bits: None,
            align: self.program.types.align(ty, &self.program.target)?,
            volatile: false,
        };
        Some((cast(self.program, addr, pointer), access))
    }

    /// Reads the word of a mutex; gives where it is free and where it is not.
    fn read_word(&mut self, key: &Key, i: usize, id: EdgeId) -> (LocId, LocId) {
        let span = self.moves.bodies[i].edge(id).span;
        let from = self.places[key];
        let word = self.words[i];
        let ty = self.program.var(word).ty;
        let Some((addr, access)) = self.word_at(i, id) else {
            self.unsupported(key, "an operation on a mutex of an unknown shape");
            return (self.push(span), self.push(span));
        };
        let value = self.program.exprs.add(ExprKind::Load { addr, access }, ty);
        let place = Place::Slot(word);
        let at = self.then(from, Op::Assign { place, value }, span);
        let cond = self.equals(ExprKind::Var(word), ty, 0);
        let free = self.then(at, Op::Assume { cond, taken: true }, span);
        let taken = self.then(at, Op::Assume { cond, taken: false }, span);
        (free, taken)
    }

    fn is_own(&mut self, i: usize, at: LocId, span: hatha_cfa::source::Span) -> (LocId, LocId) {
        let word = self.words[i];
        let ty = self.program.var(word).ty;
        let cond = self.equals(ExprKind::Var(word), ty, i as u128 + 1);
        let own = self.then(at, Op::Assume { cond, taken: true }, span);
        let other = self.then(at, Op::Assume { cond, taken: false }, span);
        (own, other)
    }

    fn write_word(&mut self, at: LocId, id: EdgeId, i: usize, n: u128) -> LocId {
        let span = self.moves.bodies[i].edge(id).span;
        let Some((addr, access)) = self.word_at(i, id) else {
            return at;
        };
        let value = self.number(n, access.ty);
        let place = Place::Mem { addr, access };
        self.then(at, Op::Assign { place, value }, span)
    }
}
