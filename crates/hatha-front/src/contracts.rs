//! `--contracts FILE`: preconditions of functions, one `FUNCTION: EXPR` on each line.
//!
//! **Invariant.** A precondition becomes an assertion over the function's parameters at its start, in
//! a function of its own at the end of the file that defines it, so it is part of the program (and of
//! its fingerprint) and means the same to every engine and to the checker. Of the entry it is assumed
//! when execution starts, as `--assume` does, and asserted when the program calls the entry
//! itself.

use crate::assume::{self, function_with_parameters};
use crate::diag::{Diagnostic, Result};
use crate::parse::Parsed;
use crate::predicates::entries;
use hatha_cfa::{Callee, Op, ProcId, Program, SourceMap, Span};
use std::path::Path;

/// The file that messages about a contract point into.
pub const FILE: &str = "--contracts";
/// The function that holds a contract is named after the one that it is about.
pub const PREFIX: &str = "__hatha_requires__";

/// The precondition of a function.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The function.
    pub function: String,
    /// The condition, with blanks up to its column.
    condition: String,
    /// Where it stands.
    span: Span,
}

/// Reads the contracts of a file; `#` starts a comment.
pub fn read(file: Option<&Path>, sources: &mut SourceMap) -> Result<Vec<Contract>> {
    let Some(path) = file else {
        return Ok(Vec::new());
    };
    let text = std::fs::read_to_string(path).map_err(|e| {
        let why = format!("cannot read {}: {e}", path.display());
        Box::new(Diagnostic::no_input(why))
    })?;
    let file = sources.add(FILE, Some(text.as_str().into()));
    entries(&text, file)
        .map(|(line, span)| contract(line, span))
        .collect()
}

fn bad(span: Span, message: &str) -> Box<Diagnostic> {
    let help = "a contract is `FUNCTION: CONDITION`, such as `f: n == 0 || valid(p, n)`";
    Box::new(Diagnostic::error(span, message).with_help(help))
}

fn contract(line: &str, span: Span) -> Result<Contract> {
    let named = line.split_once(':');
    let (name, condition) = named.ok_or_else(|| bad(span, "this contract names no function"))?;
    let function = name.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if function.is_empty() || !function.chars().all(is_name) {
        return Err(bad(span, "this contract names no function"));
    }
    if !assume::is_one_expression(condition) {
        return Err(bad(span, "this contract is not one expression"));
    }
    Ok(Contract {
        function: function.to_owned(),
        condition: format!("{:1$}{condition}", "", line.len() - condition.len()),
        span,
    })
}

/// What is assumed of the entry.
pub(crate) fn of_entry<'c>(
    contracts: &'c [Contract],
    entry: &'c str,
) -> impl Iterator<Item = String> + 'c {
    let own = contracts.iter().filter(move |c| c.function == entry);
    own.map(|c| c.condition.trim().to_owned())
}

/// What has to follow the text of a unit so that the contracts of its functions are checked with it.
pub(crate) fn appendix(
    text: &[u8],
    parsed: &Parsed,
    contracts: &[Contract],
    placed: &mut Vec<usize>,
) -> String {
    let mut out = String::new();
    for (i, contract) in contracts.iter().enumerate() {
        let (line, condition) = (contract.span.line, &contract.condition);
        let condition = assume::with_valid_as_call(condition);
        // The operator stands in the blanks before the condition, so that columns stay as they are.
        let condition = condition.strip_prefix("   ").unwrap_or(&condition);
        let place = format!("\n# {line} \"{FILE}\"\n");
        let body = format!("{place}__hatha_assert({place}!!({condition} ));\n");
        // Several contracts of one function are several functions.
        let name = format!("{PREFIX}{i}__{}", contract.function);
        let function = function_with_parameters(text, parsed, &contract.function, &name, &body);
        if let Some(function) = function.filter(|_| !placed.contains(&i)) {
            out.push_str(&function);
            placed.push(i);
        }
    }
    out
}

/// Says that a contract's function is not defined.
pub(crate) fn nowhere(contract: &Contract) -> Box<Diagnostic> {
    let message = format!("no function `{}` is defined", contract.function);
    bad(contract.span, &message)
}

/// The function that a procedure holds a contract of.
pub fn function_of(name: &str) -> Option<&str> {
    let (_, function) = name.strip_prefix(PREFIX)?.split_once("__")?;
    Some(function)
}

/// Puts the assertion of each contract before the first edge of its function. A function that the
/// program does not call itself is at most the entry, of which the contract is assumed.
pub fn insert(program: &mut Program) {
    let held = program.procs().filter_map(|(id, p)| {
        let function = function_of(&p.name)?;
        Some((id, program.find_proc(function)?))
    });
    let held: Vec<(ProcId, ProcId)> = held.collect();
    for (contract, function) in held {
        if !assume::is_called(program, function) {
            continue;
        }
        let args = assume::arguments(program, function);
        let call = Op::Call {
            callee: Callee::Direct(contract),
            args,
            result: None,
        };
        program.procs[function].prepend(vec![call]);
    }
}
