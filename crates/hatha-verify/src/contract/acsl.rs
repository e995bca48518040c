//! Contracts as ACSL, the annotations that Frama-C reads.

use super::{Contract, Status};
use std::fmt::Write;

/// The annotation of a function with a proved precondition, before its head.
pub fn acsl(contract: &Contract) -> Option<String> {
    if contract.status != Status::Proved {
        return None;
    }
    let mut out = String::from("/*@");
    for part in &contract.requires {
        let _ = write!(out, " requires {};", expression(&part.text));
    }
    if contract.requires.is_empty() {
        out.push_str(" requires \\true;");
    }
    for part in &contract.ensures {
        let _ = write!(out, " ensures {};", with_result(part));
    }
    let _ = write!(out, " */\n{};\n", contract.signature);
    Some(out)
}

fn with_result(text: &str) -> String {
    text.replace("result", "\\result")
}

/// A condition with `\valid` for `valid`, over bytes, and `\null`.
fn expression(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("valid(") {
        out.push_str(&rest[..at]);
        let inside = &rest[at + "valid(".len()..];
        let Some((arguments, behind)) = closed(inside) else {
            break;
        };
        let (pointer, count) = arguments.split_once(", ").unwrap_or((arguments, "1"));
        let _ = write!(out, "\\valid(((char *){pointer}) + (0 .. ({count}) - 1))");
        rest = behind;
    }
    out.push_str(rest);
    out.replace("NULL", "\\null")
}

/// What stands before the bracket that closes, and what comes behind it.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return Some((&text[..i], &text[i + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::expression;

    #[test]
    fn bytes_become_valid_ranges() {
        assert_eq!(
            expression("p == NULL || valid(p, (n + 1) * 4)"),
            "p == \\null || \\valid(((char *)p) + (0 .. ((n + 1) * 4) - 1))"
        );
    }
}
