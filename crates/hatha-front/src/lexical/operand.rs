//! Where the operand of a unary operator ends.

use super::keywords;
use super::rewrite::Rewriter;
use super::token::{AND_AND, Kind};

impl Rewriter<'_> {
    /// The index after the unary expression that starts at `i`, if one does.
    pub(super) fn unary_end(&self, i: usize) -> Option<usize> {
        let mut i = i;
        loop {
            match self.kind(i)? {
                Kind::Punct(b'*' | b'&' | b'+' | b'-' | b'~' | b'!' | AND_AND) => i += 1,
                Kind::Punct(b'(') => {
                    let close = self.close(i)?;
                    if self.is(close + 1, b'{') {
                        return Some(self.postfix_end(self.close(close + 1)? + 1));
                    }
                    if !self.casts(close) {
                        return Some(self.postfix_end(close + 1));
                    }
                    i = close + 1;
                }
                Kind::Word if keywords::is_prefix(self.text(i)) => i += 1,
                Kind::Word if !keywords::is_name(self.text(i)) => return None,
                Kind::Punct(_) => return None,
                _ => return Some(self.postfix_end(i + 1)),
            }
        }
    }

    /// Whether the parenthesis that closes at `close` is a cast, judged by what follows.
    fn casts(&self, close: usize) -> bool {
        match self.kind(close + 1) {
            Some(Kind::Word) => {
                let word = self.text(close + 1);
                keywords::is_name(word) || keywords::is_prefix(word)
            }
            Some(Kind::Name | Kind::Number | Kind::Str | Kind::Char) => true,
            Some(Kind::Punct(b'~' | b'!')) => !self.is(close + 2, b'='),
            Some(Kind::Punct(b'+' | b'-' | b'*' | b'&')) => self.ends_cast(close),
            _ => false,
        }
    }

    /// Whether a postfix operator or the body of a compound literal follows the token at `i`.
    pub(super) fn has_postfix(&self, i: usize) -> bool {
        self.is(i + 1, b'{') || self.postfix(i + 1).is_some_and(|end| end > i + 2)
    }

    fn postfix_end(&self, i: usize) -> usize {
        let mut i = i;
        while let Some(next) = self.postfix(i) {
            i = next;
        }
        i
    }

    /// The index after the postfix operator (or further string literal) at `i`, if one is there.
    fn postfix(&self, i: usize) -> Option<usize> {
        let pair = |b| self.is(i + 1, b) && self.end(i) == self.start(i + 1);
        match self.kind(i)? {
            Kind::Str => Some(i + 1),
            Kind::Punct(b'(' | b'[') => Some(self.close(i)? + 1),
            Kind::Punct(b'.') => Some(i + 2),
            Kind::Punct(b'-') if pair(b'>') => Some(i + 3),
            Kind::Punct(b @ (b'+' | b'-')) if pair(b) => Some(i + 2),
            _ => None,
        }
    }
}
