//! Text for users: the names of types, and numbers in and out of text.
//!
//! **Invariant.** Conversions between text and floating values are exact:
//! printing gives the digits of the value itself, correctly rounded at the
//! precision asked for, and reading gives the nearest value of the format.

pub mod format;
pub mod number;
pub mod parse;

use hatha_cfa::{ArrayLen, FloatKind, IntKind, Program, RecordKind, Type, TypeId};

/// The C name of a type.
pub fn type_name(program: &Program, ty: TypeId) -> String {
    let types = &program.types;
    let mut declarator = String::new();
    let mut at = ty;
    loop {
        match types.get(at) {
            Type::Pointer(q) => {
                declarator.insert(0, '*');
                at = q.ty;
                if matches!(types.get(at), Type::Array { .. } | Type::Function(_)) {
                    declarator = format!("({declarator})");
                }
            }
            Type::Array { elem, len } => {
                declarator.push_str(&length(*len));
                at = elem.ty;
            }
            Type::Function(f) => {
                declarator.push_str("()");
                at = f.ret;
            }
            base => return join(&base_name(program, base), &declarator),
        }
    }
}

fn join(base: &str, declarator: &str) -> String {
    match declarator.chars().next() {
        None => base.to_owned(),
        Some('[') => format!("{base}{declarator}"),
        Some(_) => format!("{base} {declarator}"),
    }
}

fn length(len: ArrayLen) -> String {
    match len {
        ArrayLen::Fixed(n) => format!("[{n}]"),
        ArrayLen::Incomplete => "[]".to_owned(),
        ArrayLen::Variable(_) => "[*]".to_owned(),
    }
}

fn base_name(program: &Program, ty: &Type) -> String {
    let tagged = |word: &str, tag: &Option<String>| match tag {
        Some(tag) => format!("{word} {tag}"),
        None => format!("{word} {{...}}"),
    };
    match ty {
        Type::Bool => "_Bool".to_owned(),
        Type::Int(kind) => int_name(*kind).to_owned(),
        Type::Float(FloatKind::Float) => "float".to_owned(),
        Type::Float(FloatKind::Double) => "double".to_owned(),
        Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
        Type::Float(FloatKind::Float128) => "__float128".to_owned(),
        Type::Record(r) => {
            let record = program.types.record(*r);
            match record.kind {
                RecordKind::Struct => tagged("struct", &record.tag),
                RecordKind::Union => tagged("union", &record.tag),
            }
        }
        Type::Enum(e) => tagged("enum", &program.types.enumeration(*e).tag),
        Type::MathInt => "int".to_owned(),
        Type::MathBool => "bool".to_owned(),
        _ => "void".to_owned(),
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bits { signed: true, .. } => "signed bit-field",
        IntKind::Bits { signed: false, .. } => "unsigned bit-field",
        kind => kind.name().unwrap_or("int"),
    }
}
