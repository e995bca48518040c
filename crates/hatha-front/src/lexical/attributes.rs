//! `__attribute__((…))` and `[[…]]`.
//!
//! **Invariant.** Only attributes that change neither layout, nor linkage, nor
//! control flow, nor the value of anything are dropped silently. Those that let
//! compilers take something for granted, or pass arguments in other places, are
//! dropped and noted, for answers to say so ([`super::promises`]). One that is
//! not known here is kept, for the semantic analysis to judge.

use super::token::{Kind, Token};
use crate::floating::relaxes;
use std::ops::Range;

/// Attributes without a meaning for hatha, without `__`.
const HARMLESS: [&str; 58] = [
    "access",
    "always_inline",
    "artificial",
    "bnd_legacy",
    "bounded",
    "cdecl",
    "cold",
    "common",
    "deprecated",
    "designated_init",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "force",
    "format",
    "format_arg",
    "hot",
    "indirect_branch",
    "likely",
    "may_alias",
    "maybe_unused",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nocommon",
    "nodiscard",
    "noinline",
    "noipa",
    "nonstring",
    "noplt",
    "nothrow",
    "optimize",
    "patchable_function_entry",
    "retain",
    "section",
    "sentinel",
    "sysv_abi",
    "unlikely",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
];

/// Attributes by which a program promises something, about what a function does, gets or gives, or
/// that everybody calls it in the same way; without `__`.
const PROMISES: [&str; 23] = [
    "align_value",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "const",
    "copy",
    "fastcall",
    "leaf",
    "malloc",
    "ms_abi",
    "noescape",
    "nonnull",
    "nonnull_if_nonzero",
    "pure",
    "regparm",
    "reproducible",
    "returns_nonnull",
    "simd",
    "sseregparm",
    "stdcall",
    "thiscall",
    "unsequenced",
    "vectorcall",
];

/// The beginnings of the names of sections whose contents are run, before `main` or after it.
pub(crate) const RUN_SECTIONS: [&str; 5] = [
    ".ctors",
    ".dtors",
    ".fini_array",
    ".init_array",
    ".preinit_array",
];

/// One attribute list, `__attribute__((…))` or `[[…]]`.
#[derive(Debug)]
pub(super) struct Attributes {
    /// Index of the token after it.
    pub next: usize,
    /// Token ranges of the attributes that have a meaning, in order.
    pub kept: Vec<Range<usize>>,
    /// The names of those that promise something: indices of tokens.
    pub promises: Vec<usize>,
}

fn text<'a>(input: &'a [u8], t: &Token) -> &'a [u8] {
    &input[t.start as usize..t.end as usize]
}

fn is(tokens: &[Token], i: usize, b: u8) -> bool {
    tokens.get(i).is_some_and(|t| t.kind == Kind::Punct(b))
}

/// Reads the attribute list that starts at token `i`, if one does.
pub(super) fn read(
    input: &[u8],
    tokens: &[Token],
    partner: &[u32],
    i: usize,
) -> Option<Attributes> {
    let (open, first) = match text(input, tokens.get(i)?) {
        b"__attribute__" | b"__attribute" => (b'(', i + 1),
        b"[" => (b'[', i),
        _ => return None,
    };
    if !is(tokens, first, open) || !is(tokens, first + 1, open) {
        return None;
    }
    let outer = partner[first] as usize;
    let inner = partner[first + 1] as usize;
    (outer < tokens.len() && inner + 1 == outer).then(|| {
        let all = split(tokens, first + 2..inner).into_iter();
        let all = all.map(|one| without_scope(tokens, one));
        let all: Vec<Range<usize>> = all.filter(|one| !one.is_empty()).collect();
        let names = all.iter().map(|one| one.start);
        let promises = names.filter(|&i| is_listed(text(input, &tokens[i]), &PROMISES));
        let promises = promises.collect();
        let is_kept = |one: &Range<usize>| !is_without_meaning(input, &tokens[one.clone()]);
        Attributes {
            next: outer + 1,
            kept: all.into_iter().filter(is_kept).collect(),
            promises,
        }
    })
}

/// Splits at commas outside of parentheses.
fn split(tokens: &[Token], list: Range<usize>) -> Vec<Range<usize>> {
    let mut depth = 0usize;
    let mut parts = Vec::new();
    let mut start = list.start;
    for i in list.clone() {
        match tokens[i].kind {
            Kind::Punct(b'(') => depth += 1,
            Kind::Punct(b')') => depth = depth.saturating_sub(1),
            Kind::Punct(b',') if depth == 0 => {
                parts.push(start..i);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(start..list.end);
    parts
}

/// One attribute, a `gnu::` before it removed.
fn without_scope(tokens: &[Token], one: Range<usize>) -> Range<usize> {
    if one.len() > 3 && is(tokens, one.start + 1, b':') && is(tokens, one.start + 2, b':') {
        one.start + 3..one.end
    } else {
        one
    }
}

/// Whether an attribute can be dropped. One that lets compilers change floating results cannot, nor a
/// section that is run or whose bounds linkers name.
fn is_without_meaning(input: &[u8], one: &[Token]) -> bool {
    let (Some(first), Some(last)) = (one.first(), one.last()) else {
        return true;
    };
    let whole = String::from_utf8_lossy(&input[first.start as usize..last.end as usize]);
    let name = text(input, first);
    let is_known = is_listed(name, &HARMLESS) || is_listed(name, &PROMISES);
    is_known && !relaxes(&whole) && !names_section_with_meaning(&whole)
}

/// Linkers name the bounds of sections whose names could be those of variables.
fn names_section_with_meaning(attribute: &str) -> bool {
    let is_section = attribute.trim_start_matches('_').starts_with("section");
    let name = attribute.split('"').nth(1).unwrap_or_default();
    let is_run = RUN_SECTIONS.iter().any(|run| name.starts_with(run));
    is_section && (is_run || !name.starts_with('.'))
}

/// An attribute's name without `__`.
pub(super) fn bare(name: &[u8]) -> &[u8] {
    let bare = name.strip_prefix(b"__").unwrap_or(name);
    bare.strip_suffix(b"__").unwrap_or(bare)
}

fn is_listed(name: &[u8], list: &[&str]) -> bool {
    let name = std::str::from_utf8(bare(name));
    name.is_ok_and(|name| list.binary_search(&name).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tables_are_sorted() {
        assert!(super::HARMLESS.is_sorted() && super::PROMISES.is_sorted());
    }
}
