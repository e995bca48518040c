//! Contracts as ACSL, the annotations that Frama-C reads.

use super::{Contract, Status};
use std::fmt::Write;

/// The annotation of a function with a proved precondition, before its head; `None` if ACSL, whose
/// numbers have no width, might mean less by it than C does.
pub fn acsl(contract: &Contract) -> Option<String> {
    let means_as_much = contract.requires.iter().all(|c| means_as_much(&c.text));
    if contract.status != Status::Proved || !means_as_much {
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

/// Whether a condition without wrapping demands at least what it does in C. Sums and products of
/// unsigned numbers wrap there. Inside `valid` a larger number demands more; elsewhere only sums
/// are taken that C cannot wrap, those of an `int` and a `long long`.
fn means_as_much(text: &str) -> bool {
    let mut outside = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("valid(") {
        outside.push_str(&rest[..at]);
        let Some((arguments, behind)) = closed(&rest[at + "valid(".len()..]) else {
            return false;
        };
        let (_, count) = arguments.split_once(", ").unwrap_or((arguments, "1"));
        // A difference that wraps is large in C and negative here. A cast may cut what wraps.
        let is_plain = !count.contains(" - ") && !count.contains("- ") && !has_narrow_cast(count);
        if !is_plain || count.contains(['%', '&', '|', '^', '~', '/']) || count.contains("<<") {
            return false;
        }
        rest = behind;
    }
    outside.push_str(rest);
    let is_wide_sum =
        outside.starts_with("(long long)") && outside.contains(" == (int)((long long)");
    let operators = [
        " + ", " - ", " * ", " / ", " % ", " << ", " >> ", "~", "-1UL",
    ];
    is_wide_sum || !operators.iter().any(|o| outside.contains(o))
}

/// Whether a text has a cast to a type of less than 64 bits.
fn has_narrow_cast(text: &str) -> bool {
    [
        "(int)",
        "(unsigned int)",
        "(short)",
        "(unsigned short)",
        "(char)",
        "(signed char)",
        "(unsigned char)",
    ]
    .iter()
    .any(|cast| text.contains(cast))
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
    use super::{expression, means_as_much};

    #[test]
    fn what_wraps_in_c_is_left_out() {
        for text in [
            "b != 0 && !(a == -2147483648 && b == -1)",
            "n == 0 || valid(to, n)",
            "valid(bits, ((unsigned long)(i) + 1) * sizeof *bits)",
            "(long long)a + b == (int)((long long)a + b)",
        ] {
            assert!(means_as_much(text), "{text}");
        }
        for text in [
            "32U - n < 32U && n < 32U",
            "n + 1 != 0 && valid(p, (n + 1))",
            "valid(p, n - 1)",
            "valid(p, (unsigned char)n)",
            "n <= -1UL / sizeof *a && valid(a, n * sizeof *a)",
        ] {
            assert!(!means_as_much(text), "{text}");
        }
    }

    #[test]
    fn bytes_become_valid_ranges() {
        assert_eq!(
            expression("p == NULL || valid(p, (n + 1) * 4)"),
            "p == \\null || \\valid(((char *)p) + (0 .. ((n + 1) * 4) - 1))"
        );
    }
}
