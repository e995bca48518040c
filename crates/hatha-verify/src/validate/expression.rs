//! Expressions of witnesses, before they go into a program.
//!
//! **Invariant.** What passes is one expression without effects: a witness can ask
//! about the state of a program, not change it. An ACSL expression passes only if
//! C gives it the same value: ACSL's integers have no bounds and its comparisons
//! form chains.

use hatha_front::observe::RESULT;

/// Operators, longest first.
const OPERATORS: [&str; 25] = [
    "<<=", ">>=", "==>", "<==>", "...", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->", "++",
    "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "^^",
];

/// Assignments, and what is not C.
const FORBIDDEN: [&str; 21] = [
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", ",", ";", "{",
    "}", "==>", "<==>", "...", "^^",
];

/// Why an expression of a witness cannot be evaluated as C.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExpressionError {
    /// There is none.
    #[error("an empty expression")]
    Empty,
    /// A word of ACSL.
    #[error("`{0}` in `{1}` is not C")]
    NotC(String, String),
    /// A word of ACSL that has no meaning here.
    #[error("`{0}` in `{1}` is not supported")]
    Unsupported(String, String),
    /// Numbers have bounds in C and none in ACSL.
    #[error("`{0}` may mean something else in C than in ACSL")]
    OtherMeaning(String),
    /// An assignment, or what is no part of an expression.
    #[error("`{0}` has no place in the expression `{1}`")]
    Effect(String, String),
    /// A call.
    #[error("a call of `{0}` in the expression `{1}`")]
    Call(String, String),
    /// A name that only hatha gives.
    #[error("a name of hatha's own in the expression `{0}`")]
    OwnName(String),
    /// An opening bracket without its closing one, or the other way round.
    #[error("brackets of `{0}` do not match")]
    Brackets(String),
}

/// The expression if it is C without effects.
pub fn c(text: &str) -> Result<String, ExpressionError> {
    let tokens = tokens(text);
    pure(text, &tokens)?;
    match tokens.iter().find(|t| t.starts_with('\\')) {
        Some(word) => Err(ExpressionError::NotC(word.to_string(), text.to_owned())),
        None => Ok(format!("({text})")),
    }
}

/// The condition of a waypoint after a call, over [`RESULT`], if C can say it.
pub fn result(text: &str) -> Result<String, ExpressionError> {
    let tokens = tokens(text);
    pure(text, &tokens)?;
    let arithmetic = |t: &&str| ["+", "*", "/", "%", "<<", ">>", "~", "&", "|", "^"].contains(t);
    if tokens.iter().any(arithmetic) || minus(&tokens) || chains(&tokens) {
        return Err(ExpressionError::OtherMeaning(text.to_owned()));
    }
    let mut plain = String::new();
    let mut wide = String::new();
    for token in &tokens {
        let (short, long) = match *token {
            "\\result" => (RESULT.to_owned(), format!("((__int128){RESULT})")),
            "\\true" => ("1".to_owned(), "1".to_owned()),
            "\\false" => ("0".to_owned(), "0".to_owned()),
            word if word.starts_with('\\') => {
                let word = word.to_owned();
                return Err(ExpressionError::Unsupported(word, text.to_owned()));
            }
            other => (other.to_owned(), other.to_owned()),
        };
        plain.extend([short.as_str(), " "]);
        wide.extend([long.as_str(), " "]);
    }
    // An unsigned result is never less than zero in ACSL, but would be compared as unsigned in C.
    if !tokens.contains(&"-") {
        return Ok(format!("({plain})"));
    }
    let is_floating = format!("(__typeof__({RESULT}))0.5");
    Ok(format!("({is_floating} ? ({plain}) : ({wide}))"))
}

/// Whether a minus stands between two operands.
fn minus(tokens: &[&str]) -> bool {
    let is_operand = |t: &str| t.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')');
    tokens.windows(2).any(|w| w[1] == "-" && is_operand(w[0]))
}

/// Whether one comparison follows another without `&&`, `||` or a bracket between them.
fn chains(tokens: &[&str]) -> bool {
    let mut compared = false;
    for token in tokens {
        match *token {
            "&&" | "||" | "(" | ")" | "?" | ":" => compared = false,
            "<" | ">" | "<=" | ">=" | "==" | "!=" if compared => return true,
            "<" | ">" | "<=" | ">=" | "==" | "!=" => compared = true,
            _ => {}
        }
    }
    false
}

fn pure(text: &str, tokens: &[&str]) -> Result<(), ExpressionError> {
    if tokens.is_empty() {
        return Err(ExpressionError::Empty);
    }
    if let Some(bad) = tokens.iter().find(|t| FORBIDDEN.contains(t)) {
        let bad = bad.to_string();
        return Err(ExpressionError::Effect(bad, text.to_owned()));
    }
    let is_word = |t: &str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let calls = |w: &&[&str]| w[1] == "(" && is_word(w[0]) && w[0] != "sizeof";
    if let Some(call) = tokens.windows(2).find(calls) {
        let function = call[0].to_owned();
        return Err(ExpressionError::Call(function, text.to_owned()));
    }
    if tokens.iter().any(|t| t.starts_with("__hatha")) {
        return Err(ExpressionError::OwnName(text.to_owned()));
    }
    let mut depth = 0_i32;
    for token in tokens {
        depth += i32::from(["(", "["].contains(token)) - i32::from([")", "]"].contains(token));
        if depth < 0 {
            return Err(ExpressionError::Brackets(text.to_owned()));
        }
    }
    if depth != 0 {
        return Err(ExpressionError::Brackets(text.to_owned()));
    }
    Ok(())
}

/// Words, literals and operators.
fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let length = if is_part(first) || first == '\\' {
            let tail = &rest[first.len_utf8()..];
            first.len_utf8() + tail.find(|c| !is_part(c)).unwrap_or(tail.len())
        } else if first == '\'' || first == '"' {
            literal(rest, first)
        } else {
            let operator = OPERATORS.iter().filter(|o| rest.starts_with(**o));
            operator.map(|o| o.len()).max().unwrap_or(first.len_utf8())
        };
        all.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    all
}

/// The length of a literal in quotes.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_refused() {
        for bad in [
            "x = 1",
            "x++",
            "f(x)",
            "x, y",
            "x; y",
            "(x",
            "x)",
            "",
            "x += 1",
            "__hatha_at == 1",
            "\\result == 1",
            "x ==> y",
        ] {
            assert!(c(bad).is_err(), "{bad}");
        }
        assert!(matches!(c("x = 1"), Err(ExpressionError::Effect(..))));
        assert!(matches!(c("f(x)"), Err(ExpressionError::Call(..))));
        assert!(matches!(c("(x"), Err(ExpressionError::Brackets(_))));
        assert!(matches!(c("\\result == 1"), Err(ExpressionError::NotC(..))));
        assert!(matches!(c(""), Err(ExpressionError::Empty)));
        for good in [
            "x == 1",
            "(int)x <= sizeof(y)",
            "a[i] == '='",
            "p->n != 0 && !(q)",
        ] {
            assert!(c(good).is_ok(), "{good}: {:?}", c(good));
        }
    }

    #[test]
    fn acsl_passes_where_c_agrees() {
        assert_eq!(
            result("\\result == 20"),
            Ok("(__hatha_r == 20 )".to_owned())
        );
        assert!(result("\\result < -1").is_ok_and(|t| t.contains("__int128")));
        for bad in [
            "\\result + 1 == 2",
            "0 <= \\result <= 5",
            "\\old(x) == 1",
            "x - 1 == \\result",
        ] {
            assert!(result(bad).is_err(), "{bad}");
        }
    }
}
