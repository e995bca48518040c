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
use crate::formula::{AtomId, AtomKind, Form, FormulaId, Formulas};
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
        pairs: IndexVec::with_capacity(formulas.len()),
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
///
/// A disjunction with places among its parts asks for the others only where the places do not
/// decide it: `!at L || c` becomes `!at L || (at L && c)`, which says the same. So a condition
/// that means something at `L` alone is never asked for elsewhere.
struct Normal<'a> {
    from: &'a Formulas,
    to: Formulas,
    /// Each formula and its negation, in normal form.
    pairs: IndexVec<FormulaId, (FormulaId, FormulaId)>,
}

impl Normal<'_> {
    fn positive(&mut self, root: FormulaId) -> FormulaId {
        for id in self.from.ids().take_while(|id| *id <= root) {
            let pair = self.pair(self.from.form(id));
            self.pairs.push(pair);
        }
        self.yes(root)
    }

    fn yes(&self, f: FormulaId) -> FormulaId {
        self.pairs[f].0
    }

    fn no(&self, f: FormulaId) -> FormulaId {
        self.pairs[f].1
    }

    /// A formula and its negation.
    fn pair(&mut self, form: Form) -> (FormulaId, FormulaId) {
        let yes = |f: FormulaId| self.yes(f);
        let no = |f: FormulaId| self.no(f);
        let (a, b) = match form {
            Form::True => (Form::True, Form::False),
            Form::False => (Form::False, Form::True),
            Form::Atom(_) => {
                let atom = self.to.add(form);
                return (atom, self.to.not(atom));
            }
            Form::Not(a) => return (no(a), yes(a)),
            Form::And(a, b) => {
                let (both, parts) = (Form::And(yes(a), yes(b)), [no(a), no(b)]);
                let both = self.to.add(both);
                return (both, self.any_of(parts));
            }
            Form::Or(a, b) => {
                let (neither, parts) = (Form::And(no(a), no(b)), [yes(a), yes(b)]);
                let any = self.any_of(parts);
                return (any, self.to.add(neither));
            }
            Form::Next(a) => (Form::Next(yes(a)), Form::WeakNext(no(a))),
            Form::WeakNext(a) => (Form::WeakNext(yes(a)), Form::Next(no(a))),
            Form::Until(a, b) => (Form::Until(yes(a), yes(b)), Form::Release(no(a), no(b))),
            Form::Release(a, b) => (Form::Release(yes(a), yes(b)), Form::Until(no(a), no(b))),
        };
        (self.to.add(a), self.to.add(b))
    }

    /// A disjunction of formulas in normal form, the places first.
    fn any_of(&mut self, parts: [FormulaId; 2]) -> FormulaId {
        let (places, others): (Vec<_>, Vec<_>) = self
            .disjuncts(parts)
            .into_iter()
            .partition(|&f| self.place(f).is_some());
        if places.is_empty() || others.is_empty() {
            let [a, b] = parts;
            return self.to.add(Form::Or(a, b));
        }
        let elsewhere: Vec<FormulaId> = places.iter().map(|&p| self.opposite(p)).collect();
        let undecided: Vec<FormulaId> = others
            .into_iter()
            .map(|other| self.fold(Form::And, &elsewhere, other))
            .collect();
        let (last, rest) = undecided
            .split_last()
            .expect("there are others than places");
        let undecided = self.fold(Form::Or, rest, *last);
        self.fold(Form::Or, &places, undecided)
    }

    /// The parts of nested disjunctions.
    fn disjuncts(&self, parts: [FormulaId; 2]) -> Vec<FormulaId> {
        let mut found = Vec::new();
        let mut work: Vec<FormulaId> = parts.into_iter().rev().collect();
        while let Some(f) = work.pop() {
            match self.to.form(f) {
                Form::Or(a, b) => work.extend([b, a]),
                _ => found.push(f),
            }
        }
        found
    }

    /// The place that a formula says to be at, or not to be at.
    fn place(&self, f: FormulaId) -> Option<AtomId> {
        let atom = match self.to.form(f) {
            Form::Not(inner) => self.to.form(inner),
            form => form,
        };
        let Form::Atom(a) = atom else { return None };
        let known = self.from.atoms().get(a)?;
        matches!(known.kind, AtomKind::At { .. }).then_some(a)
    }

    /// The negation of a basic formula or of the negation of one.
    fn opposite(&mut self, literal: FormulaId) -> FormulaId {
        match self.to.form(literal) {
            Form::Not(inner) => inner,
            _ => self.to.not(literal),
        }
    }

    fn fold(
        &mut self,
        form: fn(FormulaId, FormulaId) -> Form,
        first: &[FormulaId],
        last: FormulaId,
    ) -> FormulaId {
        let join = |rest, &f: &FormulaId| self.to.add(form(f, rest));
        first.iter().rev().fold(last, join)
    }
}
