//! Functions without a body on an execution.
//!
//! **Soundness.** Such a function changes only what it can see, which is an assumption that the answer
//! prints: variables that other files can name, what it is given, what was given to one at an earlier
//! call, and what addresses in any of these lead to. All of that may hold any value afterwards, and a
//! block of the heap may have been freed: from then on nothing is said of a state that looks at it. An address is known to
//! others, too, if it has become a number (then it has a name) or if single bytes of it were looked
//! at: their values are made up here and tell nothing of where they came from. Constants stay what
//! they are. Whether bytes have been written changes only for objects that are given to be
//! written to: these count as written (`docs/soundness.md`); a byte of another one that was written still is.

use super::heap::{Byte, ObjectId, Origin};
use super::value::Val;
use super::walker::{Got, Stop, Walker};
use crate::outside::hands_out_a_global;
use crate::reach::passes_function;
use crate::state::Externals;
use hatha_cfa::{Arg, Builtin, ExprId, Place, Procedure, Storage};
use std::collections::BTreeSet;

impl Walker<'_, '_> {
    /// A call of something without a body.
    pub(super) fn external(&mut self, args: &[Arg], result: Option<Place>) -> Got<()> {
        if self.environment.externals == Externals::Refuse {
            return Err(Stop::unknown("a call of a function without a body"));
        }
        if passes_function(self.program, args) {
            return Err(Stop::unknown("an unknown function that may call back"));
        }
        let mut values = Vec::new();
        for arg in args {
            let (Arg::Scalar(e) | Arg::Aggregate { addr: e, .. }) = *arg;
            values.push(self.value(e)?);
        }
        if self.environment.externals == Externals::Havoc {
            let to = self.result_address(result)?;
            self.forget_seen(args, &values)?;
            // Otherwise the way to the result would have to be followed in the midst of a step.
            if self.result_address(result) != Ok(to) {
                return Err(Stop::unknown(
                    "a result whose place a call may have changed",
                ));
            }
        }
        self.forget_result(result)
    }

    /// Whether there are functions without a body that change what they can see.
    pub(super) fn others_may_write(&self) -> bool {
        let is_foreign = |p: &Procedure| !p.defined;
        self.environment.externals == Externals::Havoc && self.program.procs.iter().any(is_foreign)
    }

    fn result_address(&mut self, result: Option<Place>) -> Got<Option<Val>> {
        match result {
            Some(Place::Mem { addr, .. } | Place::Aggregate { addr, .. }) => {
                Ok(Some(self.address_value(addr)?))
            }
            Some(Place::Slot(_)) | None => Ok(None),
        }
    }

    /// All that a function without a body can see gets any value.
    fn forget_seen(&mut self, args: &[Arg], values: &[Val]) -> Got<()> {
        // Where other files call the entry, they may have been given addresses before.
        let program = self.program;
        let hands_out = || *self.hands_out.get_or_init(|| hands_out_a_global(program));
        if self.is_called_by_others() && hands_out() {
            return Err(Stop::unknown("what a function without a body does"));
        }
        let seen = self.seen(values)?;
        for &id in &seen {
            self.forget_object(id);
        }
        self.forget_visible_slots()?;
        for (arg, value) in args.iter().zip(values) {
            if let (Some(id), true) = (value.object(), self.may_write(arg)) {
                let object = self.state.object_mut(id);
                object.mark(0, object.size);
            }
        }
        self.state.exposed = seen;
        Ok(())
    }

    /// The objects that somebody who has some values can see.
    fn seen(&self, values: &[Val]) -> Got<BTreeSet<ObjectId>> {
        let mut work: Vec<Val> = values.to_vec();
        for (var, _) in &self.program.globals {
            if !self.program.var(*var).is_named_outside() {
                continue;
            }
            work.extend(self.state.globals.get(var));
            let object = self.global_objects.get(var);
            work.extend(object.map(|&id| start_of(id)));
        }
        // Assembly that changes memory may have kept an operand of assembly that does not.
        let all = self.program.procs.iter().any(|p| p.name == "__asm__");
        let named = self.state.objects.iter_enumerated();
        let named = named.filter(|(_, o)| all || o.address.is_some());
        work.extend(named.map(|(id, _)| start_of(id)));
        work.extend(self.state.exposed.iter().map(|&id| start_of(id)));
        let mut seen = BTreeSet::new();
        while let Some(value) = work.pop() {
            match value {
                Val::Func(_) => {
                    return Err(Stop::unknown("an unknown function that may call back"));
                }
                Val::Ptr(id, _) if seen.insert(id) => work.extend(self.state.object(id).values()),
                // A number that was computed from an address: that has a name.
                Val::Ptr(..) | Val::Const(_) | Val::Term(_) => {}
            }
        }
        Ok(seen)
    }

    /// An object that others can see.
    fn forget_object(&mut self, id: ObjectId) {
        if !self.state.object(id).alive {
            return;
        }
        match self.state.object(id).origin {
            Origin::Constant | Origin::Literal => {}
            Origin::Variable | Origin::Block => self.state.object_mut(id).forget(),
            Origin::Heap => {
                let object = self.state.object_mut(id);
                object.forget();
                object.doubtful = true;
            }
        }
    }

    fn forget_visible_slots(&mut self) -> Got<()> {
        let program = self.program;
        for (var, _) in &program.globals {
            let v = program.var(*var);
            if v.is_assigned_outside() && v.storage == Storage::Slot {
                let value = self.arbitrary(v.ty)?;
                self.set_slot(*var, Some(value))?;
            }
        }
        Ok(())
    }

    /// Whether an argument is a pointer through which something may be written.
    fn may_write(&self, arg: &Arg) -> bool {
        let Arg::Scalar(e) = *arg else { return false };
        let pointee = self.program.types.pointee(self.program.exprs.get(e).ty);
        pointee.is_some_and(|q| !q.quals.is_const)
    }

    /// Whether the execution starts at a function that other files call.
    fn is_called_by_others(&self) -> bool {
        let first = self.state.frames.first();
        first.is_none_or(|f| self.program.proc(f.proc).name != "main")
    }

    /// Demands that nobody outside may have ended an object.
    pub(super) fn demand_known_life(&self, id: ObjectId) -> Got<()> {
        match self.state.object(id).doubtful {
            true => Err(Stop::unknown(
                "a block that a function without a body may have freed",
            )),
            false => Ok(()),
        }
    }

    /// What the C library is given it may keep and hand on, unless it only prints or compares that.
    pub(super) fn give_to_library(&mut self, builtin: Builtin, args: &[ExprId]) -> Got<()> {
        if matches!(
            builtin,
            Builtin::Write
                | Builtin::Apart
                | Builtin::ApartText
                | Builtin::Disjoint
                | Builtin::NotNull
                | Builtin::IsKnownVariable
        ) {
            return Ok(());
        }
        for &arg in args {
            let value = self.value(arg)?;
            self.state.exposed.extend(value.object());
        }
        Ok(())
    }

    /// A part of an object is overwritten or copied: what is left of an address has a value that is
    /// made up.
    pub(super) fn expose_cut(&mut self, id: ObjectId, offset: u64, len: u64) {
        let cut: Vec<ObjectId> = self.state.object(id).cut_addresses(offset, len).collect();
        self.state.exposed.extend(cut);
    }

    /// Bytes are put together to a value.
    pub(super) fn expose_pieces(&mut self, bytes: &[Byte]) {
        let objects = bytes.iter().filter_map(|byte| match byte {
            Byte::Of(value, _) => value.object(),
            Byte::Zero | Byte::Unknown => None,
        });
        self.state.exposed.extend(objects);
    }
}

fn start_of(id: ObjectId) -> Val {
    Val::Ptr(id, super::value::Offset::Const(0))
}
