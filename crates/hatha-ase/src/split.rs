//! All combinations of truth values that predicates can have under a condition:
//! the minterms of the paper's `SPLITSTATE`.
//!
//! **Invariant.** Exactly the combinations that some values satisfy are listed.
//! Predicates that share no symbol, not even through the condition, are
//! enumerated apart and multiplied out; what was enumerated once (up to the
//! names of symbols) is never asked again. Where few values are possible they are
//! tried, and differences are decided by bounds; any other component is enumerated
//! by models and blocking clauses in one scope of the solver.

use crate::difference::by_differences;
use crate::oracle::{Oracle, Trouble};
use crate::small::by_trying;
use hatha_gcl::formula::{Arena, Formula, Relation};
use hatha_gcl::linear::{Linear, Sym};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The truth values of the open formulas and the values of the open sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Minterm {
    /// Of the formulas.
    pub truths: Vec<bool>,
    /// Of the sums.
    pub values: Vec<i128>,
}

/// More combinations than that are not worth waiting for.
pub(crate) const MOST: usize = 1 << 16;
/// Canonical names of symbols inside the cache.
const CANONICAL: u32 = 1 << 30;

/// What is said then.
pub(crate) fn too_many() -> Trouble {
    Trouble::GivesUp(format!(
        "more than {MOST} combinations of predicates at one state"
    ))
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    condition: Vec<Formula>,
    open: Vec<Formula>,
    sums: Vec<Linear>,
}

/// Splits, and remembers.
#[derive(Default)]
pub struct Splitter {
    known: FxHashMap<Question, Rc<Vec<Minterm>>>,
    /// Enumerations that were answered without the solver.
    pub remembered: u64,
}

/// A part of a question that shares no symbol with the rest.
#[derive(Default)]
struct Component {
    symbols: Vec<Sym>,
    condition: Vec<Formula>,
    open: Vec<usize>,
    sums: Vec<usize>,
}

impl Splitter {
    /// The minterms of formulas and sums, none of which is a constant, under a
    /// condition that is known to be satisfiable.
    pub(crate) fn minterms(
        &mut self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        condition: &[Formula],
        open: &[Formula],
        sums: &[Linear],
    ) -> Result<Vec<Minterm>, Trouble> {
        let blank = Minterm {
            truths: vec![false; open.len()],
            values: vec![0; sums.len()],
        };
        let mut all = vec![blank];
        for component in components(arena, condition, open, sums) {
            let found = self.component(arena, oracle, &component, open, sums)?;
            if all.len() * found.len() > MOST {
                return Err(too_many());
            }
            let extend = |base: &Minterm| {
                let one = |part: &Minterm| merged(base, &component, part);
                found.iter().map(one).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extend).collect();
        }
        Ok(all)
    }

    fn component(
        &mut self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        component: &Component,
        open: &[Formula],
        sums: &[Linear],
    ) -> Result<Rc<Vec<Minterm>>, Trouble> {
        let question = canonical(arena, component, open, sums)?;
        if let Some(known) = self.known.get(&question) {
            self.remembered += 1;
            return Ok(Rc::clone(known));
        }
        let Question {
            condition,
            open,
            sums,
        } = &question;
        let found = if is_free(arena, &question) {
            vec![single(false), single(true)]
        } else if let Some(tried) = by_trying(arena, condition, open, sums)? {
            tried
        } else if let Some(bounded) = differences(arena, &question)? {
            bounded
        } else {
            enumerate(arena, oracle, &question)?
        };
        let found = Rc::new(found);
        self.known.insert(question, Rc::clone(&found));
        Ok(found)
    }
}

/// Without sums, whose values bounds do not list.
fn differences(arena: &Arena, question: &Question) -> Result<Option<Vec<Minterm>>, Trouble> {
    match question.sums.is_empty() {
        true => by_differences(arena, &question.condition, &question.open),
        false => Ok(None),
    }
}

/// Is it one comparison under no condition? Being normalised, it can be true and
/// false. (2x + 1 is never a multiple of 4: such atoms are asked about.)
fn is_free(arena: &Arena, question: &Question) -> bool {
    let [open] = question.open[..] else {
        return false;
    };
    let compares = arena.as_literal(open).is_some_and(|literal| {
        let relation = arena.atom(literal.atom).relation;
        !matches!(relation, Relation::Multiple(_))
    });
    compares && question.condition.is_empty() && question.sums.is_empty()
}

fn single(truth: bool) -> Minterm {
    Minterm {
        truths: vec![truth],
        values: Vec::new(),
    }
}

fn merged(base: &Minterm, component: &Component, part: &Minterm) -> Minterm {
    let mut merged = base.clone();
    for (&at, &truth) in component.open.iter().zip(&part.truths) {
        merged.truths[at] = truth;
    }
    for (&at, &value) in component.sums.iter().zip(&part.values) {
        merged.values[at] = value;
    }
    merged
}

/// The symbols of a formula.
pub(crate) fn symbols_of(arena: &Arena, f: Formula) -> Vec<Sym> {
    let mut all = Vec::new();
    for atom in arena.atoms_of(&[f]) {
        all.extend(arena.atom(atom).sum.terms().iter().map(|&(s, _)| s));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Groups what is open by shared symbols. Conditions that touch nothing open
/// are satisfiable and therefore do not matter.
fn components(
    arena: &Arena,
    condition: &[Formula],
    open: &[Formula],
    sums: &[Linear],
) -> Vec<Component> {
    let mut groups: Vec<Component> = Vec::new();
    for (at, &f) in open.iter().enumerate() {
        let group = join(&mut groups, &symbols_of(arena, f));
        groups[group].open.push(at);
    }
    for (at, sum) in sums.iter().enumerate() {
        let symbols: Vec<Sym> = sum.terms().iter().map(|&(s, _)| s).collect();
        let group = join(&mut groups, &symbols);
        groups[group].sums.push(at);
    }
    for &f in condition {
        let group = join(&mut groups, &symbols_of(arena, f));
        groups[group].condition.push(f);
    }
    groups.retain(|g| !g.open.is_empty() || !g.sums.is_empty());
    for group in &mut groups {
        group.open.sort_unstable();
        group.sums.sort_unstable();
        group.condition.sort_unstable();
    }
    groups
}

/// The group of some symbols, all groups that share one made one.
fn join(groups: &mut Vec<Component>, symbols: &[Sym]) -> usize {
    let mut joined = Component {
        symbols: symbols.to_vec(),
        ..Component::default()
    };
    let mut at = 0;
    while at < groups.len() {
        if groups[at].symbols.iter().any(|s| symbols.contains(s)) {
            let group = groups.swap_remove(at);
            joined.symbols.extend(group.symbols);
            joined.condition.extend(group.condition);
            joined.open.extend(group.open);
            joined.sums.extend(group.sums);
        } else {
            at += 1;
        }
    }
    joined.symbols.sort_unstable();
    joined.symbols.dedup();
    groups.push(joined);
    groups.len() - 1
}

/// The question with its symbols named by the order in which they come.
fn canonical(
    arena: &mut Arena,
    component: &Component,
    open: &[Formula],
    sums: &[Linear],
) -> Result<Question, Trouble> {
    let mut names: FxHashMap<Sym, Sym> = FxHashMap::default();
    let mut name = |sym: Sym| {
        let next = Sym(CANONICAL + names.len() as u32);
        names.entry(sym).or_insert(next);
    };
    for &at in &component.sums {
        sums[at].terms().iter().for_each(|&(s, _)| name(s));
    }
    for &at in &component.open {
        symbols_of(arena, open[at]).into_iter().for_each(&mut name);
    }
    component.symbols.iter().for_each(|&s| name(s));
    let map = |sym: Sym| Linear::symbol(*names.get(&sym).unwrap_or(&sym));
    let mut question = Question {
        condition: Vec::new(),
        open: Vec::new(),
        sums: Vec::new(),
    };
    for &f in &component.condition {
        question.condition.push(arena.substitute(f, &map)?);
    }
    question.condition.sort_unstable();
    for &at in &component.open {
        question.open.push(arena.substitute(open[at], &map)?);
    }
    for &at in &component.sums {
        question.sums.push(sums[at].substitute(&map)?);
    }
    Ok(question)
}

/// Models, each of which excludes its own minterm from the next.
fn enumerate(
    arena: &mut Arena,
    oracle: &mut Oracle,
    question: &Question,
) -> Result<Vec<Minterm>, Trouble> {
    oracle.push();
    for &f in &question.condition {
        oracle.assert(arena, f);
    }
    let found = models(arena, oracle, question);
    oracle.pop();
    let mut found = found?;
    // The order of models is the solver's; results must not depend on it.
    found.sort_unstable();
    Ok(found)
}

fn models(
    arena: &mut Arena,
    oracle: &mut Oracle,
    question: &Question,
) -> Result<Vec<Minterm>, Trouble> {
    let mut found: Vec<Minterm> = Vec::new();
    while let Some(values) = oracle.solve()? {
        oracle.check_time()?;
        if found.len() >= MOST {
            return Err(too_many());
        }
        let value = |s: Sym| values.get(&s).copied().unwrap_or(0);
        let mut minterm = Minterm::default();
        let mut differs = Vec::new();
        for &f in &question.open {
            let truth = arena.evaluate(f, &value)?;
            minterm.truths.push(truth);
            differs.push(if truth { arena.not(f) } else { f });
        }
        for sum in &question.sums {
            let number = sum.evaluate(&value)?;
            minterm.values.push(number);
            let same = arena.equal(sum, &Linear::constant(number))?;
            differs.push(arena.not(same));
        }
        let block = arena.or(differs);
        oracle.assert(arena, block);
        found.push(minterm);
    }
    Ok(found)
}
