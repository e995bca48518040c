//! The concolic domain: machine words, with a term beside those that depend on
//! inputs.
//!
//! **Invariant.** The word is what the concrete domain computes; the term, where
//! there is one, has that word as its value under the inputs of this run. A value
//! without a term does not depend on an input, or depends on one only through a
//! value that was pinned to its word, which the path says ([`Why::Pinned`]). So
//! another run whose inputs satisfy every constraint of the path takes the same
//! path.

use crate::code::SwitchCode;
use crate::concrete::Concrete;
use crate::config::Policy;
use crate::domain::{Branch, Domain, Use};
use crate::input::{Inputs, Recorder, Request};
use crate::memory::Cell;
use crate::num::Trap;
use crate::symbolic;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::{BinOp, EdgeId, ProcId, UnOp};
use hatha_term::{Bv, Sort, TermId, TermPool};
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
}

impl From<Prov> for Trace {
    fn from(prov: Prov) -> Self {
        Trace { prov, term: None }
    }
}

/// Why a constraint is on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A branch went this way.
    Branch,
    /// A divisor was not zero, a `_Bool` was 0 or 1: the operation is defined.
    Defined,
    /// A value was needed concretely (an address, a size, an operand of floating point)
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
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Constraints on its path.
    pub path: usize,
    /// Inputs taken.
    pub inputs: usize,
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
    inputs: Vec<TermId>,
    /// Whether what was never written in memory is named after its place rather than numbered.
    by_place: bool,
}

impl<'p> Concolic<'p> {
    /// A domain for one run.
    pub fn new(policy: Policy, inputs: Box<dyn Inputs>, pool: &'p mut TermPool) -> Self {
        Concolic {
            concrete: Concrete::new(policy, inputs),
            pool,
            path: Vec::new(),
            known: FxHashSet::default(),
            inputs: Vec::new(),
            by_place: false,
        }
    }

    /// Names what was never written in memory after its place: what it is does not depend on when
    /// it is read first. Such values are not among the numbered inputs.
    pub fn name_by_place(mut self) -> Self {
        self.by_place = true;
        self
    }

    /// The name of the variable for what an address holds before anybody writes there.
    pub fn hole_name(address: u64, bits: u32) -> String {
        format!("at{address}w{bits}")
    }

    /// The address behind such a name.
    pub fn hole_of(name: &str) -> Option<u64> {
        name.strip_prefix("at")?.split_once('w')?.0.parse().ok()
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
        }
    }

    /// Forgets what came after a mark: the run goes on from there, or from a state that it had
    /// there.
    pub fn rewind(&mut self, mark: Mark) {
        for constraint in self.path.drain(mark.path..) {
            self.known.remove(&constraint.term);
        }
        self.inputs.truncate(mark.inputs);
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

    /// The name of the variable of the n-th input.
    pub fn input_name(n: usize) -> String {
        format!("in{n}")
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
            self.path.push(Constraint {
                term,
                why,
                site,
                inputs,
            });
        }
    }

    /// Demands what holds in this run.
    pub(crate) fn assume(&mut self, fact: TermId) {
        self.constrain(fact, Why::Defined, Site::Type);
    }

    /// Demands that a value is what it is in this run.
    fn pin(&mut self, value: Pair, kind: Kind) {
        let Some(term) = value.term else { return };
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
        let terms: Option<Vec<TermId>> = operands.iter().map(|&(p, k)| self.term(p, k)).collect();
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
        Ok(self.combine(word, &[(*a, kind)], |pool, t| {
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
        if matches!(op, BinOp::Div | BinOp::Rem) {
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
        Ok(self.combine(word, &[(*a, kind), (*b, right)], |pool, t| {
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
        self.combine(word, &[(*a, from)], |pool, t| {
            symbolic::cast(pool, from, to, t[0])
        })
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
        self.combine(word, &[(*a, kind), (*b, kind)], |pool, t| {
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

    fn input(&mut self, request: &Request) -> Result<Pair, String> {
        let word = self.concrete.input(request)?;
        let n = self.inputs.len();
        let Some(sort) = symbolic::sort(request.kind) else {
            return Ok(self.pinned_input(word, request.kind));
        };
        let term = match request.hole {
            Some(address) if self.by_place => {
                let name = Self::hole_name(address, u32::from(request.kind.bits()));
                self.pool.var(&name, sort)
            }
            _ => {
                let term = self.pool.var(&Self::input_name(n), sort);
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
            }),
        )
    }

    fn load(&mut self, bytes: Word, kind: Kind, shadow: &Trace) -> Pair {
        let word = self.concrete.load(bytes, kind, &shadow.prov);
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
                        total: c.total,
                        first: c.first,
                        len: c.len,
                    },
                )
            })
            .collect();
        let word = self.concrete.join(bytes, kind, &plain);
        if parts.iter().all(|(_, c)| c.value.term.is_none()) || !word.is_defined() {
            return Pair { word, term: None };
        }
        let term = self.assemble(word, kind, parts);
        Pair { word, term }
    }
}

impl Concolic<'_> {
    /// An input of a kind without terms: the path holds only where its bits are these.
    fn pinned_input(&mut self, word: Word, kind: Kind) -> Pair {
        let width = u32::from(kind.bits());
        let name = Self::input_name(self.inputs.len());
        let input = self.pool.var(&name, Sort::Bv(width));
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
            self.known.extend(terms);
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
