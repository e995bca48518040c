//! Whether a declaration can be of a function of the library.
//!
//! Headers and models name the same things differently (`struct _IO_FILE`, `time_t`, `mode_t`), and
//! programs declare library functions by hand, with an `int` for a `size_t`. So only the shape
//! counts: how many parameters, and whether each is a number, a pointer to numbers, to a structure
//! or to a function, or a structure.

use hatha_cfa::{FunctionType, Type, TypeId, TypeTable};

/// What a type looks like from far away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Void,
    Integer,
    Floating,
    Record,
    Pointer(Pointee),
}

/// What a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pointee {
    Anything,
    Number,
    Record,
    Function,
    Pointer,
}

/// Whether two function types have the same shape. One without a prototype agrees with all.
pub(super) fn agree(types: &TypeTable, declared: TypeId, model: TypeId) -> bool {
    let (Type::Function(declared), Type::Function(model)) = (types.get(declared), types.get(model))
    else {
        return false;
    };
    declared.unprototyped
        || (parameters_agree(types, declared, model) && results_agree(types, declared, model))
}

fn parameters_agree(types: &TypeTable, declared: &FunctionType, model: &FunctionType) -> bool {
    let pairs = declared.params.iter().zip(&model.params);
    declared.params.len() == model.params.len()
        && declared.variadic == model.variadic
        && pairs
            .into_iter()
            .all(|(a, b)| is_one(shape(types, *a), shape(types, *b)))
}

/// A result that the program does not look at may be there.
fn results_agree(types: &TypeTable, declared: &FunctionType, model: &FunctionType) -> bool {
    let result = shape(types, declared.ret);
    result == Shape::Void || is_one(result, shape(types, model.ret))
}

fn is_one(a: Shape, b: Shape) -> bool {
    match (a, b) {
        (Shape::Pointer(a), Shape::Pointer(b)) => {
            a == b || a == Pointee::Anything || b == Pointee::Anything
        }
        _ => a == b,
    }
}

fn shape(types: &TypeTable, ty: TypeId) -> Shape {
    match types.get(ty) {
        Type::Void => Shape::Void,
        Type::Pointer(to) => Shape::Pointer(pointee(types, to.ty)),
        Type::Record(_) => Shape::Record,
        Type::Float(_) => Shape::Floating,
        _ => Shape::Integer,
    }
}

fn pointee(types: &TypeTable, ty: TypeId) -> Pointee {
    match types.get(ty) {
        Type::Void => Pointee::Anything,
        Type::Record(_) => Pointee::Record,
        Type::Function(_) => Pointee::Function,
        Type::Pointer(_) => Pointee::Pointer,
        Type::Array { elem, .. } => pointee(types, elem.ty),
        _ => Pointee::Number,
    }
}
