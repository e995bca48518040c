//! Reads and writes of memory.

use super::numbers::TWO_OBJECTS;
use super::{Attempt, Cursor, Halt, Machine, Run};
use crate::code::{AccessCode, Opnd};
use crate::config::{Misaligned, Uninitialised};
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::memory::{Holes, MemError, ObjectKind, Raw};
use crate::observe::Observer;
use crate::word::{Definedness, Kind, Prov, Word, mask, mask128};
use hatha_cfa::{BinOp, BitRange, ByteOrder, InputKind};

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    #[cold]
    pub(super) fn refuse_access<T>(&self, e: MemError, address: Word, write: bool) -> Run<T> {
        Err(Box::new(match e {
            MemError::Limit(n) => Halt::Budget(crate::fault::Budget::Memory(n)),
            MemError::Place { number, why } => Halt::Input(misplaced(number, why)),
            MemError::OutOfBounds { prov, offset, .. }
                if offset >= 0 && self.ends_elsewhere(prov) =>
            {
                let reason = "how large an object of another file is".to_owned();
                Halt::Unsupported(reason)
            }
            MemError::OutOfBounds { prov, .. } if self.may_mean_another(prov, address.lo) => {
                Halt::Unsupported(TWO_OBJECTS.to_owned())
            }
            e => Halt::Memory(e, Attempt { address, write }),
        }))
    }

    /// Whether another file decides how large an object is.
    pub(super) fn ends_elsewhere(&self, prov: Prov) -> bool {
        let object = self.state.memory.live(prov);
        object.is_some_and(|o| match o.kind {
            ObjectKind::Global(v) => self.image.program().is_open_ended(v),
            _ => false,
        })
    }

    /// Checks that an access is possible and gives the place in the object.
    #[inline]
    fn checked(&mut self, at: Word, access: &AccessCode, write: bool) -> Run<(Prov, u64)> {
        let len = u64::from(access.len);
        let place = if write {
            self.state.memory.check_write(at, len)
        } else {
            self.state.memory.check(at, len)
        };
        if D::FOLLOWS_OBJECTS
            && access.align > 1
            && self.config.policy.misaligned == Misaligned::Fault
            && let Ok((prov, offset)) = place
        {
            self.domain.aligned(prov, offset, access.align);
        }
        match place {
            Ok(_)
                if at.lo & u64::from(access.align - 1) != 0
                    && self.config.policy.misaligned == Misaligned::Fault =>
            {
                self.refuse_access(MemError::Misaligned(access.align), at, write)
            }
            Ok(place) => Ok(place),
            Err(e) => self.refuse_access(e, at, write),
        }
    }

    /// The value in memory at an address.
    #[inline]
    pub(super) fn load(
        &mut self,
        cur: &Cursor<'_>,
        at: &D::Value,
        access: &AccessCode,
    ) -> Run<D::Value> {
        let at = self
            .domain
            .concretise(at, self.image.pointer(), Use::Read)?;
        let (prov, offset) = self.checked(at, access, false)?;
        if access.plain != 0
            && !access.volatile
            && let Some(o) = self.state.memory.live(prov)
            && let Some(bits) = o.read_plain(offset as usize, access.plain as usize)
        {
            let value = self.domain.constant(Word::int(bits));
            return Ok(if access.kind.is_pointer() {
                self.as_pointer(access.kind, value)
            } else {
                value
            });
        }
        self.load_slow(cur, prov, offset, access)
    }

    #[inline(never)]
    fn load_slow(
        &mut self,
        cur: &Cursor<'_>,
        prov: Prov,
        offset: u64,
        access: &AccessCode,
    ) -> Run<D::Value> {
        if access.volatile && self.config.volatile_any {
            let origin = InputKind::Other("volatile read".to_owned());
            return self.draw(cur, origin, access.kind, access.ty);
        }
        let order = self.image.program().target.byte_order;
        let Some(o) = self.state.memory.live(prov) else {
            return Halt::internal("an object vanished during an access");
        };
        let raw = match access.bits {
            Some(range) => o.read_bits(offset as usize, range, order),
            None => o.read(offset as usize, access.len as usize, order),
        };
        if !access.kind.is_pointer() {
            self.expose_bytes((prov, offset), access.len);
        }
        if raw.holes != 0 {
            return self.load_holes(cur, (prov, offset), access, raw);
        }
        let value = match access.bits {
            Some(range) => self.load_field(prov, offset, range, raw, access)?,
            None => self.shadowed(
                prov,
                offset,
                (access.kind, access.len),
                Word::wide(raw.bits),
            ),
        };
        Ok(
            match access.kind.is_pointer() && self.holds_number(prov, offset, access.len) {
                true => self.number_as_pointer(value),
                false => self.as_pointer(access.kind, value),
            },
        )
    }

    /// A bit-field whose bits all have a value: from the bits alone, or cut out of the bytes
    /// around it where memory knows more about them.
    fn load_field(
        &mut self,
        prov: Prov,
        offset: u64,
        range: BitRange,
        raw: Raw,
        access: &AccessCode,
    ) -> Run<D::Value> {
        if !self.touched(prov, offset, range.bytes()) {
            let bits = self.domain.constant(Word::wide(raw.bits));
            return Ok(self.domain.field_value(&bits, range.width, access.kind));
        }
        let (unit, kind) = self.unit(prov, offset, range)?;
        let count = self
            .domain
            .constant(Word::int(u64::from(self.shift(range))));
        let low = self
            .domain
            .binary(BinOp::Shr, kind, Kind::INT, &unit, &count)?;
        let low = self.domain.cast(kind, access.kind, &low);
        Ok(self.domain.field_value(&low, range.width, access.kind))
    }

    /// Whether memory knows more about some bytes than their bits.
    fn touched(&self, prov: Prov, offset: u64, len: u64) -> bool {
        let object = self.state.memory.live(prov);
        object.is_some_and(|o| !o.cells().is_empty() && o.cells().touch(offset, len))
    }

    /// The bytes that hold a bit-field, as one unsigned number. Holes among them read as zero:
    /// they are outside the field.
    fn unit(&mut self, prov: Prov, offset: u64, range: BitRange) -> Run<(D::Value, Kind)> {
        let len = range.bytes();
        let order = self.image.program().target.byte_order;
        let Some(o) = self.state.memory.live(prov) else {
            return Halt::internal("an object vanished during an access");
        };
        if len > 16 {
            let reason = "a bit-field across more than 16 bytes that depends on inputs";
            return Err(Box::new(Halt::Unsupported(reason.to_owned())));
        }
        let raw = o.read(offset as usize, len as usize, order);
        let kind = Kind::unsigned(len as u8 * 8);
        let word = Word::wide(raw.bits);
        Ok((self.shadowed(prov, offset, (kind, len as u32), word), kind))
    }

    /// Where a bit-field starts in the number that its bytes are.
    fn shift(&self, range: BitRange) -> u32 {
        let (offset, width) = (u32::from(range.offset), u32::from(range.width));
        match self.image.program().target.byte_order {
            ByteOrder::Little => offset,
            ByteOrder::Big => range.bytes() as u32 * 8 - offset - width,
        }
    }

    /// The value of bytes together with what memory knows about them.
    fn shadowed(
        &mut self,
        prov: Prov,
        offset: u64,
        (kind, len): (Kind, u32),
        word: Word,
    ) -> D::Value {
        let Some(o) = self.state.memory.live(prov) else {
            return self.domain.constant(word);
        };
        let len = u64::from(len);
        if let Some(shadow) = o.cells().exact(offset, len) {
            return self.domain.load(word, kind, shadow);
        }
        let mut parts = o.cells().parts(offset, len);
        if parts.is_empty() {
            return self.domain.constant(word);
        }
        for (at, _) in &mut parts {
            *at -= offset;
        }
        self.domain.join(word, kind, &parts)
    }

    /// The kind of the bits in memory: that of the value, or of the bit-field before extension.
    fn stored_kind(access: &AccessCode) -> Kind {
        match access.bits {
            Some(range) => Kind::Int {
                bits: range.width,
                signed: access.kind.is_signed(),
            },
            None => access.kind,
        }
    }

    /// A read of bits that were never written.
    fn load_holes(
        &mut self,
        cur: &Cursor<'_>,
        (prov, offset): (Prov, u64),
        access: &AccessCode,
        raw: Raw,
    ) -> Run<D::Value> {
        if self.is_entry(prov) {
            return self.load_entry(cur, (prov, offset), access, raw);
        }
        if self.text_of(prov).is_some() {
            return self.load_text(cur, (prov, offset), access);
        }
        let kind = Self::stored_kind(access);
        let Some(origin) = self.hole_origin(prov) else {
            let word = undefined_word(kind, raw);
            let value = self.domain.constant(word);
            return Ok(match access.bits {
                Some(range) => self.domain.field_value(&value, range.width, access.kind),
                None => value,
            });
        };
        let who = self.asker_of_hole(cur, prov, offset);
        let fresh = self.ask(who, origin, kind, access.ty, None)?;
        let fresh = self.as_pointer(kind, fresh);
        let value = self.fill_holes(kind, raw, fresh)?;
        let value = match access.bits {
            Some(range) => self.domain.field_value(&value, range.width, access.kind),
            None => value,
        };
        self.put(prov, offset, access, &value)?;
        Ok(value)
    }

    /// Whether the unwritten bits of an object are those that the entry function finds.
    fn is_entry(&self, prov: Prov) -> bool {
        let object = self.state.memory.live(prov);
        object.is_some_and(|o| o.holes == Holes::Entry)
    }

    /// A read of bits that the environment of the entry function has set, for the first time.
    fn load_entry(
        &mut self,
        cur: &Cursor<'_>,
        (prov, offset): (Prov, u64),
        access: &AccessCode,
        raw: Raw,
    ) -> Run<D::Value> {
        if let Some(range) = access.bits {
            // The bytes around a bit-field are chosen whole: bits have no place in a test.
            self.settle(cur, (prov, offset), range.bytes())?;
            return self.load_slow(cur, prov, offset, access);
        }
        let kind = access.kind;
        let whole = raw.holes & mask128(kind.bits()) == mask128(kind.bits());
        let fresh = self.entry_read(cur, (prov, offset), access, whole)?;
        let value = self.fill_holes(kind, raw, fresh)?;
        self.put(prov, offset, access, &value)?;
        Ok(self.as_pointer(kind, value))
    }

    /// A read of bytes of a text some of which were not read before. A text that turns out to end
    /// before the last of them is too short for the access.
    fn load_text(
        &mut self,
        cur: &Cursor<'_>,
        (prov, offset): (Prov, u64),
        access: &AccessCode,
    ) -> Run<D::Value> {
        self.settle(cur, (prov, offset), u64::from(access.len))?;
        self.load_slow(cur, prov, offset, access)
    }

    /// Who gives the unwritten bits of an object their value; `None` if nobody does.
    pub(super) fn hole_origin(&self, prov: Prov) -> Option<InputKind> {
        let o = self.state.memory.live(prov)?;
        if o.holes != Holes::Uninitialised {
            return Some(InputKind::Other(
                "memory written by unknown code".to_owned(),
            ));
        }
        if self.config.policy.uninitialised == Uninitialised::Fault {
            return None;
        }
        Some(match o.kind {
            ObjectKind::Local(v) | ObjectKind::Global(v) => InputKind::Uninitialised(v),
            _ => InputKind::Other("uninitialised memory".to_owned()),
        })
    }

    /// The written bits of `raw` and the fresh ones where it has holes.
    fn fill_holes(&mut self, kind: Kind, raw: Raw, fresh: D::Value) -> Run<D::Value> {
        if raw.holes & mask128(kind.bits()) == mask128(kind.bits()) {
            return Ok(fresh);
        }
        let plain = Kind::unsigned(kind.bits());
        let holes = self.domain.constant(Word::wide(raw.holes));
        let kept = self.domain.constant(Word::wide(raw.bits & !raw.holes));
        let part = self
            .domain
            .binary(BinOp::And, plain, plain, &fresh, &holes)?;
        Ok(self.domain.binary(BinOp::Or, plain, plain, &part, &kept)?)
    }

    /// `*addr = src`
    #[inline]
    pub(super) fn store_insn(
        &mut self,
        cur: &Cursor<'_>,
        addr: Opnd,
        src: Opnd,
        access: u32,
    ) -> Run<()> {
        let access = &cur.code.accesses[access as usize];
        let (at, value) = (self.read(cur, addr)?, self.read(cur, src)?);
        self.store(&at, access, &value)
    }

    /// Writes a value to memory.
    #[inline]
    pub(super) fn store(
        &mut self,
        at: &D::Value,
        access: &AccessCode,
        value: &D::Value,
    ) -> Run<()> {
        let at = self
            .domain
            .concretise(at, self.image.pointer(), Use::Write)?;
        let (prov, offset) = self.checked(at, access, true)?;
        self.put(prov, offset, access, value)
    }

    /// Writes a value to a checked place.
    #[inline]
    pub(super) fn put(
        &mut self,
        prov: Prov,
        offset: u64,
        access: &AccessCode,
        value: &D::Value,
    ) -> Run<()> {
        let (word, shadow) = self.domain.store(value, access.kind);
        if let Some(range) = access.bits {
            let known = shadow.is_some();
            return self.put_field((prov, offset), range, access.kind, value, (word, known));
        }
        let order = self.image.program().target.byte_order;
        let Some(o) = self.state.memory.live_mut(prov) else {
            return Ok(());
        };
        if access.plain != 0 && word.is_defined() {
            o.write_plain(offset as usize, access.plain as usize, word.lo);
        } else {
            let raw = raw_of(access.kind, word);
            o.write(offset as usize, access.len as usize, raw, order);
        }
        if let Some(shadow) = shadow {
            let is_number = !access.kind.is_pointer();
            let cell = (shadow, is_number);
            o.cells_mut().put_as(offset, access.len as u8, cell);
        }
        Ok(())
    }

    /// Writes a bit-field. Where memory knows more about the bytes around it, or about the new
    /// value, than their bits, the bytes are computed as one number and written as a whole.
    fn put_field(
        &mut self,
        (prov, offset): (Prov, u64),
        range: BitRange,
        kind: Kind,
        value: &D::Value,
        (word, known): (Word, bool),
    ) -> Run<()> {
        let order = self.image.program().target.byte_order;
        let known = known || self.touched(prov, offset, range.bytes());
        let whole = if known && word.is_defined() {
            Some(self.blend((prov, offset), range, kind, value)?)
        } else {
            None
        };
        let field = Kind::unsigned(range.width);
        let Some(o) = self.state.memory.live_mut(prov) else {
            return Ok(());
        };
        o.write_bits(offset as usize, range, raw_of(field, word), order);
        if let Some((_, Some(shadow))) = whole {
            o.cells_mut()
                .put_as(offset, range.bytes() as u8, (shadow, true));
        }
        Ok(())
    }

    /// The bytes around a bit-field with a new value in it.
    fn blend(
        &mut self,
        (prov, offset): (Prov, u64),
        range: BitRange,
        given: Kind,
        value: &D::Value,
    ) -> Run<(Word, Option<D::Shadow>)> {
        let (old, kind) = self.unit(prov, offset, range)?;
        let shift = self.shift(range);
        let field = mask128(range.width) << shift;
        let count = self.domain.constant(Word::int(u64::from(shift)));
        let inside = self.domain.constant(Word::wide(field));
        let outside = self
            .domain
            .constant(Word::wide(!field & mask128(kind.bits())));
        let wide = self.domain.cast(given, kind, value);
        let placed = self
            .domain
            .binary(BinOp::Shl, kind, Kind::INT, &wide, &count)?;
        let placed = self
            .domain
            .binary(BinOp::And, kind, kind, &placed, &inside)?;
        let kept = self.domain.binary(BinOp::And, kind, kind, &old, &outside)?;
        let new = self.domain.binary(BinOp::Or, kind, kind, &kept, &placed)?;
        Ok(self.domain.store(&new, kind))
    }

    /// Demands one concrete value of every byte of a stretch about which memory knows more than
    /// its bits; for what is read byte by byte and computed outside the domain.
    pub(super) fn pin(&mut self, (prov, offset): (Prov, u64), len: u64) -> Run<()> {
        if !self.touched(prov, offset, len) {
            return Ok(());
        }
        let order = self.image.program().target.byte_order;
        for at in offset..offset + len {
            let Some(o) = self.state.memory.live(prov) else {
                return Ok(());
            };
            let word = Word::wide(o.read(at as usize, 1, order).bits);
            let value = self.shadowed(prov, at, (Kind::BYTE, 1), word);
            self.domain.concretise(&value, Kind::BYTE, Use::Argument)?;
        }
        Ok(())
    }

    /// Copies bytes, as `memmove`.
    pub(super) fn copy(
        &mut self,
        cur: &Cursor<'_>,
        dst: &D::Value,
        src: &D::Value,
        len: u64,
    ) -> Run<()> {
        if len == 0 {
            return Ok(());
        }
        let pointer = self.image.pointer();
        let to = self.domain.concretise(dst, pointer, Use::Write)?;
        let from = self.domain.concretise(src, pointer, Use::Read)?;
        let source = self.readable(from, len)?;
        let target = self.writable(to, len)?;
        self.settle(cur, source, len)?;
        self.state.memory.copy(target, source, len);
        Ok(())
    }

    /// A checked stretch to read from.
    pub(super) fn readable(&self, at: Word, len: u64) -> Run<(Prov, u64)> {
        match self.state.memory.check(at, len) {
            Ok(place) => Ok(place),
            Err(e) => self.refuse_access(e, at, false),
        }
    }

    /// A checked stretch to write to.
    pub(super) fn writable(&self, at: Word, len: u64) -> Run<(Prov, u64)> {
        match self.state.memory.check_write(at, len) {
            Ok(place) => Ok(place),
            Err(e) => self.refuse_access(e, at, true),
        }
    }

    /// Gives unwritten bytes their value where the run says that reading does so; a copy of
    /// them must not become independent of the original.
    pub(super) fn settle(
        &mut self,
        cur: &Cursor<'_>,
        (prov, offset): (Prov, u64),
        len: u64,
    ) -> Run<()> {
        let Some(origin) = self.hole_origin(prov) else {
            return Ok(());
        };
        // Which bytes have no value goes along where somebody asks.
        let object = self.state.memory.live(prov);
        let is_unwritten = object.is_some_and(|o| o.holes == Holes::Uninitialised);
        if is_unwritten && self.image.program().asks_written {
            return Ok(());
        }
        let hole = |m: &Self| {
            let o = m.state.memory.live(prov)?;
            o.first_hole(offset as usize, len as usize)
        };
        if self.text_of(prov).is_some() {
            return self.settle_text(cur, (prov, offset), len);
        }
        while let Some(at) = hole(self) {
            if self.is_entry(prov) {
                self.settle_entry(cur, prov, at as u64)?;
                continue;
            }
            let byte = AccessCode::byte();
            let order = self.image.program().target.byte_order;
            let Some(o) = self.state.memory.live(prov) else {
                return Ok(());
            };
            let raw = o.read(at, 1, order);
            let fresh = self.draw(cur, origin.clone(), Kind::BYTE, None)?;
            let value = self.fill_holes(Kind::BYTE, raw, fresh)?;
            self.put(prov, at as u64, &byte, &value)?;
        }
        Ok(())
    }

    /// Gives bytes of a text their values; where it ends before the last of them the access is
    /// out of bounds.
    fn settle_text(&mut self, cur: &Cursor<'_>, (prov, offset): (Prov, u64), len: u64) -> Run<()> {
        for at in offset..offset + len {
            let Some(o) = self.state.memory.live(prov) else {
                return Ok(());
            };
            if at >= o.size {
                let address = Word::address(o.base + offset, prov);
                let offset = offset as i64;
                let error = MemError::OutOfBounds { prov, offset, len };
                return self.refuse_access(error, address, false);
            }
            if o.first_hole(at as usize, 1).is_some() {
                self.choose_byte(cur, prov, at)?;
            }
        }
        Ok(())
    }

    /// Gives the scalar around an unwritten byte its value.
    fn settle_entry(&mut self, cur: &Cursor<'_>, prov: Prov, at: u64) -> Run<()> {
        let (offset, access) = self.entry_leaf(prov, at);
        let order = self.image.program().target.byte_order;
        let Some(o) = self.state.memory.live(prov) else {
            return Halt::internal("an object vanished during an access");
        };
        let raw = o.read(offset as usize, access.len as usize, order);
        self.load_entry(cur, (prov, offset), &access, raw)?;
        Ok(())
    }

    /// Sets bytes.
    pub(super) fn fill(&mut self, dst: &D::Value, byte: &D::Value, len: u64) -> Run<()> {
        if len == 0 {
            return Ok(());
        }
        let to = self
            .domain
            .concretise(dst, self.image.pointer(), Use::Write)?;
        let (prov, offset) = self.writable(to, len)?;
        let byte = self.domain.cast(Kind::INT, Kind::BYTE, byte);
        let (word, shadow) = self.domain.store(&byte, Kind::BYTE);
        if word.is_defined() && shadow.is_none() {
            if let Some(o) = self.state.memory.live_mut(prov) {
                o.fill(offset as usize, len as usize, word.lo as u8);
            }
            return Ok(());
        }
        for i in 0..len {
            self.put(prov, offset + i, &AccessCode::byte(), &byte)?;
        }
        Ok(())
    }
}

/// Why an object cannot lie where the layout of a test puts it.
pub(crate) fn misplaced(number: u32, why: &str) -> String {
    format!("object {number} cannot lie where the test puts it: {why}")
}

/// The bits of a word and which of them have no value.
fn raw_of(kind: Kind, word: Word) -> Raw {
    let all = mask128(kind.bits());
    if word.is_defined() {
        return Raw {
            bits: word.bits() & all,
            holes: 0,
        };
    }
    let holes = if kind.bits() <= 64 {
        u128::from(word.hi) & all
    } else {
        all
    };
    Raw {
        bits: u128::from(word.lo) & all,
        holes,
    }
}

/// The word of bits some of which have no value.
fn undefined_word(kind: Kind, raw: Raw) -> Word {
    if kind.bits() > 64 {
        return Word::undefined(Definedness::Indeterminate);
    }
    Word {
        lo: raw.bits as u64,
        hi: raw.holes as u64 & mask(kind.bits()),
        prov: Prov::NONE,
        state: Definedness::Indeterminate,
    }
}
