//! Functions whose meaning hatha knows without a body: the one table.
//!
//! **Invariant.** A name means something only while the program does not define
//! it: a function of the user is just called. The one exception are the error
//! functions `reach_error` and `__VERIFIER_error`: a call of one *is* the
//! failure, whatever it is given and its body would do, since that is what the names are for
//! (programs give them bodies only to be linkable). Where the address of a known function is
//! taken, a procedure does what its name means ([`super::meant`]). A name that is not here
//! stays a call of a procedure without a body, an unknown external.

use hatha_cfa::{Builtin, MathFn};

/// What a call of an undefined function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Any value of the declared result type.
    Any,
    /// The same, for a model in C: what the environment of the program decides.
    Choose,
    /// Something that a model in C does not describe.
    Unsupported,
    /// Only executions in which the argument is not zero exist.
    Assume,
    /// A failure if the argument is zero.
    Assert,
    /// The same with a text behind the condition.
    AssertSaying,
    /// The same, but where execution starts at the function that contains it: there it is assumed.
    Requires,
    /// A failure, named after the function.
    ReachError,
    /// A failed assertion; the text is the first argument.
    AssertFail,
    /// `abort`
    Abort,
    /// `memmove`
    Copy,
    /// `memcpy`: the same, but the two must not overlap.
    CopyApart,
    /// `memset`
    Fill,
    /// Whether so many bytes from an address on lie in one object that lives.
    Valid,
    /// An operation of the simulator with exactly these arguments.
    Builtin(Builtin),
    /// `__sigsetjmp`: as `setjmp`, the second argument does not matter.
    SigSetJmp,
    /// Ends the program or jumps away: no continuation.
    Leave(Builtin),
    /// A function of `<math.h>`: floating arguments of the result's type.
    Math(MathFn),
}

/// The meaning of an undefined function.
pub(super) fn known(name: &str) -> Option<Known> {
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("hatha_any_") {
        return Some(Known::Any);
    }
    named(name).or_else(|| math(name).map(Known::Math))
}

/// The meaning of a function that the program defines: only error functions have one.
pub(super) fn known_though_defined(name: &str) -> Option<Known> {
    matches!(name, "reach_error" | "__VERIFIER_error").then_some(Known::ReachError)
}

/// How many arguments a known function takes; a call with another number is not the known one.
pub(super) fn arity(known: Known) -> Option<usize> {
    Some(match known {
        // `hatha_any_*` and `error` apart, these are told by the caller's own checks.
        Known::Any | Known::Choose | Known::Unsupported => 0,
        Known::Assume | Known::Assert | Known::Requires => 1,
        Known::ReachError | Known::Abort => 0,
        Known::AssertFail => return None,
        Known::Copy | Known::CopyApart | Known::Fill => 3,
        Known::AssertSaying | Known::SigSetJmp | Known::Valid => 2,
        Known::Builtin(b) | Known::Leave(b) => builtin_arity(b)?,
        Known::Math(f) => math_arity(f),
    })
}

fn named(name: &str) -> Option<Known> {
    Some(match name {
        "__VERIFIER_assume" | "hatha_assume" | "__CPROVER_assume" | "__ESBMC_assume"
        | "klee_assume" => Known::Assume,
        "__VERIFIER_assert" | "hatha_assert" | "hatha_ensures" => Known::Assert,
        // Without `<assert.h>` it is no macro, and no library has such a function: what is meant is the
        // macro. As a function without a body it would hide every failure.
        "assert" => Known::Assert,
        "__CPROVER_assert" | "__ESBMC_assert" => Known::AssertSaying,
        "hatha_requires" => Known::Requires,
        "__VERIFIER_error" | "reach_error" | "error" => Known::ReachError,
        "hatha_valid" => Known::Valid,
        "hatha_fresh" => Known::Builtin(Builtin::Alloc),
        "__assert_fail" => Known::AssertFail,
        "abort" => Known::Abort,
        "memcpy" => Known::CopyApart,
        "memmove" => Known::Copy,
        "memset" => Known::Fill,
        "setjmp" | "_setjmp" => Known::Builtin(Builtin::SetJmp),
        "__sigsetjmp" | "sigsetjmp" => Known::SigSetJmp,
        "longjmp" | "_longjmp" | "siglongjmp" => Known::Leave(Builtin::LongJmp),
        _ => return name.strip_prefix("__hatha_").and_then(intrinsic),
    })
}

/// What the environment decides, in words, if a name of a model's says so:
/// `__hatha_choose_end_of_input` is the end of input.
pub(super) fn choice(name: &str) -> Option<String> {
    let words = name.strip_prefix("__hatha_choose_")?;
    Some(words.replace('_', " "))
}

/// What a model does not describe, in words: `__hatha_unsupported_time_zone` is the time zone.
pub(super) fn unsupported(name: &str) -> String {
    let words = name.strip_prefix("__hatha_unsupported_");
    words.unwrap_or(name).replace('_', " ")
}

/// The intrinsics that the shipped C models are written with.
fn intrinsic(name: &str) -> Option<Known> {
    if name.starts_with("choose_") {
        return Some(Known::Choose);
    }
    if name.starts_with("unsupported_") {
        return Some(Known::Unsupported);
    }
    if let Some(function) = name.strip_prefix("math_") {
        return with_suffix(function, bounded_math).map(Known::Math);
    }
    let builtin = match name {
        "alloc" => Builtin::Alloc,
        "free" => Builtin::Free,
        "object_size" => Builtin::ObjectSize,
        "write" => Builtin::Write,
        "read_byte" => Builtin::ReadByte,
        "text" => Builtin::Text,
        "is_known_variable" => Builtin::IsKnownVariable,
        "variable" => Builtin::Variable,
        "set_variable" => Builtin::SetVariable,
        "exit" => return Some(Known::Leave(Builtin::Exit)),
        // As `memmove` and `memset`, whatever the program may define under those names.
        "assume" => return Some(Known::Assume),
        "assert" => return Some(Known::Assert),
        // What observers added to a program say.
        "witness_failed" => return Some(Known::ReachError),
        "copy" => return Some(Known::Copy),
        "copy_apart" => return Some(Known::CopyApart),
        "fill" => return Some(Known::Fill),
        "apart" => Builtin::Apart,
        "apart_text" => Builtin::ApartText,
        "disjoint" => Builtin::Disjoint,
        "not_null" => Builtin::NotNull,
        "valid" => return Some(Known::Valid),
        "format_double" | "format_long_double" => Builtin::FormatFloat,
        "parse_double" | "parse_float" | "parse_long_double" => Builtin::ParseFloat,
        "rand" => Builtin::Rand,
        "srand" => Builtin::Srand,
        "time" => Builtin::Time,
        "clock" => Builtin::Clock,
        _ => return None,
    };
    Some(Known::Builtin(builtin))
}

fn builtin_arity(b: Builtin) -> Option<usize> {
    Some(match b {
        Builtin::Alloc
        | Builtin::Free
        | Builtin::ObjectSize
        | Builtin::StackFree
        | Builtin::SetJmp
        | Builtin::Exit
        | Builtin::Text
        | Builtin::IsKnownVariable
        | Builtin::Variable
        | Builtin::Blocks
        | Builtin::Srand => 1,
        Builtin::StackAlloc
        | Builtin::LongJmp
        | Builtin::ParseFloat
        | Builtin::SetVariable
        | Builtin::NotNull => 2,
        Builtin::VaArea | Builtin::ReadByte | Builtin::Rand | Builtin::Time | Builtin::Clock => 0,
        Builtin::Write | Builtin::Apart | Builtin::ApartText => 3,
        Builtin::Disjoint => 4,
        Builtin::FormatFloat => 7,
        Builtin::Math(f) => math_arity(f),
    })
}

fn math_arity(f: MathFn) -> usize {
    match f {
        MathFn::Fma | MathFn::Add | MathFn::Sub | MathFn::Mul | MathFn::Div => 3,
        MathFn::Fmod
        | MathFn::Pow
        | MathFn::Atan2
        | MathFn::Hypot
        | MathFn::Fmin
        | MathFn::Fmax
        | MathFn::Copysign
        | MathFn::Ldexp
        | MathFn::Convert
        | MathFn::Remainder => 2,
        _ => 1,
    }
}

/// A function of `<math.h>` that has an exact meaning.
fn math(name: &str) -> Option<MathFn> {
    with_suffix(name, exact_math)
}

/// A function for `double`, or with the suffix of `float` or `long double`.
fn with_suffix(name: &str, plain: fn(&str) -> Option<MathFn>) -> Option<MathFn> {
    plain(name).or_else(|| {
        let stem = name.strip_suffix('f').or_else(|| name.strip_suffix('l'))?;
        plain(stem)
    })
}

fn exact_math(name: &str) -> Option<MathFn> {
    Some(match name {
        "sqrt" => MathFn::Sqrt,
        "fabs" => MathFn::Fabs,
        "floor" => MathFn::Floor,
        "ceil" => MathFn::Ceil,
        "trunc" => MathFn::Trunc,
        "round" => MathFn::Round,
        "rint" | "nearbyint" => MathFn::Rint,
        "fmod" => MathFn::Fmod,
        "fmin" => MathFn::Fmin,
        "fmax" => MathFn::Fmax,
        "copysign" => MathFn::Copysign,
        "ldexp" | "scalbn" => MathFn::Ldexp,
        "remainder" | "drem" => MathFn::Remainder,
        "fma" => MathFn::Fma,
        _ => return None,
    })
}

/// A function of which the models know bounds: their operation has a name of its own.
fn bounded_math(name: &str) -> Option<MathFn> {
    Some(match name {
        "pow" => MathFn::Pow,
        "exp" => MathFn::Exp,
        "exp2" => MathFn::Exp2,
        "log" => MathFn::Log,
        "log2" => MathFn::Log2,
        "log10" => MathFn::Log10,
        "sin" => MathFn::Sin,
        "cos" => MathFn::Cos,
        "tan" => MathFn::Tan,
        "asin" => MathFn::Asin,
        "acos" => MathFn::Acos,
        "atan" => MathFn::Atan,
        "atan2" => MathFn::Atan2,
        "sinh" => MathFn::Sinh,
        "cosh" => MathFn::Cosh,
        "tanh" => MathFn::Tanh,
        "cbrt" => MathFn::Cbrt,
        "hypot" => MathFn::Hypot,
        "other" => MathFn::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_of_math_functions() {
        assert_eq!(known("sqrtf"), Some(Known::Math(MathFn::Sqrt)));
        assert_eq!(known("fmal"), Some(Known::Math(MathFn::Fma)));
        assert_eq!(known("ceil"), Some(Known::Math(MathFn::Ceil)));
        // The model of a sine asks for the operation and says what is assumed of it.
        assert_eq!(known("sinf"), None);
        assert_eq!(known("__hatha_math_sinf"), Some(Known::Math(MathFn::Sin)));
        assert_eq!(known("__hatha_math_sqrt"), None);
        assert_eq!(known("f"), None);
        assert_eq!(known("l"), None);
    }

    #[test]
    fn only_error_functions_mean_something_though_defined() {
        for name in ["reach_error", "__VERIFIER_error"] {
            assert_eq!(known_though_defined(name), Some(Known::ReachError));
        }
        for name in ["error", "__VERIFIER_assert", "abort", "memcpy"] {
            assert_eq!(known_though_defined(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_the_user_mean_nothing() {
        for name in ["malloc", "printf", "__hatha_unknown", "exit"] {
            assert_eq!(known(name), None, "{name}");
        }
    }
}
