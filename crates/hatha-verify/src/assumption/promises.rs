//! What a program promises to compilers.
//!
//! Compilers take for granted that functions do what their attributes say (gcc removes a test for null
//! behind `nonnull`, and a call of a `pure` function), that everybody calls a function in the way that
//! its definition says, and that what is declared `const` keeps its value (C11 6.7.3p6). Here attributes
//! mean nothing, and a local that is `const` can be written through a pointer. That is said.
//!
//! **Soundness.** The front end lists every such attribute of the user's and every place where a
//! pointer to something `const` becomes another one ([`hatha_cfa::Promise`]); where it does not know which
//! procedure a promise is about, every program relies on it. Without such a place nothing writes to what
//! is `const`, and nobody can tell.

use super::language::few;
use super::{Assumption, Kind};
use hatha_cfa::{ProcId, Program, Promise, Promised, Target};
use std::collections::BTreeSet;

/// Attributes that compilers of 32-bit x86 obey, and others ignore.
const CONVENTIONS_OF_32_BITS: [&str; 6] = [
    "fastcall",
    "regparm",
    "sseregparm",
    "stdcall",
    "thiscall",
    "vectorcall",
];

/// The attribute that compilers of 64-bit x86 obey, and others ignore.
const CONVENTION_OF_64_BITS: &str = "ms_abi";

/// What is assumed of the promises that are about procedures which may run.
pub(super) fn promises(program: &Program, reached: &BTreeSet<ProcId>) -> Vec<Assumption> {
    let may_run = |p: &&Promise| p.proc.is_none_or(|p| reached.contains(&p));
    let made: Vec<&Promise> = program.promises.iter().filter(may_run).collect();
    let attributes = attributes(program, &made);
    let conventions = conventions(program, &made);
    let constants = constants(program, &made);
    attributes
        .into_iter()
        .chain(conventions)
        .chain(constants)
        .collect()
}

fn is_convention(name: &str) -> bool {
    name == CONVENTION_OF_64_BITS || CONVENTIONS_OF_32_BITS.contains(&name)
}

fn attributes(program: &Program, made: &[&Promise]) -> Option<Assumption> {
    let list = named(program, made, |name| !is_convention(name))?;
    let sentence =
        format!("what attributes say of functions is so, as compilers take for granted ({list})");
    Some(Assumption::new(Kind::Attributes, sentence))
}

fn conventions(program: &Program, made: &[&Promise]) -> Option<Assumption> {
    let list = named(program, made, |name| is_obeyed(&program.target, name))?;
    let sentence = format!(
        "declarations, definitions and calls of a function agree in its calling convention ({list})"
    );
    Some(Assumption::new(Kind::CallingConventions, sentence))
}

/// Whether a calling convention makes a difference on a machine.
fn is_obeyed(target: &Target, name: &str) -> bool {
    match target.pointer_bits {
        32 => CONVENTIONS_OF_32_BITS.contains(&name),
        _ => name == CONVENTION_OF_64_BITS,
    }
}

/// The attributes of some names, with the functions that they are about or else their places.
fn named(program: &Program, made: &[&Promise], is_one: impl Fn(&str) -> bool) -> Option<String> {
    let describe = |p: &&Promise| match (&p.kind, p.proc) {
        (Promised::Attribute(name), _) if !is_one(name) => None,
        (Promised::Attribute(name), Some(proc)) if !name.starts_with("__builtin_") => {
            Some(format!("`{name}` of `{}`", program.proc(proc).name))
        }
        (Promised::Attribute(name), _) => {
            Some(format!("`{name}` at {}", program.sources.describe(p.span)))
        }
        _ => None,
    };
    let list: BTreeSet<String> = made.iter().filter_map(describe).collect();
    few(list.into_iter().collect())
}

fn constants(program: &Program, made: &[&Promise]) -> Option<Assumption> {
    let name = |p: &&Promise| match &p.kind {
        Promised::Constant(name) => Some(format!("`{name}`")),
        _ => None,
    };
    let names: BTreeSet<String> = made.iter().filter_map(name).collect();
    let names = few(names.into_iter().collect())?;
    let lost = made.iter().filter(|p| p.kind == Promised::ConstLost);
    let lost: BTreeSet<String> = lost.map(|p| place(program, p)).collect();
    let lost = few(lost.into_iter().collect())?;
    let sentence = format!(
        "what is declared const keeps its value ({names}), though pointers lose a const ({lost})"
    );
    Some(Assumption::new(Kind::Constants, sentence))
}

/// Where a pointer loses a `const`.
fn place(program: &Program, promise: &Promise) -> String {
    let proc = promise.proc.map(|p| program.proc(p));
    match proc.filter(|p| p.model || !p.defined) {
        Some(proc) => format!("`{}`", proc.name),
        None if promise.span.is_some() => program.sources.describe(promise.span),
        None => "a union".to_owned(),
    }
}
