//! The combined domain: concrete values that can be chosen again.
//!
//! A run in the concolic domain is bound to the inputs that it started with. Here the
//! inputs are a [`Choice`] that may change while the run stands still: whatever
//! depends on an input is computed from its term when it is next looked at. So a
//! walk can go back to a state, choose other values for inputs drawn long before it,
//! and go on from there without taking the way to it again.
//!
//! **Invariant.** Every value that an operation sees has the word that its term has
//! under the current choice; the word beside a term in a register or in memory
//! may be one of an earlier choice and is never believed. The choice satisfies
//! the path taken so far; whoever changes it sees to that.

use crate::code::SwitchCode;
use crate::concolic::{Concolic, Constraint, Mark, Pair, Trace};
use crate::config::Policy;
use crate::domain::{Branch, Domain, Extent, Use};
use crate::input::{Inputs, NoInput, Request};
use crate::math::NoMath;
use crate::memory::Cell as Stored;
use crate::num::Trap;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::{BinOp, MathFn, ProcId, UnOp};
use hatha_term::{Evaluator, Known, Model, TermId, TermPool, Value, VarId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The values of the inputs. One that nobody has chosen is zero.
#[derive(Debug, Default)]
pub struct Choice {
    model: Model,
    known: Known,
    values: Vec<u128>,
    taken: usize,
}

impl Choice {
    /// The values of the inputs taken so far.
    pub fn values(&self) -> Vec<u128> {
        (0..self.taken).map(|n| self.get(n)).collect()
    }

    /// The value of one input.
    pub fn get(&self, n: usize) -> u128 {
        self.values.get(n).copied().unwrap_or(0)
    }

    /// Chooses values for some inputs, each with its variable.
    pub fn set(&mut self, chosen: impl IntoIterator<Item = (usize, VarId, Value)>) {
        for (n, var, value) in chosen {
            let bits = value.as_bv().and_then(hatha_term::Bv::to_u128).unwrap_or(0);
            if self.values.len() <= n {
                self.values.resize(n + 1, 0);
            }
            self.values[n] = bits;
            self.model.set(var, value);
        }
        self.known = Known::default();
    }

    fn word(&mut self, pool: &TermPool, term: TermId) -> Option<u128> {
        let known = std::mem::take(&mut self.known);
        let mut evaluator = Evaluator::knowing(pool, &self.model, known);
        let value = evaluator.value(term).ok();
        self.known = evaluator.into_known();
        value?.as_bv()?.to_u128()
    }
}

/// Gives the machine what is chosen.
#[derive(Debug)]
struct Chosen(Rc<RefCell<Choice>>);

impl Inputs for Chosen {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        if crate::symbolic::sort(request.kind).is_none() {
            return Err(NoInput::Unbounded);
        }
        let mut choice = self.0.borrow_mut();
        let n = choice.taken;
        choice.taken += 1;
        Ok(choice.get(n))
    }
}

/// Words and terms, with inputs that can be chosen again.
#[derive(Debug)]
pub struct Combined<'p> {
    concolic: Concolic<'p>,
    choice: Rc<RefCell<Choice>>,
    /// How many bases of objects the choice has.
    placed: Cell<usize>,
    last_address: Option<(TermId, Prov)>,
}

impl<'p> Combined<'p> {
    /// A domain in which every input is zero.
    pub fn new(policy: Policy, pool: &'p mut TermPool, pointer_bits: u32) -> Self {
        let choice = Rc::new(RefCell::new(Choice::default()));
        let inputs = Box::new(Chosen(choice.clone()));
        Combined {
            concolic: Concolic::new(policy, inputs, pool).follow_bases(pointer_bits),
            choice,
            placed: Cell::new(0),
            last_address: None,
        }
    }

    /// The last address of an access that depends on an input, as the distance from the base of
    /// the object that it is computed from, and that object.
    pub fn last_offset(&mut self) -> Option<(TermId, Prov)> {
        let (address, prov) = self.last_address?;
        Some((self.concolic.offset_in(address, prov)?, prov))
    }

    /// The objects whose bases the run depends on, each with the variable of its base.
    pub fn observed(&self) -> impl Iterator<Item = (Extent, TermId)> + '_ {
        self.concolic.observed()
    }

    /// The pool of all terms.
    pub fn pool(&mut self) -> &mut TermPool {
        self.concolic.pool
    }

    /// The constraints so far, in order.
    pub fn path(&self) -> &[Constraint] {
        self.concolic.path()
    }

    /// The variables of the inputs taken so far, in order.
    pub fn inputs(&self) -> &[TermId] {
        self.concolic.inputs()
    }

    /// How far the run has come.
    pub fn mark(&self) -> Mark {
        self.concolic.mark()
    }

    /// Forgets what came after a mark; what was chosen for inputs drawn there stays chosen.
    pub fn rewind(&mut self, mark: Mark) {
        self.concolic.rewind(mark);
        self.placed.set(self.placed.get().min(mark.bases));
        self.choice.borrow_mut().taken = mark.inputs;
    }

    /// Forgets what came after a mark; all but the first inputs start at zero again. Those that were
    /// drawn behind the mark and before a choice of the same step are among the first.
    pub fn start_over(&mut self, mark: Mark, first: usize) {
        let pool = &*self.concolic.pool;
        let zero = |(i, &input): (usize, &TermId)| {
            let var = pool.as_var(input)?;
            let value = Value::Bv(hatha_term::Bv::new(pool.width(input), 0));
            Some((first + i, var, value))
        };
        let dropped = self.concolic.inputs()[first..].iter().enumerate();
        self.choice.borrow_mut().set(dropped.filter_map(zero));
        self.rewind(mark);
    }

    /// Whether two values are the same whatever the inputs are.
    pub fn is_same(a: &Pair, b: &Pair) -> bool {
        a.term == b.term && (a.term.is_some() || a.word == b.word)
    }

    /// Another value that may be any of its kind, beside the inputs of the program. It is now
    /// what `like` is now. Tests of a run that has such values are not tests of the program.
    pub fn forget(&mut self, like: &Pair, request: &Request) -> Result<Pair, NoInput> {
        let bits = self.now(like).word.bits_of(request.kind);
        let n = self.concolic.inputs().len();
        let fresh = self.concolic.input(request)?;
        if let Some(var) = fresh.term.and_then(|t| self.concolic.pool.as_var(t)) {
            let width = u32::from(request.kind.bits());
            let value = Value::Bv(hatha_term::Bv::new(width, bits));
            self.choice.borrow_mut().set([(n, var, value)]);
        }
        Ok(self.now(&fresh))
    }

    /// A fact that holds under the current choice, and is to hold under every later one.
    pub fn assume(&mut self, fact: TermId) {
        self.concolic.assume(fact);
    }

    /// The term of a value.
    pub fn term(&mut self, value: &Pair, kind: Kind) -> Option<TermId> {
        self.concolic.term(*value, kind)
    }

    /// What is chosen.
    pub fn choice(&self) -> std::cell::RefMut<'_, Choice> {
        self.choice.borrow_mut()
    }

    /// Bases are what they are in the run: it does not go on with others.
    fn place(&self) {
        let (from, to) = (self.placed.get(), self.concolic.mark().bases);
        if from == to {
            return;
        }
        let mut choice = self.choice.borrow_mut();
        for (extent, variable) in self.concolic.observed().skip(from) {
            let width = self.concolic.pool.width(variable);
            let value = Value::Bv(hatha_term::Bv::new(width, u128::from(extent.base)));
            if let Some(var) = self.concolic.pool.as_var(variable) {
                choice.model.set(var, value);
            }
        }
        choice.known = Known::default();
        self.placed.set(to);
    }

    /// A value as it is under the current choice.
    fn now(&self, value: &Pair) -> Pair {
        let Some(term) = value.term else {
            return *value;
        };
        self.place();
        match self.choice.borrow_mut().word(self.concolic.pool, term) {
            Some(bits) => Pair {
                word: Word {
                    prov: value.word.prov,
                    state: value.word.state,
                    ..Word::wide(bits)
                },
                term: value.term,
            },
            None => *value,
        }
    }
}

impl Domain for Combined<'_> {
    type Value = Pair;
    type Shadow = Trace;
    const FOLLOWS_OBJECTS: bool = true;

    fn provenance(shadow: &Trace) -> Prov {
        shadow.prov
    }

    fn shadow(prov: Prov, address: u64) -> Trace {
        Concolic::shadow(prov, address)
    }

    fn born(&mut self, extent: Extent) {
        self.concolic.born(extent);
    }

    fn ended(&mut self, prov: Prov, births: u32) {
        self.concolic.ended(prov, births);
    }

    fn aligned(&mut self, prov: Prov, offset: u64, align: u32) {
        self.concolic.aligned(prov, offset, align);
    }

    fn settle(&mut self, number: &Pair) {
        let number = self.now(number);
        self.concolic.settle(&number);
    }

    fn constant(&mut self, word: Word) -> Pair {
        self.concolic.constant(word)
    }

    fn word(&self, value: &Pair) -> Option<Word> {
        Some(self.now(value).word)
    }

    fn state(&self, value: &Pair) -> Definedness {
        self.concolic.state(value)
    }

    fn with_provenance(&mut self, value: Pair, prov: Prov) -> Pair {
        self.concolic.with_provenance(value, prov)
    }

    fn unary(&mut self, op: UnOp, kind: Kind, a: &Pair) -> Result<Pair, Trap> {
        let a = self.now(a);
        self.concolic.unary(op, kind, &a)
    }

    fn binary(
        &mut self,
        op: BinOp,
        kind: Kind,
        right: Kind,
        a: &Pair,
        b: &Pair,
    ) -> Result<Pair, Trap> {
        let (a, b) = (self.now(a), self.now(b));
        self.concolic.binary(op, kind, right, &a, &b)
    }

    #[inline]
    fn quick(&self, op: BinOp, kind: Kind, right: Kind, a: &Pair, b: &Pair) -> Option<u64> {
        self.concolic.quick(op, kind, right, a, b)
    }

    fn cast(&mut self, from: Kind, to: Kind, a: &Pair) -> Pair {
        let a = self.now(a);
        self.concolic.cast(from, to, &a)
    }

    fn math(
        &mut self,
        function: MathFn,
        kind: Kind,
        args: &[(Pair, Kind)],
    ) -> Result<Result<Pair, NoMath>, Trap> {
        let args: Vec<(Pair, Kind)> = args.iter().map(|(p, k)| (self.now(p), *k)).collect();
        self.concolic.math(function, kind, &args)
    }

    fn offset(&mut self, base: &Pair, delta: i64, bits: u8) -> Pair {
        let base = self.now(base);
        self.concolic.offset(&base, delta, bits)
    }

    fn index(&mut self, base: &Pair, index: &Pair, kind: Kind, scale: u64, bits: u8) -> Pair {
        let (base, index) = (self.now(base), self.now(index));
        self.concolic.index(&base, &index, kind, scale, bits)
    }

    fn difference(&mut self, a: &Pair, b: &Pair, scale: u64, bits: u8) -> Pair {
        let (a, b) = (self.now(a), self.now(b));
        self.concolic.difference(&a, &b, scale, bits)
    }

    fn field_value(&mut self, raw: &Pair, width: u8, kind: Kind) -> Pair {
        let raw = self.now(raw);
        self.concolic.field_value(&raw, width, kind)
    }

    fn decide(&mut self, cond: &Pair, kind: Kind, at: Branch) -> Result<bool, Trap> {
        let cond = self.now(cond);
        self.concolic.decide(&cond, kind, at)
    }

    fn select(
        &mut self,
        value: &Pair,
        kind: Kind,
        proc: ProcId,
        table: &SwitchCode,
    ) -> Result<Option<usize>, Trap> {
        let value = self.now(value);
        self.concolic.select(&value, kind, proc, table)
    }

    fn concretise(&mut self, value: &Pair, kind: Kind, why: Use) -> Result<Word, Trap> {
        let value = self.now(value);
        if let (Use::Read | Use::Write, Some(term)) = (why, value.term) {
            self.last_address = Some((term, value.word.prov));
        }
        self.concolic.concretise(&value, kind, why)
    }

    fn input(&mut self, request: &Request) -> Result<Pair, NoInput> {
        self.concolic.input(request)
    }

    fn store(&mut self, value: &Pair, kind: Kind) -> (Word, Option<Trace>) {
        let value = self.now(value);
        self.concolic.store(&value, kind)
    }

    fn load(&mut self, bytes: Word, kind: Kind, shadow: &Trace) -> Pair {
        let stored = Pair {
            word: bytes,
            term: shadow.term,
        };
        let bytes = self.now(&stored).word;
        let value = self.concolic.load(bytes, kind, shadow);
        self.now(&value)
    }

    fn join(&mut self, bytes: Word, kind: Kind, parts: &[(u64, Stored<Trace>)]) -> Pair {
        let value = self.concolic.join(bytes, kind, parts);
        self.now(&value)
    }
}
