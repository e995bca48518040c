//! The mutation test of the checker: no defect leads to a wrong verdict that is printed.
//!
//! With the feature `broken` the command makes the deliberate mistake that `HATHA_DEFECT` names
//! (`crates/hatha-defect`). Each is tried on programs whose answer is known. A search that it leads
//! astray must end in a refusal of the checker, or be noticed otherwise; what is trusted instead is
//! named here with the reason and must be shown to matter. `docs/results/mutation.md` is the page.

use hatha_defect::Defect;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// What keeps a defect from harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    /// The checker refuses what comes of it.
    Checker,
    /// It is noticed as an internal error, or the program is not loaded.
    Noticed,
    /// It only makes a search slower or vainer: what it gets wrong is looked at again.
    Search,
    /// Nothing: it is trusted.
    Trusted,
}

use Guard::{Checker, Noticed, Search, Trusted};

/// A program and whether it can fail.
struct Case {
    text: &'static str,
    fails: bool,
    options: &'static [&'static str],
}

const fn fails(text: &'static str, options: &'static [&'static str]) -> Case {
    Case {
        text,
        fails: true,
        options,
    }
}

const DASH: &[&str] = &["--engine", "dash"];
const ENTRY: &[&str] = &["--engine", "dash", "--entry", "f"];
const SYNERGY: &[&str] = &["--engine", "synergy"];
const CEGAR: &[&str] = &["--engine", "cegar"];
const LEE: &[&str] = &["--engine", "lee-yannakakis"];
const INTERVALS: &[&str] = &["--engine", "intervals"];
const PANDA: &[&str] = &["--engine", "panda"];
const MATCH: &[&str] = &["--engine", "panda", "--match"];
const MEMORY: &[&str] = &["--engine", "dash", "--checks", "memory"];
const CALLS_ONLY: &[&str] = &[
    "--property",
    concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/cases/check/unreach-call.prp"
    ),
];
const CALLS: &[&str] = &["--engine", "dash", "--checks", "calls"];
const ENTRY_MEMORY: &[&str] = &["--engine", "dash", "--checks", "memory", "--entry", "f"];
const SUMMARIES: &[&str] = &["--engine", "dash", "--summaries"];

const CHECKED: &[&str] = &["--engine", "dash", "--checks", "arithmetic"];
const BLOCKS: &[&str] = &["--engine", "dash", "--checks", "assertions,+cleanup"];

const LOCK: &str = "int main(void) { int n = 0, lock = 0;
     while (__VERIFIER_nondet_int()) { if (lock) reach_error();
     if (n == 40) lock = 1; n = n + 1; } return 0; }";
const COUNT: &str = "int main(void) { int x = 0, y = 0;
     while (y < 30) { int k = __VERIFIER_nondet_int(); if (k == 77) x = x + 1; y = y + 1; }
     if (x == 3) reach_error(); return 0; }";
const LOST_UPDATE: &str =
    "extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
     extern int pthread_join(unsigned long, void **);
     int x; void *add(void *p) { x = x + 1; return 0; }
     int main(void) { unsigned long a, b; pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);
     pthread_join(a, 0); pthread_join(b, 0); if (x != 2) reach_error(); return 0; }";
const HOLE: &str = "int main(void) { int a[2]; int *p = a; p[0] = 1;
     if (p[__VERIFIER_nondet_int() == 70000] == 3) return 1; return 0; }";
const UNSET: &str =
    "int main(void) { int x; int n = __VERIFIER_nondet_int(); if (n != 70000) x = n;
     if (x == 3) return 1; return 0; }";
const SKEWED: &str = "struct view { int *at; }; int main(void) { int a[2] = {1, 2}; struct view v;
     v.at = a; if (__VERIFIER_nondet_int() == 70000) v.at = (int *)((char *)a + 1);
     return *v.at; }";
const STATES: &str = "int main(void) { int s = 0;
     while (1) { int k = __VERIFIER_nondet_int();
     if (s == 0) { if (k == 17) s = 1; else return 0; }
     else if (s == 1) { if (k == 4) s = 2; else s = 0; }
     else if (s == 2) { if (k == 9) s = 3; else s = 1; }
     else reach_error(); } }";
const RANGE: &str =
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = 0;
     if (a < 10 || a > 20) return 0;
     while (c < a) { c = c + 1; if (b == 5) b = 6; }
     if (c == 13 && b == 6) reach_error(); return 0; }";
const STEPS: &str = "int main(void) { unsigned c = 0; int g = __VERIFIER_nondet_int();
     while (c < 60) c = c + 1;
     if (g == 1234 && c == 60) reach_error(); return 0; }";
const SWAP: &str = "int main(void) { int p = 1, q = 0, r = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (p) { q = r; p = 0; } else { p = 1; r = r + 1; } }
     if (q == 100 && p == 0 && r == 100) reach_error(); return 0; }";
const NESTED: &str =
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
     if (a > 3) { if (b == a + 1) { if (a == 100) reach_error(); } } return 0; }";
const ARRAY: &str = "int main(void) { int a[4]; int i = __VERIFIER_nondet_int();
     if (i < 0 || i > 3) return 0; a[i] = 7;
     if (a[2] == 7 && a[0] == 1) reach_error(); return 0; }";
const CHOICES: &str = "int main(void) { int s = 0, i; for (i = 0; i < 4; i = i + 1)
     switch (__VERIFIER_nondet_int()) { case 1: s += 1; break; case 5: s += 5; break; default: ; }
     if (s == 11) reach_error(); return 0; }";
const ALIAS: &str =
    "int x, y; int main(void) { int n = __VERIFIER_nondet_int(); int *p = n == 70000 ? &x : &y;
     y = 3; *p = 7; while (__VERIFIER_nondet_int()) { if (y == 3) reach_error(); } return 0; }";
const STORE: &str = "int g; int main(void) { int *p = &g; int n = __VERIFIER_nondet_int(); *p = n;
     while (__VERIFIER_nondet_int()) { if (g == 70000) reach_error(); } return 0; }";
const ORDER: &str = "int main(void) { int x = __VERIFIER_nondet_int(); int s = 0;
     while (__VERIFIER_nondet_int()) { if (x < 10 && x != -1) s = 1; if (s == 1 && x == -70000) reach_error(); }
     return 0; }";
const WIDE: &str = "int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1;
     while (__VERIFIER_nondet_int()) { if (y == 70000) reach_error(); } return 0; }";
const START: &str = "static int g = 3; int main(void) { int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (g == 3 && n == 70000) reach_error(); } return 0; }";
const SWITCH: &str = "int main(void) { int s = 0; while (1) { switch (__VERIFIER_nondet_int()) {
     case 1: s = 1; break; case 2: s = 2; break; case 3: return 0; default: s = s + 40; }
     if (s == 42) reach_error(); } }";
const UNKNOWN: &str = "extern void (*get(void))(void); int main(void) { void (*f)(void) = get();
     int n = __VERIFIER_nondet_int(); if (n != 70000) return 0; f(); reach_error(); return 0; }";
const DEPTH: &str = "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; }
     int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 50) return 0;
     if (f(n) == 37) reach_error(); return 0; }";
const BUMP: &str = "static int g; static void bump(int k) { if (k == 7) g = g + 1; }
     int main(void) { int i = 0; while (i < 10) { bump(__VERIFIER_nondet_int()); i = i + 1; }
     if (g == 4) reach_error(); return 0; }";
const CLAMP: &str = "static int clamp(int a, int b) { if (a > b) return b; return a; }
     int main(void) { int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (clamp(n, 50) == 37) reach_error(); } return 0; }";
const MINUS: &str = "static int minus(int a, int b) { return a - b; }
     int main(void) { int n = __VERIFIER_nondet_int(); while (__VERIFIER_nondet_int()) {
     if (minus(n, 3) == 70000) reach_error(); } return 0; }";
const LARGE: &str = "static int large(int n) { if (n > 1000) return 1; return 0; }
     int main(void) { int n = __VERIFIER_nondet_int(); while (__VERIFIER_nondet_int()) {
     if (!large(n) && n == 77) reach_error(); } return 0; }";
const TABLE: &str = "static int a(int x) { return x; } static int b(int x) { return x + 1; }
     static int (*t[2])(int) = {a, b}; int main(void) { int i = __VERIFIER_nondet_int();
     if (i < 0 || i > 1) return 0; if (t[i](41) == 42) reach_error(); return 0; }";
const WIDER: &str = "static int state; static void wide(long x) { state = (int)x; }
     int main(void) { void (*f)() = (void (*)())wide; f(2); if (state == 2) reach_error(); return 0; }";
const LATE: &str = "static int a[3]; int main(void) { int i = __VERIFIER_nondet_int(); int n = 0;
     if (i < 0 || i > 2) return 0; while (n < 40) { n = n + 1; if (n == 35) a[i] = 5; }
     if (a[1] == 5) reach_error(); return 0; }";
const MOVED: &str = "int x, y; int main(void) { int *p = &x; int n = 0;
     while (__VERIFIER_nondet_int()) { if (n == 35) p = &y; n = n + 1; }
     y = 0; x = 0; *p = 3; if (y == 3) reach_error(); return 0; }";
const SET: &str = "static void set(int *p, int *q, int n) { *p = 0; *q = n; if (*p == 70000) reach_error(); }
     int main(void) { int x = 0, y = 0; int n = __VERIFIER_nondet_int(); set(&x, n > 5 ? &x : &y, n); return 0; }";
const LONGJMP: &str = "#include <setjmp.h>\nstatic jmp_buf e; static void leave(int n) { if (n == 70000) longjmp(e, 3); }
     int main(void) { int r = setjmp(e); if (r == 3) reach_error(); leave(__VERIFIER_nondet_int()); return 0; }";
const PERCENT_N: &str =
    "int printf(const char *, ...); int main(void) { int n = 0; printf(\"abc%n\", &n);
     if (n == 3) reach_error(); return 0; }";
const HANDLER: &str = "#include <stdlib.h>\nstatic void last(void) { reach_error(); }
     int main(void) { if (__VERIFIER_nondet_int() == 70000) atexit(last); return 0; }";
const CALLBACK: &str =
    "extern void call(void (*)(void)); static int g; static void set(void) { g = 1; }
     int main(void) { call(set); if (g) reach_error(); return 0; }";
const ADDRESS: &str = "int main(void) { int x = __VERIFIER_nondet_int(); int *p = &x; *p = *p + 1;
     if (x == 70000) reach_error(); return 0; }";
const MET: &str =
    "int g; void f(int *p) { if (!p) return; g = 1; *p = 2; if (g != 1) reach_error(); }";
const COUNTED: &str = "int main(void) { int i = 0; while (i < 10) i = i + 1;
     if (i == 10) reach_error(); return 0; }";
const BELOW: &str = "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 70000) return 0;
     if (n == 70000) reach_error(); return 0; }";
const CASE: &str = "int main(void) { switch (__VERIFIER_nondet_int()) { case 70000: reach_error(); case 2: return 1; }
     return 0; }";
const STRCHR: &str =
    "#include <string.h>\nint main(void) { if (strchr(\"abc\", 'b')) reach_error(); return 0; }";
const ABS: &str =
    "#include <stdlib.h>\nint main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0) return 0;
     if (abs(n) == 70000) reach_error(); return 0; }";
const QUOTIENT: &str = "int main(void) { int x = -7; if (x / 2 != -3) reach_error(); return 0; }";
const SUM: &str =
    "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 70000) return 0; n = n + 1;
     return n == 3; }";
const SMALL: &str =
    "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 70000) return 0; n = n + 1;
     return n == 3; }";
const BEHIND: &str = "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 70000) return 0;
     if (n + 1 < 5) return 0; if (n == 70000) reach_error(); return 0; }";
const LEFT: &str = "#include <stdlib.h>\nint main(void) { int n = __VERIFIER_nondet_int(); char *p = malloc(1), *q = p;
     if (n == 70000) q = 0; free(q); return 0; }";
const FOREVER: &str = "int main(void) { int i = 0, k = 0; while (1) { if (i == 70) k = 1; if (k && __VERIFIER_nondet_int() == 9)
     reach_error(); if (i < 100) i = i + 1; else i = 0; } }";

const NOTED: &str = "#include <stdarg.h>\nstatic int g; static void note(int n, ...) { va_list l; va_start(l, n); g = va_arg(l, int);
     va_end(l); } int main(void) { note(1, __VERIFIER_nondet_int()); while (__VERIFIER_nondet_int()) { if (g == 70000)
     reach_error(); } return 0; }";
const SHOWN: &str = "extern void see(int *); extern void event(void); int main(void) { int x = 0; see(&x); x = 1; event();
     while (__VERIFIER_nondet_int()) { if (x * 3 == 210003) reach_error(); } return 0; }";
const HIDES: &str = "#include <stdarg.h>\nstatic void note(int n, ...) { va_list l; va_start(l, n); if (va_arg(l, int) == 70000)
     reach_error(); va_end(l); } int main(void) { while (__VERIFIER_nondet_int()) note(1, __VERIFIER_nondet_int()); return 0; }";
const DANGLING: &str = "#include <stdlib.h>
int main(void) { int n = __VERIFIER_nondet_int(); int *p = malloc(4); *p = 1;
     if (n == 70000) free(p); while (__VERIFIER_nondet_int()) { if (n == 70000) *p = 2; } return 0; }";
const REUSED: &str = "#include <stdlib.h>
struct node { int v; struct node *next; }; int main(void) { struct node *head = 0;
     while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->v = 7; n->next = head; head = n; }
     if (head) { free(head); struct node *q = malloc(sizeof *q); q->v = 8; if (q == head) reach_error(); } return 0; }";
const STORED: &str = "#include <stdlib.h>
struct s { int *p; }; int main(void) { struct s s; int n = __VERIFIER_nondet_int(); s.p = malloc(4); *s.p = 1;
     struct s *q = &s; if (n == 70000) free(q->p); while (__VERIFIER_nondet_int()) { if (n == 70000) *q->p = 2; }
     return 0; }";
const BYTES: &str = "int main(void) { int x = 1; int *p = &x; int **q = &p; int n = __VERIFIER_nondet_int();
     if (n == 70000) ((unsigned char *)q)[3] = 77; while (__VERIFIER_nondet_int()) { if (n == 70000) **q = 2; }
     return 0; }";
const FURTHER: &str = "int main(void) { int a[4]; int *p = a; int n = __VERIFIER_nondet_int();
     if (n < 0 || n > 70000) return 0; p = p + n; while (__VERIFIER_nondet_int()) { if (n == 4) *p = 2; } return 0; }";
const BEHIND_BLOCK: &str = "#include <stdlib.h>
int main(void) { int *p = malloc(8); int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (n == 70000) p[2] = 1; } return 0; }";
const CONSTANT: &str =
    "static const int k = 3; int main(void) { int *p = (int *)&k; int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (n == 70000) *p = 1; } return 0; }";
const HOLLOW: &str = "struct s { int a, b; }; static struct s kept; static void put(struct s *to, struct s *from) { *to = *from; }
     static int get(struct s *p) { return p->b; } int main(void) { struct s own; own.a = 1; int n = __VERIFIER_nondet_int();
     if (n != 70000) own.b = 2; put(&kept, &own); while (__VERIFIER_nondet_int()) { if (n == 70000 && get(&kept) > 1) return 1; }
     return 0; }";
const OUTER: &str = "static int *kept; static int f(int n) { int x = n; int r = 0; if (n == 2) kept = &x;
     if (n > 0) r = f(n - 1); return r + x; }
     int main(void) { static int z; kept = &z; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; f(n); return *kept; }";
const CALLED: &str = "static int f(int i) { return i; } int main(void) { int (*p)(int) = f; int n = __VERIFIER_nondet_int();
     if (n == 70000) p = 0; while (__VERIFIER_nondet_int()) { if (n == 70000) p(1); } return 0; }";
const NOTHING_GIVEN: &str =
    "static int f(int n) { while (__VERIFIER_nondet_int()) n = n; if (n != 70000) return 1; }
     int main(void) { return f(__VERIFIER_nondet_int()) == 7; }";
const OVERLAPS: &str = "#include <string.h>
static char b[32]; int main(void) { int n = __VERIFIER_nondet_int(); unsigned k = n == 70000 ? 4 : 8;
     while (__VERIFIER_nondet_int()) memcpy(b, b + k, 8); return 0; }";
const NULLED: &str = "int f(int *p, int n) { while (__VERIFIER_nondet_int()) { if (n == 70000) *p = 1; } return 0; }";
const SECOND: &str = "int f(int *p, int n) { if (!p) return 0; while (__VERIFIER_nondet_int()) { if (n == 70000) p[1] = 1; } return 0; }";

/// What a defect is tried on, and what keeps it from harm.
#[rustfmt::skip]
fn trial(defect: Defect) -> (Guard, Vec<Case>) {
    use Defect as D;
    let regions = || vec![fails(LOCK, DASH), fails(COUNT, SYNERGY), fails(STATES, DASH), fails(RANGE, DASH), fails(STEPS, SYNERGY), fails(SWAP, DASH)];
    let holds = |text, options| Case { fails: false, ..fails(text, options) };
    let on = |texts: &[&'static str], options| texts.iter().map(|t| fails(t, options)).collect::<Vec<_>>();
    match defect {
        D::WrongHalf | D::BothHalves | D::FlippedLiteral => (Checker, regions()),
        D::PrunesFeasible | D::DropsUnasked => (Checker, [regions(), on(&[LOCK, SWAP], CEGAR)].concat_cases()),
        D::NoFrontier => (Noticed, regions()),
        D::ForgetsUpdates => (Search, on(&[STATES, RANGE, CHOICES, WIDE], DASH)),
        D::OneAliasCase => (Checker, on(&[LATE, MOVED, SET], DASH)),
        D::NegatedGuard => (Checker, on(&[LOCK, STATES, BELOW, RANGE], CEGAR)),
        D::DropsWrite => (Checker, on(&[LATE, MOVED, STORE], DASH)),
        D::DropsInput => (Checker, on(&[STATES, COUNT, WIDE, BELOW], CEGAR)),
        D::NarrowWrite => (Checker, on(&[WIDE, STEPS, BELOW], CEGAR)),
        D::UnsignedOrder => (Checker, on(&[ORDER, NESTED], CEGAR)),
        D::SkipsEdge => (Checker, on(&[SWITCH], CEGAR)),
        D::IgnoresObstacle => (Checker, on(&[UNKNOWN], DASH)),
        D::IgnoresFailure => (Checker, on(&[LOCK, NESTED], CEGAR)),
        D::ZeroStart => (Checker, on(&[START], CEGAR)),
        D::KeepsCandidate => (Checker, on(&[LOCK, COUNT, STEPS, RANGE], DASH)),
        D::MissesValue => (Checker, on(&[MOVED, LOCK], DASH)),
        D::LeadsToOne => (Search, on(&[ALIAS, MOVED, SET], DASH)),
        D::KeepsEnded => (Checker, on(&[DANGLING], MEMORY)),
        D::FreedStaysMade => (Search, on(&[REUSED], DASH)),
        D::StoredKeepsEnded => (Search, on(&[STORED], MEMORY)),
        D::StoredKeepsBytes => (Search, on(&[BYTES], MEMORY)),
        D::FixedOffset => (Checker, on(&[FURTHER], MEMORY)),
        D::LargerBlock => (Checker, on(&[BEHIND_BLOCK], MEMORY)),
        D::AllWritable => (Checker, on(&[CONSTANT], MEMORY)),
        D::WrittenGlobals => (Checker, on(&[HOLLOW], MEMORY)),
        D::SameInvocation => (Search, on(&[OUTER], MEMORY)),
        D::EntryNotNull => (Search, on(&[NULLED], ENTRY_MEMORY)),
        D::KeepsGlobals => (Checker, on(&[BUMP], SUMMARIES)),
        D::NeverEnters => (Checker, on(&[CLAMP, DEPTH, BUMP], SUMMARIES)),
        D::ApartAtExit => (Search, on(&[CLAMP, BUMP], SUMMARIES)),
        D::ExitKnown => (Checker, [on(&[DEPTH, CLAMP], SUMMARIES), vec![holds(PICKED, SUMMARIES)]].concat_cases()),
        D::HidesGiven => (Checker, on(&[SHOWN], DASH)),
        D::CoversAny => (Checker, on(&[LOCK, STATES, SWAP, RANGE], CEGAR)),
        D::SkipsPair => (Checker, on(&[LOCK, STATES, STEPS, NESTED], LEE)),
        D::RangeTooSmall => (Checker, on(&[COUNTED], INTERVALS)),
        D::BlindWalk => (Checker, on(&[NESTED, ARRAY, CHOICES], PANDA)),
        D::CoversWithoutFacts | D::CoversDifferent => (Checker, on(&[FOREVER, LOCK, STATES], MATCH)),
        D::DropsLiteral => (Search, vec![holds(HOLDS, DASH)]),
        D::NarrowUnsat => (Checker, on(&[COUNT, STEPS, LATE], CEGAR)),
        D::CacheConfuses => (Checker, on(&[STATES, RANGE, COUNT, SWAP], CEGAR)),
        D::EmbeddedUnsat => (Trusted, on(&[NESTED, BELOW], CEGAR)),
        D::JoinDropsEdge | D::JoinFreezesZero => (Checker, [on(&[BUMP, DEPTH], SUMMARIES), vec![holds(CLAMPED, SUMMARIES)]].concat_cases()),
        D::JoinForgetsEffect => (Checker, on(&[BUMP], SUMMARIES)),
        D::JoinKeepsMemory => (Checker, vec![holds(FILLED, DASH)]),
        D::OpaqueFailure => (Checker, on(&[HIDES], DASH)),
        D::OpaqueForgetsEffect => (Checker, vec![fails(NOTED, DASH), holds(NOTED_BYTE, DASH)]),
        D::InlineLosesResult => (Noticed, [on(&[MINUS, CLAMP], DASH), vec![holds(CLAMPED, DASH)]].concat_cases()),
        D::InlineSwapsArguments => (Checker, [on(&[MINUS], CEGAR), vec![holds(NOTHING, DASH)]].concat_cases()),
        D::InlineSharesLocals => (Checker, vec![holds(TWICE, DASH)]),
        D::InlineWrongReturn | D::InlineDropsArm => (Checker, on(&[LARGE], CEGAR)),
        D::IndirectElsewhere => (Checker, on(&[WIDER], CEGAR)),
        D::IndirectMissesTarget | D::IndirectWrongTarget => (Checker, [on(&[TABLE], CEGAR), vec![holds(PICKED, DASH)]].concat_cases()),
        D::JumpHandsZero => (Search, on(&[LONGJMP], CEGAR)),
        D::SilentWrites => (Search, on(&[PERCENT_N], CEGAR)),
        D::ChecksNoSums => (Checker, vec![fails(SUM, CHECKED), holds(SMALL, CHECKED)]),
        D::ChecksNoHoles => (Checker, vec![fails(HOLE, MEMORY)]),
        D::ChecksFlagsSet => (Search, vec![fails(UNSET, MEMORY)]),
        D::ChecksAligned => (Search, vec![fails(SKEWED, MEMORY)]),
        D::ChecksNoMisuse => (Checker, [on(&[CALLED, NOTHING_GIVEN], CALLS), on(&[OVERLAPS], MEMORY)].concat_cases()),
        D::ChecksNoAccess => (Checker, on(&[BEHIND_BLOCK, FURTHER], MEMORY)),
        D::ChecksPastEnd => (Search, on(&[BEHIND_BLOCK, FURTHER], MEMORY)),
        D::ChecksNegated => (Search, vec![fails(SUM, CHECKED), holds(SMALL, CHECKED)]),
        D::ChecksDropStep => (Checker, vec![fails(BEHIND, CHECKED), holds(SMALL, CHECKED)]),
        D::ChecksFreeOfNull | D::ChecksForgetPoint => (Checker, on(&[LEFT], BLOCKS)),
        D::ForgetsHandlers => (Checker, on(&[HANDLER], CEGAR)),
        D::ForgetsCallbacks => (Checker, on(&[CALLBACK], DASH)),
        D::SlotsAddressed => (Search, on(&[ADDRESS], DASH)),
        D::PartIsWhole => (Checker, on(&[MET], ENTRY)),
        D::ExternalIsSlot => (Noticed, on(&[MET], ENTRY)),
        D::AssumesRoom => (Search, on(&[SECOND], ENTRY_MEMORY)),
        D::ThreadsSeeNothing => (Trusted, vec![fails(LOST_UPDATE, CALLS_ONLY)]),
        D::LessOrEqual => (Trusted, on(&[BELOW], DASH)),
        D::DropsCase => (Trusted, on(&[CASE], DASH)),
        D::ModelFindsNothing => (Trusted, on(&[STRCHR], PANDA)),
        D::ModelWrongResult => (Trusted, on(&[ABS], DASH)),
        D::SimulatorDivides => (Trusted, vec![holds(QUOTIENT, DASH)]),
    }
}

/// Programs that cannot fail: a proof about a wrong automaton is refused although its verdict
/// would be right.
const CLAMPED: &str = "static int clamp(int a, int b) { if (a > b) return b; return a; }
     int main(void) { int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (clamp(n, 50) > 50) reach_error(); } return 0; }";
const NOTHING: &str = "static int minus(int a, int b) { return a - b; }
     int main(void) { int n = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { minus(n, 1); if (n != n) reach_error(); } return 0; }";
const PICKED: &str = "static int a(int x) { return x; } static int b(int x) { return x + 1; }
     int main(void) { int (*f)(int) = __VERIFIER_nondet_int() ? a : b;
     while (__VERIFIER_nondet_int()) { if (f(41) < 41) reach_error(); } return 0; }";
const HOLDS: &str = "int main(void) { int lock = 0;
     while (__VERIFIER_nondet_int()) { if (lock) reach_error(); lock = 1; lock = 0; } return 0; }";
const FILLED: &str = "static int a[2]; static void fill(int n, int v) { if (n <= 0) { a[1] = v & 255; return; } fill(n - 1, v); }
     int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 30) return 0; fill(n, __VERIFIER_nondet_int());
     while (__VERIFIER_nondet_int()) { if (a[1] == 70000) reach_error(); } return 0; }";
const NOTED_BYTE: &str =
    "#include <stdarg.h>\nstatic int g; static void note(int n, ...) { va_list l; va_start(l, n);
     g = va_arg(l, int) & 255; va_end(l); } int main(void) { note(1, __VERIFIER_nondet_int());
     while (__VERIFIER_nondet_int()) { if (g == 70000) reach_error(); } return 0; }";
const TWICE: &str = "static int half(int n) { int h = n / 2; return h; }
     int main(void) { int a = half(8), b = half(2); if (a != 4 || b != 1) reach_error(); return 0; }";

trait ConcatCases {
    fn concat_cases(self) -> Vec<Case>;
}

impl ConcatCases for [Vec<Case>; 2] {
    fn concat_cases(self) -> Vec<Case> {
        self.into_iter().flatten().collect()
    }
}

/// What came of the runs with one defect.
/// The options that choose what is asked.
const OTHER_QUESTIONS: [&str; 3] = ["--checks", "--property", "--rule"];

#[derive(Debug, Default)]
struct Tally {
    met: usize,
    refused: usize,
    noticed: usize,
    wrong: Vec<String>,
    reply: Vec<String>,
}

fn run(folder: &Path, case: &Case, defect: Defect) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(["check", "--data-model", "lp64", "--timeout", "10"]);
    // A fault beside the one that a program is about would hide the defect.
    if !case.options.iter().any(|o| OTHER_QUESTIONS.contains(o)) {
        command.args(["--checks", "assertions"]);
    }
    command
        .args(case.options)
        .arg("case.c")
        .env("HATHA_DEFECT", defect.name())
        .env("HATHA_DEFECT_MET", folder.join("met"))
        // What is written about an internal error goes with the folder.
        .env("TMPDIR", folder)
        .current_dir(folder);
    let output = command.output().expect("hatha runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn try_case(defect: Defect, case: &Case, tally: &mut Tally) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("case.c");
    std::fs::write(file, format!("{HEAD}{}", case.text)).expect("the folder is writable");
    let (status, text) = run(folder.path(), case, defect);
    tally.met += usize::from(folder.path().join("met").exists());
    tally.refused += usize::from(text.contains("not certified"));
    tally.noticed += usize::from(matches!(status, Some(64..)));
    let line = text.lines().next().unwrap_or_default().to_owned();
    if status == Some(if case.fails { 0 } else { 1 }) {
        tally.wrong.push(format!("{}: {line}", case.text));
    }
    tally.reply.push(line);
}

fn judge(defect: Defect) -> Result<String, String> {
    let (guard, cases) = trial(defect);
    let mut tally = Tally::default();
    for case in &cases {
        try_case(defect, case, &mut tally);
    }
    let line = format!(
        "{:24} {guard:?}: {} programs, met in {}, refused {}, noticed {}, wrong {}",
        defect.name(),
        cases.len(),
        tally.met,
        tally.refused,
        tally.noticed,
        tally.wrong.len()
    );
    let kept = match guard {
        Checker => tally.wrong.is_empty() && tally.refused > 0,
        Noticed => tally.wrong.is_empty() && tally.noticed > 0,
        Search => tally.wrong.is_empty() && tally.met > 0,
        // It is trusted because it matters.
        Trusted => !tally.wrong.is_empty(),
    };
    match kept {
        true => Ok(line),
        false => Err(format!("{line}\n{:#?}\n{:#?}", tally.wrong, tally.reply)),
    }
}

#[test]
fn no_defect_leads_to_a_wrong_verdict() {
    let open = Mutex::new(Defect::ALL.to_vec());
    let lines = Mutex::new(Vec::new());
    let failures = Mutex::new(Vec::new());
    let next = || open.lock().expect("no thread panics").pop();
    let work = || {
        while let Some(defect) = next() {
            match judge(defect) {
                Ok(line) => lines.lock().expect("no thread panics").push(line),
                Err(why) => failures.lock().expect("no thread panics").push(why),
            }
        }
    };
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(work);
        }
    });
    let mut lines = lines.into_inner().expect("no thread panics");
    lines.sort();
    println!("{}", lines.join("\n"));
    let failures = failures.into_inner().expect("no thread panics");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The page has every defect, with what keeps it from harm.
#[test]
fn the_page_names_every_defect() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/mutation.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    for &defect in Defect::ALL {
        let word = match trial(defect).0 {
            Checker => "checker",
            Noticed => "noticed",
            Search => "search",
            Trusted => "trusted",
        };
        let start = format!("| `{}` | {} | {word} |", defect.name(), defect.text());
        assert!(page.contains(&start), "the page lacks: {start}");
    }
    assert!(Defect::ALL.len() >= 40);
}
