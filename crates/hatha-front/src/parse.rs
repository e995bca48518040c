//! From a preprocessed text to lang-c's tree, with the way back to the source.
//!
//! **Invariant.** Every place the tree names is mapped through the rewrites of
//! [`lexical`] and the line markers of the preprocessor to the file the user
//! wrote. Bad syntax is one located diagnostic.

use crate::diag::{Diagnostic, Result};
use crate::dialect::Dialect;
use crate::hir::Attributed;
use crate::lexical::{self, Lexed, Piece};
use crate::stack;
use hatha_cfa::{FileId, SourceMap, Span};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

/// A translation unit as lang-c reads it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub unit: TranslationUnit,
    /// From its spans to places in the source.
    pub lines: LineMap,
    /// The dialect it is written in.
    pub dialect: Dialect,
    /// The user's attributes that promise something to compilers.
    pub attributes: Vec<Attributed>,
}

/// A line marker: the physical line `physical` (from 0) is line `line` of `file`.
#[derive(Clone, Copy, Debug)]
struct Marker {
    physical: u32,
    file: FileId,
    line: u32,
    /// Whether the preprocessor says that it is a header of the system's.
    is_systems: bool,
}

/// From byte offsets of the text that lang-c read to places in the source.
#[derive(Debug)]
pub struct LineMap {
    pieces: Vec<Piece>,
    /// Start of every physical line of the preprocessed text.
    starts: Vec<u32>,
    markers: Vec<Marker>,
}

impl LineMap {
    fn new(input: &[u8], file: FileId) -> Self {
        let newlines = input.iter().enumerate().filter(|(_, b)| **b == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1));
        LineMap {
            pieces: Vec::new(),
            starts: starts.collect(),
            markers: vec![Marker {
                physical: 0,
                file,
                line: 1,
                is_systems: false,
            }],
        }
    }

    fn physical_line(&self, at: u32) -> u32 {
        (self.starts.partition_point(|&s| s <= at) as u32).saturating_sub(1)
    }

    /// The marker before a line of the preprocessed text.
    fn marker(&self, physical: u32) -> Marker {
        let after = self.markers.partition_point(|m| m.physical <= physical);
        self.markers[after.saturating_sub(1)]
    }

    /// Whether an offset of the preprocessed text lies in a header of the system's.
    fn is_systems(&self, at: u32, sources: &SourceMap) -> bool {
        let marker = self.marker(self.physical_line(at));
        let file = sources.file(marker.file);
        marker.is_systems || file.is_some_and(|f| f.is_of_the_system())
    }

    /// File, line and column of an offset of the preprocessed text.
    pub(crate) fn position(&self, at: u32) -> (FileId, u32, u32) {
        let physical = self.physical_line(at);
        let marker = self.marker(physical);
        let line = marker.line + (physical - marker.physical);
        let column = at - self.starts[physical as usize] + 1;
        (marker.file, line.max(1), column)
    }

    /// The span from one offset of the preprocessed text up to another.
    fn input_span(&self, start: u32, end: u32) -> Span {
        let (file, line, col) = self.position(start);
        let last = end.saturating_sub(1).max(start);
        let (end_file, end_line, end_col) = self.position(last);
        if end_file != file || end_line < line {
            // The end is in another file (a construct that spans an `#include`).
            return Span {
                file,
                line,
                col,
                end_line: line,
                end_col: col + 1,
            };
        }
        Span {
            file,
            line,
            col,
            end_line,
            end_col: end_col + u32::from(end > start),
        }
    }

    /// The input bytes behind a byte of the output: first and one after the last.
    fn input_range(&self, out: u32) -> Option<(u32, u32)> {
        let after = self.pieces.partition_point(|p| p.out <= out);
        let piece = self.pieces[after.checked_sub(1)?];
        Some(match piece.replaces_to {
            Some(end) => (piece.input, end),
            None => (
                piece.input + (out - piece.out),
                piece.input + (out - piece.out) + 1,
            ),
        })
    }

    /// Where a node of the tree stands; [`Span::NONE`] for what stands nowhere.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::NONE;
        }
        let last = span.end.saturating_sub(1).max(span.start) as u32;
        match (self.input_range(span.start as u32), self.input_range(last)) {
            (Some((start, _)), Some((_, end))) => {
                let end = if span.end > span.start { end } else { start };
                self.input_span(start, end)
            }
            _ => Span::NONE,
        }
    }

    /// The bytes of the preprocessed text behind a node of the tree.
    pub(crate) fn input_bytes(&self, span: lang_c::span::Span) -> Option<std::ops::Range<usize>> {
        let last = span.end.checked_sub(1)?;
        let start = self.input_range(span.start as u32)?.0;
        let end = self.input_range(last as u32)?.1;
        (start < end).then_some(start as usize..end as usize)
    }

    /// The place of one byte of the output.
    fn at(&self, out: usize) -> Span {
        self.span(lang_c::span::Span::span(out, out + 1))
    }
}

/// A preprocessed text.
#[derive(Debug)]
pub struct Text<'a> {
    /// The file as the user names it.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Parses a preprocessed text of the default dialect.
pub fn parse(text: &Text<'_>, sources: &mut SourceMap) -> Result<Parsed> {
    parse_as(text, Dialect::default(), sources)
}

/// Parses a preprocessed text; files named by line markers are entered into `sources`.
pub(crate) fn parse_as(
    text: &Text<'_>,
    dialect: Dialect,
    sources: &mut SourceMap,
) -> Result<Parsed> {
    tracing::trace!(target: "walk", "a file is parsed");
    let file = sources.add(text.name, None);
    let mut lines = LineMap::new(text.bytes, file);
    let lexed = lexical::rewrite(text.bytes, &dialect, stack::max_depth()).map_err(|e| {
        markers_before(&mut lines, text.bytes, e.at, sources);
        let at = (e.at as u32).min(text.bytes.len() as u32);
        Box::new(Diagnostic::error(lines.input_span(at, at + 1), e.message))
    })?;
    for d in &lexed.directives {
        let line = &text.bytes[d.start as usize..d.end as usize];
        add_marker(&mut lines, line, d.end, sources);
    }
    lines.pieces = lexed.pieces.clone();
    let attributes = attributed(&lexed.promises, &lines, sources);
    let unit = run_parser(lexed, &lines)?;
    Ok(Parsed {
        unit,
        lines,
        dialect,
        attributes,
    })
}

/// The attributes that promise something and stand in no header of the system's.
fn attributed(
    promises: &[lexical::Promise],
    lines: &LineMap,
    sources: &SourceMap,
) -> Vec<Attributed> {
    let own = promises.iter().filter(|p| !lines.is_systems(p.at, sources));
    let own = own.map(|p| Attributed {
        name: p.name.clone(),
        functions: p.functions.clone(),
        span: lines.input_span(p.at, p.at + 1),
    });
    own.collect()
}

/// Line markers up to an offset, for a text that could not be split into tokens.
fn markers_before(lines: &mut LineMap, input: &[u8], end: usize, sources: &mut SourceMap) {
    let mut at = 0;
    for line in input[..end.min(input.len())].split(|&b| b == b'\n') {
        let next = at + line.len() as u32;
        if line.starts_with(b"#") {
            add_marker(lines, line, next, sources);
        }
        at = next + 1;
    }
}

/// Adds the marker that a directive ending at `end` makes, if it is one.
fn add_marker(lines: &mut LineMap, directive: &[u8], end: u32, sources: &mut SourceMap) {
    let Some((line, name)) = read_marker(directive) else {
        return;
    };
    let last = lines.markers[lines.markers.len() - 1];
    let (file, is_systems) = match name {
        Some((name, is_systems)) => (sources.add(&name, None), is_systems),
        None => (last.file, last.is_systems),
    };
    lines.markers.push(Marker {
        physical: lines.physical_line(end) + 1,
        file,
        line,
        is_systems,
    });
}

/// What a marker says: a line, and a file with whether it is a header of the system's.
type MarkerText = (u32, Option<(String, bool)>);

/// `# 12 "file" flags` or `#line 12 "file"`. Of the flags 3 stands for headers of the system.
fn read_marker(directive: &[u8]) -> Option<MarkerText> {
    let text = String::from_utf8_lossy(directive);
    let rest = text.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"');
    let file = name.and_then(|n| n.rsplit_once('"')).map(|(name, flags)| {
        let name = name.replace("\\\\", "\\").replace("\\\"", "\"");
        (name, flags.split_whitespace().any(|flag| flag == "3"))
    });
    Some((line, file))
}

fn run_parser(lexed: Lexed, lines: &LineMap) -> Result<TranslationUnit> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    match parse_preprocessed(&config, lexed.text) {
        Ok(parse) => {
            let mut unit = parse.unit;
            unit.0
                .drain(..lexical::PRELUDE_DECLARATIONS.min(unit.0.len()));
            Ok(unit)
        }
        Err(e) => Err(Box::new(syntax_error(&e, lines))),
    }
}

fn syntax_error(e: &SyntaxError, lines: &LineMap) -> Diagnostic {
    let (start, found) = token_at(&e.source, e.offset);
    let message = match found {
        _ if assigns(e, start) => "lvalue required as left operand of assignment".to_owned(),
        "" => "syntax error: unexpected end of file".to_owned(),
        found => format!("syntax error: unexpected `{}`", shorten(found)),
    };
    let last = e.source.len().saturating_sub(1);
    let place = lines.at(start.min(last));
    let span = Span {
        end_col: place.col + found.len().max(1) as u32,
        ..place
    };
    let diagnostic = Diagnostic::error(span, message);
    match expected(e) {
        Some(expected) => diagnostic.with_label(format!("expected {expected}")),
        None => diagnostic,
    }
}

/// Whether parsing stopped at an assignment operator behind an expression: lang-c takes
/// only unary expressions on the left, as the standard's grammar does.
fn assigns(e: &SyntaxError, start: usize) -> bool {
    let (before, after) = match (e.source.get(..start), e.source.get(start..)) {
        (Some(before), Some(after)) => (before, after),
        _ => return false,
    };
    if !after.starts_with('=') || after.starts_with("==") {
        return false;
    }
    let operand = before.trim_end_matches(|c: char| "=+-*/%&|^<>!".contains(c));
    match &before[operand.len()..] {
        // The operator as a whole is unexpected where another one could stand.
        "" => e.expected.contains("?") && e.expected.contains("||"),
        // lang-c has read the first half of `+=` as an operator.
        half => ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"].contains(&half),
    }
}

fn shorten(token: &str) -> String {
    let mut short: String = token.chars().take(40).collect();
    if short.len() < token.len() {
        short.push('…');
    }
    short
}

/// The token in which, or at the end of which, parsing stopped, and where it starts.
fn token_at(source: &str, offset: usize) -> (usize, &str) {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let bytes = source.as_bytes();
    let mut start = offset.min(bytes.len());
    while start > 0 && is_word(bytes[start - 1]) {
        start -= 1;
    }
    if start == offset {
        let rest = source.get(offset..).unwrap_or("");
        let skipped = rest.trim_start();
        start = offset + (rest.len() - skipped.len());
    }
    let rest = source.get(start..).unwrap_or("");
    let word = rest.bytes().take_while(|&b| is_word(b)).count();
    let first = rest.chars().next().map_or(0, char::len_utf8);
    (start, &rest[..word.max(first)])
}

/// What lang-c expected, in a few words.
fn expected(e: &SyntaxError) -> Option<String> {
    let mut list: Vec<String> = e.expected.iter().filter_map(|x| describe(x)).collect();
    list.sort();
    list.dedup();
    match list.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        // In the middle of an expression nearly everything is expected: name what ends it.
        many if many.len() > 4 => ["`;`", "`)`", "`}`", "an expression", "an identifier"]
            .iter()
            .find(|end| many.iter().any(|m| m == *end))
            .map(|end| format!("{end} or something else")),
        [init @ .., last] => Some(format!("{} or {last}", init.join(", "))),
    }
}

/// One of lang-c's expectations; character classes are its way to say "identifier" or "constant".
fn describe(expectation: &str) -> Option<String> {
    Some(match expectation {
        "identifier" | "[_a-zA-Z]" => "an identifier".to_owned(),
        "<typedef_name>" => "a type".to_owned(),
        "[_a-zA-Z0-9]" | "" | "#" | "\n" | "\r" | "[ \t]" | "[^\n]" => return None,
        "[0-9]" | "[1-9]" => "a number".to_owned(),
        class if class.starts_with('[') && class.len() > 1 => return None,
        word => format!("`{word}`"),
    })
}

#[cfg(test)]
mod tests;
