//! Programs of two files whose declarations differ.

use super::{Program, input, inputs};
use crate::attack::observe;
use crate::attack::text::Text;
use crate::rng::Rng;

/// Something that both files know: its declaration in the file with `main`, its definition in the
/// other one, an `int` made of it, and whether C leaves open what that is.
struct Shared {
    declared: &'static str,
    defined: &'static str,
    used: &'static str,
    is_undefined: bool,
}

const fn shared(declared: &'static str, defined: &'static str, used: &'static str) -> Shared {
    Shared {
        declared,
        defined,
        used,
        is_undefined: false,
    }
}

const fn undefined(declared: &'static str, defined: &'static str, used: &'static str) -> Shared {
    Shared {
        is_undefined: true,
        ..shared(declared, defined, used)
    }
}

const SHARED: &[Shared] = &[
    shared("extern int v0[];", "int v0[3] = { 4, 5, 6 };", "v0[A % 3]"),
    shared("int v1;", "int v1;", "v1++"),
    shared("extern int v2; int v2;", "int v2 = 8;", "(v2 += (int)A)"),
    shared(
        "static int v3 = 1;",
        "static int v3 = 2; int get3(void) { return v3; }",
        "v3 + get3A()",
    ),
    shared(
        "extern const char v4[];",
        "const char v4[] = \"xyz\";",
        "v4[A & 1]",
    ),
    shared(
        "struct s5 { int a; struct s5 *n; }; extern struct s5 v5;",
        "struct s5 { int a; struct s5 *n; }; struct s5 v5 = { 3, &v5 };",
        "v5.n->a + (v5.n == &v5)",
    ),
    shared(
        "enum e6 { E0, E1 }; enum e6 get6(unsigned);",
        "enum e6 { E0, E1 }; enum e6 get6(unsigned a) { return a > 2 ? E1 : E0; }",
        "(int)get6(A)",
    ),
    shared(
        "int get7();",
        "int get7(int a) { return a - 1; }",
        "get7((int)A)",
    ),
    shared(
        "int get8(const int *);",
        "int get8(const int *p) { return p[1]; }",
        "get8((int[2]){ 1, (int)A })",
    ),
    shared(
        "extern int (*v9)(int);",
        "static int inc9(int a) { return a + 1; } int (*v9)(int) = inc9;",
        "v9((int)A)",
    ),
    shared(
        "int get10(int (*)(int)); static int own10(int a) { return a * 2; }",
        "int get10(int (*f)(int)) { return f(4); }",
        "get10(own10) + (int)A",
    ),
    shared(
        "extern volatile int v11;",
        "volatile int v11 = 5;",
        "v11 + (int)A",
    ),
    shared("extern _Bool v12;", "_Bool v12 = 7;", "v12 + (int)A"),
    shared(
        "extern struct { int a : 3; unsigned b : 5; } v13;",
        "struct { int a : 3; unsigned b : 5; } v13 = { -1, 17 };",
        "v13.a + (int)v13.b",
    ),
    shared(
        "int get14(int a) __asm__(\"other14\");",
        "int other14(int a) { return a ^ 5; }",
        "get14((int)A)",
    ),
    shared(
        "extern int v15 __attribute__((weak));",
        "int v15 = 6;",
        "v15 + (int)A",
    ),
    shared(
        "inline int get16(int a) { return a + 2; } extern int get16(int);",
        "int use16(int a) { return a; }",
        "get16((int)A) + use16A()",
    ),
    undefined("extern int v20;", "const int v20 = 9;", "v20 + (int)A"),
    undefined(
        "extern unsigned v21;",
        "int v21 = -2;",
        "(int)(v21 >> 1) + (int)A",
    ),
    undefined("extern short v22;", "int v22 = 70000;", "v22"),
    undefined(
        "long get23(unsigned);",
        "int get23(unsigned a) { return (int)a - 3; }",
        "(int)(get23(A) >> 3)",
    ),
    undefined(
        "int get24(unsigned);",
        "long get24(unsigned a) { return (long)a - 3; }",
        "get24(A)",
    ),
    undefined(
        "unsigned char get25(unsigned);",
        "int get25(unsigned a) { return (int)a + 250; }",
        "get25(A)",
    ),
    undefined(
        "int get26(unsigned char);",
        "int get26(int a) { return a; }",
        "get26((unsigned char)(A + 254))",
    ),
    undefined(
        "extern int *v27;",
        "int v27[2] = { 0, 0 };",
        "(v27 == 0) + (int)A",
    ),
    undefined(
        "int get28(long);",
        "int get28(int a) { return a >> 1; }",
        "get28((long)A)",
    ),
    undefined(
        "extern float v29;",
        "double v29 = 1.5;",
        "(int)v29 + (int)A",
    ),
    undefined(
        "void get30(unsigned);",
        "int get30(unsigned a) { return (int)a; }",
        "(get30(A), (int)A)",
    ),
];

/// A program.
pub(super) fn program(rng: &mut Rng, shape: (usize, usize)) -> Program {
    let mut chosen: Vec<&Shared> = Vec::new();
    for _ in 0..2 + rng.below(3) {
        let next = rng.pick(SHARED);
        if chosen.iter().all(|c| c.defined != next.defined) {
            chosen.push(next);
        }
    }
    let mut text = Text::default();
    text.line("#include <assert.h>");
    text.line("unsigned __VERIFIER_nondet_uint(void);");
    for c in &chosen {
        text.line(c.declared);
        for helper in ["get3", "use16"] {
            if c.used.contains(&format!("{helper}A")) {
                let params = if helper == "get3" { "void" } else { "int" };
                text.line(format!("int {helper}({params});"));
            }
        }
    }
    text.open("int main(void)");
    for line in inputs(shape) {
        text.line(line);
    }
    text.line("int x = 0;");
    for c in &chosen {
        let a = input(rng, shape);
        let used = c
            .used
            .replace("get3A()", "get3()")
            .replace("use16A()", "use16(2)");
        let used = with_input(&used, &a);
        let line = match rng.below(3) {
            0 => format!("if ({a} & 1) x = x * 2 + ({used});"),
            _ => format!("x = x * 3 + ({used});"),
        };
        text.line(line);
    }
    text.line(observe::PLACE);
    text.line("return 0;");
    text.close();
    let other: Vec<&str> = chosen.iter().map(|c| c.defined).collect();
    Program {
        files: vec![text.finish(), other.join("\n") + "\n"],
        claimed: "x & 0xffff".to_owned(),
        is_undefined: chosen.iter().any(|c| c.is_undefined),
    }
}

/// A text with an input in the place of the name `A`.
fn with_input(text: &str, input: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_alone = !is_name(before) && !rest.peek().copied().is_some_and(is_name);
        match c == 'A' && is_alone {
            true => out.push_str(input),
            false => out.push(c),
        }
        before = c;
    }
    out
}
