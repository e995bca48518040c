//! The concrete domain: values are machine words.

use crate::code::SwitchCode;
use crate::config::Policy;
use crate::domain::{Branch, Domain, Use};
use crate::input::{Inputs, NoInput, Recorder, Request};
use crate::memory::Cell;
use crate::num::{self, Rules, Trap};
use crate::word::{Definedness, Kind, Prov, Word, mask, mask128};
use hatha_cfa::{BinOp, ProcId, UnOp};
use std::fmt;

/// Machine words, with inputs from a given source and a record of them.
pub struct Concrete {
    rules: Rules,
    inputs: Box<dyn Inputs>,
    recorder: Recorder,
}

impl fmt::Debug for Concrete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Concrete")
            .field("rules", &self.rules)
            .field("recorder", &self.recorder)
            .finish_non_exhaustive()
    }
}

impl Concrete {
    /// With a meaning of undefined arithmetic and a source of inputs.
    pub fn new(policy: Policy, inputs: Box<dyn Inputs>) -> Self {
        Concrete {
            rules: policy.arithmetic,
            inputs,
            recorder: Recorder::default(),
        }
    }

    /// The inputs taken so far.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Forgets all inputs but the first ones.
    pub(crate) fn rewind(&mut self, inputs: usize) {
        self.recorder.truncate(inputs);
    }
}

#[inline(never)]
fn decide_other(cond: &Word, kind: Kind) -> Result<bool, Trap> {
    if cond.is_defined() {
        return Ok(num::truth(kind, *cond));
    }
    // A partly written value decides if a written bit is set.
    let narrow = !kind.is_float() && kind.bits() <= 64;
    if narrow && cond.lo & !cond.hi & mask(kind.bits()) != 0 {
        return Ok(true);
    }
    Err(Trap::Undefined)
}

/// Null plus anything is still derived from null.
#[inline]
fn derived(base: Word) -> Prov {
    if base.prov == Prov::NONE && base.lo == 0 {
        Prov::NULL
    } else {
        base.prov
    }
}

#[inline]
fn moved(base: Word, lo: u64) -> Word {
    Word {
        lo,
        prov: derived(base),
        ..base
    }
}

impl Domain for Concrete {
    type Value = Word;
    type Shadow = Prov;

    fn shadow(prov: Prov, _: u64) -> Prov {
        prov
    }

    fn provenance(shadow: &Prov) -> Prov {
        *shadow
    }

    #[inline]
    fn constant(&mut self, word: Word) -> Word {
        word
    }

    #[inline]
    fn word(&self, value: &Word) -> Option<Word> {
        Some(*value)
    }

    #[inline]
    fn state(&self, value: &Word) -> Definedness {
        value.state
    }

    fn with_provenance(&mut self, value: Word, prov: Prov) -> Word {
        Word { prov, ..value }
    }

    #[inline]
    fn unary(&mut self, op: UnOp, kind: Kind, a: &Word) -> Result<Word, Trap> {
        num::unary(self.rules, op, kind, *a)
    }

    #[inline(always)]
    fn quick(&self, op: BinOp, kind: Kind, right: Kind, a: &Word, b: &Word) -> Option<u64> {
        num::quick(self.rules, op, kind, right, a, b)
    }

    fn binary(
        &mut self,
        op: BinOp,
        kind: Kind,
        right: Kind,
        a: &Word,
        b: &Word,
    ) -> Result<Word, Trap> {
        num::binary(self.rules, op, kind, right, a, b)
    }

    #[inline]
    fn cast(&mut self, from: Kind, to: Kind, a: &Word) -> Word {
        num::cast(from, to, *a)
    }

    #[inline]
    fn offset(&mut self, base: &Word, delta: i64, bits: u8) -> Word {
        moved(*base, base.lo.wrapping_add_signed(delta) & mask(bits))
    }

    #[inline]
    fn index(&mut self, base: &Word, index: &Word, kind: Kind, scale: u64, bits: u8) -> Word {
        if !index.is_defined() {
            return Word::undefined(Definedness::Indeterminate);
        }
        let step = index.integer(kind) as u64;
        let lo = base.lo.wrapping_add(step.wrapping_mul(scale)) & mask(bits);
        if lo == base.lo {
            *base
        } else {
            moved(*base, lo)
        }
    }

    fn difference(&mut self, a: &Word, b: &Word, scale: u64, bits: u8) -> Word {
        if !(a.is_defined() && b.is_defined()) {
            return Word::undefined(Definedness::Indeterminate);
        }
        let bytes = Word::int(a.lo.wrapping_sub(b.lo)).signed(bits);
        let steps = bytes.checked_div(scale as i64).unwrap_or(0);
        Word::int(steps as u64 & mask(bits))
    }

    fn field_value(&mut self, raw: &Word, width: u8, kind: Kind) -> Word {
        let field = Kind::Int {
            bits: width,
            signed: kind.is_signed(),
        };
        // What stands above the field is not part of it.
        let low = match raw.is_defined() {
            true => Word {
                prov: raw.prov,
                ..Word::wide(raw.bits() & mask128(width))
            },
            false => *raw,
        };
        num::cast(field, kind, low)
    }

    #[inline(always)]
    fn decide(&mut self, cond: &Word, kind: Kind, _: Branch) -> Result<bool, Trap> {
        if cond.is_defined() && matches!(kind, Kind::Int { bits: 1..=64, .. }) {
            return Ok(cond.lo != 0);
        }
        decide_other(cond, kind)
    }

    fn select(
        &mut self,
        value: &Word,
        _: Kind,
        _: ProcId,
        table: &SwitchCode,
    ) -> Result<Option<usize>, Trap> {
        if !value.is_defined() {
            return Err(Trap::Undefined);
        }
        Ok(table.find.get(&value.lo).map(|&i| i as usize))
    }

    #[inline]
    fn concretise(&mut self, value: &Word, _: Kind, _: Use) -> Result<Word, Trap> {
        if value.is_defined() {
            Ok(*value)
        } else {
            Err(Trap::Undefined)
        }
    }

    fn input(&mut self, request: &Request) -> Result<Word, NoInput> {
        let bits = self.inputs.next(request)? & mask128(request.kind.bits());
        self.recorder.record(request, bits);
        Ok(Word::wide(bits))
    }

    #[inline]
    fn store(&mut self, value: &Word, _: Kind) -> (Word, Option<Prov>) {
        (*value, value.prov.is_object().then_some(value.prov))
    }

    #[inline]
    fn load(&mut self, bytes: Word, _: Kind, shadow: &Prov) -> Word {
        Word {
            prov: *shadow,
            ..bytes
        }
    }

    /// An address copied in pieces is one again when all its pieces are back in place.
    fn join(&mut self, bytes: Word, kind: Kind, parts: &[(u64, Cell<Prov>)]) -> Word {
        let Some((_, first)) = parts.first() else {
            return bytes;
        };
        let fits = |(at, c): &(u64, Cell<Prov>)| {
            c.value == first.value
                && u64::from(c.first) == *at
                && u32::from(c.total) == kind.bytes()
        };
        let covered: u32 = parts.iter().map(|(_, c)| u32::from(c.len)).sum();
        if covered == kind.bytes() && parts.iter().all(fits) {
            return self.load(bytes, kind, &first.value);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Zero;

    #[test]
    fn a_field_is_its_low_bits_whatever_stands_above() {
        let mut domain = Concrete::new(Policy::REACHABILITY, Box::new(Zero));
        let mut field = |bits: u64, width, kind| {
            let word = domain.field_value(&Word::int(bits), width, kind);
            word.integer(kind)
        };
        assert_eq!(field(77, 3, Kind::unsigned(32)), 5);
        assert_eq!(field(0xff07, 8, Kind::unsigned(32)), 7);
        assert_eq!(field(0b1011_1100, 3, Kind::INT), -4);
        assert_eq!(field(0b1111_0011, 3, Kind::INT), 3);
    }
}
