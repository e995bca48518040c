//! The text as a tree, before names and types are resolved.

use crate::diagnostic::Place;

/// An expression.
#[derive(Clone, Debug)]
pub struct Tree {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub place: Place,
}

/// Operators with two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Implies,
    Iff,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum Kind {
    Number(i128),
    Truth(bool),
    /// `a`, `a[i]`, `p.x`, `p[i].x`, `p[i].x[j]`.
    Path(Path),
    Negate(Box<Tree>),
    Not(Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
    /// `forall` (true) or `exists` over a range.
    Quantified(bool, Name, Box<Range>, Box<Tree>),
    /// The number of values for which something holds.
    Count(Name, Box<Range>, Box<Tree>),
}

/// A name where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub place: Place,
}

/// A name with indices and members.
#[derive(Clone, Debug)]
pub struct Path {
    pub parts: Vec<Part>,
}

/// One name of a path and the index behind it.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: Name,
    pub index: Option<Box<Tree>>,
}

/// `lo..hi` or `lo..=hi`.
#[derive(Clone, Debug)]
pub struct Range {
    pub low: Tree,
    pub high: Tree,
    pub inclusive: bool,
}

/// A type as written.
#[derive(Clone, Debug)]
pub(crate) enum TypeTree {
    Int,
    Bool,
    Range(Box<Range>),
    Labels(Vec<Name>),
    Named(Name),
}

/// `var x, y[0..n]: type = e;`
#[derive(Clone, Debug)]
pub(crate) struct VarTree {
    pub names: Vec<(Name, Option<Range>)>,
    pub ty: TypeTree,
    pub initial: Option<Tree>,
}

/// `name: guard -> x := e, y := nondet;`
#[derive(Clone, Debug)]
pub(crate) struct TransitionTree {
    pub name: Name,
    pub guard: Tree,
    pub assignments: Vec<AssignmentTree>,
    pub place: Place,
}

/// `place := e`; no expression is `nondet`.
#[derive(Clone, Debug)]
pub(crate) struct AssignmentTree {
    pub target: Tree,
    pub value: Option<Tree>,
}

/// `process p[i in range] { … }`
#[derive(Clone, Debug)]
pub(crate) struct ProcessTree {
    pub name: Name,
    pub index: Option<(Name, Range)>,
    pub variables: Vec<VarTree>,
    pub transitions: Vec<TransitionTree>,
}

/// What a property demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    Invariant,
    Never,
    Reachable,
    DeadlockFree,
}

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct PropertyTree {
    pub demand: Demand,
    pub condition: Option<Tree>,
    pub place: Place,
}

/// What stands at the outermost level.
#[derive(Clone, Debug)]
pub enum Item {
    Const(Name, Option<Tree>),
    Type(Name, TypeTree),
    Var(VarTree),
    Process(ProcessTree),
    Transition(TransitionTree),
    Init(Tree),
    Property(PropertyTree),
}
