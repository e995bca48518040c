//! Edits of the source that code actions make.
//!
//! **Invariant.** An edit adds lines, or text at the end of a line; nothing of the user's is removed.

use crate::text::{line_start, position};
use lsp_types::{Position, Range, TextEdit};

/// What the user is to say instead.
const REASON: &str = "TODO: say why";

/// A line above a line (from 1) that accepts its checks of a kind.
pub(crate) fn accept(text: &str, line: u32, kind: &str) -> TextEdit {
    let own = text
        .lines()
        .nth(line.saturating_sub(1) as usize)
        .unwrap_or_default();
    let indent: String = own.chars().take_while(|c| c.is_whitespace()).collect();
    let at = Position {
        line: line.saturating_sub(1),
        character: 0,
    };
    insertion(
        at,
        format!("{indent}// hatha: accept {kind} because {REASON}\n"),
    )
}

fn insertion(at: Position, new_text: String) -> TextEdit {
    TextEdit {
        range: Range { start: at, end: at },
        new_text,
    }
}

/// What a function demands, at the start of its body; `line` (from 1) is where its name stands. With
/// the header, if it is not included yet.
pub(crate) fn require(
    text: &str,
    (line, column): (u32, u32),
    conditions: &[String],
) -> Option<Vec<TextEdit>> {
    let start = line_start(text, line.checked_sub(1)?)? + column.saturating_sub(1) as usize;
    let brace = body(text, start)?;
    let own = &text[line_start(text, position(text, brace).line)?..];
    let outer: String = own
        .chars()
        .take_while(|c| *c == ' ' || *c == '\t')
        .collect();
    let one = |c: &String| format!("\n{outer}    hatha_requires({});", in_header_words(c));
    let demands: String = conditions.iter().map(one).collect();
    // What stood behind the brace on its line comes to stand on one of its own.
    let rest = text[brace + 1..].lines().next().unwrap_or_default();
    let broken = match rest.trim().is_empty() {
        true => String::new(),
        false => format!("\n{outer}   "),
    };
    let mut edits = vec![insertion(position(text, brace + 1), demands + &broken)];
    if !text.contains("<hatha.h>") && !text.contains("\"hatha.h\"") {
        edits.push(insertion(
            header_place(text),
            "#include <hatha.h>\n".to_owned(),
        ));
    }
    Some(edits)
}

/// A condition of a contract in the words of `hatha.h`.
fn in_header_words(condition: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    let mut rest = condition;
    while let Some(c) = rest.chars().next() {
        let is_word = before.is_alphanumeric() || before == '_';
        if !is_word && rest.starts_with("valid(") {
            out.push_str("hatha_");
        }
        out.push(c);
        before = c;
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// Behind the last `#include` before any code that stands in no `#if`.
fn header_place(text: &str) -> Position {
    let (mut depth, mut place) = (0, 0);
    for (n, line) in (0..).zip(text.lines()) {
        let line = line.trim_start();
        let directive = line.strip_prefix('#').map(str::trim_start);
        match directive {
            Some(d) if d.starts_with("if") => depth += 1,
            Some(d) if d.starts_with("endif") => depth -= 1,
            Some(d) if d.starts_with("include") && depth == 0 => place = n + 1,
            // A body: what is included behind it is data.
            None if line.starts_with('{') || line.ends_with('{') => break,
            _ => {}
        }
    }
    Position {
        line: place,
        character: 0,
    }
}

/// The brace that opens the body of the function whose name stands at a byte.
fn body(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut depth = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let find = |what: &[u8]| rest.windows(what.len()).position(|w| w == what);
        match byte {
            b'/' if rest.starts_with(b"//") => at += find(b"\n")?,
            b'/' if rest.starts_with(b"/*") => {
                at += 2 + bytes[at + 2..].windows(2).position(|w| w == b"*/")? + 1
            }
            b'"' | b'\'' => at += literal(rest)?,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// How far behind its start a literal ends.
fn literal(text: &[u8]) -> Option<usize> {
    let quote = *text.first()?;
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b if b == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{changed, offset};
    use lsp_types::TextDocumentContentChangeEvent;

    fn applied(text: &str, mut edits: Vec<TextEdit>) -> String {
        edits.sort_by_key(|e| std::cmp::Reverse(offset(text, e.range.start)));
        edits.into_iter().fold(text.to_owned(), |text, edit| {
            let change = TextDocumentContentChangeEvent {
                range: Some(edit.range),
                range_length: None,
                text: edit.new_text,
            };
            changed(&text, &change)
        })
    }

    #[test]
    fn a_check_is_accepted_on_a_line_of_its_own() {
        let text = "int f(int a) {\n\treturn a + 1;\n}\n";
        let edited = applied(text, vec![accept(text, 2, "signed-overflow")]);
        let expected = "int f(int a) {\n\t// hatha: accept signed-overflow because TODO: say why\n\treturn a + 1;\n}\n";
        assert_eq!(edited, expected);
    }

    #[test]
    fn a_demand_stands_at_the_start_of_the_body() {
        let text = "#include <stdio.h>\n#ifdef X\n#include <x.h>\n#endif\n\
                    int f(int (*g)(int), /* { */ int a)\n{\n    return g(a);\n}\n";
        let demands = ["a > 0".to_owned(), "a == 1 || valid(g, 1)".to_owned()];
        let edits = require(text, (5, 5), &demands).expect("a body");
        let expected = "#include <stdio.h>\n#include <hatha.h>\n#ifdef X\n#include <x.h>\n#endif\n\
                    int f(int (*g)(int), /* { */ int a)\n{\n    hatha_requires(a > 0);\n    \
                    hatha_requires(a == 1 || hatha_valid(g, 1));\n    return g(a);\n}\n";
        assert_eq!(applied(text, edits), expected);
        let short = "int f(int a) { return 1 / a; }";
        let edits = require(short, (1, 5), &["a != 0".to_owned()]).expect("a body");
        let expected =
            "#include <hatha.h>\nint f(int a) {\n    hatha_requires(a != 0);\n    return 1 / a; }";
        assert_eq!(applied(short, edits), expected);
        assert!(require("int f(int a);", (1, 5), &demands).is_none());
    }
}
