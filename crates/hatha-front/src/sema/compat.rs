//! Compatible and composite types (C11 6.2.7), and types as text.
//!
//! **Invariant.** [`Sema::compatible`] is true wherever gcc says so; it errs
//! towards true for variable lengths, whose agreement only a run can tell.

use super::Sema;
use super::types::same_qualifiers;
use hatha_cfa::{ArrayLen, FloatKind, FunctionType, IntKind, Qual, RecordKind, Type, TypeId};

impl Sema<'_, '_> {
    /// Whether two types are compatible.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.types.get(a), self.types.get(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.compatible_qual(*x, *y),
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible_qual(*x, *y)
            }
            (Type::Function(f), Type::Function(g)) => self.compatible_functions(f, g),
            (Type::Enum(e), Type::Int(k)) | (Type::Int(k), Type::Enum(e)) => {
                self.types.enumeration(*e).repr == *k
            }
            _ => false,
        }
    }

    /// Compatible with the same qualifiers.
    pub(super) fn compatible_qual(&self, a: Qual, b: Qual) -> bool {
        same_qualifiers(a.quals, b.quals) && self.compatible(a.ty, b.ty)
    }

    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType) -> bool {
        if !self.compatible(f.ret, g.ret) {
            return false;
        }
        if f.unprototyped || g.unprototyped {
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params
                .iter()
                .zip(&g.params)
                .all(|(a, b)| self.compatible(*a, *b))
    }

    /// The type that knows what both compatible types know.
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (Type::Pointer(x), Type::Pointer(y)) => {
                let ty = self.composite(x.ty, y.ty);
                self.types.pointer(Qual { ty, quals: x.quals })
            }
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                let ty = self.composite(x.ty, y.ty);
                let elem = Qual { ty, quals: x.quals };
                let len = if m == ArrayLen::Incomplete { n } else { m };
                self.types.intern(Type::Array { elem, len })
            }
            (Type::Function(f), Type::Function(g)) => self.composite_functions(a, &f, b, &g),
            _ => a,
        }
    }

    fn composite_functions(
        &mut self,
        a: TypeId,
        f: &FunctionType,
        b: TypeId,
        g: &FunctionType,
    ) -> TypeId {
        if f.unprototyped {
            return b;
        }
        if g.unprototyped {
            return a;
        }
        let pairs: Vec<(TypeId, TypeId)> = f
            .params
            .iter()
            .copied()
            .zip(g.params.iter().copied())
            .collect();
        let params = pairs
            .into_iter()
            .map(|(x, y)| self.composite(x, y))
            .collect();
        let ret = self.composite(f.ret, g.ret);
        self.function_type(ret, params, f.variadic, false)
    }

    /// A type as C would write it.
    pub(super) fn type_string(&self, ty: TypeId) -> String {
        self.declaration_string(ty, String::new())
    }

    /// A qualified type as C would write it.
    pub(super) fn qual_string(&self, q: Qual) -> String {
        let mut words = String::new();
        if q.quals.is_const {
            words.push_str("const ");
        }
        if q.quals.is_volatile {
            words.push_str("volatile ");
        }
        if q.quals.is_atomic {
            words.push_str("_Atomic ");
        }
        if matches!(self.types.get(q.ty), Type::Pointer(_)) {
            return self.declaration_string(q.ty, words.trim_end().to_owned());
        }
        format!("{words}{}", self.type_string(q.ty))
    }

    fn declaration_string(&self, ty: TypeId, inner: String) -> String {
        match self.types.get(ty) {
            Type::Pointer(to) => {
                let wrap = matches!(
                    self.types.get(to.ty),
                    Type::Array { .. } | Type::Function(_)
                );
                let inner = if wrap {
                    format!("(*{inner})")
                } else {
                    format!("*{inner}")
                };
                let quals = self.qual_string(Qual {
                    ty: self.common.void,
                    quals: to.quals,
                });
                let prefix = quals.strip_suffix("void").unwrap_or("").to_owned();
                format!("{prefix}{}", self.declaration_string(to.ty, inner))
            }
            Type::Array { elem, len } => {
                let n = match len {
                    ArrayLen::Fixed(n) => n.to_string(),
                    _ => String::new(),
                };
                self.declaration_string(elem.ty, format!("{inner}[{n}]"))
            }
            Type::Function(f) => {
                let params = self.parameter_string(f);
                self.declaration_string(f.ret, format!("{inner}({params})"))
            }
            base => {
                let name = self.base_string(base);
                if inner.is_empty() {
                    name
                } else {
                    format!("{name} {inner}")
                }
            }
        }
    }

    fn parameter_string(&self, f: &FunctionType) -> String {
        if f.unprototyped {
            return String::new();
        }
        let mut parts: Vec<String> = f.params.iter().map(|p| self.type_string(*p)).collect();
        if f.variadic {
            parts.push("...".to_owned());
        }
        if parts.is_empty() {
            "void".to_owned()
        } else {
            parts.join(", ")
        }
    }

    fn base_string(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(k) => int_string(*k),
            Type::Float(k) => float_string(*k).to_owned(),
            Type::Record(r) => {
                let record = self.types.record(*r);
                let word = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                format!("{word} {}", record.tag.as_deref().unwrap_or("<anonymous>"))
            }
            Type::Enum(e) => {
                let tag = self.types.enumeration(*e).tag.as_deref();
                format!("enum {}", tag.unwrap_or("<anonymous>"))
            }
            _ => "type".to_owned(),
        }
    }
}

fn int_string(kind: IntKind) -> String {
    let name = match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short int",
        IntKind::UShort => "short unsigned int",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long int",
        IntKind::ULong => "long unsigned int",
        IntKind::LongLong => "long long int",
        IntKind::ULongLong => "long long unsigned int",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "__int128 unsigned",
        IntKind::Bits { bits, signed } => {
            let sign = if signed { "signed" } else { "unsigned" };
            return format!("{sign} {bits}-bit field");
        }
    };
    name.to_owned()
}

fn float_string(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}
