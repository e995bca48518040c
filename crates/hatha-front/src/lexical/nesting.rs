//! Bounds on how deep the parser and everything after it must recurse.
//!
//! **Invariant.** The recursion depth on a text that passes is at most
//! proportional to the bound: each open bracket, and each operator, statement
//! keyword or closed bracket since the last `,` or `;` of every open bracket,
//! counts as a level. `else` chains recurse too and are counted per function.
//!
//! Beyond that, lang-c copies every operand that it has read once per enclosing
//! parenthesis, index and compound literal, so that deep nesting of anything but
//! bare parentheses costs time and memory that grow with the square of the depth.
//! The copies are estimated, and a text that would need too many is refused.

use super::LexError;
use super::token::{Kind, Token};

/// Nesting up to this is not held against a text, however long it is.
const FREE_COPIES: usize = 64;

/// How many copies of operands are accepted, some seconds' and about a gigabyte's worth: three
/// thousand parentheses inside each other, with an operator in each.
const MAX_COPIES: usize = 20_000_000;

struct Open {
    /// The level at which the bracket stands.
    level: usize,
    /// Whether operands inside are copied.
    copies: bool,
    /// For a parenthesis: whether what it closes is not an operand (`if (…)`, `f(…)`).
    follows_word: bool,
}

struct Depth<'a> {
    input: &'a [u8],
    open: Vec<Open>,
    level: usize,
    elses: usize,
    copying: usize,
    copies: usize,
    /// The token before is a word, or the parenthesis that closed last followed one.
    after_word: bool,
    after_parenthesis: bool,
}

/// Refuses a text that nests deeper than `max`.
pub(super) fn check(tokens: &[Token], input: &[u8], max: usize) -> Result<(), LexError> {
    check_increments(tokens, input)?;
    check_dimensions(tokens)?;
    let mut d = Depth {
        input,
        open: Vec::new(),
        level: 0,
        elses: 0,
        copying: 0,
        copies: 0,
        after_word: false,
        after_parenthesis: false,
    };
    for t in tokens {
        d.step(t);
        let at = t.start as usize;
        if d.level + d.elses > max {
            let message = format!("nested too deeply: more than {max} levels");
            return Err(LexError::new(at, message));
        }
        if d.copies > MAX_COPIES {
            return Err(LexError::new(at, "expression nested too deeply"));
        }
    }
    Ok(())
}

impl Depth<'_> {
    fn step(&mut self, t: &Token) {
        if !matches!(t.kind, Kind::Punct(b'(' | b')')) {
            // Everything but a bare parenthesis makes a node.
            self.copies += self.copying.saturating_sub(FREE_COPIES);
        }
        let Kind::Punct(b) = t.kind else {
            return self.operand(t);
        };
        match b {
            b'(' | b'[' => self.enter(true),
            b'{' => self.enter(self.after_parenthesis && !self.after_word),
            b')' | b']' => {
                let (level, follows_word) = self.leave();
                self.level = level;
                self.after_parenthesis = b == b')';
                self.after_word = follows_word;
                return;
            }
            b'}' => {
                self.leave();
                self.level = self.open.last().map_or(0, |o| o.level);
                self.elses = if self.open.is_empty() { 0 } else { self.elses };
            }
            b',' | b';' => self.level = self.open.last().map_or(0, |o| o.level),
            _ => self.level += 1,
        }
        self.after_word = false;
        self.after_parenthesis = false;
    }

    fn enter(&mut self, copies: bool) {
        self.level += 1;
        self.copying += usize::from(copies);
        self.open.push(Open {
            level: self.level,
            copies,
            follows_word: self.after_word,
        });
    }

    /// The level of the bracket that closes, and whether it followed a word.
    fn leave(&mut self) -> (usize, bool) {
        let Some(open) = self.open.pop() else {
            return (0, false);
        };
        self.copying -= usize::from(open.copies);
        (open.level, open.follows_word)
    }

    fn operand(&mut self, t: &Token) {
        self.after_word = t.kind == Kind::Word;
        self.after_parenthesis = false;
        match &self.input[t.start as usize..t.end as usize] {
            b"else" => self.elses += 1,
            b"if" | b"while" | b"for" | b"do" | b"switch" | b"sizeof" => self.level += 1,
            _ => {}
        }
    }
}

/// How many dimensions an array may have: what asks for its size goes through all of them.
const MAX_DIMENSIONS: usize = 2000;

/// Refuses long rows of `[…]`.
fn check_dimensions(tokens: &[Token]) -> Result<(), LexError> {
    // For every open `[` how many stand before it in its row.
    let mut open = Vec::new();
    let mut last = 0;
    let mut after = false;
    for t in tokens {
        match t.kind {
            Kind::Punct(b'[') => {
                let row = if after { last + 1 } else { 0 };
                if row >= MAX_DIMENSIONS {
                    let message = "array of too many dimensions";
                    return Err(LexError::new(t.start as usize, message));
                }
                open.push(row);
            }
            Kind::Punct(b']') => last = open.pop().unwrap_or(0),
            _ => {}
        }
        after = t.kind == Kind::Punct(b']');
    }
    Ok(())
}

/// How many `++` and `--` may stand in a row.
const MAX_INCREMENTS: usize = 8;

/// Refuses long rows of `++` and `--`, on which lang-c takes time that doubles with each.
///
/// No program is lost: the operand of each must be an lvalue, which `++x` and `x++` are not,
/// so at most three in a row (`a++ - --b` apart) have a meaning at all.
fn check_increments(tokens: &[Token], input: &[u8]) -> Result<(), LexError> {
    let mut signs = 0;
    let mut end = None;
    for t in tokens {
        let text = input
            .get(t.start as usize..t.end as usize)
            .unwrap_or_default();
        let sign = matches!(text, b"+" | b"-" | b"++" | b"--");
        // Signs apart from each other are unary operators, which may stand in any number.
        let joined = end == Some(t.start) || text.len() == 2;
        signs = match (sign, joined) {
            (true, true) => signs + text.len(),
            (true, false) => signs.min(1) + text.len(),
            (false, _) => 0,
        };
        end = Some(t.end);
        if signs > 2 * MAX_INCREMENTS {
            return Err(LexError::new(
                t.start as usize,
                "lvalue required as operand of increment or decrement",
            ));
        }
    }
    Ok(())
}
