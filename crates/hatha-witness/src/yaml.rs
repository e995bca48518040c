//! YAML with places: fields of mappings, and messages that say where.

use crate::model::Mark;
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};
use std::fmt;

/// Why a text is no witness, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where in the text.
    pub mark: Mark,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(mark: Mark, message: impl Into<String>) -> Self {
        Problem {
            mark,
            message: message.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mark, self.message)
    }
}

pub(crate) type Result<T> = std::result::Result<T, Problem>;

/// A node of the text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a>(&'a MarkedYaml<'a>);

/// Reads the one document of a text and hands it to `f`.
pub(crate) fn document<T>(text: &str, f: impl FnOnce(Node<'_>) -> Result<T>) -> Result<T> {
    let documents = MarkedYaml::load_from_str(text).map_err(|e| {
        let mark = Mark {
            line: e.marker().line(),
            column: e.marker().col() + 1,
        };
        Problem::new(mark, format!("not YAML: {}", e.info()))
    })?;
    match documents.as_slice() {
        [one] => f(Node(one)),
        [] => Err(Problem::new(
            Mark { line: 1, column: 1 },
            "the file is empty",
        )),
        [_, second, ..] => Err(Node(second).problem("a second document, but a witness is one")),
    }
}

impl<'a> Node<'a> {
    /// Where it starts.
    pub(crate) fn mark(self) -> Mark {
        let start = self.0.span.start;
        Mark {
            line: start.line(),
            column: start.col() + 1,
        }
    }

    /// A message about it.
    pub(crate) fn problem(self, message: impl Into<String>) -> Problem {
        Problem::new(self.mark(), message)
    }

    /// A field that need not be there.
    pub(crate) fn find(self, name: &str) -> Result<Option<Node<'a>>> {
        let YamlData::Mapping(fields) = &self.0.data else {
            return Err(self.problem(format!("a mapping with the key `{name}` is missing")));
        };
        let is_named = |key: &MarkedYaml<'_>| Node(key).scalar().is_ok_and(|k| k == name);
        let found = fields.iter().find(|(key, _)| is_named(key));
        Ok(found.map(|(_, value)| Node(value)))
    }

    /// A field that must be there.
    pub(crate) fn field(self, name: &str) -> Result<Node<'a>> {
        let found = self.find(name)?;
        found.ok_or_else(|| self.problem(format!("the key `{name}` is missing")))
    }

    /// A scalar as it reads.
    pub(crate) fn scalar(self) -> Result<String> {
        match &self.0.data {
            YamlData::Value(Scalar::String(s)) => Ok(s.to_string()),
            YamlData::Value(Scalar::Boolean(b)) => Ok(b.to_string()),
            YamlData::Value(Scalar::Integer(n)) => Ok(n.to_string()),
            YamlData::Value(Scalar::FloatingPoint(x)) => Ok(format!("{x:?}")),
            _ => Err(self.problem("a text is expected here")),
        }
    }

    /// A scalar field that must be there.
    pub(crate) fn text(self, name: &str) -> Result<String> {
        self.field(name)?.scalar()
    }

    /// A scalar field that need not be there.
    pub(crate) fn text_or_none(self, name: &str) -> Result<Option<String>> {
        self.find(name)?.map(Node::scalar).transpose()
    }

    /// A number from 0.
    pub(crate) fn number(self) -> Result<u32> {
        let text = self.scalar()?;
        let wrong = |_| self.problem(format!("`{text}` is not a number of a line or column"));
        text.parse().map_err(wrong)
    }

    /// The parts of a sequence; none of nothing.
    pub(crate) fn items(self) -> Result<Vec<Node<'a>>> {
        match &self.0.data {
            YamlData::Sequence(items) => Ok(items.iter().map(Node).collect()),
            YamlData::Value(Scalar::Null) => Ok(Vec::new()),
            _ => Err(self.problem("a sequence is expected here")),
        }
    }

    /// The pairs of a mapping whose keys and values are texts.
    pub(crate) fn pairs(self) -> Result<Vec<(String, String)>> {
        let YamlData::Mapping(fields) = &self.0.data else {
            return Err(self.problem("a mapping is expected here"));
        };
        let pair = |(k, v)| Ok((Node(k).scalar()?, Node(v).scalar()?));
        fields.iter().map(pair).collect()
    }
}
