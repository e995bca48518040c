//! The concolic domain: machine words, with a term beside those that depend on
//! inputs.
//!
//! **Invariant.** The word is what the concrete domain computes; the term, where
//! there is one, has that word as its value under the inputs of this run. A value
//! without a term does not depend on an input, or depends on one only through a
//! value that was pinned to its word, which the path says ([`Why::Pinned`]), or is an
//! address whose bits nobody has looked at. So another run whose inputs satisfy every
//! constraint of the path takes the same path.
//!
//! Where objects lie is an input, too, if the domain [follows bases](Concolic::follow_bases): as
//! soon as the bits of an address matter (it becomes a number, it is compared with an address
//! in another object) the base of its object is a variable.

use crate::bases::{Bases, Observed};
use crate::code::SwitchCode;
use crate::concrete::Concrete;
use crate::config::Policy;
use crate::domain::{Branch, Domain, Extent, Use};
use crate::input::{Inputs, NoInput, Recorder, Request};
use crate::math::{self, NoMath};
use crate::memory::Cell;
use crate::num::Trap;
use crate::symbolic;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::{BinOp, EdgeId, MathFn, ProcId, UnOp, VarId};
use hatha_term::{Bv, Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashSet;

/// A word and what it is as a function of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its value in this run.
    pub word: Word,
    /// The term, if it depends on an input.
    pub term: Option<TermId>,
}

/// What memory remembers about a stored pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    pub(crate) prov: Prov,
    pub(crate) term: Option<TermId>,
    /// The address that was stored, if it is one.
    pub(crate) address: u64,
}

impl Trace {
    /// The address that was stored and where it comes from, if that is an object.
    pub fn pointer(&self) -> Option<(Prov, u64)> {
        self.prov.is_object().then_some((self.prov, self.address))
    }
}

/// Why a constraint is on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A branch went this way.
    Branch,
    /// A divisor was not zero, a `_Bool` was 0 or 1: the operation is defined.
    Defined,
    /// A value was needed concretely (an address, a size, an operand of a library function)
    /// and holds only where it has the value of this run.
    Pinned,
}

/// Where a run could have gone another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Nowhere: an input is a value of its type.
    Type,
    /// A value was needed concretely; another value is another run.
    Value,
    /// An operation is defined; otherwise it is a fault.
    Operation,
    /// One of two ways.
    Branch {
        /// The branch.
        at: Branch,
        /// Whether its condition holds.
        holds: bool,
    },
    /// One of the constants of a switch, or none of them.
    Switch {
        /// In which procedure.
        proc: ProcId,
        /// The edge of the first constant, which tells switches apart.
        first: EdgeId,
        /// What is compared.
        value: TermId,
        /// The edge of the constant that fits.
        chosen: Option<EdgeId>,
    },
}

/// A constraint of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// True in this run.
    pub term: TermId,
    /// Why it is needed.
    pub why: Why,
    /// What else could have happened here.
    pub site: Site,
    /// How many inputs had been taken.
    pub inputs: u32,
    /// How many objects had bases that are variables.
    pub bases: u32,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Constraints on its path.
    pub path: usize,
    /// Inputs taken.
    pub inputs: usize,
    /// Objects whose bases are variables.
    pub bases: usize,
}

/// Words and terms, with the path taken so far.
#[derive(Debug)]
pub struct Concolic<'p> {
    concrete: Concrete,
    /// The pool of all terms.
    pub pool: &'p mut TermPool,
    path: Vec<Constraint>,
    /// The terms on the path: demanding one again says nothing new.
    known: FxHashSet<TermId>,
    /// Terms that follow from one on the path, each with the place of that one.
    implied: Vec<(usize, TermId)>,
    inputs: Vec<TermId>,
    /// Whether what was never written in memory is named after its place rather than numbered.
    by_place: bool,
    /// The bases of objects, if they are inputs.
    bases: Option<Box<Bases>>,
}

impl<'p> Concolic<'p> {
    /// A domain for one run.
    pub fn new(policy: Policy, inputs: Box<dyn Inputs>, pool: &'p mut TermPool) -> Self {
        Concolic {
            concrete: Concrete::new(policy, inputs),
            pool,
            path: Vec::new(),
            known: FxHashSet::default(),
            implied: Vec::new(),
            inputs: Vec::new(),
            by_place: false,
            bases: None,
        }
    }

    /// Makes the bases of objects inputs: the path says what it needs of the layout.
    pub fn follow_bases(mut self, pointer_bits: u32) -> Self {
        self.bases = Some(Box::new(Bases::new(pointer_bits as u8)));
        self
    }

    /// The objects whose bases the run depends on, each with the variable of its base.
    pub fn observed(&self) -> impl Iterator<Item = (Extent, TermId)> + '_ {
        let bases = self.bases.iter();
        bases.flat_map(|b| {
            let known = |&(prov, variable): &(Prov, TermId)| Some((*b.extent(prov)?, variable));
            b.observed().iter().filter_map(known)
        })
    }

    /// The globals and literals whose addresses the run has compared for equality, in pairs.
    pub fn compared_globals(&self) -> Vec<(VarId, VarId)> {
        let bases = self.bases.iter();
        bases
            .flat_map(|b| b.compared_globals().iter().copied())
            .collect()
    }

    /// Names what was never written in memory after its place: what it is does not depend on when
    /// it is read first. Such values are not among the numbered inputs.
    pub fn name_by_place(mut self) -> Self {
        self.by_place = true;
        self
    }

    /// The constraints so far, in order.
    pub fn path(&self) -> &[Constraint] {
        &self.path
    }

    /// How far the run has come.
    pub fn mark(&self) -> Mark {
        Mark {
            path: self.path.len(),
            inputs: self.inputs.len(),
            bases: self.bases.as_ref().map_or(0, |b| b.observed().len()),
        }
    }

    /// Forgets what came after a mark: the run goes on from there, or from a state that it had
    /// there.
    pub fn rewind(&mut self, mark: Mark) {
        for constraint in self.path.drain(mark.path..) {
            self.known.remove(&constraint.term);
        }
        while let Some(&(at, term)) = self.implied.last()
            && at >= mark.path
        {
            self.known.remove(&term);
            self.implied.pop();
        }
        self.inputs.truncate(mark.inputs);
        if let Some(bases) = &mut self.bases {
            bases.truncate(mark.bases);
        }
        self.concrete.rewind(mark.inputs);
    }

    /// The variables of the inputs taken so far, in order.
    pub fn inputs(&self) -> &[TermId] {
        &self.inputs
    }

    /// The inputs with their values.
    pub fn recorder(&self) -> &Recorder {
        self.concrete.recorder()
    }

    /// The variable of the n-th input.
    pub fn input_symbol(n: usize) -> Symbol {
        Symbol::Input(n as u32)
    }

    /// The term of a value, a constant if it does not depend on inputs; `None` for a kind without terms.
    pub fn term(&mut self, value: Pair, kind: Kind) -> Option<TermId> {
        symbolic::sort(kind)?;
        let bits = value.word.bits_of(kind);
        Some(
            value
                .term
                .unwrap_or_else(|| self.pool.bv_const(u32::from(kind.bits()), bits)),
        )
    }

    /// The term of eight bytes in memory, if some of them depend on an input. The cells stand at
    /// their distance from the first byte.
    pub fn stored(&mut self, bytes: u64, cells: &[(u64, Cell<Trace>)]) -> Option<TermId> {
        if cells.iter().all(|(_, c)| c.value.term.is_none()) {
            return None;
        }
        self.assemble(Word::int(bytes), Kind::unsigned(64), cells)
    }

    fn constrain(&mut self, term: TermId, why: Why, site: Site) {
        if term != self.pool.tru() && self.known.insert(term) {
            let inputs = self.inputs.len() as u32;
            let bases = self.bases.as_ref().map_or(0, |b| b.observed().len()) as u32;
            self.path.push(Constraint {
                term,
                why,
                site,
                inputs,
                bases,
            });
        }
    }

    /// Demands what holds in this run.
    pub(crate) fn assume(&mut self, fact: TermId) {
        self.constrain(fact, Why::Defined, Site::Type);
    }

    /// Demands that a value is what it is in this run. Of an address that is computed from an
    /// object it is enough where in the object it lies.
    ///
    /// A number from outside that happens to be the address of an object is pinned as a number:
    /// facts about the object's base would stand in the path of this run, and not in that of a
    /// run whose number leads elsewhere, though both have come the same way until here.
    fn pin(&mut self, value: Pair, kind: Kind) {
        let Some(term) = value.term else { return };
        if let Kind::Ptr { bits } = kind
            && let Some(extent) = self.extent(value.word.prov)
            && let Some(base) = self.bases.as_ref().and_then(|b| b.variable(extent.prov))
        {
            let offset = self.pool.bv_sub(term, base);
            let here = value.word.lo.wrapping_sub(extent.base) & crate::word::mask(bits);
            let here = self.pool.bv_const(u32::from(bits), u128::from(here));
            let equal = self.pool.eq(offset, here);
            self.constrain(equal, Why::Pinned, Site::Value);
            return;
        }
        let word = self
            .pool
            .bv_const(u32::from(kind.bits()), value.word.bits_of(kind));
        let equal = self.pool.eq(term, word);
        self.constrain(equal, Why::Pinned, Site::Value);
    }

    /// A result whose term is `make` of the operands, or pinned operands where there is no such term.
    fn combine(
        &mut self,
        word: Word,
        operands: &[(Pair, Kind)],
        make: impl FnOnce(&mut TermPool, &[TermId]) -> Option<TermId>,
    ) -> Pair {
        if operands.iter().all(|(p, _)| p.term.is_none()) || !word.is_defined() {
            return Pair { word, term: None };
        }
        let terms: Option<Vec<TermId>> = operands
            .iter()
            .map(|&(p, k)| {
                let p = self.revealed(p, k);
                self.term(p, k)
            })
            .collect();
        match terms.and_then(|terms| make(self.pool, &terms)) {
            Some(term) => Pair {
                word,
                term: Some(term),
            },
            None => {
                for &(p, k) in operands {
                    self.pin(p, k);
                }
                Pair { word, term: None }
            }
        }
    }
}

impl Domain for Concolic<'_> {
    type Value = Pair;
    type Shadow = Trace;
    const FOLLOWS_OBJECTS: bool = true;

    fn shadow(prov: Prov, address: u64) -> Trace {
        Trace {
            prov,
            term: None,
            address,
        }
    }

    fn provenance(shadow: &Trace) -> Prov {
        shadow.prov
    }

    fn born(&mut self, extent: Extent) {
        if let Some(bases) = &mut self.bases {
            bases.born(extent);
        }
    }

    fn ended(&mut self, prov: Prov, births: u32) {
        if let Some(bases) = &mut self.bases {
            bases.ended(prov, births);
        }
    }

    fn aligned(&mut self, prov: Prov, offset: u64, align: u32) {
        self.rely_on_alignment(prov, offset, align);
    }

    fn settle(&mut self, number: &Pair) {
        self.rely_on_place(*number);
    }

    fn constant(&mut self, word: Word) -> Pair {
        Pair { word, term: None }
    }

    fn word(&self, value: &Pair) -> Option<Word> {
        Some(value.word)
    }

    fn state(&self, value: &Pair) -> Definedness {
        value.word.state
    }

    fn with_provenance(&mut self, value: Pair, prov: Prov) -> Pair {
        Pair {
            word: Word { prov, ..value.word },
            ..value
        }
    }

    fn unary(&mut self, op: UnOp, kind: Kind, a: &Pair) -> Result<Pair, Trap> {
        let word = self.concrete.unary(op, kind, &a.word)?;
        let a = self.seen(*a, kind);
        Ok(self.combine(word, &[(a, kind)], |pool, t| {
            symbolic::unary(pool, op, kind, t[0])
        }))
    }

    fn binary(
        &mut self,
        op: BinOp,
        kind: Kind,
        right: Kind,
        a: &Pair,
        b: &Pair,
    ) -> Result<Pair, Trap> {
        let result = self.concrete.binary(op, kind, right, &a.word, &b.word);
        // A floating division by zero is an infinity or a NaN, and goes on.
        if matches!(op, BinOp::Div | BinOp::Rem) && !kind.is_float() {
            let zero = matches!(result, Err(Trap::DivisionByZero));
            self.divisor_is_not_zero(kind, b, !zero);
            if !zero {
                let fits = !matches!(result, Err(Trap::Overflow(_)));
                self.quotient_fits(kind, a, b, fits);
            }
        }
        let word = result?;
        let right = if matches!(op, BinOp::Shl | BinOp::Shr) {
            right
        } else {
            kind
        };
        let (a, b) = self.compared(op, kind, (*a, *b));
        Ok(self.combine(word, &[(a, kind), (b, right)], |pool, t| {
            symbolic::binary(pool, op, kind, right, t[0], t[1])
        }))
    }

    #[inline]
    fn quick(&self, op: BinOp, kind: Kind, right: Kind, a: &Pair, b: &Pair) -> Option<u64> {
        match (a.term, b.term) {
            (None, None) => self.concrete.quick(op, kind, right, &a.word, &b.word),
            _ => None,
        }
    }

    fn cast(&mut self, from: Kind, to: Kind, a: &Pair) -> Pair {
        let word = self.concrete.cast(from, to, &a.word);
        let a = match to {
            Kind::Ptr { .. } => *a,
            Kind::Bool | Kind::MathBool => self.seen(*a, from),
            _ => self.revealed(*a, from),
        };
        self.combine(word, &[(a, from)], |pool, t| {
            symbolic::cast(pool, from, to, t[0])
        })
    }

    fn math(
        &mut self,
        function: MathFn,
        kind: Kind,
        args: &[(Pair, Kind)],
    ) -> Result<Result<Pair, NoMath>, Trap> {
        let words: Vec<(Word, Kind)> = args.iter().map(|(p, k)| (p.word, *k)).collect();
        let word = match math::call(function, kind, &words) {
            Ok(word) => word,
            Err(reason) => return Ok(Err(reason)),
        };
        Ok(Ok(self.combine(word, args, |pool, terms| {
            let kinds = args.iter().map(|(_, kind)| *kind);
            let terms: Vec<(TermId, Kind)> = terms.iter().copied().zip(kinds).collect();
            symbolic::math(pool, function, kind, &terms)
        })))
    }

    fn offset(&mut self, base: &Pair, delta: i64, bits: u8) -> Pair {
        let word = self.concrete.offset(&base.word, delta, bits);
        self.combine(word, &[(*base, Kind::Ptr { bits })], |pool, t| {
            let delta = pool.bv_signed(u32::from(bits), i128::from(delta));
            Some(pool.bv_add(t[0], delta))
        })
    }

    fn index(&mut self, base: &Pair, index: &Pair, kind: Kind, scale: u64, bits: u8) -> Pair {
        let word = self
            .concrete
            .index(&base.word, &index.word, kind, scale, bits);
        self.combine(
            word,
            &[(*base, Kind::Ptr { bits }), (*index, kind)],
            |pool, t| Some(symbolic::index(pool, t[0], t[1], kind, scale)),
        )
    }

    fn difference(&mut self, a: &Pair, b: &Pair, scale: u64, bits: u8) -> Pair {
        let word = self.concrete.difference(&a.word, &b.word, scale, bits);
        let kind = Kind::Ptr { bits };
        let (mut a, mut b) = (*a, *b);
        if a.word.prov != b.word.prov {
            (a, b) = (self.revealed(a, kind), self.revealed(b, kind));
        }
        self.combine(word, &[(a, kind), (b, kind)], |pool, t| {
            Some(symbolic::difference(pool, t[0], t[1], scale))
        })
    }

    fn field_value(&mut self, raw: &Pair, width: u8, kind: Kind) -> Pair {
        let word = self.concrete.field_value(&raw.word, width, kind);
        self.combine(word, &[(*raw, kind)], |pool, t| {
            let low = pool.extract(u32::from(width) - 1, 0, t[0]);
            Some(pool.resize(u32::from(kind.bits()), kind.is_signed(), low))
        })
    }

    fn decide(&mut self, cond: &Pair, kind: Kind, at: Branch) -> Result<bool, Trap> {
        let taken = self.concrete.decide(&cond.word, kind, at)?;
        let cond = &self.seen(*cond, kind);
        if let Some(term) = cond.term {
            match symbolic::truth(self.pool, kind, term) {
                Some(test) => {
                    let test = if taken { test } else { self.pool.not(test) };
                    let site = Site::Branch { at, holds: taken };
                    self.constrain(test, Why::Branch, site);
                }
                None => self.pin(*cond, kind),
            }
        }
        Ok(taken)
    }

    fn select(
        &mut self,
        value: &Pair,
        kind: Kind,
        proc: ProcId,
        table: &SwitchCode,
    ) -> Result<Option<usize>, Trap> {
        let chosen = self.concrete.select(&value.word, kind, proc, table)?;
        let Some(term) = value.term else {
            return Ok(chosen);
        };
        let site = Site::Switch {
            proc,
            first: table.cases[0].edge,
            value: term,
            chosen: chosen.map(|i| table.cases[i].edge),
        };
        let test = match chosen {
            Some(_) => {
                let width = u32::from(kind.bits());
                let constant = self.pool.bv_const(width, value.word.bits_of(kind));
                self.pool.eq(term, constant)
            }
            None => self.none_of(term, table),
        };
        self.constrain(test, Why::Branch, site);
        Ok(chosen)
    }

    fn concretise(&mut self, value: &Pair, kind: Kind, why: Use) -> Result<Word, Trap> {
        let word = self.concrete.concretise(&value.word, kind, why)?;
        // What leaves the program does not steer it.
        if why != Use::Output {
            self.pin(*value, kind);
        }
        Ok(word)
    }

    fn input(&mut self, request: &Request) -> Result<Pair, NoInput> {
        let word = self.concrete.input(request)?;
        let n = self.inputs.len();
        let Some(sort) = symbolic::sort(request.kind) else {
            return Ok(self.pinned_input(word, request.kind));
        };
        let term = match request.hole {
            Some(address) if self.by_place => {
                let bits = u32::from(request.kind.bits());
                self.pool.var(Symbol::Held { address, bits }, sort)
            }
            _ => {
                let term = self.pool.var(Self::input_symbol(n), sort);
                self.inputs.push(term);
                term
            }
        };
        if request.kind == Kind::Bool {
            let two = self.pool.bv_const(8, 2);
            let valid = self.pool.bv_ult(term, two);
            self.constrain(valid, Why::Defined, Site::Type);
        }
        Ok(Pair {
            word,
            term: Some(term),
        })
    }

    fn store(&mut self, value: &Pair, kind: Kind) -> (Word, Option<Trace>) {
        let (word, prov) = self.concrete.store(&value.word, kind);
        let known = prov.is_some() || value.term.is_some();
        (
            word,
            known.then_some(Trace {
                prov: prov.unwrap_or(Prov::NONE),
                term: value.term,
                address: value.word.lo,
            }),
        )
    }

    fn load(&mut self, bytes: Word, kind: Kind, shadow: &Trace) -> Pair {
        let word = self.concrete.load(bytes, kind, &shadow.prov);
        let shadow = &match kind {
            Kind::Ptr { .. } => *shadow,
            _ => self.revealed_trace(*shadow),
        };
        // A value of another width may stand behind the same bytes (an 80-bit float in 16 bytes).
        let fits = shadow
            .term
            .filter(|&t| self.pool.width(t) == u32::from(kind.bits()));
        if fits.is_none()
            && let Some(term) = shadow.term
        {
            self.pin_whole(term, bytes);
        }
        Pair { word, term: fits }
    }

    fn join(&mut self, bytes: Word, kind: Kind, parts: &[(u64, Cell<Trace>)]) -> Pair {
        let plain: Vec<(u64, Cell<Prov>)> = parts
            .iter()
            .map(|(at, c)| {
                (
                    *at,
                    Cell {
                        value: c.value.prov,
                        is_number: c.is_number,
                        total: c.total,
                        first: c.first,
                        len: c.len,
                    },
                )
            })
            .collect();
        let word = self.concrete.join(bytes, kind, &plain);
        if !word.is_defined() || (kind.is_pointer() && word.prov.is_object() && is_plain(parts)) {
            return Pair { word, term: None };
        }
        let parts: Vec<(u64, Cell<Trace>)> = parts
            .iter()
            .map(|(at, c)| {
                let value = self.revealed_trace(c.value);
                (*at, Cell { value, ..c.clone() })
            })
            .collect();
        if is_plain(&parts) {
            return Pair { word, term: None };
        }
        let term = self.assemble(word, kind, &parts);
        Pair { word, term }
    }
}

/// Whether no part depends on inputs.
fn is_plain(parts: &[(u64, Cell<Trace>)]) -> bool {
    parts.iter().all(|(_, c)| c.value.term.is_none())
}

/// Addresses as functions of the layout.
impl Concolic<'_> {
    /// What is known of an object, if its base is an input.
    fn extent(&self, prov: Prov) -> Option<Extent> {
        let bases = self.bases.as_ref().filter(|_| prov.is_object())?;
        bases.extent(prov).copied().filter(|e| !e.is_fixed)
    }

    /// The variable of the base of an object; from now on the run depends on it.
    fn base(&mut self, prov: Prov, bits: u8) -> Option<TermId> {
        let bases = self.bases.as_mut().filter(|_| prov.is_object())?;
        if let Some(known) = bases.variable(prov) {
            return Some(known);
        }
        let Observed {
            variable,
            facts,
            pinned,
        } = bases.observe(self.pool, prov, u32::from(bits))?;
        for fact in facts {
            self.constrain(fact, Why::Defined, Site::Type);
        }
        for fact in pinned {
            self.constrain(fact, Why::Pinned, Site::Value);
        }
        Some(variable)
    }

    /// The distance of an address from the base of the object that it is computed from.
    pub(crate) fn offset_in(&mut self, address: TermId, prov: Prov) -> Option<TermId> {
        let bits = self.pool.width(address) as u8;
        let base = self.base(prov, bits)?;
        Some(self.pool.bv_sub(address, base))
    }

    /// A value with its bits to be looked at: an address becomes its base plus a distance.
    fn revealed(&mut self, value: Pair, kind: Kind) -> Pair {
        let (None, Kind::Ptr { bits }, true) = (value.term, kind, value.word.is_defined()) else {
            return value;
        };
        let term = self.address_term(value.word.prov, value.word.lo, bits);
        Pair {
            word: value.word,
            term,
        }
    }

    fn revealed_trace(&mut self, trace: Trace) -> Trace {
        if trace.term.is_some() || !trace.prov.is_object() {
            return trace;
        }
        let Some(bits) = self.bases.as_ref().map(|b| b.bits()) else {
            return trace;
        };
        let term = self.address_term(trace.prov, trace.address, bits);
        Trace { term, ..trace }
    }

    fn address_term(&mut self, prov: Prov, address: u64, bits: u8) -> Option<TermId> {
        let extent = self.extent(prov)?;
        let base = self.base(prov, bits)?;
        let offset = address.wrapping_sub(extent.base) & crate::word::mask(bits);
        let offset = self.pool.bv_const(u32::from(bits), u128::from(offset));
        Some(self.pool.bv_add(base, offset))
    }

    /// A value whose being null or not is looked at: in an object no address is null, wherever
    /// the object lies.
    fn seen(&mut self, value: Pair, kind: Kind) -> Pair {
        let extent = self.extent(value.word.prov);
        if !kind.is_pointer() || extent.is_none_or(|e| e.reaches(value.word.lo)) {
            return value;
        }
        self.revealed(value, kind)
    }

    /// The operands of an operation, with their bits if they matter for it.
    fn compared(&mut self, op: BinOp, kind: Kind, (a, b): (Pair, Pair)) -> (Pair, Pair) {
        if !kind.is_pointer() || self.bases.is_none() || a.term.is_some() || b.term.is_some() {
            return (a, b);
        }
        if self.is_same_in_every_layout(op, a.word, b.word) {
            self.note_comparison(a.word.prov, b.word.prov);
            return (a, b);
        }
        (self.revealed(a, kind), self.revealed(b, kind))
    }

    /// Takes note that the addresses of two objects were compared.
    fn note_comparison(&mut self, a: Prov, b: Prov) {
        if let (Some(x), Some(y)) = (self.extent(a), self.extent(b))
            && x.prov != y.prov
            && let Some(bases) = &mut self.bases
        {
            bases.note_comparison(&x, &y);
        }
    }

    /// Whether a comparison of addresses has one result wherever objects lie.
    fn is_same_in_every_layout(&self, op: BinOp, a: Word, b: Word) -> bool {
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        match (self.extent(a.prov), self.extent(b.prov)) {
            (None, None) => true,
            (Some(x), None) => b.lo == 0 && x.reaches(a.lo),
            (None, Some(y)) => a.lo == 0 && y.reaches(b.lo),
            (Some(x), Some(y)) if x.prov == y.prov => {
                equality || (x.reaches(a.lo) && x.reaches(b.lo))
            }
            (Some(x), Some(y)) => equality && x.meets(&y) && x.holds(a.lo) && y.holds(b.lo),
        }
    }

    /// A number that was computed from addresses leads into one of their objects or it does not, which
    /// depends on where they lie: every run that comes here says which, whatever its pointer leads
    /// to, and one whose number lies in none of them goes on with that number. A constant distance from an
    /// address leads where that does in every layout.
    fn rely_on_place(&mut self, number: Pair) {
        let (Some(term), Some(bases)) = (number.term, &self.bases) else {
            return;
        };
        let parts: FxHashSet<TermId> = self.pool.subterms(&[term]).into_iter().collect();
        let observed = bases.observed().iter().copied();
        let from: Vec<(Prov, TermId)> = observed.filter(|(_, b)| parts.contains(b)).collect();
        let bits = self.pool.width(term);
        for &(prov, base) in &from {
            let offset = self.pool.bv_sub(term, base);
            let Some(extent) = self.extent(prov).filter(|_| !self.pool.is_const(offset)) else {
                return;
            };
            let size = extent.size.max(1);
            let here = number.word.lo.wrapping_sub(extent.base) & crate::word::mask(bits as u8);
            let end = self.pool.bv_const(bits, u128::from(size));
            let inside = self.pool.bv_ult(offset, end);
            let is_inside = here < size;
            let fact = match is_inside {
                true => inside,
                false => self.pool.not(inside),
            };
            self.constrain(fact, Why::Defined, Site::Operation);
            if is_inside {
                return;
            }
        }
        if !from.is_empty() {
            self.pin_whole(term, number.word);
        }
    }

    /// An access was possible because an address is aligned: that is part of the path where
    /// the object alone does not promise it.
    fn rely_on_alignment(&mut self, prov: Prov, offset: u64, align: u32) {
        let Some(extent) = self.extent(prov).filter(|e| e.align < align) else {
            return;
        };
        let Some(bits) = self.bases.as_ref().map(|b| b.bits()) else {
            return;
        };
        let address = extent.base.wrapping_add(offset);
        if let Some(term) = self.address_term(prov, address, bits) {
            let width = u32::from(bits);
            let mask = self.pool.bv_const(width, u128::from(align - 1));
            let low = self.pool.bv_and(term, mask);
            let zero = self.pool.bv_const(width, 0);
            let aligned = self.pool.eq(low, zero);
            let holds = address & u64::from(align - 1) == 0;
            let fact = if holds {
                aligned
            } else {
                self.pool.not(aligned)
            };
            self.constrain(fact, Why::Defined, Site::Type);
        }
    }
}

impl Concolic<'_> {
    /// An input of a kind without terms: the path holds only where its bits are these.
    fn pinned_input(&mut self, word: Word, kind: Kind) -> Pair {
        let width = u32::from(kind.bits());
        let symbol = Self::input_symbol(self.inputs.len());
        let input = self.pool.var(symbol, Sort::Bv(width));
        self.inputs.push(input);
        let bits = self.pool.bv_const(width, word.bits_of(kind));
        let equal = self.pool.eq(input, bits);
        self.constrain(equal, Why::Pinned, Site::Value);
        Pair { word, term: None }
    }

    /// Says whether a divisor is not zero in this run.
    fn divisor_is_not_zero(&mut self, kind: Kind, divisor: &Pair, holds: bool) {
        if let Some(term) = divisor.term
            && let Some(test) = symbolic::truth(self.pool, kind, term)
        {
            let test = if holds { test } else { self.pool.not(test) };
            self.constrain(test, Why::Defined, Site::Operation);
        }
    }

    /// Says whether a quotient fits in this run: the least value by minus one does not, and traps.
    fn quotient_fits(&mut self, kind: Kind, a: &Pair, b: &Pair, holds: bool) {
        let bits = u32::from(kind.bits());
        let Kind::Int { signed: true, .. } = kind else {
            return;
        };
        let (Some(x), Some(y)) = (self.term(*a, kind), self.term(*b, kind)) else {
            return;
        };
        let least = self.pool.bv(Bv::signed_min(bits));
        let minus_one = self.pool.bv(Bv::ones(bits));
        let (low, down) = (self.pool.eq(x, least), self.pool.eq(y, minus_one));
        let overflows = self.pool.and(low, down);
        let test = if holds {
            self.pool.not(overflows)
        } else {
            overflows
        };
        self.constrain(test, Why::Defined, Site::Operation);
    }

    /// The value differs from every constant of a switch; each part is known from now on.
    fn none_of(&mut self, value: TermId, table: &SwitchCode) -> TermId {
        let terms = table.differences(self.pool, value);
        let all = self.pool.and_all(&terms);
        if !self.known.contains(&all) && terms.len() > 1 {
            let at = self.path.len();
            for term in terms {
                if self.known.insert(term) {
                    self.implied.push((at, term));
                }
            }
        }
        all
    }

    /// Demands that a stored value is what it is, where it cannot be followed further.
    fn pin_whole(&mut self, term: TermId, bytes: Word) {
        let width = self.pool.width(term);
        let value = self.pool.bv_const(
            width,
            bytes.bits() & crate::word::mask128(width.min(128) as u8),
        );
        let equal = self.pool.eq(term, value);
        self.constrain(equal, Why::Pinned, Site::Value);
    }

    /// The value byte by byte: from the stored terms where they are, from the word elsewhere.
    fn assemble(&mut self, word: Word, kind: Kind, parts: &[(u64, Cell<Trace>)]) -> Option<TermId> {
        let bits = word.bits_of(kind);
        let mut out: Option<TermId> = None;
        for i in 0..kind.bytes() {
            let byte = self
                .byte_of(parts, u64::from(i))
                .unwrap_or_else(|| self.pool.bv_const(8, bits >> (8 * i) & 0xff));
            out = Some(match out {
                Some(low) => self.pool.concat(byte, low),
                None => byte,
            });
        }
        let whole = out?;
        Some(self.pool.extract(u32::from(kind.bits()) - 1, 0, whole))
    }

    fn byte_of(&mut self, parts: &[(u64, Cell<Trace>)], at: u64) -> Option<TermId> {
        let (start, cell) = parts
            .iter()
            .find(|(s, c)| (*s..*s + u64::from(c.len)).contains(&at))?;
        let term = cell.value.term?;
        let byte = u32::from(cell.first) + (at - start) as u32;
        let (low, width) = (8 * byte, self.pool.width(term));
        if low >= width {
            return None;
        }
        let high = (low + 7).min(width - 1);
        let piece = self.pool.extract(high, low, term);
        Some(self.pool.resize(8, false, piece))
    }
}
