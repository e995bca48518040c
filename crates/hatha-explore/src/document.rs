//! What a page is told, `docs/formats/explore.md`.

use crate::command::VERSION;
use crate::ground::{Kind, Trouble};
use hatha_proof::input::InputVector;
use serde::Serialize;

/// The name of the format.
pub const SCHEMA: &str = "hatha-explore";

/// The answer to a command.
#[derive(Debug, Serialize)]
pub struct Reply {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// Where the exploration is now.
    pub state: State,
    /// Why the command was not carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorDocument>,
    /// The unit, for the command `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitDocument>,
    /// The test, for the command `save`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<Saved>,
}

impl Reply {
    /// With a state alone.
    pub fn new(state: State) -> Self {
        Reply {
            schema: SCHEMA,
            version: VERSION,
            state,
            error: None,
            unit: None,
            saved: None,
        }
    }
}

/// What is wrong, and where in the formula.
#[derive(Debug, Serialize)]
pub struct ErrorDocument {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The characters of the formula that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The first character behind them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
}

impl ErrorDocument {
    /// From trouble with a formula.
    pub fn new(trouble: Trouble, formula: &str) -> Self {
        let message = match trouble.kind {
            Kind::Internal => format!("internal error: {}", trouble.message),
            Kind::Input | Kind::Unit => trouble.message,
        };
        let characters = |byte: usize| {
            let before = formula.char_indices().take_while(|(i, _)| *i < byte);
            before.count()
        };
        let span = trouble.span;
        ErrorDocument {
            message,
            help: trouble.help,
            start: span.as_ref().map(|s| characters(s.start)),
            end: span.as_ref().map(|s| characters(s.end)),
        }
    }
}

/// Yes, no, or nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Possible {
    /// For some inputs.
    Yes,
    /// For none.
    No,
    /// The solver does not know.
    Unknown,
}

impl From<Option<bool>> for Possible {
    fn from(known: Option<bool>) -> Self {
        match known {
            Some(true) => Possible::Yes,
            Some(false) => Possible::No,
            None => Possible::Unknown,
        }
    }
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeDocument {
    /// Its number.
    pub node: u32,
    /// Its label, else its line and column; with processes, `P:label`.
    pub name: String,
    /// `file:line:column`
    pub location: String,
    /// What stands there.
    pub text: String,
    /// The chart that it is drawn in.
    pub chart: usize,
    /// Its box there; none for the start of processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<u32>,
}

/// A node of the path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathNode {
    /// The node.
    #[serde(flatten)]
    pub at: NodeDocument,
    /// What entering it asks of the inputs, in C, where that is one condition.
    pub adds: String,
    /// Whether the path up to it can be taken.
    pub possible: Possible,
}

/// A node that may come next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// The node.
    #[serde(flatten)]
    pub at: NodeDocument,
    /// Whether the path can be taken on to it.
    pub possible: Possible,
}

/// A formula that a part of the path satisfies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedDocument {
    /// The formula.
    pub formula: String,
    /// The position on the path at which it begins.
    pub from: usize,
    /// The position at which it is accepted.
    pub to: usize,
}

/// The search that can be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchDocument {
    /// The formula.
    pub formula: String,
    /// How many paths it has found.
    pub found: u32,
}

/// Where an exploration is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The path.
    pub path: Vec<PathNode>,
    /// When it is taken (between processes: allowed), in C over the inputs.
    pub condition: String,
    /// Values drawn on the way that the condition still mentions.
    pub drawn: usize,
    /// Whether the condition can hold.
    pub possible: Possible,
    /// The nodes that may come next.
    pub next: Vec<Offered>,
    /// Where each chart is at.
    pub at: Vec<Option<u32>>,
    /// The formulas that parts of the path satisfy.
    pub asked: Vec<AskedDocument>,
    /// The search, if it can go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchDocument>,
    /// What came of the last command, in words.
    pub answer: String,
    /// What was not followed.
    pub notes: Vec<String>,
}

/// A test that was saved.
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// The name of its file.
    pub name: String,
    /// Where it was written, with `--tests`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The words of the command that replays it.
    pub command: Vec<String>,
    /// The test.
    pub vector: InputVector,
}

/// A file of the program.
#[derive(Clone, Debug, Serialize)]
pub struct SourceDocument {
    /// Its name.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A box of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Its number.
    pub number: u32,
    /// `entry`, `exit` or `place`.
    pub kind: &'static str,
    /// `file:line:column`
    pub location: String,
    /// Its label, else its line and column.
    pub name: String,
    /// The function.
    pub function: String,
    /// What stands there.
    pub text: String,
}

/// An arrow of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Its number.
    pub number: usize,
    /// The box that it leaves.
    pub from: u32,
    /// The box that it leads to.
    pub to: u32,
}

/// A chart: of the unit, or of one process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChartDocument {
    /// The function or the process.
    pub name: String,
    /// The boxes.
    pub spots: Vec<Spot>,
    /// The arrows.
    pub ways: Vec<Way>,
}

/// What does not change while a unit is explored.
#[derive(Clone, Debug, Serialize)]
pub struct UnitDocument {
    /// The version of hatha.
    pub hatha: &'static str,
    /// The function, or the names of the processes.
    pub name: String,
    /// The sources.
    pub sources: Vec<SourceDocument>,
    /// The charts.
    pub charts: Vec<ChartDocument>,
    /// Whether a condition only allows a path: there are processes.
    pub allows: bool,
    /// The formula that asks for a path to the end.
    pub whole: String,
    /// How often a node may stand on a path that a formula finds, unless it is said.
    pub n: u32,
    /// What everything rests on.
    pub assumptions: Vec<String>,
}
