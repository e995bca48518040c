//! Functions with variable arguments: promoted types, many of them, lists handed on and copied.

use super::{Program, input, inputs};
use crate::attack::observe;
use crate::attack::text::{Choices, Text};
use crate::rng::Rng;

/// What every program has. Each letter of a format is one argument.
const HEAD: &str = "\
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
struct pair { int a, b; };
struct wide { long long a; char b; };
union cell { int i; char c[4]; };
static int one(char f, va_list *l) {
    switch (f) {
    case 'i': return va_arg(*l, int);
    case 'u': return (int)(va_arg(*l, unsigned) & 0xffff);
    case 'l': return (int)va_arg(*l, long);
    case 'q': return (int)(va_arg(*l, long long) >> 1);
    case 'z': return (int)va_arg(*l, size_t);
    case 'd': return (int)(va_arg(*l, double) * 2);
    case 'D': return (int)va_arg(*l, long double);
    case 'p': return *va_arg(*l, int *);
    case 's': return va_arg(*l, char *)[1];
    case 'f': return va_arg(*l, int (*)(int))(5);
    case 'P': { struct pair p = va_arg(*l, struct pair); return p.a - p.b; }
    case 'W': { struct wide w = va_arg(*l, struct wide); return (int)w.a + w.b; }
    case 'U': { union cell c = va_arg(*l, union cell); return c.c[0]; }
    default: return 0;
    }
}
static int vsum(const char *f, va_list l) {
    int s = 0;
    va_list own;
    va_copy(own, l);
    for (; *f; f++) s = s * 3 + one(*f, &own);
    va_end(own);
    return s & 0xffff;
}
static int sum(const char *f, ...) { va_list l; va_start(l, f); int s = vsum(f, l); va_end(l); return s; }
static int again(int n, const char *f, ...) { va_list l; int s = 0; while (n-- > 0) { va_start(l, f); s += vsum(f, l); va_end(l); } return s; }
static int later(double d, const char *f, int k, ...) { va_list l, m; va_start(l, k); va_copy(m, l); int s = one(*f, &l) + vsum(f, m) * k; va_end(m); va_end(l); return s + (int)d; }
static int next(int n) { return n + 1; }
";

/// A program.
pub(super) fn program(rng: &mut Rng, shape: (usize, usize)) -> Program {
    let mut text = Text::default();
    for line in HEAD.lines() {
        text.line(line);
    }
    let through = rng.chance(25);
    if through {
        text.line("static int (*volatile pointer)(const char *, ...) = sum;");
    }
    text.open("int main(void)");
    for line in inputs(shape) {
        text.line(line);
    }
    text.line("int x0 = 0, x1 = 1; char c = (char)i0; signed char sc = (signed char)(i0 - 4); short sh = (short)(i0 * 3);");
    text.line("unsigned char uc = (unsigned char)i0; _Bool b = i0 & 1; float fl = (float)i0 / 2; struct pair p = { 7, (int)i0 };");
    text.line("struct wide w = { (long long)i0 << 2, 3 }; union cell u = { 5 };");
    for n in 0..1 + rng.below(3) {
        let (format, arguments) = call(rng, shape);
        let line = match rng.below(4) {
            0 => format!("x{} += again({}, \"{format}\"{arguments});", n & 1, 1 + n),
            1 => format!(
                "x{} += later(1.5, \"{format}\", {}{arguments});",
                n & 1,
                n + 2
            ),
            2 if through => format!("x{} += pointer(\"{format}\"{arguments});", n & 1),
            _ => format!("x{} += sum(\"{format}\"{arguments});", n & 1),
        };
        text.line(line);
    }
    text.line(observe::PLACE);
    text.line("return 0;");
    text.close();
    let claimed = *rng.pick(&["x0", "x0 + x1", "x1 - x0"]);
    Program::new(text.finish(), claimed)
}

/// A format with arguments that fit it; now and then so many that they lie in memory.
fn call(rng: &mut Rng, shape: (usize, usize)) -> (String, String) {
    let count = match rng.chance(15) {
        true => 8 + rng.below(5),
        false => 1 + rng.below(4),
    };
    let (mut format, mut arguments) = (String::new(), String::new());
    for _ in 0..count {
        let a = input(rng, shape);
        let (letter, argument) = match rng.below(15) {
            0 => ('i', "c".to_owned()),
            1 => ('i', "sc".to_owned()),
            2 => ('i', "sh".to_owned()),
            3 => ('i', "b".to_owned()),
            4 => ('i', "uc".to_owned()),
            5 => ('u', format!("{a} + 1u")),
            6 => ('l', format!("(long){a} - 2")),
            7 => ('q', format!("(long long){a} << 3")),
            8 => ('d', "fl".to_owned()),
            9 => ('D', "2.5L".to_owned()),
            10 => ('p', "&x1".to_owned()),
            11 => ('s', "\"abc\"".to_owned()),
            12 => ('P', "p".to_owned()),
            13 => match rng.below(4) {
                0 => ('f', "next".to_owned()),
                1 => ('z', "sizeof p".to_owned()),
                2 => ('U', "u".to_owned()),
                _ => ('W', "w".to_owned()),
            },
            // An unsigned number that an int can hold may be asked for as one.
            _ => ('i', format!("{a} & 3u")),
        };
        format.push(letter);
        arguments.push_str(&format!(", {argument}"));
    }
    (format, arguments)
}
