//! What flags say about floating operations.
//!
//! **Soundness.** An operation means what IEEE 754 says of the format of its type. Flags that let a
//! compiler compute something else (`-ffast-math` and its parts, contraction to fused products,
//! constants of another type) are told, and an operation under them is not understood, by name.
//! A unit under such flags changes the others, too: a program that is linked with them flushes
//! subnormal numbers to zero. Attributes and pragmas that name one of them are not understood.
//! Excess precision is a matter of the target ([`hatha_cfa::Target::excess_precision`]).

/// What a unit's flags say about floating operations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floating {
    /// The flag under which an operation may give something else than IEEE 754 says.
    pub relaxed: Option<&'static str>,
    /// Constant expressions are evaluated in the rounding mode of the running program, too
    /// (`-frounding-math`), and not by the compiler.
    pub rounds_constants: bool,
}

/// Macros of gcc that tell of a flag, and the flag.
const MACROS: [(&str, &str); 4] = [
    ("__FAST_MATH__", "-ffast-math"),
    ("__ASSOCIATIVE_MATH__", "-fassociative-math"),
    ("__RECIPROCAL_MATH__", "-freciprocal-math"),
    ("__NO_SIGNED_ZEROS__", "-fno-signed-zeros"),
];

/// Flags that relax something, with the flags that take them back.
const FLAGS: [(&str, &str); 8] = [
    ("-ffast-math", "-fno-fast-math"),
    ("-Ofast", "-fno-fast-math"),
    (
        "-funsafe-math-optimizations",
        "-fno-unsafe-math-optimizations",
    ),
    ("-fassociative-math", "-fno-associative-math"),
    ("-freciprocal-math", "-fno-reciprocal-math"),
    ("-fno-signed-zeros", "-fsigned-zeros"),
    ("-ffinite-math-only", "-fno-finite-math-only"),
    (
        "-fsingle-precision-constant",
        "-fno-single-precision-constant",
    ),
];

impl Floating {
    /// What flags choose, given the macros (`cc -dM -E`) that they lead to.
    pub fn new(macros: &str, flags: &[String]) -> Self {
        let defines = |name: &str| value_of(macros, name).is_some();
        let by_macro = MACROS.iter().find(|(name, _)| defines(name));
        let finite = value_of(macros, "__FINITE_MATH_ONLY__").is_some_and(|v| v != "0");
        let relaxed = by_macro
            .map(|&(_, flag)| flag)
            .or(finite.then_some("-ffinite-math-only"))
            .or_else(|| by_flag(flags))
            .or_else(|| contracts(macros, flags).then_some("-ffp-contract=fast"));
        Floating {
            relaxed,
            rounds_constants: defines("__ROUNDING_MATH__")
                || last(flags, "-frounding-math", "-fno-rounding-math"),
        }
    }
}

/// Whether the text of an attribute or a pragma names one of the flags, with or without `-f`.
pub(crate) fn relaxes(text: &str) -> bool {
    let named = |flag: &str| text.contains(flag.trim_start_matches("-f").trim_start_matches('-'));
    FLAGS.iter().any(|(on, _)| named(on))
}

/// The first of the flags that is not taken back. gcc's macros do not tell of all of them, and
/// other compilers have none.
fn by_flag(flags: &[String]) -> Option<&'static str> {
    let is_on = |(on, off): &&(&str, &str)| last(flags, on, off);
    FLAGS.iter().find(is_on).map(|&(on, _)| on)
}

/// Whether of two opposite flags the first comes last.
fn last(flags: &[String], on: &str, off: &str) -> bool {
    let mut both = flags.iter().rev().filter(|f| *f == on || *f == off);
    both.next().is_some_and(|f| f == on)
}

/// Whether a product and a sum may become one fused operation: the machine has it, the compiler
/// optimises, and neither a flag nor strict C forbids it.
fn contracts(macros: &str, flags: &[String]) -> bool {
    let defines = |name: &str| value_of(macros, name).is_some();
    let mut last_first = flags.iter().rev();
    let stated = last_first.find_map(|f| f.strip_prefix("-ffp-contract="));
    let may = match stated {
        Some(how) => how != "off",
        None => !defines("__STRICT_ANSI__"),
    };
    // clang contracts without optimisation, too.
    let optimises = defines("__OPTIMIZE__") || defines("__clang__");
    let is_fused = defines("__FP_FAST_FMA") || defines("__FP_FAST_FMAF") || defines("__FMA__");
    may && optimises && is_fused
}

fn value_of<'a>(macros: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = macros.lines();
    lines.find_map(|line| {
        let rest = line.strip_prefix("#define ")?.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relaxed(macros: &str, flags: &[&str]) -> Option<&'static str> {
        let flags: Vec<String> = flags.iter().map(|&f| f.to_owned()).collect();
        Floating::new(macros, &flags).relaxed
    }

    #[test]
    fn the_last_flag_counts() {
        assert_eq!(relaxed("", &["-O2"]), None);
        assert_eq!(relaxed("", &["-Ofast"]), Some("-Ofast"));
        assert_eq!(relaxed("", &["-Ofast", "-fno-fast-math"]), None);
        assert_eq!(
            relaxed("", &["-fsigned-zeros", "-fno-signed-zeros"]),
            Some("-fno-signed-zeros")
        );
    }

    #[test]
    fn macros_tell_what_flags_lead_to() {
        let fast = "#define __FAST_MATH__ 1\n#define __FINITE_MATH_ONLY__ 1\n";
        assert_eq!(relaxed(fast, &[]), Some("-ffast-math"));
        assert_eq!(relaxed("#define __FINITE_MATH_ONLY__ 0\n", &[]), None);
        assert_eq!(
            relaxed("#define __FINITE_MATH_ONLY__ 1\n", &[]),
            Some("-ffinite-math-only")
        );
    }

    #[test]
    fn attributes_and_pragmas_name_flags() {
        assert!(relaxes("optimize(\"-ffast-math\")") && relaxes("optimize (\"Ofast\")"));
        assert!(relaxes("optimize(\"no-signed-zeros\")"));
        assert!(!relaxes("optimize(\"O2\")") && !relaxes("optimize(\"no-tree-vectorize\")"));
    }

    #[test]
    fn fused_products_need_a_machine_that_has_them() {
        let fused = "#define __FP_FAST_FMA 1\n#define __OPTIMIZE__ 1\n";
        assert_eq!(relaxed(fused, &[]), Some("-ffp-contract=fast"));
        assert_eq!(relaxed(fused, &["-ffp-contract=off"]), None);
        let strict = format!("{fused}#define __STRICT_ANSI__ 1\n");
        assert_eq!(relaxed(&strict, &[]), None);
        assert_eq!(relaxed("#define __OPTIMIZE__ 1\n", &[]), None);
    }
}
