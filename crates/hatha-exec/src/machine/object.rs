//! What a program with checks asks about the object that an address was computed from.

use super::{Halt, Machine, Run};
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::memory::{Object, ObjectKind};
use crate::observe::Observer;
use crate::word::{Prov, Word};
use hatha_cfa::ObjectWord;

/// An object that an address was computed from.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// Its first address.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
    /// What may be done with it, one of the constants of [`ObjectWord`].
    pub class: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// How many objects there were before it.
    pub number: u32,
}

impl<D: Domain, O: Observer, C: Console> Machine<'_, D, O, C> {
    /// A word of the object that an address was computed from; zero if none lives.
    pub(super) fn object_word(&mut self, at: &D::Value, word: ObjectWord) -> Run<D::Value> {
        let kind = self.image.pointer();
        let address = self.domain.word(at).filter(|w| w.is_defined());
        let address = address.unwrap_or(Word::ZERO);
        let prov = self.state.memory.provenance(address);
        if !prov.is_object() {
            // Another number might be the address of something.
            self.domain.concretise(at, kind, Use::Argument)?;
        }
        if word != ObjectWord::Class && self.ends_elsewhere(prov) {
            let reason = "how large an object of another file is".to_owned();
            return Err(Box::new(Halt::Unsupported(reason)));
        }
        let found = self.state.memory.live(prov).filter(|o| has_bytes(o));
        let Some((base, size, class)) = found.map(|o| (o.base, o.size, class(o))) else {
            return Ok(self.domain.constant(Word::ZERO));
        };
        Ok(match word {
            ObjectWord::Offset => self.offset_from(at, base, prov),
            ObjectWord::Size => self.domain.constant(Word::int(size)),
            ObjectWord::Class => self.domain.constant(Word::int(class)),
        })
    }

    /// The live object that an address was computed from.
    pub fn object_behind(&self, at: Word) -> Option<Behind> {
        let prov = self.state.memory.provenance(at);
        let object = self.state.memory.live(prov).filter(|o| has_bytes(o))?;
        Some(Behind {
            base: object.base,
            size: object.size,
            class: class(object),
            kind: object.kind,
            number: object.number,
        })
    }

    fn offset_from(&mut self, at: &D::Value, base: u64, prov: Prov) -> D::Value {
        let bits = self.image.program().target.pointer_bits as u8;
        let base = self.domain.constant(Word::address(base, prov));
        let at = self.domain.with_provenance(at.clone(), prov);
        self.domain.difference(&at, &base, 1, bits)
    }
}

fn has_bytes<S>(object: &Object<S>) -> bool {
    !matches!(object.kind, ObjectKind::Function(_))
}

fn class<S>(object: &Object<S>) -> u64 {
    match object.kind {
        ObjectKind::Heap | ObjectKind::Library | ObjectKind::Entry(_) => ObjectWord::FREEABLE,
        _ if object.read_only => ObjectWord::READABLE,
        _ => ObjectWord::WRITABLE,
    }
}
