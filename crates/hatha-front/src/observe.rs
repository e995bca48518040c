//! C code that watches a program: added to the text of a unit at places that the
//! user (or a witness) names.
//!
//! **Invariant.** The code added is what the caller gives and calls of it; the
//! program's own text stays as it is, in its order, and line numbers do not change.
//! Watching draws no input. A place where nothing suitable stands is an error, and
//! so is one that two points mean, for their order would be a guess.

mod construct;
mod survey;

use crate::diag::{Diagnostic, Result};
use crate::parse::Parsed;
use construct::{Construct, Kind, constructs};
use hatha_cfa::{SourceMap, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

pub use survey::{Site, SiteKind, survey};

/// The name of the result of a call in [`Watch::Return`].
pub const RESULT: &str = "__hatha_r";
/// A call of this function is a failure of its name.
pub const FAILED: &str = "__hatha_witness_failed";

/// What to watch.
#[derive(Clone, Debug, Default)]
pub struct Observers {
    /// Declarations and functions that the code needs, put before each unit, on one line.
    pub prelude: String,
    /// The places.
    pub points: Vec<Point>,
    /// Calls that are watched by name.
    pub calls: Vec<Calls>,
    /// Whether the one file of the program is meant whatever name a place gives.
    pub one_file: bool,
}

/// A place and what is done there.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where.
    pub place: Place,
    /// What is done.
    pub watch: Watch,
}

/// A place as a witness names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file; its last part decides.
    pub file: String,
    /// The line of the file as it was written, from 1.
    pub line: u32,
    /// The column, from 1; `None` is the leftmost suitable one.
    pub column: Option<u32>,
}

/// Code for a place.
#[derive(Clone, Debug)]
pub enum Watch {
    /// Statements before a statement, each time control reaches it.
    Statement(String),
    /// An expression, each time the condition of a loop is about to be evaluated; at a place
    /// where no loop starts but a statement does, before that.
    Loop(String),
    /// `int NAME(long long value, int is_default)`, which returns whether the value is not zero,
    /// gets the value of a condition or of the operand of a `switch`.
    Branch(String),
    /// An expression before a call is made.
    Enter(String),
    /// Statements after a call, over [`RESULT`] if its result is wanted.
    Return(String, bool),
}

/// Expressions before calls of functions of certain names.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The functions.
    pub functions: Vec<String>,
    /// The place of one of them, with an expression for that one.
    pub at: Option<(Place, String)>,
    /// An expression for the others.
    pub others: String,
}

/// Text put before and after a stretch of the text of a unit.
struct Wrap {
    range: Range<usize>,
    before: String,
    after: String,
}

/// Adds the observers to a unit; the result is its new text, and the points that were found
/// are added to `placed` (points by their index, then calls).
pub fn instrument(
    observers: &Observers,
    unit: &str,
    text: &[u8],
    parsed: &Parsed,
    sources: &SourceMap,
    placed: &mut Vec<usize>,
) -> Result<Vec<u8>> {
    let found = constructs(&parsed.unit, &parsed.lines, text);
    let instrumenter = Instrumenter {
        observers,
        unit,
        text,
        parsed,
        sources,
        found: &found,
    };
    let mut wraps = Vec::new();
    let mut used: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for (i, point) in observers.points.iter().enumerate() {
        let Some(construct) = instrumenter.find(point) else {
            continue;
        };
        if used
            .insert((construct.at, class(&point.watch)), i)
            .is_some()
        {
            return Err(twice(&point.place));
        }
        wraps.extend(instrumenter.wraps(construct, &point.watch)?);
        placed.push(i);
    }
    for (i, calls) in observers.calls.iter().enumerate() {
        if instrumenter.calls(calls, &mut wraps) {
            placed.push(observers.points.len() + i);
        }
    }
    Ok(apply(text, &observers.prelude, wraps))
}

/// Says that no unit has a place.
pub fn nowhere(observers: &Observers, placed: &[usize]) -> Option<Box<Diagnostic>> {
    let points = observers.points.iter().map(|p| Some(&p.place));
    let calls = observers.calls.iter();
    let all = points.chain(calls.map(|c| c.at.as_ref().map(|(place, _)| place)));
    let lost = all
        .enumerate()
        .find_map(|(i, place)| place.filter(|_| !placed.contains(&i)))?;
    let column = lost.column.map_or(String::new(), |c| format!(":{c}"));
    let (file, line) = (&lost.file, lost.line);
    let message = format!("nothing of the kind that is meant stands at {file}:{line}{column}");
    Some(Box::new(Diagnostic::error(Span::NONE, message)))
}

fn twice(place: &Place) -> Box<Diagnostic> {
    let message = format!("two places mean the same one on line {}", place.line);
    Box::new(Diagnostic::error(Span::NONE, message))
}

/// Points of different classes may share a construct.
fn class(watch: &Watch) -> u8 {
    match watch {
        Watch::Statement(_) => 0,
        Watch::Loop(_) => 1,
        Watch::Branch(_) => 2,
        Watch::Enter(_) => 3,
        Watch::Return(..) => 4,
    }
}

struct Instrumenter<'a> {
    observers: &'a Observers,
    unit: &'a str,
    text: &'a [u8],
    parsed: &'a Parsed,
    sources: &'a SourceMap,
    found: &'a [Construct],
}

impl<'a> Instrumenter<'a> {
    /// The construct that a point means.
    fn find(&self, point: &Point) -> Option<&'a Construct> {
        let first = |suits: fn(&Kind) -> bool| {
            let here = self.found.iter().filter(|c| suits(&c.kind));
            here.filter(|c| self.is_at(c.at, &point.place))
                .min_by_key(|c| c.at)
        };
        let is_statement = |k: &Kind| matches!(k, Kind::Statement { .. });
        match &point.watch {
            Watch::Statement(_) => first(is_statement),
            Watch::Loop(_) => {
                first(|k| matches!(k, Kind::Loop(..))).or_else(|| first(is_statement))
            }
            Watch::Branch(_) => first(|k| matches!(k, Kind::Branch(_) | Kind::Switch(..))),
            Watch::Enter(_) | Watch::Return(..) => first(|k| matches!(k, Kind::Call { .. })),
        }
    }

    /// Whether an offset of the text is at a place.
    fn is_at(&self, at: usize, place: &Place) -> bool {
        let Some((name, line, column)) = self.position(at) else {
            return false;
        };
        let is_file = self.observers.one_file && name == self.unit || same_name(&name, &place.file);
        is_file
            && line == place.line
            && place.column.is_none_or(|c| {
                self.is_column(at, column, line, c) || self.is_indent(at, column, line, c)
            })
    }

    /// File, line and column of an offset. The lines of a preprocessed file are counted as
    /// they stand, whatever its line markers say.
    fn position(&self, at: usize) -> Option<(String, u32, u32)> {
        if crate::preprocess::is_preprocessed(Path::new(self.unit)) {
            let before = self.text.get(..at)?;
            let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
            let start = before
                .iter()
                .rposition(|&b| b == b'\n')
                .map_or(0, |i| i + 1);
            return Some((self.unit.to_owned(), line as u32, (at - start + 1) as u32));
        }
        let (file, line, column) = self.parsed.lines.position(at as u32);
        let name = self.sources.file(file)?.name.clone();
        Some((name, line, column))
    }

    /// Whether a column is left of everything on its line: then what comes first is meant.
    fn is_indent(&self, at: usize, column: u32, line: u32, wanted: u32) -> bool {
        let (file, ..) = self.parsed.lines.position(at as u32);
        let start = at + 1 - column as usize;
        let left = if crate::preprocess::is_preprocessed(Path::new(self.unit)) {
            self.text.get(start..start + wanted as usize)
        } else {
            let written = self.sources.line(file, line).unwrap_or("").as_bytes();
            written.get(..wanted as usize)
        };
        left.is_some_and(|l| l.iter().all(|b| matches!(b, b' ' | b'\t')))
    }

    /// Whether a column of the preprocessed line is one of the line as it was written. The
    /// preprocessor changes white space, so columns are compared by what is not white.
    fn is_column(&self, at: usize, column: u32, line: u32, wanted: u32) -> bool {
        let (file, ..) = self.parsed.lines.position(at as u32);
        let written = self.sources.line(file, line).unwrap_or("").as_bytes();
        let start = at + 1 - column as usize;
        let rest = self.text.get(start..).unwrap_or_default();
        let read = rest.split(|&b| b == b'\n').next().unwrap_or_default();
        if solid(written) != solid(read) {
            return column == wanted;
        }
        let before = written.get(..wanted.saturating_sub(1) as usize);
        let is_solid = |w: u32| {
            let byte = written.get(w as usize - 1);
            byte.is_some_and(|b| !b.is_ascii_whitespace())
        };
        let read_before = read.get(..column as usize - 1).unwrap_or_default();
        wanted > 0 && is_solid(wanted) && before.is_some_and(|b| solid(b) == solid(read_before))
    }

    /// The place of an offset in the file as it was written.
    fn written(&self, at: usize) -> Option<Place> {
        let (file, line, column) = self.position(at)?;
        let (id, ..) = self.parsed.lines.position(at as u32);
        let written = self.sources.line(id, line).unwrap_or("").as_bytes();
        let start = at + 1 - column as usize;
        let rest = self.text.get(start..).unwrap_or_default();
        let read = rest.split(|&b| b == b'\n').next().unwrap_or_default();
        let before = solid(read.get(..column as usize - 1).unwrap_or_default()).len();
        let mut dark = written
            .iter()
            .enumerate()
            .filter(|(_, b)| !b.is_ascii_whitespace());
        let moved = (solid(written) == solid(read))
            .then(|| dark.nth(before))
            .flatten();
        let column = moved.map_or(column, |(i, _)| i as u32 + 1);
        Some(Place {
            file,
            line,
            column: Some(column),
        })
    }

    fn wraps(&self, construct: &Construct, watch: &Watch) -> Result<Vec<Wrap>> {
        let wrap = |range: &Range<usize>, before: String, after: &str| Wrap {
            range: range.clone(),
            before,
            after: after.to_owned(),
        };
        Ok(match (&construct.kind, watch) {
            (Kind::Statement { range, braces }, Watch::Statement(code)) => {
                vec![before(range, code, *braces)]
            }
            (Kind::Statement { range, braces }, Watch::Loop(code)) => {
                vec![before(range, &format!("{code};"), *braces)]
            }
            (Kind::Loop(cond, body, body_first), Watch::Loop(code)) => {
                let at_cond = cond.as_ref();
                let at_cond = at_cond.map(|c| wrap(c, format!("({code}, ("), "))"));
                let in_body = cond.is_none() || *body_first;
                let at_body = in_body.then(|| wrap(body, format!("{{ {code}; "), " }"));
                at_cond.into_iter().chain(at_body).collect()
            }
            (Kind::Branch(cond), Watch::Branch(name)) => {
                vec![wrap(cond, format!("{name}(!!("), "), 0)")]
            }
            (Kind::Switch(operand, default), Watch::Branch(name)) => {
                let after = format!("); {name}((long long)__hatha_v, {default}); __hatha_v; }})");
                let before = "({ __auto_type __hatha_v = (".to_owned();
                vec![wrap(operand, before, &after)]
            }
            (Kind::Call { nested: true, .. }, Watch::Enter(_)) => {
                let message = "entering a call whose arguments contain calls or branches";
                return Err(Box::new(Diagnostic::error(Span::NONE, message)));
            }
            (Kind::Call { range, .. }, Watch::Enter(code)) => {
                vec![wrap(range, format!("({code}, "), ")")]
            }
            (Kind::Call { range, .. }, Watch::Return(code, false)) if self.is_alone(range) => {
                vec![wrap(range, "({ ".to_owned(), &format!("; {code} }})"))]
            }
            (Kind::Call { range, .. }, Watch::Return(code, _)) => {
                let after = format!("; {code} {RESULT}; }})");
                vec![wrap(range, format!("({{ __auto_type {RESULT} = "), &after)]
            }
            _ => Vec::new(),
        })
    }

    /// Whether a call is a statement of its own, so that its result, if any, is not used.
    fn is_alone(&self, call: &Range<usize>) -> bool {
        let is_it = |c: &Construct| match &c.kind {
            Kind::Statement { range, .. } => {
                let rest = self.text.get(call.end..range.end).unwrap_or_default();
                range.start == call.start && solid(rest) == b";"
            }
            _ => false,
        };
        self.found.iter().any(is_it)
    }

    /// Wraps calls by name; whether the one that has a place was among them.
    fn calls(&self, calls: &Calls, wraps: &mut Vec<Wrap>) -> bool {
        let mut hit = false;
        for construct in self.found {
            let Kind::Call { range, name, .. } = &construct.kind else {
                continue;
            };
            let is_named = |n: &String| calls.functions.contains(n);
            // What the function itself does is not watched: its call is what counts.
            if !name.as_ref().is_some_and(is_named) || is_named(&construct.function) {
                continue;
            }
            let meant = calls.at.as_ref().filter(|(p, _)| self.is_target(range, p));
            let code = match meant {
                Some((_, code)) => {
                    hit = true;
                    code
                }
                None => &calls.others,
            };
            wraps.push(Wrap {
                range: range.clone(),
                before: format!("({code}, "),
                after: ")".to_owned(),
            });
        }
        hit
    }

    /// Whether a call is the one at a place: it starts there, or is in the statement that does.
    fn is_target(&self, call: &Range<usize>, place: &Place) -> bool {
        let holds = |c: &&Construct| match &c.kind {
            Kind::Statement { range, .. } => {
                range.start <= call.start && call.end <= range.end && self.is_at(c.at, place)
            }
            _ => false,
        };
        let is_simple = |c: &&Construct| {
            let Kind::Statement { range, .. } = &c.kind else {
                return false;
            };
            let text = self.text.get(range.clone()).unwrap_or_default();
            !text.contains(&b'{')
        };
        self.is_at(call.start, place) || self.found.iter().filter(is_simple).any(|c| holds(&c))
    }
}

/// Whether two names of files end in the same part.
fn same_name(a: &str, b: &str) -> bool {
    let last = |name: &str| Path::new(name).file_name().map(ToOwned::to_owned);
    last(a).is_some() && last(a) == last(b)
}

/// A line without its white space.
fn solid(line: &[u8]) -> Vec<u8> {
    let solid = line.iter().filter(|b| !b.is_ascii_whitespace());
    solid.copied().collect()
}

/// Code before a statement.
fn before(range: &Range<usize>, code: &str, braces: bool) -> Wrap {
    let (open, close) = if braces { ("{ ", " }") } else { ("", "") };
    Wrap {
        range: range.clone(),
        before: format!("{open}{code} "),
        after: close.to_owned(),
    }
}

/// Puts the wraps into the text: what encloses more comes first before and last behind.
fn apply(text: &[u8], prelude: &str, mut wraps: Vec<Wrap>) -> Vec<u8> {
    wraps.sort_by_key(|w| (w.range.start, std::cmp::Reverse(w.range.end)));
    let mut inserts: Vec<(usize, bool, isize, &str)> = Vec::new();
    for (i, w) in wraps.iter().enumerate() {
        inserts.push((w.range.start, true, i as isize, &w.before));
        inserts.push((w.range.end, false, -(i as isize), &w.after));
    }
    inserts.sort();
    let mut out = prelude.as_bytes().to_vec();
    // A line marker must start its line, and sets the number of the next one itself.
    if text.starts_with(b"#") {
        out.push(b'\n');
    }
    let mut copied = 0;
    for (at, _, _, insert) in inserts {
        out.extend_from_slice(&text[copied..at]);
        out.extend_from_slice(insert.as_bytes());
        copied = at;
    }
    out.extend_from_slice(&text[copied..]);
    out
}
