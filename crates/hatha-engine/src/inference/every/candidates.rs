//! Candidates for facts about every block: from the fields that the program uses, the constants
//! that it stores in them, and the pointers that it has.

use super::live::live;
use super::places::{split, terms};
use crate::tuning::every::{CANDIDATES, CONSTANTS, FIELDS, FLAGS, OPEN, SLOTS};
use hatha_blocks::block::{Blocks, CutId, Facts};
use hatha_blocks::made::Site;
use hatha_blocks::memory::Update;
use hatha_cfa::{ObjectWord, Program, Scalar, VarId};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::site as site_number;
use hatha_proof::vocabulary::{
    Ghost, OBJECT_BITS, as_address, as_ghost, as_read, as_slot, as_stored_ghost, as_written, each,
    made, owner, read, slot_symbol, written,
};
use hatha_term::{Bv, Op, Sort, TermId, TermPool, VarId as TermVar};
use std::collections::{BTreeMap, BTreeSet};

/// What the program stores in a field: constants, and variables.
#[derive(Debug, Default)]
struct Stored {
    constants: BTreeSet<u64>,
    variables: BTreeSet<TermId>,
}

/// Distance from the start of a block, and bytes.
type Field = (u64, u32);

/// What candidates distinguish, beside the sizes of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Size,
    /// Where blocks were allocated.
    Site,
    /// What they hold, and flags of the program.
    Value,
}

impl Kind {
    /// The cheapest first.
    pub(super) const ALL: [Kind; 3] = [Kind::Size, Kind::Site, Kind::Value];
}

/// Makes candidates.
pub(super) struct Candidates<'a> {
    pool: &'a mut TermPool,
    blocks: &'a Blocks,
    bits: u32,
    each: TermId,
    sites: &'a [Site],
    kind: Kind,
    live: IndexVec<CutId, BTreeSet<TermId>>,
    fields: BTreeMap<Field, Stored>,
    /// The slots of pointer type that the program uses.
    slots: Vec<VarId>,
    /// Those through which it writes, or which get new blocks.
    open: Vec<TermId>,
    /// Those that get new blocks.
    holding: Vec<TermId>,
    /// Slots that lead to what is left of a list while it is freed.
    freed: Vec<TermId>,
    /// Whether a flag is zero, and whether it is not.
    conditions: Vec<TermId>,
    /// Whether somebody asks where slots and pointers in memory lead, and what was written.
    asks: Asks,
}

#[derive(Clone, Copy, Debug, Default)]
struct Asks {
    slots: bool,
    memory: bool,
    written: bool,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(
        pool: &'a mut TermPool,
        blocks: &'a Blocks,
        program: &Program,
        sites: &'a [Site],
    ) -> Self {
        let bits = program.target.pointer_bits;
        let each = each(pool, bits);
        let live = live(pool, blocks);
        let mut found = Candidates {
            kind: Kind::Size,
            live,
            pool,
            blocks,
            bits,
            each,
            sites,
            fields: BTreeMap::new(),
            slots: Vec::new(),
            open: Vec::new(),
            holding: Vec::new(),
            freed: Vec::new(),
            conditions: Vec::new(),
            asks: Asks::default(),
        };
        found.find_fields();
        found.find_conditions();
        found.find_slots(program);
        found
    }

    fn largest(&self) -> u64 {
        self.sites.iter().map(|s| s.bytes).max().unwrap_or(0)
    }

    /// The fields that blocks of the program read and write behind pointers, and what they store.
    fn find_fields(&mut self) {
        let mut fields: BTreeMap<Field, Stored> = BTreeMap::new();
        let largest = self.largest();
        let mut note = |pool: &TermPool, at: TermId, bytes: u32, value: Option<TermId>| {
            let (base, offset) = split(pool, at);
            if pool.as_symbol(base).and_then(as_address).is_some() {
                return;
            }
            let is_inside = offset % u64::from(bytes) == 0 && offset + u64::from(bytes) <= largest;
            if !is_inside || bytes > 8 {
                return;
            }
            let stored = fields.entry((offset, bytes)).or_default();
            let Some(value) = value else { return };
            match pool.as_bv(value).and_then(|v| v.to_u64()) {
                Some(constant) => {
                    stored.constants.insert(constant);
                }
                None if pool.as_symbol(value).and_then(as_slot).is_some() => {
                    stored.variables.insert(value);
                }
                None => {}
            }
        };
        for id in self.blocks.ids() {
            let block = self.blocks.block(id);
            for t in self.pool.subterms(&terms(block)) {
                if let Some((bytes, at)) = as_read(self.pool, t) {
                    note(self.pool, at, bytes, None);
                }
            }
            for update in &block.memory {
                if let Update::Write {
                    at, bytes, value, ..
                } = *update
                {
                    note(self.pool, at, bytes, Some(value));
                }
            }
        }
        self.fields = fields.into_iter().take(FIELDS).collect();
    }

    /// Variables that the program compares with zero.
    fn find_conditions(&mut self) {
        let mut flags = BTreeSet::new();
        for id in self.blocks.ids() {
            for guard in self.blocks.block(id).guards.clone() {
                let test = match self.pool.op(guard) {
                    Op::Not => self.pool.arg(guard, 0),
                    _ => guard,
                };
                if self.pool.op(test) != Op::Eq {
                    continue;
                }
                let (a, b) = (self.pool.arg(test, 0), self.pool.arg(test, 1));
                for (x, value) in [(a, b), (b, a)] {
                    let is_slot = self.pool.as_symbol(x).and_then(as_slot).is_some();
                    let is_zero = self.pool.as_bv(value).is_some_and(|v| v.is_zero());
                    if is_slot && is_zero && self.pool.width(x) != self.bits {
                        flags.insert(x);
                    }
                }
            }
        }
        for flag in flags.into_iter().take(FLAGS) {
            let zero = self.pool.bv_const(self.pool.width(flag), 0);
            let clear = self.pool.eq(flag, zero);
            let set = self.pool.not(clear);
            self.conditions.extend([clear, set]);
        }
    }

    fn find_slots(&mut self, program: &Program) {
        let mut slots = BTreeSet::new();
        let (mut open, mut holding) = (BTreeSet::new(), BTreeSet::new());
        let mut freed = BTreeSet::new();
        for id in self.blocks.ids() {
            let block = self.blocks.block(id);
            if block.memory.iter().any(|u| matches!(u, Update::Freed(_))) {
                freed.extend(block.updates.keys().copied());
            }
            let mut all = terms(block);
            all.extend(block.updates.keys());
            for t in self.pool.subterms(&all) {
                let symbol = self.pool.as_symbol(t);
                slots.extend(symbol.and_then(as_slot));
                self.asks.slots |= symbol.is_some_and(|s| as_ghost(s).is_some());
                self.asks.memory |= as_stored_ghost(self.pool, t).is_some();
                self.asks.written |= as_written(self.pool, t).is_some();
            }
            for update in &block.memory {
                if let Update::Write { at, pointee, .. } = *update {
                    open.insert(split(self.pool, at).0);
                    self.asks.memory |= pointee.is_some();
                }
                if let Update::New(address) = *update {
                    let holders = block.updates.iter().filter(|(_, v)| **v == address);
                    holding.extend(holders.map(|(slot, _)| *slot));
                }
            }
        }
        self.asks.written |= program.asks_written;
        let is_pointer = |v: &VarId| program.scalar(program.var(*v).ty) == Some(Scalar::Pointer);
        self.slots = slots.into_iter().filter(is_pointer).take(SLOTS).collect();
        let symbols: Vec<TermId> = self
            .slots
            .clone()
            .into_iter()
            .map(|v| self.slot(v))
            .collect();
        open.retain(|t| symbols.contains(t) && !holding.contains(t));
        holding.retain(|t| symbols.contains(t));
        freed.retain(|t| symbols.contains(t));
        self.freed = freed.into_iter().take(OPEN).collect();
        self.holding = holding.iter().copied().take(OPEN).collect();
        // First those that get new blocks: what they lead to is surely unfinished for a while.
        self.open = holding.into_iter().chain(open).take(OPEN).collect();
    }

    fn slot(&mut self, var: VarId) -> TermId {
        self.pool.var(slot_symbol(var), Sort::Bv(self.bits))
    }

    /// Candidates of a kind at each cut point that is a location.
    pub(super) fn of_kind(&mut self, kind: Kind) -> Facts {
        self.kind = kind;
        let mut facts: Facts = self.blocks.per_cut(Vec::new());
        let mut found = self.about_slots();
        found.extend(self.about_stored());
        if !self.freed.is_empty() {
            found.extend(self.newest());
        }
        if kind == Kind::Value {
            let values = self.slot_values();
            found.extend(self.by_conditions(&values));
            found.extend(values);
        }
        found.extend(self.about_each());
        let mut seen = BTreeSet::new();
        found.retain(|f| !self.pool.is_const(*f) && seen.insert(*f));
        found.truncate(CANDIDATES);
        for cut in self.blocks.located() {
            let live = self.live[cut].iter();
            let live: BTreeSet<TermVar> = live.filter_map(|&t| self.pool.as_var(t)).collect();
            let pool = &*self.pool;
            let matters = |v: TermVar| {
                let is_slot = as_slot(pool.var_symbol(v)).is_some();
                self.blocks.is_visible(cut, v) && (live.contains(&v) || !is_slot)
            };
            let is_known = |f: &TermId| pool.free_vars(&[*f]).into_iter().all(&matters);
            facts[cut] = found.iter().copied().filter(is_known).collect();
        }
        facts
    }

    /// Sets of sites that pointers may lead to: those of one size, or each alone.
    fn targets(&self) -> Vec<Vec<Site>> {
        let alone = self.sites.iter().map(|&s| vec![s]);
        if self.kind == Kind::Site {
            return alone.collect();
        }
        let sizes: BTreeSet<u64> = self.sites.iter().map(|s| s.bytes).collect();
        let same = |size: u64| self.sites.iter().copied().filter(move |s| s.bytes == size);
        sizes.into_iter().map(|size| same(size).collect()).collect()
    }

    fn is_made(&mut self, at: TermId, by: &[Site]) -> TermId {
        let mut cases = Vec::new();
        for site in by {
            let number = self.pool.bv_const(OBJECT_BITS, site_number(site.edge));
            let made = made(self.pool, at);
            cases.push(self.pool.eq(made, number));
        }
        self.pool.or_all(&cases)
    }

    /// A pointer is null, leads to a block, or one of both.
    fn about_pointer(&mut self, pointer: TermId, words: Option<[TermId; 3]>) -> Vec<TermId> {
        let zero = self.pool.bv_const(self.bits, 0);
        let null = self.pool.eq(pointer, zero);
        let mut found = vec![null];
        for target in self.targets() {
            let made = self.is_made(pointer, &target);
            found.push(made);
            found.push(self.pool.or(null, made));
        }
        let Some([offset, size, class]) = words else {
            return found;
        };
        let sizes: BTreeSet<u64> = self.sites.iter().map(|s| s.bytes).collect();
        for bytes in sizes {
            let numbers = [0, bytes, ObjectWord::FREEABLE];
            let parts = [offset, size, class];
            let mut equal = Vec::new();
            for (part, number) in parts.into_iter().zip(numbers) {
                let number = self.pool.bv_const(self.bits, u128::from(number));
                equal.push(self.pool.eq(part, number));
            }
            let whole = self.pool.and_all(&equal);
            found.push(whole);
            found.push(self.pool.or(null, whole));
        }
        found
    }

    fn about_slots(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        for var in self.slots.clone() {
            let pointer = self.slot(var);
            let ghosts = [Ghost::Offset, Ghost::Size, Ghost::Class];
            let words = ghosts.map(|g| g.term(self.pool, self.bits, var));
            let words = self.asks.slots.then_some(words);
            found.extend(self.about_pointer(pointer, words));
        }
        found
    }

    /// What the variables that are stored in fields hold before: no negative number, one no more than
    /// another.
    fn about_stored(&mut self) -> Vec<TermId> {
        let stored = self.fields.values().flat_map(|s| s.variables.iter());
        let mut stored: Vec<TermId> = stored.copied().collect();
        stored.retain(|t| self.pool.width(*t) != self.bits);
        stored.truncate(CONSTANTS);
        let mut found = Vec::new();
        for &a in &stored {
            let zero = self.pool.bv_const(self.pool.width(a), 0);
            found.push(self.pool.bv_sle(zero, a));
            for &b in &stored {
                if a != b && self.pool.width(a) == self.pool.width(b) {
                    found.push(self.pool.bv_sle(a, b));
                }
            }
        }
        found
    }

    /// The block that a slot has got is younger than those that others lead to, and than every other.
    fn newest(&mut self) -> Vec<TermId> {
        let zero = self.pool.bv_const(self.bits, 0);
        let sites = self.sites;
        let mut found = Vec::new();
        for new in self.holding.clone() {
            for other in self.slots.clone() {
                let other = self.slot(other);
                if other != new {
                    let null = self.pool.eq(other, zero);
                    let same = self.pool.eq(other, new);
                    let older = self.is_older(other, new);
                    found.push(self.pool.or_all(&[null, older]));
                    found.push(self.pool.or_all(&[null, same, older]));
                }
            }
            let made = self.is_made(self.each, sites);
            let nothing = self.pool.not(made);
            let same = self.pool.eq(self.each, new);
            let older = self.is_older(self.each, new);
            found.push(self.pool.or_all(&[nothing, same, older]));
        }
        found
    }

    fn is_older(&mut self, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|at| owner(self.pool, at));
        self.pool.bv_ult(a, b)
    }

    /// What the block that a slot leads to does not hold.
    fn slot_values(&mut self) -> Vec<TermId> {
        let fields = self.fields.iter().filter(|(_, s)| s.constants.len() > 1);
        let fields: Vec<(Field, Vec<u64>)> = fields
            .map(|(f, s)| (*f, s.constants.iter().copied().take(CONSTANTS).collect()))
            .collect();
        let mut found = Vec::new();
        for var in self.slots.clone() {
            let slot = self.slot(var);
            for (field, constants) in &fields {
                let Some(held) = self.field(slot, *field) else {
                    continue;
                };
                for &value in constants {
                    let value = self.pool.bv_const(self.pool.width(held), u128::from(value));
                    found.push(self.pool.ne(held, value));
                }
            }
        }
        found
    }

    /// What may hold of every block, or but for the block that a slot leads to.
    fn about_each(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        for target in self.targets() {
            let made = self.is_made(self.each, &target);
            let mut meant = vec![made];
            for slot in self.open.clone() {
                let other = self.pool.ne(self.each, slot);
                meant.push(self.pool.and(made, other));
            }
            for (new, slot) in self.open_pairs() {
                let others = [new, slot].map(|slot| self.pool.ne(self.each, slot));
                meant.push(self.pool.and_all(&[made, others[0], others[1]]));
            }
            for bound in self.bounds() {
                meant.push(self.pool.and(made, bound));
            }
            let mut facts = self.about_fields(target[0]);
            if self.kind == Kind::Value {
                facts = self.by_conditions(&facts);
                facts.extend(self.by_value(target[0]));
            }
            for fact in facts {
                found.extend(meant.iter().map(|&m| self.pool.implies(m, fact)));
            }
        }
        found
    }

    /// Pairs of slots of which one has got a new block, and the other may lead to one that is not
    /// finished either: a node that is put at the end of a list is made before the last one leads to it.
    fn open_pairs(&self) -> Vec<(TermId, TermId)> {
        let is_old = |slot: &&TermId| !self.holding.contains(slot);
        let old: Vec<TermId> = self.open.iter().filter(is_old).copied().collect();
        let pairs = self
            .holding
            .iter()
            .flat_map(|&new| old.iter().map(move |&slot| (new, slot)));
        pairs.take(OPEN).collect()
    }

    /// The blocks that are as old as the one that a slot leads to, or older; or as young or younger. A
    /// loop that frees a list leaves these.
    fn bounds(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        for slot in self.freed.clone() {
            let zero = self.pool.bv_const(self.bits, 0);
            let not_null = self.pool.ne(slot, zero);
            let [here, there] = [self.each, slot].map(|at| owner(self.pool, at));
            for (a, b) in [(here, there), (there, here)] {
                let before = self.pool.bv_ult(a, b);
                let same = self.pool.eq(a, b);
                let bound = self.pool.or(before, same);
                found.push(self.pool.and(not_null, bound));
            }
        }
        found
    }

    /// The block that a pointer of a block leads to is older, or younger.
    fn in_order(&mut self, pointer: TermId) -> Vec<TermId> {
        let zero = self.pool.bv_const(self.bits, 0);
        let null = self.pool.eq(pointer, zero);
        let [here, there] = [self.each, pointer].map(|at| owner(self.pool, at));
        let mut found = Vec::new();
        for (a, b) in [(here, there), (there, here)] {
            let before = self.pool.bv_ult(a, b);
            found.push(self.pool.or(null, before));
        }
        found
    }

    /// The same facts under conditions of the program.
    fn by_conditions(&mut self, facts: &[TermId]) -> Vec<TermId> {
        let mut found = Vec::new();
        for condition in self.conditions.clone() {
            found.extend(facts.iter().map(|&f| self.pool.or(condition, f)));
        }
        found
    }

    fn field(&mut self, start: TermId, (offset, bytes): Field) -> Option<TermId> {
        let distance = self.pool.bv_const(self.bits, u128::from(offset));
        let at = self.pool.bv_add(start, distance);
        read(self.pool, bytes, at)
    }

    /// What holds of a block where one of its fields has a certain value: where a pointer in it leads,
    /// and what the block there does not hold. A slot may lead to that block and leave it unfinished.
    fn by_value(&mut self, site: Site) -> Vec<TermId> {
        let inside = |f: &Field| f.0 + u64::from(f.1) <= site.bytes;
        let fields = self.fields.iter().filter(|(f, _)| inside(f));
        let fields: Vec<(Field, Vec<u64>)> = fields
            .map(|(f, s)| (*f, s.constants.iter().copied().take(CONSTANTS).collect()))
            .collect();
        let pointers: Vec<Field> = fields
            .iter()
            .map(|f| f.0)
            .filter(|f| 8 * f.1 == self.bits)
            .collect();
        let mut found = Vec::new();
        for (data, constants) in fields.iter().filter(|(_, c)| c.len() > 1) {
            for &pointer in pointers.iter().filter(|p| *p != data) {
                found.extend(self.by_value_of((*data, constants), pointer));
            }
        }
        found
    }

    fn by_value_of(&mut self, (data, constants): (Field, &[u64]), pointer: Field) -> Vec<TermId> {
        let mut found = Vec::new();
        let here = self.field(self.each, data);
        let next = self.field(self.each, pointer);
        let (Some(here), Some(next)) = (here, next) else {
            return found;
        };
        let Some(there) = self.field(next, data) else {
            return found;
        };
        let width = self.pool.width(here);
        for &value in constants {
            let value = self.pool.bv_const(width, u128::from(value));
            let other = self.pool.ne(here, value);
            let mut facts = self.about_pointer(next, None);
            for &value in constants {
                let value = self.pool.bv_const(width, u128::from(value));
                let differs = self.pool.ne(there, value);
                facts.push(differs);
                for slot in self.open.clone() {
                    let unfinished = self.pool.eq(next, slot);
                    facts.push(self.pool.or(unfinished, differs));
                }
            }
            found.extend(facts.into_iter().map(|f| self.pool.or(other, f)));
            for slot in self.open.clone() {
                let unfinished = self.pool.ne(next, slot);
                let same = self.pool.eq(here, value);
                let before = self.pool.or(unfinished, same);
                found.extend(self.by_conditions(&[before]));
            }
        }
        found
    }

    fn about_fields(&mut self, site: Site) -> Vec<TermId> {
        let fields = std::mem::take(&mut self.fields);
        let mut found = Vec::new();
        for (&(offset, bytes), stored) in &fields {
            if offset + u64::from(bytes) > site.bytes {
                continue;
            }
            let distance = self.pool.bv_const(self.bits, u128::from(offset));
            let at = self.pool.bv_add(self.each, distance);
            let Some(held) = read(self.pool, bytes, at) else {
                continue;
            };
            if 8 * bytes == self.bits {
                let ghosts = [Ghost::Offset, Ghost::Size, Ghost::Class];
                let words = ghosts.map(|g| g.stored(self.pool, at));
                let words = self.asks.memory.then_some(words);
                found.extend(self.about_pointer(held, words));
                if !self.freed.is_empty() {
                    found.extend(self.in_order(held));
                }
            }
            if self.asks.written {
                let ones = self.pool.bv(Bv::ones(8 * bytes));
                let bits = written(self.pool, bytes, at);
                found.extend(bits.map(|bits| self.pool.eq(bits, ones)));
            }
            found.extend(self.about_value(held, stored));
        }
        let inside = |f: &&Field| f.0 + u64::from(f.1) <= site.bytes;
        let inside: Vec<Field> = fields.keys().filter(inside).copied().collect();
        self.fields = fields;
        found.extend(self.about_pairs(&inside));
        found
    }

    /// Of two fields of one width, no pointers: they hold the same, or one no more than the other.
    fn about_pairs(&mut self, fields: &[Field]) -> Vec<TermId> {
        let mut found = Vec::new();
        for (i, &a) in fields.iter().enumerate() {
            for &b in fields[i + 1..].iter().filter(|b| b.1 == a.1) {
                let (x, y) = (self.field(self.each, a), self.field(self.each, b));
                if let (Some(x), Some(y), true) = (x, y, 8 * a.1 != self.bits) {
                    found.extend([
                        self.pool.eq(x, y),
                        self.pool.bv_sle(x, y),
                        self.pool.bv_sle(y, x),
                    ]);
                }
            }
        }
        found
    }

    /// A field holds one of the constants that are stored there, a variable, or no negative number.
    fn about_value(&mut self, held: TermId, stored: &Stored) -> Vec<TermId> {
        let width = self.pool.width(held);
        let mut found = Vec::new();
        let constants: Vec<u64> = stored.constants.iter().copied().take(CONSTANTS).collect();
        for constant in constants {
            let constant = self.pool.bv_const(width, u128::from(constant));
            found.push(self.pool.eq(held, constant));
        }
        if found.len() > 1 {
            found.push(self.pool.or_all(&found.clone()));
        }
        for &variable in stored.variables.iter().take(CONSTANTS) {
            found.push(self.pool.eq(held, variable));
        }
        if width < self.bits || self.bits == 32 {
            let zero = self.pool.bv_const(width, 0);
            found.push(self.pool.bv_sle(zero, held));
        }
        found
    }
}

/// Drops facts that a stronger one among them implies: the same without the block that a slot leads to.
pub(super) fn slim(pool: &TermPool, facts: &mut Vec<TermId>) {
    let all: BTreeSet<BTreeSet<(TermId, bool)>> = facts.iter().map(|&f| cases(pool, f)).collect();
    facts.retain(|&f| {
        let cases = cases(pool, f);
        !all.iter()
            .any(|other| other.len() < cases.len() && other.is_subset(&cases))
    });
}

/// The cases of a disjunction: each is a term that holds, or one that does not.
fn cases(pool: &TermPool, fact: TermId) -> BTreeSet<(TermId, bool)> {
    let mut found = BTreeSet::new();
    let mut work = vec![(fact, true)];
    while let Some((t, positive)) = work.pop() {
        match (pool.op(t), positive) {
            (Op::Or, true) | (Op::And, false) => {
                work.extend(pool.args(t).iter().map(|&a| (a, positive)));
            }
            (Op::Not, _) => work.push((pool.arg(t, 0), !positive)),
            (Op::Implies, true) => work.extend([(pool.arg(t, 0), false), (pool.arg(t, 1), true)]),
            _ => {
                found.insert((t, positive));
            }
        }
    }
    found
}
