//! From tokens to a rule.
//!
//! **Invariant.** Only what is the rule language's own is understood here: state
//! blocks, handlers, and where C declarations begin and end. What C means is the
//! front end's to say.

use crate::rule::{Event, Function, Handler, Item, Key, Param, StateVar};
use crate::token::{Kind, Token, Tokens};
use hatha_front::diag::{Diagnostic, Result};
use std::ops::Range;

/// The parts of a rule.
#[derive(Debug, Default)]
pub struct Parsed {
    /// State, declarations and stubs, in order.
    pub items: Vec<Item>,
    /// State variables.
    pub state: Vec<StateVar>,
    /// Declared functions.
    pub functions: Vec<Function>,
    /// Handlers.
    pub handlers: Vec<Handler>,
}

/// Reads the tokens of a rule.
pub fn parse(tokens: &Tokens) -> Result<Parsed> {
    let mut parser = Parser {
        tokens,
        at: 0,
        default_key: None,
        parsed: Parsed::default(),
    };
    while parser.at < tokens.all.len() {
        parser.item()?;
    }
    parser.apply_default_key();
    Ok(parser.parsed)
}

struct Parser<'t> {
    tokens: &'t Tokens,
    at: usize,
    /// The key of `state per KEY`, for handlers that name none.
    default_key: Option<Range<usize>>,
    parsed: Parsed,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<()> {
        let next_is_dot = self.is_punct(self.at + 1, b'.');
        match self.word(self.at) {
            Some("state") if !next_is_dot => self.state(),
            Some(_) if next_is_dot => self.handler(),
            _ => self.c_item(),
        }
    }

    // ---- tokens ----

    fn get(&self, i: usize) -> Option<Token> {
        self.tokens.all.get(i).copied()
    }

    fn word(&self, i: usize) -> Option<&str> {
        let token = self.get(i).filter(|t| t.kind == Kind::Word)?;
        Some(self.tokens.word(token))
    }

    fn is_punct(&self, i: usize, p: u8) -> bool {
        self.get(i).is_some_and(|t| t.kind == Kind::Punct(p))
    }

    fn error<T>(&self, i: usize, message: impl Into<String>, help: &str) -> Result<T> {
        let end = self.tokens.text.len();
        let span = match self.get(i).or(self.tokens.all.last().copied()) {
            Some(token) => self.tokens.span_of(token),
            None => self.tokens.span(end.saturating_sub(1), end),
        };
        Err(Box::new(Diagnostic::error(span, message).with_help(help)))
    }

    fn expect(&mut self, p: u8, help: &str) -> Result<()> {
        if self.is_punct(self.at, p) {
            self.at += 1;
            return Ok(());
        }
        let found = self
            .get(self.at)
            .map_or("the end of the rule".to_owned(), |t| {
                format!("`{}`", self.tokens.word(t))
            });
        self.error(
            self.at,
            format!("expected `{}`, found {found}", char::from(p)),
            help,
        )
    }

    /// The token after the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> Result<usize> {
        let mut depth = 0usize;
        for i in open..self.tokens.all.len() {
            match self.tokens.all[i].kind {
                Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
                Kind::Punct(b')' | b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok(i + 1);
                    }
                }
                _ => {}
            }
        }
        self.error(open, "a bracket that is never closed", "close it")
    }

    /// The next token with that punctuation outside brackets, up to `end`.
    fn find(&self, from: usize, end: usize, p: u8) -> Result<Option<usize>> {
        let mut i = from;
        while i < end {
            match self.tokens.all[i].kind {
                Kind::Punct(q) if q == p => return Ok(Some(i)),
                Kind::Punct(b'(' | b'[' | b'{') => i = self.closing(i)?,
                _ => i += 1,
            }
        }
        Ok(None)
    }

    // ---- state ----

    fn state(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        let per_object = self.word(self.at) == Some("per");
        if per_object {
            self.at += 1;
            self.state_key(start)?;
        }
        let help = "write `state { int held = 0; }` or `state per $1 { int held = 0; }`";
        let open = self.at;
        self.expect(b'{', help)?;
        let end = self.closing(open)?;
        let mut declarations = Vec::new();
        while self.at < end - 1 {
            let Some(semicolon) = self.find(self.at, end - 1, b';')? else {
                return self.error(
                    end - 1,
                    "a state variable without `;`",
                    "end it with a semicolon",
                );
            };
            declarations.push(self.at..semicolon + 1);
            self.variables(self.at..semicolon, per_object)?;
            self.at = semicolon + 1;
        }
        self.at = end;
        self.parsed.items.push(Item::State(declarations));
        Ok(())
    }

    fn state_key(&mut self, start: usize) -> Result<()> {
        if self.parsed.state.iter().any(|v| v.per_object) {
            let help = "put the variables of an object into one block";
            return self.error(start, "a second `state per` block", help);
        }
        match self.get(self.at).map(|t| t.kind) {
            Some(Kind::Dollar) => self.default_key = Some(self.at..self.at + 1),
            Some(Kind::Word) if self.word(self.at) == Some("object") => {}
            _ => {
                let help = "write `state per $1 { … }`, or `state per object { … }` and `per` at each handler";
                return self.error(self.at, "expected what the state is kept for", help);
            }
        }
        self.at += 1;
        Ok(())
    }

    /// The names that a declaration of state declares.
    fn variables(&mut self, range: Range<usize>, per_object: bool) -> Result<()> {
        let mut from = range.start;
        while from < range.end {
            let end = self.find(from, range.end, b',')?.unwrap_or(range.end);
            let initial = self.find(from, end, b'=')?.unwrap_or(end);
            let mut name = None;
            let mut i = from;
            while i < initial {
                match self.tokens.all[i].kind {
                    Kind::Word => name = Some(i),
                    Kind::Punct(b'{' | b'[') => {
                        i = self.closing(i)?;
                        // What stands in the braces of an enumeration is no variable.
                        name = name.filter(|_| !self.is_punct(i - 1, b'}'));
                        continue;
                    }
                    _ => {}
                }
                i += 1;
            }
            if let Some(name) = name.and_then(|n| self.word(n)) {
                let name = name.to_owned();
                self.parsed.state.push(StateVar { name, per_object });
            }
            from = end + 1;
        }
        Ok(())
    }

    // ---- handlers ----

    fn handler(&mut self) -> Result<()> {
        let mut events = vec![self.event()?];
        while self.is_punct(self.at, b',') {
            self.at += 1;
            events.push(self.event()?);
        }
        let key = self.key()?;
        let guard = self.guard()?;
        let help = "write `FUNCTION.EVENT per $1 when (CONDITION) { … }`";
        let open = self.at;
        self.expect(b'{', help)?;
        let end = self.closing(open)?;
        self.at = end;
        for (function, event, at) in events {
            self.parsed.handlers.push(Handler {
                function,
                event,
                key: key.clone(),
                guard: guard.clone(),
                body: open..end,
                at,
            });
        }
        Ok(())
    }

    fn event(&mut self) -> Result<(String, Event, usize)> {
        let at = self.at;
        let Some(function) = self.word(at).map(str::to_owned) else {
            return self.error(
                at,
                "expected a function's name",
                "events look like `fclose.call`",
            );
        };
        self.at += 1;
        self.expect(b'.', "events look like `fclose.call`")?;
        let name = self.word(self.at).unwrap_or("").to_owned();
        let Some(event) = Event::ALL.into_iter().find(|e| e.name() == name) else {
            let message = format!("there is no event `{name}`");
            return self.error(
                self.at,
                message,
                "the events are call, return, entry and exit",
            );
        };
        self.at += 1;
        Ok((function, event, at))
    }

    fn key(&mut self) -> Result<Option<Key>> {
        if self.word(self.at) != Some("per") {
            return Ok(None);
        }
        self.at += 1;
        let start = self.at;
        let end = match self.get(start).map(|t| t.kind) {
            Some(Kind::Punct(b'(')) => self.closing(start)?,
            Some(Kind::Dollar | Kind::Word) => start + 1,
            _ => {
                let help = "write `per $1`, `per $return`, `per (EXPRESSION)` or `per each`";
                return self.error(start, "expected the object of this event", help);
            }
        };
        self.at = end;
        if self.word(start) == Some("each") {
            return Ok(Some(Key::Each));
        }
        Ok(Some(Key::Of(start..end)))
    }

    fn guard(&mut self) -> Result<Option<Range<usize>>> {
        if self.word(self.at) != Some("when") {
            return Ok(None);
        }
        self.at += 1;
        let open = self.at;
        self.expect(b'(', "write the condition in parentheses")?;
        self.at = self.closing(open)?;
        Ok(Some(open..self.at))
    }

    /// Handlers that speak of an object's state without naming one mean the usual one.
    fn apply_default_key(&mut self) {
        let Some(key) = self.default_key.clone() else {
            return;
        };
        let names: Vec<&str> = self
            .parsed
            .state
            .iter()
            .filter(|v| v.per_object)
            .map(|v| v.name.as_str())
            .collect();
        let tokens = self.tokens;
        for handler in self.parsed.handlers.iter_mut().filter(|h| h.key.is_none()) {
            let ranges = [Some(handler.body.clone()), handler.guard.clone()];
            let mut words = ranges.into_iter().flatten().flatten();
            if words.any(|i| names.contains(&tokens.word(tokens.all[i]))) {
                handler.key = Some(Key::Of(key.clone()));
            }
        }
    }

    // ---- C ----

    /// A declaration, or the definition of a function.
    fn c_item(&mut self) -> Result<()> {
        let start = self.at;
        let function = self.function()?;
        let end = match &function {
            Some((_, after)) if self.is_punct(*after, b'{') => self.closing(*after)?,
            _ => match self.find(start, self.tokens.all.len(), b';')? {
                Some(semicolon) => semicolon + 1,
                None => {
                    let help =
                        "a rule holds state, handlers (`f.call { … }`), declarations and stubs";
                    return self.error(start, "neither a handler nor a declaration", help);
                }
            },
        };
        let mut visible = false;
        if let Some((mut function, after)) = function {
            let hidden = self.word(start) == Some("static");
            visible = self.is_punct(after, b'{') && !hidden;
            function.stub = visible;
            self.declare(function);
        }
        self.parsed.items.push(Item::C(start..end, visible));
        self.at = end;
        Ok(())
    }

    /// A function may be declared before it is defined; the definition counts.
    fn declare(&mut self, function: Function) {
        let known = &mut self.parsed.functions;
        match known.iter_mut().find(|f| f.name == function.name) {
            Some(old) if function.stub => *old = function,
            Some(_) => {}
            None => known.push(function),
        }
    }

    /// The function that a declaration declares, and the token after its parameters.
    fn function(&self) -> Result<Option<(Function, usize)>> {
        let start = self.at;
        let all = self.tokens.all.len();
        let semicolon = self.find(start, all, b';')?.unwrap_or(all);
        let Some(open) = self.find(start, semicolon, b'(')? else {
            return Ok(None);
        };
        let brace = self.find(start, open, b'{')?;
        let named = open > start && self.word(open - 1).is_some();
        if brace.is_some() || !named || self.word(start) == Some("typedef") {
            return Ok(None);
        }
        let after = self.closing(open)?;
        let mut first = start;
        while matches!(self.word(first), Some("extern" | "static" | "inline")) {
            first += 1;
        }
        let result = first..open - 1;
        let words: Vec<&str> = result.clone().filter_map(|i| self.word(i)).collect();
        let function = Function {
            name: self.word(open - 1).unwrap_or_default().to_owned(),
            is_void: words == ["void"] && result.len() == 1,
            result,
            params: self.params(open + 1..after - 1)?,
            stub: false,
            at: open - 1,
        };
        Ok(Some((function, after)))
    }

    fn params(&self, range: Range<usize>) -> Result<Vec<Param>> {
        let mut params = Vec::new();
        let mut from = range.start;
        while from < range.end {
            let end = self.find(from, range.end, b',')?.unwrap_or(range.end);
            let tokens = from..end;
            let nothing = tokens.len() == 1 && self.word(from) == Some("void");
            if !nothing && !self.is_punct(from, b'.') {
                let name = self.param_name(&tokens);
                params.push(Param { tokens, name });
            }
            from = end + 1;
        }
        Ok(params)
    }

    /// The name of a parameter: the last word, unless that belongs to the type.
    fn param_name(&self, tokens: &Range<usize>) -> Option<String> {
        // `void (*run)(int)`
        let pointer = tokens
            .clone()
            .find(|&i| self.is_punct(i, b'(') && self.is_punct(i + 1, b'*'));
        if let Some(name) = pointer.and_then(|i| self.word(i + 2)) {
            return Some(name.to_owned());
        }
        let array = tokens.clone().find(|&i| self.is_punct(i, b'['));
        let last = array.unwrap_or(tokens.end).checked_sub(1)?;
        let word = self.word(last).filter(|_| last > tokens.start)?;
        let tag = matches!(self.word(last - 1), Some("struct" | "union" | "enum"));
        (!tag && !TYPE_WORDS.contains(&word)).then(|| word.to_owned())
    }
}

/// Words that end a type and are no names.
const TYPE_WORDS: [&str; 12] = [
    "char", "short", "int", "long", "float", "double", "signed", "unsigned", "const", "volatile",
    "void", "_Bool",
];
