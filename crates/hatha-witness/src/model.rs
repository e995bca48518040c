//! The types of the format, shared by the writer and whoever validates.

use std::fmt;

/// A place in the text of a witness, from 1; 0 is nowhere (a witness that was not read).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Who made it, for what.
    pub metadata: Metadata,
    /// What it claims.
    pub content: Content,
    /// What it says beyond what hatha understands.
    pub unsupported: Vec<Unsupported>,
}

/// Who made a witness, when, and for which task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// `2.0` or `2.1`.
    pub format_version: String,
    /// An identifier of the witness.
    pub uuid: String,
    /// When it was made, in the form of ISO 8601.
    pub creation_time: String,
    /// The tool.
    pub producer: Producer,
    /// The question.
    pub task: Task,
}

/// The tool that made a witness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What was asked about which files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The files.
    pub input_files: Vec<String>,
    /// Each with its SHA-256 hash.
    pub input_file_hashes: Vec<(String, String)>,
    /// The property; empty if the witness names none.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// `C`
    pub language: String,
}

/// What a witness claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// An execution with these segments violates the property.
    Violation(Vec<Segment>),
    /// These invariants help to prove the property.
    Correctness(Vec<Invariant>),
}

/// A part of an execution: up to a waypoint that it comes to, past others that it avoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What must not happen on the way.
    pub avoid: Vec<Waypoint>,
    /// Where the segment ends.
    pub follow: Waypoint,
}

/// What an execution does at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// What.
    pub kind: WaypointKind,
    /// Where.
    pub location: Location,
    /// Under which condition.
    pub constraint: Option<Constraint>,
    /// Where it stands in the witness.
    pub mark: Mark,
}

/// The kinds of waypoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaypointKind {
    /// A condition holds before a statement.
    Assumption,
    /// A branching goes one way.
    Branching,
    /// A function is called.
    FunctionEnter,
    /// A call is over; the condition may be about its result.
    FunctionReturn,
    /// The property is violated.
    Target,
}

impl WaypointKind {
    /// As the format writes it.
    pub fn name(self) -> &'static str {
        match self {
            WaypointKind::Assumption => "assumption",
            WaypointKind::Branching => "branching",
            WaypointKind::FunctionEnter => "function_enter",
            WaypointKind::FunctionReturn => "function_return",
            WaypointKind::Target => "target",
        }
    }

    /// All of them.
    pub const ALL: [WaypointKind; 5] = [
        WaypointKind::Assumption,
        WaypointKind::Branching,
        WaypointKind::FunctionEnter,
        WaypointKind::FunctionReturn,
        WaypointKind::Target,
    ];
}

/// What is to be done about a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The execution comes through it.
    Follow,
    /// The execution does not come through it before the end of its segment.
    Avoid,
}

/// A condition of a waypoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// `true`, `false`, a value of a `switch`, or an expression.
    pub value: String,
    /// `c_expression` or `acsl_expression`; branchings need none.
    pub format: Option<String>,
}

/// A place in a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The file, as the task names it.
    pub file_name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; without it the leftmost suitable one is meant.
    pub column: Option<u32>,
    /// The function.
    pub function: Option<String>,
}

/// A claim that holds whenever an execution comes to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Of what.
    pub kind: InvariantKind,
    /// Where.
    pub location: Location,
    /// The expression in C.
    pub value: String,
    /// `c_expression`, or something that hatha does not read.
    pub format: String,
    /// Where it stands in the witness.
    pub mark: Mark,
}

/// The kinds of invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InvariantKind {
    /// Whenever the condition of a loop is evaluated.
    Loop,
    /// Whenever a statement starts.
    Location,
}

impl InvariantKind {
    /// As the format writes it.
    pub fn name(self) -> &'static str {
        match self {
            InvariantKind::Loop => "loop_invariant",
            InvariantKind::Location => "location_invariant",
        }
    }
}

/// Something in a witness that hatha reads over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// Where it stands in the witness.
    pub mark: Mark,
}
