//! S-expressions, as external solvers print them, read without recursion.

/// An expression: an atom, or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sexpr {
    /// A symbol (bars removed), number, or string (quotes kept).
    Atom(String),
    /// A parenthesised list.
    List(Vec<Sexpr>),
}

/// Deeper answers are nonsense, or would overflow a stack when dropped.
const MAX_DEPTH: usize = 10_000;

impl Sexpr {
    /// Reads exactly one expression.
    pub fn parse(text: &str) -> Option<Sexpr> {
        let mut open: Vec<Vec<Sexpr>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (token, tail) = next_token(rest)?;
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Sexpr::List(list));
                }
                atom => open.last_mut()?.push(Sexpr::Atom(unquote(atom))),
            }
            if open.len() > MAX_DEPTH {
                return None;
            }
            rest = tail.trim_start();
        }
        let mut all = open.pop()?;
        let whole = open.is_empty() && all.len() == 1;
        if whole { all.pop() } else { None }
    }

    /// The text of an atom.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            Sexpr::List(_) => None,
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::Atom(_) => None,
            Sexpr::List(items) => Some(items),
        }
    }
}

fn unquote(atom: &str) -> String {
    let inner = atom.strip_prefix('|').and_then(|a| a.strip_suffix('|'));
    inner.unwrap_or(atom).to_owned()
}

/// The first token of a text that does not start with white space, and the rest.
fn next_token(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let end = match first {
        '(' | ')' => 1,
        '|' | '"' => 2 + text[1..].find(first)?,
        _ => text
            .find(|c: char| c.is_whitespace() || "()|\"".contains(c))
            .unwrap_or(text.len()),
    };
    Some(text.split_at(end))
}

/// Counts parentheses to tell when an answer is complete.
#[derive(Default)]
pub(crate) struct Balance {
    depth: i64,
    quote: Option<char>,
    /// Has anything but white space been seen?
    started: bool,
}

impl Balance {
    /// Takes in a piece of text; is an expression complete now?
    pub(crate) fn feed(&mut self, text: &str) -> bool {
        for c in text.chars() {
            self.started |= !c.is_whitespace();
            match (self.quote, c) {
                (Some(quote), c) if quote == c => self.quote = None,
                (Some(_), _) => {}
                (None, '|' | '"') => self.quote = Some(c),
                (None, '(') => self.depth += 1,
                (None, ')') => self.depth -= 1,
                _ => {}
            }
        }
        self.started && self.depth <= 0 && self.quote.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_answers() {
        let parsed = Sexpr::parse("((|a b| #x0f) (y (- 3)))").expect("well formed");
        let pairs = parsed.list().expect("a list");
        let first = pairs[0].list().expect("a pair");
        assert_eq!(first[0].atom(), Some("a b"));
        assert_eq!(first[1].atom(), Some("#x0f"));
        for bad in ["", "(", ")", "(a))", "a b", "|x"] {
            assert_eq!(Sexpr::parse(bad), None, "{bad}");
        }
        assert_eq!(Sexpr::parse(&"(".repeat(1_000_000)), None);
    }

    #[test]
    fn knows_when_an_answer_ends() {
        let mut balance = Balance::default();
        assert!(!balance.feed("((a |)|"));
        assert!(!balance.feed("\n  1)"));
        assert!(balance.feed(")"));
        assert!(Balance::default().feed("sat"));
        assert!(!Balance::default().feed("  "));
    }
}
