//! Keywords of C that the rewrites ask about.

/// Storage classes, qualifiers and function specifiers: what may stand before an omitted `int`.
pub(crate) fn is_specifier(word: &[u8]) -> bool {
    matches!(
        word,
        b"static"
            | b"extern"
            | b"register"
            | b"auto"
            | b"inline"
            | b"__inline"
            | b"__inline__"
            | b"_Noreturn"
            | b"_Thread_local"
            | b"__thread"
            | b"const"
            | b"__const"
            | b"__const__"
            | b"volatile"
            | b"__volatile"
            | b"__volatile__"
            | b"__extension__"
    )
}

/// Words with which a type starts.
pub(crate) fn is_type(word: &[u8]) -> bool {
    matches!(
        word,
        b"void"
            | b"char"
            | b"short"
            | b"int"
            | b"long"
            | b"float"
            | b"double"
            | b"signed"
            | b"__signed"
            | b"__signed__"
            | b"unsigned"
            | b"_Bool"
            | b"_Complex"
            | b"__complex"
            | b"__complex__"
            | b"_Atomic"
            | b"struct"
            | b"union"
            | b"enum"
            | b"typeof"
            | b"__typeof"
            | b"__typeof__"
            | b"__auto_type"
            | b"__builtin_va_list"
            | b"__int128"
            | b"__int128_t"
            | b"__uint128_t"
            | b"__float128"
            | b"__float80"
            | b"_Float16"
            | b"_Float32"
            | b"_Float64"
            | b"_Float128"
            | b"_Float32x"
            | b"_Float64x"
            | b"_Alignas"
            | b"typedef"
    )
}

/// Words that are neither specifiers nor types nor names.
pub(crate) fn is_statement_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"if"
            | b"else"
            | b"while"
            | b"do"
            | b"for"
            | b"switch"
            | b"case"
            | b"default"
            | b"break"
            | b"continue"
            | b"return"
            | b"goto"
            | b"sizeof"
            | b"_Alignof"
            | b"__alignof"
            | b"__alignof__"
            | b"_Generic"
            | b"_Static_assert"
            | b"asm"
            | b"__asm"
            | b"__asm__"
            | b"__attribute"
            | b"__attribute__"
            | b"__label__"
            | b"__real"
            | b"__real__"
            | b"__imag"
            | b"__imag__"
            | b"restrict"
            | b"__restrict"
            | b"__restrict__"
    )
}

/// Operators that are words, before their operand.
pub(crate) fn is_prefix(word: &[u8]) -> bool {
    matches!(
        word,
        b"sizeof"
            | b"_Alignof"
            | b"__alignof"
            | b"__alignof__"
            | b"__real"
            | b"__real__"
            | b"__imag"
            | b"__imag__"
            | b"__extension__"
    )
}

/// Whether a word is a name rather than a keyword.
pub fn is_name(word: &[u8]) -> bool {
    !is_specifier(word) && !is_type(word) && !is_statement_word(word)
}

/// Words that are replaced wherever they stand.
pub fn replacement(word: &[u8]) -> Option<&'static str> {
    Some(match word {
        b"__extension__" => " ",
        b"__thread" => "_Thread_local",
        b"__const__" => "const",
        b"__int128" | b"__int128_t" => "_Decimal128x",
        b"__uint128_t" => "unsigned _Decimal128x",
        // Not a type of any compiler; its spelling is taken for `__int128`.
        b"_Decimal128x" => "_Decimal64x",
        b"__float128" => "_Float128",
        b"__float80" => "long double",
        // The one spelling that lang-c does not also take for the name of a function.
        b"typeof" | b"__typeof__" => "__typeof",
        _ => return None,
    })
}
