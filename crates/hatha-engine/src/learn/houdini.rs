//! The largest inductive part of a set of candidates.

use super::normal::Normal;
use crate::block::{BlockId, Blocks};
use crate::query::Preimages;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{Model, Op, TermId, TermPool};

/// What induction needs.
pub struct Induction<'a> {
    /// The blocks.
    pub blocks: &'a Blocks,
    /// Substitutions already made.
    pub preimages: &'a mut Preimages,
    /// The solver.
    pub solver: &'a mut dyn Solver,
    /// How long a question may take.
    pub budget: &'a Budget,
    /// Brings equations into one form.
    pub normal: Normal,
    /// What is known to hold at each cut point and is not to be shown again.
    pub settled: Vec<Vec<TermId>>,
    /// Questions asked.
    pub queries: u64,
    /// Questions after which the attempt is given up.
    pub most: u64,
}

/// Candidates that are few enough for longer questions.
const FEW: usize = 20;

/// Whether a term multiplies or divides variables, which takes a solver long.
fn is_hard(pool: &TermPool, fact: TermId) -> bool {
    pool.subterms(&[fact]).iter().any(|&t| match pool.op(t) {
        Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
            pool.args(t).iter().all(|&a| pool.as_bv(a).is_none())
        }
        _ => false,
    })
}

/// Drops candidates until every block keeps the others. `facts[c]` are the candidates at cut
/// point c; at the end all of them hold whenever an execution passes c. False, and nothing is
/// known, if the questions or the time ran out before.
///
/// In two rounds: what is inductive without the hard candidates is so with them, and need not be
/// shown again.
pub fn houdini(
    induction: &mut Induction<'_>,
    pool: &mut TermPool,
    facts: &mut [Vec<TermId>],
) -> bool {
    let all = facts.to_vec();
    let mut hard = false;
    for here in facts.iter_mut() {
        let before = here.len();
        here.retain(|&f| !is_hard(pool, f));
        hard |= here.len() != before;
    }
    induction.settled = vec![Vec::new(); facts.len()];
    if !round(induction, pool, facts) {
        return false;
    }
    if hard {
        let easy: Vec<Vec<TermId>> = facts.to_vec();
        for ((here, all), easy) in facts.iter_mut().zip(all).zip(&easy) {
            *here = all;
            here.retain(|f| !easy.contains(f));
        }
        induction.settled.clone_from(&easy);
        let done = round(induction, pool, facts);
        for (here, easy) in facts.iter_mut().zip(easy) {
            let more = if done {
                std::mem::take(here)
            } else {
                Vec::new()
            };
            *here = easy;
            here.extend(more);
        }
    }
    true
}

fn round(induction: &mut Induction<'_>, pool: &mut TermPool, facts: &mut [Vec<TermId>]) -> bool {
    let blocks = induction.blocks;
    let mut work: Vec<BlockId> = blocks.ids().collect();
    work.reverse();
    let mut waiting = vec![true; work.len()];
    while let Some(id) = work.pop() {
        waiting[id.0 as usize] = false;
        if induction.budget.is_interrupted() || induction.queries > induction.most {
            return false;
        }
        if !induction.keep(pool, facts, id) {
            continue;
        }
        // Less is known at the target now: what leaves it has to be looked at again.
        for &next in blocks.out(blocks.block(id).to) {
            if !std::mem::replace(&mut waiting[next.0 as usize], true) {
                work.push(next);
            }
        }
    }
    true
}

impl Induction<'_> {
    /// Drops what a block does not keep; whether anything was dropped.
    fn keep(&mut self, pool: &mut TermPool, facts: &mut [Vec<TermId>], id: BlockId) -> bool {
        let block = self.blocks.block(id);
        let (from, to) = (block.from.0 as usize, block.to.0 as usize);
        let before = facts[to].len();
        while self.queries <= self.most && !self.budget.is_interrupted() {
            // In normal form most steps of equations are seen without a question. What was
            // dropped at a loop head is no longer known at its next round.
            let given = facts[from].iter().chain(&self.settled[from]);
            let given: Vec<TermId> = given.chain(&block.guards).copied().collect();
            let known: Vec<TermId> = given.iter().map(|&t| self.normal.of(pool, t)).collect();
            let after: Vec<TermId> = facts[to]
                .iter()
                .map(|&c| {
                    let before = self.preimages.before(pool, block, id, c);
                    self.normal.of(pool, before)
                })
                .collect();
            let open: Vec<usize> = (0..after.len())
                .filter(|&i| after[i] != pool.tru() && !known.contains(&after[i]))
                .collect();
            if open.is_empty() {
                break;
            }
            let (hard, easy): (Vec<usize>, Vec<usize>) =
                open.iter().partition(|&&i| is_hard(pool, after[i]));
            let lost = match self.some_broken(pool, &known, &after, &easy) {
                lost if !lost.is_empty() => lost,
                _ => self.unproved(pool, &known, &after, &hard),
            };
            if lost.is_empty() {
                break;
            }
            drop_at(&mut facts[to], &lost);
        }
        facts[to].len() != before
    }

    /// Which of the candidates a model breaks; none if all are kept.
    fn some_broken(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        after: &[TermId],
        open: &[usize],
    ) -> Vec<usize> {
        if open.is_empty() {
            return Vec::new();
        }
        let broken: Vec<TermId> = open.iter().map(|&i| pool.not(after[i])).collect();
        let some = pool.or_all(&broken);
        let mut query: Vec<TermId> = known
            .iter()
            .copied()
            .filter(|&k| !is_hard(pool, k))
            .collect();
        query.push(some);
        self.queries += 1;
        match self.solver.check(pool, &query, self.budget) {
            CheckResult::Unsat => Vec::new(),
            CheckResult::Sat => {
                let model = self.solver.model().cloned().unwrap_or_default();
                let lost = falsified(pool, after, open, &model);
                // A model without the hard facts may be none with them: then they decide.
                let real = known
                    .iter()
                    .all(|&k| pool.eval_bool(k, &model) != Ok(false));
                match (lost.is_empty(), real) {
                    (true, _) => open.to_vec(),
                    (false, true) => lost,
                    (false, false) => self.unproved(pool, known, after, open),
                }
            }
            CheckResult::Unknown(_) => self.unproved(pool, known, after, open),
        }
    }

    /// One by one, where all together were too much.
    fn unproved(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        after: &[TermId],
        open: &[usize],
    ) -> Vec<usize> {
        let mut lost = Vec::new();
        let share = if open.len() > FEW { 20 } else { 2 };
        let little = Budget {
            conflicts: self.budget.conflicts.map(|c| c / share),
            ..self.budget.clone()
        };
        for &i in open {
            if self.queries > self.most {
                return open.to_vec();
            }
            let mut query = known.to_vec();
            query.push(pool.not(after[i]));
            self.queries += 1;
            if !self.solver.check(pool, &query, &little).is_unsat() {
                lost.push(i);
            }
        }
        lost
    }
}

fn falsified(pool: &TermPool, after: &[TermId], open: &[usize], model: &Model) -> Vec<usize> {
    let is_false = |i: &usize| pool.eval_bool(after[*i], model) != Ok(true);
    open.iter().copied().filter(is_false).collect()
}

fn drop_at(list: &mut Vec<TermId>, positions: &[usize]) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        positions.binary_search(&(index - 1)).is_err()
    });
}
