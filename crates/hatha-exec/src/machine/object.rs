//! What a program with checks asks about the object that an address was computed from.

use super::{Halt, Machine, Run};
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::memory::{Holes, Object, ObjectKind};
use crate::observe::Observer;
use crate::word::{Prov, Word};
use hatha_cfa::{Access, ObjectWord};

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
        if let ObjectWord::Written(access) = word {
            let address = self.domain.concretise(at, kind, Use::Read)?;
            return self.is_written(address, access);
        }
        if word == ObjectWord::WrittenBytes {
            let address = self.domain.concretise(at, kind, Use::Read)?;
            return Ok(self.written_bytes(address));
        }
        let address = self.domain.word(at).filter(|w| w.is_defined());
        let address = address.unwrap_or(Word::ZERO);
        let prov = self.state.memory.provenance(address);
        if !prov.is_object() {
            // Another number might be the address of something.
            self.domain.concretise(at, kind, Use::Argument)?;
        }
        if let ObjectWord::Remainder(align) = word {
            return self.remainder(at, prov, align);
        }
        if word != ObjectWord::Class && self.ends_elsewhere(prov) {
            let reason = "how large an object of another file is".to_owned();
            return Err(Box::new(Halt::Unsupported(reason)));
        }
        if word != ObjectWord::Class && self.may_mean_another(prov, address.lo) {
            let reason = super::numbers::TWO_OBJECTS.to_owned();
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
            ObjectWord::Remainder(_) | ObjectWord::Written(_) | ObjectWord::WrittenBytes => {
                return Halt::internal("a word that was answered before");
            }
        })
    }

    /// How far an address lies behind a multiple of a power of two. A run relies on what it
    /// finds.
    fn remainder(&mut self, at: &D::Value, prov: Prov, align: u32) -> Run<D::Value> {
        let kind = self.image.pointer();
        let word = self.domain.concretise(at, kind, Use::Argument)?;
        if let Some(object) = self.state.memory.live(prov)
            && word.lo & u64::from(align - 1) == 0
        {
            let offset = word.lo.wrapping_sub(object.base);
            self.domain.aligned(prov, offset, align);
        }
        let past = word.lo & u64::from(align - 1);
        Ok(self.domain.constant(Word::int(past)))
    }

    /// How many bytes from an address on have been written.
    fn written_bytes(&mut self, at: Word) -> D::Value {
        let all = u64::MAX >> (64 - self.image.program().target.pointer_bits);
        let found = self.state.memory.check(at, 0).ok();
        let live = found.and_then(|(prov, offset)| Some((self.state.memory.live(prov)?, offset)));
        let count = live.map_or(all, |(o, offset)| {
            let room = (o.bytes().len() as u64).saturating_sub(offset);
            let hole = match o.holes {
                Holes::Uninitialised if room > 0 => o.first_hole(offset as usize, room as usize),
                _ => None,
            };
            hole.map_or(room, |at| at as u64 - offset)
        });
        self.domain.constant(Word::int(count))
    }

    /// Whether every bit that a load reads has been written. What somebody outside may have
    /// written counts, and so does what is no object: a load there is another fault.
    fn is_written(&mut self, at: Word, access: Access) -> Run<D::Value> {
        let len = match access.bits {
            Some(range) => range.bytes(),
            None => {
                let kind = self.image.kind(access.ty);
                kind.map_or(0, |kind| u64::from(kind.bytes()))
            }
        };
        let order = self.image.program().target.byte_order;
        let Ok((prov, offset)) = self.state.memory.check(at, len) else {
            return Ok(self.domain.constant(Word::int(1)));
        };
        let object = self.state.memory.live(prov);
        let has_holes = object.is_some_and(|o| {
            let raw = match access.bits {
                Some(range) => o.read_bits(offset as usize, range, order),
                None => o.read(offset as usize, len.min(16) as usize, order),
            };
            o.holes == Holes::Uninitialised && raw.holes != 0
        });
        Ok(self.domain.constant(Word::int(u64::from(!has_holes))))
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
