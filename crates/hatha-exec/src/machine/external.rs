//! Calls of functions that hatha does not know.
//!
//! Soundness: what such a function may write becomes *arbitrary*, not
//! uninitialised: a later read chooses a value and may not fault for it. Whatever
//! it can reach is everything reachable from its pointer arguments and from the
//! globals that other units see; locals whose address never got there stay.

use super::call::Argument;
use super::entry::STREAMS;
use super::{Cursor, Halt, Machine, Run};
use crate::code::CallCode;
use crate::config::Externals;
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::image::{VarPlace, is_exposed};
use crate::memory::{Holes, NewObject, Object, ObjectKind};
use crate::observe::Observer;
use crate::word::{Definedness, Prov, Word};
use hatha_cfa::escape::Address;
use hatha_cfa::{Extent, InputKind, ProcId, TypeId};
use std::collections::BTreeSet;

/// What a run knows of functions without a body.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    /// Those that were called.
    pub(super) called: BTreeSet<ProcId>,
    /// Objects that they got hold of, now or before: addresses may have been kept, and a pointer to const
    /// says nothing of whether the object is constant.
    given: BTreeSet<Prov>,
    /// Whether one could have changed or freed some of these and did not.
    pub(super) leaves_out: bool,
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Device memory is there from the start, with arbitrary contents.
    pub(super) fn place_regions(&mut self) {
        for region in self.config.regions.clone() {
            let new = NewObject {
                kind: ObjectKind::Region,
                size: region.size,
                align: 1,
                span: hatha_cfa::Span::NONE,
            };
            // A region beyond the memory limit stays absent: accesses to it then are bad pointers
            // of a run whose limit says why.
            if let Ok(at) = self.state.memory.allocate_at(new, region.address)
                && let Some(o) = self.state.memory.live_mut(at.prov)
            {
                o.forget(Holes::Arbitrary);
            }
        }
    }

    /// A call of a procedure without a body.
    pub(super) fn external(
        &mut self,
        cur: &Cursor<'i>,
        callee: ProcId,
        arguments: &[Argument<D::Value>],
        call: &CallCode,
    ) -> Run<()> {
        self.unknown.called.insert(callee);
        self.observer.external(callee);
        let start = self.hand_over(arguments);
        let name = &self.image.program().proc(callee).name;
        match self.config.externals {
            Externals::Refuse => {
                let reason = format!("call of `{name}`, which has no definition");
                return Err(Box::new(Halt::Unsupported(reason)));
            }
            Externals::Havoc => {
                let given = self.reachable_from(start);
                let changed = self.havoc_reachable(arguments);
                self.note_effects(given, &changed);
            }
            Externals::Pure => {}
        }
        if self.image.program().proc(callee).noreturn {
            return Err(Box::new(Halt::Blocked));
        }
        if call.aggregate {
            let reason = format!("`{name}`, which has no definition, returns a structure");
            return Err(Box::new(Halt::Unsupported(reason)));
        }
        if let Some((dst, kind, ty)) = call.result {
            let origin = InputKind::Result(name.clone());
            let v = self.draw(cur, origin, kind, Some(ty))?;
            self.write(cur, dst, v);
        }
        Ok(())
    }

    /// Whatever an unknown function gets hold of it may keep, or free: what it starts from.
    fn hand_over(&mut self, arguments: &[Argument<D::Value>]) -> Vec<Prov> {
        let given = arguments.iter().filter_map(|arg| match arg {
            Argument::Scalar(v, ..) | Argument::Aggregate(v, ..) => self.domain.word(v),
            Argument::Chosen(_) => None,
        });
        let mut start: Vec<Prov> = given.map(|w| self.state.memory.provenance(w)).collect();
        let program = self.image.program();
        for slot in 0..self.state.globals.len() {
            if is_exposed(program.var(self.image.global_var(slot)))
                && let Some(w) = self.domain.word(&self.state.globals[slot])
            {
                start.push(self.state.memory.provenance(w));
            }
        }
        start.extend(self.exposed_objects());
        self.expose_all(start.clone());
        start
    }

    /// Objects and what the addresses in them lead to.
    fn reachable_from(&self, mut work: Vec<Prov>) -> BTreeSet<Prov> {
        let mut seen = BTreeSet::new();
        while let Some(prov) = work.pop() {
            if seen.insert(prov) {
                work.extend(self.pointers_in(prov));
            }
        }
        seen
    }

    /// Takes note of what an unknown function got hold of, and whether it could have changed more than
    /// became arbitrary: what a number leads to; what it, or another file, was given before or through a pointer to const. It may
    /// also free a block of the heap.
    fn note_effects(&mut self, given: BTreeSet<Prov>, changed: &BTreeSet<Prov>) {
        let numbers = given.iter().flat_map(|&p| self.addresses_in(p));
        let hides = numbers.into_iter().any(|(_, is_kept)| !is_kept);
        self.unknown.leaves_out |= hides;
        self.unknown.given.extend(given);
        if self.unknown.leaves_out {
            return;
        }
        let program = self.image.program();
        let statics = program.escaped_statics.iter().filter_map(|a| match *a {
            Address::Variable(v) => match self.image.place(v) {
                VarPlace::GlobalObject(at) => Some(at.prov),
                _ => None,
            },
            Address::Function(_) => None,
        });
        let statics = statics.filter(|_| program.extent == Extent::Part);
        let mut known = self.unknown.given.iter().copied().chain(statics);
        let could_change = known.any(|prov| {
            let object = self.state.memory.live(prov);
            object.is_some_and(|o| match o.kind {
                ObjectKind::Function(_) => false,
                ObjectKind::Heap => true,
                _ if self.is_state_of_library(o) => false,
                _ => !o.read_only && !changed.contains(&prov),
            })
        });
        self.unknown.leaves_out = could_change;
    }

    fn havoc_reachable(&mut self, arguments: &[Argument<D::Value>]) -> BTreeSet<Prov> {
        let mut work = self.havoc_globals();
        for arg in arguments {
            // What becomes arbitrary depends on where the argument points: its value is needed.
            if let Argument::Scalar(v, kind, ty) = arg
                && kind.is_pointer()
                && !self.points_to_const(*ty)
                && let Ok(w) = self.domain.concretise(v, *kind, Use::Argument)
            {
                work.push(self.state.memory.provenance(w));
            }
            if let Argument::Aggregate(v, ..) = arg
                && let Some(w) = self.domain.word(v)
            {
                work.extend(self.pointers_in(w.prov));
            }
        }
        let mut seen = BTreeSet::new();
        while let Some(prov) = work.pop() {
            let object = self.state.memory.live(prov);
            if object.is_some_and(|o| self.is_state_of_library(o)) {
                continue;
            }
            if seen.insert(prov) {
                work.extend(self.pointers_in(prov));
                self.havoc_object(prov);
            }
        }
        seen
    }

    /// Whether an object is a part of the library's state: a stream, a file, the environment, a handler.
    /// Whoever has a `FILE *` cannot look inside, and that functions without a body leave that state
    /// alone is printed.
    fn is_state_of_library(&self, object: &Object<D::Shadow>) -> bool {
        let program = self.image.program();
        let file = program.sources.file(object.span.file);
        let declares_streams = file.is_some_and(|f| f.name == STREAMS);
        let named = program.globals.iter();
        let mut named = named.filter(|(v, _)| program.var(*v).is_named_outside());
        let is_it =
            |at: VarPlace| matches!(at, VarPlace::GlobalObject(at) if at.prov == object.prov);
        object.kind == ObjectKind::Library
            || (declares_streams && !named.any(|(v, _)| is_it(self.image.place(*v))))
    }

    /// Makes the exposed global slots arbitrary; gives the exposed global objects.
    fn havoc_globals(&mut self) -> Vec<Prov> {
        let program = self.image.program();
        for slot in 0..self.state.globals.len() {
            if is_exposed(program.var(self.image.global_var(slot))) {
                let word = Word::undefined(Definedness::Arbitrary);
                self.state.globals[slot] = self.domain.constant(word);
            }
        }
        self.exposed_objects()
    }

    /// The global objects that other files can name.
    fn exposed_objects(&self) -> Vec<Prov> {
        let program = self.image.program();
        program
            .globals
            .iter()
            .filter(|(v, _)| is_exposed(program.var(*v)))
            .filter_map(|(v, _)| match self.image.place(*v) {
                VarPlace::GlobalObject(at) => Some(at.prov),
                _ => None,
            })
            .collect()
    }

    fn points_to_const(&self, ty: TypeId) -> bool {
        let types = &self.image.program().types;
        types.pointee(ty).is_some_and(|q| q.quals.is_const)
    }

    /// The objects that addresses stored in an object lead to.
    fn pointers_in(&self, prov: Prov) -> Vec<Prov> {
        let all = self.addresses_in(prov).into_iter();
        all.filter_map(|(to, is_kept)| is_kept.then_some(to))
            .collect()
    }

    /// The objects at whose addresses bytes in an object could lead, each with whether memory keeps
    /// them as those of an address. Others are numbers that depend on inputs, of which a run
    /// without terms knows nothing.
    fn addresses_in(&self, prov: Prov) -> Vec<(Prov, bool)> {
        let width = self.image.program().target.pointer_bytes() as usize;
        let order = self.image.program().target.byte_order;
        let Some(o) = self.state.memory.live(prov) else {
            return Vec::new();
        };
        let cells = o.cells().iter();
        let cells = cells.map(|(at, c)| (at as usize, D::provenance(&c.value).is_object()));
        cells
            .filter(|(at, _)| at + width <= o.bytes().len())
            .map(|(at, is_kept)| (o.read(at, width, order).bits as u64, is_kept))
            .map(|(address, is_kept)| (self.state.memory.find(address), is_kept))
            .filter(|(p, _)| p.is_object())
            .collect()
    }

    fn havoc_object(&mut self, prov: Prov) {
        if let Some(o) = self.state.memory.live_mut(prov)
            && !o.read_only
            && !matches!(o.kind, ObjectKind::Function(_))
        {
            o.forget(Holes::Arbitrary);
        }
    }
}
