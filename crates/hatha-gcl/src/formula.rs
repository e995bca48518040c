//! Formulas over linear atoms, shared and in normal form.
//!
//! **Invariant.** Atoms are normalised (a first factor that is positive, factors
//! without a common divisor), so that the same condition is one atom however it
//! was written; `x <= y` and `y < x` are an atom and its negation. Equal ids of
//! one arena mean equal formulas.

use crate::linear::{Linear, Overflow, Sym};
use hatha_index::index_type;
use hatha_term::{Sort, TermId, TermPool};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

index_type! {
    /// An atom of an arena.
    pub struct AtomId
}

index_type! {
    /// The name of a formula inside one arena.
    pub struct Formula
}

/// An atom, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: AtomId,
    /// Is it the atom itself?
    pub positive: bool,
}

/// What an atom says about its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// It is at most zero.
    AtMostZero,
    /// It is zero.
    Zero,
    /// It is a multiple of a number that is at least two.
    Multiple(i128),
}

/// An atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// What it says.
    pub relation: Relation,
    /// About which sum.
    pub sum: Linear,
}

/// What a formula is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always.
    True,
    /// Never.
    False,
    /// A condition on a sum.
    Atom(AtomId),
    /// Not; of an atom or a compound.
    Not(Formula),
    /// All of them.
    And(Box<[Formula]>),
    /// Some of them.
    Or(Box<[Formula]>),
}

/// A value that depends on conditions of which exactly one holds.
pub type Cases = Vec<(Formula, Linear)>;

/// Atom or truth value, from a normalisation.
enum Normal {
    Truth(bool),
    Atom(Atom, bool),
}

/// All formulas of one system.
#[derive(Clone, Debug)]
pub struct Arena {
    nodes: IndexSet<Node>,
    atoms: IndexSet<Atom>,
}

impl Default for Arena {
    fn default() -> Self {
        let mut nodes = IndexSet::new();
        nodes.insert(Node::True);
        nodes.insert(Node::False);
        Arena {
            nodes,
            atoms: IndexSet::new(),
        }
    }
}

impl Formula {
    /// Always.
    pub const TRUE: Formula = Formula(0);
    /// Never.
    pub const FALSE: Formula = Formula(1);

    /// The formula of a truth value.
    pub fn truth(truth: bool) -> Formula {
        if truth { Formula::TRUE } else { Formula::FALSE }
    }

    /// The truth value, if it is one.
    pub fn as_truth(self) -> Option<bool> {
        match self {
            Formula::TRUE => Some(true),
            Formula::FALSE => Some(false),
            _ => None,
        }
    }
}

impl Literal {
    /// The opposite.
    pub fn negated(self) -> Literal {
        Literal {
            positive: !self.positive,
            ..self
        }
    }
}

impl Arena {
    /// What a formula is made of.
    pub fn node(&self, f: Formula) -> &Node {
        &self.nodes[f.index()]
    }

    /// An atom.
    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }

    fn intern(&mut self, node: Node) -> Formula {
        Formula::from(self.nodes.insert_full(node).0)
    }

    fn of_normal(&mut self, normal: Normal) -> Formula {
        match normal {
            Normal::Truth(truth) => Formula::truth(truth),
            Normal::Atom(atom, positive) => {
                let atom = AtomId::from(self.atoms.insert_full(atom).0);
                self.literal(Literal { atom, positive })
            }
        }
    }

    /// A literal as a formula.
    pub fn literal(&mut self, literal: Literal) -> Formula {
        let atom = self.intern(Node::Atom(literal.atom));
        match literal.positive {
            true => atom,
            false => self.not(atom),
        }
    }

    /// The literal that a formula is, if it is one.
    pub fn as_literal(&self, f: Formula) -> Option<Literal> {
        match *self.node(f) {
            Node::Atom(atom) => Some(Literal {
                atom,
                positive: true,
            }),
            Node::Not(inner) => self.as_literal(inner).map(Literal::negated),
            _ => None,
        }
    }

    /// The sum is at most zero.
    pub(crate) fn at_most_zero(&mut self, sum: &Linear) -> Result<Formula, Overflow> {
        let normal = at_most_zero(sum)?;
        Ok(self.of_normal(normal))
    }

    /// `a <= b`
    pub fn at_most(&mut self, a: &Linear, b: &Linear) -> Result<Formula, Overflow> {
        let sum = a.plus(-1, b)?;
        self.at_most_zero(&sum)
    }

    /// `a < b`
    pub fn less(&mut self, a: &Linear, b: &Linear) -> Result<Formula, Overflow> {
        let sum = a.plus(-1, b)?.shifted(1)?;
        self.at_most_zero(&sum)
    }

    /// `a = b`
    pub fn equal(&mut self, a: &Linear, b: &Linear) -> Result<Formula, Overflow> {
        let normal = zero(&a.plus(-1, b)?)?;
        Ok(self.of_normal(normal))
    }

    /// The sum is a multiple of a positive number.
    pub fn multiple(&mut self, of: i128, sum: &Linear) -> Result<Formula, Overflow> {
        let normal = multiple(of, sum)?;
        Ok(self.of_normal(normal))
    }

    /// An atom with its symbols replaced.
    pub fn atom_with(
        &mut self,
        id: AtomId,
        map: &dyn Fn(Sym) -> Linear,
    ) -> Result<Formula, Overflow> {
        let Atom { relation, sum } = self.atom(id);
        let (relation, sum) = (*relation, sum.substitute(map)?);
        self.relation(relation, &sum)
    }

    /// What an atom says, about another sum.
    pub fn relation(&mut self, relation: Relation, sum: &Linear) -> Result<Formula, Overflow> {
        let normal = match relation {
            Relation::AtMostZero => at_most_zero(sum)?,
            Relation::Zero => zero(sum)?,
            Relation::Multiple(of) => multiple(of, sum)?,
        };
        Ok(self.of_normal(normal))
    }

    /// Not.
    pub fn not(&mut self, f: Formula) -> Formula {
        match self.node(f) {
            Node::True => Formula::FALSE,
            Node::False => Formula::TRUE,
            Node::Not(inner) => *inner,
            _ => self.intern(Node::Not(f)),
        }
    }

    /// All.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        self.junction(parts, true)
    }

    /// Some.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        self.junction(parts, false)
    }

    /// If the first then the second.
    pub fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let (both, neither) = (self.and([a, b]), self.and([not_a, not_b]));
        self.or([both, neither])
    }

    fn junction(&mut self, parts: impl IntoIterator<Item = Formula>, all: bool) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match self.node(part) {
                Node::And(inner) if all => flat.extend_from_slice(inner),
                Node::Or(inner) if !all => flat.extend_from_slice(inner),
                _ if part == Formula::truth(all) => {}
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let absorbing = Formula::truth(!all);
        let opposed = |f: &Formula| match *self.node(*f) {
            Node::Not(inner) => flat.binary_search(&inner).is_ok(),
            _ => false,
        };
        if flat.contains(&absorbing) || flat.iter().any(opposed) {
            return absorbing;
        }
        match flat[..] {
            [] => Formula::truth(all),
            [one] => one,
            _ if all => self.intern(Node::And(flat.into())),
            _ => self.intern(Node::Or(flat.into())),
        }
    }

    /// The atoms of formulas, in the order of their ids.
    pub fn atoms_of(&self, formulas: &[Formula]) -> Vec<AtomId> {
        let mut atoms = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = formulas.to_vec();
        while let Some(f) = work.pop() {
            if !seen.insert(f) {
                continue;
            }
            match self.node(f) {
                Node::True | Node::False => {}
                Node::Atom(atom) => atoms.push(*atom),
                Node::Not(inner) => work.push(*inner),
                Node::And(parts) | Node::Or(parts) => work.extend_from_slice(parts),
            }
        }
        atoms.sort_unstable();
        atoms
    }

    /// The conjuncts of a formula.
    pub fn conjuncts(&self, f: Formula) -> Vec<Formula> {
        match self.node(f) {
            Node::True => Vec::new(),
            Node::And(parts) => parts.to_vec(),
            _ => vec![f],
        }
    }

    /// A formula with its atoms replaced.
    pub(crate) fn map_atoms(
        &mut self,
        f: Formula,
        map: &mut dyn FnMut(&mut Arena, AtomId) -> Result<Formula, Overflow>,
    ) -> Result<Formula, Overflow> {
        let mut done = FxHashMap::default();
        self.mapped(f, map, &mut done)
    }

    /// Recursion is along the nesting of what a user wrote, which is bounded.
    fn mapped(
        &mut self,
        f: Formula,
        map: &mut dyn FnMut(&mut Arena, AtomId) -> Result<Formula, Overflow>,
        done: &mut FxHashMap<Formula, Formula>,
    ) -> Result<Formula, Overflow> {
        if let Some(&known) = done.get(&f) {
            return Ok(known);
        }
        let result = match self.node(f).clone() {
            Node::True | Node::False => f,
            Node::Atom(atom) => map(self, atom)?,
            Node::Not(inner) => {
                let inner = self.mapped(inner, map, done)?;
                self.not(inner)
            }
            Node::And(parts) => {
                let mut mapped = Vec::with_capacity(parts.len());
                for part in parts {
                    let part = self.mapped(part, map, done)?;
                    if part == Formula::FALSE {
                        return Ok(part);
                    }
                    mapped.push(part);
                }
                self.and(mapped)
            }
            Node::Or(parts) => {
                let mut mapped = Vec::with_capacity(parts.len());
                for part in parts {
                    let part = self.mapped(part, map, done)?;
                    if part == Formula::TRUE {
                        return Ok(part);
                    }
                    mapped.push(part);
                }
                self.or(mapped)
            }
        };
        done.insert(f, result);
        Ok(result)
    }

    /// A formula with its symbols replaced.
    pub fn substitute(
        &mut self,
        f: Formula,
        map: &dyn Fn(Sym) -> Linear,
    ) -> Result<Formula, Overflow> {
        self.map_atoms(f, &mut |arena, atom| arena.atom_with(atom, map))
    }

    /// A formula with its symbols replaced by values that depend on conditions.
    pub fn substitute_cases(
        &mut self,
        f: Formula,
        map: &dyn Fn(Sym) -> Cases,
    ) -> Result<Formula, Overflow> {
        self.map_atoms(f, &mut |arena, id| {
            let Atom { relation, sum } = arena.atom(id).clone();
            let mut all: Cases = vec![(Formula::TRUE, Linear::constant(sum.constant_part()))];
            for &(sym, factor) in sum.terms() {
                all = add_cases(arena, &all, factor, &map(sym))?;
            }
            let mut parts = Vec::with_capacity(all.len());
            for (when, sum) in all {
                let says = arena.relation(relation, &sum)?;
                parts.push(arena.and([when, says]));
            }
            Ok(arena.or(parts))
        })
    }

    /// The truth value under an assignment.
    pub fn evaluate(&self, f: Formula, value: &dyn Fn(Sym) -> i128) -> Result<bool, Overflow> {
        Ok(match self.node(f) {
            Node::True => true,
            Node::False => false,
            Node::Atom(atom) => self.atom(*atom).evaluate(value)?,
            Node::Not(inner) => !self.evaluate(*inner, value)?,
            Node::And(parts) => {
                for &part in parts {
                    if !self.evaluate(part, value)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Or(parts) => {
                for &part in parts {
                    if self.evaluate(part, value)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    /// As a term; `symbol` names the symbols.
    pub fn to_term(
        &self,
        f: Formula,
        pool: &mut TermPool,
        symbol: &dyn Fn(&mut TermPool, Sym) -> TermId,
    ) -> TermId {
        match self.node(f) {
            Node::True => pool.tru(),
            Node::False => pool.fls(),
            Node::Atom(atom) => self.atom(*atom).to_term(pool, symbol),
            Node::Not(inner) => {
                let inner = self.to_term(*inner, pool, symbol);
                pool.not(inner)
            }
            Node::And(parts) | Node::Or(parts) => {
                let terms = parts.iter().map(|&p| self.to_term(p, pool, symbol));
                let terms: Vec<TermId> = terms.collect();
                match self.node(f) {
                    Node::And(_) => pool.and_all(&terms),
                    _ => pool.or_all(&terms),
                }
            }
        }
    }
}

/// All sums of a case and a multiple of a case.
pub(crate) fn add_cases(
    arena: &mut Arena,
    left: &Cases,
    factor: i128,
    right: &Cases,
) -> Result<Cases, Overflow> {
    let mut all = Vec::with_capacity(left.len() * right.len());
    for (when, a) in left {
        for (also, b) in right {
            let both = arena.and([*when, *also]);
            if both != Formula::FALSE {
                all.push((both, a.plus(factor, b)?));
            }
        }
    }
    Ok(all)
}

/// The term of a symbol that is an integer of this name.
pub fn integer(pool: &mut TermPool, name: &str) -> TermId {
    pool.var(name, Sort::Int)
}

impl Atom {
    /// The truth value under an assignment.
    pub fn evaluate(&self, value: &dyn Fn(Sym) -> i128) -> Result<bool, Overflow> {
        let sum = self.sum.evaluate(value)?;
        Ok(match self.relation {
            Relation::AtMostZero => sum <= 0,
            Relation::Zero => sum == 0,
            Relation::Multiple(of) => sum % of == 0,
        })
    }

    fn to_term(
        &self,
        pool: &mut TermPool,
        symbol: &dyn Fn(&mut TermPool, Sym) -> TermId,
    ) -> TermId {
        let mut left = pool.int(0);
        let mut right = pool.int(0);
        for &(sym, factor) in self.sum.terms() {
            let (side, size) = match factor > 0 {
                true => (&mut left, factor),
                false => (&mut right, -factor),
            };
            let (x, size) = (symbol(pool, sym), pool.int(size));
            let product = pool.int_mul(x, size);
            *side = pool.int_add(*side, product);
        }
        let constant = pool.int(-self.sum.constant_part());
        let right = pool.int_add(right, constant);
        match self.relation {
            Relation::AtMostZero => pool.int_le(left, right),
            Relation::Zero => pool.eq(left, right),
            Relation::Multiple(of) => {
                let (sum, of, zero) = (pool.int_sub(left, right), pool.int(of), pool.int(0));
                let rest = pool.int_mod(sum, of);
                pool.eq(rest, zero)
            }
        }
    }
}

fn first_is_negative(sum: &Linear) -> bool {
    sum.terms().first().is_some_and(|&(_, c)| c < 0)
}

fn at_most_zero(sum: &Linear) -> Result<Normal, Overflow> {
    let divisor = sum.divisor();
    if divisor == 0 {
        return Ok(Normal::Truth(sum.constant_part() <= 0));
    }
    // Over the integers the constant is rounded up: c·x ≤ -k is x ≤ ⌊-k/c⌋.
    let constant = -(-sum.constant_part()).div_euclid(divisor);
    let sum = sum.divided(divisor, constant);
    let positive = !first_is_negative(&sum);
    let sum = match positive {
        true => sum,
        // s ≤ 0 is the opposite of 1 - s ≤ 0.
        false => Linear::constant(1).plus(-1, &sum)?,
    };
    let relation = Relation::AtMostZero;
    Ok(Normal::Atom(Atom { relation, sum }, positive))
}

fn zero(sum: &Linear) -> Result<Normal, Overflow> {
    let divisor = sum.divisor();
    if divisor == 0 {
        return Ok(Normal::Truth(sum.constant_part() == 0));
    }
    if sum.constant_part() % divisor != 0 {
        return Ok(Normal::Truth(false));
    }
    let sum = sum.divided(divisor, sum.constant_part() / divisor);
    let sum = match first_is_negative(&sum) {
        true => sum.times(-1)?,
        false => sum,
    };
    let relation = Relation::Zero;
    Ok(Normal::Atom(Atom { relation, sum }, true))
}

fn multiple(of: i128, sum: &Linear) -> Result<Normal, Overflow> {
    let mut reduced = Linear::constant(sum.constant_part().rem_euclid(of));
    for &(sym, factor) in sum.terms() {
        reduced = reduced.plus(factor.rem_euclid(of), &Linear::symbol(sym))?;
    }
    if let Some(constant) = reduced.as_constant() {
        return Ok(Normal::Truth(constant % of == 0));
    }
    let relation = Relation::Multiple(of);
    let atom = Atom {
        relation,
        sum: reduced,
    };
    Ok(Normal::Atom(atom, true))
}
