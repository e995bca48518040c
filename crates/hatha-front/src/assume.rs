//! `--assume 'EXPR'`: a precondition on the entry function, in C.
//!
//! **Invariant.** The expressions are checked as C where the entry function's
//! parameters and the globals of its file are in scope: they become the body of a
//! function with the entry's parameters at the end of that file. A call of it then
//! stands before the entry's first edge and runs once, however often the program
//! calls the entry itself. So an assumption is part of the program (and of its
//! fingerprint), and means the same to every engine and to the checker.

use crate::parse::Parsed;
use hatha_cfa::{Arg, BinOp, Callee, Edge, ExprKind, Op, Place, ProcId, Program, Span, Type};
use lang_c::ast::{
    Declarator, DeclaratorKind, ExternalDeclaration, FunctionDefinition, Identifier,
};
use lang_c::span::Node;
use std::fmt::Write;

/// The file that messages about an assumption point into.
pub const FILE: &str = "--assume";
/// The function that holds the assumptions is named after the entry.
pub const PREFIX: &str = "__hatha_entry_assume__";

/// The text of [`FILE`]: one assumption on each line.
pub(crate) fn file_text(assumptions: &[String]) -> String {
    let line = |a: &String| a.replace(['\n', '\r'], " ");
    assumptions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What has to follow the text of a unit so that the assumptions are checked with it; nothing if
/// the unit does not define the entry.
pub(crate) fn appendix(
    text: &[u8],
    parsed: &Parsed,
    entry: &str,
    assumptions: &[String],
) -> Option<String> {
    let mut body = String::new();
    for (i, line) in file_text(assumptions).lines().enumerate() {
        let line = with_valid_as_call(line);
        let _ = write!(
            body,
            "__hatha_assume(!!(\n# {} \"{FILE}\"\n{line} ));\n",
            i + 1
        );
    }
    function_with_parameters(text, parsed, entry, &format!("{PREFIX}{entry}"), &body)
}

/// A function with the parameters of another one of the unit, if that is defined there.
pub(crate) fn function_with_parameters(
    text: &[u8],
    parsed: &Parsed,
    like: &str,
    name: &str,
    body: &str,
) -> Option<String> {
    let definition = find(parsed, like)?;
    let source = |span| {
        let range = parsed.lines.input_bytes(span)?;
        Some(String::from_utf8_lossy(text.get(range)?).into_owned())
    };
    let declarator = &definition.declarator;
    let named = name_of(&declarator.node)?;
    let whole = parsed.lines.input_bytes(declarator.span)?;
    let inner = parsed.lines.input_bytes(named.span)?;
    let before = String::from_utf8_lossy(text.get(whole.start..inner.start)?);
    let after = String::from_utf8_lossy(text.get(inner.end..whole.end)?);
    let mut out = String::from(
        "\nextern void __hatha_assume(int); extern void __hatha_assert(int);\n\
         extern int __hatha_valid(const void *, __typeof__(sizeof 0));\nstatic int ",
    );
    let _ = writeln!(out, "{before} {name} {after}");
    for declaration in &definition.declarations {
        let _ = writeln!(out, "{}", source(declaration.span)?);
    }
    let _ = write!(out, "{{\n{body}return 0;\n}}\n");
    Some(out)
}

/// An assumption with `valid(p, n)` as C, a function of that name, and with `NULL`, which is no
/// macro any more: unless it is part of a longer name or a member.
pub(crate) fn with_valid_as_call(line: &str) -> String {
    let is_call = |after: &str| after.trim_start().starts_with('(');
    let with_valid = with_word(line, ("valid", "__hatha_valid"), is_call);
    let is_name = |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    with_word(&with_valid, ("NULL", "((void *)0)"), is_name)
}

/// A text with one word in the place of another that stands alone and before what is asked for.
fn with_word(line: &str, (word, new): (&str, &str), stands_before: fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let so_far = format!("{out}{before}");
        let is_alone = !so_far.ends_with(is_name) && !so_far.ends_with(['.', '>']);
        out.push_str(before);
        out.push_str(match is_alone && stands_before(after) {
            true => new,
            false => word,
        });
        rest = after;
    }
    out + rest
}

/// Whether a text is one expression: brackets close only what it opens itself.
pub(crate) fn is_one_expression(text: &str) -> bool {
    let mut depth = 0_i32;
    let mut early = false;
    for c in text.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        early |= depth < 0;
    }
    depth == 0 && !early && !text.contains(['"', ';', '{']) && !text.trim().is_empty()
}

fn find<'p>(parsed: &'p Parsed, entry: &str) -> Option<&'p FunctionDefinition> {
    parsed.unit.0.iter().find_map(|d| match &d.node {
        ExternalDeclaration::FunctionDefinition(f) => {
            let name = name_of(&f.node.declarator.node)?;
            (name.node.name == entry).then_some(&f.node)
        }
        _ => None,
    })
}

pub(crate) fn name_of(declarator: &Declarator) -> Option<&Node<Identifier>> {
    let mut at = declarator;
    loop {
        match &at.kind.node {
            DeclaratorKind::Identifier(name) => return Some(name),
            DeclaratorKind::Declarator(inner) => at = &inner.node,
            DeclaratorKind::Abstract => return None,
        }
    }
}

/// Puts the call of the assumptions, if there are any, before the entry's first edge.
pub fn insert(program: &mut Program) {
    let holds = |p: &hatha_cfa::Procedure| p.name.strip_prefix(PREFIX).map(str::to_owned);
    let found = program.procs().find_map(|(id, p)| Some((id, holds(p)?)));
    let Some((assumptions, entry)) = found else {
        return;
    };
    let Some(entry) = program.find_proc(&entry) else {
        return;
    };
    let args = arguments(program, entry);
    let call = Op::Call {
        callee: Callee::Direct(assumptions),
        args,
        result: None,
    };
    if is_called(program, entry) {
        once(program, entry, call);
    } else {
        program.procs[entry].prepend(vec![call]);
    }
}

/// Says that the first argument of `main` is not negative (C11 5.1.2.2.1), if the program looks at
/// it. A `main` that the program calls itself may get anything and is left alone.
pub(crate) fn bound_argument_count(program: &mut Program) {
    let Some(main) = program.find_proc("main") else {
        return;
    };
    let Some(&count) = program.proc(main).params.first() else {
        return;
    };
    let ty = program.var(count).ty;
    let is_int = *program.types.get(ty) == Type::Int(hatha_cfa::IntKind::Int);
    let starts = program.proc(main).external && program.proc(main).defined;
    if !(is_int && starts && program.mentions(count)) || is_called(program, main) {
        return;
    }
    let Arg::Scalar(count) = program.parameter_as_argument(count) else {
        return;
    };
    let zero = program.exprs.add(ExprKind::Int(0), ty);
    let cond = ExprKind::Binary(BinOp::Ge, count, zero);
    let cond = program.exprs.add(cond, ty);
    program.procs[main].prepend(vec![Op::Assume { cond, taken: true }]);
}

/// The entry's own parameters, as arguments.
pub(crate) fn arguments(program: &mut Program, entry: ProcId) -> Vec<Arg> {
    let params = program.proc(entry).params.clone();
    let argument = |&param| program.parameter_as_argument(param);
    params.iter().map(argument).collect()
}

/// Whether the program can call a procedure itself.
pub(crate) fn is_called(program: &Program, proc: ProcId) -> bool {
    let taken = (0..program.exprs.len() as u32)
        .any(|i| program.exprs.get(hatha_cfa::ExprId(i)).kind == ExprKind::Proc(proc));
    let direct = |e: &Edge| {
        matches!(
            e.op,
            Op::Call { callee: Callee::Direct(p), .. } if p == proc
        )
    };
    taken || program.procs.iter().any(|p| p.edges.iter().any(direct))
}

/// The assumptions are about the first invocation alone: a hidden global remembers it.
fn once(program: &mut Program, entry: ProcId, call: Op) {
    let int = program.types.intern(Type::Int(hatha_cfa::IntKind::Int));
    let guard = program.add_hidden_global("assumed", int, Span::NONE);
    let value = program.exprs.add(ExprKind::Var(guard), int);
    let zero = program.exprs.add(ExprKind::Int(0), int);
    let one = program.exprs.add(ExprKind::Int(1), int);
    let first = ExprKind::Binary(BinOp::Eq, value, zero);
    let cond = program.exprs.add(first, int);
    let mark = Op::Assign {
        place: Place::Slot(guard),
        value: one,
    };
    let proc = &mut program.procs[entry];
    let (old, span) = (proc.entry, proc.span);
    proc.prepend(vec![Op::Assume { cond, taken: true }, mark, call]);
    proc.add_edge(Edge {
        from: proc.entry,
        to: old,
        op: Op::Assume { cond, taken: false },
        span,
    });
}

#[cfg(test)]
mod tests {
    use super::with_valid_as_call;

    #[test]
    fn valid_is_a_word_of_its_own() {
        for (text, meant) in [
            (
                "valid(buf, len) && len > 0",
                "__hatha_valid(buf, len) && len > 0",
            ),
            ("p == NULL || IS_NULL(p)", "p == ((void *)0) || IS_NULL(p)"),
            ("p->valid(3) || invalid(p)", "p->valid(3) || invalid(p)"),
            (
                "valid && valid_to(p) && !valid (p, 1)",
                "valid && valid_to(p) && !__hatha_valid (p, 1)",
            ),
        ] {
            assert_eq!(with_valid_as_call(text), meant);
        }
    }
}
