//! `__attribute__((…))` and `[[…]]`.
//!
//! **Invariant.** Only attributes that change neither layout, nor linkage, nor
//! control flow, nor the value of anything are dropped; one that is not known
//! here is kept, for the semantic analysis to judge.

use super::token::{Kind, Token};
use crate::floating::relaxes;
use std::ops::Range;

/// Attributes without a meaning for hatha, without `__`.
const HARMLESS: [&str; 72] = [
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "bnd_legacy",
    "bounded",
    "cdecl",
    "cold",
    "common",
    "const",
    "deprecated",
    "designated_init",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "force",
    "format",
    "format_arg",
    "hot",
    "indirect_branch",
    "leaf",
    "likely",
    "malloc",
    "may_alias",
    "maybe_unused",
    "ms_abi",
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
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "optimize",
    "patchable_function_entry",
    "pure",
    "regparm",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "simd",
    "stdcall",
    "sysv_abi",
    "unlikely",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
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
    (outer < tokens.len() && inner + 1 == outer).then(|| Attributes {
        next: outer + 1,
        kept: keep(input, tokens, first + 2..inner),
    })
}

/// The attributes of a list that have a meaning.
fn keep(input: &[u8], tokens: &[Token], list: Range<usize>) -> Vec<Range<usize>> {
    split(tokens, list)
        .into_iter()
        .map(|one| without_scope(tokens, one))
        .filter(|one| !one.is_empty() && !is_without_meaning(input, &tokens[one.clone()]))
        .collect()
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
    is_harmless(text(input, first)) && !relaxes(&whole) && !names_section_with_meaning(&whole)
}

/// Linkers name the bounds of sections whose names could be those of variables.
fn names_section_with_meaning(attribute: &str) -> bool {
    let is_section = attribute.trim_start_matches('_').starts_with("section");
    let name = attribute.split('"').nth(1).unwrap_or_default();
    let is_run = RUN_SECTIONS.iter().any(|run| name.starts_with(run));
    is_section && (is_run || !name.starts_with('.'))
}

fn is_harmless(name: &[u8]) -> bool {
    let bare = name.strip_prefix(b"__").unwrap_or(name);
    let bare = bare.strip_suffix(b"__").unwrap_or(bare);
    std::str::from_utf8(bare).is_ok_and(|bare| HARMLESS.binary_search(&bare).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted() {
        assert!(super::HARMLESS.is_sorted());
    }
}
