//! The program's memory: objects of bytes with addresses.
//!
//! **Invariant.** An access is checked against the object that its address was
//! derived from, never against whatever else happens to stand there. Addresses
//! are given out deterministically. A dead object keeps its identity, so every
//! later access through it is seen to dangle.

mod area;
mod bits;
mod cells;
mod layout;
mod object;

pub use area::Owner;
pub use cells::{Cell, Cells};
pub(crate) use layout::address_space;
pub use layout::{Layout, LayoutError, Place};
pub use object::{Extract, Holes, Object, ObjectKind, Raw};

use crate::word::{Prov, Word};
use area::Area;
use hatha_cfa::{ByteOrder, Span, Target};
use std::collections::VecDeque;
use std::rc::Rc;

/// Why an access is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemError {
    /// Through null.
    Null,
    /// The object is no more.
    Dangling(Prov),
    /// Outside the object.
    OutOfBounds {
        /// The object.
        prov: Prov,
        /// Where, relative to its start.
        offset: i64,
        /// How many bytes.
        len: u64,
    },
    /// No object there.
    BadPointer,
    /// The address is not a multiple of the alignment.
    Misaligned(u32),
    /// The object may not be written.
    ReadOnly(Prov),
    /// The memory limit.
    Limit(u64),
    /// The place that the layout chooses for an object cannot be taken.
    Place {
        /// The object's number.
        number: u32,
        /// Why not.
        why: &'static str,
    },
}

/// The parts of the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Code,
    Globals,
    Heap,
    Stack,
}

/// Slots of dead objects wait this long before they are used again, so that
/// messages about dangling pointers can name the object.
const QUARANTINE: usize = 1024;

/// What an object costs beyond its bytes.
const OVERHEAD: u64 = 64;

/// Bytes of an object from which on it is asked first whether the machine has them: a program
/// that wants too much must not end hatha.
const LARGE: usize = 1 << 26;

/// Bytes that are zero; none if there are not so many.
fn zeros(bytes: usize) -> Option<Vec<u8>> {
    if bytes >= LARGE {
        Vec::<u8>::new().try_reserve_exact(bytes).ok()?;
    }
    Some(vec![0; bytes])
}

/// All objects.
#[derive(Clone, Debug)]
pub struct Memory<S> {
    /// Shared with copies of the memory until one of them writes: a copy costs no bytes.
    objects: Vec<Rc<Object<S>>>,
    /// Slots of dead objects, oldest first.
    retired: VecDeque<u32>,
    areas: [Area; 4],
    live_bytes: u64,
    limit: u64,
    /// The slots of objects that may have changed, each at most once.
    changed: Vec<u32>,
    /// Objects so far.
    births: u32,
    layout: Rc<Layout>,
    /// The objects in chosen places.
    placed: Vec<Prov>,
    /// The addresses that may be chosen.
    space: (u64, u64),
    order: ByteOrder,
}

/// What a new object is to be.
#[derive(Clone, Copy, Debug)]
pub struct NewObject {
    /// What it is.
    pub kind: ObjectKind,
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u32,
    /// Where it was declared or allocated.
    pub span: Span,
}

impl<S: Clone> Memory<S> {
    /// Empty memory of a target, with a limit on live bytes.
    pub fn new(target: &Target, limit: u64) -> Self {
        let borders: [u64; 5] = if target.pointer_bits >= 64 {
            [
                0x40_0000,
                0x1000_0000,
                0x5555_0000_0000,
                0x7f00_0000_0000,
                0x7fff_ffff_0000,
            ]
        } else {
            [
                0x804_8000,
                0xa00_0000,
                0x4000_0000,
                0xb000_0000,
                0xff00_0000,
            ]
        };
        Memory {
            objects: Vec::new(),
            retired: VecDeque::new(),
            areas: std::array::from_fn(|i| Area::new(borders[i], borders[i + 1])),
            live_bytes: 0,
            limit,
            changed: Vec::new(),
            births: 0,
            layout: Rc::default(),
            placed: Vec::new(),
            space: address_space(target.pointer_bits),
            order: target.byte_order,
        }
    }

    /// Objects so far, the dead ones among them.
    pub(crate) fn births(&self) -> u32 {
        self.births
    }

    /// Chooses places for objects that are still to come.
    pub fn set_layout(&mut self, layout: Rc<Layout>) {
        self.layout = layout;
    }

    /// Whether the objects that are here already are where a layout wants them, and out of the way
    /// of the others.
    pub fn agrees_with(&self, layout: &Layout) -> bool {
        let agrees = |(number, place): (u32, Place)| {
            let mut near = self.live_objects().filter(|o| meets(o, place));
            if number < self.births {
                near.any(|o| o.number == number && o.base == place.base)
            } else {
                near.next().is_none()
            }
        };
        layout.places().all(agrees)
    }

    /// The live object behind a provenance.
    #[inline]
    pub fn live(&self, prov: Prov) -> Option<&Object<S>> {
        let o = self.objects.get((prov.slot() as usize).wrapping_sub(1))?;
        (o.prov == prov && o.alive).then_some(&**o)
    }

    /// The live object behind a provenance.
    #[inline]
    pub fn live_mut(&mut self, prov: Prov) -> Option<&mut Object<S>> {
        let o = self
            .objects
            .get_mut((prov.slot() as usize).wrapping_sub(1))?;
        if o.prov != prov || !o.alive {
            return None;
        }
        let o = Rc::make_mut(o);
        if !o.listed {
            o.listed = true;
            self.changed.push(prov.slot());
        }
        Some(o)
    }

    /// Lets all bytes of an object count as changed.
    pub(crate) fn touch(&mut self, prov: Prov) {
        if let Some(o) = self.live_mut(prov) {
            o.note(0, o.bytes.len());
        }
    }

    /// Shows every live object that may have changed since the last call, with the bytes that
    /// may have; what dead objects held is not looked at, nor are objects without a value.
    pub fn changes(&mut self, mut show: impl FnMut(&Object<S>, std::ops::Range<usize>)) {
        for slot in std::mem::take(&mut self.changed) {
            let o = Rc::make_mut(&mut self.objects[slot as usize - 1]);
            o.listed = false;
            let (from, to) = std::mem::replace(&mut o.changed, object::UNCHANGED);
            let to = to.min(o.bytes.len());
            if o.alive && from < to {
                show(o, from..to);
            }
        }
    }

    /// The object, alive or dead, as long as it is remembered.
    pub fn remembered(&self, prov: Prov) -> Option<&Object<S>> {
        let o = self.objects.get((prov.slot() as usize).wrapping_sub(1))?;
        (o.prov == prov).then_some(&**o)
    }

    /// All objects that are remembered, dead or alive.
    pub(crate) fn remembered_objects(&self) -> impl Iterator<Item = &Object<S>> {
        self.objects.iter().map(|o| &**o)
    }

    /// All live objects.
    pub fn live_objects(&self) -> impl Iterator<Item = &Object<S>> {
        self.objects.iter().map(|o| &**o).filter(|o| o.alive)
    }

    /// Bytes of live objects.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// A new object; all its bytes are unwritten.
    pub fn allocate(&mut self, new: NewObject) -> Result<Word, MemError> {
        self.charge(new.size)?;
        let prov = self.next_identity();
        let base = match self.chosen(&new)? {
            Some(base) => {
                self.placed.push(prov);
                base
            }
            None => self.free_place(&new, prov)?,
        };
        self.place(new, prov, base)?;
        Ok(Word::address(base, prov))
    }

    /// The address that the layout gives to the next object, if it gives one.
    fn chosen(&self, new: &NewObject) -> Result<Option<u64>, MemError> {
        let number = self.births;
        let Some(place) = self.layout.get(number) else {
            return Ok(None);
        };
        match self.obstacle(new, place) {
            None => Ok(Some(place.base)),
            Some(why) if self.layout.is_strict() => Err(MemError::Place { number, why }),
            Some(_) => Ok(None),
        }
    }

    /// Why an object cannot lie in a place.
    fn obstacle(&self, new: &NewObject, place: Place) -> Option<&'static str> {
        let (first, end) = self.space;
        if place.size != new.size {
            Some("it has another size")
        } else if !place.base.is_multiple_of(u64::from(new.align.max(1))) {
            Some("it would not be aligned")
        } else if place.base < first || place.end() > end {
            Some("it would lie outside the address space")
        } else if self.live_objects().any(|o| meets(o, place)) {
            Some("another object lies there")
        } else {
            None
        }
    }

    /// The address that the allocator gives to a new object.
    fn free_place(&mut self, new: &NewObject, prov: Prov) -> Result<u64, MemError> {
        let align = u64::from(new.align.max(16));
        let alive = alive_in(&self.objects);
        self.areas[part_of(new.kind) as usize]
            .allocate(
                new.size,
                align,
                (prov.slot(), prov.generation()),
                (alive, &self.layout),
            )
            .ok_or(MemError::Limit(self.limit))
    }

    /// A new object at a given address, which the caller keeps apart from all others.
    pub(crate) fn allocate_at(&mut self, new: NewObject, base: u64) -> Result<Word, MemError> {
        self.charge(new.size)?;
        let prov = self.next_identity();
        self.place(new, prov, base)?;
        Ok(Word::address(base, prov))
    }

    fn charge(&mut self, size: u64) -> Result<(), MemError> {
        let cost = size.saturating_add(OVERHEAD);
        if self.live_bytes.saturating_add(cost) > self.limit {
            return Err(MemError::Limit(self.limit));
        }
        self.live_bytes += cost;
        Ok(())
    }

    /// A slot to use next, with its new generation. Generations start at 2 so
    /// that no identity is mistaken for the null provenance.
    fn next_identity(&mut self) -> Prov {
        if self.retired.len() > QUARANTINE
            && let Some(slot) = self.retired.pop_front()
        {
            let old = self.objects[slot as usize - 1].prov;
            return Prov::new(slot, old.generation() + 1);
        }
        Prov::new(self.objects.len() as u32 + 1, 2)
    }

    fn place(&mut self, new: NewObject, prov: Prov, base: u64) -> Result<(), MemError> {
        let bytes = match new.kind {
            ObjectKind::Function(_) => 0,
            _ => new.size as usize,
        };
        let full = MemError::Limit(self.limit);
        let object = Object {
            base,
            size: new.size,
            prov,
            alive: true,
            kind: new.kind,
            align: new.align.max(1),
            number: self.births,
            ended: u32::MAX,
            span: new.span,
            read_only: false,
            holes: Holes::Uninitialised,
            bytes: zeros(bytes).ok_or(full)?,
            written: Some(zeros(bytes).ok_or(full)?),
            cells: Cells::new(),
            changed: object::UNCHANGED,
            listed: false,
        };
        let at = prov.slot() as usize - 1;
        match self.objects.get_mut(at) {
            Some(old) => {
                let listed = old.listed;
                *old = Rc::new(Object { listed, ..object });
            }
            None => self.objects.push(Rc::new(object)),
        }
        self.births += 1;
        Ok(())
    }

    /// Ends an object earlier than it was made; nothing was written behind the new end.
    pub fn shrink(&mut self, prov: Prov, size: u64) {
        let Some(o) = self.live_mut(prov) else {
            return;
        };
        let before = o.size;
        o.shrink(size);
        let after = o.size;
        self.live_bytes -= before - after;
    }

    /// Ends an object. Nothing happens if it is not alive.
    pub fn kill(&mut self, prov: Prov) {
        let births = self.births;
        let Some(o) = self.live_mut(prov) else {
            return;
        };
        o.alive = false;
        o.ended = births;
        o.bytes = Vec::new();
        o.written = None;
        o.cells = Cells::new();
        let cost = o.size.saturating_add(OVERHEAD);
        self.live_bytes -= cost;
        self.retired.push_back(prov.slot());
    }

    /// The object that an address belongs to, for numbers turned into pointers.
    pub fn find(&self, address: u64) -> Prov {
        // Whatever lies in a chosen place may touch its neighbours: first what holds the address.
        let placed = || self.placed.iter().filter_map(|p| self.remembered(*p));
        let holds = |o: &&Object<S>| o.alive && address.wrapping_sub(o.base) < o.size.max(1);
        if let Some(o) = placed().find(holds) {
            return o.prov;
        }
        let alive = alive_in(&self.objects);
        let area = self.areas.iter().find(|a| a.contains(address));
        if let Some((slot, generation)) = area.and_then(|a| a.find(address, &alive)) {
            return Prov::new(slot, generation);
        }
        let touches = |o: &&Object<S>| address.wrapping_sub(o.base) <= o.size;
        let touched = || placed().filter(touches);
        if let Some(o) = touched()
            .find(|o| o.alive)
            .or_else(|| touched().next_back())
        {
            return o.prov;
        }
        let inside = |o: &&Rc<Object<S>>| {
            o.kind == ObjectKind::Region && (o.base..o.base + o.size).contains(&address)
        };
        self.objects
            .iter()
            .find(inside)
            .map_or(Prov::NONE, |o| o.prov)
    }

    /// The live object of which an address is a byte.
    pub(crate) fn holder(&self, address: u64) -> Option<&Object<S>> {
        let found = self.live(self.find(address));
        found.filter(|o| address.wrapping_sub(o.base) < o.size.max(1))
    }

    /// The live object that ends before an address. Only what lies in a chosen place has no gap
    /// behind or before it.
    pub(crate) fn neighbour(&self, address: u64) -> Option<Prov> {
        if self.placed.is_empty() {
            return None;
        }
        let mut live = self.live_objects();
        let found = live.find(|o| o.size > 0 && o.base.wrapping_add(o.size) == address);
        found.map(|o| o.prov)
    }

    /// The provenance to use for an access: that of the address, or the object found there.
    pub(crate) fn provenance(&self, address: Word) -> Prov {
        if address.prov == Prov::NONE && address.lo != 0 {
            self.find(address.lo)
        } else {
            address.prov
        }
    }

    /// Checks an access and gives the offset into the object.
    #[inline]
    pub fn check(&self, address: Word, len: u64) -> Result<(Prov, u64), MemError> {
        let Some(o) = self.live(address.prov) else {
            return self.check_slow(address, len);
        };
        let offset = address.lo.wrapping_sub(o.base);
        if offset > o.size || o.size - offset < len {
            return self.check_slow(address, len);
        }
        if o.bytes.is_empty() && len > 0 {
            return Err(MemError::BadPointer);
        }
        Ok((o.prov, offset))
    }

    #[inline(never)]
    fn check_slow(&self, address: Word, len: u64) -> Result<(Prov, u64), MemError> {
        let prov = self.provenance(address);
        if prov == Prov::NULL || (prov == Prov::NONE && address.lo == 0) {
            return Err(MemError::Null);
        }
        if prov == Prov::NONE {
            return Err(MemError::BadPointer);
        }
        let Some(o) = self.live(prov) else {
            return Err(MemError::Dangling(prov));
        };
        if matches!(o.kind, ObjectKind::Function(_)) {
            return Err(MemError::BadPointer);
        }
        let offset = address.lo.wrapping_sub(o.base);
        if offset > o.size || o.size - offset < len {
            return Err(MemError::OutOfBounds {
                prov,
                offset: offset as i64,
                len,
            });
        }
        Ok((prov, offset))
    }

    /// Checks a write.
    #[inline]
    pub(crate) fn check_write(&self, address: Word, len: u64) -> Result<(Prov, u64), MemError> {
        let (prov, offset) = self.check(address, len)?;
        match self.live(prov) {
            Some(o) if !o.read_only || len == 0 => Ok((prov, offset)),
            _ => Err(MemError::ReadOnly(prov)),
        }
    }

    /// Copies bytes with everything known about them, as `memmove`.
    pub fn copy(&mut self, to: (Prov, u64), from: (Prov, u64), len: u64) {
        if len == 0 {
            return;
        }
        let Some(source) = self.live(from.0) else {
            return;
        };
        let data = source.extract(from.1 as usize, len as usize);
        if let Some(target) = self.live_mut(to.0) {
            target.insert(to.1 as usize, data);
        }
    }

    /// The same memory with other knowledge about stored values, each given with the number that
    /// its bytes are (of values that stand whole).
    pub fn map<T: Clone>(&self, f: impl Fn(&S, u64) -> T) -> Memory<T> {
        Memory {
            objects: self
                .objects
                .iter()
                .map(|o| Rc::new(o.map(self.order, &f)))
                .collect(),
            retired: self.retired.clone(),
            areas: self.areas.clone(),
            live_bytes: self.live_bytes,
            limit: self.limit,
            changed: self.changed.clone(),
            births: self.births,
            layout: Rc::clone(&self.layout),
            placed: self.placed.clone(),
            space: self.space,
            order: self.order,
        }
    }

    /// Sets the limit on live bytes.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }
}

impl<S: Clone> Object<S> {
    fn map<T: Clone>(&self, order: ByteOrder, f: impl Fn(&S, u64) -> T) -> Object<T> {
        let mut cells = Cells::new();
        for (at, c) in self.cells.iter() {
            let bits = self.read(at as usize, usize::from(c.len), order).bits;
            cells.insert(
                at,
                Cell {
                    value: f(&c.value, bits as u64),
                    is_number: c.is_number,
                    total: c.total,
                    first: c.first,
                    len: c.len,
                },
            );
        }
        Object {
            base: self.base,
            size: self.size,
            prov: self.prov,
            alive: self.alive,
            kind: self.kind,
            align: self.align,
            number: self.number,
            ended: self.ended,
            span: self.span,
            read_only: self.read_only,
            holes: self.holes,
            bytes: self.bytes.clone(),
            written: self.written.clone(),
            cells,
            changed: self.changed,
            listed: self.listed,
        }
    }
}

impl<S: Clone + PartialEq> Memory<S> {
    /// Whether the same objects live as in an earlier memory of the run, and hold the same.
    pub fn holds_what(&self, earlier: &Memory<S>) -> bool {
        let same = |a: &Rc<Object<S>>, b: &Rc<Object<S>>| {
            Rc::ptr_eq(a, b)
                || a.prov == b.prov
                    && a.holes == b.holes
                    && a.bytes == b.bytes
                    && a.written == b.written
                    && a.cells == b.cells
        };
        let mut now = self.objects.iter().filter(|o| o.alive);
        let mut then = earlier.objects.iter().filter(|o| o.alive);
        loop {
            match (now.next(), then.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if same(a, b) => {}
                _ => return false,
            }
        }
    }
}

fn part_of(kind: ObjectKind) -> Part {
    match kind {
        ObjectKind::Function(_) => Part::Code,
        ObjectKind::Global(_)
        | ObjectKind::Arguments
        | ObjectKind::Text(_)
        | ObjectKind::Region => Part::Globals,
        ObjectKind::Heap | ObjectKind::Library | ObjectKind::Entry(_) => Part::Heap,
        ObjectKind::Local(_) | ObjectKind::StackBlock | ObjectKind::VarArgs => Part::Stack,
    }
}

/// Whether an object meets a place.
fn meets<S>(object: &Object<S>, place: Place) -> bool {
    let own = Place {
        base: object.base,
        size: object.size,
    };
    own.base < place.end() && place.base < own.end()
}

/// Whether an owner is alive, on the objects alone (the areas are borrowed beside them).
fn alive_in<S>(objects: &[Rc<Object<S>>]) -> impl Fn(Owner) -> bool + '_ {
    |(slot, generation)| {
        objects
            .get((slot as usize).wrapping_sub(1))
            .is_some_and(|o| o.alive && o.prov.generation() == generation)
    }
}
