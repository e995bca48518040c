//! The C library in C: sources shipped with hatha, pulled in by name as from a
//! static library.
//!
//! **Invariant.** A model is plain C without preprocessor lines; it uses the
//! `__hatha_*` operations of the simulator, other models, and the type names that
//! [`prelude`] declares for the target, and nothing else. Only the files that
//! define a name that is missing are ever parsed.

use hatha_cfa::{ByteOrder, IntKind, LongDouble, Target, World};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// One file of models.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Its name, `string.c`.
    pub file: &'static str,
    /// Its text.
    pub source: &'static str,
}

impl Model {
    /// Whether it says what is there in such a world.
    pub fn describes(&self, world: World) -> bool {
        self.file != "environ.c" || world == World::Closed
    }
}

macro_rules! models {
    ($($file:literal),* $(,)?) => {
        &[$(Model { file: $file, source: include_str!(concat!("../models/", $file)) }),*]
    };
}

/// All files.
pub const MODELS: &[Model] = models![
    "abort.c",
    "alloc.c",
    "alloc_aligned.c",
    "arithmetic.c",
    "block.c",
    "calendar.c",
    "complex.c",
    "complex_divide.c",
    "complex_more.c",
    "context.c",
    "convert.c",
    "ctype.c",
    "env.c",
    "environ.c",
    "errno.c",
    "exit.c",
    "fenv.c",
    "files.c",
    "float_class.c",
    "float_convert.c",
    "float_parts.c",
    "float_steps.c",
    "format.c",
    "fortify_input.c",
    "fortify_printf.c",
    "fortify_string.c",
    "getline.c",
    "getopt.c",
    "input.c",
    "locale.c",
    "math.c",
    "math_bounds.c",
    "math_other.c",
    "memory.c",
    "memory_more.c",
    "output.c",
    "perror.c",
    "posix_io.c",
    "printf.c",
    "rand.c",
    "rand48.c",
    "scan.c",
    "scanf.c",
    "search.c",
    "signal.c",
    "sort.c",
    "sprintf.c",
    "sscanf.c",
    "strdup.c",
    "stream.c",
    "strerror.c",
    "string.c",
    "string_more.c",
    "strtok.c",
    "system.c",
    "time.c",
    "wchar.c",
    "wide_convert.c",
    "wctype.c",
    "wprintf.c",
];

static INDEX: LazyLock<FxHashMap<&'static str, usize>> = LazyLock::new(|| {
    let files = MODELS.iter().enumerate();
    files
        .flat_map(|(i, m)| defined_names(m.source).map(move |name| (name, i)))
        .collect()
});

/// The index in [`MODELS`] of the file that defines a name.
pub fn defining(name: &str) -> Option<usize> {
    INDEX.get(name).copied()
}

/// Whether a name fits a pattern, in which `*` stands for any text.
pub fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|tail| {
            let starts = tail.char_indices().map(|(i, _)| i).chain([tail.len()]);
            starts.into_iter().any(|i| fits(rest, &tail[i..]))
        }),
    }
}

/// The external names that a model defines: by convention every definition starts
/// in the first column, and what is not one starts with one of a few words.
pub(crate) fn defined_names(source: &'static str) -> impl Iterator<Item = &'static str> {
    source.lines().filter_map(|line| {
        let declares = ["static ", "extern ", "typedef ", "enum ", "union "];
        let starts = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts || declares.iter().any(|d| line.starts_with(d)) {
            return None;
        }
        match line.find(['(', '=']) {
            Some(at) if line[at..].starts_with("(*") => {
                word_before(&line[..at + 2 + line[at + 2..].find('(')?])
            }
            Some(at) => word_before(&line[..at]),
            None => None,
        }
    })
}

fn word_before(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.get(start.map_or(0, |s| s + 1)..)
        .filter(|w| !w.is_empty())
}

/// What models may use without declaring it.
const OPERATIONS: &str = "\
extern void *__hatha_alloc(size_t); extern void __hatha_free(void *); \
extern size_t __hatha_object_size(const void *); \
extern void *__hatha_copy(void *, const void *, size_t); extern void *__hatha_fill(void *, int, size_t); \
extern void __hatha_write(int, const void *, size_t); extern int __hatha_read_byte(void); \
extern _Noreturn void __hatha_exit(int); \
extern size_t __hatha_format_double(char *, size_t, int, int, int, int, double); \
extern size_t __hatha_format_long_double(char *, size_t, int, int, int, int, long double); \
extern double __hatha_parse_double(const char *, const char **); \
extern float __hatha_parse_float(const char *, const char **); \
extern long double __hatha_parse_long_double(const char *, const char **); \
extern int __hatha_rand(void); extern void __hatha_srand(unsigned); \
extern long __hatha_time(void); extern long __hatha_clock(void); \
extern int __hatha_choose_allocation_failure(void); \
extern void *malloc(size_t); extern void *realloc(void *, size_t); extern int *__errno_location(void); ";

/// What lies around a program, as models know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Whether the environment is input.
    pub world: World,
    /// Whether an allocation may fail.
    pub scarce: bool,
}

/// Declarations that stand before every model, on one line. `__hatha_open` says whether the world
/// is open: a model then chooses what the environment decides. `__hatha_scarce` says whether an
/// allocation may fail, which then is such a choice.
pub fn prelude(target: &Target, around: Surroundings) -> String {
    let size = spelling(target.size_type);
    let difference = spelling(target.ptrdiff_type);
    let widest = if target.long_bits >= 64 {
        "long"
    } else {
        "long long"
    };
    let mut text = String::new();
    let mut define = |name: &str, ty: &str| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "typedef {ty} {name}; ");
    };
    define("size_t", size);
    define("ptrdiff_t", difference);
    define("wchar_t", spelling(target.wchar_type));
    define("intptr_t", difference);
    define("uintptr_t", size);
    define("intmax_t", widest);
    define("uintmax_t", &format!("unsigned {widest}"));
    define("time_t", "long");
    define("clock_t", "long");
    define("va_list", "__builtin_va_list");
    define("__hatha_wint", "unsigned int");
    text.push_str(OPERATIONS);
    let open = u8::from(around.world == World::Open);
    let scarce = u8::from(around.scarce);
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "enum {{ __hatha_open = {open}, __hatha_scarce = {scarce} }}; "
    );
    text
}

/// Declarations about the floating formats, for the one model that needs them.
pub(crate) fn float_prelude(target: &Target) -> String {
    let little = target.byte_order == ByteOrder::Little;
    let (top, max, min) = match target.long_double {
        LongDouble::Double => (7, "1.7976931348623157e308L", "2.2250738585072014e-308L"),
        LongDouble::X87 => (
            9,
            "1.18973149535723176502126385303097021e+4932L",
            "3.36210314311209350626267781732175260e-4932L",
        ),
        LongDouble::Quad => (
            15,
            "1.18973149535723176508575932662800702e+4932L",
            "3.36210314311209350626267781732175260e-4932L",
        ),
    };
    let sign = |top: u32| if little { top } else { 0 };
    format!(
        "enum {{ __hatha_float_sign = {}, __hatha_double_sign = {}, __hatha_long_double_sign = {} }}; \
         static const long double __hatha_long_double_max = {max}, __hatha_long_double_min = {min}; ",
        sign(3),
        sign(7),
        sign(top),
    )
}

/// A C spelling of an integer type. No target has the type of a bit-field for `size_t` and its kin.
fn spelling(kind: IntKind) -> &'static str {
    kind.name().unwrap_or("unsigned long")
}

/// Where the models appear to lie.
pub const FOLDER: &str = "<hatha>/";

/// The name under which a model appears in places.
pub(crate) fn display_name(model: &Model) -> String {
    format!("{FOLDER}{}", model.file)
}

/// The preprocessed text of a model.
pub fn text(model: &Model, target: &Target, around: Surroundings) -> String {
    let mut text = prelude(target, around);
    if model.source.contains("__hatha_long_double_max") {
        text.push_str(&float_prelude(target));
    }
    // Places count from the model's own first line.
    text.push_str(&format!("\n# 1 \"{}\"\n", display_name(model)));
    text.push_str(model.source);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{self, Text};
    use crate::{hir, sema, stack};
    use hatha_cfa::{SourceMap, TypeTable};
    use std::collections::BTreeSet;

    fn analyse(model: &Model, target: &Target, around: Surroundings) -> hir::Unit {
        let text = text(model, target, around);
        let name = display_name(model);
        let mut sources = SourceMap::new();
        let bytes = text.as_bytes();
        let fail = |e: Box<crate::diag::Diagnostic>, sources: &SourceMap| -> hir::Unit {
            panic!("{}: {}", sources.describe(e.span), e.message)
        };
        let parsed = match parse::parse(&Text { name: &name, bytes }, &mut sources) {
            Ok(parsed) => parsed,
            Err(e) => return fail(e, &sources),
        };
        let mut types = TypeTable::new();
        sema::analyse(&parsed, &mut types, target, true).unwrap_or_else(|e| fail(e, &sources))
    }

    fn externals(unit: &hir::Unit) -> BTreeSet<&str> {
        let external = |l: hir::Linkage| l == hir::Linkage::External;
        let functions = unit.functions.iter();
        let functions = functions.filter(|f| f.body.is_some() && external(f.linkage));
        let objects = unit.objects.iter();
        let objects = objects.filter(|o| o.defined && external(o.linkage));
        let names = functions.map(|f| f.name.as_str());
        names.chain(objects.map(|o| o.name.as_str())).collect()
    }

    #[test]
    fn the_index_is_what_the_models_define() {
        let around = |world, scarce| Surroundings { world, scarce };
        let worlds = [
            around(World::Open, false),
            around(World::Closed, false),
            around(World::Open, true),
        ];
        let all = [Target::lp64(), Target::ilp32()].into_iter();
        for (target, world) in all.flat_map(|t| worlds.map(|w| (t.clone(), w))) {
            stack::on_large_stack(|| {
                for model in MODELS {
                    let unit = analyse(model, &target, world);
                    let indexed: BTreeSet<&str> = defined_names(model.source).collect();
                    assert_eq!(externals(&unit), indexed, "{}", model.file);
                    assert!(unit.unsupported.is_empty(), "{}", model.file);
                }
            });
        }
    }

    #[test]
    fn no_name_is_defined_twice() {
        let names: Vec<&str> = MODELS
            .iter()
            .flat_map(|m| defined_names(m.source))
            .collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), distinct.len());
        assert_eq!(
            MODELS[defining("strlen").expect("a model")].file,
            "string.c"
        );
        assert_eq!(
            MODELS[defining("signal").expect("a model")].file,
            "signal.c"
        );
        assert_eq!(
            MODELS[defining("stdout").expect("a model")].file,
            "stream.c"
        );
        assert_eq!(defining("reach_error"), None);
    }

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(fits("posix/*", "posix/mutex"));
        assert!(fits("*", "wdm/SpinLock"));
        assert!(fits("*/mutex*", "posix/mutex_owner"));
        assert!(!fits("posix/*", "linux/mutex"));
        assert!(!fits("posix/mutex", "posix/mutex_owner"));
        assert!(!fits("*x", "wdm/SpinLock"));
    }
}
