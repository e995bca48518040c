//! Facts about every block of the heap: what holds of each node of a list, whatever its length; and facts
//! about every element of an array.
//!
//! A candidate speaks of `each`, an address that stands for all, and of `made`, the site of the block that
//! begins at an address (`docs/memory-model.md`, section 11). Candidates come from the fields that the
//! program reads and writes and from the constants that it stores there. What is not inductive is
//! dropped; a step may use what is left at `each`, and at the pointers through which it accesses memory.
//! With `element`, a number that stands for all, it is the same for the elements that it accesses (section 12).
//!
//! **Soundness.** None is claimed: what is found is written as a proof, or goes into one, and the checker
//! derives the same from the program by itself.

mod arrays;
mod candidates;
mod elements;
mod ends;
mod live;
mod numbers;
mod places;
mod pointers;

use crate::questions::addresses::facts_about_globals;
use crate::questions::query::Preimages;
use crate::tuning::elements::{HARD, MOST as MOST_ABOUT_ELEMENTS};
use crate::tuning::every::{CONFLICTS, MOST, STARTS, WORDS};
use candidates::{Candidates, Kind};
use elements::Elements;
use hatha_blocks::block::{Block, BlockId, Blocks, CutId, FAILURE, Facts, OBSTACLE, START};
use hatha_blocks::made::{FIRST_NEW_ID, Site};
use hatha_blocks::memory::Update;
use hatha_blocks::sums::NormalAddresses;
use hatha_cfa::Program;
use hatha_index::IndexVec;
use hatha_proof::vocabulary::site as site_number;
use hatha_proof::vocabulary::{
    EACH_ALIGN, FIRST_HEAP_ID, NO_SITE, OBJECT_BITS, as_address, as_made, as_owner, each, made,
    owner,
};
use hatha_smt::layers::plain;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{Evaluator, Sort, Symbol, TermId, TermPool};
use std::collections::BTreeSet;

/// What holds of every block.
pub(crate) struct Learnt {
    /// At each cut point; some speak of `each`.
    pub(crate) facts: Facts,
    /// Whether no failure is left.
    pub(crate) is_safe: bool,
    /// Questions asked.
    pub(crate) queries: u64,
}

/// The search for facts about every block.
pub(crate) struct Every<'a> {
    pub(crate) pool: &'a mut TermPool,
    pub(crate) blocks: &'a Blocks,
    pub(crate) preimages: &'a mut Preimages,
    pub(crate) program: &'a Program,
    /// What is known to hold at each cut point.
    pub(crate) known: &'a Facts,
    pub(crate) budget: &'a Budget,
}

impl Every<'_> {
    /// The facts that are kept, if the program allocates blocks of constant size in a loop or has arrays.
    pub(crate) fn learn(self) -> Option<Learnt> {
        let mut sites = self.sites();
        if !sites.iter().any(|s| self.is_on_cycle(*s)) {
            sites.clear();
        }
        let elements = Elements::new(self.pool, self.blocks, self.program);
        let elements = elements.map(|mut e| e.candidates());
        if sites.is_empty() && elements.is_none() {
            return None;
        }
        let bits = self.program.target.pointer_bits;
        let mut induction = Induction {
            bits,
            each: each(self.pool, bits),
            settled: self.blocks.per_cut(Vec::new()),
            sites,
            queries: 0,
            most: MOST_ABOUT_ELEMENTS,
            hard: 0,
            hardest: 3 * HARD,
            addresses: NormalAddresses::default(),
            context: self,
        };
        let is_safe = induction.learn_elements(elements) || induction.learn();
        let facts = induction.settled;
        let is_any = facts.iter().any(|here| !here.is_empty());
        is_any.then_some(Learnt {
            facts,
            is_safe,
            queries: induction.queries,
        })
    }

    fn sites(&self) -> Vec<Site> {
        let updates = self.blocks.ids().flat_map(|b| &self.blocks.block(b).memory);
        let site = |u: &Update| match u {
            Update::New(address) => self.preimages.site(*address),
            _ => None,
        };
        let found: BTreeSet<Site> = updates.filter_map(site).collect();
        found.into_iter().collect()
    }

    /// Whether an edge may be taken again.
    fn is_on_cycle(&self, site: Site) -> bool {
        let mut blocks = self.blocks.ids().map(|id| self.blocks.block(id));
        blocks.any(|b| b.edges.contains(&site.edge) && self.leads(b.to, b.from))
    }

    fn leads(&self, from: CutId, to: CutId) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            if at == to {
                return true;
            }
            let next = self.blocks.out(at).iter();
            work.extend(
                next.map(|b| self.blocks.block(*b).to)
                    .filter(|c| seen.insert(*c)),
            );
        }
        false
    }
}

/// Candidates, and what is left of them.
struct Induction<'a> {
    context: Every<'a>,
    bits: u32,
    each: TermId,
    sites: Vec<Site>,
    /// What has been shown.
    settled: Facts,
    queries: u64,
    /// Questions after which the attempt is given up.
    most: u64,
    /// Questions that were too hard.
    hard: u64,
    /// So many of them after which the attempt is given up.
    hardest: u64,
    /// One form of each address.
    addresses: NormalAddresses,
}

impl Induction<'_> {
    /// Tries candidates about elements; whether no failure is left.
    fn learn_elements(&mut self, candidates: Option<Facts>) -> bool {
        let is_safe = candidates.and_then(|facts| self.run(facts));
        // What comes next has work of its own.
        self.most = self.queries + MOST;
        self.hardest = u64::MAX;
        is_safe == Some(true)
    }

    /// Tries candidates of one kind after the other until no failure is left; whether none is.
    fn learn(&mut self) -> bool {
        if self.sites.is_empty() {
            return false;
        }
        for kind in Kind::ALL {
            if kind == Kind::Site && self.sites.len() < 2 {
                continue;
            }
            let Every {
                pool,
                blocks,
                program,
                ..
            } = &mut self.context;
            let candidates = Candidates::new(pool, blocks, program, &self.sites).of_kind(kind);
            match self.run(candidates) {
                Some(true) => return true,
                Some(false) => {}
                None => return false,
            }
        }
        false
    }

    /// Drops candidates until every block keeps the others, and settles these; whether no failure is
    /// left. `None`, and nothing is settled, if the work is over before.
    fn run(&mut self, mut facts: Facts) -> Option<bool> {
        for (here, settled) in facts.iter_mut().zip(&self.settled) {
            here.retain(|f| !settled.contains(f));
        }
        let blocks = self.context.blocks;
        let mut work: Vec<BlockId> = blocks.ids().collect();
        work.reverse();
        let mut waiting: IndexVec<BlockId, bool> = vec![true; work.len()].into();
        while let Some(id) = work.pop() {
            waiting[id] = false;
            if !self.keep(&mut facts, id)? {
                continue;
            }
            let to = blocks.block(id).to;
            for &next in blocks.out(to) {
                if !std::mem::replace(&mut waiting[next], true) {
                    work.push(next);
                }
            }
        }
        for (settled, here) in self.settled.iter_mut().zip(facts) {
            settled.extend(here);
            candidates::slim(self.context.pool, settled);
        }
        self.is_safe()
    }

    /// Whether no block into a failure can be taken.
    fn is_safe(&mut self) -> Option<bool> {
        let blocks = self.context.blocks;
        for id in blocks.ids() {
            let block = blocks.block(id);
            if block.to == FAILURE || block.to == OBSTACLE {
                let query = self.given(block, &[], &[]);
                if !self.ask(&query)?.is_unsat() {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Drops what a block does not keep; whether anything was dropped. `None` if the work is over.
    fn keep(&mut self, facts: &mut Facts, id: BlockId) -> Option<bool> {
        let block = self.context.blocks.block(id);
        let before = facts[block.to].len();
        loop {
            let after = self.after(block, id, &facts[block.to]);
            let from = &facts[block.from];
            let is_open =
                |i: &usize| after[*i] != self.context.pool.tru() && !from.contains(&after[*i]);
            let open: Vec<usize> = (0..after.len()).filter(is_open).collect();
            if open.is_empty() {
                break;
            }
            let lost = self.broken((block, from), &after, &open)?;
            if lost.is_empty() {
                break;
            }
            let mut index = 0;
            facts[block.to].retain(|_| {
                index += 1;
                !lost.contains(&(index - 1))
            });
        }
        Some(facts[block.to].len() != before)
    }

    fn after(&mut self, block: &Block, id: BlockId, facts: &[TermId]) -> Vec<TermId> {
        let (pool, preimages) = (&mut *self.context.pool, &mut *self.context.preimages);
        let mut before = |&fact: &TermId| preimages.before(pool, block, id, fact);
        facts.iter().map(&mut before).collect()
    }

    /// Candidates that a block does not keep.
    fn broken(
        &mut self,
        (block, from): (&Block, &[TermId]),
        after: &[TermId],
        open: &[usize],
    ) -> Option<BTreeSet<usize>> {
        let given = self.given(block, from, after);
        let mut lost = BTreeSet::new();
        let mut work = vec![open.to_vec()];
        while let Some(open) = work.pop() {
            let pool = &mut *self.context.pool;
            let broken: Vec<TermId> = open.iter().map(|&i| pool.not(after[i])).collect();
            let mut query = given.clone();
            query.push(pool.or_all(&broken));
            let mut solver = plain();
            match self.ask_with(&mut solver, &query)? {
                CheckResult::Unsat => {}
                CheckResult::Sat => {
                    let model = solver.model().cloned().unwrap_or_default();
                    let mut evaluator = Evaluator::new(self.context.pool, &model);
                    let is_false = |i: &usize| evaluator.truth(after[*i]) != Ok(true);
                    let found: Vec<usize> = open.iter().copied().filter(is_false).collect();
                    lost.extend(if found.is_empty() { open } else { found });
                    // What is left is asked about again, with less that is known.
                    return Some(lost);
                }
                // What is too hard together may not be alone.
                CheckResult::Unknown(_) if open.len() > 1 && self.hard < HARD => {
                    self.hard += 1;
                    let (a, b) = open.split_at(open.len() / 2);
                    work.extend([b.to_vec(), a.to_vec()]);
                }
                CheckResult::Unknown(_) => {
                    self.hard += 1;
                    lost.extend(open);
                }
            }
        }
        Some(lost)
    }

    fn ask(&mut self, query: &[TermId]) -> Option<CheckResult> {
        self.ask_with(&mut plain(), query)
    }

    fn ask_with(&mut self, solver: &mut dyn Solver, query: &[TermId]) -> Option<CheckResult> {
        self.queries += 1;
        if self.queries > self.most
            || self.hard > self.hardest
            || self.context.budget.is_interrupted()
        {
            return None;
        }
        let budget = Budget {
            conflicts: Some(CONFLICTS),
            ..self.context.budget.clone()
        };
        let (pool, program) = (&mut *self.context.pool, self.context.program);
        let mut asked = facts_about_globals(pool, program, query);
        asked.extend(query);
        for term in &mut asked {
            *term = self.addresses.of(pool, *term);
        }
        Some(solver.check(pool, &asked, &budget))
    }

    /// What holds before a block, and what is known of the addresses that it and some terms speak of.
    fn given(&mut self, block: &Block, from: &[TermId], after: &[TermId]) -> Vec<TermId> {
        let mut given = self.context.known[block.from].clone();
        if block.from == START {
            given.extend(self.of_each_at_start());
        }
        let mut from = from.to_vec();
        from.extend(&self.settled[block.from]);
        given.extend(&from);
        given.extend(&block.guards);
        for pointer in places::pointers(self.context.pool, block, self.bits) {
            let map = [(self.each, pointer)].into_iter().collect();
            for &fact in &from {
                let there = self.context.pool.substitute(fact, &map);
                given.extend((there != fact).then_some(there));
            }
        }
        let elements = numbers::instances(self.context.pool, block, &from, self.bits);
        if !elements.is_empty() {
            given.extend(elements);
            let inside = numbers::inside(self.context.pool, self.context.program, block);
            given.extend(inside);
        }
        let mentioned: Vec<TermId> = given.iter().chain(after).copied().collect();
        given.extend(self.about_starts(block, &mentioned));
        given.extend(pointers::same_blocks(
            self.context.pool,
            self.bits,
            &mentioned,
        ));
        given
    }

    /// What holds at the start of the number that stands for all.
    fn of_each_at_start(&mut self) -> Vec<TermId> {
        let blocks = self.context.blocks;
        let facts = blocks.start().of_each.iter();
        let pool = &mut *self.context.pool;
        let updates = &blocks.initial().updates;
        facts.map(|&f| pool.substitute(f, updates)).collect()
    }

    /// What is known of sites at the addresses that terms ask about.
    fn about_starts(&mut self, block: &Block, terms: &[TermId]) -> Vec<TermId> {
        let pool = &mut *self.context.pool;
        let all = pool.subterms(terms);
        let asked = |t: &TermId| as_made(pool, *t).or_else(|| as_owner(pool, *t));
        let asked = all.iter().filter_map(asked);
        let starts: BTreeSet<TermId> = asked.collect();
        let starts: Vec<TermId> = starts.into_iter().take(STARTS).collect();
        let mut facts = Vec::new();
        for (i, &a) in starts.iter().enumerate() {
            facts.extend(self.about_start(a));
            for &b in &starts[i + 1..] {
                let apart = self.are_apart(a, b);
                facts.push(apart);
            }
        }
        let new: Vec<(TermId, u64)> = self.new_blocks(block);
        for (i, &(a, bytes)) in new.iter().enumerate() {
            let nothing = self.is_none(a);
            facts.push(nothing);
            for &b in &starts {
                let apart = self.is_apart_from(b, (a, bytes));
                facts.push(apart);
            }
            let others = new[i + 1..].iter();
            facts.extend(others.map(|&(b, _)| self.context.pool.ne(a, b)));
        }
        for (address, bytes) in self.variables(&all) {
            for &b in &starts {
                let apart = self.is_apart_from(b, (address, bytes));
                facts.push(apart);
            }
        }
        facts
    }

    fn new_blocks(&self, block: &Block) -> Vec<(TermId, u64)> {
        let new = |u: &Update| match *u {
            Update::New(address) => {
                let site = self.context.preimages.site(address);
                Some((address, site.map_or(1, |s| s.bytes.max(1))))
            }
            _ => None,
        };
        block.memory.iter().filter_map(new).collect()
    }

    /// The addresses of variables in memory among terms, with their sizes.
    fn variables(&self, terms: &[TermId]) -> Vec<(TermId, u64)> {
        let (pool, program) = (&*self.context.pool, self.context.program);
        let variable = |&t: &TermId| {
            let var = as_address(pool.as_symbol(t)?)?;
            Some((t, program.size_of(program.var(var).ty)?.max(1)))
        };
        terms.iter().filter_map(variable).collect()
    }

    fn is_none(&mut self, at: TermId) -> TermId {
        let site = made(self.context.pool, at);
        let none = self.context.pool.bv_const(OBJECT_BITS, NO_SITE);
        self.context.pool.eq(site, none)
    }

    fn is_made_by(&mut self, at: TermId, site: Site) -> TermId {
        let pool = &mut *self.context.pool;
        let number = pool.bv_const(OBJECT_BITS, site_number(site.edge));
        let made = made(pool, at);
        pool.eq(made, number)
    }

    /// Where a block begins is one of the sites, and an aligned address that is not null.
    fn about_start(&mut self, at: TermId) -> Vec<TermId> {
        let nothing = self.is_none(at);
        let mut cases = vec![nothing];
        for site in self.sites.clone() {
            cases.push(self.is_made_by(at, site));
        }
        let pool = &mut *self.context.pool;
        let one = pool.or_all(&cases);
        let zero = pool.bv_const(self.bits, 0);
        let mask = pool.bv_const(self.bits, u128::from(EACH_ALIGN - 1));
        let low = pool.bv_and(at, mask);
        let aligned = pool.eq(low, zero);
        let not_null = pool.ne(at, zero);
        let known = pool.and(aligned, not_null);
        let id = owner(pool, at);
        let first_new = pool.bv_const(OBJECT_BITS, FIRST_NEW_ID);
        let old = pool.bv_ult(id, first_new);
        let mut facts = vec![one, pool.or(nothing, known), old];
        for site in self.sites.clone() {
            facts.push(self.about_id(at, site));
        }
        facts
    }

    /// The id of a block: its name, or one behind all names.
    fn about_id(&mut self, at: TermId, site: Site) -> TermId {
        let made = self.is_made_by(at, site);
        let last = self.sites.iter().filter_map(|s| s.name).max();
        let pool = &mut *self.context.pool;
        let id = owner(pool, at);
        let known = match site.name {
            Some(name) => {
                let name = pool.bv_const(OBJECT_BITS, name);
                pool.eq(id, name)
            }
            None => {
                let first = pool.bv_const(OBJECT_BITS, last.map_or(FIRST_HEAP_ID, |n| n + 1));
                pool.bv_ule(first, id)
            }
        };
        pool.implies(made, known)
    }

    /// Two blocks are one, or begin at no word of each other. Accesses are words or parts of them, so that
    /// tells them apart, by equations alone.
    fn are_apart(&mut self, a: TermId, b: TermId) -> TermId {
        let nothing = [self.is_none(a), self.is_none(b)];
        let pool = &mut *self.context.pool;
        let same = pool.eq(a, b);
        let [id_a, id_b] = [a, b].map(|at| owner(pool, at));
        let mut apart = vec![pool.ne(id_a, id_b)];
        let bytes = self.largest();
        apart.extend(self.is_no_word(a, (b, bytes)));
        apart.extend(self.is_no_word(b, (a, bytes)));
        let pool = &mut *self.context.pool;
        let apart = pool.and_all(&apart);
        pool.or_all(&[nothing[0], nothing[1], same, apart])
    }

    fn largest(&self) -> u64 {
        let sizes = self.sites.iter().map(|s| s.bytes);
        sizes.max().unwrap_or(1).min(WORDS * u64::from(EACH_ALIGN))
    }

    /// If a block begins at an address, it begins at no word of some bytes, nor do they in it.
    fn is_apart_from(&mut self, start: TermId, (at, bytes): (TermId, u64)) -> TermId {
        let nothing = self.is_none(start);
        let largest = self.largest();
        let mut apart = self.is_no_word(start, (at, bytes));
        apart.extend(self.is_no_word(at, (start, largest)));
        let pool = &mut *self.context.pool;
        let apart = pool.and_all(&apart);
        pool.or(nothing, apart)
    }

    /// An address is none of the words of some bytes.
    fn is_no_word(&mut self, address: TermId, (at, bytes): (TermId, u64)) -> Vec<TermId> {
        let step = u64::from(EACH_ALIGN);
        let pool = &mut *self.context.pool;
        let mut found = Vec::new();
        for word in 0..bytes.div_ceil(step).min(WORDS) {
            let distance = pool.bv_const(self.bits, u128::from(word * step));
            let word = pool.bv_add(at, distance);
            found.push(pool.ne(address, word));
        }
        found
    }
}

/// What facts about every block say of the pointers that a block accesses memory through, and facts about
/// every element of the elements that it accesses.
pub(crate) fn instances(
    pool: &mut TermPool,
    block: &Block,
    facts: &[TermId],
    bits: u32,
) -> Vec<TermId> {
    let each = pool.var(Symbol::Each, Sort::Bv(bits));
    let mut found = numbers::instances(pool, block, facts, bits);
    for pointer in places::pointers(pool, block, bits) {
        let map = [(each, pointer)].into_iter().collect();
        for &fact in facts {
            let there = pool.substitute(fact, &map);
            found.extend((there != fact).then_some(there));
        }
    }
    found
}
