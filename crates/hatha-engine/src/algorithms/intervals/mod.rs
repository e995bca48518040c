//! An abstract interpreter with ranges of integers: linear in the size of the program.
//!
//! Every cut point gets one state, the ranges of its variables; blocks are followed until nothing
//! changes. At cut points that are met again and again ranges grow in jumps, to constants of the
//! program; a few rounds afterwards take back what was too much. `docs/engines/intervals.md` is
//! the page.
//!
//! **Soundness.** None is claimed: the states are written as a proof, one region at each cut
//! point, and the checker decides whether it is one.

mod live;
mod range;
mod step;

use crate::algorithms::flow::{Break, Continue, Flow, unknown};
use crate::algorithms::session::{Session, search};
use crate::regions::proof::{self, Cover};
use crate::{Engine, Finding, Search, Task};
use hatha_blocks::block::{BlockId, CutId, FAILURE, OBSTACLE, START};
use hatha_index::IndexVec;
use hatha_term::{TermId, TermPool};
use live::Live;
use range::Range;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use step::{State, Terms};

/// How often a state may grow by itself before it grows in jumps.
const PATIENCE: u32 = 3;

/// How often a state may grow in jumps to constants before its bounds are given up.
const JUMPS: u32 = 24;

/// Rounds that take back what jumps have added.
const NARROWINGS: u32 = 2;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Intervals;

impl Engine for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        search(task, self.name(), |session| {
            session.try_seeds()?;
            Interpreter::new(session).main_loop()
        })
    }
}

/// Takes the ranges of variables for invariants of a search by another algorithm; ends it with a
/// proof if they exclude every failure.
pub(crate) fn assume_ranges(session: &mut Session<'_>) -> Flow {
    let mut interpreter = Interpreter::new(session);
    interpreter.ascend()?;
    interpreter.descend()?;
    if interpreter.open_failure().is_none() {
        return Break(interpreter.proof());
    }
    interpreter.leave_invariants();
    Continue(())
}

struct Interpreter<'s, 'a> {
    session: &'s mut Session<'a>,
    terms: IndexVec<BlockId, Terms>,
    /// None where no execution gets to.
    states: IndexVec<CutId, Option<State>>,
    /// How often each state has grown.
    growths: IndexVec<CutId, u32>,
    live: Live,
    thresholds: Thresholds,
}

impl<'s, 'a> Interpreter<'s, 'a> {
    fn new(session: &'s mut Session<'a>) -> Self {
        let blocks = &session.subject.blocks;
        let pool = &session.questions.pool;
        let all = blocks.ids().map(|b| Terms::of(pool, blocks.block(b)));
        let terms: IndexVec<BlockId, Terms> = all.collect();
        let thresholds = Thresholds::of(pool, &terms.raw);
        let live = Live::of(pool, blocks, &terms);
        let (states, growths) = (blocks.per_cut(None), blocks.per_cut(0));
        Interpreter {
            session,
            terms,
            states,
            growths,
            live,
            thresholds,
        }
    }

    /// Follow blocks until nothing changes, take back what was too much, and see whether a
    /// failure is left.
    fn main_loop(&mut self) -> Flow<Finding> {
        self.ascend()?;
        self.descend()?;
        match self.open_failure() {
            Some(block) => Break(unknown(self.reason(block))),
            None => Continue(self.proof()),
        }
    }

    fn ascend(&mut self) -> Flow {
        self.states[START] = Some(State::default());
        let mut work = BTreeSet::from([START]);
        while let Some(cut) = work.pop_first() {
            self.session.in_time()?;
            self.session.counts.iterations += 1;
            for block in self.session.subject.blocks.out(cut).to_vec() {
                let to = self.session.subject.blocks.block(block).to;
                if let Some(state) = self.after(block)
                    && self.grow(to, state)
                {
                    work.insert(to);
                }
            }
        }
        Continue(())
    }

    /// The state that a block leads to; `None` if nothing takes it.
    fn after(&self, block: BlockId) -> Option<State> {
        let blocks = &self.session.subject.blocks;
        let pool = &self.session.questions.pool;
        let b = blocks.block(block);
        let before = self.states[b.from].as_ref()?;
        let terms = &self.terms[block];
        let is_visible = |t| pool.as_var(t).is_some_and(|v| blocks.is_visible(b.to, v));
        let is_kept = |t: TermId| self.live.is_live(b.to, t) && is_visible(t);
        step::after(pool, b, terms, before, is_kept)
    }

    /// Adds a state to that of a cut point; gives whether it has grown.
    fn grow(&mut self, cut: CutId, state: State) -> bool {
        let Some(known) = &mut self.states[cut] else {
            self.states[cut] = Some(state);
            return true;
        };
        let joined = join(known, &state);
        if joined == *known {
            return false;
        }
        self.growths[cut] += 1;
        *known = match self.growths[cut] {
            n if n <= PATIENCE => joined,
            n if n <= PATIENCE + JUMPS => self.thresholds.widen(known, &joined),
            // Bounds that still grow are given up.
            _ => joined
                .into_iter()
                .filter(|(v, r)| known.get(v) == Some(r))
                .collect(),
        };
        true
    }

    /// Follows every block once more, a few times, and keeps the result if it is closed.
    fn descend(&mut self) -> Flow {
        for _ in 0..NARROWINGS {
            self.session.in_time()?;
            let mut smaller = self.session.subject.blocks.per_cut(None);
            smaller[START] = Some(State::default());
            for block in self.session.subject.blocks.ids() {
                let Some(state) = self.after(block) else {
                    continue;
                };
                let to = self.session.subject.blocks.block(block).to;
                let at = &mut smaller[to];
                *at = Some(match at.take() {
                    None => state,
                    Some(known) => join(&known, &state),
                });
            }
            let larger = std::mem::replace(&mut self.states, smaller);
            if !self.is_closed() {
                self.states = larger;
                break;
            }
        }
        Continue(())
    }

    /// Whether every block leads from the states into the states.
    fn is_closed(&self) -> bool {
        let blocks = &self.session.subject.blocks;
        blocks.ids().all(|block| {
            let to = blocks.block(block).to;
            self.after(block).is_none_or(|state| {
                let covers = |known: &State| join(known, &state) == *known;
                self.states[to].as_ref().is_some_and(covers)
            })
        })
    }

    /// A block into a failure, or into something that is not modelled, that may be taken.
    fn open_failure(&self) -> Option<BlockId> {
        let blocks = &self.session.subject.blocks;
        let is_bad = |to: CutId| to == FAILURE || to == OBSTACLE;
        let mut bad = blocks.ids().filter(|b| is_bad(blocks.block(*b).to));
        bad.find(|b| self.after(*b).is_some())
    }

    fn reason(&self, block: BlockId) -> String {
        let place = self.session.subject.describe(block);
        match &self.session.subject.blocks.block(block).obstacle {
            Some(what) => format!("{what} may be reached at {place}"),
            None => format!("ranges alone do not exclude the failure at {place}"),
        }
    }

    /// What the ranges at a cut point say; `None` if no execution gets there.
    fn facts(&mut self, cut: CutId) -> Option<Vec<TermId>> {
        let state = self.states[cut].as_ref()?;
        let pool = &mut self.session.questions.pool;
        let sorted: BTreeMap<TermId, Range> = state.iter().map(|(&v, &r)| (v, r)).collect();
        let facts = sorted.into_iter().flat_map(|(v, r)| as_facts(pool, v, r));
        Some(facts.collect())
    }

    /// The states as invariants of cut points.
    fn leave_invariants(&mut self) {
        for cut in self.session.subject.blocks.located() {
            let facts = self.facts(cut);
            let fls = self.session.questions.pool.fls();
            let invariants = &mut self.session.abstraction.invariants[cut];
            invariants.extend(facts.unwrap_or_else(|| vec![fls]));
        }
    }

    /// The states as regions, one at each cut point.
    fn proof(&mut self) -> Finding {
        let mut cover = Cover::default();
        let mut position: FxHashMap<CutId, u32> = FxHashMap::default();
        for cut in self.session.subject.blocks.located() {
            let Some(ranges) = self.facts(cut) else {
                continue;
            };
            let mut facts = self.session.abstraction.invariants[cut].clone();
            facts.extend(ranges);
            position.insert(cut, cover.regions.len() as u32);
            let pool = &mut self.session.questions.pool;
            cover.regions.push((cut, pool.and_all(&facts)));
        }
        for block in self.session.subject.blocks.ids() {
            if self.after(block).is_none() {
                continue;
            }
            let b = self.session.subject.blocks.block(block);
            match (position.get(&b.from), position.get(&b.to)) {
                (Some(&from), Some(&to)) => cover.edges.push((from, block, to)),
                (None, Some(&to)) if b.from == START => cover.initial.push(to),
                _ => {}
            }
        }
        let s = &mut *self.session;
        s.counts.regions = cover.regions.len() as u64;
        proof::write_cover(
            s.task,
            s.subject.program,
            &s.subject.blocks,
            &cover,
            &mut s.questions.pool,
        )
    }
}

/// What holds in both states.
fn join(a: &State, b: &State) -> State {
    let both = a.iter().filter_map(|(v, r)| Some((*v, r.join(*b.get(v)?))));
    both.filter(|(_, r)| *r != r.top()).collect()
}

/// The bounds of a range that say something.
fn as_facts(pool: &mut TermPool, t: TermId, range: Range) -> Vec<TermId> {
    let top = range.top();
    let mut facts = Vec::new();
    if let Some(value) = range.value() {
        let value = pool.bv_const(range.width, value);
        return vec![pool.eq(t, value)];
    }
    if range.signed.0 != top.signed.0 {
        let least = pool.bv_signed(range.width, range.signed.0);
        facts.push(pool.bv_sle(least, t));
    }
    if range.signed.1 != top.signed.1 {
        let most = pool.bv_signed(range.width, range.signed.1);
        facts.push(pool.bv_sle(t, most));
    }
    let by_signed = Range {
        unsigned: top.unsigned,
        ..range
    };
    if by_signed.meet(top) == Some(range) {
        return facts;
    }
    if range.unsigned.0 != top.unsigned.0 {
        let least = pool.bv_const(range.width, range.unsigned.0);
        facts.push(pool.bv_ule(least, t));
    }
    if range.unsigned.1 != top.unsigned.1 {
        let most = pool.bv_const(range.width, range.unsigned.1);
        facts.push(pool.bv_ule(t, most));
    }
    facts
}

/// The constants of the program and their neighbours, by width: bounds jump to them.
#[derive(Debug, Default)]
struct Thresholds(FxHashMap<u32, BTreeSet<i128>>);

impl Thresholds {
    fn of(pool: &TermPool, terms: &[Terms]) -> Thresholds {
        let mut found: FxHashMap<u32, BTreeSet<i128>> = FxHashMap::default();
        for t in terms.iter().flat_map(Terms::iter) {
            let Some(constant) = pool.as_bv(t) else {
                continue;
            };
            let width = constant.width();
            if width > 64 {
                continue;
            }
            let both = [constant.to_i128(), constant.to_u128().map(|v| v as i128)];
            let of_width = found.entry(width).or_default();
            for v in both.into_iter().flatten() {
                of_width.extend([v - 1, v, v + 1]);
            }
        }
        Thresholds(found)
    }

    /// The bounds that have moved, moved on to the next constant.
    fn widen(&self, old: &State, new: &State) -> State {
        let mut state = State::default();
        for (&v, &range) in new {
            let Some(&before) = old.get(&v) else { continue };
            let wide = self.widen_range(before, range);
            if wide != wide.top() {
                state.insert(v, wide);
            }
        }
        state
    }

    fn widen_range(&self, old: Range, new: Range) -> Range {
        let top = new.top();
        let below = |v: i128| {
            let all = self.0.get(&new.width)?;
            all.range(..=v).next_back().copied()
        };
        let above = |v: i128| {
            let all = self.0.get(&new.width)?;
            all.range(v..).next().copied()
        };
        let mut wide = new;
        if new.signed.0 < old.signed.0 {
            let bound = below(new.signed.0).unwrap_or(top.signed.0);
            wide.signed.0 = bound.max(top.signed.0);
        }
        if new.signed.1 > old.signed.1 {
            let bound = above(new.signed.1).unwrap_or(top.signed.1);
            wide.signed.1 = bound.min(top.signed.1);
        }
        let unsigned = |v: u128| i128::try_from(v).unwrap_or(i128::MAX);
        if new.unsigned.0 < old.unsigned.0 {
            let bound = below(unsigned(new.unsigned.0));
            let bound = bound.and_then(|b| u128::try_from(b).ok());
            wide.unsigned.0 = bound.unwrap_or(0);
        }
        if new.unsigned.1 > old.unsigned.1 {
            let bound = above(unsigned(new.unsigned.1));
            let bound = bound.and_then(|b| u128::try_from(b).ok());
            let most = top.unsigned.1;
            wide.unsigned.1 = bound.unwrap_or(most).min(most);
        }
        wide
    }
}
