use super::*;
use crate::stack::on_large_stack;

fn parse_text(text: &[u8]) -> (SourceMap, Result<Parsed>) {
    let mut sources = SourceMap::new();
    let name = "t.i";
    let result = parse(&Text { name, bytes: text }, &mut sources);
    (sources, result)
}

fn parsed(text: &str) -> Parsed {
    match parse_text(text.as_bytes()) {
        (_, Ok(parsed)) => parsed,
        (sources, Err(e)) => panic!("{}: {}\n{text}", sources.describe(e.span), e.message),
    }
}

fn error(text: &[u8]) -> (String, String) {
    let (sources, result) = parse_text(text);
    let e = result
        .err()
        .unwrap_or_else(|| panic!("{:?} parses", String::from_utf8_lossy(text)));
    (sources.describe(e.span), e.message)
}

/// Constructs that lang-c reads only after the rewrites; one per line.
const ACCEPTED: &str = r#"
f(a,b) int a; char *b; { return a; }
main() { return 0; }
static f(void) { return 0; }
x; static y = 3; const z, *w;
typedef int T; T (v);
void f(void) { static x; register i = 0, j; for (register k = 0; k < i; k++) ; }
int f(const a, register b) { return a; }
int f(void){ __extension__ int x; return __extension__ 3; }
union __attribute__((packed)) { int a; } x;
struct __attribute__((packed, aligned(8))) S { int a; } s;
enum __attribute__((packed)) E { A };
void f(void) { l: __attribute__((unused)); ; goto l; }
void f(int x) { switch (x) { case 1: x = 2; __attribute__((fallthrough)); default: } }
[[noreturn]] void f(void); [[gnu::aligned(8)]] int x; int g([[maybe_unused]] int y);
int f(void) __attribute__((pure, aligned(8))) ;
;int x;;
void f(void) { l: }
void f(void) { l: int x = 3; }
typedef int T; void f(void) { l: T x = 3; }
int x = __alignof__(x) + _Alignof(int) + __alignof(x);
typeof(typeof(int) *) p; __typeof__(__typeof__(p)) q; int x = __alignof__(typeof(q));
_Static_assert(1); struct S { _Static_assert(sizeof(int) == 4); int a; };
unsigned __int128 x; __int128 y; __uint128_t z; const signed __int128 *p;
__float128 x = 1.0q; __float80 y = 1.0w;
asm("nop"); int x;
void f(void) { asm volatile inline("nop"); asm inline volatile("" : : : "memory"); }
void f(void) { asm goto("jmp %l0" : : : : out); out: ; }
__auto_type x = 3; const __auto_type y = 4;
int x = 1 ?: 2; int y = x ? : 3;
void f(void) { void *p = &&l; static void *t[] = { &&l, (void *)&&m, &&m - &&l }; goto *t[0]; l: m: ; }
int f(int a, int b) { return (a) && b && a++ && b && sizeof(int) && a && (int){1} && f(a, b) && b; }
void f(void) { __label__ a, b; a: b: ; }
int a<:3:> = <% 1 %>;
char *s = "\u00e9\e\q", c = L'\u00e9'; char *r = R"x(a"b\)x";
int $a, b$c; int f(void) { return $a + b$c; }
int caf\u00e9; int f(void) { return café; }
__thread int x; static __thread int y; extern __thread int z;
int x = __builtin_types_compatible_p(int, long[3]) + __builtin_choose_expr(1, 2, 3);
int x = __builtin_types_compatible_p(typeof(int (*)(int, long)), void (*)(void));
_Complex double c; double f(void) { return __real__ c + __imag__ c; }
char *s = "a\
b"; // comment
int x /* comment */ = 3;
struct S { int bits : 3 __attribute__((packed)), more : 4; };
void f(void) { int x __attribute__((cleanup(g))) = 0; }
int (main)(void) { return 0; }
int x = _Generic(1, int: 2, default: 3);
int f(int, int); int g(int i) { return f(__extension__ i, __extension__ __PRETTY_FUNCTION__[0]); }
int x = sizeof(int[]){ 1, 2 } + sizeof (struct { int a; }){ 3 }.a;
static int *p = &(int){ 1 }; static char *q = (char[]){ "ab" }; static r = 3;
int m[2][3]; int (*rows(void))[3] { return m; } next() { return 0; }
struct S { char c; _Alignas(8) int v; _Alignas(double) char d; };
int x = __alignof__ x + __alignof__ (x)[0] + __alignof__ *(int *)&x;
_Complex double z; void f(void) { __real__ z = 1; -__imag__ z; __imag__ (z) += 2; }
typedef void *P; void f(void) { P p = (P)&&l; l: ; }
typedef int T; int f(int T, int l) { if ((T)&&l) return 1; return 0; l: ; }
typedef int T; void f(void) { l: T *p = 0; }
struct { int x; } const static s; enum { A } static a;
"#;

#[test]
fn names_that_are_keywords_elsewhere() {
    let dialect = Dialect {
        gnu_keywords: false,
        inline_keyword: false,
        restrict_keyword: false,
        tagged_members: false,
        unsigned_constants: false,
        foreign: None,
        floating: Default::default(),
    };
    let bytes: &[u8] = b"int asm, typeof = 2; int inline(int restrict) { return asm * restrict; }";
    let text = Text { name: "t.i", bytes };
    let mut sources = SourceMap::new();
    assert!(parse(&text, &mut sources).is_err());
    assert!(parse_as(&text, dialect, &mut sources).is_ok());
}

#[test]
fn an_assignment_needs_an_lvalue() {
    for (text, expected) in [
        ("int f(int a) { (char)a = 3; }", "lvalue required"),
        ("int f(int a) { a + 1 += 3; }", "lvalue required"),
        ("struct { int a = 3; };", "unexpected `=`"),
        ("int f(int a) { return a == = 3; }", "unexpected `=`"),
    ] {
        let (_, message) = error(text.as_bytes());
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn constructs_are_accepted() {
    // A line that starts the next one's string belongs to it.
    let text = ACCEPTED.replace("\\\nb\"", "\\\u{1}b\"");
    for line in text.lines() {
        parsed(&line.replace('\u{1}', "\n"));
    }
}

#[test]
fn what_lang_c_reads_itself_still_reads() {
    parsed(
        "typedef int T; struct T { T T; }; int g(T t) { int T = (t); return T * 2; }
         int h(struct T *t) { t->T = 1; T: switch (t->T) { case 1 ... 3: goto T; } return ({ int x = 3; x; }); }
         extern int k(void) __asm__(\"kk\") __attribute__((nothrow));
         int v(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); return __builtin_va_arg(ap, int); }
         struct S { int a, b; } s = { a: 1, .b = 2 }; int a[] = { [0 ... 3] = 1, [5] 2 };
         int o = __builtin_offsetof(struct S, b); double d = 0x1p3 + 0b11;",
    );
}

#[test]
fn spans_follow_markers_and_rewrites() {
    let text = "# 1 \"a.c\"\n# 1 \"b.h\" 1\nint x;\n# 7 \"a.c\" 2\n__extension__ int /* c */ yy;\n";
    let mut sources = SourceMap::new();
    let parsed = parse(
        &Text {
            name: "t.i",
            bytes: text.as_bytes(),
        },
        &mut sources,
    )
    .expect("parses");
    let places: Vec<String> = parsed
        .unit
        .0
        .iter()
        .map(|d| {
            let span = parsed.lines.span(d.span);
            format!("{} to {}", sources.describe(span), span.end_col)
        })
        .collect();
    assert_eq!(places, ["b.h:1:1 to 7", "a.c:7:15 to 30"]);
}

#[test]
fn syntax_errors_are_located() {
    assert_eq!(
        error(b"int f(void) {\n  return 1 +;\n}\n"),
        ("t.i:2:13".into(), "syntax error: unexpected `;`".into())
    );
    assert_eq!(
        error(b"# 5 \"x.c\"\nint f(void) { return 1 }\n"),
        ("x.c:5:24".into(), "syntax error: unexpected `}`".into())
    );
    assert_eq!(
        error(b"int f(void) {").1,
        "syntax error: unexpected end of file"
    );
    assert_eq!(error(b"int 3x;").0, "t.i:1:5");
}

#[test]
fn what_is_not_text_is_located() {
    assert_eq!(error(b"int x;\n\0").0, "t.i:2:1");
    assert_eq!(error(b"int x;\n  \xff\xfe;").0, "t.i:2:3");
    assert_eq!(error(b"int x; /* ").0, "t.i:1:8");
    assert_eq!(error(b"char *s = \"abc\n;").0, "t.i:1:11");
    assert_eq!(error(b"int x = @;").0, "t.i:1:9");
    assert_eq!(error(b"\n#include <stdio.h>\n").0, "t.i:2:1");
    assert_eq!(error(b"# 9 \"q.c\"\nint x;\n`").0, "q.c:10:1");
}

#[test]
fn bytes_that_are_not_utf8_pass_in_strings_and_comments() {
    parse_text(b"char *s = \"\xe9\"; // \xe9\n")
        .1
        .expect("parses");
}

#[test]
fn deep_nesting_is_read_or_refused() {
    let nested = |n: usize| format!("int x = {}1{};", "(".repeat(n), ")".repeat(n));
    assert!(
        error(nested(5_000).as_bytes())
            .1
            .starts_with("nested too deeply")
    );
    on_large_stack(|| {
        drop(parsed(&nested(100_000)));
        assert!(
            error(nested(1_000_000).as_bytes())
                .1
                .starts_with("nested too deeply")
        );
    });
}

#[test]
fn three_thousand_operators_in_parentheses_are_read() {
    let n = 3_000;
    for (open, close) in [("(", "+1)"), ("(1+", ")"), ("(x*", "-1)")] {
        let text = format!(
            "int f(int x) {{ return {}x{}; }}",
            open.repeat(n),
            close.repeat(n)
        );
        on_large_stack(|| drop(parsed(&text)));
    }
}

#[test]
fn nesting_that_the_parser_cannot_bear_is_refused() {
    let n = 100_000;
    for (open, close) in [
        ("f(", ")"),
        ("a[", "]"),
        ("(int)(", ")"),
        ("(int){", "}"),
        ("({", ";})"),
    ] {
        let text = format!(
            "int f(int a) {{ return {}a{}; }}",
            open.repeat(n),
            close.repeat(n)
        );
        on_large_stack(|| {
            let (place, message) = error(text.as_bytes());
            assert_eq!(message, "expression nested too deeply", "{open}");
            assert!(place.starts_with("t.i:1:"), "{place}");
        });
    }
}

#[test]
fn long_flat_texts_are_read() {
    let sum = format!("int x = {}1;", "1+".repeat(50_000));
    let list = format!("int x[] = {{ {} }};", "{1},".repeat(50_000));
    let chain = format!(
        "int f(int a) {{ {} ; }}",
        "if (a) f(a); else ".repeat(20_000)
    );
    on_large_stack(|| {
        [sum, list, chain]
            .iter()
            .for_each(|text| drop(parsed(text)))
    });
}
