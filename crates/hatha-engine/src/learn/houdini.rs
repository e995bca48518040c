//! The largest inductive part of a set of candidates.

use super::normal::Normal;
use crate::block::{BlockId, Blocks};
use crate::query::Preimages;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{Model, TermId, TermPool};

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
    /// Questions asked.
    pub queries: u64,
    /// Questions after which the attempt is given up.
    pub most: u64,
}

/// Drops candidates until every block keeps the others. `facts[c]` are the candidates at cut
/// point c; at the end all of them hold whenever an execution passes c.
pub fn houdini(
    induction: &mut Induction<'_>,
    pool: &mut TermPool,
    facts: &mut [Vec<TermId>],
) -> Result<(), ()> {
    let blocks = induction.blocks;
    let mut work: Vec<BlockId> = blocks.ids().collect();
    work.reverse();
    let mut waiting = vec![true; work.len()];
    while let Some(id) = work.pop() {
        waiting[id.0 as usize] = false;
        if induction.budget.is_interrupted() || induction.queries > induction.most {
            return Err(());
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
    Ok(())
}

impl Induction<'_> {
    /// Drops what a block does not keep; whether anything was dropped.
    fn keep(&mut self, pool: &mut TermPool, facts: &mut [Vec<TermId>], id: BlockId) -> bool {
        let block = self.blocks.block(id);
        let (from, to) = (block.from.0 as usize, block.to.0 as usize);
        // In normal form most steps of linear facts are seen without a question.
        let given = facts[from].iter().chain(&block.guards);
        let known: Vec<TermId> = given.map(|&t| self.normal.of(pool, t)).collect();
        let before = facts[to].len();
        while self.queries <= self.most && !self.budget.is_interrupted() {
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
            let broken: Vec<TermId> = open.iter().map(|&i| pool.not(after[i])).collect();
            let some = pool.or_all(&broken);
            let mut query = known.clone();
            query.push(some);
            self.queries += 1;
            let lost: Vec<usize> = match self.solver.check(pool, &query, self.budget) {
                CheckResult::Unsat => break,
                CheckResult::Sat => {
                    let model = self.solver.model().cloned().unwrap_or_default();
                    falsified(pool, &after, &open, &model)
                }
                CheckResult::Unknown(_) => self.unproved(pool, &known, &after, &open),
            };
            if lost.is_empty() {
                // Nothing to learn from this answer: give up what is open.
                drop_at(&mut facts[to], &open);
            } else {
                drop_at(&mut facts[to], &lost);
            }
        }
        facts[to].len() != before
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
        let little = Budget {
            conflicts: self.budget.conflicts.map(|c| c / 20),
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
        if lost.is_empty() { open.to_vec() } else { lost }
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
