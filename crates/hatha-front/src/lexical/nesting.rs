//! A bound on how deep the parser and everything after it must recurse.
//!
//! **Invariant.** The recursion depth on a text that passes is at most
//! proportional to the bound: each open bracket, and each operator, statement
//! keyword or closed bracket since the last `,` or `;` of every open bracket,
//! counts as a level. `else` chains recurse too and are counted per function.

use super::LexError;
use super::token::{Kind, Token};

#[derive(Default)]
struct Depth {
    /// The level at which each open bracket stands.
    open: Vec<usize>,
    level: usize,
    elses: usize,
}

/// Refuses a text that nests deeper than `max`.
pub fn check(tokens: &[Token], input: &[u8], max: usize) -> Result<(), LexError> {
    let mut d = Depth::default();
    for t in tokens {
        d.step(t, input);
        if d.level + d.elses > max {
            let message = format!("nested too deeply: more than {max} levels");
            return Err(LexError::new(t.start as usize, message));
        }
    }
    Ok(())
}

impl Depth {
    fn step(&mut self, t: &Token, input: &[u8]) {
        match t.kind {
            Kind::Punct(b'(' | b'[' | b'{') => {
                self.level += 1;
                self.open.push(self.level);
            }
            Kind::Punct(b')' | b']') => self.level = self.open.pop().unwrap_or(0),
            Kind::Punct(b'}') => self.close_brace(),
            Kind::Punct(b',' | b';') => self.level = self.open.last().copied().unwrap_or(0),
            Kind::Punct(_) => self.level += 1,
            Kind::Word => self.word(&input[t.start as usize..t.end as usize]),
            Kind::Number | Kind::Str | Kind::Char => {}
        }
    }

    fn close_brace(&mut self) {
        self.open.pop();
        self.level = self.open.last().copied().unwrap_or(0);
        if self.open.is_empty() {
            self.elses = 0;
        }
    }

    fn word(&mut self, word: &[u8]) {
        match word {
            b"else" => self.elses += 1,
            b"if" | b"while" | b"for" | b"do" | b"switch" | b"sizeof" => self.level += 1,
            _ => {}
        }
    }
}
