//! Address arithmetic, comparison, alignment, tags, casts, reuse after `free`, `realloc`.
//!
//! The truth is native runs with several layouts: padding between the objects, other options of
//! the compiler, and allocators that grow up or down, reuse at once or never, move a block or
//! leave it. A failing run refutes *proved*. A claim that holds in every layout is known to do
//! so by how it was made; then *violated* is wrong.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::Case;
use super::native::{self, Sanitize, Start};
use super::text::{Choices, Text};
use crate::Result;
use crate::rng::Rng;
use std::path::Path;

/// The area.
pub struct Addresses;

/// Allocators, and what ends a run whose assertion fails.
const LAYOUT: &str = include_str!("layout.c");

/// Flags of the compiler for each layout.
const LAYOUTS: [&[&str]; 8] = [
    &["-DALLOCATOR=0"],
    &["-DALLOCATOR=1", "-DPADS=1"],
    &["-DALLOCATOR=2", "-DPADS=3", "-no-pie"],
    &["-DALLOCATOR=3", "-DPADS=8", "-fstack-protector-all"],
    &["-DALLOCATOR=4", "-DPADS=13"],
    &["-DALLOCATOR=5", "-DPADS=24", "-fno-toplevel-reorder"],
    &[
        "-DALLOCATOR=1",
        "-DPADS=40",
        "-fpack-struct=16",
        "-fomit-frame-pointer",
    ],
    &["-DALLOCATOR=3", "-DPADS=5", "-no-pie", "-fno-common"],
];

/// Exit status of a failing assertion.
const FAILED: i32 = 66;

/// Claims that hold in every layout; `T` is a type, `N` a number, `#` a fresh number.
const ALWAYS: [&str; 26] = [
    "T x# = N; PAD(#) T y# = 1; assert(&x# != &y#);",
    "T x# = N; assert(((uintptr_t)&x# & (_Alignof(T) - 1)) == 0);",
    "T *p# = malloc(sizeof(T)); assert(((uintptr_t)p# & 7) == 0);",
    "T *p# = malloc(N * sizeof(T)); T *q# = malloc(sizeof(T)); assert(p# != q#);",
    "T *p# = malloc(4), *q# = malloc(4); assert(p# < q# || q# < p#);",
    "T a#[N + 1]; assert(&a#[N] - &a#[0] == N);",
    "T a#[N + 1]; assert((uintptr_t)&a#[N] - (uintptr_t)a# == N * sizeof(T));",
    "T *p# = malloc(sizeof(T)); *p# = 3; uintptr_t t# = (uintptr_t)p# | 1; assert(*(T *)(t# & ~(uintptr_t)1) == 3);",
    "T x# = 5; T *p# = (T *)(uintptr_t)&x#; *p# = 6; assert(x# == 6);",
    "T x# = 1, y# = 2; uintptr_t z# = (uintptr_t)&x# ^ (uintptr_t)&y#; assert(*(T *)(z# ^ (uintptr_t)&x#) == 2);",
    "_Alignas(32) char a#[3]; assert(((uintptr_t)a# & 31) == 0);",
    "T *p# = malloc(4), *q# = malloc(4); T *l# = p# < q# ? p# : q#; T *h# = p# < q# ? q# : p#; assert(l# < h#);",
    "T *p# = malloc(N * sizeof(T) + 8); assert(p# + 1 > p# && p# != 0);",
    "struct two { char c; T t; } s#; assert((char *)&s#.t - (char *)&s# == offsetof(struct two, t));",
    "T *p# = malloc(sizeof(T)); assert(((uintptr_t)p# >> 3) % 8 < 8);",
    "T *p# = malloc(2 * sizeof(T)); p#[0] = 4; p# = realloc(p#, 40); assert(p#[0] == 4);",
    "T *p# = malloc(sizeof(T)); free(p#); T *q# = malloc(sizeof(T)); *q# = 2; assert(*q# == 2);",
    "char c# = 1; assert(&c# != (char *)&global && &c# != other);",
    "T *p# = malloc(sizeof(T)); assert((T *)(intptr_t)p# == p#);",
    "T x# = 0; char *b# = (char *)&x#; assert(b# + sizeof(T) == (char *)(&x# + 1));",
    "assert(first != second);",
    "T x# = 0; void *v# = &x#; assert((T *)v# == &x#);",
    "T *p# = malloc(3 * sizeof(T)); uintptr_t u# = (uintptr_t)(p# + 2); assert((T *)u# - p# == 2);",
    "T *p# = calloc(2, sizeof(T)); assert(p# && p#[1] == 0);",
    "T a#[4]; T *e# = a# + 4; int n# = 0; for (T *i# = a#; i# != e#; i#++) n#++; assert(n# == 4);",
    "T a#[4]; T *e# = a# + 4; int n# = 0; for (T *i# = a#; i# < e#; i#++) n#++; assert(n# == 4);",
];

/// Claims that hold in some layouts only.
const SOMETIMES: [&str; 34] = [
    "T *p# = malloc(4), *q# = malloc(4); assert(p# < q#);",
    "T *p# = malloc(8), *q# = malloc(8); assert(p# > q#);",
    "T x# = 0; PAD(#) T y# = 0; assert(&x# < &y#);",
    "T x# = 0; PAD(#) T y# = 0; assert(&x# > &y#);",
    "char c# = 0; PAD(#) assert(((uintptr_t)&c# & 1) == 0);",
    "PAD(#) char c#[N + 1]; assert(((uintptr_t)c# & 3) != 3);",
    "T *p# = malloc(sizeof(T)); assert(((uintptr_t)p# & 31) == 0);",
    "T *p# = malloc(sizeof(T)); assert(((uintptr_t)p# & 16) != 0);",
    "T *p# = malloc(sizeof(T)); free(p#); T *q# = malloc(sizeof(T)); assert(p# != q#);",
    "T *p# = malloc(sizeof(T)); free(p#); T *q# = malloc(sizeof(T)); assert(p# == q#);",
    "T *p# = malloc(sizeof(T)); uintptr_t o# = (uintptr_t)p#; p# = realloc(p#, 20 + N); assert((uintptr_t)p# != o#);",
    "T *p# = malloc(64); uintptr_t o# = (uintptr_t)p#; p# = realloc(p#, 4); assert((uintptr_t)p# == o#);",
    "T *p# = malloc(16); uintptr_t o# = (uintptr_t)p#; p# = realloc(p#, 4000); assert((uintptr_t)p# == o#);",
    "T *p# = malloc(4); T *q# = malloc(4); assert((uintptr_t)q# - (uintptr_t)p# >= 16);",
    "T *p# = malloc(4); T *q# = malloc(4); assert((uintptr_t)q# - (uintptr_t)p# != 32);",
    "T x# = 0; assert(((uintptr_t)&x# & 0x40) == 0);",
    "T x# = 0; assert(((uintptr_t)&x# & 8) == 0);",
    "T *p# = malloc(sizeof(T)); assert(((uintptr_t)p# >> 4) % 8 != 3);",
    "assert((char *)(&global + 1) != other);",
    "assert(other + sizeof other != (char *)&global);",
    "assert(\"ab\" != \"ab\" + 0);",
    "const char *s# = \"tail\", *t# = \"tail\"; assert(s# != t#);",
    "const char *s# = \"tail\", *t# = \"tail\"; assert(s# == t#);",
    "uintptr_t a# = address_of_local(N), b# = address_of_local(2); assert(a# != b#);",
    "uintptr_t a# = address_of_local(N), b# = address_of_other(2); assert(a# == b#);",
    "uintptr_t d# = nested(0); assert(d# == 0);",
    "T *p# = malloc(sizeof(T)); assert((unsigned char)(uintptr_t)p# < 0xa0);",
    "T *p# = malloc(4); unsigned h# = (unsigned)((uintptr_t)p# * 2654435761u) >> 28; assert(h# != 5);",
    "T x# = 0; T *p# = malloc(4); assert((uintptr_t)p# < (uintptr_t)&x#);",
    "T x# = 0; assert((uintptr_t)&x# > (uintptr_t)&global);",
    "assert((uintptr_t)first < (uintptr_t)second);",
    "T *p# = malloc(4); free(p#); char *q# = malloc(64); assert(!((char *)p# >= q# && (char *)p# < q# + 64));",
    "void *p# = malloc(0), *q# = malloc(0); assert(p# == q#);",
    "{ T i# = 0; saved = (uintptr_t)&i#; } { T j# = 0; assert((uintptr_t)&j# != saved); }",
];

impl Area for Addresses {
    fn name(&self) -> &'static str {
        "addresses"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model = *rng.pick(&context.models);
        let always = rng.chance(50);
        let mut case = Case::program(model, program(rng, always));
        case.native = vec![if always { "always" } else { "sometimes" }.to_owned()];
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let answer = ask::check(case, folder.path(), &[], context)?;
        let always = case.native.iter().any(|n| n == "always");
        let refuted = match answer.verdict {
            Verdict::Proved => failing_layout(case, folder.path())?,
            Verdict::Violated if always => Some(Refutation {
                kind: Kind::WrongViolation,
                why: format!("the claims hold in every layout ({})", answer.reason()),
            }),
            _ => None,
        };
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// A layout in which the program fails natively.
fn failing_layout(case: &Case, folder: &Path) -> Result<Option<Refutation>> {
    std::fs::write(folder.join("layout.c"), LAYOUT).map_err(|e| e.to_string())?;
    for layout in LAYOUTS {
        let mut flags = layout.to_vec();
        flags.extend(["program.c", "layout.c"]);
        if native::compile(case, folder, "native", &flags, Sanitize::No)?.is_err() {
            continue;
        }
        for _ in 0..3 {
            let done = native::run(folder, "native", &Start::default(), Sanitize::No)?;
            if done.code() == Some(FAILED) {
                return Ok(Some(Refutation {
                    kind: Kind::WrongProof,
                    why: format!("compiled with {} it fails", flags.join(" ")),
                }));
            }
        }
    }
    Ok(None)
}

fn program(rng: &mut Rng, always: bool) -> String {
    let mut text = Text::default();
    for line in [
        "#include <assert.h>",
        "#include <stddef.h>",
        "#include <stdint.h>",
        "#include <stdlib.h>",
        "#ifdef PADS",
        "#define PAD(n) volatile char pad##n[PADS]; pad##n[0] = 0;",
        "static char padding[PADS];",
        "#else",
        "#define PAD(n)",
        "#endif",
        "unsigned __VERIFIER_nondet_uint(void);",
        "int global;",
        "char other[8];",
        "static uintptr_t saved;",
        "void first(void) { saved = 1; }",
        "void second(void) { saved = 2; }",
        "static uintptr_t address_of_local(int n) { int x = n; return (uintptr_t)&x; }",
        "static uintptr_t address_of_other(int n) { char pad[24]; int x = n; pad[0] = 1; return (uintptr_t)&x; }",
        "static uintptr_t nested(int n) { int x = n; return n ? (uintptr_t)&x : nested(1) > (uintptr_t)&x; }",
    ] {
        text.line(line);
    }
    text.open("int main(void)");
    let count = 1 + rng.below(2);
    for n in 0..count {
        let claims: &[&str] = match always || (n > 0 && rng.chance(50)) {
            true => &ALWAYS,
            false => &SOMETIMES,
        };
        claim(rng, &mut text, claims, n);
    }
    text.line("return 0;");
    text.close();
    text.finish()
}

fn claim(rng: &mut Rng, text: &mut Text, claims: &[&str], n: usize) {
    let kind = rng.word(&[
        "int",
        "int",
        "char",
        "short",
        "long",
        "unsigned long long",
        "unsigned char",
    ]);
    let number = 1 + rng.below(5);
    let line = rng.word(claims);
    let line = line
        .replace('#', &n.to_string())
        .replace("(N)", &format!("({number})"));
    // T and N stand alone in the templates.
    let line = words_replaced(&line, "T", kind);
    let line = words_replaced(&line, "N", &number.to_string());
    match rng.below(4) {
        0 => text.open("if (__VERIFIER_nondet_uint() & 1)"),
        1 => text.open(format!("for (int k{n} = 0; k{n} < 2; k{n}++)")),
        _ => text.open(""),
    }
    text.line(line);
    text.close();
}

/// Replaces a word where it stands between characters of no word.
fn words_replaced(line: &str, word: &str, by: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(word) {
        let before = rest[..at]
            .chars()
            .next_back()
            .or_else(|| result.chars().next_back());
        let after = rest[at + word.len()..].chars().next();
        let alone = !before.is_some_and(is_word) && !after.is_some_and(is_word);
        result.push_str(&rest[..at]);
        result.push_str(if alone { by } else { word });
        rest = &rest[at + word.len()..];
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_replaced() {
        assert_eq!(
            words_replaced("T *p = (T *)NT;", "T", "int"),
            "int *p = (int *)NT;"
        );
    }
}
