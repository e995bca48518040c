//! Display of lvalues: reads of memory as people write them: `rd32(v3 + 52)` is `s->state`.
//!
//! **Invariant.** Only texts for people come from here; a read that no lvalue of the program
//! names stays as it is.

use hatha_cfa::{ArrayLen, Program, Type, TypeId, VarId};

/// Replaces the reads that are members behind pointers or of variables.
pub(crate) fn with_lvalues(program: &Program, c: &str) -> String {
    let mut out = String::new();
    let mut rest = c;
    while let Some(at) = rest.find("rd") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match read(program, rest) {
            Some((lvalue, length)) => {
                out.push_str(&lvalue.text);
                rest = &rest[length..];
            }
            None => {
                out.push_str("rd");
                rest = &rest[2..];
            }
        }
    }
    out + rest
}

/// A place of the program.
struct Lvalue {
    text: String,
    ty: TypeId,
}

/// The read that a text begins with, and how long it is.
fn read(program: &Program, text: &str) -> Option<(Lvalue, usize)> {
    let inner = text.strip_prefix("rd")?;
    let digits = inner.find('(')?;
    let bits: u64 = inner[..digits].parse().ok()?;
    let start = 2 + digits + 1;
    let (base, length) = base(program, &text[start..])?;
    let mut at = start + length;
    let mut offset = 0;
    if let Some(number) = text[at..].strip_prefix(" + ") {
        let end = number.find(|c: char| !c.is_ascii_digit())?;
        offset = number[..end].parse().ok()?;
        at += 3 + end;
    }
    text[at..].strip_prefix(')')?;
    let found = member(program, base, offset, bits / 8)?;
    Some((found, at + 1))
}

/// What an address is computed from: the object that it leads to, as a text that a member can be
/// put behind.
fn base(program: &Program, text: &str) -> Option<(Lvalue, usize)> {
    if text.starts_with("rd") {
        let (pointer, length) = read(program, text)?;
        return Some((behind(program, pointer)?, length));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let word = &text[..end];
    let digits = word.strip_prefix("addr_v");
    let index: u32 = digits.or(word.strip_prefix('v'))?.parse().ok()?;
    let var = program.vars.get(index as usize)?;
    let place = Lvalue {
        text: word.strip_prefix("addr_").unwrap_or(word).to_owned(),
        ty: program.var(VarId(index)).ty,
    };
    if digits.is_some() {
        return Some((place, end));
    }
    (!var.name.contains('$')).then_some(())?;
    Some((behind(program, place)?, end))
}

/// What a pointer leads to.
fn behind(program: &Program, pointer: Lvalue) -> Option<Lvalue> {
    let to = program.types.pointee(pointer.ty)?;
    Some(Lvalue {
        text: format!("(*{})", pointer.text),
        ty: to.ty,
    })
}

/// The member of a place at an offset that has a size.
fn member(program: &Program, mut place: Lvalue, mut offset: u64, size: u64) -> Option<Lvalue> {
    loop {
        match program.types.get(place.ty) {
            Type::Record(id) => {
                let fields = program.types.record(*id).fields.iter();
                let ends = |f: &&hatha_cfa::Field| {
                    let length = program.size_of(f.ty.ty).unwrap_or(0);
                    f.bits.is_none() && f.offset <= offset && offset < f.offset + length
                };
                let field = fields.clone().find(ends)?;
                if let Some(name) = &field.name {
                    place.text = joined(&place.text, name);
                }
                offset -= field.offset;
                place.ty = field.ty.ty;
            }
            Type::Array {
                elem,
                len: ArrayLen::Fixed(_),
            } => {
                let length = program.size_of(elem.ty).filter(|&n| n > 0)?;
                place.text = format!("{}[{}]", place.text, offset / length);
                offset %= length;
                place.ty = elem.ty;
            }
            _ => break,
        }
    }
    let whole = offset == 0 && program.size_of(place.ty) == Some(size);
    whole.then(|| Lvalue {
        text: plain(&place.text),
        ty: place.ty,
    })
}

/// `(*p).f` is written `p->f`.
fn joined(place: &str, name: &str) -> String {
    let pointer = place.strip_prefix("(*").and_then(|p| p.strip_suffix(')'));
    match pointer {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{place}.{name}"),
    }
}

/// Without parentheses around the whole.
fn plain(place: &str) -> String {
    let whole = place.strip_prefix("(*").and_then(|p| p.strip_suffix(')'));
    match whole {
        Some(pointer) if !pointer.contains(')') => format!("*{pointer}"),
        _ => place.to_owned(),
    }
}
