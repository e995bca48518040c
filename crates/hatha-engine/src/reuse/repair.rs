//! Places that an edit has made: what has to hold there for the rest of an earlier
//! proof to stay one.
//!
//! An earlier proof leaves parts of the states that it reached, and nothing that
//! starts in one of them fails. A new place is divided by one predicate: whether all
//! that leads on from there comes to such parts again. So the parts elsewhere stay as
//! they were, and what is left to ask is whether the edited steps keep to the predicate.
//! Where that predicate asks for too much, because it must not speak of values that are
//! chosen later, another one helps: what the steps to the place leave as it was.
//!
//! **Soundness.** None is claimed, as in [`crate::reuse::suggestion`]: a division is harmless
//! whatever it says, and a step that is left out is a guess that is certified later.

use crate::algorithms::flow::{Continue, Flow};
use crate::algorithms::session::Session;
use crate::regions::region::{AbstractEdge, RegionId, Removal, conjuncts};
use crate::tuning::repair::{ELIMINATED, LARGEST};
use hatha_blocks::block::{BlockId, CutId, FAILURE, OBSTACLE};
use hatha_proof::vocabulary::is_held;
use hatha_term::{Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an edit has left of an earlier proof.
pub(crate) struct Kept {
    /// The parts that it reached.
    pub(crate) regions: FxHashSet<RegionId>,
    /// The places that it spoke of.
    pub(crate) places: FxHashSet<CutId>,
}

/// What is wanted of the states at a new place.
struct Wanted {
    /// That they satisfy this.
    term: TermId,
    /// The blocks of which it is decided: from such states they lead to safe ones.
    decided: FxHashSet<BlockId>,
}

/// By place: the states from which the earlier proof went on.
type Safe = FxHashMap<CutId, TermId>;

/// By new place: what holds of the states that come there.
type Arriving = FxHashMap<CutId, TermId>;

impl Session<'_> {
    /// Divides the states at new places by whether they lead to what was kept.
    pub(crate) fn divide_new(&mut self, kept: &mut Kept) -> Flow {
        let fls = self.questions.pool.fls();
        let mut safe: Safe = [(FAILURE, fls), (OBSTACLE, fls)].into_iter().collect();
        let located: Vec<CutId> = self.subject.blocks.located().collect();
        for &cut in located.iter().filter(|c| kept.places.contains(c)) {
            let term = self.reached_before(RegionId(cut.0), &kept.regions);
            safe.insert(cut, term);
        }
        let mut news = located;
        news.retain(|c| !kept.places.contains(c));
        let arriving = self.arriving(&news, &safe);
        while let Some(cut) = self.next_new(&news, &safe) {
            news.retain(|&c| c != cut);
            let wanted = self.safe_before(cut, &safe);
            let coming = arriving
                .get(&cut)
                .copied()
                .unwrap_or(self.questions.pool.tru());
            self.keep_to(cut, coming, &wanted, kept)?;
            safe.insert(cut, wanted.term);
        }
        Continue(())
    }

    /// What holds of the states that come to new places, a place after those that lead to it.
    fn arriving(&mut self, news: &[CutId], safe: &Safe) -> Arriving {
        let mut found = Arriving::default();
        for &cut in news {
            let into: Vec<BlockId> = self
                .subject
                .blocks
                .ids()
                .filter(|&b| self.subject.blocks.block(b).to == cut)
                .collect();
            let mut ways = Vec::new();
            for block in into {
                let from = self.subject.blocks.block(block).from;
                let known = safe.get(&from).or_else(|| found.get(&from)).copied();
                ways.push(known.and_then(|k| self.after_step(cut, block, k)));
            }
            let ways: Option<Vec<TermId>> = ways.into_iter().collect();
            let term = ways.map(|w| self.questions.pool.or_all(&w));
            found.extend(term.map(|t| (cut, t)));
        }
        found
    }

    /// What holds at a cut point after a block that starts where a predicate holds: what of it the
    /// block leaves alone, and the values that it gives.
    fn after_step(&mut self, cut: CutId, id: BlockId, before: TermId) -> Option<TermId> {
        let block = self.subject.blocks.block(id);
        let updates = block.updates.iter().map(|(&v, &t)| (v, t));
        let mut updates: Vec<(TermId, TermId)> = updates.collect();
        updates.sort_unstable();
        let stays = self.eliminated(before, |s, atom| s.is_left(cut, id, atom))?;
        let mut holds = vec![stays];
        for (variable, value) in updates {
            if self.is_left(cut, id, value) && self.is_seen(cut, variable) {
                holds.push(self.questions.pool.eq(variable, value));
            }
        }
        let term = self.questions.pool.and_all(&holds);
        (self.questions.pool.subterms(&[term]).len() <= LARGEST).then_some(term)
    }

    /// Whether a term means the same after a block as before it, and has a meaning there.
    fn is_left(&self, cut: CutId, id: BlockId, term: TermId) -> bool {
        let block = self.subject.blocks.block(id);
        let mut parts = self.questions.pool.subterms(&[term]).into_iter();
        let changes = |t: TermId| {
            let read = !block.memory.is_empty() && is_held(&self.questions.pool, t);
            read || block.updates.contains_key(&t) || block.free.contains(&t)
        };
        !parts.any(changes) && self.is_seen(cut, term)
    }

    /// The new place from which the fewest steps lead to places that are not settled.
    fn next_new(&self, news: &[CutId], safe: &Safe) -> Option<CutId> {
        let unsettled = |cut: &CutId| {
            let out = self.subject.blocks.out(*cut).iter();
            let to = out.map(|&b| self.subject.blocks.block(b).to);
            to.filter(|t| !safe.contains_key(t)).count()
        };
        // Of several the last, which mostly comes first on the way back.
        news.iter().rev().copied().min_by_key(unsettled)
    }

    /// The states below a part in a division that an earlier proof reached.
    fn reached_before(&mut self, region: RegionId, kept: &FxHashSet<RegionId>) -> TermId {
        let Some((rho, halves)) = self.tests.forest.split_of(region) else {
            let is_kept = kept.contains(&region);
            return if is_kept {
                self.questions.pool.tru()
            } else {
                self.questions.pool.fls()
            };
        };
        let inside = self.reached_before(halves.inside, kept);
        let outside = self.reached_before(halves.outside, kept);
        if inside == outside {
            return inside;
        }
        let outer = self.questions.pool.not(rho);
        let inside = self.questions.pool.and(rho, inside);
        let outside = self.questions.pool.and(outer, outside);
        self.questions.pool.or(inside, outside)
    }

    /// The states at a new place that lead to nothing but safe ones, as far as that can be decided.
    fn safe_before(&mut self, cut: CutId, safe: &Safe) -> Wanted {
        let mut allowed = Vec::new();
        let mut decided = FxHashSet::default();
        for &block in &self.subject.blocks.out(cut).to_vec() {
            let Some(&goal) = safe.get(&self.subject.blocks.block(block).to) else {
                continue;
            };
            // Each conjunct on its own, so that one without meaning here costs only itself.
            let parts = conjuncts(&self.questions.pool, goal);
            let count = parts.len();
            let before = parts.into_iter().map(|p| self.before_step(cut, block, p));
            let before: Vec<TermId> = before.collect::<Vec<_>>().into_iter().flatten().collect();
            if before.len() == count {
                decided.insert(block);
            }
            allowed.extend(before);
        }
        let term = self.questions.pool.and_all(&allowed);
        if term == self.questions.pool.fls() {
            // No state at all is more than was asked for: the search has to tell.
            let (term, decided) = (self.questions.pool.tru(), FxHashSet::default());
            return Wanted { term, decided };
        }
        Wanted { term, decided }
    }

    /// The states at a cut point from which a block leads nowhere but to where a predicate holds.
    fn before_step(&mut self, cut: CutId, id: BlockId, goal: TermId) -> Option<TermId> {
        let block = self.subject.blocks.block(id);
        let miss = self.questions.pool.not(goal);
        let mut misses = block.guards.clone();
        misses.push(
            self.questions
                .preimages
                .before(&mut self.questions.pool, block, id, miss),
        );
        let whole = self.questions.pool.and_all(&misses);
        let bad = self.seen_from(cut, whole)?;
        let good = self.questions.pool.not(bad);
        (good != self.questions.pool.fls()).then_some(good)
    }

    /// A predicate, weakened to what has a meaning at a cut point.
    fn seen_from(&mut self, cut: CutId, term: TermId) -> Option<TermId> {
        self.eliminated(term, |s, atom| s.is_seen(cut, atom))
    }

    /// A predicate, weakened to some of its conditions.
    fn eliminated(
        &mut self,
        term: TermId,
        stays: impl Fn(&Self, TermId) -> bool,
    ) -> Option<TermId> {
        let mut hidden = atoms(&self.questions.pool, term);
        hidden.retain(|&a| !stays(self, a));
        if hidden.len() > ELIMINATED {
            return None;
        }
        let mut term = term;
        for atom in hidden {
            let [held, failed] =
                [self.questions.pool.tru(), self.questions.pool.fls()].map(|value| {
                    let map = [(atom, value)].into_iter().collect();
                    self.questions.pool.substitute(term, &map)
                });
            term = self.questions.pool.or(held, failed);
            if self.questions.pool.subterms(&[term]).len() > LARGEST {
                return None;
            }
        }
        Some(term)
    }

    fn is_seen(&self, cut: CutId, term: TermId) -> bool {
        let vars = self.questions.pool.free_vars(&[term]);
        let visible = vars
            .into_iter()
            .all(|v| self.subject.blocks.is_visible(cut, v));
        visible && self.tests.forest.can_evaluate(&self.questions.pool, term)
    }

    /// Divides a new place by what comes there and by what is wanted; the part where that holds
    /// has no steps to anywhere but what was kept.
    fn keep_to(&mut self, cut: CutId, coming: TermId, wanted: &Wanted, kept: &mut Kept) -> Flow {
        let (come, missed) = self.halved(RegionId(cut.0), coming)?;
        if let Some(region) = missed {
            let entering: Vec<AbstractEdge> = self.abstraction.graph.entering(region).collect();
            for edge in entering
                .into_iter()
                .filter(|e| kept.regions.contains(&e.from))
            {
                self.abstraction.graph.remove(edge, Removal::Suggested);
            }
        }
        let (inside, _) = self.halved(come, wanted.term)?;
        kept.regions.insert(inside);
        kept.places.insert(cut);
        let leaving: Vec<AbstractEdge> = self.abstraction.graph.leaving(inside).collect();
        for edge in leaving {
            if wanted.decided.contains(&edge.block) && !kept.regions.contains(&edge.to) {
                self.abstraction.graph.remove(edge, Removal::Suggested);
            }
        }
        Continue(())
    }

    /// The part of a region where a predicate holds, and the other one if there is one.
    fn halved(&mut self, region: RegionId, rho: TermId) -> Flow<(RegionId, Option<RegionId>)> {
        let trivial = [self.questions.pool.tru(), self.questions.pool.fls()].contains(&rho);
        if trivial || !self.tests.forest.can_evaluate(&self.questions.pool, rho) {
            return Continue((region, None));
        }
        self.counts.predicates += 1;
        let halves = self.split_region(region, rho)?;
        Continue((halves.inside, Some(halves.outside)))
    }
}

/// The conditions that a formula is made of.
fn atoms(pool: &TermPool, term: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut work = vec![term];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        let boolean = |a: &TermId| pool.sort(*a) == Sort::Bool;
        let connective = matches!(pool.op(t), Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite);
        if connective && pool.args(t).iter().all(boolean) {
            work.extend(pool.args(t));
        } else if pool.as_bool(t).is_none() {
            found.push(t);
        }
    }
    found
}
