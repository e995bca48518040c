//! Candidates for facts about every element of an array, whatever its length.
//!
//! A candidate says of `element`, a number that stands for all: if it lies in a range that the counters of
//! loops bound, then the element of an array with that index holds what the program stores there, or is as
//! conditions of the program compare it. Ranges and facts are read off the program. Beside
//! them stand bounds of the counters, which the ranges need.

use super::arrays::{Access, Array, accesses};
use super::live::live;
use crate::regions::apart::pointer_slots;
use crate::tuning::elements::{
    BLOCKS, CANDIDATES, CONDITIONS, CONSTANTS, FACTS, FLAGS, LIMITS, RANGES,
};
use hatha_blocks::block::{Block, BlockId, Blocks, CutId, FAILURE, Facts, OBSTACLE};
use hatha_blocks::memory::Update;
use hatha_blocks::sums::{Sum, number};
use hatha_cfa::{Program, Scalar};
use hatha_index::IndexVec;
use hatha_proof::assume::leads_into_text;
use hatha_proof::vocabulary::{
    as_address, as_ghost, as_read, as_slot, as_written, element, read, written,
};
use hatha_term::{Bv, Op, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A variable that indexes elements, as the address has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    /// The slot.
    slot: TermId,
    /// The slot with the bits of an address.
    pub(super) wide: TermId,
    /// Whether it has become wider with its sign, or has one.
    signed: bool,
}

/// Makes candidates.
pub(super) struct Elements<'a> {
    pub(super) pool: &'a mut TermPool,
    pub(super) blocks: &'a Blocks,
    pub(super) program: &'a Program,
    pub(super) bits: u32,
    pub(super) element: TermId,
    pub(super) accesses: Vec<Access>,
    pub(super) counters: Vec<Counter>,
    /// What counters are compared with, and start from.
    limits: Vec<(Counter, TermId)>,
    starts: Vec<(Counter, TermId)>,
    /// Whether somebody asks what was written.
    pub(super) asks_written: bool,
}

impl<'a> Elements<'a> {
    /// `None` if the program has no arrays and starts with none.
    pub(super) fn new(
        pool: &'a mut TermPool,
        blocks: &'a Blocks,
        program: &'a Program,
    ) -> Option<Self> {
        let bits = program.target.pointer_bits;
        if blocks.ids().count() > BLOCKS {
            return None;
        }
        let accesses = accesses(pool, blocks, program);
        if accesses.is_empty() && blocks.start().of_each.is_empty() {
            return None;
        }
        let element = element(pool, bits);
        let mut found = Elements {
            pool,
            blocks,
            program,
            bits,
            element,
            accesses,
            counters: Vec::new(),
            limits: Vec::new(),
            starts: Vec::new(),
            asks_written: program.asks_written,
        };
        found.find_counters();
        found.find_limits();
        Some(found)
    }

    /// Candidates at each cut point that is a location.
    pub(super) fn candidates(&mut self) -> Facts {
        let ranges = self.ranges();
        let flags = self.flags();
        let mut conditional = Vec::new();
        let mut found = self.about_counters();
        let mut arrays: Vec<Array> = Vec::new();
        for access in &self.accesses {
            if !arrays.contains(&access.array) {
                arrays.push(access.array);
            }
        }
        for array in arrays {
            let facts = self.about(array);
            for &range in &ranges {
                let inside = self.inside(array, range);
                let outside = self.pool.not(inside);
                let facts: Vec<TermId> = facts.iter().map(|&f| self.pool.or(outside, f)).collect();
                for &flag in &flags {
                    conditional.extend(facts.iter().map(|&f| self.pool.or(flag, f)));
                }
                found.extend(facts);
            }
        }
        found.extend(conditional);
        found.extend(self.ends_of_literals());
        found.extend(self.about_length_of_text());
        found.extend(self.known_at_the_start());
        let mut seen = BTreeSet::new();
        found.retain(|f| !self.pool.is_const(*f) && seen.insert(*f));
        self.by_cut(&found)
    }

    /// What holds at the start, of all numbers too, and that slots lead into texts, or to bytes of
    /// texts before their ends, where the program starts with some.
    fn known_at_the_start(&mut self) -> Vec<TermId> {
        let start = self.blocks.start();
        if start.of_each.is_empty() {
            return Vec::new();
        }
        let mut found = [&start.facts[..], &start.of_each].concat();
        for slot in pointer_slots(self.pool, self.blocks).map_or(Vec::new(), |s| s.1) {
            found.extend(leads_into_text(self.pool, self.bits, slot));
            found.extend(self.leads_to_no_end(slot));
        }
        found.extend(self.all_written());
        found
    }

    /// Every byte has been written: what lives at the start was, and a program that begins no object asks for no
    /// more.
    fn all_written(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        if self.asks_written {
            for bytes in [1, self.bits / 8] {
                let ones = self.pool.bv(Bv::ones(8 * bytes));
                let all = written(self.pool, bytes, self.element);
                found.extend(all.map(|bits| self.pool.eq(bits, ones)));
            }
        }
        found
    }

    /// That variables are zero, or not, which get constants only and are no counters.
    fn flags(&mut self) -> Vec<TermId> {
        let mut constant: BTreeSet<TermId> = BTreeSet::new();
        let mut other: BTreeSet<TermId> = self.counters.iter().map(|c| c.slot).collect();
        for id in self.blocks.ids() {
            for (&slot, &value) in &self.blocks.block(id).updates {
                match self.pool.is_const(value) && self.slot(slot) {
                    true => constant.insert(slot),
                    false => other.insert(slot),
                };
            }
        }
        let mut asked = BTreeSet::new();
        for id in self.blocks.ids() {
            let guards = &self.blocks.block(id).guards;
            asked.extend(self.pool.subterms(guards));
        }
        let flags = constant
            .into_iter()
            .filter(|t| !other.contains(t) && asked.contains(t));
        let flags: Vec<TermId> = flags.take(FLAGS).collect();
        let mut found = Vec::new();
        for flag in flags {
            let zero = self.pool.bv_const(self.pool.width(flag), 0);
            let clear = self.pool.eq(flag, zero);
            found.extend([clear, self.pool.not(clear)]);
        }
        found
    }

    /// The number lies in a range and in the array: what lies behind a variable may be another one.
    fn inside(&mut self, array: Array, range: TermId) -> TermId {
        let Some(length) = array.length else {
            return range;
        };
        let length = self.pool.bv_const(self.bits, u128::from(length));
        let inside = self.pool.bv_ult(self.element, length);
        self.pool.and(range, inside)
    }

    /// Candidates where all that they speak of matters.
    fn by_cut(&mut self, found: &[TermId]) -> Facts {
        let mut facts: Facts = self.blocks.per_cut(Vec::new());
        let live: IndexVec<CutId, BTreeSet<TermId>> = live(self.pool, self.blocks);
        // Nobody reads how long a text is: that is there for facts.
        let lengths = self.length_of_text();
        for cut in self.blocks.located() {
            let (pool, blocks) = (&*self.pool, self.blocks);
            let matters = |v: hatha_term::VarId| {
                let symbol = pool.var_symbol(v);
                let is_rigid = *symbol == Symbol::Element || as_address(symbol).is_some();
                let slot = as_ghost(symbol).map(|g| g.0).or_else(|| as_slot(symbol));
                let is_slot = |t: TermId| pool.as_symbol(t).and_then(as_slot) == slot;
                let is_read = || live[cut].iter().any(|&t| is_slot(t));
                let is_length = |v| lengths.is_some_and(|all| all.contains(&v));
                let is_live = slot.is_some_and(|v| is_length(v) || is_read());
                blocks.is_visible(cut, v) && (is_rigid || is_live)
            };
            let is_known = |f: &TermId| pool.free_vars(&[*f]).into_iter().all(&matters);
            let known = found.iter().copied().filter(is_known);
            facts[cut] = known.take(CANDIDATES).collect();
            // Where a failure is certain, what must hold is that nobody gets there.
            let is_certain = |b: &BlockId| {
                let block = blocks.block(*b);
                block.guards.is_empty() && (block.to == FAILURE || block.to == OBSTACLE)
            };
            if blocks.out(cut).iter().any(is_certain) {
                facts[cut].push(pool.fls());
            }
        }
        facts
    }

    /// The slot that a term of an index is made of.
    fn counter(&mut self, t: TermId) -> Option<(Counter, u64)> {
        let (inner, signed) = match self.pool.op(t) {
            Op::SignExt => (self.pool.arg(t, 0), true),
            Op::ZeroExt => (self.pool.arg(t, 0), false),
            _ => (t, false),
        };
        let sum = Sum::of(self.pool, inner);
        let &[(slot, _)] = sum.parts.as_slice() else {
            return None;
        };
        self.pool.as_symbol(slot).and_then(as_slot)?;
        let wide = match self.pool.op(t) {
            Op::SignExt => self.pool.sign_ext(self.bits, slot),
            Op::ZeroExt => self.pool.zero_ext(self.bits, slot),
            _ => slot,
        };
        let signed = signed || inner == t && self.has_sign(slot);
        let is_wide = self.pool.width(wide) == self.bits;
        is_wide.then_some((Counter { slot, wide, signed }, sum.constant))
    }

    /// Whether the numbers in a slot have a sign.
    fn has_sign(&self, slot: TermId) -> bool {
        let var = self.pool.as_symbol(slot).and_then(as_slot);
        let scalar = var.and_then(|v| self.program.scalar(self.program.var(v).ty));
        matches!(scalar, Some(Scalar::Int { signed: true, .. }))
    }

    /// The slots that a term of an index is computed from and that blocks count up or down.
    fn stepping(&mut self, t: TermId) -> Vec<Counter> {
        let (inner, signed) = match self.pool.op(t) {
            Op::SignExt => (self.pool.arg(t, 0), true),
            Op::ZeroExt => (self.pool.arg(t, 0), false),
            _ => (t, false),
        };
        let sum = Sum::of(self.pool, inner);
        let mut found = Vec::new();
        let slots = sum.parts.iter().map(|p| p.0).filter(|&t| self.slot(t));
        let slots: Vec<TermId> = slots.filter(|_| sum.parts.len() > 1).collect();
        for slot in slots {
            let steps = |v: TermId| v != slot && Sum::of(self.pool, v).parts == [(slot, 1)];
            let mut values = self
                .blocks
                .ids()
                .filter_map(|b| self.blocks.block(b).updates.get(&slot));
            if values.any(|&v| steps(v)) {
                let is_wide = self.pool.width(slot) == self.bits;
                let wide = match signed {
                    _ if is_wide => slot,
                    true => self.pool.sign_ext(self.bits, slot),
                    false => self.pool.zero_ext(self.bits, slot),
                };
                let signed = signed || is_wide && self.has_sign(slot);
                found.push(Counter { slot, wide, signed });
            }
        }
        found
    }

    fn find_counters(&mut self) {
        let indexes: Vec<Sum> = self.accesses.iter().map(|a| a.index.clone()).collect();
        for index in indexes {
            if index.parts.len() > 1 {
                let whole = index.term(self.pool, self.bits);
                for counter in self.stepping(whole) {
                    if !self.counters.contains(&counter) {
                        self.counters.push(counter);
                    }
                }
            }
            for (t, _) in index.parts {
                let single = self.counter(t).map(|c| c.0);
                let several = self.stepping(t);
                for counter in single.into_iter().chain(several) {
                    if !self.counters.contains(&counter) {
                        self.counters.push(counter);
                    }
                }
            }
        }
    }

    /// What the program compares counters with, and what it sets them to.
    fn find_limits(&mut self) {
        let mut atoms = BTreeSet::new();
        for id in self.blocks.ids() {
            let block = self.blocks.block(id);
            atoms.extend(self.atoms(block));
            for counter in self.counters.clone() {
                let Some(&value) = block.updates.get(&counter.slot) else {
                    continue;
                };
                let is_start = self.pool.is_const(value) || self.slot(value);
                if is_start && !self.starts.contains(&(counter, value)) {
                    self.starts.push((counter, value));
                }
            }
        }
        for atom in atoms {
            let is_order = matches!(
                self.pool.op(atom),
                Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Eq
            );
            if !is_order || self.pool.is_bool(self.pool.arg(atom, 0)) {
                continue;
            }
            let [a, b] = [0, 1].map(|i| self.pool.arg(atom, i));
            for (a, b) in [(a, b), (b, a)] {
                self.add_limit(a, b);
            }
        }
        self.limits.truncate(LIMITS);
        self.starts.truncate(LIMITS);
    }

    fn add_limit(&mut self, a: TermId, b: TermId) {
        let counted = |pool: &TermPool, t: TermId| match pool.op(t) {
            Op::SignExt | Op::ZeroExt => Sum::of(pool, pool.arg(t, 0)),
            _ => Sum::of(pool, t),
        };
        let sum = counted(self.pool, a);
        let counters = self.counters.clone();
        for counter in counters.into_iter().filter(|c| sum.parts == [(c.slot, 1)]) {
            let width = self.pool.width(counter.slot);
            let limit = match self.pool.width(b) {
                n if n == width => b,
                n if n > width && self.pool.is_const(b) => self.pool.extract(width - 1, 0, b),
                n if n > width && matches!(self.pool.op(b), Op::SignExt | Op::ZeroExt) => {
                    self.pool.extract(width - 1, 0, b)
                }
                _ => continue,
            };
            if self.is_known(limit) && !self.limits.contains(&(counter, limit)) {
                self.limits.push((counter, limit));
            }
        }
    }

    fn slot(&self, t: TermId) -> bool {
        self.pool.as_symbol(t).and_then(as_slot).is_some()
    }

    /// Whether a term speaks of slots alone.
    fn is_known(&self, t: TermId) -> bool {
        let mut vars = self.pool.free_vars(&[t]).into_iter();
        let no_memory = || {
            let all = self.pool.subterms(&[t]);
            all.iter()
                .all(|&t| !matches!(self.pool.op(t), Op::Apply(_)))
        };
        vars.all(|v| as_slot(self.pool.var_symbol(v)).is_some()) && no_memory()
    }

    /// The conditions that a block depends on, without what joins them.
    fn atoms(&self, block: &Block) -> BTreeSet<TermId> {
        let mut found = BTreeSet::new();
        let values = block.updates.values().copied();
        let all = self.pool.subterms(
            &block
                .guards
                .iter()
                .copied()
                .chain(values)
                .collect::<Vec<_>>(),
        );
        for t in all {
            let is_joined = matches!(
                self.pool.op(t),
                Op::Not | Op::And | Op::Or | Op::Implies | Op::Ite
            );
            if self.pool.is_bool(t) && !is_joined && !self.pool.is_const(t) {
                found.insert(t);
            }
        }
        found
    }

    /// A limit with the bits of an address.
    fn widened(&mut self, counter: Counter, limit: TermId) -> TermId {
        match (self.pool.op(counter.wide), counter.slot == counter.wide) {
            (_, true) => limit,
            (Op::SignExt, _) => self.pool.sign_ext(self.bits, limit),
            _ => self.pool.zero_ext(self.bits, limit),
        }
    }

    pub(super) fn plus(&mut self, t: TermId, n: i128) -> TermId {
        let width = self.pool.width(t);
        let n = self.pool.bv_signed(width, n);
        self.pool.bv_add(t, n)
    }

    /// What ranges may end before, and whether that has a sign.
    fn ends(&mut self) -> Vec<(TermId, bool)> {
        let mut found: Vec<(TermId, bool)> = Vec::new();
        let accesses = self.accesses.clone();
        for access in &accesses {
            self.ends_of_index(&access.index, &mut found);
        }
        for (counter, limit) in self.limits.clone() {
            let limit = self.widened(counter, limit);
            let behind = self.plus(limit, 1);
            found.extend([limit, behind].map(|t| (t, counter.signed)));
        }
        let mut arrays: Vec<Array> = Vec::new();
        for access in &accesses {
            if !arrays.contains(&access.array) {
                arrays.push(access.array);
            }
        }
        for array in arrays {
            self.ends_of_lengths(array, &mut found);
        }
        for access in &accesses {
            if let Some(length) = access.array.length {
                found.push((self.pool.bv_const(self.bits, u128::from(length)), false));
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|f| seen.insert(f.0));
        found
    }

    /// The places at and beside an index, and those of its parts.
    fn ends_of_index(&mut self, index: &Sum, found: &mut Vec<(TermId, bool)>) {
        let all = index.parts.iter().all(|p| self.is_known(p.0));
        if index.parts.is_empty() || !all {
            return;
        }
        let mut parts = index.parts.iter();
        let signed = parts.any(|p| self.counter(p.0).is_some_and(|c| c.0.signed));
        let mut first = index.clone();
        first.constant = 0;
        let first = first.term(self.pool, self.bits);
        let here = index.term(self.pool, self.bits);
        let next = self.plus(here, 1);
        found.extend([first, here, next].map(|t| (t, signed)));
        for &(t, factor) in &index.parts {
            let part = |t: TermId, constant: u64| Sum {
                parts: vec![(t, factor)],
                constant,
            };
            let whole = part(t, 0).term(self.pool, self.bits);
            found.push((whole, signed));
            if index.parts.len() > 1 {
                let before = part(t, hatha_blocks::sums::negated(factor, self.bits));
                found.push((before.term(self.pool, self.bits), signed));
            }
            if let Some((counter, _)) = self.counter(t) {
                let wide = part(counter.wide, 0).term(self.pool, self.bits);
                found.push((wide, signed));
            }
        }
    }

    /// The lengths, in elements, of what is filled and copied in an array.
    fn ends_of_lengths(&mut self, array: Array, found: &mut Vec<(TermId, bool)>) {
        for update in self.ranges_of(array.base) {
            if let Update::Fill { len, .. } | Update::Copy { len, .. } = update
                && let Some(count) = Sum::of(self.pool, len).divided(array.step, self.bits)
            {
                let count = count.term(self.pool, self.bits);
                found.push((count, self.pool.op(count) == Op::SignExt));
            }
        }
    }

    /// Ranges of the number.
    fn ranges(&mut self) -> Vec<TermId> {
        let ends = self.ends();
        let mut found = Vec::new();
        for &(end, signed) in ends.iter().take(RANGES) {
            found.push(self.before(end, signed));
        }
        let mut begins = Vec::new();
        for (counter, start) in self.starts.clone() {
            let is_zero = number(self.pool, start) == Some(0);
            if !is_zero {
                begins.push((self.widened(counter, start), counter.signed));
            }
        }
        for counter in self.counters.clone() {
            if self.is_downward(counter) {
                let behind = self.plus(counter.wide, 1);
                begins.extend([(behind, counter.signed), (counter.wide, counter.signed)]);
            }
        }
        for access in self.accesses.clone() {
            let index = access.index.term(self.pool, self.bits);
            let core = match access.index.parts.as_slice() {
                &[(core, 1)] => core,
                _ => index,
            };
            if self.is_known(core) && self.goes_down(core) {
                begins.push((self.plus(index, 1), true));
            }
        }
        let mut seen = BTreeSet::new();
        begins.retain(|b| seen.insert(b.0));
        for &(begin, signed) in &begins {
            for &end in ends.iter().filter(|e| e.0 != begin) {
                let before = self.before(end.0, end.1);
                let behind = match signed {
                    true => self.pool.bv_sle(begin, self.element),
                    false => self.pool.bv_ule(begin, self.element),
                };
                found.push(self.pool.and(behind, before));
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|r| !self.pool.is_const(*r) && seen.insert(*r));
        found.truncate(2 * RANGES);
        found
    }

    /// The number lies before an end.
    fn before(&mut self, end: TermId, signed: bool) -> TermId {
        if self.pool.is_const(end) || !signed {
            return self.pool.bv_ult(self.element, end);
        }
        let zero = self.pool.bv_const(self.bits, 0);
        let some = self.pool.bv_sle(zero, self.element);
        let before = self.pool.bv_slt(self.element, end);
        self.pool.and(some, before)
    }

    /// Whether a term of an index becomes smaller where a counter becomes larger.
    fn goes_down(&self, core: TermId) -> bool {
        let inner = match self.pool.op(core) {
            Op::SignExt | Op::ZeroExt => self.pool.arg(core, 0),
            _ => core,
        };
        let minus_one = hatha_blocks::sums::negated(1, self.pool.width(inner));
        let parts = Sum::of(self.pool, inner).parts;
        parts
            .iter()
            .any(|p| p.1 == minus_one && self.counters.iter().any(|c| c.slot == p.0))
    }

    /// Whether a block makes a counter smaller.
    fn is_downward(&self, counter: Counter) -> bool {
        let width = self.pool.width(counter.slot);
        self.blocks.ids().any(|id| {
            let value = self.blocks.block(id).updates.get(&counter.slot);
            value.is_some_and(|&v| {
                let sum = Sum::of(self.pool, v);
                sum.parts == [(counter.slot, 1)]
                    && hatha_blocks::sums::signed(sum.constant, width) < 0
            })
        })
    }

    /// Bounds of counters.
    fn about_counters(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        for counter in self.counters.clone() {
            let width = self.pool.width(counter.slot);
            let zero = self.pool.bv_const(width, 0);
            let below = self.pool.bv_signed(width, -1);
            found.push(self.pool.bv_sle(zero, counter.slot));
            found.push(self.pool.bv_sle(below, counter.slot));
        }
        found.extend(self.between_counters());
        for (counter, limit) in self.limits.clone() {
            found.push(self.pool.bv_sle(counter.slot, limit));
            found.push(self.pool.bv_ule(counter.slot, limit));
            found.push(self.pool.bv_sle(limit, counter.slot));
            found.push(self.pool.bv_ule(limit, counter.slot));
            found.push(self.pool.eq(limit, counter.slot));
        }
        for (counter, start) in self.starts.clone() {
            found.push(self.pool.bv_sle(start, counter.slot));
            found.push(self.pool.bv_sle(counter.slot, start));
        }
        found
    }

    /// That counters are no more than one another and than limits of others; and conditions of the program
    /// that speak of them alone, or the opposite.
    fn between_counters(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        let counters: BTreeSet<TermId> = self.counters.iter().map(|c| c.slot).collect();
        let limits: BTreeSet<TermId> = self.limits.iter().map(|l| l.1).collect();
        for &a in &counters {
            for &b in counters.union(&limits) {
                if a != b && self.pool.width(a) == self.pool.width(b) {
                    found.push(self.pool.bv_sle(a, b));
                }
            }
        }
        let mut slots = counters;
        slots.extend(limits.into_iter().filter(|&t| self.slot(t)));
        let mut atoms = BTreeSet::new();
        for id in self.blocks.ids() {
            atoms.extend(self.atoms(self.blocks.block(id)));
        }
        let is_about = |pool: &TermPool, t: TermId| {
            let vars = pool.free_vars(&[t]);
            !vars.is_empty()
                && vars
                    .into_iter()
                    .all(|v| slots.iter().any(|&s| pool.as_var(s) == Some(v)))
        };
        atoms.retain(|&t| is_about(self.pool, t) && self.is_known(t));
        for atom in atoms.into_iter().take(CONDITIONS) {
            found.extend([atom, self.pool.not(atom)]);
        }
        found
    }

    /// What elements of an array may hold.
    fn about(&mut self, array: Array) -> Vec<TermId> {
        let mut found = Vec::new();
        let Some(held) = array.element(self.pool, self.bits, self.element) else {
            return found;
        };
        if self.asks_written {
            let at = array.at(self.pool, self.bits, self.element);
            let ones = self.pool.bv(Bv::ones(8 * array.bytes));
            let all = written(self.pool, array.bytes, at);
            found.extend(all.map(|bits| self.pool.eq(bits, ones)));
        }
        let mut constants = BTreeSet::new();
        found.extend(self.about_ranges(array, held, &mut constants));
        for access in self.accesses.clone().iter().filter(|a| a.array == array) {
            if let Some(value) = access.stored {
                match self.pool.is_const(value) {
                    true => {
                        constants.insert(value);
                        let equal = self.pool.eq(held, value);
                        found.extend(self.where_stored(access, equal));
                    }
                    false => {
                        let value = self.generalised(value, &access.index);
                        let equal = value.map(|v| self.pool.eq(held, v));
                        found.extend(equal);
                        found.extend(
                            equal
                                .map(|e| self.where_stored(access, e))
                                .unwrap_or_default(),
                        );
                    }
                }
            }
            found.extend(self.conditions(access, held));
        }
        let constants: Vec<TermId> = constants.into_iter().take(CONSTANTS).collect();
        let equal: Vec<TermId> = constants.iter().map(|&c| self.pool.eq(held, c)).collect();
        let one = self.pool.or_all(&equal);
        let mut all = equal;
        all.push(one);
        all.extend(found);
        all.truncate(FACTS);
        all
    }

    /// What whole ranges of an array are filled with, or copied from.
    fn about_ranges(
        &mut self,
        array: Array,
        held: TermId,
        constants: &mut BTreeSet<TermId>,
    ) -> Vec<TermId> {
        let mut found = Vec::new();
        for update in self.ranges_of(array.base) {
            match update {
                Update::Fill { byte, .. } => {
                    let byte = number(self.pool, byte).filter(|_| array.bytes <= 8);
                    let width = 8 * array.bytes;
                    let value = byte.map(|b| u128::from(b) * (u128::MAX / 255));
                    let value = value.map(|v| v & (u128::MAX >> (128 - width)));
                    constants.extend(value.map(|v| self.pool.bv_const(width, v)));
                }
                Update::Copy { at, from, .. } => {
                    let here = array.at(self.pool, self.bits, self.element);
                    let behind = Sum::of(self.pool, here).minus(&Sum::of(self.pool, at), self.bits);
                    let behind = behind.term(self.pool, self.bits);
                    let source = self.pool.bv_add(from, behind);
                    let value = read(self.pool, array.bytes, source);
                    found.extend(value.map(|v| self.pool.eq(held, v)));
                }
                _ => {}
            }
        }
        found
    }

    /// The updates of whole ranges behind an address.
    fn ranges_of(&self, base: TermId) -> Vec<Update> {
        let mut found = Vec::new();
        for id in self.blocks.ids() {
            for update in &self.blocks.block(id).memory {
                if let Update::Fill { at, .. } | Update::Copy { at, .. } = *update
                    && Sum::of_address(self.pool, at).without(base).is_some()
                {
                    found.push(update.clone());
                }
            }
        }
        found
    }

    /// What a block stores where what it asks of other arrays at that index holds.
    fn where_stored(&mut self, access: &Access, stored: TermId) -> Vec<TermId> {
        let guards = self.blocks.block(access.block).guards.clone();
        let mut found = Vec::new();
        for guard in guards {
            let reads = |pool: &TermPool, t: TermId| {
                let all = pool.subterms(&[t]);
                all.iter().any(|&t| as_read(pool, t).is_some())
            };
            if !reads(self.pool, guard) {
                continue;
            }
            if let Some(guard) = self.generalised(guard, &access.index) {
                let otherwise = self.pool.not(guard);
                found.push(self.pool.or(otherwise, stored));
            }
        }
        found
    }

    /// What a block asks of an element that it accesses, and the opposite.
    fn conditions(&mut self, access: &Access, held: TermId) -> Vec<TermId> {
        let meant = access.read.or(access.stored);
        let Some(meant) = meant.filter(|t| !self.pool.is_const(*t)) else {
            return Vec::new();
        };
        let block = self.blocks.block(access.block);
        let mut found = Vec::new();
        found.extend(self.opposite(access, (meant, held)));
        for atom in self.atoms(block) {
            let is_written = |t: &TermId| as_written(self.pool, *t).is_some();
            let all = self.pool.subterms(&[atom]);
            if !all.contains(&meant) || all.iter().any(is_written) {
                continue;
            }
            let map = [(meant, held)].into_iter().collect();
            let atom = self.pool.substitute(atom, &map);
            if let Some(atom) = self.generalised(atom, &access.index) {
                found.extend([atom, self.pool.not(atom)]);
            }
        }
        found
    }

    /// The opposite of all that a block asks of an element that it accesses, if that is more than one thing.
    fn opposite(&mut self, access: &Access, (meant, held): (TermId, TermId)) -> Option<TermId> {
        let guards = self.blocks.block(access.block).guards.clone();
        let about = guards.into_iter().filter(|&g| {
            let all = self.pool.subterms(&[g]);
            all.contains(&meant) && !all.iter().any(|&t| as_written(self.pool, t).is_some())
        });
        let about: Vec<TermId> = about.collect();
        if about.len() < 2 {
            return None;
        }
        let all = self.pool.and_all(&about);
        let all = self.replaced(all, meant, held);
        let all = self.generalised(all, &access.index)?;
        Some(self.pool.not(all))
    }

    /// A term about an element with some index, about the element that stands for all.
    fn generalised(&mut self, t: TermId, index: &Sum) -> Option<TermId> {
        let mut t = t;
        if let &[(core, 1)] = index.parts.as_slice() {
            let constant = self.pool.bv_const(self.bits, u128::from(index.constant));
            let number = self.pool.bv_sub(self.element, constant);
            t = self.replaced(t, core, number);
            t = self.with_sums(t, core, number);
            if let Some((slot, value)) = self.solved(core, number) {
                t = self.replaced(t, slot, value);
            }
        } else if !index.parts.is_empty() {
            let core = index.term(self.pool, self.bits);
            t = self.with_sums(t, core, self.element);
            if let Some((slot, value)) = self.solved(core, self.element) {
                t = self.replaced(t, slot, value);
            }
        }
        let pool = &*self.pool;
        let is_state = |v: hatha_term::VarId| {
            let symbol = pool.var_symbol(v);
            *symbol == Symbol::Element || as_slot(symbol).is_some() || as_address(symbol).is_some()
        };
        pool.free_vars(&[t]).into_iter().all(is_state).then_some(t)
    }

    /// A term in which what differs from that of an index by a constant is so far from a number.
    fn with_sums(&mut self, t: TermId, core: TermId, number: TermId) -> TermId {
        let inner = match self.pool.op(core) {
            Op::SignExt | Op::ZeroExt => self.pool.arg(core, 0),
            _ => core,
        };
        let width = self.pool.width(inner);
        let index = Sum::of(self.pool, inner);
        let number = self.pool.extract(width - 1, 0, number);
        let mut map = FxHashMap::default();
        for part in self.pool.subterms(&[t]) {
            if self.pool.sort(part).bv_width() != Some(width) || self.pool.is_const(part) {
                continue;
            }
            let sum = Sum::of(self.pool, part);
            if sum.parts == index.parts {
                let behind = sum.minus(&index, width).constant;
                let behind = self.pool.bv_const(width, u128::from(behind));
                map.insert(part, self.pool.bv_add(number, behind));
            }
        }
        self.pool.substitute(t, &map)
    }

    /// The counter that a term of an index is computed from, and its value where the index is a number.
    fn solved(&mut self, core: TermId, number: TermId) -> Option<(TermId, TermId)> {
        let inner = match self.pool.op(core) {
            Op::SignExt | Op::ZeroExt => self.pool.arg(core, 0),
            _ => core,
        };
        let width = self.pool.width(inner);
        let mut rest = Sum::of(self.pool, inner);
        let minus_one = hatha_blocks::sums::negated(1, width);
        let is_counter = |p: &(TermId, u64)| {
            let steps = self.counters.iter().any(|c| c.slot == p.0);
            (p.1 == 1 || p.1 == minus_one) && (steps || rest.parts.len() == 1) && self.slot(p.0)
        };
        let at = rest.parts.iter().position(is_counter)?;
        let (slot, factor) = rest.parts.remove(at);
        let number = self.pool.extract(width - 1, 0, number);
        let rest = rest.term(self.pool, width);
        let value = match factor {
            1 => self.pool.bv_sub(number, rest),
            _ => self.pool.bv_sub(rest, number),
        };
        Some((slot, value))
    }

    fn replaced(&mut self, t: TermId, from: TermId, to: TermId) -> TermId {
        self.pool.substitute(t, &[(from, to)].into_iter().collect())
    }
}
