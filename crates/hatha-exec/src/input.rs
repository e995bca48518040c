//! Nondeterministic values: who asks for them and where they come from.
//!
//! **Invariant.** A run is a function of the program, its configuration and the
//! values an [`Inputs`] gives, in order. [`Recorder`] keeps them, so every run
//! can be repeated.

use crate::word::{Kind, Word, mask128};
use hatha_cfa::{InputKind, ProcId, Program, Span, TypeId};
use hatha_proof::input::{InputEntry, InputError, InputOrigin, InputVector, Spot};
use hatha_term::random::Rng;

/// What a value of the entry function's environment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A number.
    Value,
    /// The choice of an address.
    Pointer,
    /// The choice of a number of elements.
    Length,
    /// A byte of a text.
    Text,
}

/// A value of the entry function's environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryDraw {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub at: Spot,
}

/// A question for a value.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks.
    pub origin: InputKind,
    /// In which procedure.
    pub proc: ProcId,
    /// The type of the value; `None` for a raw byte.
    pub ty: Option<TypeId>,
    /// What the machine sees of it.
    pub kind: Kind,
    /// Where.
    pub span: Span,
    /// Set if the environment of the entry function is asked.
    pub entry: Option<EntryDraw>,
    /// The address, if it is memory that has never been written.
    pub hole: Option<u64>,
}

impl Request {
    /// Without its value, for files and users.
    pub fn describe(&self, program: &Program) -> InputEntry {
        let (kind, name) = match &self.origin {
            InputKind::Nondet(f) => (InputOrigin::Nondet, f.clone()),
            InputKind::Uninitialised(v) => {
                (InputOrigin::Uninitialised, program.var(*v).name.clone())
            }
            InputKind::Result(f) => (InputOrigin::External, f.clone()),
            InputKind::Environment(text) => (InputOrigin::Environment, text.clone()),
            InputKind::MissingReturn => (InputOrigin::Other, "missing return value".to_owned()),
            InputKind::Other(text) => (InputOrigin::Other, text.clone()),
        };
        let kind = match self.entry.as_ref().map(|e| e.role) {
            None => kind,
            Some(Role::Value) => InputOrigin::Entry,
            Some(Role::Pointer) => InputOrigin::Pointer,
            Some(Role::Length) => InputOrigin::Length,
            Some(Role::Text) => InputOrigin::Environment,
        };
        InputEntry {
            kind,
            name,
            function: program.proc(self.proc).name.clone(),
            ty: self.ty.map_or_else(
                || "unsigned char".to_owned(),
                |ty| crate::text::type_name(program, ty),
            ),
            width: u32::from(self.kind.bits()),
            value: String::new(),
            at: self.entry.as_ref().map(|e| e.at.clone()),
            to: None,
        }
    }
}

/// Why there is no value for a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoInput {
    /// All that were given are taken.
    #[error("the program asks for more than {0} inputs")]
    Exhausted(usize),
    /// The value that was given is for another request.
    #[error("input {number} is {given} bits wide, the program asks for {asked}")]
    OtherWidth {
        /// Which, from one.
        number: usize,
        /// The bits that were given.
        given: u32,
        /// The bits of the request.
        asked: u32,
    },
    /// The value that was given is none.
    #[error("input {0}: {1}")]
    Malformed(usize, InputError),
    /// The request is for a number that has no width.
    #[error("an input without bounds")]
    Unbounded,
}

/// A source of nondeterministic values.
pub trait Inputs {
    /// The next value (its bits), or why there is none.
    fn next(&mut self, request: &Request) -> Result<u128, NoInput>;
}

/// Every value is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Inputs for Zero {
    fn next(&mut self, _: &Request) -> Result<u128, NoInput> {
        Ok(0)
    }
}

/// Pseudo-random values from a seed; the same seed gives the same values.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(Rng::from_state(seed))
    }
}

impl Inputs for Random {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        let bits = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
        // Small values meet more branches than uniform ones.
        let small = u128::from(self.0.next_u64() % 16);
        let choice = if self.0.next_u64().is_multiple_of(2) {
            small
        } else {
            bits
        };
        Ok(match request.kind {
            Kind::Bool | Kind::MathBool => choice & 1,
            kind => choice & mask128(kind.bits()),
        })
    }
}

/// Values from a vector, in order.
#[derive(Clone, Debug)]
pub struct FromVector {
    entries: std::vec::IntoIter<InputEntry>,
    taken: usize,
    /// Whether zeroes follow the last value.
    padded: bool,
}

impl FromVector {
    /// From a vector.
    pub fn new(vector: &InputVector) -> Self {
        FromVector {
            entries: vector.inputs.clone().into_iter(),
            taken: 0,
            padded: false,
        }
    }

    /// From a vector, then zeroes: for a program that has changed since the vector was made.
    pub fn padded(vector: &InputVector) -> Self {
        FromVector {
            padded: true,
            ..FromVector::new(vector)
        }
    }

    /// Values that nobody asked for (yet).
    pub fn left(&self) -> usize {
        self.entries.len()
    }
}

impl Inputs for FromVector {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        let entry = match self.entries.next() {
            Some(entry) => entry,
            None if self.padded => return Ok(0),
            None => {
                return Err(NoInput::Exhausted(self.taken));
            }
        };
        self.taken += 1;
        if entry.width != u32::from(request.kind.bits()) {
            return Err(NoInput::OtherWidth {
                number: self.taken,
                given: entry.width,
                asked: u32::from(request.kind.bits()),
            });
        }
        entry.bits().map_err(|e| NoInput::Malformed(self.taken, e))
    }
}

/// Passes values on and keeps them.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    taken: Vec<(Request, u128)>,
}

impl Recorder {
    /// Keeps one.
    pub fn record(&mut self, request: &Request, bits: u128) {
        self.taken.push((request.clone(), bits));
    }

    /// Forgets all but the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.taken.truncate(len);
    }

    /// Everything so far.
    pub fn taken(&self) -> &[(Request, u128)] {
        &self.taken
    }

    /// As entries of an input vector.
    pub fn entries(&self, program: &Program) -> Vec<InputEntry> {
        let entry = |(r, bits): &(Request, u128)| {
            let mut e = r.describe(program);
            e.value = printed(r.kind, *bits);
            e
        };
        self.taken.iter().map(entry).collect()
    }
}

/// A value as text: integers in decimal, everything else as its bits.
fn printed(kind: Kind, bits: u128) -> String {
    if kind.is_signed() {
        Word::wide(bits).integer(kind).to_string()
    } else if kind.is_float() {
        format!("{bits:#x}")
    } else {
        bits.to_string()
    }
}
