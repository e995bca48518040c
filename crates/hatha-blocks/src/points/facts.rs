//! What a proof says of objects, so that the checker can tell them apart.
//!
//! At each cut point, for the cells that have surely been written there: which object owns what
//! lies behind them, and which of them hold the same address; or that they are null, if nothing
//! but null has been written yet.

use super::leads::{Cell, Object};
use super::names::Names;
use super::sweep::Points;
use crate::block::{Blocks, CutId, Facts};
use crate::effect::state_variable;
use hatha_cfa::{
    Builtin, GlobalInit, InitItem, InitValue, LocId, Op, Procedure, Program, Storage, VarId,
};
use hatha_index::IndexVec;
use hatha_proof::vocabulary;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The cells that have been written wherever control stands at a location, and whether with
/// more than null.
type Written = BTreeMap<Cell, bool>;

/// What an object's address is in terms of a state.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The address.
    pub address: TermId,
    /// Unless this holds: the pointer that the address is taken from may be null.
    pub null: Option<TermId>,
}

/// By cut point and the variable that stands for an object.
pub type Starts = IndexVec<CutId, FxHashMap<TermId, Start>>;

/// What a proof states about objects at each cut point.
#[derive(Clone, Debug)]
pub struct ObjectFacts {
    /// As facts.
    pub facts: Facts,
    /// From the variable that stands for an allocated object to what its address is in the state.
    pub starts: Starts,
}

/// The facts about objects at each cut point.
pub fn object_facts(
    points: &Points,
    program: &Program,
    proc: &Procedure,
    blocks: &Blocks,
    pool: &mut TermPool,
) -> ObjectFacts {
    let written = written(points, program, proc);
    let freed = freed(points, program, proc);
    let bits = program.target.pointer_bits;
    let mut facts: Facts = blocks.per_cut(Vec::new());
    let mut starts: Starts = blocks.per_cut(FxHashMap::default());
    for cut in blocks.located() {
        let location = blocks.location(cut);
        let here = location.and_then(|l| written[l].clone());
        let freed = location.map_or_else(Freed::default, |l| freed[l].clone());
        let mut known = Known {
            freed,
            points,
            program,
            proc,
            pool,
            starts: BTreeMap::new(),
            facts: Vec::new(),
        };
        known.say(here.unwrap_or_default());
        let (stated, begins) = (known.facts, known.starts);
        facts[cut] = visible(stated, blocks, cut, pool);
        for (object, start) in begins {
            if !visible(vec![start.address], blocks, cut, pool).is_empty() {
                let object = Names::variable(pool, bits, object);
                starts[cut].insert(object, start);
            }
        }
    }
    ObjectFacts { facts, starts }
}

fn visible(facts: Vec<TermId>, blocks: &Blocks, cut: CutId, pool: &TermPool) -> Vec<TermId> {
    let means = |t: &TermId| {
        let vars = pool.free_vars(&[*t]);
        vars.into_iter().all(|v| blocks.is_visible(cut, v))
    };
    facts.into_iter().filter(means).collect()
}

/// For each location the cells that every way there has written; `None` if there is no way.
fn written(
    points: &Points,
    program: &Program,
    proc: &Procedure,
) -> IndexVec<LocId, Option<Written>> {
    let wanted: BTreeSet<Cell> = points.all().into_iter().map(|c| c.0).collect();
    let mut all: IndexVec<LocId, Option<Written>> = vec![None; proc.locations.len()].into();
    all[proc.entry] = Some(initial(points, program, &wanted));
    let mut work: Vec<LocId> = vec![proc.entry];
    while let Some(at) = work.pop() {
        for &id in proc.out_edges(at) {
            let edge = proc.edge(id);
            let mut after = all[at].clone().unwrap_or_default();
            pass(points, program, &edge.op, &wanted, &mut after);
            let there = &mut all[edge.to];
            let met = match there {
                None => after,
                Some(old) => meet(old, &after),
            };
            if there.as_ref() != Some(&met) {
                *there = Some(met);
                work.push(edge.to);
            }
        }
    }
    all
}

/// The blocks of the heap that may have been freed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Freed {
    objects: BTreeSet<Object>,
    /// Any of them.
    all: bool,
}

/// For each location the blocks that some way there may have freed.
fn freed(points: &Points, program: &Program, proc: &Procedure) -> IndexVec<LocId, Freed> {
    let mut all: IndexVec<LocId, Freed> = vec![Freed::default(); proc.locations.len()].into();
    let mut work: Vec<LocId> = (0..proc.locations.len() as u32).map(LocId).collect();
    while let Some(at) = work.pop() {
        for &id in proc.out_edges(at) {
            let edge = proc.edge(id);
            let mut after = all[at].clone();
            if let Op::Builtin {
                builtin: Builtin::Free,
                args,
                ..
            } = &edge.op
            {
                let leads = args.first().map(|&a| points.value(program, a));
                after.all |= leads.as_ref().is_none_or(|l| l.wild);
                let places = leads.iter().flat_map(|l| l.places());
                after.objects.extend(places.map(|p| p.object));
            }
            let there = &mut all[edge.to];
            let before = there.clone();
            there.all |= after.all;
            there.objects.extend(after.objects);
            if *there != before {
                work.push(edge.to);
            }
        }
    }
    all
}

/// What two ways have in common.
fn meet(one: &Written, other: &Written) -> Written {
    let both = one.iter().filter_map(|(c, full)| {
        let also = other.get(c)?;
        Some((*c, *full || *also))
    });
    both.collect()
}

/// What the start has written.
fn initial(points: &Points, program: &Program, wanted: &BTreeSet<Cell>) -> Written {
    let items = |v: VarId| {
        let global = program.globals.iter().find(|(g, _)| *g == v)?;
        match &global.1 {
            GlobalInit::Defined(items) => Some(items),
            GlobalInit::Unknown => None,
        }
    };
    let word = |at: u64| at / points.pointer_bytes();
    let mut all = Written::new();
    for &cell in wanted {
        let (holder, offset) = match cell {
            Cell::Slot(v) | Cell::Word(Object::Variable(v), 0) => (v, 0),
            Cell::Word(Object::Variable(v), offset) => (v, offset),
            Cell::Word(Object::Allocated(_), _) => continue,
        };
        if let Some(items) = items(holder) {
            let fills = |i: &InitItem| {
                matches!(i.value, InitValue::Bytes(_)) || word(i.offset) == word(offset)
            };
            all.insert(cell, items.iter().any(fills));
        }
    }
    all
}

/// What has been written after an edge.
fn pass(points: &Points, program: &Program, op: &Op, wanted: &BTreeSet<Cell>, after: &mut Written) {
    if let Op::Declare(v) | Op::Dead(v) = *op {
        // What led to an earlier object of the variable does not lead to the new one.
        let stays = |c: Cell, full: bool| match c {
            Cell::Slot(s) => s != v && !(full && leads_to(points, c, v)),
            Cell::Word(object, _) => {
                object != Object::Variable(v) && !(full && leads_to(points, c, v))
            }
        };
        after.retain(|c, full| stays(*c, *full));
    }
    let null = points.writes_null(program, op);
    match points.written(program, op) {
        Some(cell) if wanted.contains(&cell) => {
            after.insert(cell, !null);
        }
        Some(_) => {}
        None if null || !points.may_write_words(op) => {}
        None => {
            let words = after
                .iter_mut()
                .filter(|(c, _)| matches!(c, Cell::Word(..)));
            words.for_each(|(_, full)| *full = true);
        }
    }
}

fn leads_to(points: &Points, cell: Cell, v: VarId) -> bool {
    let only = points.only(cell);
    only.is_some_and(|(object, _)| object == Object::Variable(v))
}

/// The facts at one cut point as they are found.
struct Known<'a> {
    points: &'a Points,
    program: &'a Program,
    proc: &'a Procedure,
    pool: &'a mut TermPool,
    freed: Freed,
    /// A term for the start of each object that has one here.
    starts: BTreeMap<Object, Start>,
    facts: Vec<TermId>,
}

impl Known<'_> {
    /// Slots first, then words of objects that have a name by then; what may be null last.
    fn say(&mut self, mut cells: Written) {
        for null in [false, true] {
            loop {
                let points = self.points;
                let mut left = cells.keys().copied();
                let next = left.find(|&c| points.leads(c).null <= null && self.term(c).is_some());
                let Some(cell) = next else { break };
                match cells.remove(&cell) {
                    Some(false) => self.empty(cell),
                    _ => self.cell(cell),
                }
            }
        }
    }

    /// A term for what a cell holds.
    fn term(&mut self, cell: Cell) -> Option<TermId> {
        match cell {
            Cell::Slot(v) => state_variable(self.program, self.pool, v),
            Cell::Word(object, offset) => {
                let at = self.start(object)?;
                let at = self.further(at, offset);
                vocabulary::read(self.pool, self.points.pointer_bytes() as u32, at)
            }
        }
    }

    /// A term for the start of an object.
    fn start(&mut self, object: Object) -> Option<TermId> {
        match object {
            Object::Variable(v) if self.program.var(v).storage == Storage::Memory => {
                let bits = self.program.target.pointer_bits;
                Some(vocabulary::address(self.pool, bits, v))
            }
            Object::Variable(_) => None,
            Object::Allocated(_) => {
                let start = self.starts.get(&object);
                start.filter(|s| s.null.is_none()).map(|s| s.address)
            }
        }
    }

    fn further(&mut self, at: TermId, bytes: u64) -> TermId {
        let width = self.pool.width(at);
        let bytes = self.pool.bv_const(width, u128::from(bytes));
        self.pool.bv_add(at, bytes)
    }

    /// A cell to which nothing but null has been written.
    fn empty(&mut self, cell: Cell) {
        if let Some(term) = self.term(cell) {
            let zero = self.pool.bv_const(self.pool.width(term), 0);
            let null = self.pool.eq(term, zero);
            self.fact(null, None);
        }
    }

    fn cell(&mut self, cell: Cell) {
        let (Some(term), Some((object, offset))) = (self.term(cell), self.points.only(cell)) else {
            return;
        };
        let zero = self.pool.bv_const(self.pool.width(term), 0);
        let null = self.pool.eq(term, zero);
        let may_be_null = self.points.leads(cell).null;
        if let Some(start) = self.start(object) {
            let place = self.further(start, offset);
            let same = self.pool.eq(term, place);
            self.fact(same, may_be_null.then_some(null));
            return;
        }
        if self.starts.contains_key(&object) {
            return;
        }
        let back = self.further(term, offset.wrapping_neg());
        let start = Start {
            address: back,
            null: may_be_null.then_some(null),
        };
        self.starts.insert(object, start);
        if !may_be_null {
            let not_null = self.pool.not(null);
            self.facts.push(not_null);
        }
        // Null is aligned too, but not what lies before it.
        if !may_be_null || offset == 0 {
            self.aligned(object, back);
        }
        self.own(object, back, may_be_null.then_some(null));
    }

    /// The heap aligns its objects.
    fn aligned(&mut self, object: Object, start: TermId) {
        let heap = matches!(object, Object::Allocated(e) if is_heap(&self.proc.edge(e).op));
        if heap {
            let width = self.pool.width(start);
            let low = self.pool.bv_const(width, 7);
            let low = self.pool.bv_and(start, low);
            let zero = self.pool.bv_const(width, 0);
            let aligned = self.pool.eq(low, zero);
            self.facts.push(aligned);
        }
    }

    fn fact(&mut self, fact: TermId, unless: Option<TermId>) {
        let fact = unless.map_or(fact, |u| self.pool.or(u, fact));
        if fact != self.pool.tru() {
            self.facts.push(fact);
        }
    }

    /// The bytes of an object of the heap that are accessed belong to it while it lives.
    fn own(&mut self, object: Object, start: TermId, unless: Option<TermId>) {
        let Object::Allocated(edge) = object else {
            return;
        };
        let may_be_gone = self.freed.all || self.freed.objects.contains(&object);
        if may_be_gone || !is_heap(&self.proc.edge(edge).op) {
            return;
        }
        let bits = vocabulary::OBJECT_BITS;
        let id = self.pool.bv_const(bits, vocabulary::allocated_id(edge));
        let accessed = self.points.accessed().iter().filter(|a| a.0 == object);
        let offsets: BTreeSet<u64> = accessed.map(|a| a.1).collect();
        for offset in offsets {
            let at = self.further(start, offset);
            let owner = vocabulary::owner(self.pool, at);
            let owned = self.pool.eq(owner, id);
            self.fact(owned, unless);
        }
    }
}

fn is_heap(op: &Op) -> bool {
    let builtin = match *op {
        Op::Builtin { builtin, .. } => Some(builtin),
        _ => None,
    };
    builtin == Some(Builtin::Alloc)
}
