//! What an exploration stands on: the unit, and whoever reads it and runs tests.

use hatha_blocks::effect::Effects;
use hatha_cfa::{ProcId, Program};
use hatha_exec::config::{Config, Externals};
use hatha_exec::image::Image;
use hatha_proof::input::InputVector;
use hatha_term::TermPool;
use hatha_unit::{Chart, Found, NodeId, Stepper};
use std::ops::Range;

/// Conditions in C that are asked about at every statement, parts of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The text, on one line.
    pub text: String,
    /// The bytes of the conditions; their positions are their numbers.
    pub ranges: Vec<Range<usize>>,
}

/// What kind of trouble there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was asked is wrong.
    Input,
    /// The unit is not one that paths are followed in.
    Unit,
    /// A defect of hatha.
    Internal,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What kind.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The bytes of the formula that it is about.
    pub span: Option<Range<usize>>,
}

impl Trouble {
    /// With a plain message.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Trouble {
            kind,
            message: message.into(),
            help: None,
            span: None,
        }
    }

    /// With what to do about it.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Trouble {
            help: Some(help.into()),
            ..self
        }
    }

    /// With the place in the formula.
    pub fn at(self, span: Range<usize>) -> Self {
        Trouble {
            span: Some(span),
            ..self
        }
    }
}

/// A unit: its program and its chart.
#[derive(Debug)]
pub struct Unit {
    /// The program; with processes, the one in which they are put together.
    pub program: Program,
    /// Where it starts.
    pub entry: ProcId,
    /// The chart.
    pub chart: Chart,
    config: Config,
    /// Where procedures lie.
    functions: Vec<u64>,
}

impl Unit {
    /// From a program and its chart.
    pub fn new(
        program: Program,
        entry: ProcId,
        chart: Chart,
        config: Config,
    ) -> Result<Unit, Trouble> {
        let image = Image::new(&chart.joined.program);
        let image = image.map_err(|e| Trouble::new(Kind::Unit, e.to_string()))?;
        let functions = image.function_addresses();
        drop(image);
        Ok(Unit {
            program,
            entry,
            chart,
            config,
            functions,
        })
    }

    /// What takes steps in it.
    pub(crate) fn stepper(&self) -> Stepper<'_> {
        let havoc = self.config.externals != Externals::Pure;
        let functions = self.functions.clone();
        let effects = Effects::new(&self.chart.joined, havoc, &self.config, functions);
        Stepper {
            chart: &self.chart,
            effects: effects.strict(),
        }
    }

    /// Whether another one has the same text and the same nodes, so that a path of the one is a
    /// path of the other.
    pub(crate) fn is_same(&self, other: &Unit) -> bool {
        let (one, two) = (&self.chart, &other.chart);
        let node = |unit: &Unit, n: u32| {
            let span = unit.chart.point(NodeId(n)).span;
            let place = unit.program.sources.describe(span);
            (place, unit.chart.name(NodeId(n)))
        };
        let mut nodes = 0..one.next.len() as u32;
        texts(&self.program) == texts(&other.program)
            && one.next == two.next
            && one.initial == two.initial
            && nodes.all(|n| node(self, n) == node(other, n))
    }
}

/// The sources that have a name and are no part of a command line.
fn texts(program: &Program) -> Vec<(&str, Option<&str>)> {
    let files = program.sources.files();
    let own = files.filter(|(_, f)| !f.name.starts_with("--"));
    own.map(|(_, f)| (f.name.as_str(), f.text.as_deref()))
        .collect()
}

/// Whoever started the exploration.
pub trait Ground {
    /// Reads the unit with conditions that are asked about.
    fn load(&self, conditions: &Conditions) -> Result<Unit, Trouble>;

    /// Inputs with which the simulator takes a path; none if those of the solver do not.
    fn test(
        &self,
        unit: &Unit,
        pool: &TermPool,
        found: &Found,
    ) -> Result<Option<InputVector>, Trouble>;

    /// Keeps a test under a name, and says where; none if no place was given for tests.
    fn keep(&self, name: &str, text: &str) -> Result<Option<String>, Trouble>;

    /// The words of the command that replays a test.
    fn replay(&self, name: &str) -> Vec<String>;
}
