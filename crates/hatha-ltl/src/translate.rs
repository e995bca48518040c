//! Formulas to automata: the tableau of Gerth, Peled, Vardi and Wolper for finite
//! sequences.
//!
//! A node says what holds in its state (`old`), what must hold from a next state on,
//! which then must exist (`next`), and what must hold from the next state on if
//! there is one (`weak`). `a U b` is `b`, or `a` and a strong promise of itself;
//! `a V b` is `a` and `b`, or `b` and a weak promise. A node without strong promises
//! may be the last. Nodes that agree on literals and promises are one: what a node
//! has already used up does not bear on what follows.

use crate::automaton::{Automaton, Node, NodeId};
use crate::formula::{AtomId, Form, FormulaId, Formulas};
use hatha_index::IndexVec;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::fmt;

/// The automaton would have more nodes than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub usize);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the automaton has more than {} nodes", self.0)
    }
}

impl std::error::Error for TooLarge {}

/// A set of formulas in negation normal form.
type Set = BTreeSet<FormulaId>;

/// What tells nodes apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Key {
    holds: BTreeSet<AtomId>,
    fails: BTreeSet<AtomId>,
    next: Set,
    weak: Set,
}

/// A node being expanded.
#[derive(Clone, Debug, Default)]
struct Partial {
    new: Vec<FormulaId>,
    old: Set,
    key: Key,
}

/// The automaton of a formula, of at most `limit` nodes.
pub fn translate(
    formulas: &Formulas,
    root: FormulaId,
    limit: usize,
) -> Result<Automaton, TooLarge> {
    let mut normal = Normal {
        from: formulas,
        to: Formulas::new(),
    };
    let root = normal.positive(root);
    let mut tableau = Tableau {
        formulas: normal.to,
        nodes: IndexMap::new(),
        limit,
    };
    tableau.run(root)
}

struct Tableau {
    formulas: Formulas,
    /// Nodes with their successors.
    nodes: IndexMap<Key, BTreeSet<NodeId>>,
    limit: usize,
}

impl Tableau {
    fn run(&mut self, root: FormulaId) -> Result<Automaton, TooLarge> {
        let initial = self.expand(vec![root])?;
        let mut done = 0;
        while let Some((key, _)) = self.nodes.get_index(done) {
            let promised: Vec<FormulaId> = key.next.union(&key.weak).copied().collect();
            let successors = self.expand(promised)?;
            self.nodes[done] = successors;
            done += 1;
        }
        let node = |(i, (key, next)): (usize, (&Key, &BTreeSet<NodeId>))| Node {
            holds: key.holds.clone(),
            fails: key.fails.clone(),
            initial: initial.contains(&NodeId::from(i)),
            accepting: key.next.is_empty(),
            next: next.clone(),
        };
        Ok(Automaton {
            nodes: self.nodes.iter().enumerate().map(node).collect(),
        })
    }

    /// The nodes that together say what some formulas say.
    fn expand(&mut self, new: Vec<FormulaId>) -> Result<BTreeSet<NodeId>, TooLarge> {
        let mut found = BTreeSet::new();
        let mut work = vec![Partial {
            new,
            ..Partial::default()
        }];
        while let Some(mut partial) = work.pop() {
            let Some(formula) = partial.new.pop() else {
                // A node that is known keeps the successors that it may have already.
                let entry = self.nodes.entry(partial.key);
                found.insert(NodeId::from(entry.index()));
                entry.or_default();
                if self.nodes.len() > self.limit {
                    return Err(TooLarge(self.limit));
                }
                continue;
            };
            if partial.old.insert(formula) {
                self.split(formula, partial, &mut work);
            } else {
                work.push(partial);
            }
            if work.len() > self.limit {
                return Err(TooLarge(self.limit));
            }
        }
        Ok(found)
    }

    /// Takes one formula apart.
    fn split(&self, formula: FormulaId, mut partial: Partial, work: &mut Vec<Partial>) {
        match self.formulas.form(formula) {
            Form::True => work.push(partial),
            Form::False => {}
            Form::Atom(a) => {
                partial.key.holds.insert(a);
                work.extend(consistent(partial, a));
            }
            // In normal form only basic formulas are negated.
            Form::Not(inner) => {
                if let Form::Atom(a) = self.formulas.form(inner) {
                    partial.key.fails.insert(a);
                    work.extend(consistent(partial, a));
                }
            }
            Form::And(a, b) => {
                partial.new.extend([a, b]);
                work.push(partial);
            }
            Form::Or(a, b) => either(partial, &[a], &[b], work),
            Form::Next(a) => {
                partial.key.next.insert(a);
                work.push(partial);
            }
            Form::WeakNext(a) => {
                partial.key.weak.insert(a);
                work.push(partial);
            }
            Form::Until(a, b) => {
                let mut later = partial.clone();
                later.key.next.insert(formula);
                later.new.push(a);
                work.push(later);
                partial.new.push(b);
                work.push(partial);
            }
            Form::Release(a, b) => {
                let mut later = partial.clone();
                later.key.weak.insert(formula);
                later.new.push(b);
                work.push(later);
                partial.new.extend([a, b]);
                work.push(partial);
            }
        }
    }
}

/// The node, unless it both wants and refuses a basic formula.
fn consistent(partial: Partial, a: AtomId) -> Option<Partial> {
    let clash = partial.key.holds.contains(&a) && partial.key.fails.contains(&a);
    (!clash).then_some(partial)
}

fn either(partial: Partial, a: &[FormulaId], b: &[FormulaId], work: &mut Vec<Partial>) {
    let mut other = partial.clone();
    other.new.extend(b);
    work.push(other);
    let mut first = partial;
    first.new.extend(a);
    work.push(first);
}

/// Negation normal form, without recursion: [`Formulas`] are numbered from the parts to the whole.
struct Normal<'a> {
    from: &'a Formulas,
    to: Formulas,
}

/// Each formula and its negation, both in normal form.
type Done = IndexVec<FormulaId, (FormulaId, FormulaId)>;

impl Normal<'_> {
    fn positive(&mut self, root: FormulaId) -> FormulaId {
        let mut done: Done = IndexVec::with_capacity(self.from.len());
        for id in self.from.ids().take_while(|id| *id <= root) {
            let pair = self.pair(self.from.form(id), &done);
            done.push(pair);
        }
        done[root].0
    }

    /// A formula and its negation.
    fn pair(&mut self, form: Form, done: &Done) -> (FormulaId, FormulaId) {
        let yes = |f: FormulaId| done[f].0;
        let no = |f: FormulaId| done[f].1;
        let (a, b) = match form {
            Form::True => (Form::True, Form::False),
            Form::False => (Form::False, Form::True),
            Form::Atom(_) => {
                let atom = self.to.add(form);
                return (atom, self.to.not(atom));
            }
            Form::Not(a) => return (no(a), yes(a)),
            Form::And(a, b) => (Form::And(yes(a), yes(b)), Form::Or(no(a), no(b))),
            Form::Or(a, b) => (Form::Or(yes(a), yes(b)), Form::And(no(a), no(b))),
            Form::Next(a) => (Form::Next(yes(a)), Form::WeakNext(no(a))),
            Form::WeakNext(a) => (Form::WeakNext(yes(a)), Form::Next(no(a))),
            Form::Until(a, b) => (Form::Until(yes(a), yes(b)), Form::Release(no(a), no(b))),
            Form::Release(a, b) => (Form::Release(yes(a), yes(b)), Form::Until(no(a), no(b))),
        };
        (self.to.add(a), self.to.add(b))
    }
}
