//! Attributes and `asm` labels: what changes the meaning of a declaration.
//!
//! **Invariant.** An attribute that is not collected here changes neither what
//! a program computes nor how its data lie in memory.

use super::size::wrapped_operand;
use super::{Sema, error, literal};
use crate::diag::Result;
use crate::lexical::RUN_SECTIONS;
use hatha_cfa::{FloatKind, IntKind, Promised, Span, Type, TypeId};
use lang_c::ast::{Attribute, Expression, Extension, TypeOf};
use lang_c::span::Node;

/// The attributes of one declaration, declarator or type.
#[derive(Clone, Debug, Default)]
pub(super) struct Attrs<'a> {
    /// `packed`
    pub packed: bool,
    /// `aligned`, in bytes; 0 if absent.
    pub align: u32,
    /// `#pragma pack(n)`, handed over by the lexical pass; 0 if absent.
    pub pack: u32,
    /// `weak`
    pub weak: bool,
    /// `noreturn`
    pub noreturn: bool,
    /// `constructor`
    pub constructor: Option<u32>,
    /// `destructor`
    pub destructor: Option<u32>,
    /// `gnu_inline`
    pub gnu_inline: bool,
    /// `transparent_union`
    pub transparent_union: bool,
    /// `alias("f")`
    pub alias: Option<String>,
    /// `asm("name")`
    pub asm_label: Option<String>,
    /// `mode(DI)`
    pub mode: Option<&'a str>,
    /// `vector_size(16)`, in bytes.
    pub vector_size: Option<u64>,
    /// `cleanup(f)`
    pub cleanup: Option<(&'a str, Span)>,
}

/// The priority of a constructor or destructor that names none.
const NO_PRIORITY: u32 = 65535;

impl<'a> Attrs<'a> {
    /// Adds what another list says.
    pub(super) fn merge(&mut self, other: Attrs<'a>) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.pack = self.pack.max(other.pack);
        self.weak |= other.weak;
        self.noreturn |= other.noreturn;
        self.constructor = other.constructor.or(self.constructor);
        self.destructor = other.destructor.or(self.destructor);
        self.gnu_inline |= other.gnu_inline;
        self.transparent_union |= other.transparent_union;
        self.alias = other.alias.or(self.alias.take());
        self.asm_label = other.asm_label.or(self.asm_label.take());
        self.mode = other.mode.or(self.mode);
        self.vector_size = other.vector_size.or(self.vector_size);
        self.cleanup = other.cleanup.or(self.cleanup);
    }
}

impl<'a> Sema<'a, '_> {
    /// Collects a list of extensions.
    pub(super) fn extensions(
        &mut self,
        list: impl IntoIterator<Item = &'a Node<Extension>>,
    ) -> Result<Attrs<'a>> {
        let mut attrs = Attrs::default();
        for ext in list {
            match &ext.node {
                Extension::Attribute(a) => self.attribute(a, &mut attrs)?,
                Extension::AsmLabel(label) => {
                    attrs.asm_label = Some(self.plain_text(&label.node, label.span)?);
                }
                Extension::AvailabilityAttribute(_) => {}
            }
        }
        Ok(attrs)
    }

    fn attribute(&mut self, attr: &'a Attribute, out: &mut Attrs<'a>) -> Result<()> {
        let first = attr.arguments.first();
        match bare(&attr.name.node) {
            "packed" => out.packed = true,
            "weak" => out.weak = true,
            "noreturn" => out.noreturn = true,
            "constructor" => out.constructor = Some(self.priority(first)?),
            "destructor" => out.destructor = Some(self.priority(first)?),
            "gnu_inline" => out.gnu_inline = true,
            "transparent_union" => out.transparent_union = true,
            "aligned" => out.align = out.align.max(self.alignment_argument(first)?),
            "hatha_alignas" => out.align = out.align.max(self.member_alignas(first)?),
            "hatha_pack" => out.pack = self.alignment_argument(first)?,
            // The lexical pass keeps those that let compilers change floating results.
            name @ ("ifunc"
            | "weakref"
            | "naked"
            | "scalar_storage_order"
            | "ms_struct"
            | "optimize"
            | "target"
            | "target_clones") => {
                let span = self.span(attr.name.span);
                self.unsupported(span, format!("attribute '{name}'"));
            }
            "section" => {
                let span = self.span(attr.name.span);
                if let Some(name) = self.text_argument(first)? {
                    self.put_into_section(name, span);
                }
            }
            "alias" => out.alias = self.text_argument(first)?,
            "mode" => out.mode = first.and_then(identifier).map(bare),
            "cleanup" => {
                out.cleanup = first.and_then(|e| Some((identifier(e)?, self.span(e.span))))
            }
            "vector_size" => {
                out.vector_size = match first {
                    Some(e) => Some(self.constant_integer(e)? as u64),
                    None => None,
                }
            }
            // Nobody here knows what it promises.
            name => {
                let span = self.span(attr.name.span);
                self.note_promise(Promised::Attribute(name.to_owned()), span);
            }
        }
        Ok(())
    }

    /// What is in some sections runs before `main` or after it.
    fn put_into_section(&mut self, name: String, span: Span) {
        if RUN_SECTIONS.iter().any(|section| name.starts_with(section)) {
            self.unsupported(span, format!("section '{name}', whose contents are run"));
        }
        self.sections.insert(name);
    }

    /// The priority of a constructor or destructor; without one it comes after all that have one.
    fn priority(&mut self, arg: Option<&'a Node<Expression>>) -> Result<u32> {
        match arg {
            Some(e) => Ok(u32::try_from(self.constant_integer(e)?).unwrap_or(NO_PRIORITY)),
            None => Ok(NO_PRIORITY),
        }
    }

    fn alignment_argument(&mut self, arg: Option<&'a Node<Expression>>) -> Result<u32> {
        let Some(e) = arg else {
            return Ok(self.target.max_align);
        };
        let value = self.constant_integer(e)?;
        self.check_alignment(value, self.span(e.span))
    }

    /// `_Alignas` of a member, which the lexical pass writes as an attribute with an `alignof`.
    fn member_alignas(&mut self, arg: Option<&'a Node<Expression>>) -> Result<u32> {
        let operand = match arg {
            Some(Node {
                node: Expression::AlignOf(t),
                ..
            }) => wrapped_operand(&t.node.0.node),
            _ => None,
        };
        let (ty, align) = match operand {
            Some((TypeOf::Expression(e), _)) => match self.typedef_operand(e) {
                Some(found) => found,
                None => return self.alignment_argument(Some(e)),
            },
            Some((TypeOf::Type(t), _)) => self.type_name(t)?,
            None => return self.alignment_argument(arg),
        };
        Ok(align.max(self.types.align(ty.ty, self.target).unwrap_or(1)))
    }

    /// An alignment, which must be a power of two (or 0: no demand).
    pub(super) fn check_alignment(&self, value: i128, span: Span) -> Result<u32> {
        match u32::try_from(value) {
            Ok(0) => Ok(0),
            Ok(n) if n.is_power_of_two() && n <= 1 << 28 => Ok(n),
            _ => Err(error(
                span,
                "requested alignment is not a positive power of 2",
            )),
        }
    }

    fn text_argument(&mut self, arg: Option<&'a Node<Expression>>) -> Result<Option<String>> {
        match arg {
            Some(Node {
                node: Expression::StringLiteral(s),
                span,
            }) => self.plain_text(&s.node, *span).map(Some),
            _ => Ok(None),
        }
    }

    /// The characters of a narrow string literal.
    pub(super) fn plain_text(&self, parts: &[String], span: lang_c::span::Span) -> Result<String> {
        let text = literal::string(parts, self.span(span), self.target)?;
        let bytes: Vec<u8> = text.units.iter().map(|u| *u as u8).collect();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The type that `mode(name)` makes of an arithmetic type.
    pub(super) fn with_mode(&mut self, ty: TypeId, mode: &str, span: Span) -> Result<TypeId> {
        let new = match *self.types.get(ty) {
            Type::Int(k) => self.int_mode(mode, self.target.is_signed(k)).map(Type::Int),
            Type::Bool => self.int_mode(mode, false).map(Type::Int),
            Type::Float(_) => float_mode(mode).map(Type::Float),
            // Enumerations and pointers keep their type: every mode in use for them names their width.
            _ => return Ok(ty),
        };
        match new {
            Some(t) => Ok(self.types.intern(t)),
            None => Err(error(span, format!("unknown machine mode '{mode}'"))),
        }
    }

    fn int_mode(&self, mode: &str, signed: bool) -> Option<IntKind> {
        let pair = match mode {
            "QI" | "byte" => (IntKind::SChar, IntKind::UChar),
            "HI" => (IntKind::Short, IntKind::UShort),
            "SI" => (IntKind::Int, IntKind::UInt),
            "DI" if self.target.long_bits == 64 => (IntKind::Long, IntKind::ULong),
            "DI" => (IntKind::LongLong, IntKind::ULongLong),
            "TI" => (IntKind::Int128, IntKind::UInt128),
            "word" | "pointer" | "unwind_word" => (IntKind::Long, IntKind::ULong),
            _ => return None,
        };
        Some(if signed { pair.0 } else { pair.1 })
    }
}

fn float_mode(mode: &str) -> Option<FloatKind> {
    Some(match mode {
        "SF" => FloatKind::Float,
        "DF" => FloatKind::Double,
        "XF" => FloatKind::LongDouble,
        "TF" => FloatKind::Float128,
        _ => return None,
    })
}

/// `__packed__` is `packed`.
pub(super) fn bare(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|n| n.strip_suffix("__"))
        .unwrap_or(name)
}

/// The name that an expression is, if it is one.
pub(super) fn identifier(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::Identifier(i) => Some(&i.node.name),
        _ => None,
    }
}
