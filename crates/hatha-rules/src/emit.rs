//! A rule as a unit of C.
//!
//! **Invariant.** Every token of the rule that reaches the C text stands, by line
//! markers and blanks, at its own line and column of the rule, so that the front
//! end's diagnostics and the automata point into the rule.

use crate::rule::{Handler, Item, Key, Rule};
use crate::token::Kind;
use hatha_front::load::GivenUnit;
use std::fmt::Write;
use std::ops::Range;

/// What a rule may use without declaring it.
const PRELUDE: &str = "extern int hatha_any_int(void); extern unsigned hatha_any_unsigned(void); \
extern long hatha_any_long(void); extern unsigned long hatha_any_ulong(void); \
extern _Bool hatha_any_bool(void); extern void *hatha_any_pointer(void); \
extern uintptr_t hatha_any_object(void); \
extern void hatha_assume(int); extern void reach_error(void); ";

/// The choice of an object: a function for the start of the program, and one for a start to
/// which the program comes back.
fn choice(rule: usize) -> String {
    let (once, again) = (choice_name(rule, false), choice_name(rule, true));
    format!(
        "static uintptr_t hatha_object; static int __hatha_picked; \
         static void {once}(void) {{ hatha_object = hatha_any_object(); }} \
         static void {again}(void) {{ if (!__hatha_picked) {{ __hatha_picked = 1; hatha_object = hatha_any_object(); }} }} "
    )
}

/// The name of the function that chooses an object.
pub(crate) fn choice_name(rule: usize, comes_back: bool) -> String {
    let how = if comes_back { "once" } else { "start" };
    format!("__hatha_rule_{rule}_choice_{how}")
}

/// The name of a handler's function.
pub(crate) fn handler_name(rule: usize, handler: usize) -> String {
    format!("__hatha_rule_{rule}_{handler}")
}

/// The unit of a rule; `number` tells it from others.
pub fn unit(rule: &Rule, number: usize) -> GivenUnit {
    let mut writer = Writer {
        rule,
        c: String::from(PRELUDE),
        synchronous: None,
        handler: None,
    };
    if let Some(start) = per_object_state(rule) {
        // In a trace the choice stands where the state of an object is declared.
        writer.go_to(start);
        writer.text(&choice(number));
    }
    for item in &rule.items {
        writer.item(item);
    }
    for (i, handler) in rule.handlers.iter().enumerate() {
        writer.handler(handler, &handler_name(number, i));
    }
    GivenUnit {
        name: rule.file.clone(),
        source: rule.text.clone(),
        c: writer.c,
    }
}

/// Where the first variable stands that is kept for each object.
fn per_object_state(rule: &Rule) -> Option<usize> {
    let per_object = |word: &&str| rule.state.iter().any(|v| v.per_object && v.name == *word);
    let declares = |range: &&Range<usize>| rule.words(range).iter().any(per_object);
    let found = rule.items.iter().find_map(|item| match item {
        Item::State(declarations) => declarations.iter().find(declares),
        Item::C(..) => None,
    })?;
    Some(rule.tokens.all[found.start].start)
}

struct Writer<'r> {
    rule: &'r Rule,
    c: String,
    /// The offset of the rule at which the output stands.
    synchronous: Option<usize>,
    /// Whose parameters `$1` and `$return` mean.
    handler: Option<&'r Handler>,
}

impl<'r> Writer<'r> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::State(declarations) => {
                for range in declarations {
                    let last = range.end.checked_sub(2);
                    let tag_only = last.is_some_and(|i| self.rule.words(&(i..i + 1)) == ["}"]);
                    if !tag_only {
                        self.text("static ");
                    }
                    self.tokens(range);
                }
            }
            Item::C(range, visible) => {
                if *visible {
                    // A definition of the program's own wins, the rule's over a shipped model's.
                    self.text("__attribute__((weak)) ");
                }
                self.tokens(range);
            }
        }
    }

    fn handler(&mut self, handler: &'r Handler, name: &str) {
        self.handler = Some(handler);
        self.text(&format!("\nstatic void {name}("));
        self.parameters(handler);
        self.text(") { ");
        // What the handler does before its body stands where it is written.
        self.go_to(self.rule.tokens.all[handler.at].start);
        match &handler.key {
            Some(Key::Of(key)) => {
                self.text("if (hatha_object == (uintptr_t)(");
                self.tokens(key);
                self.text(")) ");
            }
            // What holds of the chosen object holds of each.
            Some(Key::Each) | None => {}
        }
        if let Some(guard) = &handler.guard {
            self.text("if ");
            self.tokens(guard);
        }
        self.tokens(&handler.body);
        self.text(" }");
        self.handler = None;
    }

    fn parameters(&mut self, handler: &Handler) {
        let Some(function) = self.rule.function(&handler.function) else {
            self.text("void");
            return;
        };
        let mut first = true;
        for (i, param) in function.params.iter().enumerate() {
            if !first {
                self.text(", ");
            }
            first = false;
            self.tokens(&param.tokens);
            if param.name.is_none() {
                self.text(&format!(" {}", nameless(i)));
            }
        }
        if handler.event.has_result() && !function.is_void {
            if !first {
                self.text(", ");
            }
            first = false;
            self.tokens(&function.result);
            self.text(" __hatha_return");
        }
        if first {
            self.text("void");
        }
    }

    /// Text that does not stand in the rule.
    fn text(&mut self, text: &str) {
        self.c.push_str(text);
        self.synchronous = None;
    }

    /// Goes to the place of an offset of the rule.
    fn go_to(&mut self, at: usize) {
        if self.synchronous == Some(at) {
            return;
        }
        let (line, column) = self.rule.tokens.position(at);
        let file = self.rule.file.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a `String` cannot fail.
        let _ = write!(self.c, "\n# {line} \"{file}\"\n");
        let blanks = column.saturating_sub(1) as usize;
        self.c.extend(std::iter::repeat_n(' ', blanks));
        self.synchronous = Some(at);
    }

    fn tokens(&mut self, range: &Range<usize>) {
        let mut i = range.start;
        while i < range.end {
            i = self.token(i);
        }
    }

    /// Writes one token and gives the next.
    fn token(&mut self, i: usize) -> usize {
        let all = &self.rule.tokens.all;
        let token = all[i];
        let word = self.rule.tokens.word(token);
        let next = all.get(i + 1).map(|t| t.kind);
        match (token.kind, word) {
            (Kind::Word, "abort") if next == Some(Kind::Text) => {
                self.go_to(token.start);
                self.text("reach_error() ");
                return i + 2;
            }
            (Kind::Word, "halt") if next == Some(Kind::Punct(b';')) => {
                self.go_to(token.start);
                self.text("hatha_assume(0) ");
            }
            (Kind::Dollar, _) => {
                let name = self.operand(word);
                self.go_to(token.start);
                self.text(&name);
                self.text(" ");
            }
            _ => self.verbatim(token.start, token.end),
        }
        i + 1
    }

    fn verbatim(&mut self, start: usize, end: usize) {
        let gap = self.synchronous.and_then(|at| {
            let between = self.rule.tokens.text.get(at..start)?;
            between.bytes().all(|b| b == b' ').then_some(between)
        });
        match gap {
            Some(blanks) => self.c.push_str(blanks),
            None => self.go_to(start),
        }
        self.c.push_str(&self.rule.tokens.text[start..end]);
        self.synchronous = Some(end);
    }

    /// What `$1` or `$return` is called in the handler's function.
    fn operand(&self, word: &str) -> String {
        let number = word[1..].parse::<usize>().ok();
        let function = self.handler.and_then(|h| self.rule.function(&h.function));
        match (number, function) {
            (Some(n), Some(f)) => match f.params.get(n.wrapping_sub(1)) {
                Some(param) => param.name.clone().unwrap_or_else(|| nameless(n - 1)),
                None => word.to_owned(),
            },
            // Outside a handler `$1` is left for the front end to refuse.
            _ if word == "$return" && self.handler.is_some() => "__hatha_return".to_owned(),
            _ => word.to_owned(),
        }
    }
}

fn nameless(i: usize) -> String {
    format!("__hatha_p{}", i + 1)
}
