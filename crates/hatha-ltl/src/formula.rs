//! Formulas, interned.
//!
//! **Invariant.** Equal [`FormulaId`]s of one arena mean equal structure, and a
//! formula's parts come before it. The derived operators are written with the
//! basic ones: `F a` is `true U a`, `G a` is `false V a`, `a -> b` is `!a || b`.

use hatha_index::{IndexSlice, IndexVec, index_type};
use indexmap::IndexSet;
use std::ops::Range;

index_type! {
    /// A basic formula.
    pub struct AtomId
}

index_type! {
    /// A formula of an arena.
    pub struct FormulaId
}

/// What a basic formula is about: points or values, never both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// Control is on the way into a place.
    At {
        /// The process, if there are several.
        process: Option<String>,
        /// A label, `FILE:LINE`, a line, `entry` or `exit`.
        place: String,
    },
    /// A condition in C, as it was written between the braces.
    Condition(String),
}

/// A basic formula and where it was first written.
#[derive(Clone, Debug)]
pub struct Atom {
    /// What it says.
    pub kind: AtomKind,
    /// The bytes of the formula's text that it takes.
    pub span: Range<usize>,
}

impl Atom {
    /// As it is written.
    pub fn text(&self) -> String {
        match &self.kind {
            AtomKind::At {
                process: Some(p),
                place,
            } => format!("{p} at {place}"),
            AtomKind::At { place, .. } => format!("at {place}"),
            AtomKind::Condition(c) => format!("{{{c}}}"),
        }
    }
}

/// The form of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Holds.
    True,
    /// Does not.
    False,
    /// A basic formula.
    Atom(AtomId),
    /// `!a`
    Not(FormulaId),
    /// `a && b`
    And(FormulaId, FormulaId),
    /// `a || b`
    Or(FormulaId, FormulaId),
    /// `X a`: there is a next state, and `a` holds from it on.
    Next(FormulaId),
    /// `WX a`: if there is a next state, `a` holds from it on.
    WeakNext(FormulaId),
    /// `a U b`
    Until(FormulaId, FormulaId),
    /// `a V b`, also written `a R b`: `b` up to and with the first state where `a` holds, or throughout.
    Release(FormulaId, FormulaId),
}

/// An arena of formulas with their basic formulas.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    forms: IndexSet<Form>,
    atoms: IndexVec<AtomId, Atom>,
}

impl Formulas {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The form of a formula.
    pub fn form(&self, id: FormulaId) -> Form {
        self.forms[id.index()]
    }

    /// A formula.
    pub fn add(&mut self, form: Form) -> FormulaId {
        FormulaId::from(self.forms.insert_full(form).0)
    }

    /// A basic formula; one that says the same is the same.
    pub fn atom(&mut self, atom: Atom) -> FormulaId {
        let same = self.atoms.position(|a| a.kind == atom.kind);
        let id = same.unwrap_or_else(|| self.atoms.push_and_get_key(atom));
        self.add(Form::Atom(id))
    }

    /// The basic formulas, in the order in which they were first written.
    pub fn atoms(&self) -> &IndexSlice<AtomId, Atom> {
        &self.atoms
    }

    /// The ids of all formulas, parts first.
    pub fn ids(&self) -> impl Iterator<Item = FormulaId> + use<> {
        (0..self.forms.len()).map(FormulaId::from)
    }

    /// How many formulas there are.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// `!a`
    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        self.add(Form::Not(a))
    }

    /// `F a`
    pub fn finally(&mut self, a: FormulaId) -> FormulaId {
        let t = self.add(Form::True);
        self.add(Form::Until(t, a))
    }

    /// `G a`
    pub fn globally(&mut self, a: FormulaId) -> FormulaId {
        let f = self.add(Form::False);
        self.add(Form::Release(f, a))
    }

    /// `a -> b`
    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let not = self.not(a);
        self.add(Form::Or(not, b))
    }
}
