//! The layout of structures and unions, as gcc lays them out on System V targets.
//!
//! **Invariant.** A bit-field never straddles more storage units of its declared
//! type than it must, unless packed; only named bit-fields raise the alignment
//! of the record. Offsets are final: nothing later moves a member. Positions are
//! counted in bits, which need more room than sizes in bytes.

use hatha_cfa::{BitRange, Field, Qual, Record, RecordKind, Target, TypeId, TypeTable};

/// A member to be placed.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its name; `None` if anonymous (or an unnamed bit-field).
    pub name: Option<String>,
    /// Its declared type.
    pub ty: Qual,
    /// Size in bytes (0 for a flexible array).
    pub size: u64,
    /// Natural alignment in bytes.
    pub align: u32,
    /// Demanded by an attribute or `_Alignas`; 0 if not.
    pub explicit_align: u32,
    /// `packed`, by itself or with its record.
    pub packed: bool,
    /// Width in bits, for a bit-field.
    pub width: Option<u32>,
}

/// What the whole record demands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demands {
    /// Demanded alignment, or 0.
    pub align: u32,
    /// `#pragma pack(n)` in bytes, or 0.
    pub pack: u32,
}

struct Placer {
    union: bool,
    /// Next free bit.
    position: u128,
    /// Furthest bit, for unions.
    furthest: u128,
    align: u32,
    pack: u32,
    fields: Vec<Field>,
}

/// Places the members of a record.
pub(super) fn place(
    kind: RecordKind,
    tag: Option<String>,
    members: Vec<Member>,
    demands: Demands,
) -> Record {
    let mut placer = Placer {
        union: kind == RecordKind::Union,
        position: 0,
        furthest: 0,
        align: 1,
        pack: demands.pack,
        fields: Vec::with_capacity(members.len()),
    };
    for member in members {
        match member.width {
            Some(width) => placer.bit_field(member, u128::from(width)),
            None => placer.plain(member),
        }
    }
    let align = placer.align.max(demands.align);
    let bytes = bytes(placer.furthest.max(placer.position).div_ceil(8));
    Record {
        kind,
        tag,
        fields: placer.fields,
        size: bytes
            .checked_next_multiple_of(u64::from(align))
            .unwrap_or(u64::MAX),
        align,
        complete: true,
    }
}

/// A count of bytes; one beyond any memory stays so.
fn bytes(n: u128) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// A structure of plain members.
pub(super) fn plain_struct(
    tag: &str,
    members: &[(&str, TypeId)],
    types: &TypeTable,
    target: &Target,
) -> Record {
    let members = members
        .iter()
        .map(|(name, ty)| Member {
            name: Some((*name).to_owned()),
            ty: Qual::from(*ty),
            size: types.size(*ty, target).unwrap_or(0),
            align: types.align(*ty, target).unwrap_or(1),
            explicit_align: 0,
            packed: false,
            width: None,
        })
        .collect();
    place(
        RecordKind::Struct,
        Some(tag.to_owned()),
        members,
        Demands::default(),
    )
}

impl Placer {
    fn start(&self) -> u128 {
        if self.union { 0 } else { self.position }
    }

    fn advance(&mut self, end: u128) {
        self.furthest = self.furthest.max(end);
        if !self.union {
            self.position = end;
        }
    }

    fn limit(&self, align: u32) -> u32 {
        if self.pack == 0 {
            align
        } else {
            align.min(self.pack)
        }
    }

    fn plain(&mut self, m: Member) {
        let natural = if m.packed { 1 } else { m.align };
        let align = self.limit(natural.max(m.explicit_align)).max(1);
        let start = self.start().next_multiple_of(u128::from(align) * 8);
        self.align = self.align.max(align);
        self.advance(start + u128::from(m.size) * 8);
        self.fields.push(Field {
            name: m.name,
            ty: m.ty,
            offset: bytes(start / 8),
            bits: None,
            align,
        });
    }

    fn bit_field(&mut self, m: Member, width: u128) {
        let natural = if m.packed && width != 0 { 1 } else { m.align };
        // A zero-width bit-field aligns what follows, packed or not.
        let align = if width == 0 {
            natural.max(m.explicit_align)
        } else {
            self.limit(natural.max(m.explicit_align))
        };
        let unit = u128::from(m.size) * 8;
        let align_bits = u128::from(align.max(1)) * 8;
        let mut start = self.start();
        if m.explicit_align != 0 {
            start = start.next_multiple_of(u128::from(self.limit(m.explicit_align)) * 8);
        }
        let natural_bits = u128::from(m.align) * 8;
        let crosses = !m.packed && self.pack == 0 && start % natural_bits + width > unit;
        if width == 0 || crosses {
            start = start.next_multiple_of(align_bits);
        }
        self.advance(start + width);
        if m.name.is_none() {
            return;
        }
        // With `#pragma pack` in force gcc forgets `packed` here.
        let share = if self.pack == 0 {
            align
        } else {
            align.max(self.limit(m.align))
        };
        self.align = self.align.max(share);
        self.fields.push(Field {
            name: m.name,
            ty: m.ty,
            offset: bytes(start / 8),
            bits: Some(BitRange {
                offset: (start % 8) as u8,
                width: width as u8,
            }),
            align: 1,
        });
    }
}
