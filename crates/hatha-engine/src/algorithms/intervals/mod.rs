//! An abstract interpreter with ranges of integers and differences between them: linear in the size
//! of the program.
//!
//! Every cut point gets a state, or a few if flags tell them apart; blocks are followed until nothing
//! changes. At the heads of loops what is met again and again grows in jumps, to constants of the
//! program; a few rounds afterwards take back what was too much. `docs/engines/intervals.md` is
//! the page.
//!
//! **Soundness.** None is claimed: the states are written as a proof, one region each, and the
//! checker decides whether it is one.

mod accumulators;
mod cases;
mod counters;
mod flags;
mod linear;
mod live;
mod pairs;
mod range;
mod relation;
mod step;
mod sums;
#[cfg(test)]
mod tests;
mod transition;
mod widen;

use crate::algorithms::flow::{Break, Continue, Flow, unknown};
use crate::algorithms::session::{Session, search};
use crate::inference::Steps;
use crate::regions::proof::{self, Cover};
use crate::tuning::intervals::{self as tuning, JUMPS, NARROWINGS, PATIENCE, STEADY};
use crate::tuning::work::INTERPRETED_BLOCK;
use crate::{Engine, Finding, Search, Task};
use counters::Loops;
use flags::{Flags, Key};
use hatha_blocks::block::{BlockId, Blocks, CutId, FAILURE, Facts, OBSTACLE, START};
use hatha_cfa::{FailKind, Op, Span};
use hatha_index::IndexVec;
use hatha_term::{TermId, TermPool};
use linear::Views;
use live::Live;
use pairs::Pairs;
use range::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use step::{Context, State, Wanted};
use transition::Transition;
use widen::Thresholds;

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
            match interpret(session)? {
                Outcome::Proved(finding) => Continue(finding),
                Outcome::Open { blocks, .. } => Break(unknown(reason(session, blocks[0]))),
            }
        })
    }
}

/// Takes what the interpreter finds for invariants of a search by another algorithm; ends it with a
/// proof if they exclude every failure.
pub(crate) fn assume_ranges(session: &mut Session<'_>) -> Flow {
    match interpret(session)? {
        Outcome::Proved(finding) => return Break(finding),
        Outcome::Open { facts, cells, .. } => {
            let invariants = session.abstraction.invariants.iter_mut();
            for (known, new) in invariants.zip(facts) {
                known.extend(new);
            }
            if cells {
                session.know_addresses();
            }
        }
    }
    Continue(())
}

/// A failure that ranges and differences do not exclude: what fails, and where.
pub type OpenFailure = (FailKind, Span);

/// The failures that ranges and differences do not exclude; `None` if that is not known: the time was
/// over, or something that is not modelled may be reached.
///
/// **Soundness.** None is claimed: whoever takes the others for excluded asks for a proof of that.
pub fn open_failures(task: &Task<'_>) -> Option<Vec<OpenFailure>> {
    let found = RefCell::new(None);
    search(task, Intervals.name(), |session| {
        session.try_seeds()?;
        let outcome = interpret(session)?;
        found.replace(match outcome {
            Outcome::Proved(_) => Some(Vec::new()),
            Outcome::Open { ref blocks, .. } => failures(session, blocks),
        });
        Break(unknown("what is open is known"))
    });
    found.into_inner()
}

/// What blocks fail at; `None` if one fails at nothing but is not modelled.
fn failures(session: &Session<'_>, blocks: &[BlockId]) -> Option<Vec<OpenFailure>> {
    let subject = &session.subject;
    let failure = |block: &BlockId| {
        let last = subject.blocks.block(*block).last_edge()?;
        let edge = subject.program.proc(subject.entry).edge(last);
        match &edge.op {
            Op::Fail(kind) => Some((kind.clone(), edge.span)),
            _ => None,
        }
    };
    blocks.iter().map(failure).collect()
}

fn reason(session: &Session<'_>, block: BlockId) -> String {
    let place = session.subject.describe(block);
    match &session.subject.blocks.block(block).obstacle {
        Some(what) => format!("{what} may be reached at {place}"),
        None => format!("ranges and differences do not exclude the failure at {place}"),
    }
}

/// What came of an interpretation.
enum Outcome {
    /// No failure is left.
    Proved(Finding),
    /// Some may be.
    Open {
        /// The blocks into one; there is one at least.
        blocks: Vec<BlockId>,
        /// What holds at cut points.
        facts: Facts,
        /// Whether that speaks of memory.
        cells: bool,
    },
}

/// Follows all blocks, once without and, if a failure is left, once with flags, and then once more with
/// differences between sums and counters.
fn interpret(session: &mut Session<'_>) -> Flow<Outcome> {
    let mut interpreter = Interpreter::new(session);
    let flags = Flags::of(interpreter.pool, &interpreter.transitions.raw);
    interpreter.run()?;
    let mut open = interpreter.open_failures();
    if !open.is_empty() && !flags.is_empty() {
        let plain = std::mem::replace(&mut interpreter.flags, flags);
        let states = interpreter.restart();
        interpreter.run()?;
        let left = interpreter.open_failures();
        if left.len() < open.len() {
            open = left;
        } else {
            interpreter.flags = plain;
            interpreter.states = states;
        }
    }
    if !open.is_empty() && interpreter.relate_sums() {
        let states = interpreter.restart();
        interpreter.run()?;
        let left = interpreter.open_failures();
        if left.len() < open.len() {
            open = left;
        } else {
            interpreter.states = states;
        }
    }
    if open.is_empty() {
        let cover = interpreter.cover();
        return Continue(Outcome::Proved(write(session, &cover)));
    }
    Continue(Outcome::Open {
        blocks: open,
        facts: interpreter.invariants(),
        cells: interpreter.uses_cells(),
    })
}

fn write(s: &mut Session<'_>, cover: &Cover) -> Finding {
    s.counts.regions = cover.regions.len() as u64;
    proof::write_cover(
        s.task,
        s.subject.program,
        &s.subject.blocks,
        cover,
        &mut s.questions.pool,
    )
}

/// The states of one cut point, by what tells them apart.
type States = BTreeMap<Key, State>;

struct Interpreter<'s> {
    task: &'s Task<'s>,
    pool: &'s mut TermPool,
    steps: Steps<'s>,
    iterations: &'s mut u64,
    /// What is known beside the states: of variables, and of objects.
    known: (&'s Facts, &'s Facts),
    transitions: IndexVec<BlockId, Transition>,
    views: Views,
    /// The cells of pointers in memory.
    pointees: FxHashMap<TermId, Vec<TermId>>,
    places: FxHashSet<TermId>,
    /// The variables that states speak of.
    kept: IndexVec<CutId, FxHashSet<TermId>>,
    pairs: Pairs,
    loops: Loops,
    flags: Flags,
    /// None where no execution gets to.
    states: IndexVec<CutId, States>,
    /// How often each state has grown.
    growths: FxHashMap<(CutId, Key), u32>,
    /// The order in which cut points are visited, and those that a cycle comes back to.
    order: IndexVec<CutId, u32>,
    heads: FxHashSet<CutId>,
    thresholds: Thresholds,
}

impl<'s> Interpreter<'s> {
    fn new(session: &'s mut Session<'_>) -> Self {
        let blocks = &session.subject.blocks;
        let bits = session.subject.program.target.pointer_bits;
        let pool = &mut session.questions.pool;
        let objects = &session.abstraction.object_facts;
        let mut steps = Steps::new(
            blocks,
            &mut session.questions.preimages,
            &objects.starts,
            bits,
        );
        let mut transitions = Transition::all(&mut steps, pool);
        let live = Live::of(&mut steps, pool, &mut transitions);
        let kept = kept(&steps, pool, &live);
        let terms = || transitions.iter().flat_map(|t| t.terms.iter().copied());
        let views = Views::of(pool, terms());
        let (order, heads) = order(blocks);
        let loops = Loops::of(blocks, &order, &heads);
        let pairs = Pairs::of(pool, &views, &transitions.raw, &kept, &loops);
        let thresholds = Thresholds::of(pool, terms(), &pairs);
        let pointees = steps.pointees();
        let is_place = |cell: &TermId| steps.is_place_of_pointee(*cell);
        let places = pointees.keys().copied().filter(is_place).collect();
        Interpreter {
            task: session.task,
            pool,
            steps,
            iterations: &mut session.counts.iterations,
            known: (&session.abstraction.invariants, &objects.facts),
            transitions,
            views,
            pointees,
            places,
            kept,
            pairs,
            loops,
            flags: Flags::default(),
            states: blocks.per_cut(States::new()),
            growths: FxHashMap::default(),
            order,
            heads,
            thresholds,
        }
    }

    /// Forgets all states and gives them back.
    fn restart(&mut self) -> IndexVec<CutId, States> {
        self.growths.clear();
        let none = self.steps.blocks.per_cut(States::new());
        std::mem::replace(&mut self.states, none)
    }

    fn run(&mut self) -> Flow {
        self.ascend()?;
        self.descend()
    }

    fn in_time(&self) -> Flow {
        match self.task.budget.is_interrupted() {
            true => Break(unknown("out of time")),
            false => Continue(()),
        }
    }

    /// Follows blocks until nothing changes.
    fn ascend(&mut self) -> Flow {
        self.states[START].insert(Key::default(), State::default());
        let mut work = BTreeSet::from([(0, START, Key::default())]);
        while let Some((_, cut, key)) = work.pop_first() {
            self.in_time()?;
            *self.iterations += 1;
            let blocks = self.steps.blocks.out(cut).len() as u64;
            self.task.budget.spend(INTERPRETED_BLOCK * blocks);
            for &block in self.steps.blocks.out(cut) {
                if self.is_bad(block) {
                    continue;
                }
                let Some(state) = self.after(block, &key) else {
                    continue;
                };
                let to = self.steps.blocks.block(block).to;
                let at = self.place(to, &state, true);
                let Some(at) = at.filter(|at| self.grow(to, at, state)) else {
                    continue;
                };
                work.extend(self.waiting_for(to));
                work.insert((self.order[to], to, at));
            }
        }
        Continue(())
    }

    /// The states from which a call of the component with this exit is passed.
    fn waiting_for(&self, exit: CutId) -> Vec<(u32, CutId, Key)> {
        let mut found = Vec::new();
        for &block in self.steps.blocks.callers(exit) {
            let from = self.steps.blocks.block(block).from;
            let keys = self.states[from].keys();
            found.extend(keys.map(|k| (self.order[from], from, k.clone())));
        }
        found
    }

    /// Which of the states of a cut point one belongs to; with `adds` it may be a new one.
    fn place(&self, cut: CutId, state: &State, adds: bool) -> Option<Key> {
        let key = self.flags.key(state, &self.kept[cut]);
        let states = &self.states[cut];
        let has_room = states.len() < tuning::flags::MOST || key == Key::default();
        if states.contains_key(&key) || (adds && has_room) {
            return Some(key);
        }
        let rest = Key::default();
        (adds || states.contains_key(&rest)).then_some(rest)
    }

    /// The state that a block leads to; `None` if nothing takes it.
    fn after(&self, block: BlockId, key: &Key) -> Option<State> {
        let b = self.steps.blocks.block(block);
        let before = self.states[b.from].get(key)?;
        let transition = &self.transitions[block];
        let exits = self.exits(transition)?;
        let kept = &self.kept[b.to];
        let wanted = Wanted {
            is_kept: |t: TermId| kept.contains(&t),
            pairs: self.pairs.at(b.to),
        };
        step::after(self.context(), transition, before, &exits, wanted)
    }

    /// The states in which the calls return that a block passes; `None` if one does not.
    fn exits(&self, transition: &Transition) -> Option<Vec<State>> {
        let mut exits = Vec::new();
        for call in &transition.calls {
            let mut returned = self.states[call.exit].values();
            // A call that does not return is not passed.
            let first = returned.next()?.clone();
            exits.push(returned.fold(first, |a, b| join(&a, b)));
        }
        Some(exits)
    }

    fn may_be_taken(&self, block: BlockId, state: &State) -> bool {
        let transition = &self.transitions[block];
        let exits = self.exits(transition);
        exits.is_some_and(|exits| cases::may_be_taken(self.context(), transition, state, &exits))
    }

    fn context(&self) -> Context<'_> {
        Context {
            pool: self.pool,
            views: &self.views,
            pointees: &self.pointees,
            places: &self.places,
        }
    }

    /// Adds a state to one of a cut point; gives whether it has grown.
    fn grow(&mut self, cut: CutId, key: &Key, state: State) -> bool {
        let Some(known) = self.states[cut].get(key) else {
            self.states[cut].insert(key.clone(), state);
            return true;
        };
        let joined = join(known, &state);
        if joined == *known {
            return false;
        }
        let growths = self.growths.entry((cut, key.clone())).or_default();
        *growths += 1;
        let jumps = match self.heads.contains(&cut) {
            true => growths.checked_sub(PATIENCE + 1),
            false => growths.checked_sub(STEADY + 1),
        };
        let wide = match jumps {
            None => joined,
            Some(n) if n < JUMPS => self.thresholds.widen(known, &joined),
            Some(_) => widen::give_up(known, &joined),
        };
        self.states[cut].insert(key.clone(), wide);
        true
    }

    /// Follows every block once more, a few times, and takes back what jumps have added. Cut points are
    /// visited in the order of the program, so that one round takes it back from all of a loop.
    ///
    /// States are closed at any time: what leads to a cut point lies in its state, and in what the
    /// blocks into it lead to, and so in both.
    fn descend(&mut self) -> Flow {
        let cuts = self.in_order();
        for _ in 0..NARROWINGS {
            self.in_time()?;
            let mut is_smaller = false;
            for (cut, blocks) in &cuts {
                is_smaller |= self.narrow(*cut, blocks);
            }
            if !is_smaller {
                break;
            }
        }
        Continue(())
    }

    /// The cut points in the order of the program, each with the blocks that lead to it.
    fn in_order(&self) -> Vec<(CutId, Vec<BlockId>)> {
        let blocks = self.steps.blocks;
        let mut into = blocks.per_cut(Vec::new());
        for block in blocks.ids().filter(|b| !self.is_bad(*b)) {
            into[blocks.block(block).to].push(block);
        }
        let cuts = into.iter_enumerated().filter(|(cut, _)| *cut != START);
        let mut cuts: Vec<_> = cuts.map(|(cut, blocks)| (cut, blocks.clone())).collect();
        cuts.sort_by_key(|(cut, _)| self.order[*cut]);
        cuts
    }

    /// Takes from the states of a cut point what no block into it leads to.
    fn narrow(&mut self, cut: CutId, into: &[BlockId]) -> bool {
        let mut next = States::new();
        for &block in into {
            let from = self.steps.blocks.block(block).from;
            for key in self.states[from].keys() {
                let Some(state) = self.after(block, key) else {
                    continue;
                };
                let Some(key) = self.place(cut, &state, false) else {
                    return false;
                };
                let state = match next.remove(&key) {
                    None => state,
                    Some(known) => join(&known, &state),
                };
                next.insert(key, state);
            }
        }
        let mut is_smaller = false;
        for (key, state) in next {
            let Some(known) = self.states[cut].get_mut(&key) else {
                continue;
            };
            if let Some(both) = meet(known, &state).filter(|both| both != known) {
                *known = both;
                is_smaller = true;
            }
        }
        is_smaller
    }

    /// Whether a block ends in a failure, or in something that is not modelled: no state is kept
    /// there.
    fn is_bad(&self, block: BlockId) -> bool {
        let to = self.steps.blocks.block(block).to;
        to == FAILURE || to == OBSTACLE
    }

    /// Each block that goes on, with a state that can take it: where it comes from, and what it leads
    /// to.
    fn all_steps(&self) -> impl Iterator<Item = (BlockId, &Key, State)> {
        let blocks = self.steps.blocks;
        let onwards = blocks.ids().filter(|b| !self.is_bad(*b));
        onwards.flat_map(move |block| {
            let from = blocks.block(block).from;
            let keys = self.states[from].keys();
            keys.filter_map(move |key| Some((block, key, self.after(block, key)?)))
        })
    }

    /// The blocks into a failure, or into something that is not modelled, that may be taken.
    fn open_failures(&self) -> Vec<BlockId> {
        let blocks = self.steps.blocks;
        let bad = blocks.ids().filter(|b| self.is_bad(*b));
        let is_open = |b: &BlockId| {
            let mut states = self.states[blocks.block(*b).from].values();
            states.any(|state| self.may_be_taken(*b, state))
        };
        bad.filter(is_open).collect()
    }

    fn uses_cells(&self) -> bool {
        let mut kept = self.kept.iter().flatten();
        kept.any(|v| self.steps.is_cell(*v))
    }

    /// What a state says at a cut point.
    fn facts(&mut self, cut: CutId, state: &State) -> Vec<TermId> {
        let mut state = state.clone();
        self.context().settle(&mut state);
        let ranges: BTreeMap<TermId, Range> = state.ranges.iter().map(|(&v, &r)| (v, r)).collect();
        let mut found = Vec::new();
        for (&v, &r) in &ranges {
            found.extend(as_facts(self.pool, v, r));
        }
        let pool = &mut *self.pool;
        for (&pair, &most) in &state.relations {
            let implied = pair.by_ranges(|t| state.range(pool, t));
            if implied.is_none_or(|implied| implied > most) {
                found.push(relation::as_fact(pool, pair, most));
            }
        }
        if !self.kept[cut].iter().any(|v| self.steps.is_cell(*v)) {
            return found;
        }
        let mut expressed = Vec::new();
        for fact in found {
            if let Some(known) = self.steps.at(self.pool, cut, fact) {
                let unless = known.unless.unwrap_or(self.pool.fls());
                expressed.push(self.pool.or(unless, known.term));
            }
        }
        expressed
    }

    /// The states as invariants of cut points.
    fn invariants(&mut self) -> Facts {
        let mut facts = self.steps.blocks.per_cut(Vec::new());
        for cut in self.steps.blocks.located() {
            let mut states = self.states[cut].values();
            facts[cut] = match states.next().cloned() {
                None => vec![self.pool.fls()],
                Some(first) => {
                    let state = states.fold(first, |a, b| join(&a, b));
                    self.facts(cut, &state)
                }
            };
        }
        facts
    }

    /// The states as regions.
    fn cover(&mut self) -> Cover {
        let mut cover = Cover::default();
        let mut position: BTreeMap<(CutId, Key), u32> = BTreeMap::new();
        let cells = self.uses_cells();
        for cut in self.steps.blocks.located() {
            for (key, state) in self.states[cut].clone() {
                let mut facts = self.known.0[cut].clone();
                if cells {
                    facts.extend(&self.known.1[cut]);
                }
                facts.extend(self.facts(cut, &state));
                position.insert((cut, key), cover.regions.len() as u32);
                cover.regions.push((cut, self.pool.and_all(&facts)));
            }
        }
        let mut edges = Vec::new();
        for (block, key, state) in self.all_steps() {
            let b = self.steps.blocks.block(block);
            let Some(at) = self.place(b.to, &state, false) else {
                continue;
            };
            let from = position.get(&(b.from, key.clone()));
            edges.push((block, from.copied(), position.get(&(b.to, at)).copied()));
        }
        for (block, from, to) in edges {
            match (from, to) {
                (Some(from), Some(to)) => cover.edges.push((from, block, to)),
                (None, Some(to)) => cover.initial.push(to),
                _ => {}
            }
        }
        cover
    }
}

/// The variables that states speak of at each cut point: those that matter there and have a name.
fn kept(steps: &Steps<'_>, pool: &mut TermPool, live: &Live) -> IndexVec<CutId, FxHashSet<TermId>> {
    let blocks = steps.blocks;
    let mut kept = blocks.per_cut(FxHashSet::default());
    for cut in blocks.located() {
        let mut here = live.at(cut);
        here.retain(|&v| match steps.is_cell(v) {
            true => steps.at(pool, cut, v).is_some(),
            false => pool.as_var(v).is_some_and(|s| blocks.is_visible(cut, s)),
        });
        kept[cut] = here.into_iter().collect();
    }
    kept
}

/// The cut points in an order in which most blocks lead onwards, and those that others lead back
/// to.
fn order(blocks: &Blocks) -> (IndexVec<CutId, u32>, FxHashSet<CutId>) {
    let mut last = blocks.per_cut(None);
    let mut heads = FxHashSet::default();
    let mut next = blocks.cut_count();
    let mut is_open = blocks.per_cut(false);
    let mut stack = vec![(START, 0)];
    is_open[START] = true;
    while let Some((cut, at)) = stack.pop() {
        let Some(&block) = blocks.out(cut).get(at) else {
            is_open[cut] = false;
            next -= 1;
            last[cut] = Some(next);
            continue;
        };
        stack.push((cut, at + 1));
        let to = blocks.block(block).to;
        if is_open[to] {
            heads.insert(to);
        } else if last[to].is_none() {
            is_open[to] = true;
            stack.push((to, 0));
        }
        // A summary that grows comes back to those that call.
        heads.extend(blocks.block(block).calls.iter().map(|c| c.exit));
    }
    let order = last.iter().map(|l| l.unwrap_or(0)).collect();
    (order, heads)
}

/// What holds in both states.
fn join(a: &State, b: &State) -> State {
    let ranges = a.ranges.iter();
    let both = ranges.filter_map(|(v, r)| Some((*v, r.join(*b.ranges.get(v)?))));
    let relations = a.relations.iter();
    let greater = relations.filter_map(|(p, m)| Some((*p, *m.max(b.relations.get(p)?))));
    State {
        ranges: both.filter(|(_, r)| *r != r.top()).collect(),
        relations: greater.collect(),
    }
}

/// What holds in a state of which both say something true; `None` if there is none.
fn meet(a: &State, b: &State) -> Option<State> {
    let mut both = a.clone();
    for (v, range) in &b.ranges {
        let known = both
            .ranges
            .get(v)
            .map_or(Some(*range), |r| r.meet(*range))?;
        both.ranges.insert(*v, known);
    }
    for (pair, most) in &b.relations {
        let known = both.relations.entry(*pair).or_insert(*most);
        *known = (*known).min(*most);
    }
    Some(both)
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
