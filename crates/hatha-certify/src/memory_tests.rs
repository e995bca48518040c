//! Resolution against the reference: random lists of updates, read byte by byte.
//!
//! Every list is carried out on concrete bytes as well. The resolved term, evaluated with the
//! same addresses, values, initial bytes and owners, must give what the bytes give.

use crate::memory::{Memory, Objects, Plane, Range, Timeline, Update};
use hatha_cfa::ByteOrder;
use hatha_term::{Bv, FunValue, Model, Op, Sort, Symbol, TermId, TermPool, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

const BITS: u32 = 16;

/// A generator that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// One list, as terms and as bytes.
struct Trial {
    pool: TermPool,
    memory: Memory,
    model: Model,
    order: ByteOrder,
    dice: Dice,
    /// Address variables with their values.
    places: Vec<(TermId, u64)>,
    updates: Vec<Update>,
    /// The bytes after each number of updates; what is absent is as in unknown memory 0.
    bytes: Vec<BTreeMap<u64, u8>>,
    objects: Rc<Objects>,
    /// Concrete objects: start, size, id.
    layout: Vec<(u64, u64, u64)>,
}

/// What an unknown memory holds.
fn unknown_byte(version: u32, at: u64) -> u8 {
    let seed = u64::from(version) * 7919 + (at & 0xffff) * 31;
    (seed ^ (seed >> 5)) as u8
}

impl Trial {
    fn new(seed: u64, order: ByteOrder) -> Trial {
        let mut trial = Trial {
            pool: TermPool::raw(),
            memory: Memory::new(BITS, order),
            model: Model::new(),
            order,
            dice: Dice(seed),
            places: Vec::new(),
            updates: Vec::new(),
            bytes: vec![BTreeMap::new()],
            objects: Rc::default(),
            layout: vec![(0x100, 24, 1), (0x118, 8, 2)],
        };
        let mut objects = Objects::default();
        for (start, size, id) in trial.layout.clone() {
            let at = trial.place(start);
            trial.memory.addresses.set_aligned(at, 8);
            let id = trial.pool.bv_const(32, u128::from(id));
            objects.insert(at, (size, id));
        }
        trial.objects = Rc::new(objects);
        for _ in 0..3 {
            let value = 0xf8 + trial.dice.roll(0x30);
            trial.place(value);
        }
        trial.place(0xfff8);
        trial
    }

    fn variable(&mut self, prefix: &str, width: u32, value: u64) -> TermId {
        let t = self.pool.fresh_var(prefix, Sort::Bv(width));
        if let Some(var) = self.pool.as_var(t) {
            let value = Value::Bv(Bv::new(width, u128::from(value)));
            self.model.set(var, value);
        }
        t
    }

    fn place(&mut self, value: u64) -> TermId {
        let t = self.variable("p", BITS, value);
        self.places.push((t, value));
        t
    }

    /// Some address: a variable plus a small constant.
    fn address(&mut self) -> (TermId, u64) {
        let (t, value) = self.places[self.dice.roll(self.places.len() as u64) as usize];
        let offset = self.dice.roll(12);
        let t = self.memory.addresses.plus(&mut self.pool, t, offset);
        (t, (value + offset) & 0xffff)
    }

    fn owner(&self, at: u64) -> u64 {
        let found = self.layout.iter().find(|o| at.wrapping_sub(o.0) < o.1);
        found.map_or(9, |o| o.2)
    }

    /// The owner of all of some bytes.
    fn whole_owner(&self, at: u64, len: u64) -> Option<u64> {
        let first = self.owner(at);
        let same = (0..len).all(|i| self.owner((at + i) & 0xffff) == first);
        same.then_some(first)
    }

    fn byte(&self, when: usize, at: u64) -> u8 {
        let at = at & 0xffff;
        let known = self.bytes[when].get(&at).copied();
        known.unwrap_or_else(|| unknown_byte(0, at))
    }

    fn write(&mut self) {
        let size = 1 << self.dice.roll(4);
        let (at, value_at) = self.address();
        let at = self.memory.addresses.round(&mut self.pool, at, size);
        let value_at = value_at & !u64::from(size - 1);
        let Some(owner) = self.whole_owner(value_at, u64::from(size)) else {
            return;
        };
        let owner = self.pool.bv_const(32, u128::from(owner));
        let stored = self.dice.roll(1 << 31) * 0x1_0001_0003;
        let value = self.variable("v", 8 * size, stored & (u64::MAX >> (64 - 8 * size)));
        let mut bytes = self.bytes[self.updates.len()].clone();
        for i in 0..u64::from(size) {
            let from = match self.order {
                ByteOrder::Little => i,
                ByteOrder::Big => u64::from(size) - 1 - i,
            };
            bytes.insert((value_at + i) & 0xffff, (stored >> (8 * from)) as u8);
        }
        self.updates.push(Update::Write {
            at,
            bytes: size,
            value,
            owner,
            pointee: None,
            written: None,
        });
        self.bytes.push(bytes);
    }

    /// A range, its concrete start and length.
    fn range(&mut self) -> Option<(Range, u64, u64)> {
        let (at, start) = self.address();
        let length = self.dice.roll(14);
        let len = if self.dice.roll(2) == 0 {
            self.memory.addresses.constant(&mut self.pool, length)
        } else {
            self.variable("n", BITS, length)
        };
        let owner = self.whole_owner(start, length.max(1))?;
        let owner = self.pool.bv_const(32, u128::from(owner));
        let owner = (self.dice.roll(2) == 0).then_some(owner);
        Some((Range { at, len, owner }, start, length))
    }

    fn spread(&mut self) {
        let Some((range, start, length)) = self.range() else {
            return;
        };
        let now = self.updates.len();
        let mut bytes = self.bytes[now].clone();
        let inside = (0..length).map(|i| (i, (start + i) & 0xffff));
        match self.dice.roll(3) {
            0 => {
                let value = self.dice.roll(256);
                bytes.extend(inside.map(|(_, a)| (a, value as u8)));
                let byte = self.variable("b", 8, value);
                self.updates.push(Update::Fill { range, byte });
            }
            1 => {
                let base = self.memory.fresh_base();
                bytes.extend(inside.map(|(_, a)| (a, unknown_byte(base.0, a))));
                let is_new = false;
                self.updates.push(Update::Unknown {
                    range,
                    base,
                    is_new,
                });
            }
            _ => {
                let (from, source) = self.address();
                let copied = inside.map(|(i, a)| (a, self.byte(now, source + i)));
                bytes.extend(copied.collect::<Vec<_>>());
                let when = now;
                self.updates.push(Update::Copy { range, from, when });
            }
        }
        self.bytes.push(bytes);
    }

    fn read(&mut self) -> (TermId, u128) {
        let size = 1 << self.dice.roll(4);
        let (at, start) = self.address();
        let start = start & !u64::from(size - 1);
        let timeline = Timeline {
            updates: &self.updates,
            when: self.updates.len(),
            objects: &self.objects,
            stated: &Rc::default(),
            plane: Plane::Value,
        };
        let term = self.memory.read(&mut self.pool, timeline, at, size);
        let mut expected = 0;
        for i in 0..u64::from(size) {
            let byte = u128::from(self.byte(self.updates.len(), start + i));
            let at = match self.order {
                ByteOrder::Little => i,
                ByteOrder::Big => u64::from(size) - 1 - i,
            };
            expected |= byte << (8 * at);
        }
        (term, expected)
    }

    /// Gives the functions of memory their values at the addresses that a term mentions.
    fn interpret(&mut self, t: TermId) {
        for t in self.pool.subterms(&[t]) {
            let Op::Apply(function) = self.pool.op(t) else {
                continue;
            };
            let symbol = self.pool.fun_symbol(function).clone();
            let argument = self.pool.arg(t, 0);
            let at = self.pool.eval(argument, &self.model).expect("a value");
            let place = at.as_bv().and_then(Bv::to_u128).unwrap_or(0) as u64;
            let width = self.pool.width(t);
            let value = match symbol {
                Symbol::Read { version, .. } => {
                    self.unknown_word(version, place, u64::from(width / 8))
                }
                _ => u128::from(self.owner(place)),
            };
            let value = Value::Bv(Bv::new(width, value));
            let mut graph = self.model.fun(function).cloned().unwrap_or(FunValue {
                default: value.clone(),
                entries: BTreeMap::new(),
            });
            graph.entries.insert(vec![at], value);
            self.model.set_fun(function, graph);
        }
    }

    fn unknown_word(&self, version: u32, at: u64, bytes: u64) -> u128 {
        let byte = |i: u64| u128::from(unknown_byte(version, at + i));
        let place = |i: u64| match self.order {
            ByteOrder::Little => 8 * i,
            ByteOrder::Big => 8 * (bytes - 1 - i),
        };
        (0..bytes).fold(0, |word, i| word | byte(i) << place(i))
    }

    fn run(mut self, seed: u64) {
        for _ in 0..1 + self.dice.roll(7) {
            if self.dice.roll(2) == 0 {
                self.write();
            } else {
                self.spread();
            }
        }
        for _ in 0..4 {
            let (term, expected) = self.read();
            self.interpret(term);
            let value = self.pool.eval(term, &self.model).expect("a value");
            let value = value.as_bv().and_then(Bv::to_u128);
            assert_eq!(value, Some(expected), "seed {seed}: {:?}", self.updates);
        }
        // What is claimed of every memory holds in this one.
        for lemma in std::mem::take(&mut self.memory.lemmas) {
            self.interpret(lemma);
            let holds = self.pool.eval_bool(lemma, &self.model);
            assert_eq!(holds, Ok(true), "seed {seed}: {}", self.pool.to_c(lemma));
        }
    }
}

#[test]
fn resolution_agrees_with_reading_bytes() {
    for seed in 0..3_000 {
        Trial::new(seed, ByteOrder::Little).run(seed);
    }
    for seed in 0..1_000 {
        Trial::new(seed, ByteOrder::Big).run(seed);
    }
}
