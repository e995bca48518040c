//! The pass between preprocessor and lang-c: rewrites what lang-c does not read
//! into what it does, without changing what it means.
//!
//! **Invariant.** Every byte of the result is traced to where it came from
//! ([`Piece`]), and a rewrite never changes the meaning of a program: either the
//! new text means the same in C, or it uses one of the reserved forms below,
//! which the semantic analysis gives the meaning of the old text. What cannot
//! be rewritten that way is left alone, so that the parser reports it.
//!
//! | source | what the parser sees |
//! | --- | --- |
//! | `a ?: b` | `a ? __hatha_elvis : b` |
//! | `&&l` | `__hatha_label_addr("l")` |
//! | `goto *e;` | `__hatha_goto(e);` (an expression statement) |
//! | `__label__ a, b;` | `__hatha_local_labels("a","b");` (an expression statement) |
//! | `asm goto (…);` | `__hatha_unsupported("asm goto");` (an expression statement) |
//! | `asm("…");` at file scope | `extern int __hatha_file_asm;` |
//! | `#pragma weak …` and the like | `extern int __hatha_file_pragma;` |
//! | `__auto_type x = e;` | as it is: a typedef name `__auto_type` |
//! | `__int128` | `_Decimal128x` (combines with `signed` and `unsigned`) |
//! | `__float128` | `_Float128` |
//! | `1.0q`, `1.0w` | `1.0f128`, `1.0f64x` |
//! | `__alignof__(x)`, `__alignof__ x`, type or expression | `__alignof__(__typeof(x))`: a [`TypeOf`] directly under an `AlignOf` |
//! | `_Alignof(x)` | `_Alignof(const __typeof(x))` |
//! | `_Alignas(x)` of a member | `__attribute__((__hatha_alignas__(_Alignof(__typeof(x)))))` |
//! | `sizeof(T){…}` | `sizeof((T){…})` |
//! | `__builtin_types_compatible_p(A, B)` | `__builtin_types_compatible_p(sizeof(A), sizeof(B))` |
//! | `__real__ e`, `__imag__ e` | `((__hatha_real) e)`, `((__hatha_imag) e)`: casts to typedef names |
//! | `typeof`, `__typeof__` | `__typeof` |
//! | `_Static_assert(e)` | `_Static_assert(e,"")` |
//! | members under `#pragma pack(n)` | `} __attribute__((__hatha_pack__(n)))` after the record's body |
//! | attributes after `struct`, `union`, `enum` | after the closing brace |
//! | attributes without a meaning for hatha | nothing |
//! | attributes that promise something to compilers | nothing; they are noted ([`Promise`]) |
//! | `[[x, gnu::y]]` | `__attribute__((x, y))` |
//! | `__extension__` | nothing |
//! | `__thread`, `__const__` | `_Thread_local`, `const` |
//! | a declaration without a type: `f() {}`, `static x;` | the same with `int` |
//! | a label before `}` or a declaration | the same with `;` after the label |
//! | `asm`, `typeof`, `inline`, `restrict` where the dialect has them as names | see [`decode_identifier`] |
//! | `$`, `é`, `\u00e9` in an identifier | see [`decode_identifier`] |
//! | `\u00e9` in a literal | the character itself |
//! | `\e`, `\q`, a byte that is not UTF-8, in a literal | `\033`, `q`, an octal escape |
//! | comments, digraphs, raw strings, splices | white space, brackets, ordinary strings, nothing |
//!
//! [`TypeOf`]: lang_c::ast::TypeOf

mod attributes;
pub(crate) use attributes::RUN_SECTIONS;
mod keywords;
mod literals;
mod nesting;
mod operand;
mod pack;
mod promises;
mod rewrite;
mod token;

use crate::dialect::Dialect;
use std::borrow::Cow;

pub(crate) use literals::decode_identifier;
pub(crate) use promises::Promise;
pub(crate) use token::Directive;

/// Declarations that stand before every text given to lang-c: names it must
/// take for types. There are [`PRELUDE_DECLARATIONS`] of them.
pub(crate) const PRELUDE: &str = "typedef int __auto_type, __hatha_real, __hatha_imag;\n";

/// How many external declarations [`PRELUDE`] has.
pub(crate) const PRELUDE_DECLARATIONS: usize = 1;

/// The text is not C; at a byte offset of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LexError {
    /// Where.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl LexError {
    fn new(at: usize, message: impl Into<String>) -> Self {
        LexError {
            at,
            message: message.into(),
        }
    }
}

/// A stretch of the input is replaced.
#[derive(Debug)]
pub(crate) struct Edit<'a> {
    start: usize,
    end: usize,
    text: Cow<'a, [u8]>,
}

impl Edit<'_> {
    fn replace(start: usize, end: usize, text: &'static str) -> Self {
        Edit {
            start,
            end,
            text: Cow::Borrowed(text.as_bytes()),
        }
    }

    fn owned(start: usize, end: usize, text: impl Into<Vec<u8>>) -> Self {
        Edit {
            start,
            end,
            text: Cow::Owned(text.into()),
        }
    }

    fn insert(at: usize, text: &'static str) -> Self {
        Self::replace(at, at, text)
    }
}

/// Output from `out` up to the next piece comes from `input..input_end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// First byte in the output.
    pub out: u32,
    /// First byte in the input.
    pub input: u32,
    /// For rewritten text, the end of what it replaces; for text that is copied
    /// byte by byte, `None`.
    pub replaces_to: Option<u32>,
}

/// The text for lang-c.
#[derive(Debug)]
pub(crate) struct Lexed {
    /// [`PRELUDE`], then the rewritten text.
    pub text: String,
    /// Where it comes from, in order; the prelude has none.
    pub pieces: Vec<Piece>,
    /// The directives of the input.
    pub directives: Vec<Directive>,
    /// What it promises to compilers.
    pub promises: Vec<Promise>,
}

/// Larger inputs are refused (offsets are 32-bit).
const MAX_BYTES: usize = 1 << 30;

/// Rewrites a preprocessed text of a dialect. `max_depth` bounds how deep the parser may have to recurse.
pub(crate) fn rewrite(
    input: &[u8],
    dialect: &Dialect,
    max_depth: usize,
) -> Result<Lexed, LexError> {
    if input.len() > MAX_BYTES {
        return Err(LexError::new(0, "file larger than 1 GiB"));
    }
    let scan = token::scan(input, dialect)?;
    nesting::check(&scan.tokens, input, max_depth)?;
    let mut edits = scan.edits;
    let (rewrites, promises) = rewrite::edits(input, &scan.tokens, &scan.directives)?;
    edits.extend(rewrites);
    // Stable: of several edits at one place the first pushed comes first.
    edits.sort_by_key(|e| e.start);
    let (text, pieces) = apply(input, &edits)?;
    Ok(Lexed {
        text,
        pieces,
        directives: scan.directives,
        promises,
    })
}

/// The text with edits, and where it comes from.
fn apply(input: &[u8], edits: &[Edit<'_>]) -> Result<(String, Vec<Piece>), LexError> {
    let mut text = Vec::with_capacity(PRELUDE.len() + input.len() + edits.len() * 8);
    text.extend_from_slice(PRELUDE.as_bytes());
    let mut pieces = Vec::with_capacity(edits.len() * 2 + 1);
    let mut copied = 0;
    for edit in edits {
        if edit.start < copied {
            // Inside a stretch that is replaced as a whole.
            continue;
        }
        copy(input, copied, edit.start, &mut text, &mut pieces);
        if !edit.text.is_empty() {
            pieces.push(Piece {
                out: text.len() as u32,
                input: edit.start as u32,
                replaces_to: Some(edit.end as u32),
            });
            text.extend_from_slice(&edit.text);
        }
        copied = edit.end;
    }
    copy(input, copied, input.len(), &mut text, &mut pieces);
    match String::from_utf8(text) {
        Ok(text) => Ok((text, pieces)),
        Err(e) => {
            let at = input_offset(&pieces, e.utf8_error().valid_up_to() as u32);
            Err(LexError::new(at as usize, "not UTF-8 text: not a C text"))
        }
    }
}

fn copy(input: &[u8], from: usize, to: usize, text: &mut Vec<u8>, pieces: &mut Vec<Piece>) {
    if from < to {
        pieces.push(Piece {
            out: text.len() as u32,
            input: from as u32,
            replaces_to: None,
        });
        text.extend_from_slice(&input[from..to]);
    }
}

/// The input offset of an output offset (0 within the prelude).
pub(crate) fn input_offset(pieces: &[Piece], out: u32) -> u32 {
    let after = pieces.partition_point(|p| p.out <= out);
    match after.checked_sub(1).map(|i| pieces[i]) {
        None => 0,
        Some(p) if p.replaces_to.is_some() => p.input,
        Some(p) => p.input + (out - p.out),
    }
}

#[cfg(test)]
mod tests;
