//! The outcome of a check as plain data, for formats of exchange.

/// What is known about one check of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It cannot fail.
    Pass,
    /// A test makes it fail.
    Fail,
    /// Neither is known.
    Open,
    /// The program accepts that it may fail.
    Accepted,
}

/// A place in a file; line 0 is nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 is unknown.
    pub column: u32,
    /// The text of the line.
    pub text: String,
}

/// One check of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Function and ordinal, which survive edits elsewhere.
    pub id: String,
    /// `assertion`, `reach-error`, the name of a rule, …
    pub kind: String,
    /// What is known.
    pub outcome: Outcome,
    /// In words.
    pub message: String,
    /// Where it stands.
    pub spot: Spot,
    /// The way to a failure, with what happened at each step.
    pub path: Vec<(Spot, String)>,
}

/// All that a run says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What was checked.
    pub name: String,
    /// The version of hatha.
    pub version: String,
    /// Wall time.
    pub seconds: f64,
    /// Each check.
    pub cases: Vec<Case>,
}
