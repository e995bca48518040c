//! The types of library functions that gcc knows without a declaration.
//!
//! **Invariant.** A signature here is that of the C library on every target;
//! a declaration in the program always wins over it.

use super::{Sema, plain};
use hatha_cfa::{FloatKind, IntKind, Qual, Quals, Type, TypeId};

/// Name and signature: result, colon, parameters. One letter per type:
/// v void, i int, u unsigned, l long, m unsigned long, x long long, z size_t,
/// f float, d double, D long double, p `void *`, P `const void *`,
/// s `char *`, S `const char *`, a `va_list`, w `double *`, W `float *`, e `long double *`,
/// n `int *`, t `char **`; a dot at the end is an ellipsis.
const SIGNATURES: &[(&str, &str)] = &[
    ("_Exit", "v:i"),
    ("_exit", "v:i"),
    ("abort", "v:"),
    ("abs", "i:i"),
    ("alloca", "p:z"),
    ("bcmp", "i:PPz"),
    ("bcopy", "v:PPz"),
    ("bzero", "v:pz"),
    ("calloc", "p:zz"),
    ("exit", "v:i"),
    ("ffs", "i:i"),
    ("fprintf", "i:pS."),
    ("fputc", "i:ip"),
    ("fputs", "i:Sp"),
    ("free", "v:p"),
    ("fwrite", "z:Pzzp"),
    ("imaxabs", "l:l"),
    ("index", "s:Si"),
    ("isalnum", "i:i"),
    ("isalpha", "i:i"),
    ("isblank", "i:i"),
    ("iscntrl", "i:i"),
    ("isdigit", "i:i"),
    ("isgraph", "i:i"),
    ("islower", "i:i"),
    ("isprint", "i:i"),
    ("ispunct", "i:i"),
    ("isspace", "i:i"),
    ("isupper", "i:i"),
    ("isxdigit", "i:i"),
    ("labs", "l:l"),
    ("llabs", "x:x"),
    ("longjmp", "v:pi"),
    ("malloc", "p:z"),
    ("memchr", "p:Piz"),
    ("memcmp", "i:PPz"),
    ("memcpy", "p:pPz"),
    ("memmove", "p:pPz"),
    ("mempcpy", "p:pPz"),
    ("memset", "p:piz"),
    ("printf", "i:S."),
    ("putchar", "i:i"),
    ("puts", "i:S"),
    ("read", "l:ipz"),
    ("realloc", "p:pz"),
    ("rindex", "s:Si"),
    ("scanf", "i:S."),
    ("setjmp", "i:p"),
    ("snprintf", "i:szS."),
    ("sprintf", "i:sS."),
    ("sscanf", "i:SS."),
    ("stpcpy", "s:sS"),
    ("stpncpy", "s:sSz"),
    ("strcasecmp", "i:SS"),
    ("strcat", "s:sS"),
    ("strchr", "s:Si"),
    ("strcmp", "i:SS"),
    ("strcpy", "s:sS"),
    ("strcspn", "z:SS"),
    ("strdup", "s:S"),
    ("strlen", "z:S"),
    ("strncasecmp", "i:SSz"),
    ("strncat", "s:sSz"),
    ("strncmp", "i:SSz"),
    ("strncpy", "s:sSz"),
    ("strndup", "s:Sz"),
    ("strnlen", "z:Sz"),
    ("strpbrk", "s:SS"),
    ("strrchr", "s:Si"),
    ("strspn", "z:SS"),
    ("strstr", "s:SS"),
    ("tolower", "i:i"),
    ("toupper", "i:i"),
    ("vfprintf", "i:pSa"),
    ("vprintf", "i:Sa"),
    ("vsnprintf", "i:szSa"),
    ("vsprintf", "i:sSa"),
    ("write", "l:iPz"),
];

/// Functions of `<math.h>` by their signature on `double`; `f` and `l` variants follow.
const MATH: &[(&str, &str)] = &[
    ("acos", "d:d"),
    ("acosh", "d:d"),
    ("asin", "d:d"),
    ("asinh", "d:d"),
    ("atan", "d:d"),
    ("atan2", "d:dd"),
    ("atanh", "d:d"),
    ("cbrt", "d:d"),
    ("ceil", "d:d"),
    ("copysign", "d:dd"),
    ("cos", "d:d"),
    ("cosh", "d:d"),
    ("exp", "d:d"),
    ("exp2", "d:d"),
    ("expm1", "d:d"),
    ("fabs", "d:d"),
    ("fdim", "d:dd"),
    ("floor", "d:d"),
    ("fma", "d:ddd"),
    ("fmax", "d:dd"),
    ("fmin", "d:dd"),
    ("fmod", "d:dd"),
    ("frexp", "d:dn"),
    ("hypot", "d:dd"),
    ("ilogb", "i:d"),
    ("ldexp", "d:di"),
    ("llrint", "x:d"),
    ("llround", "x:d"),
    ("log", "d:d"),
    ("log10", "d:d"),
    ("log1p", "d:d"),
    ("log2", "d:d"),
    ("logb", "d:d"),
    ("lrint", "l:d"),
    ("lround", "l:d"),
    ("modf", "d:dw"),
    ("nearbyint", "d:d"),
    ("nextafter", "d:dd"),
    ("pow", "d:dd"),
    ("remainder", "d:dd"),
    ("rint", "d:d"),
    ("round", "d:d"),
    ("scalbln", "d:dl"),
    ("scalbn", "d:di"),
    ("sin", "d:d"),
    ("sinh", "d:d"),
    ("sqrt", "d:d"),
    ("tan", "d:d"),
    ("tanh", "d:d"),
    ("trunc", "d:d"),
];

impl Sema<'_, '_> {
    /// The type of a library function that gcc knows by itself.
    pub(super) fn library_type(&mut self, name: &str) -> Option<TypeId> {
        let text = signature(name)?;
        let (ret, params) = text.split_once(':')?;
        let ret = self.letter_type(ret.chars().next()?);
        let variadic = params.ends_with('.');
        let params: Vec<TypeId> = params
            .trim_end_matches('.')
            .chars()
            .map(|c| self.letter_type(c))
            .collect();
        Some(self.function_type(ret, params, variadic, false))
    }

    fn letter_type(&mut self, letter: char) -> TypeId {
        let c = self.common;
        match letter {
            'v' => c.void,
            'u' => c.uint,
            'l' => self.types.int(IntKind::Long),
            'm' => self.types.int(IntKind::ULong),
            'x' => self.types.int(IntKind::LongLong),
            'z' => c.size,
            'f' => self.types.intern(Type::Float(FloatKind::Float)),
            'd' => c.double,
            'D' => self.types.intern(Type::Float(FloatKind::LongDouble)),
            'p' => c.void_ptr,
            'P' => self.const_pointer(c.void),
            's' => self.types.pointer(c.char),
            'S' => self.const_pointer(c.char),
            't' => {
                let s = self.types.pointer(c.char);
                self.types.pointer(s)
            }
            'n' => self.types.pointer(c.int),
            'w' | 'W' | 'e' => {
                let float = match letter {
                    'w' => FloatKind::Double,
                    'W' => FloatKind::Float,
                    _ => FloatKind::LongDouble,
                };
                let float = self.types.intern(Type::Float(float));
                self.types.pointer(float)
            }
            'a' => self.adjust_parameter(plain(c.va_list)).ty,
            _ => c.int,
        }
    }

    pub(super) fn const_pointer(&mut self, to: TypeId) -> TypeId {
        let quals = Quals {
            is_const: true,
            ..Quals::default()
        };
        self.types.pointer(Qual { ty: to, quals })
    }
}

/// The signature of a name, with `f` and `l` forms of the mathematical functions.
fn signature(name: &str) -> Option<String> {
    if let Ok(i) = SIGNATURES.binary_search_by_key(&name, |s| s.0) {
        return Some(SIGNATURES[i].1.to_owned());
    }
    let find = |n: &str| {
        MATH.binary_search_by_key(&n, |m| m.0)
            .ok()
            .map(|i| MATH[i].1)
    };
    if let Some(text) = find(name) {
        return Some(text.to_owned());
    }
    if let Some(text) = name.strip_suffix('f').and_then(find) {
        return Some(text.replace('d', "f").replace('w', "W"));
    }
    let text = name.strip_suffix('l').and_then(find)?;
    Some(text.replace('d', "D").replace('w', "e"))
}

#[cfg(test)]
mod tests {
    use super::{MATH, SIGNATURES, signature};

    #[test]
    fn names_are_sorted() {
        assert!(MATH.is_sorted_by_key(|m| m.0));
        assert!(SIGNATURES.is_sorted_by_key(|m| m.0));
    }

    #[test]
    fn variants_change_the_floating_type() {
        assert_eq!(signature("sqrtf").as_deref(), Some("f:f"));
        assert_eq!(signature("modfl").as_deref(), Some("D:De"));
        assert_eq!(signature("ldexpf").as_deref(), Some("f:fi"));
        assert_eq!(signature("strlen").as_deref(), Some("z:S"));
        assert_eq!(signature("nosuch"), None);
    }
}
