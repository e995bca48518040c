//! `--predicates FILE`: conditions in C for places of the program.
//!
//! Each line of the file is `PLACE: CONDITION`, where PLACE is a line number of the
//! first file, `FILE:LINE`, or the name of a function (its entry). `#` starts a
//! comment. See `docs/formats/predicates.md`.
//!
//! **Invariant.** A condition is checked as C in the scope of the statement that
//! starts at its place: it becomes the body of a function at the end of the unit, so
//! that types and spans are those of the file, and `sema` takes its expression to
//! the place. The functions themselves never become part of a program.

use crate::diag::{Diagnostic, Result};
use hatha_cfa::{FileId, SourceMap, Span};
use lang_c::ast::{BlockItem, Expression, ExternalDeclaration, FunctionDefinition, Statement};
use lang_c::span::Node;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// A file of predicates.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// As the user names it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Where a predicate belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a file; `None` is the first file of the command line.
    Line(Option<String>, u32),
    /// The entry of a function.
    Function(String),
    /// Every statement in whose scope it means something.
    Everywhere,
}

/// Conditions that are asked about at every statement, parts of one text.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The name under which the text appears in messages.
    pub name: String,
    /// The text, on one line.
    pub text: String,
    /// The bytes of the conditions; their positions are their numbers.
    pub ranges: Vec<Range<usize>>,
}

/// A line of the file.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Where it belongs.
    pub place: Place,
    /// The condition, with blanks before it up to its column.
    pub text: String,
    /// Where its line stands in the file of predicates.
    pub span: Span,
}

/// The hidden functions are named with this and the position of the predicate.
const PREFIX: &str = "__hatha_predicate__";

/// The lines of a text that are neither empty nor comments (`#`), each with its place.
pub(crate) fn entries(text: &str, file: FileId) -> impl Iterator<Item = (&str, Span)> {
    let entries = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    entries.map(move |(line, number)| {
        let span = Span {
            file,
            line: number,
            col: 1,
            end_line: number,
            end_col: line.len() as u32 + 1,
        };
        (line, span)
    })
}

/// Reads a file of predicates.
pub fn read(source: &Source, sources: &mut SourceMap) -> Result<Vec<Predicate>> {
    let file = sources.add(&source.name, Some(source.text.as_str().into()));
    let mut all = Vec::new();
    for (line, span) in entries(&source.text, file) {
        let (place, text) = split(line).ok_or_else(|| bad_line(span))?;
        if !is_one(text.trim()) {
            return Err(bad_line(span));
        }
        let text = format!("{:1$}{text}", "", line.len() - text.len());
        all.push(Predicate { place, text, span });
    }
    Ok(all)
}

/// The conditions of a text that are asked about everywhere.
pub fn everywhere(conditions: &Conditions, sources: &mut SourceMap) -> Result<Vec<Predicate>> {
    let file = sources.add(&conditions.name, Some(conditions.text.as_str().into()));
    let mut all = Vec::new();
    for range in &conditions.ranges {
        let text = conditions.text.get(range.clone()).unwrap_or_default();
        let span = Span {
            file,
            line: 1,
            col: range.start as u32 + 1,
            end_line: 1,
            end_col: range.end as u32 + 1,
        };
        if !is_one(text.trim()) {
            let message = "this is not one condition in C";
            return Err(Box::new(Diagnostic::error(span, message)));
        }
        all.push(Predicate {
            place: Place::Everywhere,
            text: format!("{:1$}{text}", "", range.start),
            span,
        });
    }
    Ok(all)
}

fn bad_line(span: Span) -> Box<Diagnostic> {
    let message = "this line is not `PLACE: CONDITION`";
    let help = "a place is a line (`12`), a file and a line (`main.c:12`) or a function (`main`)";
    Box::new(Diagnostic::error(span, message).with_help(help))
}

/// The place and the condition of a line.
fn split(line: &str) -> Option<(Place, &str)> {
    let (first, rest) = line.split_once(':')?;
    let first = first.trim();
    if let Ok(line) = first.parse() {
        return Some((Place::Line(None, line), rest));
    }
    let number = rest.split_once(':');
    if let Some((line, rest)) = number
        && let Ok(line) = line.trim().parse()
    {
        return Some((Place::Line(Some(first.to_owned()), line), rest));
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_function = !first.is_empty() && first.chars().all(is_name);
    is_function.then(|| (Place::Function(first.to_owned()), rest))
}

/// Whether brackets close only what the text itself opens, so that it stays one expression.
fn is_one(text: &str) -> bool {
    let mut depth = 0_i32;
    let mut closes_early = false;
    for c in text.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        closes_early |= depth < 0;
    }
    depth == 0 && !closes_early && !text.contains(['"', '\'', ';']) && !text.is_empty()
}

/// What has to follow the text of a unit so that the conditions are parsed with it.
pub(crate) fn appendix(predicates: &[Predicate], sources: &SourceMap) -> String {
    let mut out = String::from("\n");
    for (i, p) in predicates.iter().enumerate() {
        let file = sources.file(p.span.file);
        let name = file.map_or("", |f| f.name.as_str());
        let (line, text) = (p.span.line, &p.text);
        let _ = write!(
            out,
            "static int {PREFIX}{i}(void) {{ return\n# {line} \"{name}\"\n{text}; }}\n"
        );
    }
    out
}

/// A predicate as `sema` sees it.
#[derive(Clone, Copy, Debug)]
pub struct Condition<'a> {
    /// Its position in the list.
    pub index: usize,
    /// The expression.
    pub expr: &'a Node<Expression>,
}

/// The condition that a hidden function stands for.
pub fn condition(external: &Node<ExternalDeclaration>) -> Option<Condition<'_>> {
    let ExternalDeclaration::FunctionDefinition(f) = &external.node else {
        return None;
    };
    let name = crate::assume::name_of(&f.node.declarator.node)?;
    let index = name.node.name.strip_prefix(PREFIX)?.parse().ok()?;
    let expr = returned(&f.node)?;
    Some(Condition { index, expr })
}

fn returned(f: &FunctionDefinition) -> Option<&Node<Expression>> {
    let Statement::Compound(items) = &f.statement.node else {
        return None;
    };
    match &items.first()?.node {
        BlockItem::Statement(s) => match &s.node {
            Statement::Return(Some(e)) => Some(e),
            _ => None,
        },
        _ => None,
    }
}

/// The files that a name may mean.
pub fn files(sources: &SourceMap, name: Option<&str>, first: &str) -> Vec<FileId> {
    let name = name.unwrap_or(first);
    let is_meant = |file: &str| file == name || Path::new(file).ends_with(name);
    let files = sources.files().filter(|(_, f)| is_meant(&f.name));
    files.map(|(id, _)| id).collect()
}

/// Says that no unit has a predicate's place.
pub fn nowhere(predicate: &Predicate) -> Box<Diagnostic> {
    let (message, help) = match &predicate.place {
        Place::Line(file, line) => {
            let file = file
                .as_deref()
                .map_or(String::new(), |f| format!(" of `{f}`"));
            (
                format!("no statement starts on line {line}{file}"),
                "name the first line of a statement; for a loop that is the line of its `while`, `for` or `do`",
            )
        }
        Place::Function(name) => (
            format!("there is no function `{name}`"),
            "`hatha cfa` lists the functions of a program",
        ),
        Place::Everywhere => (
            "this condition means nothing anywhere in the program".to_owned(),
            "it is C over variables that are in scope at some statement",
        ),
    };
    Box::new(Diagnostic::error(predicate.span, message).with_help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let line = |f: Option<&str>, n| Place::Line(f.map(str::to_owned), n);
        assert_eq!(split("12: x == 1"), Some((line(None, 12), " x == 1")));
        assert_eq!(
            split("a/b.c:7: p->n > 0 ? 1 : 0"),
            Some((line(Some("a/b.c"), 7), " p->n > 0 ? 1 : 0"))
        );
        let main = Place::Function("main".to_owned());
        assert_eq!(split("main: x"), Some((main, " x")));
        assert_eq!(split("x == 1"), None);
        assert_eq!(split("a b: x"), None);
    }
}
