//! What is wrong with a rule although it can be read.
//!
//! **Invariant.** A rule that passes means what it says: a handler never sees the
//! state of an object without naming one, and never changes the state of the
//! whole program for one object only (which would forget the other objects).

use crate::rule::{Handler, Key, PROGRAM, Rule};
use crate::token::Kind;
use hatha_cfa::Span;
use hatha_front::diag::{Diagnostic, Result};
use hatha_front::lower;
use std::ops::Range;

/// Refuses a rule that cannot mean what it says.
pub(crate) fn check(rule: &Rule) -> Result<()> {
    if rule.handlers.is_empty() {
        let span = rule.tokens.span(0, 1);
        let error = Diagnostic::error(span, "a rule that watches nothing")
            .with_help("add a handler, such as `fclose.call { … }`");
        return Err(Box::new(error));
    }
    once_each(rule)?;
    for handler in &rule.handlers {
        function_is_declared(rule, handler)?;
        for range in ranges(handler) {
            operands(rule, handler, &range)?;
            whose_state(rule, handler, &range)?;
        }
    }
    aborts(rule)
}

fn fail(span: Span, message: String, help: &str) -> Result<()> {
    Err(Box::new(Diagnostic::error(span, message).with_help(help)))
}

/// The tokens that run as part of a handler.
fn ranges(handler: &Handler) -> Vec<Range<usize>> {
    let mut all = vec![handler.body.clone()];
    all.extend(handler.guard.clone());
    if let Some(Key::Of(key)) = &handler.key {
        all.push(key.clone());
    }
    all
}

/// Of each event there is at most one handler, and one more for per-object state.
fn once_each(rule: &Rule) -> Result<()> {
    for (i, handler) in rule.handlers.iter().enumerate() {
        let same = |h: &&Handler| {
            h.function == handler.function
                && h.event == handler.event
                && h.key.is_some() == handler.key.is_some()
        };
        let Some(first) = rule.handlers[..i].iter().find(same) else {
            continue;
        };
        let (name, event) = (&handler.function, handler.event.name());
        let error = Diagnostic::error(
            rule.place(handler.at),
            format!("a second handler of `{name}.{event}`"),
        )
        .with_note("the first one", rule.place(first.at))
        .with_help("put both into one");
        return Err(Box::new(error));
    }
    Ok(())
}

fn function_is_declared(rule: &Rule, handler: &Handler) -> Result<()> {
    let (name, span) = (&handler.function, rule.place(handler.at));
    if name == PROGRAM {
        let bad = !matches!(handler.event.name(), "entry" | "exit");
        return match bad {
            true => fail(
                span,
                "the program is never called".to_owned(),
                "its events are `program.entry` and `program.exit`",
            ),
            false => Ok(()),
        };
    }
    let Some(function) = rule.function(name) else {
        return fail(
            span,
            format!("the rule declares no function `{name}`"),
            "declare it, or say what it does: `int f(int x) { return 0; }`",
        );
    };
    let at_caller = matches!(handler.event.name(), "call" | "return");
    let operation = lower::is_operation(name) || matches!(name.as_str(), "va_start" | "va_end");
    if lower::is_always_operation(name) || at_caller && !function.stub && operation {
        return fail(
            span,
            format!("calls of `{name}` cannot be watched: hatha gives them a meaning of its own"),
            "give it a body in the rule, if its own meaning does not matter",
        );
    }
    Ok(())
}

/// `$1` and `$return` must exist at the event.
fn operands(rule: &Rule, handler: &Handler, range: &Range<usize>) -> Result<()> {
    for i in range.clone() {
        let token = rule.tokens.all[i];
        if token.kind != Kind::Dollar {
            continue;
        }
        let word = rule.tokens.word(token);
        let (name, event) = (&handler.function, handler.event);
        let function = rule.function(name);
        if word == "$return" {
            let given = event.has_result() && function.is_some_and(|f| !f.is_void);
            if !given {
                let message = format!("`{name}.{}` has no result", event.name());
                let help = "`$return` is there at `return` and `exit` of a function with a result";
                return fail(rule.place(i), message, help);
            }
            continue;
        }
        let count = function.map_or(0, |f| f.params.len());
        let number = word[1..].parse::<usize>().ok();
        if !number.is_some_and(|n| (1..=count).contains(&n)) {
            let message = format!("`{name}` has no parameter `{word}`");
            return fail(rule.place(i), message, "parameters count from `$1`");
        }
    }
    Ok(())
}

fn whose_state(rule: &Rule, handler: &Handler, range: &Range<usize>) -> Result<()> {
    for i in range.clone() {
        if rule.tokens.all[i].kind != Kind::Word {
            continue;
        }
        let word = rule.tokens.word(rule.tokens.all[i]);
        let Some(variable) = rule.state.iter().find(|v| v.name == word) else {
            continue;
        };
        if variable.per_object && handler.key.is_none() {
            let message = format!("`{word}` is kept for each object, and no object is named");
            let help =
                "say whose it is: `FUNCTION.EVENT per $1 { … }`, or `per each` for all of them";
            return fail(rule.place(i), message, help);
        }
        if !variable.per_object && handler.key.is_some() && is_written(rule, i) {
            let message = format!("`{word}` is kept once, and this handler runs for one object");
            let help = "change it in a handler of the same event without `per`";
            return fail(rule.place(i), message, help);
        }
    }
    Ok(())
}

/// Whether the variable at a token is assigned, counted or has its address taken there.
fn is_written(rule: &Rule, i: usize) -> bool {
    let punct = |i: Option<usize>| {
        let token = i.and_then(|i| rule.tokens.all.get(i));
        match token.map(|t| t.kind) {
            Some(Kind::Punct(p)) => p,
            _ => 0,
        }
    };
    let after = |n: usize| punct(Some(i + n));
    let before = |n: usize| punct(i.checked_sub(n));
    let counted = |a: u8, b: u8| a == b && matches!(a, b'+' | b'-');
    let assigned = after(1) == b'=' && after(2) != b'=';
    let compound = matches!(
        after(1),
        b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^'
    ) && after(2) == b'=';
    let shifted = matches!(after(1), b'<' | b'>') && after(1) == after(2) && after(3) == b'=';
    let indexed = after(1) == b'[';
    let address = before(1) == b'&' && before(2) != b'&';
    assigned
        || compound
        || shifted
        || indexed
        || address
        || counted(after(1), after(2))
        || counted(before(1), before(2))
}

/// `abort` says why.
fn aborts(rule: &Rule) -> Result<()> {
    for (i, token) in rule.tokens.all.iter().enumerate() {
        if rule.tokens.word(*token) != "abort" || token.kind != Kind::Word {
            continue;
        }
        let next = rule.tokens.all.get(i + 1).map(|t| t.kind);
        if next != Some(Kind::Text) {
            return fail(
                rule.place(i),
                "`abort` without a message".to_owned(),
                "write `abort \"what went wrong\";`",
            );
        }
    }
    Ok(())
}
