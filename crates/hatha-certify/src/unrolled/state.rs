//! Where an execution stands.

use super::heap::{Object, ObjectId};
use super::value::Val;
use hatha_cfa::{LocId, Place, ProcId, VarId};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An invocation.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) proc: ProcId,
    pub(super) at: LocId,
    /// The variables of the procedure.
    pub(super) variables: Rc<[VarId]>,
    /// Their values, for those that are slots; `None` until one is written or read.
    pub(super) slots: Vec<Option<Val>>,
    /// The objects of its variables in memory that live.
    pub(super) objects: BTreeMap<VarId, ObjectId>,
    /// Its blocks on the stack.
    pub(super) blocks: Vec<ObjectId>,
    /// Its variadic arguments.
    pub(super) variadic: Option<ObjectId>,
    /// Where the caller wants the result.
    pub(super) result: Option<Place>,
}

/// A state.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) frames: Vec<Frame>,
    /// Global slots, by their place among the variables of the program.
    pub(super) globals: BTreeMap<VarId, Val>,
    pub(super) objects: IndexVec<ObjectId, Rc<Object>>,
    /// The objects whose addresses functions without a body may have kept.
    pub(super) exposed: BTreeSet<ObjectId>,
    /// Edges taken.
    pub(super) steps: u64,
    /// The choices of the graph that may come next, each with those in its stead.
    pub(super) next: Vec<u32>,
    /// The cuts that the execution has passed, and the states behind them.
    pub(super) cuts: Vec<(u32, Rc<State>)>,
}

impl State {
    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id])
    }

    pub(super) fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push_and_get_key(Rc::new(object))
    }

    /// Whether an execution in this state does nothing that one in an earlier state of it,
    /// behind a cut, does not do: all is as it was there, but for slots that may have any value.
    pub(super) fn is_within(
        &self,
        earlier: &State,
        is_free: &dyn Fn(usize, VarId) -> bool,
    ) -> bool {
        self.frames.len() == earlier.frames.len()
            && self.has_frames_of(earlier, is_free)
            && self.has_globals_of(earlier, is_free)
            && self.has_objects_of(earlier)
    }

    fn has_frames_of(&self, earlier: &State, is_free: &dyn Fn(usize, VarId) -> bool) -> bool {
        let frames = self.frames.iter().zip(&earlier.frames).enumerate();
        frames.into_iter().all(|(depth, (now, then))| {
            let slots = now.slots.iter().zip(&then.slots).zip(now.variables.iter());
            // A slot that had no value there may have any.
            let mut slots =
                slots.map(|((now, then), &v)| now == then || then.is_none() || is_free(depth, v));
            (now.proc, now.at, now.result) == (then.proc, then.at, then.result)
                && now.objects == then.objects
                && now.blocks == then.blocks
                && now.variadic == then.variadic
                && slots.all(|same| same)
        })
    }

    fn has_globals_of(&self, earlier: &State, is_free: &dyn Fn(usize, VarId) -> bool) -> bool {
        let top = self.frames.len().saturating_sub(1);
        earlier
            .globals
            .iter()
            .all(|(v, then)| self.globals.get(v) == Some(then) || is_free(top, *v))
    }

    /// Whether functions without a body can come to know no object that they could not come to know
    /// from an earlier state: where others know more, they may do more. They know objects that were
    /// exposed, and those whose address has a name, since any number may have been computed from it. A
    /// slot that has another value than earlier may hand an address to them, too: a number of which
    /// nothing is known stands for none there.
    pub(super) fn exposes_no_more_than(&self, earlier: &State) -> bool {
        let was_known = |id: ObjectId| {
            let then = earlier.objects.get(id);
            earlier.exposed.contains(&id) || then.is_some_and(|o| o.address.is_some())
        };
        let is_named = |(id, o): (ObjectId, &Rc<Object>)| o.address.map(|_| id);
        let named = self.objects.iter_enumerated().filter_map(is_named);
        let frames = self.frames.iter().zip(&earlier.frames);
        let local = frames.flat_map(|(now, then)| now.slots.iter().zip(&then.slots));
        let local = local
            .filter(|(now, then)| now != then)
            .filter_map(|(now, _)| *now);
        let globals = self.globals.iter();
        let global = globals.filter(|(v, now)| earlier.globals.get(v) != Some(now));
        let new = local
            .chain(global.map(|(_, now)| *now))
            .filter_map(Val::object);
        let exposed = self.exposed.iter().copied();
        let mut known = exposed.chain(named).chain(new);
        known.all(|id| !self.object(id).alive || was_known(id))
    }

    fn has_objects_of(&self, earlier: &State) -> bool {
        let same = |id: ObjectId, now: &Rc<Object>| match earlier.objects.get(id) {
            Some(then) if Rc::ptr_eq(now, then) => true,
            Some(then) => {
                let life = |o: &Rc<Object>| (o.alive, o.doubtful);
                life(now) == life(then) && (!now.alive || now.holds_what(then))
            }
            None => !now.alive,
        };
        let mut all = self.objects.iter_enumerated();
        all.all(|(id, now)| same(id, now))
    }

    /// The objects but one whose addresses have a name.
    pub(super) fn located(&self, but: ObjectId) -> impl Iterator<Item = &Object> {
        let all = self.objects.iter_enumerated();
        let others = all.filter(move |(id, o)| *id != but && o.address.is_some());
        others.map(|(_, o)| &**o)
    }

    /// Ends an object. What it held is gone.
    pub(super) fn end(&mut self, id: ObjectId) {
        let old = self.object(id);
        let mut object = Object::new(old.size, old.align, old.origin, false);
        object.address = old.address;
        object.alive = false;
        self.objects[id] = Rc::new(object);
    }
}
