//! Which values do variables with few values have together?
//!
//! A controller goes through few states: a mode, some flags, small counters. From
//! the start, block by block, the valuations of such variables are collected at
//! every cut point, and the solver lists what a block can make of one where
//! rewriting alone does not say. A variable with many values at one place is given
//! up everywhere.
//!
//! **Soundness.** The valuations at the target of a block include all that it can
//! make of those at its source: a value that is not listed in full counts as *any*,
//! and a block counts as possible unless it is shown not to be. So whenever an
//! execution comes to a cut point its state agrees with one of the valuations there.

use super::conditions::Conditions;
use super::steps::{Expressed, Steps};
use crate::tuning::valuation::{BRANCHES, FRESH, NEAR, ROUNDS, VALUES};
use hatha_blocks::block::{BlockId, CutId, FAILURE, Facts, OBSTACLE, START};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use hatha_smt::layers::{Refereed, plain};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{Model, Sort, Substitution, TermId, TermPool, VarId as TermVar};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The values of the variables that matter at a cut point; `None` is any value.
type Valuation = Box<[Option<TermId>]>;

/// Values that some terms have together.
type Rows = Vec<Vec<TermId>>;

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Valuations that are taken through a block.
    pub steps: usize,
    /// Questions to the solver.
    pub queries: u64,
    /// Valuations at one cut point.
    pub valuations: usize,
}

/// Collects valuations.
pub(crate) struct Reach<'a> {
    steps: Steps<'a>,
    solver: Refereed<Embedded>,
    budget: &'a Budget,
    limits: Limits,
    /// The variables that matter at each cut point, in the order of its valuations.
    columns: Facts,
    /// What is followed beside variables.
    conditions: Conditions,
    /// What failures hang on, by the cut point before them.
    hangs_on: Vec<(CutId, TermId)>,
    /// Variables that have too many values.
    given_up: FxHashSet<TermId>,
    sets: IndexVec<CutId, Found>,
    /// Whether facts can hold together, as far as it was asked.
    possible: FxHashMap<Vec<TermId>, bool>,
    /// The values of some terms under some facts; `None` if there are too many.
    listed: FxHashMap<(Vec<TermId>, Vec<TermId>), Option<Rows>>,
    /// Valuations taken through a block.
    taken: usize,
    /// Questions asked.
    pub queries: u64,
}

/// The valuations at one cut point, in the order in which they were found.
#[derive(Clone, Debug, Default)]
struct Found {
    order: Vec<Valuation>,
    known: FxHashSet<Valuation>,
    values: Vec<BTreeSet<TermId>>,
}

/// Why a round stops early.
enum Stopped {
    /// A variable has many values.
    Many(TermId),
    /// The limits are reached.
    Over,
}

impl<'a> Reach<'a> {
    /// For the steps of a program.
    pub(crate) fn new(
        pool: &mut TermPool,
        mut steps: Steps<'a>,
        budget: &'a Budget,
        limits: Limits,
    ) -> Self {
        let blocks = steps.blocks;
        let updates = blocks.ids().flat_map(|id| blocks.block(id).updates.keys());
        let state: FxHashSet<TermId> = updates.copied().collect();
        Reach {
            columns: live(pool, &mut steps, &state),
            conditions: Conditions::new(blocks, state),
            hangs_on: Vec::new(),
            sets: IndexVec::new(),
            steps,
            solver: plain(),
            budget,
            limits,
            given_up: FxHashSet::default(),
            possible: FxHashMap::default(),
            listed: FxHashMap::default(),
            taken: 0,
            queries: 0,
        }
    }

    /// What the valuations say at each cut point; nothing if the limits do not suffice.
    pub(crate) fn facts(&mut self, pool: &mut TermPool) -> Option<Facts> {
        let mut rounds = 0;
        loop {
            match self.round(pool) {
                Ok(()) if self.is_safe() || rounds == ROUNDS || !self.follow_conditions(pool) => {
                    break;
                }
                Ok(()) => rounds += 1,
                Err(Stopped::Many(variable)) => {
                    self.given_up.insert(variable);
                    for columns in &mut self.columns {
                        columns.retain(|&c| c != variable);
                    }
                }
                Err(Stopped::Over) => return None,
            }
        }
        let mut facts: Facts = self.steps.blocks.per_cut(Vec::new());
        for cut in self.steps.blocks.located() {
            let (columns, rows) = self.expressed(pool, cut);
            let rows: Vec<&[Option<TermId>]> = rows.iter().map(|r| &**r).collect();
            let fact = disjunction(pool, &columns, &rows);
            if fact != pool.tru() {
                facts[cut].push(fact);
            }
        }
        Some(facts)
    }

    /// Follows the conditions that failures hang on; whether there are new ones.
    fn follow_conditions(&mut self, pool: &mut TermPool) -> bool {
        let facts = std::mem::take(&mut self.hangs_on);
        let new = self.conditions.follow(pool, &mut self.steps, &facts);
        for cut in self.steps.blocks.located() {
            let columns = &mut self.columns[cut];
            for condition in self.conditions.at(cut) {
                if !columns.contains(&condition) && !self.given_up.contains(&condition) {
                    columns.push(condition);
                }
            }
        }
        new
    }

    /// The valuations at a cut point, sorted, of the variables that are terms there.
    fn expressed(&self, pool: &mut TermPool, cut: CutId) -> (Vec<Expressed>, Vec<Valuation>) {
        let columns = self.columns[cut].iter();
        let terms: Vec<Option<Expressed>> = columns.map(|&c| self.steps.at(pool, cut, c)).collect();
        let kept = |row: &Valuation| {
            let both = row.iter().zip(&terms);
            both.filter(|(_, t)| t.is_some()).map(|(v, _)| *v).collect()
        };
        let rows: BTreeSet<Valuation> = self.sets[cut].order.iter().map(kept).collect();
        (
            terms.iter().copied().flatten().collect(),
            rows.into_iter().collect(),
        )
    }

    /// Whether no valuation leads to a failure or to something that is not modelled.
    pub(crate) fn is_safe(&self) -> bool {
        let is_empty = |cut: CutId| self.sets[cut].order.is_empty();
        is_empty(FAILURE) && is_empty(OBSTACLE)
    }

    /// Collects from the start.
    fn round(&mut self, pool: &mut TermPool) -> Result<(), Stopped> {
        self.hangs_on.clear();
        self.sets = self.steps.blocks.per_cut(Found::default());
        for (found, columns) in self.sets.iter_mut().zip(&self.columns) {
            found.values = vec![BTreeSet::new(); columns.len()];
        }
        self.add(START, Box::new([]))?;
        let mut next: IndexVec<CutId, usize> = self.steps.blocks.per_cut(0);
        let mut work = vec![START];
        while let Some(cut) = work.pop() {
            while let Some(valuation) = self.sets[cut].order.get(next[cut]).cloned() {
                next[cut] += 1;
                let blocks = self.steps.blocks;
                for &block in blocks.out(cut) {
                    let to = blocks.block(block).to;
                    if self.take(pool, block, &valuation)? && !work.contains(&to) {
                        work.push(to);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes a valuation through a block; whether that gave a new one.
    fn take(
        &mut self,
        pool: &mut TermPool,
        id: BlockId,
        valuation: &[Option<TermId>],
    ) -> Result<bool, Stopped> {
        self.taken += 1;
        if self.taken > self.limits.steps
            || self.queries > self.limits.queries
            || self.budget.is_interrupted()
        {
            return Err(Stopped::Over);
        }
        let blocks = self.steps.blocks;
        let block = blocks.block(id);
        let columns = &self.columns[block.from];
        let known = columns.iter().zip(valuation);
        let known = known.filter_map(|(&c, v)| v.map(|v| (c, v))).collect();
        let mut values = Substitution::new(known);
        let mut guards: Vec<TermId> = Vec::new();
        for guard in self.steps.guards(pool, id) {
            let guard = values.apply(pool, guard);
            if guard == pool.fls() {
                return Ok(false);
            }
            if guard != pool.tru() && !guards.contains(&guard) {
                guards.push(guard);
            }
        }
        let mut after = self.columns[block.to].clone();
        for column in &mut after {
            let value = self.steps.after(pool, id, *column);
            *column = values.apply(pool, value);
        }
        let about = [&guards[..], &after].concat();
        guards.extend(self.literals(pool, block.from, valuation, &about));
        guards.sort_unstable();
        guards.dedup();
        if !self.is_possible(pool, &guards) {
            return Ok(false);
        }
        if matches!(block.to, FAILURE | OBSTACLE) {
            let open = guards.iter().map(|&g| (block.from, g));
            self.hangs_on.extend(open);
        }
        let mut new = false;
        for row in self.rows(pool, &guards, &after) {
            new |= self.add(block.to, row)?;
        }
        Ok(new)
    }

    /// The conditions of a valuation as facts about the variables that some terms mention.
    fn literals(
        &self,
        pool: &mut TermPool,
        cut: CutId,
        valuation: &[Option<TermId>],
        about: &[TermId],
    ) -> Vec<TermId> {
        let columns = &self.columns[cut];
        let known = columns.iter().zip(valuation);
        let known = known.filter_map(|(&c, v)| v.map(|v| (c, v)));
        let (plain, conditions): (Vec<_>, Vec<_>) = known.partition(|k| pool.as_var(k.0).is_some());
        if conditions.is_empty() {
            return Vec::new();
        }
        let mentioned: FxHashSet<TermVar> = pool.free_vars(about).into_iter().collect();
        let mut values = Substitution::new(plain.into_iter().collect());
        let mut literals = Vec::new();
        for (condition, value) in conditions {
            let condition = values.apply(pool, condition);
            let vars = pool.free_vars(&[condition]);
            if vars.iter().any(|v| mentioned.contains(v)) {
                literals.push(pool.eq(condition, value));
            }
        }
        literals
    }

    fn ask(&mut self, pool: &mut TermPool, facts: &[TermId]) -> CheckResult {
        if self.queries.is_multiple_of(FRESH) {
            self.solver = plain();
        }
        self.queries += 1;
        self.solver.check(pool, facts, self.budget)
    }

    fn is_possible(&mut self, pool: &mut TermPool, guards: &[TermId]) -> bool {
        if guards.is_empty() {
            return true;
        }
        if let Some(&known) = self.possible.get(guards) {
            return known;
        }
        let possible = !self.ask(pool, guards).is_unsat();
        self.possible.insert(guards.to_vec(), possible);
        possible
    }

    /// The valuations that some terms can have under some facts.
    fn rows(&mut self, pool: &mut TermPool, guards: &[TermId], terms: &[TermId]) -> Vec<Valuation> {
        let is_open = |t: &TermId| !pool.is_const(*t);
        let mut open: Vec<TermId> = terms.iter().copied().filter(is_open).collect();
        open.sort_unstable();
        open.dedup();
        // One by one first: a term with too many values is any.
        open.retain(|&t| self.list(pool, guards, &[t], VALUES).is_some());
        let rows = match open.as_slice() {
            [] => Some(vec![Vec::new()]),
            _ => self.list(pool, guards, &open, BRANCHES),
        };
        let constant = |t: TermId| pool.is_const(t).then_some(t);
        let Some(mut rows) = rows else {
            return vec![terms.iter().map(|&t| constant(t)).collect()];
        };
        if is_on(Defect::MissesValue) && rows.len() > 1 {
            rows.pop();
        }
        let value = |row: &[TermId], t: TermId| {
            let listed = open.iter().position(|&o| o == t).map(|i| row[i]);
            constant(t).or(listed)
        };
        let make = |row: Vec<TermId>| terms.iter().map(|&t| value(&row, t)).collect();
        rows.into_iter().map(make).collect()
    }

    /// All values that terms have together under some facts, if there are at most so many.
    fn list(
        &mut self,
        pool: &mut TermPool,
        guards: &[TermId],
        terms: &[TermId],
        most: usize,
    ) -> Option<Rows> {
        let is_free = |t: TermId| {
            let mentions = |g: &TermId| pool.subterms(&[*g]).contains(&t);
            pool.as_var(t).is_some() && pool.width(t) > 4 && !guards.iter().any(mentions)
        };
        if terms.iter().any(|&t| is_free(t)) {
            return None;
        }
        let key = (guards.to_vec(), terms.to_vec());
        if let Some(known) = self.listed.get(&key) {
            return known.clone();
        }
        let found = if self.looks_many(pool, guards, terms) {
            None
        } else {
            self.enumerate(pool, guards, terms, most)
        };
        self.listed.insert(key, found.clone());
        found
    }

    /// Whether a term has a value that is neither near zero nor mentioned in it: then it has many,
    /// as what was read from memory that anything may have changed. Saves asking for them one by
    /// one.
    fn looks_many(&mut self, pool: &mut TermPool, guards: &[TermId], terms: &[TermId]) -> bool {
        let &[term] = terms else { return false };
        if pool.sort(term) == Sort::Bool || pool.width(term) <= 8 {
            return false;
        }
        let width = pool.width(term);
        let near = pool.bv_const(width, NEAR);
        let shifted = pool.bv_add(term, near);
        let range = pool.bv_const(width, 2 * NEAR);
        let mut facts = guards.to_vec();
        facts.push(pool.bv_ult(range, shifted));
        for c in pool.subterms(&[term]) {
            if pool.is_const(c) && pool.sort(c) == pool.sort(term) {
                facts.push(pool.ne(term, c));
            }
        }
        self.ask(pool, &facts).is_sat()
    }

    fn enumerate(
        &mut self,
        pool: &mut TermPool,
        guards: &[TermId],
        terms: &[TermId],
        most: usize,
    ) -> Option<Rows> {
        let mut facts = guards.to_vec();
        let mut names = Vec::new();
        for &t in terms {
            let sort = pool.sort(t);
            let name = pool.fresh_var("listed", sort);
            facts.push(pool.eq(name, t));
            names.push(name);
        }
        let mut rows: Rows = Vec::new();
        loop {
            match self.ask(pool, &facts) {
                CheckResult::Unsat => return Some(rows),
                CheckResult::Unknown(_) => return None,
                CheckResult::Sat if rows.len() >= most => return None,
                CheckResult::Sat => {}
            }
            let model = self.solver.model().cloned().unwrap_or_default();
            let row: Vec<TermId> = names.iter().map(|&n| value(pool, &model, n)).collect();
            let same: Vec<TermId> = names
                .iter()
                .zip(&row)
                .map(|(&n, &v)| pool.eq(n, v))
                .collect();
            let same = pool.and_all(&same);
            facts.push(pool.not(same));
            rows.push(row);
        }
    }

    /// Adds a valuation to a cut point; whether it is new.
    fn add(&mut self, cut: CutId, row: Valuation) -> Result<bool, Stopped> {
        let found = &mut self.sets[cut];
        if found.known.contains(&row) {
            return Ok(false);
        }
        for (i, value) in row.iter().enumerate() {
            let Some(value) = value else {
                continue;
            };
            found.values[i].insert(*value);
            if found.values[i].len() >= VALUES {
                return Err(Stopped::Many(self.columns[cut][i]));
            }
        }
        found.known.insert(row.clone());
        found.order.push(row);
        if found.order.len() > self.limits.valuations {
            let many = (0..found.values.len()).max_by_key(|&i| found.values[i].len());
            let columns = &self.columns[cut];
            return Err(many.map_or(Stopped::Over, |i| Stopped::Many(columns[i])));
        }
        Ok(true)
    }
}

/// The value of a variable in a model, as a constant.
fn value(pool: &mut TermPool, model: &Model, variable: TermId) -> TermId {
    let symbol = pool.as_var(variable);
    if pool.sort(variable) == Sort::Bool {
        let holds = symbol.and_then(|v| model.get(v)?.as_bool());
        return if holds == Some(true) {
            pool.tru()
        } else {
            pool.fls()
        };
    }
    let bits = symbol.and_then(|v| model.get(v)?.as_bv()?.to_u128());
    let width = pool.width(variable);
    pool.bv_const(width, bits.unwrap_or(0))
}

/// That the columns agree with one of the rows, which are sorted: a tree that asks for one
/// variable after the other.
fn disjunction(pool: &mut TermPool, columns: &[Expressed], rows: &[&[Option<TermId>]]) -> TermId {
    let Some((&column, rest)) = columns.split_first() else {
        return if rows.is_empty() {
            pool.fls()
        } else {
            pool.tru()
        };
    };
    let mut groups: BTreeMap<Option<TermId>, Vec<&[Option<TermId>]>> = BTreeMap::new();
    for row in rows {
        groups.entry(row[0]).or_default().push(&row[1..]);
    }
    // Values with the same rest stand together.
    let mut by_rest: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for (value, group) in groups {
        let rest = disjunction(pool, rest, &group);
        let here = match value {
            Some(value) => {
                let same = pool.eq(column.term, value);
                column.unless.map_or(same, |u| pool.or(u, same))
            }
            None => pool.tru(),
        };
        match by_rest.iter_mut().find(|(r, _)| *r == rest) {
            Some((_, values)) => values.push(here),
            None => by_rest.push((rest, vec![here])),
        }
    }
    let mut cases = Vec::new();
    for (rest, values) in by_rest {
        let any = pool.or_all(&values);
        cases.push(pool.and(any, rest));
    }
    pool.or_all(&cases)
}

/// The variables at each cut point whose value may still matter to a guard.
fn live(pool: &mut TermPool, steps: &mut Steps<'_>, state: &FxHashSet<TermId>) -> Facts {
    let blocks = steps.blocks;
    let mut at: IndexVec<CutId, BTreeSet<TermVar>> = blocks.per_cut(BTreeSet::new());
    let mut local: IndexVec<BlockId, BTreeSet<TermVar>> = IndexVec::new();
    for id in blocks.ids() {
        let guards = steps.guards(pool, id);
        local.push(pool.free_vars(&guards).into_iter().collect());
    }
    let mut changed = true;
    while changed {
        changed = false;
        // What is needed goes backwards.
        for id in blocks.ids().rev() {
            let block = blocks.block(id);
            let mut needed = local[id].clone();
            for &v in &at[block.to] {
                let variable = pool.var_term(v);
                if steps.keeps(pool, id, variable) {
                    needed.insert(v);
                } else {
                    let value = steps.after(pool, id, variable);
                    needed.extend(pool.free_vars(&[value]));
                }
            }
            needed.retain(|&v| blocks.is_visible(block.from, v));
            let from = &mut at[block.from];
            let before = from.len();
            from.extend(needed);
            changed |= from.len() != before;
        }
    }
    at[START].clear();
    let is_state = |t: &TermId| state.contains(t) || steps.is_cell(*t);
    let mut term = |v: TermVar| Some(pool.var_term(v)).filter(is_state);
    let columns = |set: BTreeSet<TermVar>| set.into_iter().filter_map(&mut term).collect();
    at.into_iter().map(columns).collect()
}
