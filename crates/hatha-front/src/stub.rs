//! `--stub "g: x' == x + 1 && same(y, z)"`: a relation that stands for a function.
//!
//! Unprimed names are values when `g` is called (parameters among them), primed ones
//! those when it returns, `result` is what it returns, and `same(y, z)` says that
//! `y` and `z` keep their values. A global that is neither primed nor the same
//! becomes arbitrary.
//!
//! **Invariant.** A stub becomes a body: arbitrary values are drawn for what may
//! change, the relation is assumed of them, and they are stored. So it is part of the
//! program (and of its fingerprint), and means the same to every engine and to the
//! checker. It replaces a body that the function may have. It changes globals alone:
//! what only a pointer leads to stays.

mod globals;

use crate::assume::{is_one_expression, name_of};
use crate::diag::{Diagnostic, Result};
use crate::parse::Parsed;
use crate::predicates::entries;
use hatha_cfa::{
    ExprKind, InputKind, Op, Origin, Place, ProcId, Program, ReturnValue, SourceMap, Span, Storage,
    Type, VarId, VarScope,
};
use lang_c::ast::{DeclarationSpecifier, ParameterDeclaration};
use lang_c::ast::{Declarator, DerivedDeclarator, ExternalDeclaration, TypeSpecifier};
use lang_c::span::Node;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The file that messages about a stub point into.
pub const FILE: &str = "--stub";
/// The function that holds a stub is named after the one it stands for.
const PREFIX: &str = "__hatha_stub__";
/// A primed variable.
const AFTER: &str = "__hatha_after_";
/// What the function returns.
const RESULT: &str = "result";

/// A stub.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The function.
    pub function: String,
    /// The relation, in C over [`AFTER`] names, with blanks up to its column.
    relation: String,
    /// Variables that are primed.
    primed: BTreeSet<String>,
    /// Variables that stay as they are.
    same: BTreeSet<String>,
    /// Where it stands.
    span: Span,
}

/// The text of [`FILE`]: the stubs given, then those of a file, one on each line.
pub(crate) fn file_text(stubs: &[String], file: Option<&Path>) -> Result<String> {
    let line = |s: &String| s.replace(['\n', '\r'], " ");
    let mut lines: Vec<String> = stubs.iter().map(line).collect();
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).map_err(|e| {
            let why = format!("cannot read {}: {e}", file.display());
            Box::new(Diagnostic::no_input(why))
        })?;
        lines.push(text);
    }
    Ok(lines.join("\n"))
}

/// Reads stubs, one on each line; `#` starts a comment.
pub fn read(text: &str, sources: &mut SourceMap) -> Result<Vec<Stub>> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let file = sources.add(FILE, Some(text.into()));
    let mut all = Vec::new();
    for (line, span) in entries(text, file) {
        all.push(stub(line, span)?);
    }
    Ok(all)
}

fn bad(span: Span, message: &str) -> Box<Diagnostic> {
    let help = "a stub is `FUNCTION: RELATION`, such as `g: x' == x + 1 && same(y, z)`";
    Box::new(Diagnostic::error(span, message).with_help(help))
}

fn stub(line: &str, span: Span) -> Result<Stub> {
    let (name, relation) = line
        .split_once(':')
        .ok_or_else(|| bad(span, "this stub names no function"))?;
    let name = name.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(bad(span, "this stub names no function"));
    }
    let mut stub = Stub {
        function: name.to_owned(),
        relation: String::new(),
        primed: BTreeSet::new(),
        same: BTreeSet::new(),
        span,
    };
    let kept = unchanged(relation, &mut stub.same);
    let text = primed(&kept, &mut stub.primed).ok_or_else(|| bad(span, UNCLOSED))?;
    if !is_one_expression(&text) {
        return Err(bad(span, "the relation of this stub is not one expression"));
    }
    stub.relation = format!("{:1$}{text}", "", line.len() - relation.len());
    Ok(stub)
}

const UNCLOSED: &str = "`same` needs names between parentheses";

/// Takes `same(…)` out where it is a conjunct of the whole: what it names is not touched at all,
/// so it may be an array or a structure.
fn unchanged(relation: &str, same: &mut BTreeSet<String>) -> String {
    let parts = conjuncts(relation);
    let mut kept: Vec<String> = Vec::new();
    for part in parts {
        match names_of_same(part.trim()) {
            Some(names) => same.extend(names),
            None => kept.push(part.to_owned()),
        }
    }
    if kept.is_empty() {
        "1".to_owned()
    } else {
        kept.join("&&")
    }
}

/// The parts between `&&` at the outermost level; the whole if `||`, `?` or `->` of the logic
/// stands there.
fn conjuncts(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut start = 0;
    let mut parts = Vec::new();
    for (i, c) in text.char_indices() {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        if depth != 0 {
            continue;
        }
        if text[i..].starts_with("||") || c == '?' {
            return vec![text];
        }
        if text[i..].starts_with("&&") {
            parts.push(&text[start..i]);
            start = i + 2;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The names of `same(a, b)`, if the text is that and nothing else.
fn names_of_same(text: &str) -> Option<Vec<String>> {
    let inside = text.strip_prefix("same")?.trim_start().strip_prefix('(')?;
    let inside = inside.strip_suffix(')')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names: Vec<String> = inside.split(',').map(|n| n.trim().to_owned()).collect();
    let all = names
        .iter()
        .all(|n| !n.is_empty() && n.chars().all(is_name));
    all.then_some(names)
}

/// The text with names instead of primed variables, and equalities instead of `same`.
fn primed(text: &str, primed: &mut BTreeSet<String>) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !is_name(c) {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        if let Some(behind) = behind.strip_prefix('\'') {
            let _ = write!(out, "{AFTER}{word}");
            primed.insert(word.to_owned());
            rest = behind;
        } else if word == "same" {
            let close = behind.find(')')?;
            for name in names_of_same(&format!("same{}", &behind[..=close]))? {
                let _ = write!(out, "{AFTER}{name} == {name} && ");
                primed.insert(name);
            }
            out.push('1');
            rest = &behind[close + 1..];
        } else {
            out.push_str(word);
        }
    }
    Some(out)
}

/// Says that a stub's function is nowhere.
pub fn nowhere(stub: &Stub, functions: &[&str]) -> Box<Diagnostic> {
    let message = format!("there is no function `{}` to stand for", stub.function);
    let mut names: Vec<&str> = functions
        .iter()
        .filter(|n| !n.starts_with("__hatha"))
        .copied()
        .collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(20);
    let help = format!("functions of the program: {}", names.join(", "));
    Box::new(Diagnostic::error(stub.span, message).with_help(help))
}

/// What has to follow the text of a unit so that the stubs are checked with it. A unit that
/// declares a function has its stub, once.
pub(crate) fn appendix(
    text: &[u8],
    parsed: &Parsed,
    stubs: &[Stub],
    placed: &mut Vec<usize>,
) -> Result<String> {
    let mut out = String::new();
    for (i, stub) in stubs.iter().enumerate() {
        let Some(declarator) = declarator(parsed, &stub.function) else {
            continue;
        };
        if placed.contains(&i) {
            continue;
        }
        let Some(function) = function(text, parsed, declarator, stub) else {
            return Err(bad(
                stub.span,
                "this function is declared in a way that a stub cannot follow",
            ));
        };
        out.push_str(&function);
        placed.push(i);
    }
    Ok(out)
}

/// The declarator of a function, that of its definition first.
fn declarator<'p>(parsed: &'p Parsed, name: &str) -> Option<&'p Node<Declarator>> {
    let is_it = |d: &Declarator| name_of(d).is_some_and(|n| n.node.name == name);
    let externals = || parsed.unit.0.iter().map(|d| &d.node);
    let defined = externals().find_map(|d| match d {
        ExternalDeclaration::FunctionDefinition(f) => {
            Some(&f.node.declarator).filter(|d| is_it(&d.node))
        }
        _ => None,
    });
    defined.or_else(|| {
        externals().find_map(|d| match d {
            ExternalDeclaration::Declaration(d) => {
                let mut all = d.node.declarators.iter().map(|i| &i.node.declarator);
                all.find(|d| is_it(&d.node))
            }
            _ => None,
        })
    })
}

/// The stub as a function with the parameters of the one it stands for.
fn function(
    text: &[u8],
    parsed: &Parsed,
    declarator: &Node<Declarator>,
    stub: &Stub,
) -> Option<String> {
    let name = name_of(&declarator.node)?;
    let whole = parsed.lines.input_bytes(declarator.span)?;
    let inner = parsed.lines.input_bytes(name.span)?;
    let after = String::from_utf8_lossy(text.get(inner.end..whole.end)?);
    let (line, function) = (stub.span.line, &stub.function);
    let mut out = format!(
        "\n# {line} \"{FILE}\"\nextern void __hatha_assume(int); static int {PREFIX}{function} {after} {{ "
    );
    for primed in &stub.primed {
        let _ = write!(out, "__typeof__({primed}) {AFTER}{primed}; ");
    }
    if mentions(&stub.relation, RESULT) {
        let args = arguments(&declarator.node)?.join(", ");
        let _ = write!(out, "__typeof__({function}({args})) {RESULT}; ");
    }
    let relation = &stub.relation;
    let _ = write!(
        out,
        "__hatha_assume(!!(\n# {line} \"{FILE}\"\n{relation} )); "
    );
    for primed in &stub.primed {
        let _ = write!(out, "{primed} = {AFTER}{primed}; ");
    }
    out.push_str("return 0; }\n");
    Some(out)
}

fn mentions(text: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_name(c)).any(|w| w == word)
}

/// The names of the parameters; `0` for one without.
fn arguments(declarator: &Declarator) -> Option<Vec<String>> {
    let function = declarator.derived.iter().find_map(|d| match &d.node {
        DerivedDeclarator::Function(f) => Some(Some(&f.node.parameters)),
        DerivedDeclarator::KRFunction(_) => Some(None),
        _ => None,
    })?;
    let named = |p: &Node<ParameterDeclaration>| {
        let declarator = p.node.declarator.as_ref();
        let name = declarator.and_then(|d| name_of(&d.node));
        name.map_or("0".to_owned(), |n| n.node.name.clone())
    };
    let parameters = function.into_iter().flatten();
    let real = parameters.filter(|p| p.node.declarator.is_some() || !is_void(&p.node));
    Some(real.map(named).collect())
}

fn is_void(p: &ParameterDeclaration) -> bool {
    p.specifiers.iter().any(|s| {
        matches!(&s.node, DeclarationSpecifier::TypeSpecifier(t) if t.node == TypeSpecifier::Void)
    })
}

/// Puts the stubs into the places of the functions that they stand for.
pub fn insert(program: &mut Program) {
    let file = program.sources.files().find(|(_, f)| f.name == FILE);
    let Some(text) = file.and_then(|(_, f)| f.text.clone()) else {
        return;
    };
    // The text was read without an error before the program was made.
    let stubs = read(&text, &mut SourceMap::new()).unwrap_or_default();
    for stub in stubs {
        let held = program.find_proc(&format!("{PREFIX}{}", stub.function));
        let target = program.find_proc(&stub.function);
        if let Some((held, target)) = held.zip(target) {
            let mut named = stub.same.clone();
            named.extend(stub.primed.iter().cloned());
            become_body(program, held, target, &named);
        }
    }
}

/// Moves the body of a stub to a procedure.
fn become_body(program: &mut Program, held: ProcId, target: ProcId, named: &BTreeSet<String>) {
    let result = result_variable(program, held, target);
    let mut body = program.proc(held).clone();
    body.locals
        .extend(result.filter(|r| !body.locals.contains(r)));
    for (i, v) in body.params.iter().enumerate() {
        program.vars[*v].scope = VarScope::Param(target, i as u32);
    }
    // Variables of a body that is replaced stay, as locals that nobody uses.
    let replaced = program.proc(target);
    let unused: Vec<VarId> = replaced
        .params
        .iter()
        .chain(&replaced.locals)
        .copied()
        .collect();
    body.locals.extend(unused);
    for v in &body.locals {
        program.vars[*v].scope = VarScope::Local(target);
    }
    let old = &mut program.procs[target];
    old.params = body.params;
    old.locals = body.locals;
    old.locations = body.locations;
    old.edges = body.edges;
    old.out = body.out;
    old.entry = body.entry;
    old.exit = body.exit;
    old.predicates = Vec::new();
    old.view = hatha_cfa::UserView::default();
    old.defined = true;
    let emptied = &mut program.procs[held];
    emptied.defined = false;
    emptied.params.clear();
    emptied.locals.clear();
    emptied.locations.clear();
    emptied.edges.clear();
    emptied.out.clear();
    draw(program, target);
    hand_back(program, target, result, named);
}

/// The variable that holds the result: the stub's own, or a fresh one.
fn result_variable(program: &mut Program, held: ProcId, target: ProcId) -> Option<VarId> {
    let ret = match program.types.get(program.proc(target).ty) {
        Type::Function(f) => f.ret,
        _ => return None,
    };
    program.scalar(ret)?;
    let mut locals = program.proc(held).locals.iter();
    let own = locals.find(|v| program.var(**v).name == RESULT).copied();
    own.or_else(|| {
        let like = program.types.align(ret, &program.target);
        Some(program.add_var(hatha_cfa::Var {
            name: "$result".to_owned(),
            origin: Origin::Declared,
            ty: ret,
            scope: VarScope::Local(target),
            storage: Storage::Slot,
            align: like.unwrap_or(1).max(1),
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        }))
    })
}

/// What is primed, and the result, starts with an arbitrary value.
fn draw(program: &mut Program, target: ProcId) {
    for edge in program.proc(target).edges.keys() {
        let Op::Declare(v) = program.proc(target).edge(edge).op else {
            continue;
        };
        let var = program.var(v);
        let is_drawn = var.name.starts_with(AFTER) || var.name == RESULT;
        let op = match (is_drawn, var.storage) {
            (false, _) => continue,
            (true, Storage::Slot) => havoc(program, target, v),
            (true, Storage::Memory) => Op::Unsupported(format!(
                "a stub's relation over '{}', which is no scalar",
                var.name
            )),
        };
        program.procs[target].edges[edge].op = op;
    }
}

fn havoc(program: &Program, target: ProcId, v: VarId) -> Op {
    let name = &program.var(v).name;
    let function = &program.proc(target).name;
    let what = match name.strip_prefix(AFTER) {
        Some(name) => format!("{name} after {function}"),
        None => format!("the result of {function}"),
    };
    Op::Havoc {
        place: Place::Slot(v),
        input: InputKind::Other(what),
    }
}

/// Before the stub returns, globals that it says nothing about become arbitrary.
fn hand_back(
    program: &mut Program,
    target: ProcId,
    result: Option<VarId>,
    named: &BTreeSet<String>,
) {
    let fresh = result.filter(|r| program.var(*r).name != RESULT);
    let mut ops = globals::arbitrary(program, target, named);
    ops.extend(fresh.map(|r| havoc(program, target, r)));
    let value = match result {
        Some(r) => {
            let ty = program.var(r).ty;
            ReturnValue::Scalar(program.exprs.add(ExprKind::Var(r), ty))
        }
        None => ReturnValue::None,
    };
    for edge in program.proc(target).edges.keys() {
        if matches!(program.proc(target).edge(edge).op, Op::Return(_)) {
            let mut chain = ops.clone();
            chain.push(Op::Return(value));
            program.procs[target].replace_edge(edge, chain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Stub {
        let all = read(text, &mut SourceMap::new()).expect("a stub");
        all.into_iter().next().expect("one")
    }

    #[test]
    fn primes_and_what_stays() {
        let s = read_one("g: x' == x + 1 && same(y, z)");
        assert_eq!(s.function, "g");
        assert_eq!(s.relation.trim(), "__hatha_after_x == x + 1");
        assert!(s.primed.contains("x") && s.primed.len() == 1);
        assert!(s.same.contains("y") && s.same.contains("z"));
        let s = read_one("g: same(x) || x' == 2 * x");
        assert!(s.same.is_empty());
        let relation = "__hatha_after_x == x && 1 || __hatha_after_x == 2 * x";
        assert_eq!(s.relation.trim(), relation);
        assert_eq!(read_one("g: same(a)").relation.trim(), "1");
    }

    #[test]
    fn what_is_no_stub() {
        for text in ["x' == 1", "g", "g: (x", "g h: 1", "g: same(", "g: \"a\""] {
            assert!(read(text, &mut SourceMap::new()).is_err(), "{text}");
        }
        assert!(
            read("# g: 1\n\n", &mut SourceMap::new())
                .expect("empty")
                .is_empty()
        );
    }
}
