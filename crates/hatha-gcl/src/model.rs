//! A system of guarded commands, all names resolved and all processes
//! multiplied out.
//!
//! **Invariant.** Every expression is well typed; indices that are constants are
//! within their arrays. A value of any type is an integer: truth is 0 or 1, a
//! label is its position.

use crate::diagnostic::Place;
use hatha_index::{IndexVec, index_type};
use std::sync::Arc;

index_type! {
    /// A variable of a model.
    pub struct VarId
}

index_type! {
    /// An array of a model.
    pub struct ArrayId
}

index_type! {
    /// An enumeration of a model.
    pub struct EnumId
}

/// What a variable can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// All integers.
    Int,
    /// 0 or 1.
    Bool,
    /// From the first to the second, both included.
    Range(i128, i128),
    /// A label.
    Enum(EnumId),
}

/// A variable: a scalar, or one element of an array.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As the user would write it, with its index.
    pub name: String,
    /// What it can hold.
    pub ty: Type,
}

/// Variables in a row.
#[derive(Clone, Debug)]
pub struct Array {
    /// For messages.
    pub name: String,
    /// The variable of the first element.
    pub first: VarId,
    /// The first index.
    pub low: i128,
    /// How many elements there are.
    pub length: u32,
}

impl Array {
    /// The element at an index.
    pub fn element(&self, index: i128) -> Option<VarId> {
        let offset = index.checked_sub(self.low)?;
        let offset = u32::try_from(offset).ok().filter(|&o| o < self.length)?;
        Some(VarId(self.first.0 + offset))
    }

    /// All indices with their elements.
    pub fn elements(&self) -> impl Iterator<Item = (i128, VarId)> + '_ {
        (0..self.length).map(|o| (self.low + i128::from(o), VarId(self.first.0 + o)))
    }
}

/// Comparisons of integers or labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// =
    Eq,
    /// ≠
    Ne,
    /// <
    Lt,
    /// ≤
    Le,
}

/// An expression over the variables of a state.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A number, a label's position, or 0 and 1 for truth.
    Const(i128),
    /// The value of a variable.
    Var(VarId),
    /// The value of an element.
    Element(ArrayId, Box<Expr>, Place),
    /// The sum.
    Add(Box<Expr>, Box<Expr>),
    /// The difference.
    Sub(Box<Expr>, Box<Expr>),
    /// A multiple.
    Times(i128, Box<Expr>),
    /// The non-negative remainder for a positive constant.
    Mod(Box<Expr>, i128),
    /// Not.
    Not(Box<Expr>),
    /// From left to right, as far as the first that is false.
    And(Vec<Expr>),
    /// From left to right, as far as the first that is true.
    Or(Vec<Expr>),
    /// A comparison.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Both true or both false.
    Iff(Box<Expr>, Box<Expr>),
    /// A choice between integers, labels or truth values.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What is assigned to.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable.
    Var(VarId),
    /// An element.
    Element(ArrayId, Expr),
}

/// One of the assignments of a transition.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// To what.
    pub target: Target,
    /// The value; none is any value of the variable's type.
    pub value: Option<Value>,
    /// Where it stands.
    pub place: Place,
}

/// What is assigned, with its kind: truth values are formulas elsewhere.
#[derive(Clone, Debug)]
pub struct Value {
    /// The expression.
    pub expr: Expr,
    /// Is it a truth value?
    pub is_truth: bool,
}

/// A guarded command.
#[derive(Clone, Debug)]
pub struct Transition {
    /// As the user would write it, with the index of its process.
    pub name: String,
    /// When it can be taken.
    pub guard: Expr,
    /// What it does, all at once.
    pub assignments: Vec<Assignment>,
    /// Where it stands.
    pub place: Place,
}

/// What a property demands.
#[derive(Clone, Debug)]
pub enum Demand {
    /// The condition holds in every reachable state.
    Invariant(Expr),
    /// The condition holds in no reachable state.
    Never(Expr),
    /// The same question as [`Demand::Never`], asked in the hope of a run.
    Reachable(Expr),
    /// Some transition can be taken in every reachable state.
    DeadlockFree,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// What it demands.
    pub demand: Demand,
    /// Where it stands.
    pub place: Place,
}

impl Property {
    /// The word that introduces it.
    pub fn kind(&self) -> &'static str {
        match self.demand {
            Demand::Invariant(_) => "invariant",
            Demand::Never(_) => "never",
            Demand::Reachable(_) => "reachable",
            Demand::DeadlockFree => "deadlock-free",
        }
    }
}

/// A system.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The labels of each enumeration.
    pub enums: IndexVec<EnumId, Vec<String>>,
    /// The variables.
    pub variables: IndexVec<VarId, Variable>,
    /// The arrays.
    pub arrays: IndexVec<ArrayId, Array>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// Conditions on the initial states.
    pub init: Vec<Expr>,
    /// What is asked.
    pub properties: Vec<Property>,
    /// The constants with their values.
    pub constants: Vec<(String, i128)>,
    /// The text that it was read from.
    pub text: Arc<str>,
}

impl Model {
    /// A variable.
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id]
    }

    /// An array.
    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id]
    }

    /// The ids of all variables.
    pub(crate) fn variable_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        self.variables.keys()
    }

    /// The variable of this name.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.variables.position(|v| v.name == name)
    }

    /// The smallest and the largest value of a type; none for the integers.
    pub fn bounds(&self, ty: Type) -> Option<(i128, i128)> {
        match ty {
            Type::Int => None,
            Type::Bool => Some((0, 1)),
            Type::Range(low, high) => Some((low, high)),
            Type::Enum(id) => Some((0, self.enums[id].len() as i128 - 1)),
        }
    }

    /// A value as the user would write it.
    pub fn show(&self, ty: Type, value: i128) -> String {
        match ty {
            Type::Bool => (value != 0).to_string(),
            Type::Enum(id) => {
                let labels = &self.enums[id];
                let at = usize::try_from(value).ok();
                let label = at.and_then(|at| labels.get(at));
                label.map_or_else(|| value.to_string(), Clone::clone)
            }
            Type::Int | Type::Range(..) => value.to_string(),
        }
    }

    /// The value that a word stands for, the inverse of [`Model::show`].
    pub fn read(&self, ty: Type, word: &str) -> Option<i128> {
        match ty {
            Type::Bool => word.parse::<bool>().ok().map(i128::from),
            Type::Enum(id) => {
                let labels = &self.enums[id];
                labels.iter().position(|l| l == word).map(|at| at as i128)
            }
            Type::Int | Type::Range(..) => word.parse().ok(),
        }
    }

    /// Names the meaning of the model, so that a proof for another is refused
    /// early. FNV-1a over the text and the constants.
    pub fn fingerprint(&self) -> String {
        let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        let mut absorb = |text: &str| {
            for byte in text.bytes() {
                let prime = 0x0000_0000_0100_0000_0000_0000_0000_013b;
                hash = (hash ^ u128::from(byte)).wrapping_mul(prime);
            }
        };
        absorb(&format!("{} ", crate::SEMANTICS_VERSION));
        absorb(&self.text);
        for (name, value) in &self.constants {
            absorb(&format!(" {name}={value}"));
        }
        format!("{hash:032x}")
    }
}
