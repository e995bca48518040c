//! Functions whose meaning is known, called through pointers, tables, parameters and other names.

use super::{Program, input, inputs};
use crate::attack::observe;
use crate::attack::text::{Choices, Text};
use crate::rng::Rng;

/// What every program has, but for how it fails.
const HEAD: &str = "\
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);
void hatha_requires(int);
void hatha_ensures(int);
static int twice(int n) { return 2 * n; }
static int digit(int c) { return !!isdigit(c); }
int magnitude(int) __asm__(\"abs\");
int raise_case(int) __asm__(\"toupper\");
void failure(void) __asm__(\"reach_error\");
static int (*const unary[4])(int) = { abs, twice, toupper, digit };
static int (*chosen)(int) = tolower;
static size_t (*length)(const char *) = strlen;
static void *(*copy)(void *, const void *, size_t) = memcpy;
static void *(*shift)(void *, const void *, size_t) = memmove;
static void *(*fill)(void *, int, size_t) = memset;
static char *(*find)(const char *, int) = strchr;
static int (*order)(const char *, const char *) = strcmp;
static void *(*make)(size_t) = malloc;
static void (*end)(void *) = free;
static double (*root)(double) = sqrt;
static double (*positive)(double) = fabs;
static void (*suppose)(int) = __VERIFIER_assume;
static int apply(int (*f)(int), int n) { return f(n); }
static double real(double (*f)(double), double x) { return f(x); }
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int more(const void *a, const void *b) { return less(b, a); }
static void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
struct table { int (*f)(int); double (*r)(double); size_t (*n)(const char *); };
static struct table tables[2] = { { abs, sqrt, strlen }, { twice, fabs, strlen } };
static int sign(int n) { return (n > 0) - (n < 0); }
";

/// How the program says that a claim does not hold.
const FAILURES: [&str; 8] = [
    "static void (*fail)(void) = reach_error;\n#define assert(c) ((c) ? (void)0 : fail())\n",
    "static void (*const fails[2])(void) = { abort, reach_error };\n#define assert(c) ((c) ? (void)0 : fails[1]())\n",
    "#define assert(c) ((c) ? (void)0 : failure())\n",
    "static void (*volatile fail)(void) = failure;\n#define assert(c) ((c) ? (void)0 : fail())\n",
    "static void check(int c) { hatha_requires(c); }\n#define assert(c) check(!!(c))\n",
    "static void check(int c) { hatha_ensures(c); }\nstatic void (*checks)(int) = check;\n#define assert(c) checks(!!(c))\n",
    "static void (*check)(int) = hatha_requires;\n#define assert(c) check(!!(c))\n",
    "struct exits { void (*bad)(void); };\nstatic struct exits exits = { reach_error };\n#define assert(c) ((c) ? (void)0 : exits.bad())\n",
];

/// A program.
pub(super) fn program(rng: &mut Rng, shape: (usize, usize)) -> Program {
    let mut text = Text::default();
    let failure = rng.word(&FAILURES);
    for line in HEAD.lines().chain(failure.lines()) {
        text.line(line);
    }
    text.open("int main(void)");
    for line in inputs(shape) {
        text.line(line);
    }
    text.line("int x0 = 3, x1 = 4; char buf[8] = \"aB3\"; char *at; int *block; int arr[3] = { 2, 9, 4 };");
    text.line("double d = 2.0; int (*f)(int) = twice; struct table *t = &tables[0];");
    for _ in 0..3 + rng.below(4) {
        let line = statement(rng, shape);
        text.line(line);
    }
    text.line(observe::PLACE);
    text.line("return 0;");
    text.close();
    let claimed = *rng.pick(&[
        "x0",
        "x0 + x1",
        "buf[0] + x1",
        "arr[0] * 3 + x0",
        "(int)d + x1",
    ]);
    Program::new(text.finish(), claimed)
}

fn statement(rng: &mut Rng, shape: (usize, usize)) -> String {
    let a = input(rng, shape);
    let k = rng.between(0, 3);
    match rng.below(18) {
        0 => format!("x0 = unary[{a} & 3]((int)({a} & 63) + {k});"),
        1 => format!("f = {a} & {} ? abs : twice; x1 = f((int){a} - 3);", 1 << k),
        2 => format!(
            "x0 += apply({}, x1 & 127);",
            rng.word(&["abs", "twice", "toupper", "magnitude"])
        ),
        3 => format!("copy(buf, \"hello\" + {k}, 3); x1 += (int)length(buf);"),
        4 => format!("fill(buf, 'a' + (int)({a} & 3), {}); buf[7] = 0;", k + 1),
        5 => format!(
            "at = find(buf, '{}'); x1 += at ? (int)(at - buf) : -1;",
            rng.word(&["a", "B", "3"])
        ),
        6 => format!(
            "x0 = sign(order(buf, \"{}\"));",
            rng.word(&["aB3", "b", "aB", ""])
        ),
        7 => format!(
            "block = make({} * sizeof *block); block[0] = x0; x1 = block[0] + 1; end(block);",
            k + 1
        ),
        8 => format!("d = root((double)(({a} & 3) * ({a} & 3))); x0 += (int)d;"),
        9 => format!(
            "d = real({}, (double)x0); x1 = d > 1.5 ? 1 : x1;",
            rng.word(&["fabs", "floor", "positive"])
        ),
        10 => format!("sort(arr, 3, sizeof *arr, {a} & 1 ? less : more);"),
        11 => format!("t = &tables[{a} & 1]; x0 = t->f(x1 & 31) + (int)t->n(buf);"),
        12 => format!("suppose({a} != {});", k + 1),
        13 => "x1 = magnitude(x1) & 255;".to_owned(),
        14 => format!("buf[0] = (char)raise_case('a' + (int)({a} & 3));"),
        15 => format!("chosen = {a} & 1 ? tolower : unary[{k}]; x1 = chosen('A' + {k});"),
        16 => "shift(buf + 1, buf, 3); buf[7] = 0;".to_owned(),
        _ => format!("x0 = (int)({a} & 7) - x1; x0 &= 255;"),
    }
}
