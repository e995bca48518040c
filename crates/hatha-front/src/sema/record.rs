//! Structure, union and enumeration specifiers.
//!
//! **Invariant.** A tag names one record per scope; a record is completed at
//! most once and its member map is built at that moment.

use super::attributes::Attrs;
use super::layout::{self, Demands, Member};
use super::parts::Shape;
use super::scope::{Symbol, Tag};
use super::types::{Context, Specs, is_derived_pointer};
use super::{Sema, error};
use crate::diag::{Diagnostic, Result};
use hatha_cfa::{
    ArrayLen, Enum, EnumId, IntKind, Qual, Record, RecordId, RecordKind, Span, Type, TypeId,
};
use lang_c::ast::{
    EnumType, Enumerator, Expression, StructDeclaration, StructDeclarator, StructField, StructKind,
    StructType,
};
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

/// Members of complete records by name: the path of field indices, through anonymous members.
#[derive(Default)]
pub(super) struct MemberMap {
    paths: FxHashMap<RecordId, FxHashMap<String, Vec<u32>>>,
    /// Records that stand for complex numbers and vectors.
    opaque: FxHashMap<RecordId, Shape>,
    made: FxHashMap<(&'static str, TypeId, u64), TypeId>,
    transparent: FxHashSet<RecordId>,
}

impl MemberMap {
    /// The way to a member.
    pub(super) fn path(&self, record: RecordId, name: &str) -> Option<&[u32]> {
        self.paths.get(&record)?.get(name).map(Vec::as_slice)
    }

    /// Whether the record stands for a complex number or a vector.
    pub(super) fn is_opaque(&self, record: RecordId) -> bool {
        self.opaque.contains_key(&record)
    }

    /// What the record stands for.
    pub(super) fn shape(&self, record: RecordId) -> Option<Shape> {
        self.opaque.get(&record).copied()
    }

    /// A union parameter of this type takes any of its members as an argument.
    pub(super) fn set_transparent(&mut self, record: RecordId) {
        self.transparent.insert(record);
    }

    /// Whether a union parameter takes any of its members as an argument.
    pub(super) fn is_transparent(&self, record: RecordId) -> bool {
        self.transparent.contains(&record)
    }
}

impl<'a> Sema<'a, '_> {
    /// `struct tag`, `struct tag { … }` and the same for unions.
    pub(super) fn record_specifier(
        &mut self,
        s: &'a Node<StructType>,
        attrs: Attrs<'a>,
        alone: bool,
    ) -> Result<TypeId> {
        let kind = match s.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let tag = s.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let span = self.span(s.node.identifier.as_ref().map_or(s.span, |i| i.span));
        let define = s.node.declarations.is_some();
        let id = self.record_tag(kind, tag, span, define || alone)?;
        if let Some(members) = &s.node.declarations {
            if self.types.record(id).complete {
                let name = record_name(kind, tag);
                return Err(error(span, format!("redefinition of '{name}'")));
            }
            self.define_record(id, kind, tag, members, &attrs)?;
        }
        Ok(self.types.intern(Type::Record(id)))
    }

    /// The record a tag means here; made if there is none. `own`: of the innermost scope only.
    fn record_tag(
        &mut self,
        kind: RecordKind,
        tag: Option<&'a str>,
        span: Span,
        own: bool,
    ) -> Result<RecordId> {
        if let Some(name) = tag {
            let found = if own {
                self.tags.get_here(name)
            } else {
                self.tags.get(name)
            };
            match found {
                Some(Tag::Record(id)) if self.types.record(id).kind == kind => return Ok(id),
                Some(_) => {
                    return Err(error(
                        span,
                        format!("'{name}' defined as wrong kind of tag"),
                    ));
                }
                None => {}
            }
        }
        let id = self.types.add_record(Record {
            kind,
            tag: tag.map(str::to_owned),
            fields: Vec::new(),
            size: 0,
            align: 1,
            complete: false,
        });
        if let Some(name) = tag {
            self.tags.bind(name, Tag::Record(id));
        }
        Ok(id)
    }

    fn define_record(
        &mut self,
        id: RecordId,
        kind: RecordKind,
        tag: Option<&str>,
        declarations: &'a [Node<StructDeclaration>],
        attrs: &Attrs<'a>,
    ) -> Result<()> {
        let mut members = Vec::new();
        let mut seen = FxHashSet::default();
        let last = declarations.len();
        for (i, d) in declarations.iter().enumerate() {
            match &d.node {
                StructDeclaration::StaticAssert(s) => self.static_assert(s)?,
                StructDeclaration::Field(f) => {
                    let first = members.len();
                    self.field(&f.node, self.span(f.span), attrs.packed, &mut members)?;
                    self.check_members(
                        &members[first..],
                        self.span(f.span),
                        kind,
                        i + 1 == last,
                        &mut seen,
                    )?;
                }
            }
        }
        let demands = Demands {
            align: attrs.align,
            pack: attrs.pack,
        };
        let record = layout::place(kind, tag.map(str::to_owned), members, demands);
        *self.types.record_mut(id) = record;
        if attrs.transparent_union {
            self.members.set_transparent(id);
        }
        self.map_members(id);
        Ok(())
    }

    fn check_members(
        &self,
        members: &[Member],
        span: Span,
        kind: RecordKind,
        last: bool,
        seen: &mut FxHashSet<String>,
    ) -> Result<()> {
        for (i, m) in members.iter().enumerate() {
            let mut names = Vec::new();
            match &m.name {
                Some(n) => names.push(n.clone()),
                None => self.inner_names(m.ty.ty, &mut names),
            }
            for name in names {
                if !seen.insert(name.clone()) {
                    return Err(error(span, format!("duplicate member '{name}'")));
                }
            }
            let open = matches!(
                self.types.get(m.ty.ty),
                Type::Array {
                    len: ArrayLen::Incomplete,
                    ..
                }
            );
            if open && kind == RecordKind::Struct && !(last && i + 1 == members.len()) {
                return Err(error(span, "flexible array member not at end of struct"));
            }
            if open && kind == RecordKind::Union {
                return Err(error(span, "flexible array member in union"));
            }
        }
        Ok(())
    }

    fn inner_names(&self, ty: TypeId, out: &mut Vec<String>) {
        let Some(id) = self.record_of(ty) else { return };
        if let Some(paths) = self.members.paths.get(&id) {
            let fields = self.types.record(id).fields.iter();
            for f in fields {
                match &f.name {
                    Some(n) if paths.contains_key(n) => out.push(n.clone()),
                    Some(_) => {}
                    None => self.inner_names(f.ty.ty, out),
                }
            }
        }
    }

    fn field(
        &mut self,
        f: &'a StructField,
        span: Span,
        packed: bool,
        out: &mut Vec<Member>,
    ) -> Result<()> {
        let specs = self.specifier_qualifiers(&f.specifiers)?;
        if f.declarators.is_empty() {
            let anonymous = self
                .record_of(specs.ty.ty)
                .is_some_and(|r| self.tagged_members || self.types.record(r).tag.is_none());
            if anonymous {
                out.push(self.member(None, specs.ty, &specs, packed, span)?);
            }
            return Ok(());
        }
        for d in &f.declarators {
            let member = self.field_declarator(d, &specs, packed)?;
            out.push(member);
        }
        Ok(())
    }

    fn field_declarator(
        &mut self,
        d: &'a Node<StructDeclarator>,
        specs: &Specs<'a>,
        packed: bool,
    ) -> Result<Member> {
        let mut specs = specs.clone();
        let mut ty = specs.ty;
        let mut name = None;
        let mut span = self.span(d.span);
        if let Some(declarator) = &d.node.declarator {
            let pending = self.pending.len();
            let declared = self.declarator(ty, declarator, Context::Plain)?;
            if self.pending.len() > pending || self.is_variable_array(declared.ty.ty) {
                self.pending.truncate(pending);
                self.unsupported(declared.span, "variable-length array in a structure");
            }
            if is_derived_pointer(declarator) {
                specs.align = specs.attrs.align;
            }
            specs.attrs.packed |= declared.attrs.packed;
            specs.align = specs.align.max(declared.attrs.align);
            (ty, name, span) = (declared.ty, declared.name, declared.span);
        }
        let mut member = self.member(name, ty, &specs, packed, span)?;
        if let Some(width) = &d.node.bit_width {
            member.width = Some(self.bit_width(width, &member, span)?);
        }
        Ok(member)
    }

    fn member(
        &mut self,
        name: Option<&str>,
        ty: Qual,
        specs: &Specs<'a>,
        packed: bool,
        span: Span,
    ) -> Result<Member> {
        let word = name.unwrap_or("<anonymous>");
        let size = match self.types.get(ty.ty) {
            Type::Function(_) => {
                return Err(error(
                    span,
                    format!("field '{word}' declared as a function"),
                ));
            }
            Type::Array {
                len: ArrayLen::Incomplete | ArrayLen::Variable(_),
                ..
            } => 0,
            _ => match self.size_of(ty.ty) {
                Some(size) => size,
                None => return Err(error(span, format!("field '{word}' has incomplete type"))),
            },
        };
        Ok(Member {
            name: name.map(str::to_owned),
            ty,
            size,
            align: self.least_align(ty),
            explicit_align: specs.align,
            packed: packed || specs.attrs.packed,
            width: None,
        })
    }

    /// The alignment of a type; one that a `typedef` lowered adds nothing to what that demands.
    fn least_align(&self, ty: Qual) -> u32 {
        match self.types.get(ty.ty) {
            _ if ty.quals.under_aligned => 1,
            Type::Array { elem, .. } => self.least_align(*elem),
            _ => self.types.align(ty.ty, self.target).unwrap_or(1),
        }
    }

    fn bit_width(&mut self, e: &'a Node<Expression>, m: &Member, span: Span) -> Result<u32> {
        let name = m.name.as_deref().unwrap_or("<anonymous>");
        if !self.is_integer(m.ty.ty) {
            return Err(error(span, format!("bit-field '{name}' has invalid type")));
        }
        let width = self.constant_integer(e)?;
        if width < 0 {
            return Err(error(span, format!("negative width in bit-field '{name}'")));
        }
        let most = match self.types.get(m.ty.ty) {
            Type::Bool => 1,
            _ => i128::from(m.size) * 8,
        };
        if width > most {
            return Err(error(span, format!("width of '{name}' exceeds its type")));
        }
        if width == 0 && m.name.is_some() {
            return Err(error(span, format!("zero width for bit-field '{name}'")));
        }
        Ok(width as u32)
    }

    fn map_members(&mut self, id: RecordId) {
        let mut paths = FxHashMap::default();
        for (i, f) in self.types.record(id).fields.iter().enumerate() {
            match &f.name {
                Some(n) => {
                    paths.insert(n.clone(), vec![i as u32]);
                }
                None => {
                    let inner = self
                        .record_of(f.ty.ty)
                        .and_then(|r| self.members.paths.get(&r));
                    for (n, rest) in inner.into_iter().flatten() {
                        let mut path = vec![i as u32];
                        path.extend(rest);
                        paths.insert(n.clone(), path);
                    }
                }
            }
        }
        self.members.paths.insert(id, paths);
    }

    /// A record that stands for a complex number or a vector (see [`super::parts`]).
    pub(super) fn opaque_type(&mut self, word: &'static str, part: TypeId, count: u64) -> TypeId {
        if let Some(ty) = self.members.made.get(&(word, part, count)) {
            return *ty;
        }
        let array = self.types.array(part, count);
        let name = format!("{word} {}", self.type_string(part));
        let mut record = layout::plain_struct(&name, &[("parts", array)], self.types, self.target);
        if word == "vector" {
            record.align = record.size.min(64) as u32;
        }
        let id = self.types.add_record(record);
        self.members.opaque.insert(id, Shape { word, part, count });
        let ty = self.types.intern(Type::Record(id));
        self.members.made.insert((word, part, count), ty);
        ty
    }

    /// Whether a type is complex or a vector.
    pub(super) fn is_opaque(&self, ty: TypeId) -> bool {
        self.record_of(ty)
            .is_some_and(|r| self.members.is_opaque(r))
    }

    /// `enum tag`, `enum tag { … }`.
    pub(super) fn enum_specifier(
        &mut self,
        e: &'a Node<EnumType>,
        attrs: Attrs<'a>,
        alone: bool,
    ) -> Result<TypeId> {
        let tag = e.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let span = self.span(e.node.identifier.as_ref().map_or(e.span, |i| i.span));
        let define = !e.node.enumerators.is_empty();
        let id = self.enum_tag(tag, span, define || alone)?;
        if define {
            if self.types.enumeration(id).complete {
                let name = tag.unwrap_or("<anonymous>");
                return Err(error(span, format!("redeclaration of 'enum {name}'")));
            }
            self.define_enum(
                id,
                &e.node.enumerators,
                attrs.packed || self.target.short_enums,
            )?;
        }
        Ok(self.types.intern(Type::Enum(id)))
    }

    fn enum_tag(&mut self, tag: Option<&'a str>, span: Span, own: bool) -> Result<EnumId> {
        if let Some(name) = tag {
            let found = if own {
                self.tags.get_here(name)
            } else {
                self.tags.get(name)
            };
            match found {
                Some(Tag::Enum(id)) => return Ok(id),
                Some(_) => {
                    return Err(error(
                        span,
                        format!("'{name}' defined as wrong kind of tag"),
                    ));
                }
                None => {}
            }
        }
        let id = self.types.add_enum(Enum {
            tag: tag.map(str::to_owned),
            repr: IntKind::UInt,
            constants: Vec::new(),
            complete: false,
        });
        if let Some(name) = tag {
            self.tags.bind(name, Tag::Enum(id));
        }
        Ok(id)
    }

    fn define_enum(&mut self, id: EnumId, list: &'a [Node<Enumerator>], small: bool) -> Result<()> {
        let mut constants: Vec<(&'a str, i128)> = Vec::with_capacity(list.len());
        let mut next = 0i128;
        for e in list {
            if let Some(value) = &e.node.expression {
                next = self.constant_integer(value)?;
            }
            let name = e.node.identifier.node.name.as_str();
            let span = self.span(e.node.identifier.span);
            self.check_new_name(name, span)?;
            constants.push((name, next));
            let ty = self.constant_type(next);
            self.names.bind(name, Symbol::Constant { value: next, ty });
            next = next.wrapping_add(1);
        }
        let repr = self.enum_repr(&constants, small);
        let wide = self.types.int(repr);
        for (name, value) in &constants {
            // Constants that an `int` holds stay `int`; the others have the enumeration's type.
            if self.constant_type(*value) != self.common.int {
                self.names.bind(
                    name,
                    Symbol::Constant {
                        value: *value,
                        ty: wide,
                    },
                );
            }
        }
        let slot = self.types.enumeration_mut(id);
        slot.repr = repr;
        slot.constants = constants
            .iter()
            .map(|(n, v)| ((*n).to_owned(), *v))
            .collect();
        slot.complete = true;
        Ok(())
    }

    fn check_new_name(&self, name: &str, span: Span) -> Result<()> {
        let what = match self.names.get_here(name) {
            None => return Ok(()),
            Some(Symbol::Constant { .. }) => format!("redeclaration of enumerator '{name}'"),
            Some(_) => format!("'{name}' redeclared as different kind of symbol"),
        };
        Err(error(span, what))
    }

    fn constant_type(&mut self, value: i128) -> TypeId {
        let kinds = [
            IntKind::Int,
            IntKind::UInt,
            IntKind::Long,
            IntKind::ULong,
            IntKind::LongLong,
            IntKind::ULongLong,
        ];
        let kind = kinds
            .into_iter()
            .find(|k| self.holds(*k, value, value))
            .unwrap_or(IntKind::ULongLong);
        self.types.int(kind)
    }

    fn holds(&self, kind: IntKind, least: i128, most: i128) -> bool {
        let bits = self.target.int_bits_of(kind);
        if self.target.is_signed(kind) {
            least >= -(1i128 << (bits - 1)) && most < 1i128 << (bits - 1)
        } else {
            least >= 0 && most < 1i128 << bits
        }
    }

    fn enum_repr(&self, constants: &[(&str, i128)], small: bool) -> IntKind {
        let least = constants.iter().map(|c| c.1).min().unwrap_or(0).min(0);
        let most = constants.iter().map(|c| c.1).max().unwrap_or(0);
        let narrow = [
            IntKind::UChar,
            IntKind::SChar,
            IntKind::UShort,
            IntKind::Short,
        ];
        let wide = [
            IntKind::UInt,
            IntKind::Int,
            IntKind::ULong,
            IntKind::Long,
            IntKind::ULongLong,
        ];
        narrow
            .into_iter()
            .filter(|_| small)
            .chain(wide)
            .find(|k| self.holds(*k, least, most))
            .unwrap_or(IntKind::LongLong)
    }

    /// The type and field of a member, or the error that there is none.
    pub(super) fn member_path(
        &self,
        ty: TypeId,
        name: &str,
        span: Span,
    ) -> Result<(RecordId, Vec<u32>)> {
        let Some(record) = self.record_of(ty) else {
            let message =
                format!("request for member '{name}' in something not a structure or union");
            return Err(error(span, message));
        };
        if !self.types.record(record).complete {
            let shown = self.type_string(ty);
            return Err(error(
                span,
                format!("invalid use of incomplete type '{shown}'"),
            ));
        }
        match self.members.path(record, name) {
            Some(path) => Ok((record, path.to_vec())),
            None => {
                let shown = self.type_string(ty);
                let d = Diagnostic::error(span, format!("'{shown}' has no member named '{name}'"));
                Err(Box::new(d))
            }
        }
    }

    /// `_Bool`, an integer or an enumeration.
    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(
            self.types.get(ty),
            Type::Bool | Type::Int(_) | Type::Enum(_)
        )
    }
}

fn record_name(kind: RecordKind, tag: Option<&str>) -> String {
    let word = match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    format!("{word} {}", tag.unwrap_or("<anonymous>"))
}
