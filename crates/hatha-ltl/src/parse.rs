//! From text to formulas.
//!
//! **Invariant.** A basic formula speaks of points or of values, never of both; what
//! mixes them is refused with how to split it. Binding, from tight to loose: `!`,
//! `X`, `WX`, `G`, `F`; `U`, `R`, `V` (to the right); `&&`; `||`; `->` (to the right).

use crate::formula::{Atom, AtomKind, Form, FormulaId, Formulas};
use crate::lex::{Kind, Token, tokens};
use std::fmt;
use std::ops::Range;

/// A formula that has been read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its parts.
    pub formulas: Formulas,
    /// The whole.
    pub root: FormulaId,
}

/// Why a text is no formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl SyntaxError {
    pub(crate) fn new(
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        SyntaxError {
            span,
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.span.start + 1, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Words that start or join formulas.
const KEYWORDS: [&str; 10] = ["at", "X", "WX", "G", "F", "U", "R", "V", "true", "false"];

/// How deep a formula may nest: reading it recurses.
const DEPTH: u32 = 2_000;

/// Reads a formula.
pub fn parse(text: &str) -> Result<Parsed, SyntaxError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        formulas: Formulas::new(),
    };
    let root = parser.implication()?;
    match parser.peek() {
        Kind::End => Ok(Parsed {
            formulas: parser.formulas,
            root,
        }),
        Kind::Close => Err(parser.wrong("this parenthesis closes nothing", "leave it out")),
        _ => Err(parser.unexpected()),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    formulas: Formulas,
}

type Read = Result<FormulaId, SyntaxError>;

impl Parser {
    fn peek(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The next token; the last one stays.
    fn advance(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Kind::Word(w) if w == word)
    }

    fn wrong(&self, message: &str, help: &str) -> SyntaxError {
        SyntaxError::new(self.token().span.clone(), message, help)
    }

    fn implication(&mut self) -> Read {
        let left = self.disjunction()?;
        if *self.peek() != Kind::Arrow {
            return Ok(left);
        }
        self.advance();
        self.deeper()?;
        let right = self.implication()?;
        self.depth -= 1;
        Ok(self.formulas.implies(left, right))
    }

    fn disjunction(&mut self) -> Read {
        let mut left = self.conjunction()?;
        while *self.peek() == Kind::Or {
            self.advance();
            let right = self.conjunction()?;
            left = self.formulas.add(Form::Or(left, right));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Read {
        let mut left = self.until()?;
        while *self.peek() == Kind::And {
            self.advance();
            let right = self.until()?;
            left = self.formulas.add(Form::And(left, right));
        }
        Ok(left)
    }

    fn until(&mut self) -> Read {
        let left = self.unary()?;
        let is_until = self.is_word("U");
        if !is_until && !self.is_word("R") && !self.is_word("V") {
            return Ok(left);
        }
        self.advance();
        self.deeper()?;
        let right = self.until()?;
        self.depth -= 1;
        let form = if is_until {
            Form::Until(left, right)
        } else {
            Form::Release(left, right)
        };
        Ok(self.formulas.add(form))
    }

    fn deeper(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > DEPTH {
            let help = "write it as several formulas";
            return Err(self.wrong("the formula nests too deeply", help));
        }
        Ok(())
    }

    fn unary(&mut self) -> Read {
        self.deeper()?;
        let result = self.unary_inside();
        self.depth -= 1;
        result
    }

    fn unary_inside(&mut self) -> Read {
        let kind = self.peek().clone();
        match kind {
            Kind::Not => {
                self.advance();
                let a = self.unary()?;
                Ok(self.formulas.not(a))
            }
            Kind::Word(w) => self.word(&w),
            Kind::Open => self.group(),
            Kind::Condition(text) => {
                let span = self.advance().span;
                self.condition(text, span)
            }
            Kind::End => Err(self.wrong(
                "the formula ends where a part of it is missing",
                "basic formulas are `at LABEL` and `{condition in C}`",
            )),
            _ => Err(self.unexpected()),
        }
    }

    fn group(&mut self) -> Read {
        let open = self.advance().span;
        let inside = self.implication()?;
        if *self.peek() != Kind::Close {
            if *self.peek() == Kind::End {
                let help = "add `)`";
                return Err(SyntaxError::new(
                    open,
                    "this parenthesis is never closed",
                    help,
                ));
            }
            return Err(self.unexpected());
        }
        self.advance();
        Ok(inside)
    }

    fn word(&mut self, word: &str) -> Read {
        let span = self.token().span.clone();
        match word {
            "X" | "WX" | "G" | "F" => {
                self.advance();
                let a = self.unary()?;
                Ok(match word {
                    "X" => self.formulas.add(Form::Next(a)),
                    "WX" => self.formulas.add(Form::WeakNext(a)),
                    "G" => self.formulas.globally(a),
                    _ => self.formulas.finally(a),
                })
            }
            "true" | "false" => {
                self.advance();
                let form = if word == "true" {
                    Form::True
                } else {
                    Form::False
                };
                Ok(self.formulas.add(form))
            }
            "at" => self.place(None, span.start),
            "U" | "R" | "V" => Err(self.wrong(
                &format!("`{word}` stands between two formulas, and there is none before it"),
                "`a U b`: a holds until b does",
            )),
            process => {
                let next = self.tokens.get(self.at + 1);
                if next.is_some_and(|t| t.kind == Kind::Word("at".to_owned())) {
                    self.advance();
                    return self.place(Some(process.to_owned()), span.start);
                }
                Err(self.bare(process))
            }
        }
    }

    /// `at PLACE`, with `at` next.
    fn place(&mut self, process: Option<String>, start: usize) -> Read {
        self.advance();
        let Kind::Place(place) = self.peek().clone() else {
            return Err(self.wrong(
                "`at` needs a place",
                "a place is a C label, `FILE:LINE`, `entry` or `exit`",
            ));
        };
        let span = start..self.advance().span.end;
        if let Kind::Foreign(sign) = self.peek() {
            return Err(mixed(self.token().span.clone(), &place, sign));
        }
        let kind = AtomKind::At { process, place };
        Ok(self.formulas.atom(Atom { kind, span }))
    }

    fn condition(&mut self, text: String, span: Range<usize>) -> Read {
        if text.is_empty() {
            let help = "write a condition in C, such as `{x >= 0}`";
            return Err(SyntaxError::new(
                span,
                "there is nothing in the braces",
                help,
            ));
        }
        if let Some(place) = point_inside(&text) {
            return Err(mixed(span, &place, "…"));
        }
        let kind = AtomKind::Condition(text);
        Ok(self.formulas.atom(Atom { kind, span }))
    }

    /// A word that is no formula: most likely C without its braces.
    fn bare(&self, word: &str) -> SyntaxError {
        self.wrong(
            &format!("`{word}` is neither an operator nor a basic formula"),
            &format!("a condition in C stands between braces: `{{{word} > 0}}`; a point of the program is `at {word}`"),
        )
    }

    fn unexpected(&self) -> SyntaxError {
        let token = self.token();
        match &token.kind {
            Kind::Foreign(text) => SyntaxError::new(
                token.span.clone(),
                format!("`{text}` is no operator of the logic"),
                "a condition in C stands between braces, `{x + 1 > y}`; operators are ! && || -> X WX G F U R V",
            ),
            Kind::Word(w) if !KEYWORDS.contains(&w.as_str()) => self.bare(w),
            _ => self.wrong(
                "an operator is missing before this",
                "join two formulas with &&, ||, ->, U, R or V",
            ),
        }
    }
}

fn mixed(span: Range<usize>, place: &str, sign: &str) -> SyntaxError {
    SyntaxError::new(
        span,
        format!("a basic formula speaks of points or of values, not of both: `at {place} {sign}`"),
        format!(
            "split it into one case for each side, such as `(at {place} && {{v > 0}}) || (!at {place} && {{w > 0}})`"
        ),
    )
}

/// The place of an `at` among the words of a condition in C.
fn point_inside(text: &str) -> Option<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = text.split(|c: char| !is_word(c) && !c.is_whitespace());
    words.find_map(|part| {
        let mut parts = part.split_whitespace();
        parts.find(|w| *w == "at")?;
        parts.next().map(str::to_owned)
    })
}
