//! The parts of a type by their place: what stands at an offset, and where a type occurs.
//!
//! **Invariant.** Only complete types have parts here. Offsets are those of the
//! front end's layout; a bit-field is never a part, its bytes are.

use hatha_cfa::{ArrayLen, Program, Type, TypeId};

/// A scalar inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it starts.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
}

/// The scalar that covers an offset of a type, if it is one that can be read by itself.
pub fn leaf_at(program: &Program, ty: TypeId, offset: u64) -> Option<Leaf> {
    let (mut ty, mut base) = (ty, 0);
    loop {
        if program.scalar(ty).is_some() {
            return Some(Leaf { offset: base, ty });
        }
        (ty, base) = part_at(program, ty, base, offset)?;
    }
}

/// The element or member of a type at `base` that covers `offset`, with its place.
fn part_at(program: &Program, ty: TypeId, base: u64, offset: u64) -> Option<(TypeId, u64)> {
    match program.types.get(ty) {
        Type::Array { elem, .. } => {
            let size = program.size_of(elem.ty).filter(|&s| s > 0)?;
            Some((elem.ty, base + (offset - base) / size * size))
        }
        Type::Record(r) => {
            let inside = offset - base;
            let fields = program.types.record(*r).fields.iter();
            let covering = |f: &&hatha_cfa::Field| {
                let end = program.size_of(f.ty.ty).map(|s| f.offset + s);
                f.bits.is_none() && f.offset <= inside && end.is_some_and(|end| inside < end)
            };
            let field = fields.clone().find(covering)?;
            let overlaps_bits = |f: &hatha_cfa::Field| {
                let range = f.bits.map(|b| f.offset..f.offset + b.bytes());
                range.is_some_and(|r| r.contains(&inside))
            };
            // A union of a number and a bit-field: the bytes are the common ground.
            if fields.clone().any(overlaps_bits) {
                return None;
            }
            Some((field.ty.ty, base + field.offset))
        }
        _ => None,
    }
}

/// The offsets at which a type has a part of another type: itself, its members, and the first
/// elements of its arrays; in order, each once.
pub fn occurrences(program: &Program, ty: TypeId, wanted: TypeId) -> Vec<u64> {
    let mut found = Vec::new();
    let mut work = vec![(ty, 0)];
    while let Some((ty, base)) = work.pop() {
        if ty == wanted {
            found.push(base);
        }
        match program.types.get(ty) {
            Type::Array { elem, len } if *len != ArrayLen::Fixed(0) => work.push((elem.ty, base)),
            Type::Record(r) => {
                let fields = program.types.record(*r).fields.iter();
                let whole = fields.filter(|f| f.bits.is_none());
                work.extend(whole.map(|f| (f.ty.ty, base + f.offset)));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The part of a type at an offset as a C suffix, such as `.next` or `[2].x`.
pub fn suffix(program: &Program, ty: TypeId, offset: u64) -> String {
    let (mut ty, mut base, mut text) = (ty, 0, String::new());
    while program.scalar(ty).is_none() {
        let Some((part, at)) = part_at(program, ty, base, offset) else {
            break;
        };
        text.push_str(&step(program, ty, at - base, part));
        (ty, base) = (part, at);
    }
    if base != offset {
        text.push_str(&format!(" (byte {})", offset - base));
    }
    text
}

fn step(program: &Program, whole: TypeId, inside: u64, part: TypeId) -> String {
    match program.types.get(whole) {
        Type::Record(r) => {
            let mut fields = program.types.record(*r).fields.iter();
            let named = fields.find(|f| f.offset == inside && f.ty.ty == part);
            let name = named.and_then(|f| f.name.as_deref());
            name.map_or(String::new(), |n| format!(".{n}"))
        }
        _ => {
            let size = program.size_of(part).unwrap_or(1).max(1);
            format!("[{}]", inside / size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_cfa::{BitRange, Field, IntKind, Record, RecordKind, Target};

    /// `struct { char c; int n[3]; unsigned b : 4; struct { int *p; } s; }`
    fn sample() -> (Program, TypeId, TypeId, TypeId) {
        let mut program = Program::new(Target::lp64());
        let types = &mut program.types;
        let (char, int) = (types.int(IntKind::Char), types.int(IntKind::Int));
        let (pointer, array) = (types.pointer(int), types.array(int, 3));
        let field = |name: &str, ty: TypeId, offset, bits| Field {
            name: Some(name.to_owned()),
            ty: ty.into(),
            offset,
            bits,
            align: 1,
        };
        let record = |fields, size| Record {
            kind: RecordKind::Struct,
            tag: None,
            fields,
            size,
            align: 8,
            complete: true,
        };
        let inner = types.add_record(record(vec![field("p", pointer, 0, None)], 8));
        let inner = types.intern(Type::Record(inner));
        let nibble = BitRange {
            offset: 0,
            width: 4,
        };
        let fields = vec![
            field("c", char, 0, None),
            field("n", array, 4, None),
            field("b", int, 16, Some(nibble)),
            field("s", inner, 24, None),
        ];
        let outer = types.add_record(record(fields, 32));
        let outer = types.intern(Type::Record(outer));
        (program, outer, int, pointer)
    }

    #[test]
    fn the_scalar_at_an_offset_is_found() {
        let (program, outer, int, pointer) = sample();
        let at = |offset| leaf_at(&program, outer, offset);
        assert_eq!(at(9), Some(Leaf { offset: 8, ty: int }));
        let p = Leaf {
            offset: 24,
            ty: pointer,
        };
        assert_eq!(at(30), Some(p));
        assert_eq!(at(2), None, "padding");
        assert_eq!(at(16), None, "a bit-field is no scalar by itself");
    }

    #[test]
    fn parts_of_a_type_are_found_and_named() {
        let (program, outer, int, pointer) = sample();
        assert_eq!(occurrences(&program, outer, int), [4]);
        assert_eq!(occurrences(&program, outer, pointer), [24]);
        assert_eq!(occurrences(&program, outer, outer), [0]);
        assert_eq!(suffix(&program, outer, 12), ".n[2]");
        assert_eq!(suffix(&program, outer, 24), ".s.p");
        assert_eq!(suffix(&program, outer, 5), ".n[0] (byte 1)");
    }
}
