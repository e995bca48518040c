//! The text of an open file, and positions in it as editors count them.
//!
//! **Invariant.** No position is out of range: one behind the end of a line is its end, one behind
//! the last line the end of the text. Columns of editors are units of UTF-16, ours are bytes.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// The text after a change.
pub(crate) fn changed(text: &str, change: &TextDocumentContentChangeEvent) -> String {
    let Some(range) = change.range else {
        return change.text.clone();
    };
    let start = offset(text, range.start);
    let end = offset(text, range.end).max(start);
    [&text[..start], &change.text, &text[end..]].concat()
}

/// Where a position is, in bytes.
pub(crate) fn offset(text: &str, at: Position) -> usize {
    let Some(start) = line_start(text, at.line) else {
        return text.len();
    };
    let line = text[start..].split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut units = 0;
    for (byte, c) in line.char_indices() {
        if units >= at.character {
            return start + byte;
        }
        units += c.len_utf16() as u32;
    }
    start + line.len()
}

/// Where a line begins, counted from 0.
pub(crate) fn line_start(text: &str, line: u32) -> Option<usize> {
    match line {
        0 => Some(0),
        n => text
            .match_indices('\n')
            .nth(n as usize - 1)
            .map(|(at, _)| at + 1),
    }
}

/// The position of a byte.
pub(crate) fn position(text: &str, byte: usize) -> Position {
    let before = &text[..byte.min(text.len())];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u32;
    let character = before[start..].encode_utf16().count() as u32;
    Position { line, character }
}

/// From a column of a line (both from 1) to the end of what is written there, comments apart.
pub(crate) fn rest_of_line(line: &str, number: u32, column: u32) -> Range {
    let mut start = (column.max(1) as usize - 1).min(line.len());
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let code = line[start..].split("//").next().unwrap_or_default();
    let code = code.split("/*").next().unwrap_or_default().trim_end();
    let units = |text: &str| text.encode_utf16().count() as u32;
    let at = units(&line[..start]);
    let place = |character| Position {
        line: number.saturating_sub(1),
        character,
    };
    Range {
        start: place(at),
        end: place(at + units(code).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_are_units_of_utf16_and_never_out_of_range() {
        let text = "aé😀b\r\n\nend";
        assert_eq!(offset(text, at(0, 2)), 3);
        assert_eq!(offset(text, at(0, 4)), 7);
        assert_eq!(offset(text, at(0, 99)), 8);
        assert_eq!(offset(text, at(1, 5)), 10);
        assert_eq!(offset(text, at(2, 1)), 12);
        assert_eq!(offset(text, at(9, 9)), text.len());
        for byte in [0, 3, 7, 8, 10, 12, 14] {
            assert_eq!(
                offset(text, position(text, byte)).min(byte),
                byte.min(offset(text, position(text, byte)))
            );
        }
        assert_eq!(position(text, 7), at(0, 4));
    }

    #[test]
    fn a_change_replaces_a_range_or_everything() {
        let change =
            |range: Option<(Position, Position)>, text: &str| TextDocumentContentChangeEvent {
                range: range.map(|(start, end)| Range { start, end }),
                range_length: None,
                text: text.to_owned(),
            };
        let text = "one\ntwo\n";
        let part = change(Some((at(0, 3), at(1, 1))), "-");
        assert_eq!(changed(text, &part), "one-wo\n");
        // An end before the start is no reason to panic.
        let backwards = change(Some((at(1, 2), at(0, 0))), "x");
        assert_eq!(changed(text, &backwards), "one\ntwxo\n");
        assert_eq!(changed(text, &change(None, "all")), "all");
    }

    #[test]
    fn a_range_ends_where_the_code_does() {
        let range = rest_of_line("  x = a / b; // why", 7, 7);
        assert_eq!((range.start, range.end), (at(6, 6), at(6, 12)));
        let range = rest_of_line("é", 1, 2);
        assert_eq!((range.start, range.end), (at(0, 0), at(0, 1)));
        assert_eq!(rest_of_line("", 3, 40).end, at(2, 1));
    }
}
