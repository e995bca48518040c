//! C types, interned, with their layout.
//!
//! **Invariant.** Equal [`TypeId`] means the same type: every type but records
//! and enumerations is interned by structure, records and enumerations by
//! identity (their declaration). The layout of a complete record is computed by
//! the front end for the program's [`Target`] and is final.

use crate::target::{LongDouble, Target};
use hatha_index::{IndexSlice, IndexVec, index_type};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

index_type! {
    /// An interned type.
    pub struct TypeId
}

index_type! {
    /// A structure or union declaration.
    pub struct RecordId
}

index_type! {
    /// An enumeration declaration.
    pub struct EnumId
}

/// The integer types by name; widths and the sign of `char` are the target's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// The type of a bit-field wider than `int`, whose arithmetic wraps at its own width.
    Bits {
        bits: u16,
        signed: bool,
    },
}

impl IntKind {
    /// The name of the type in C; `None` for the types of wide bit-fields, which have none.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
            IntKind::Bits { .. } => return None,
        })
    }
}

/// The floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// `__float128` and `_Float128`.
    Float128,
}

/// Type qualifiers, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quals {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `_Atomic`
    pub is_atomic: bool,
    /// Declared through a `typedef` with an alignment below its type's own: no qualifier of C, and
    /// never shown or compared as one, but an access may not rely on any alignment.
    pub under_aligned: bool,
}

/// A qualified type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Qual {
    /// The type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: Quals,
}

impl From<TypeId> for Qual {
    fn from(ty: TypeId) -> Self {
        Qual {
            ty,
            quals: Quals::default(),
        }
    }
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArrayLen {
    /// A constant count (zero is GNU's zero-length array).
    Fixed(u64),
    /// `[]`: incomplete, or a flexible member.
    Incomplete,
    /// A variable-length array; the number tells declarations apart and the
    /// front end keeps the size expression.
    Variable(u32),
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The result.
    pub ret: TypeId,
    /// The parameters, adjusted (arrays and functions are pointers).
    pub params: Vec<TypeId>,
    /// Whether it ends in `...`.
    pub variadic: bool,
    /// Declared without a prototype, `f()`: any arguments are accepted.
    pub unprototyped: bool,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `_Bool`: one byte, only ever 0 or 1.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// A pointer.
    Pointer(Qual),
    /// An array.
    Array {
        /// Element type.
        elem: Qual,
        /// Length.
        len: ArrayLen,
    },
    /// A structure or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function(FunctionType),
    /// An unbounded integer (guarded commands, Boogie).
    MathInt,
    /// A truth value (guarded commands, Boogie).
    MathBool,
    /// A total map (Boogie).
    Map {
        /// Argument type.
        domain: TypeId,
        /// Result type.
        range: TypeId,
    },
}

/// Structure or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `None` for an anonymous structure or union member.
    pub name: Option<String>,
    /// Its type. For a bit-field: the declared type.
    pub ty: Qual,
    /// Offset in bytes. For a bit-field: of the byte in which its first bit lies.
    pub offset: u64,
    /// For a bit-field: first bit within the byte at `offset` (0..8) and width.
    pub bits: Option<crate::expr::BitRange>,
    /// The alignment that an access may rely on (less than the type's in a packed record).
    pub align: u32,
}

/// A structure or union with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// The tag, if any.
    pub tag: Option<String>,
    /// Members in order; unnamed bit-fields are left out (they only take room).
    pub fields: Vec<Field>,
    /// Size in bytes; meaningless while incomplete.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Whether the body has been seen.
    pub complete: bool,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The tag, if any.
    pub tag: Option<String>,
    /// The compatible integer type.
    pub repr: IntKind,
    /// Constants with their values.
    pub constants: Vec<(String, i128)>,
    /// Whether the body has been seen.
    pub complete: bool,
}

/// What the machine sees of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `_Bool`.
    Bool,
    /// An integer or enumeration.
    Int {
        /// Width.
        bits: u16,
        /// Two's complement if signed.
        signed: bool,
    },
    /// A pointer, an address of the target's width.
    Pointer,
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// x87 extended.
    F80,
    /// IEEE quad.
    F128,
    /// An unbounded integer.
    MathInt,
    /// A truth value.
    MathBool,
}

impl Scalar {
    /// Whether it is one of the floating types.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128)
    }
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: IndexSet<Type, FxBuildHasher>,
    records: IndexVec<RecordId, Record>,
    enums: IndexVec<EnumId, Enum>,
}

impl TypeTable {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Interns a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId::from(self.types.insert_full(ty).0)
    }

    /// The type behind an id (which must come from this table).
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// `void`
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    /// A pointer to an unqualified type.
    pub fn pointer(&mut self, to: impl Into<Qual>) -> TypeId {
        let to = to.into();
        self.intern(Type::Pointer(to))
    }

    /// An array of constant length.
    pub fn array(&mut self, elem: impl Into<Qual>, len: u64) -> TypeId {
        let elem = elem.into();
        self.intern(Type::Array {
            elem,
            len: ArrayLen::Fixed(len),
        })
    }

    /// Declares a new record.
    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push_and_get_key(record)
    }

    /// Declares a new enumeration.
    pub fn add_enum(&mut self, e: Enum) -> EnumId {
        self.enums.push_and_get_key(e)
    }

    /// Whether an id names a record of this table.
    pub(crate) fn has_record(&self, id: RecordId) -> bool {
        id.index() < self.records.len()
    }

    /// All records, in the order of their declarations.
    pub fn records(&self) -> &IndexSlice<RecordId, Record> {
        &self.records
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// A record, to complete it.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id]
    }

    /// An enumeration.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id]
    }

    /// An enumeration, to complete it.
    pub fn enumeration_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id]
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<Qual> {
        match self.get(id) {
            Type::Pointer(q) => Some(*q),
            _ => None,
        }
    }

    /// The machine's view of a scalar type, `None` for every other type.
    pub fn scalar(&self, id: TypeId, target: &Target) -> Option<Scalar> {
        Some(match self.get(id) {
            Type::Bool => Scalar::Bool,
            Type::Int(k) => target.scalar_of(*k),
            Type::Enum(e) => target.scalar_of(self.enumeration(*e).repr),
            Type::Float(FloatKind::Float) => Scalar::F32,
            Type::Float(FloatKind::Double) => Scalar::F64,
            Type::Float(FloatKind::Float128) => Scalar::F128,
            Type::Float(FloatKind::LongDouble) => match target.long_double {
                LongDouble::Double => Scalar::F64,
                LongDouble::X87 => Scalar::F80,
                LongDouble::Quad => Scalar::F128,
            },
            Type::Pointer(_) => Scalar::Pointer,
            Type::MathInt => Scalar::MathInt,
            Type::MathBool => Scalar::MathBool,
            _ => return None,
        })
    }

    /// Whether objects of a type may have more bytes than the type: an array without a length, or
    /// a structure that ends in one.
    pub fn is_open_ended(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array { len, .. } => {
                matches!(len, ArrayLen::Incomplete | ArrayLen::Fixed(0))
            }
            Type::Record(r) => {
                let record = self.record(*r);
                let last = record.fields.last();
                !record.complete || last.is_some_and(|f| self.is_open_ended(f.ty.ty))
            }
            _ => false,
        }
    }

    /// Size in bytes; `None` for incomplete, variable-length, function and mathematical types.
    /// `void` and functions have no size here (GNU's size 1 is the front end's business).
    pub fn size(&self, id: TypeId, target: &Target) -> Option<u64> {
        Some(match self.get(id) {
            Type::Bool => 1,
            Type::Int(IntKind::Bits { bits, .. }) => {
                u64::from(*bits).div_ceil(8).next_power_of_two()
            }
            Type::Int(k) => u64::from(target.int_bits_of(*k)) / 8,
            Type::Enum(e) => u64::from(target.int_bits_of(self.enumeration(*e).repr)) / 8,
            Type::Float(FloatKind::Float) => 4,
            Type::Float(FloatKind::Double) => 8,
            Type::Float(FloatKind::LongDouble) => u64::from(target.long_double_size),
            Type::Float(FloatKind::Float128) => 16,
            Type::Pointer(_) => target.pointer_bytes(),
            Type::Array {
                elem,
                len: ArrayLen::Fixed(n),
            } => self.size(elem.ty, target)?.checked_mul(*n)?,
            Type::Record(r) if self.record(*r).complete => self.record(*r).size,
            _ => return None,
        })
    }

    /// Alignment in bytes; `None` where [`TypeTable::size`] is `None`, except that an
    /// array of unknown length has its element's.
    pub fn align(&self, id: TypeId, target: &Target) -> Option<u32> {
        Some(match self.get(id) {
            Type::Array { elem, .. } => self.align(elem.ty, target)?,
            Type::Record(r) if self.record(*r).complete => self.record(*r).align,
            Type::Float(FloatKind::Double) => target.double_align,
            Type::Float(FloatKind::LongDouble) => target.long_double_align,
            Type::Float(FloatKind::Float128) => 16,
            Type::Int(IntKind::LongLong | IntKind::ULongLong) => target.long_long_align,
            _ => self.size(id, target)? as u32,
        })
    }
}
