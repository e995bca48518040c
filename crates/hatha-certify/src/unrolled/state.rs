//! Where an execution stands.

use super::heap::{Object, ObjectId};
use super::value::Val;
use hatha_cfa::{LocId, Place, ProcId, VarId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An invocation.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) proc: ProcId,
    pub(super) at: LocId,
    /// The slots of the procedure, by their place among its variables; `None` until one is
    /// written or read.
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
    pub(super) objects: Vec<Rc<Object>>,
    /// Edges taken.
    pub(super) steps: u64,
    /// The choice of the graph that comes next, with those that may come in its stead.
    pub(super) next: Option<u32>,
}

impl State {
    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id.0 as usize])
    }

    pub(super) fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(Rc::new(object));
        ObjectId(self.objects.len() as u32 - 1)
    }

    /// Ends an object. What it held is gone.
    pub(super) fn end(&mut self, id: ObjectId) {
        let old = self.object(id);
        let mut object = Object::new(old.size, old.align, old.origin, false);
        object.address = old.address;
        object.alive = false;
        self.objects[id.0 as usize] = Rc::new(object);
    }
}
