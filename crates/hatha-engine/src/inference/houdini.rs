//! The largest inductive part of a set of candidates.

use super::floats::is_arithmetic;
use super::normal::Normal;
use crate::questions::addresses::facts_about_globals;
use crate::questions::query::Preimages;
use crate::regions::apart::Apart;
use crate::tuning::houdini::{FEW, HARD_SHARE};
use hatha_blocks::block::{BlockId, Blocks, Facts};
use hatha_cfa::Program;
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{Evaluator, Model, Op, TermId, TermPool};
use std::collections::BTreeSet;

/// What induction needs.
pub(crate) struct Induction<'a> {
    /// The blocks.
    pub blocks: &'a Blocks,
    /// Substitutions already made.
    pub preimages: &'a mut Preimages,
    /// The program, for what is known of addresses.
    pub program: &'a Program,
    /// The solver.
    pub solver: &'a mut dyn Solver,
    /// How long a question may take.
    pub budget: &'a Budget,
    /// Brings equations into one form.
    pub normal: Normal,
    /// What holds of objects whatever the program does.
    pub apart: &'a Apart,
    /// What is known to hold at each cut point and is not to be shown again.
    pub settled: Facts,
    /// Questions asked.
    pub queries: u64,
    /// Questions after which the attempt is given up.
    pub most: u64,
}

/// Whether a term multiplies or divides variables, or computes with floating numbers, which takes
/// a solver long.
fn is_hard(pool: &TermPool, fact: TermId) -> bool {
    pool.subterms(&[fact]).iter().any(|&t| match pool.op(t) {
        Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
            pool.args(t).iter().all(|&a| pool.as_bv(a).is_none())
        }
        Op::Fp(op) => is_arithmetic(op),
        _ => false,
    })
}

/// Drops candidates until every block keeps the others. `facts[c]` are the candidates at cut
/// point c; at the end all of them hold whenever an execution passes c. False, and nothing is
/// known, if the questions or the time ran out before.
///
/// In two rounds: what is inductive without the hard candidates is so with them, and need not be
/// shown again.
pub(crate) fn houdini(
    induction: &mut Induction<'_>,
    pool: &mut TermPool,
    facts: &mut Facts,
) -> bool {
    let all = facts.clone();
    let mut hard = false;
    for here in facts.iter_mut() {
        let before = here.len();
        here.retain(|&f| !is_hard(pool, f));
        hard |= here.len() != before;
    }
    induction.settled = induction.blocks.per_cut(Vec::new());
    if !round(induction, pool, facts) {
        return false;
    }
    if hard {
        let easy = facts.clone();
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
    for here in facts.iter_mut() {
        induction.slim(pool, here);
    }
    true
}

fn round(induction: &mut Induction<'_>, pool: &mut TermPool, facts: &mut Facts) -> bool {
    let blocks = induction.blocks;
    let mut work: Vec<BlockId> = blocks.ids().collect();
    work.reverse();
    let mut waiting: IndexVec<BlockId, bool> = vec![true; work.len()].into();
    while let Some(id) = work.pop() {
        waiting[id] = false;
        if induction.budget.is_interrupted() || induction.queries > induction.most {
            return false;
        }
        if !induction.keep(pool, facts, id) {
            continue;
        }
        // Less is known at the target now: what leaves it, and what passes a call that ends
        // there, has to be looked at again.
        let to = blocks.block(id).to;
        for next in blocks.out(to).iter().chain(blocks.callers(to)) {
            let next = *next;
            if !std::mem::replace(&mut waiting[next], true) {
                work.push(next);
            }
        }
    }
    true
}

impl Induction<'_> {
    /// Drops what a block does not keep; whether anything was dropped.
    fn keep(&mut self, pool: &mut TermPool, facts: &mut Facts, id: BlockId) -> bool {
        let block = self.blocks.block(id);
        let (from, to) = (block.from, block.to);
        let before = facts[to].len();
        while self.queries <= self.most && !self.budget.is_interrupted() {
            // In normal form most steps of equations are seen without a question. What was
            // dropped at a loop head is no longer known at its next round.
            let given = facts[from].iter().chain(&self.settled[from]);
            let mut given: Vec<TermId> = given.chain(&block.guards).copied().collect();
            given.extend(self.apart.over(pool, block, &facts[from]));
            for call in &block.calls {
                given.extend(call.facts(pool, &facts[call.exit]));
                given.extend(call.facts(pool, &self.settled[call.exit]));
            }
            let mut known: Vec<TermId> = given.iter().map(|&t| self.normal.of(pool, t)).collect();
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
            let mentioned: Vec<TermId> = known.iter().chain(&after).copied().collect();
            known.extend(facts_about_globals(pool, self.program, &mentioned));
            let lost = self.broken(pool, &known, &after, &open);
            if lost.is_empty() || is_on(Defect::KeepsCandidate) {
                break;
            }
            drop_at(&mut facts[to], &lost);
        }
        facts[to].len() != before
    }

    /// Candidates that a block does not keep, or that take too long; none if it keeps them all.
    fn broken(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        after: &[TermId],
        open: &[usize],
    ) -> Vec<usize> {
        let (hard, easy): (Vec<usize>, Vec<usize>) =
            open.iter().partition(|&&i| is_hard(pool, after[i]));
        let mut work: Vec<&[usize]> = hard.chunks(1).collect();
        work.push(&easy);
        work.retain(|part| !part.is_empty());
        let mut lost: BTreeSet<usize> = BTreeSet::new();
        while let Some(part) = work.pop() {
            if self.queries > self.most || self.budget.is_interrupted() {
                return open.to_vec();
            }
            match self.some_broken(pool, known, after, part) {
                CheckResult::Unsat => {}
                CheckResult::Sat => {
                    let model = self.solver.model().cloned().unwrap_or_default();
                    let mut false_ones = falsified(pool, after, open, &model);
                    if !part.iter().any(|i| false_ones.contains(i)) {
                        // Nothing to learn from this model: give up what was asked about.
                        false_ones.extend(part);
                    }
                    lost.extend(false_ones);
                    // The others come cheaper when these are gone; hard ones are all looked at.
                    if part.len() > 1 {
                        break;
                    }
                }
                CheckResult::Unknown(_) if part.len() == 1 => lost.extend(part),
                // Less at a time.
                CheckResult::Unknown(_) => {
                    let (left, right) = part.split_at(part.len() / 2);
                    work.extend([right, left]);
                }
            }
        }
        lost.into_iter().collect()
    }

    /// Whether some candidate is false after a step from a state where all that is known holds.
    /// What is known and hard is left out at first.
    fn some_broken(
        &mut self,
        pool: &mut TermPool,
        known: &[TermId],
        after: &[TermId],
        part: &[usize],
    ) -> CheckResult {
        let broken: Vec<TermId> = part.iter().map(|&i| pool.not(after[i])).collect();
        let some = pool.or_all(&broken);
        let budget = self.share(is_hard(pool, some));
        let easy = known.iter().copied().filter(|&k| !is_hard(pool, k));
        let mut query: Vec<TermId> = easy.collect();
        query.push(some);
        self.queries += 1;
        let answer = self.solver.check(pool, &query, &budget);
        let complete = query.len() > known.len();
        if complete || !matches!(answer, CheckResult::Sat) {
            return answer;
        }
        let model = self.solver.model().cloned().unwrap_or_default();
        if known.iter().all(|&k| pool.eval_bool(k, &model) == Ok(true)) {
            return answer;
        }
        let mut query = known.to_vec();
        query.push(some);
        self.queries += 1;
        self.solver.check(pool, &query, &self.share(true))
    }

    /// What a question may cost: less if it multiplies, because each conflict costs more then.
    fn share(&self, hard: bool) -> Budget {
        let part = if hard { HARD_SHARE } else { 1 };
        Budget {
            conflicts: self.budget.conflicts.map(|c| c / part),
            ..self.budget.clone()
        }
    }

    /// Drops facts that follow from the others, the last first: a proof with fewer is certified
    /// sooner. What the solver does not show within a little stays.
    fn slim(&mut self, pool: &mut TermPool, facts: &mut Vec<TermId>) {
        let little = self.share(true);
        for i in (0..facts.len()).rev() {
            if facts.len() <= FEW || self.budget.is_interrupted() {
                return;
            }
            if is_hard(pool, facts[i]) {
                continue;
            }
            let others = (0..facts.len()).filter(|&j| j != i && !is_hard(pool, facts[j]));
            let mut query: Vec<TermId> = others.map(|j| facts[j]).collect();
            query.push(pool.not(facts[i]));
            self.queries += 1;
            if self.solver.check(pool, &query, &little).is_unsat() {
                facts.remove(i);
            }
        }
    }
}

fn falsified(pool: &TermPool, after: &[TermId], open: &[usize], model: &Model) -> Vec<usize> {
    let mut evaluator = Evaluator::new(pool, model);
    let is_false = |i: &usize| evaluator.truth(after[*i]) != Ok(true);
    open.iter().copied().filter(is_false).collect()
}

fn drop_at(list: &mut Vec<TermId>, positions: &[usize]) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        positions.binary_search(&(index - 1)).is_err()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_blocks::block::Target;
    use hatha_blocks::effect::{Effects, state_variable};
    use hatha_cfa::Program;
    use hatha_cfa::join::{Keep, join};
    use hatha_exec::config::Config;
    use hatha_front::load::{LoadOptions, load};
    use hatha_proof::assume::Start;
    use hatha_smt::layers::plain;

    /// z is the product of x and y until the loop adds to it; w keeps it.
    const PRODUCT: &str = "extern unsigned __VERIFIER_nondet_uint(void);
        extern void reach_error(void);
        int main(void) {
          unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
          unsigned z = x * y, w = x * y;
          while (__VERIFIER_nondet_uint()) { z = z + 1; }
          if (z == 7 && w == 8) reach_error();
          return 0; }";

    fn program() -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.c");
        std::fs::write(&file, PRODUCT).expect("the folder is writable");
        let options = LoadOptions {
            files: vec![file],
            ..LoadOptions::default()
        };
        load(&options).unwrap_or_else(|d| panic!("{d:?}"))
    }

    fn variable(program: &Program, pool: &mut TermPool, name: &str) -> TermId {
        let id = program.vars.position(|v| v.name == name);
        let id = id.expect("a variable of the program");
        state_variable(program, pool, id).expect("a slot")
    }

    #[test]
    fn products_are_kept_only_where_every_step_keeps_them() {
        let program = program();
        let entry = program.find_proc("main").expect("there is a main");
        let mut pool = TermPool::new();
        let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
        let effects = Effects::new(&joined, false, &Config::default(), Vec::new());
        let start = Start::default();
        let blocks = Blocks::new(&joined, &effects, &Target::default(), &start, &mut pool);
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|n| variable(&program, &mut pool, n));
        let product = pool.bv_mul(x, y);
        let (wrong, right) = (pool.eq(z, product), pool.eq(w, product));
        let mut facts: Facts = blocks.per_cut(Vec::new());
        // At the entry nothing has been assigned yet.
        let places: Vec<_> = blocks.located().skip(1).collect();
        for &cut in &places {
            facts[cut] = vec![wrong, right];
        }
        let mut induction = Induction {
            blocks: &blocks,
            preimages: &mut Preimages::new(effects.into_resolver()),
            program: &joined.program,
            solver: &mut plain(),
            budget: &Budget::unlimited(),
            normal: Normal::default(),
            apart: &Apart::default(),
            settled: Facts::new(),
            queries: 0,
            most: 1_000,
        };
        assert!(houdini(&mut induction, &mut pool, &mut facts));
        assert_eq!(facts[places[0]], vec![right]);
    }
}
