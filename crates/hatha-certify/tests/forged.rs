//! Forged proofs of programs that can fail: none is accepted.

#[path = "support/forge.rs"]
mod forge;

use forge::Forge;
use hatha_certify::{Environment, Externals, certify_under, weaken};
use hatha_cfa::FailKind;
use hatha_smt::Budget;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    void *malloc(unsigned long); void free(void *); int printf(const char *, ...);\n\
    void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long);\n";

fn forge(text: &str, keep: &[&str]) -> Forge {
    Forge::new(&format!("{HEAD}{text}"), keep)
}

fn refused(forge: &Forge) {
    let answer = forge.check(Environment::default());
    assert!(answer.is_err(), "accepted: {answer:?}");
}

/// The object of a local and that of the same local further down the stack are two.
#[test]
fn a_local_of_an_outer_invocation_lives_on() {
    let f = forge(
        "void f(int *p) { int x = 0; int *q = &x; if (p) { *p = 5; if (*q != 5) reach_error(); return; }
         f(q); } int main(void) { f(0); return 0; }",
        &[],
    );
    refused(&f.claim("f", "(or (= $f.p #x0000000000000000) (= (own $f.p) #f.x))"));
}

/// Programs in which one path, with no loop, fails: the cheapest claims say that none does.
const STRAIGHT: &[&str] = &[
    "int main(void) { int x; if (x == 7) reach_error(); return 0; }",
    "int main(void) { int *p = malloc(4); if (*p == 7) reach_error(); return 0; }",
    "int main(void) { int x = 1; int *p = &x; *p = 2; if (x == 2) reach_error(); return 0; }",
    "int main(void) { char c = (char)300; if (c == 44) reach_error(); return 0; }",
    "int main(void) { unsigned u = 0; u--; if (u > 5) reach_error(); return 0; }",
    "int main(void) { int s = -1; if (s < 0u) return 0; if (s > 5u) reach_error(); return 0; }",
    "int main(void) { int n = __VERIFIER_nondet_int(); int s = 1 << n; if (n == 33 && s == 2) reach_error();
     if (n == 3 && s == 8) reach_error(); return 0; }",
    "int main(void) { struct { int b : 1; } x; x.b = 1; if (x.b == -1) reach_error(); return 0; }",
    "int main(void) { struct { unsigned a : 3, b : 7; } x; x.b = 100; x.a = 9; if (x.a == 1 && x.b == 100)
     reach_error(); return 0; }",
    "int main(void) { double d = 0.5; if (d + d == 1.0) reach_error(); return 0; }",
    "int main(void) { float f = __VERIFIER_nondet_int(); if (f != f + 1.0f) reach_error(); return 0; }",
    "int main(void) { int *p = 0; { int x; p = &x; } { int y; int *q = &y; if (p == q) reach_error(); } return 0; }",
    "int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); if (p == q) reach_error(); return 0; }",
    "int main(void) { int a[1], b[1]; if (&a[1] == b) reach_error(); return 0; }",
    "int a[1], b[1]; int main(void) { if (a < b) reach_error(); if (b < a) reach_error(); return 0; }",
    "int main(void) { char *a = \"one\", *b = \"one\"; if (a == b) reach_error(); return 0; }",
    "int main(void) { long l = 0; memset(&l, 1, 4); if (l == 0x01010101) reach_error(); return 0; }",
    "int main(void) { char b[4] = \"abc\"; char c[4]; memcpy(c, b, 4); if (c[2] == 'c') reach_error(); return 0; }",
    "struct s { int a, b[3]; }; int main(void) { struct s x = {1, {2, 3}}, y = x; y.b[1]++;
     if (x.b[1] == 3 && y.b[1] == 4 && y.b[2] == 0) reach_error(); return 0; }",
    "int g = 5; int main(void) { if (g == 5) reach_error(); return 0; }",
    "int g[3] = {[1] = 4}; int main(void) { if (g[1] == 4 && !g[0]) reach_error(); return 0; }",
    "_Bool b; int main(void) { b = 7; if (b == 1) reach_error(); return 0; }",
    "static int one(void) { return 1; } static int two(void) { return 2; } int (*f)(void) = two;
     int main(void) { int (*g)(void) = one; if (f() == 2 && g() == 1) reach_error(); return 0; }",
    "int (*f)(void); extern int (*get(void))(void); int main(void) { f = get(); f(); reach_error(); return 0; }",
    "static int inc(int x) { x = x + 1; return x; } int main(void) { int x = 1; int y = inc(x);
     if (x == 1 && y == 2) reach_error(); return 0; }",
    "static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
     int main(void) { int x = 1, y = 2; swap(&x, &y); if (x == 2 && y == 1) reach_error(); return 0; }",
    "extern void havoc(void); int g; int main(void) { g = 1; havoc(); if (g != 1) reach_error(); return 0; }",
    "extern void put(int *); int main(void) { int x = 1; put(&x); if (x == 9) reach_error(); return 0; }",
    "extern void put(long); int main(void) { int x = 1; put((long)&x + 4 - 4); if (x == 9) reach_error(); return 0; }",
    "extern void put(long); int main(void) { int x = 1; int *p = &x; put((char *)p - (char *)0); if (x == 9) reach_error();
     return 0; }",
    "extern void put(long); int main(void) { int x = 1; int *p = &x; long u = 0; if ((long)p & 16) u = 16; put(u);
     if (x == 9) reach_error(); return 0; }",
    "extern void put(double); double fabs(double); int main(void) { int x = 1; int *p = &x; put(fabs((double)(long)p));
     if (x == 9) reach_error(); return 0; }",
    "extern void put(const char *); static const char t[99]; int main(void) { int x = 1; int *p = &x; put(t + ((long)p & 63));
     if (x == 9) reach_error(); return 0; }",
    "extern int *get(void); int g; int *keep = &g; int main(void) { int *p = get(); if (!p) return 0; g = 1; *p = 2;
     if (g == 2) reach_error(); return 0; }",
    "extern void call(void (*)(void)); static int g; static void set(void) { g = 1; }
     int main(void) { call(set); if (g) reach_error(); return 0; }",
    "int main(void) { int n = 0; printf(\"abc%n\", &n); if (n == 3) reach_error(); return 0; }",
    "int main(void) { int n = 0; const char *f = \"abc%n\"; printf(f, &n); if (n == 3) reach_error(); return 0; }",
    "int main(void) { int n = 2; int v[n]; v[1] = 3; int *p = v; if (p[1] == 3) reach_error(); return 0; }",
    "int main(void) { char *p = __builtin_alloca(4); p[3] = 9; if (p[3] == 9) reach_error(); return 0; }",
    "#include <stdarg.h>\nstatic int sum(int n, ...) { va_list l; va_start(l, n); int s = va_arg(l, int); va_end(l); return s; }
     int main(void) { if (sum(1, 4) == 4) reach_error(); return 0; }",
    "#include <setjmp.h>\nstatic jmp_buf e; static void leave(void) { longjmp(e, 3); }
     int main(void) { int r = setjmp(e); if (r == 3) reach_error(); leave(); return 0; }",
    "#include <stdlib.h>\nstatic void last(void) { reach_error(); } int main(void) { atexit(last); return 0; }",
    "#include <stdio.h>\n#undef stderr\nstatic long say(FILE *stderr) { fprintf(stderr, \"x\"); return ftell(stderr); }
     int main(void) { FILE *f = fopen(\"t\", \"w\"); if (f && say(f) == 1) reach_error(); return 0; }",
    "union u { int i; char c[4]; }; int main(void) { union u x; x.i = 0x01020304; if (x.c[0] == 4) reach_error(); return 0; }",
    "int main(int argc, char **argv) { if (argc == 3) reach_error(); return 0; }",
    "int main(void) { int x = __VERIFIER_nondet_int(); if (x / 2 * 2 != x && x % 2 == -1) reach_error(); return 0; }",
    "volatile int v; int main(void) { v = 1; if (v == 1) reach_error(); return 0; }",
    "int main(void) { int a[4] = {0}; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; a[i] = 1;
     if (a[2] == 1) reach_error(); return 0; }",
    "int main(void) { int x = 3; int *p = &x; int **pp = &p; **pp = 4; if (x == 4) reach_error(); return 0; }",
    "int main(void) { int c = __VERIFIER_nondet_int(); int x = 1, y = 2; int *p = c ? &x : &y; *p = 5;
     if (y == 5) reach_error(); return 0; }",
    "int main(void) { long long a = 1LL << 40; int b = (int)(a >> 38); if (b == 4) reach_error(); return 0; }",
    "int main(void) { unsigned char c = 200; if ((signed char)c < 0) reach_error(); return 0; }",
    "int main(void) { int x = 1; goto in; { int y; y = 3; in: if (y == 3) reach_error(); } return 0; }",
    "int main(void) { char b[8]; *(int *)(b + 4) = 0x0a0b0c0d; if (b[5] == 0x0c) reach_error(); return 0; }",
];

/// Programs that fail behind an access whose object its address does not name: that the access is
/// one of its object must not cut the execution.
const OBJECTS: &[&str] = &[
    "void *realloc(void *, unsigned long); int main(void) { int *p = malloc(4); *p = 1; int *q = realloc(p, 8);
     if (*q == 1) reach_error(); return 0; }",
    "void *realloc(void *, unsigned long); int main(void) { int *p = malloc(8); p[1] = 1; p = realloc(p, 8);
     int *q = p + 1; *q = *q + 1; if (p[1] == 2) reach_error(); return 0; }",
    "static int f(int *p, int n) { int x = n; if (n == 0) { *p = 7; return x; } f(&x, n - 1); return x; }
     int main(void) { int y = 1; if (f(&y, 1) == 7) reach_error(); return 0; }",
    "static int *kept; static int f(int n) { int x = n; if (n == 2) kept = &x; if (n == 0) return *kept;
     return f(n - 1); } int main(void) { if (f(2) == 2) reach_error(); return 0; }",
    "int main(void) { int x = 1; int *p = &x, *q; memcpy(&q, &p, sizeof q); *q = 2; if (x == 2) reach_error(); return 0; }",
    "int main(void) { int x = 1; long l = (long)&x; int *p = (int *)l; *p = 2; if (x == 2) reach_error(); return 0; }",
    "union u { int *p; long l; }; int main(void) { int x[2] = {0, 0}; union u v; v.p = x; v.l += 4; *v.p = 2;
     if (x[1] == 2) reach_error(); return 0; }",
    "int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); *q = 3; if (p == q && *q == 3) reach_error();
     return 0; }",
    "int main(void) { int n = 2; int v[n]; int *p = v; p[1] = 3; { int w[n]; int *q = w; q[0] = 4;
     if (p[1] == 3 && q[0] == 4) reach_error(); } return 0; }",
    "int main(void) { int x = 1; int *p = __VERIFIER_nondet_int() ? &x : malloc(4); *p = 5; if (x == 5) reach_error();
     if (*p == 5) reach_error(); return 0; }",
    "static int *fresh(int v) { int *p = malloc(4); *p = v; return p; }
     int main(void) { int *p = fresh(1), *q = fresh(2); if (*p == 1 && *q == 2) reach_error(); return 0; }",
    "int main(void) { char *a = \"one\", *b = \"one\"; if (a[0] == 'o' && b[1] == 'n') reach_error(); return 0; }",
    "struct s { int *p; }; int main(void) { int x = 1, y = 2; struct s a = {&x}, b = {&y}; b = a; *b.p = 4;
     if (x == 4) reach_error(); return 0; }",
];

#[test]
fn accesses_of_objects_cut_no_execution() {
    for text in OBJECTS {
        let forged = forge(text, &[]);
        refused(&forged);
        let listed = forged.check_one_execution(Environment::default());
        assert!(listed.is_err(), "accepted: {listed:?}\n{text}");
    }
}

#[test]
fn the_cheapest_claims_are_refused() {
    let mut accepted = Vec::new();
    for text in STRAIGHT {
        let forged = forge(text, &[]);
        if forged.check(Environment::default()).is_ok() {
            accepted.push(format!("as regions: {text}"));
        }
        if forged.check_one_execution(Environment::default()).is_ok() {
            accepted.push(format!("as one execution: {text}"));
        }
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
}

/// A program, the procedures that stay, and what a forger says at their entries and exits.
type Component = (
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);

const COMPONENTS: &[Component] = &[
    (
        "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; }
         int main(void) { if (f(3) == 3) reach_error(); return 0; }",
        &[],
        &[("f!", "(= $f.$result #x00000000)")],
    ),
    (
        "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; }
         int main(void) { if (f(3) == 3) reach_error(); return 0; }",
        &[],
        &[("f!", "(= $f.$result (bvsub $f.n@entry #x00000001))")],
    ),
    (
        "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; }
         int main(void) { f(3); reach_error(); return 0; }",
        &[],
        &[("f!", "false")],
    ),
    (
        "int g; static void set(void) { g = 1; } static void f(void) { set(); }
         int main(void) { f(); if (g == 1) reach_error(); return 0; }",
        &["f", "set"],
        &[("f!", "(= $g #x00000000)"), ("f", "(= $g #x00000000)")],
    ),
    (
        "int g; static void set(void) { g = 1; } static void f(void) { set(); }
         int main(void) { f(); if (g == 1) reach_error(); return 0; }",
        &["f"],
        &[],
    ),
    (
        "static void put(int *p) { *p = 4; }
         int main(void) { int x = 1; put(&x); if (x == 4) reach_error(); return 0; }",
        &["put"],
        &[("put", "(= (rd32 &x) #x00000001)"), ("put!", "(= (rd32 &x) #x00000001)")],
    ),
    (
        "int f(int n) { int k = n; if (n > 0) f(n - 1); if (k == 2) reach_error(); return 0; }
         int main(void) { f(2); return 0; }",
        &[],
        &[("f!", "(= $f.k #x00000000)")],
    ),
    (
        "static int f(int x) { return x; } int main(void) { int i = 1; int a = f(0); i = 2; int b = f(7);
         if (a == 0 && b == 7) reach_error(); return 0; }",
        &["f"],
        &[("f", "(= $i #x00000001)"), ("f!", "(= $i #x00000001)")],
    ),
    (
        "static int f(int x) { return x; } int main(void) { int a = f(0); int b = f(7);
         if (a == 0 && b == 7) reach_error(); return 0; }",
        &["f"],
        &[("f!", "(= $f.$result #x00000000)")],
    ),
    (
        "int even(int n); int odd(int n) { int h = n; if (n == 0) return 0; return even(n - 1) + 0 * h; }
         int even(int n) { int h = n; if (n == 0) return 1; return odd(n - 1) + 0 * h; }
         int main(void) { if (even(4) == 1) reach_error(); return 0; }",
        &[],
        &[("even!", "(or (= $even.$result #x00000000) (= $even.n@entry #x00000000))")],
    ),
    (
        "int even(int n); int odd(int n) { int h = n; if (n == 0) return 0; return even(n - 1) + 0 * h; }
         int even(int n) { int h = n; if (n == 0) return 1; return odd(n - 1) + 0 * h; }
         int main(void) { if (even(4) == 1) reach_error(); return 0; }",
        &[],
        &[("even!", "(= $odd.h #x00000001)"), ("odd!", "(= $even.h #x00000001)")],
    ),
    (
        "int *last; void f(int n) { int x = n; int *q = &x; if (n == 1) { last = q; f(0); if (*q == 9) reach_error(); return; }
         *last = 9; } int main(void) { f(1); return 0; }",
        &[],
        &[("f", "(or (= $f.n #x00000001) (= (own $last) #f.x))")],
    ),
    (
        "void f(int *p, int n) { int x = n; int *q = &x; if (n == 0) { if (p == q) return; reach_error(); }
         f(q, n - 1); } int main(void) { f(0, 2); return 0; }",
        &[],
        &[("f", "(or (= $f.p #x0000000000000000) (and (= (own $f.p) #f.x) (= $f.p &f.x)))")],
    ),
    (
        "void f(int *p, int n) { int x = n; int *q = &x; if (n == 0) { if (*p == 0) return; reach_error(); }
         f(q, n - 1); } int main(void) { f(0, 2); return 0; }",
        &[],
        &[("f", "(or (= $f.p #x0000000000000000) (= (rd32 $f.p) #x00000000))")],
    ),
];

#[test]
fn false_summaries_are_refused() {
    for (text, keep, claims) in COMPONENTS {
        let mut forged = forge(text, keep);
        for (place, predicate) in *claims {
            forged = forged.claim(place, predicate);
        }
        let answer = forged.check(Environment::default());
        assert!(answer.is_err(), "accepted: {answer:?}\n{text}\n{claims:?}");
    }
}

/// Programs that fail in, or because of, a procedure that the forger does not look into, the
/// components beside it, and what is claimed.
type Hidden = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);
/// What is true at the start: without it a claim would be refused for the wrong reason.
const ZERO_S: &[(&str, &str)] = &[("main", "(= $s #x00000000)")];
const HIDDEN: &[Hidden] = &[
    ("static void f(void) { reach_error(); } int main(void) { f(); return 0; }", &[], &["f"], &[]),
    ("static void g(void) { reach_error(); } static void f(void) { g(); } int main(void) { f(); return 0; }", &[], &["f"], &[]),
    ("static void g(void) { reach_error(); } static void (*p)(void) = g; static void f(void) { p(); }
      int main(void) { f(); return 0; }", &[], &["f"], &[]),
    ("static int s; static void f(void) { s = 1; } int main(void) { f(); if (s) reach_error(); return 0; }", &[], &["f"], ZERO_S),
    ("static int s; static void g(void) { s = 1; } static void f(void) { g(); }
      int main(void) { f(); if (s) reach_error(); return 0; }", &[], &["f"], ZERO_S),
    ("static int s; static void g(void) { s = 1; } static void (*p)(void) = g; static void f(void) { p(); }
      int main(void) { f(); if (s) reach_error(); return 0; }", &[], &["f"], ZERO_S),
    ("extern void put(void); int s; static void f(void) { put(); } int main(void) { f(); if (s) reach_error(); return 0; }", &[], &["f"], &[("main", "(= (rd32 &s) #x00000000)")]),
    ("extern void call(void (*)(void)); static void g(void) { reach_error(); } static void f(void) { call(g); }
      int main(void) { f(); return 0; }", &[], &["f"], &[]),
    ("static int f(void) { return 3; } int main(void) { if (f() == 3) reach_error(); return 0; }", &[], &["f"], &[]),
    ("static void f(int *p) { *p = 1; } int main(void) { int x = 0; f(&x); if (x) reach_error(); return 0; }", &[], &["f"], &[]),
    ("struct s { int a, b; }; static struct s f(void) { struct s r = {1, 2}; return r; }
      int main(void) { struct s x = {0, 0}; x = f(); if (x.b == 2) reach_error(); return 0; }", &[], &["f"], &[]),
    ("static int a[2]; static void f(int i) { a[i] = 1; } int main(void) { f(1); if (a[1]) reach_error(); return 0; }", &[], &["f"], &[("main", "(= (rd32 (bvadd &a #x0000000000000004)) #x00000000)")]),
    ("static void f(int *p) { free(p); } int main(void) { int *p = malloc(4); f(p); int *q = malloc(4);
      if (p == q) reach_error(); return 0; }", &[], &["f"], &[]),
    ("#include <setjmp.h>\nstatic jmp_buf e; static void f(void) { longjmp(e, 3); }
      int main(void) { int r = setjmp(e); if (r == 3) reach_error(); f(); return 0; }", &[], &["f"], &[]),
    ("#include <stdarg.h>\nstatic int s; static void f(int n, ...) { va_list l; va_start(l, n); s = va_arg(l, int); va_end(l); }
      int main(void) { f(1, 4); if (s == 4) reach_error(); return 0; }", &[], &["f"], ZERO_S),
    // A component that calls it changes what it changes.
    ("static int s; static void f(void) { s = 1; } static void c(void) { f(); }
      int main(void) { c(); if (s) reach_error(); return 0; }", &["c"], &["f"], &[]),
    ("static int a[2]; static void f(void) { a[1] = 1; } static void c(void) { f(); }
      int main(void) { c(); if (a[1]) reach_error(); return 0; }", &["c"], &["f"], &[]),
    ("static int s; static void f(void) { s = 1; } static void c(void) { f(); }
      int main(void) { c(); if (s) reach_error(); return 0; }", &["c"], &["f"], &[("c!", "(= $s #x00000000)")]),
];

#[test]
fn what_is_not_looked_into_is_not_believed() {
    for (text, keep, opaque, claims) in HIDDEN {
        let mut forged = Forge::with_opaque(&format!("{HEAD}{text}"), keep, opaque);
        for (place, predicate) in *claims {
            forged = forged.claim(place, predicate);
        }
        let answer = forged.check(Environment::default());
        assert!(answer.is_err(), "accepted: {answer:?}\n{text}");
    }
}

/// The same rule accepts what is true: a procedure changes what it changes and nothing else. A proof
/// has to say what the initial values are, since its first region holds every state that it does not
/// exclude.
#[test]
fn what_need_not_be_looked_into_is_passed() {
    let second = "(= (rd32 (bvadd &a #x0000000000000004)) #x00000000)";
    let cases = [
        ("static int s, t; static void f(void) { t = 1; } int main(void) { f(); if (s) reach_error(); return 0; }",
         "(= $s #x00000000)"),
        ("static int s, t; static void g(void) { t = 1; } static void (*p)(void) = g; static void f(void) { p(); }
          int main(void) { f(); if (s) reach_error(); return 0; }", "(= $s #x00000000)"),
        ("static int a[2]; static int f(int n) { return n; } int main(void) { f(2); if (a[1]) reach_error(); return 0; }",
         second),
        ("extern void put(void); static int s; int t; static void f(void) { put(); }
          int main(void) { f(); if (s) reach_error(); return 0; }", "(= $s #x00000000)"),
    ];
    for (text, initially) in cases {
        let forged = Forge::with_opaque(&format!("{HEAD}{text}"), &[], &["f"]);
        let answer = forged
            .claim("main", initially)
            .check(Environment::default());
        assert!(answer.is_ok(), "{answer:?}\n{text}");
    }
    // The initial values are checked, too.
    let text = "static int s = 1; static void f(void) { } int main(void) { f(); if (s) reach_error(); return 0; }";
    let forged = Forge::with_opaque(&format!("{HEAD}{text}"), &[], &["f"]);
    refused(&forged.claim("main", "(= $s #x00000000)"));
}

/// What a component does to memory: true summaries are accepted, false ones refused.
#[test]
fn summaries_about_memory_are_checked() {
    let text = "static int a[2]; static void f(int n) { a[1] = n; if (n > 0) a[1] = 0; }
         int main(void) { a[1] = 0; f(3); if (a[1] > 0) reach_error(); return 0; }";
    let claimed = |predicate: &str| {
        forge(text, &["f"])
            .claim("f!", predicate)
            .check(Environment::default())
    };
    let second = "(rd32 (bvadd &a #x0000000000000004))";
    let answer = claimed(&format!("(bvsle {second} #x00000000)"));
    assert!(answer.is_ok(), "{answer:?}");
    let answer = claimed(&format!("(= {second} #x00000000)"));
    assert!(answer.is_err(), "{answer:?}");
    assert!(claimed("true").is_err());
    // What lies at a local's address at the exit is nobody's behind the call.
    let text = "static void f(int *p) { int x = 0; int *q = &x; *q = 1; if (p) *p = 5; }
         int main(void) { int y = 0; f(&y); if (y == 5) reach_error(); return 0; }";
    refused(&forge(text, &["f"]).claim("f!", "(= (rd32 &f.x) #x00000001)"));
}

/// Who does not say where a component returns says that it does not.
#[test]
fn a_component_without_an_exit_is_refused() {
    let text = "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; }
         int main(void) { f(3); reach_error(); return 0; }";
    refused(&forge(text, &[]).nothing_at("f!"));
    refused(&forge(text, &[]).nothing_at("f"));
}

/// Programs with a loop, and what a forger says at its head.
const LOOPS: &[(&str, &str)] = &[
    (
        "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int *q = malloc(4); *q = i; if (p && *p == 0 && p != q)
         reach_error(); p = q; } return 0; }",
        "(or (= $p #x0000000000000000) (= (own $p) #x00000000))",
    ),
    (
        "int main(void) { int i = 0, x = 0; while (i < 3) { switch (i) { int k; case 0: k = 4; break; case 1: x = k; } i++; }
         if (x == 5) reach_error(); return 0; }",
        "(and (or (= $k #x00000004) (= $i #x00000000)) (or (= $x #x00000000) (= $x #x00000004)))",
    ),
    (
        "static int keep(int n) { switch (n) { int k; case 0: k = 4; break; case 1: return k; } return 0; }
         int main(void) { int x = 0; for (int i = 0; i < 2; i++) x = keep(i); if (x == 5) reach_error(); return 0; }",
        "(and (or (= $k #x00000004) (= $i #x00000000)) (or (= $x #x00000000) (= $x #x00000004)))",
    ),
    (
        "int main(void) { int n = 0; while (n < 100) n++; if (n == 100) reach_error(); return 0; }",
        "(bvslt $n #x00000064)",
    ),
    (
        "int main(void) { unsigned char c = 1; while (c) c++; reach_error(); return 0; }",
        "(not (= $c #x00))",
    ),
    (
        "int a[4]; int main(void) { int i = 0; while (i < 4) { a[i] = i; i++; } if (a[3] == 3) reach_error(); return 0; }",
        "(= (rd32 (bvadd &a #x000000000000000c)) #x00000000)",
    ),
    (
        "struct n { struct n *next; int v; }; int main(void) { struct n *h = 0; int i = 0;
         while (i < 2) { struct n *m = malloc(sizeof *m); m->next = h; m->v = i; h = m; i++; }
         if (h && h->next && h->next->v == 0) reach_error(); return 0; }",
        "(or (= $h #x0000000000000000) (= (rd64 $h) #x0000000000000000))",
    ),
    (
        "int main(void) { int *p = malloc(4); *p = 0; int i = 0; while (i < 2) { int *q = malloc(4); *q = 1; free(q); i++; }
         if (*p == 0 && i == 2) reach_error(); return 0; }",
        "(and (not (= (own $p) #x00000000)) (bvslt $i #x00000002))",
    ),
];

#[test]
fn false_invariants_are_refused() {
    for (text, predicate) in LOOPS {
        let answer = forge(text, &[])
            .claim("loop", predicate)
            .check(Environment::default());
        assert!(answer.is_err(), "accepted: {answer:?}\n{text}");
    }
}

/// What is assumed comes from whoever asks, never from the proof.
#[test]
fn assumptions_are_not_the_forgers() {
    let text = "extern void havoc(void); int g; int main(void) { g = 1; havoc(); if (g != 1) reach_error(); return 0; }";
    let forged = forge(text, &[]);
    let under = |externals| {
        forged.check(Environment {
            externals,
            ..Environment::default()
        })
    };
    assert!(under(Externals::Pure).is_ok(), "nothing changes g then");
    assert!(under(Externals::Havoc).is_err() && under(Externals::Refuse).is_err());
    let printing =
        "int main(int n, char **v) { printf(v[0]); if (n == 4) reach_error(); return 0; }";
    let forged = Forge::without_faults(&format!("{HEAD}{printing}"));
    assert!(forged.check(Environment::default()).is_err());
}

/// Blocks of the stack end when their function returns, and their place may be used again.
#[test]
fn a_block_of_the_stack_ends_with_its_call() {
    refused(&forge(
        "static char *f(void) { return __builtin_alloca(4); }
         int main(void) { char *p = f(); char *q = f(); if (p == q) reach_error(); return 0; }",
        &[],
    ));
    refused(&forge(
        "static int *f(int n) { int v[n]; int *p = v; return p; }
         int main(void) { int *p = f(3); int x; int *q = &x; if (p == q) reach_error(); return 0; }",
        &[],
    ));
}

/// What printing a text does, as the one execution that it is claimed to be.
fn printed(body: &str) -> bool {
    let text = format!(
        "typedef __WCHAR_TYPE__ wchar; int wprintf(const wchar *, ...); int main(void) {{ {body} return 0; }}"
    );
    let forged = forge(&text, &[]).with_memory_checks();
    forged.check_one_execution(Environment::default()).is_ok()
}

#[test]
fn texts_that_end_are_printed_in_one_step() {
    for body in [
        "char t[3] = {'a', 'b', 0}; printf(\"%s\\n\", t);",
        "char t[3]; t[0] = 'a'; t[1] = 0; printf(\"%s: %d\\n\", t, __VERIFIER_nondet_int());",
        "wchar t[2] = {'a', 0}; wprintf(L\"%ls\\n\", t);",
        "printf(\"%g\\n\", 0.1);",
    ] {
        assert!(printed(body), "{body}");
    }
}

#[test]
fn texts_without_an_end_are_not_printed_in_one_step() {
    for body in [
        "char t[2] = {'a', 'b'}; printf(\"%s\\n\", t);",
        "char t[2] = {'a', 0}; printf(\"%s\\n\", t + 2);",
        "char t[2]; t[0] = 'a'; t[1] = (char)__VERIFIER_nondet_int(); printf(\"%s\\n\", t);",
        "char t[2]; t[1] = 0; printf(\"%s\\n\", t);",
        "char *t = malloc(2); t[0] = 'a'; t[1] = 0; free(t); printf(\"%s\\n\", t);",
        "char *p; { char t[2] = {'a', 0}; p = t; } printf(\"%s\\n\", p);",
        "char *p = (char *)8; printf(\"%s\\n\", p);",
        "wchar t[2] = {'a', 'b'}; wprintf(L\"%ls\\n\", t);",
        "int n = 0; char t[2] = {'a', 0}; printf(\"%s%n\", t, &n); if (n == 1) reach_error();",
        "char t[2] = {'a', 0}; if (printf(\"%s\", t) < 0) reach_error();",
        "printf(\"%s\\n\", 5);",
    ] {
        assert!(!printed(body), "{body}");
    }
}

/// A loop in which `i` stays below 10, and `j` does not.
const TWO_COUNTERS: &str = "int main(void) { int i = 0, j = 0;
    while (__VERIFIER_nondet_int()) { if (i < 10) i++; j++; }
    if (i > 10) reach_error(); return 0; }";

/// A false conjunct is taken away, and what is left is a proof.
#[test]
fn a_proof_is_weakened_until_it_holds() {
    let f = forge(TWO_COUNTERS, &[]).claim(
        "loop",
        "(and (bvsle $i #x0000000a) (and (bvsle $j #x0000000a) (bvsle #x00000000 $i)))",
    );
    refused(&f);
    let budget = Budget::unlimited();
    let environment = Environment::default();
    let left = weaken(&f.program, &f.proof(), environment, &budget).expect("something is left");
    assert!(left.open.is_empty(), "{:?}", left.open);
    let answer = certify_under(&f.program, &left.proof, environment, &mut [], &budget);
    assert!(answer.is_ok(), "{answer:?}");
}

/// Where the failure can be reached without what is false, it is named, and what is left is no proof.
#[test]
fn what_a_weakened_proof_does_not_exclude_is_named() {
    let false_bound = "(and (bvsle $i #x00000005) (bvsle #x00000000 $i))";
    let f = forge(TWO_COUNTERS, &[]).claim("loop", false_bound);
    refused(&f);
    let budget = Budget::unlimited();
    let environment = Environment::default();
    let left = weaken(&f.program, &f.proof(), environment, &budget).expect("something is left");
    let kinds: Vec<&FailKind> = left.open.iter().map(|(kind, _)| kind).collect();
    let expected = FailKind::ReachError("reach_error".to_owned());
    assert_eq!(kinds, [&expected]);
    let answer = certify_under(&f.program, &left.proof, environment, &mut [], &budget);
    assert!(answer.is_err(), "accepted: {answer:?}");
}

/// No claim about a program that fails becomes a proof by being weakened.
#[test]
fn weakened_claims_about_programs_that_fail_are_refused() {
    let budget = Budget::unlimited();
    let environment = Environment::default();
    for text in STRAIGHT {
        let f = forge(text, &[]).claim("main", "false");
        let Some(left) = weaken(&f.program, &f.proof(), environment, &budget) else {
            continue;
        };
        let answer = certify_under(&f.program, &left.proof, environment, &mut [], &budget);
        assert!(answer.is_err(), "accepted: {text}");
    }
}
