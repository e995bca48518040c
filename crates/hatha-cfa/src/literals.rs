//! String literals: C lets those with the same bytes, or with the same end, be one object (C11 6.4.5).

use crate::program::{GlobalInit, InitItem, InitValue, Origin, Program, VarId};

/// Whether two variables are string literals one of which is the end of the other: where they lie
/// is then nothing to rely on.
pub fn may_share(program: &Program, a: VarId, b: VarId) -> bool {
    let both = text(program, a).zip(text(program, b));
    a != b && both.is_some_and(|(a, b)| a.ends_with(b) || b.ends_with(a))
}

/// The bytes of a string literal.
fn text(program: &Program, literal: VarId) -> Option<&[u8]> {
    if program.var(literal).origin != Origin::StringLiteral {
        return None;
    }
    let (_, init) = program.globals.iter().find(|(v, _)| *v == literal)?;
    let GlobalInit::Defined(items) = init else {
        return None;
    };
    match items.as_slice() {
        [
            InitItem {
                value: InitValue::Bytes(bytes),
                ..
            },
        ] => Some(bytes),
        _ => None,
    }
}
