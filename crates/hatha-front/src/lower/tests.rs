//! Small C sources through the whole front end: the shape of the automata.

use crate::lower;
use crate::parse::{self, Text};
use crate::{hir, sema, stack};
use hatha_cfa::{
    EdgeId, FailKind, GlobalInit, InitValue, Op, ProcId, Procedure, Program, SourceMap, Storage,
    Target, TypeTable, print, verify,
};

/// One unit of a test program: its text and whether it is a model.
type Source<'a> = (&'a str, bool);

fn units(sources: &[Source], target: &Target) -> (Vec<hir::Unit>, TypeTable, SourceMap) {
    let (mut types, mut map) = (TypeTable::new(), SourceMap::new());
    let mut units = Vec::new();
    for (i, (text, model)) in sources.iter().enumerate() {
        let name = format!("{i}.c");
        let bytes = text.as_bytes();
        let text = Text { name: &name, bytes };
        let parsed = parse::parse(&text, &mut map).expect("the test's C is well-formed");
        let unit = sema::analyse(&parsed, &mut types, target, *model);
        units.push(unit.expect("the test's C is well-typed"));
    }
    (units, types, map)
}

fn link(sources: &[Source]) -> crate::diag::Result<Program> {
    let target = Target::lp64();
    stack::on_large_stack(|| {
        let (units, types, map) = units(sources, &target);
        // As if the user said that the texts are a whole program.
        let asked = lower::extent::Asked {
            at_main: true,
            without_pointers: true,
            stated: true,
            given: usize::MAX,
            ..Default::default()
        };
        lower::lower(units, types, target.clone(), map, false, &asked)
    })
}

#[track_caller]
fn program(text: &str) -> Program {
    linked(&[(text, false)])
}

#[track_caller]
fn linked(sources: &[Source]) -> Program {
    let p = link(sources).expect("the test's program links");
    if let Err(flaws) = verify::verify(&p) {
        panic!("{}\n{}", flaws[0], print::program(&p));
    }
    p
}

fn procedure<'p>(p: &'p Program, name: &str) -> (ProcId, &'p Procedure) {
    let id = p.find_proc(name).expect("the test defines the function");
    (id, p.proc(id))
}

/// The edges of `f`, in the order in which they were made, each as `from -> to: text` with
/// locations numbered by first appearance.
fn edges(p: &Program, name: &str) -> Vec<String> {
    let (_, proc) = procedure(p, name);
    let mut seen = vec![proc.entry];
    let mut number = |loc| match seen.iter().position(|l| *l == loc) {
        Some(i) => i,
        None => {
            seen.push(loc);
            seen.len() - 1
        }
    };
    let mut out = Vec::new();
    for (_, e) in proc.edges() {
        let (from, to) = (number(e.from), number(e.to));
        out.push(format!("{from} -> {to}: {}", print::edge(p, e)));
    }
    out
}

/// The texts of the edges of `f` alone.
fn texts(p: &Program, name: &str) -> Vec<String> {
    let (_, proc) = procedure(p, name);
    proc.edges().map(|(_, e)| print::edge(p, e)).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(edges(&program(text), "f"), expected);
}

#[track_caller]
fn check_texts(text: &str, expected: &[&str]) {
    assert_eq!(texts(&program(text), "f"), expected);
}

// ---- straight lines and branches ----

#[test]
fn an_assignment_is_one_edge() {
    check(
        "int f(int a, int b) { int x; x = a + b * 2; return x; }",
        &[
            "0 -> 1: declare int x",
            "1 -> 2: x = a + b * 2",
            "2 -> 3: return x",
        ],
    );
}

#[test]
fn an_initialised_slot_needs_no_declaration() {
    check_texts(
        "int f(int a) { int x = a; return x; }",
        &["x = a", "return x"],
    );
    check_texts(
        "int f(void) { int x = x + 1; return x; }",
        &["declare int x", "x = x + 1", "return x"],
    );
}

#[test]
fn if_branches_and_joins_without_empty_edges() {
    check(
        "int f(int x) { if (x < 3) x = 1; else x = 2; return x; }",
        &[
            "0 -> 1: assume(x < 3)",
            "0 -> 2: assume(x >= 3)",
            "1 -> 3: x = 1",
            "2 -> 3: x = 2",
            "3 -> 4: return x",
        ],
    );
}

#[test]
fn short_circuit_is_control_flow() {
    check(
        "int f(int a, int b) { if (a && !b) return 1; return 2; }",
        &[
            "0 -> 1: assume(a)",
            "0 -> 2: assume(!a)",
            "1 -> 2: assume(b)",
            "1 -> 3: assume(!b)",
            "3 -> 4: return 1",
            "2 -> 4: return 2",
        ],
    );
}

#[test]
fn a_conditional_value_goes_straight_to_its_place() {
    check_texts(
        "int f(int c) { int x; x = c ? 1 : 2; return x; }",
        &[
            "declare int x",
            "assume(c)",
            "assume(!c)",
            "x = 1",
            "x = 2",
            "return x",
        ],
    );
    check_texts(
        "int f(int c, int d) { return (c || d) + 1; }",
        &[
            "assume(c)",
            "assume(!c)",
            "assume(d)",
            "assume(!d)",
            "$1 = 1",
            "$1 = 0",
            "return $1 + 1",
        ],
    );
}

// ---- loops and jumps ----

#[test]
fn a_while_loop_has_a_marked_head() {
    let p = program("int f(int n) { int i = 0; while (i < n) i++; return i; }");
    assert_eq!(
        edges(&p, "f"),
        [
            "0 -> 1: i = 0",
            "1 -> 2: assume(i < n)",
            "1 -> 3: assume(i >= n)",
            "2 -> 1: i = i + 1",
            "3 -> 4: return i",
        ]
    );
    let (_, proc) = procedure(&p, "f");
    let heads = proc.locations.iter().filter(|l| l.loop_head).count();
    assert_eq!(heads, 1);
    assert!(proc.location(proc.edge(EdgeId(0)).to).loop_head);
}

#[test]
fn continue_of_a_for_loop_goes_to_its_step() {
    check_texts(
        "int f(int n) { for (int i = 0; ; i++) { if (i == n) continue; if (i > n) break; } return 0; }",
        &[
            "i = 0",
            "assume(i == n)",
            "assume(i != n)",
            "assume(i > n)",
            "assume(i <= n)",
            "i = i + 1",
            "return 0",
        ],
    );
}

#[test]
fn a_do_loop_that_never_repeats_is_no_loop() {
    let p = program("int f(int n) { do { n = 1; } while (0); return n; }");
    assert_eq!(texts(&p, "f"), ["n = 1", "return n"]);
    let (_, proc) = procedure(&p, "f");
    assert!(proc.locations.iter().all(|l| !l.loop_head));
}

#[test]
fn an_empty_endless_loop_stays() {
    check_texts("int f(void) { while (1) ; }", &["skip", "skip"]);
}

#[test]
fn goto_forward_and_back() {
    let p =
        program("int f(int n) { again: n--; if (n) goto again; goto out; n = 7; out: return n; }");
    assert_eq!(
        texts(&p, "f"),
        ["n = n - 1", "assume(n)", "assume(!n)", "return n", "skip"]
    );
    let (_, proc) = procedure(&p, "f");
    let label = |name: &str| {
        let mut all = proc.locations.iter();
        all.find(|l| l.label.as_deref() == Some(name))
            .expect("the label is a location")
    };
    assert!(label("again").loop_head);
    assert!(!label("out").loop_head);
}

#[test]
fn a_computed_goto_tests_the_taken_labels() {
    let p = program(
        "int f(int i) { static void *t[] = { &&a, &&b }; goto *t[i]; a: return 1; b: return 2; }",
    );
    assert_eq!(
        texts(&p, "f"),
        [
            "assume(t[i] == (void *)0x1)",
            "assume(t[i] != (void *)0x1)",
            "assume(t[i] == (void *)0x2)",
            "assume(t[i] != (void *)0x2)",
            "fail: unreachable code is reached",
            "return 1",
            "return 2",
        ]
    );
}

// ---- switch ----

#[test]
fn a_switch_is_disjoint_and_exhaustive() {
    check(
        "int f(int x) { switch (x) { case 1: x = 5; case 2: x = 6; break; case 7 ... 9: return 1; default: x = 0; } return x; }",
        &[
            "1 -> 2: x = 5",
            "2 -> 3: x = 6",
            "4 -> 5: return 1",
            "6 -> 3: x = 0",
            "0 -> 1: assume(x == 1)",
            "0 -> 2: assume(x == 2)",
            "0 -> 4: assume(x >= 7 && x <= 9)",
            "0 -> 6: assume((x < 1 || x > 2) && (x < 7 || x > 9))",
            "3 -> 5: return x",
        ],
    );
}

#[test]
fn a_switch_without_default_falls_out() {
    check_texts(
        "int f(unsigned x) { switch (x) { case 0: case 1: return 1; } return x; }",
        &[
            "return 1",
            "assume(x == 0U)",
            "assume(x == 1U)",
            "assume(x > 1U)",
            "return (int)x",
        ],
    );
}

#[test]
fn a_large_switch_has_a_shallow_default() {
    let cases: String = (0..2000).map(|i| format!("case {}: ;", 2 * i)).collect();
    let p = program(&format!(
        "int f(int x) {{ switch (x) {{ {cases} }} return x; }}"
    ));
    let (_, proc) = procedure(&p, "f");
    let depths: Vec<usize> = proc
        .edges()
        .filter_map(|(_, e)| match e.op {
            Op::Assume { cond, .. } => Some(depth(&p, cond)),
            _ => None,
        })
        .collect();
    assert_eq!(depths.len(), 2001);
    assert!(depths.iter().all(|d| *d < 20));
}

fn depth(p: &Program, e: hatha_cfa::ExprId) -> usize {
    let below = p.exprs.children(e).map(|c| depth(p, c)).max();
    1 + below.unwrap_or(0)
}

// ---- evaluation order ----

#[test]
fn a_value_that_a_call_could_change_is_kept() {
    check_texts(
        "int g(void); int x; int f(int y) { return x + y + g(); }",
        &["$1 = x + y", "call g() -> $2", "return $1 + $2"],
    );
    // A local slot is out of reach of the call.
    check_texts(
        "int g(void); int f(int y) { return y + g(); }",
        &["call g() -> $1", "return y + $1"],
    );
}

#[test]
fn arguments_are_evaluated_left_to_right() {
    check_texts(
        "int g(int, int, int); int f(int i) { return g(i, i++, i); }",
        &[
            "$2 = i",
            "$3 = i",
            "i = $3 + 1",
            "call g($2, $3, i) -> $1",
            "return $1",
        ],
    );
}

#[test]
fn a_call_result_goes_straight_to_its_place() {
    check_texts(
        "int g(int); struct s { int a; } *p; int f(int x) { x = g(x); p->a = g(1); return x; }",
        &[
            "call g(x) -> x",
            "$1 = &p->a",
            "call g(1) -> *$1",
            "return x",
        ],
    );
    // The pointer conversion around an allocation is no reason for a temporary.
    check_texts(
        "void *malloc(unsigned long); char *f(void) { char *p = (char *)malloc(3); return p; }",
        &["call malloc(3U) -> p", "return p"],
    );
}

#[test]
fn increments_as_values() {
    check_texts(
        "char f(char *p) { *p++ = 1; return ++*p; }",
        &[
            "$1 = p",
            "p = $1 + 1",
            "*$1 = 1",
            "*p = (char)((int)*p + 1)",
            "return *p",
        ],
    );
}

#[test]
fn volatile_is_read_once_and_written_once() {
    let p = program("volatile int v; int f(void) { if (v) v += 2; return v = 3; }");
    assert_eq!(
        texts(&p, "f"),
        [
            "$1 = v",
            "assume($1)",
            "assume(!$1)",
            "v = v + 2",
            "v = 3",
            "return 3"
        ]
    );
    let v = p
        .vars
        .iter()
        .find(|v| v.name == "v")
        .expect("v is a variable");
    assert!(v.volatile && v.storage == Storage::Slot);
}

#[test]
fn a_compound_assignment_to_a_bit_field() {
    check_texts(
        "struct s { unsigned a : 3; }; int f(struct s *p) { return p->a += 5; }",
        &["p->a = (unsigned int)((int)p->a + 5)", "return (int)p->a"],
    );
}

#[test]
fn a_value_nobody_wants_can_still_fault() {
    check_texts(
        "void f(int *p, int a, int b) { *p; a / b; (void)a; a, b; }",
        &["$1 = *p", "$2 = a / b", "return"],
    );
}

// ---- records ----

#[test]
fn structures_are_copied_passed_and_returned() {
    check_texts(
        "struct s { int a, b; }; struct s g(struct s); struct s f(struct s x) { struct s y = g(x); x = y; return g(x); }",
        &[
            "declare struct s y",
            "call g(x) -> y",
            "copy(&x, &y, 8U)",
            "declare struct s $1",
            "call g(x) -> $1",
            "return $1",
        ],
    );
}

#[test]
fn a_chosen_structure_is_an_address() {
    check_texts(
        "struct s { int a; } u, v; int f(int c) { return (c ? u : v).a; }",
        &[
            "assume(c)",
            "assume(!c)",
            "$1 = &u",
            "$1 = &v",
            "return $1->a",
        ],
    );
}

#[test]
fn local_initialisers_fill_then_store() {
    check_texts(
        "int f(void) { int a[4] = { 1, [2] = 3 }; char s[6] = \"hi\"; return a[0] + s[0]; }",
        &[
            "declare int a[4]",
            "fill(&a, 0, 16U)",
            "a[0] = 1",
            "a[2] = 3",
            "declare char s[6]",
            "fill(&s, 0, 6U)",
            "copy(&s[0], &\"hi\", 3U)",
            "return a[0] + (int)s[0]",
        ],
    );
}

// ---- scopes ----

#[test]
fn memory_locals_die_where_their_block_is_left() {
    check_texts(
        "void g(int *); int f(int n) { while (n) { int x; g(&x); if (x) break; if (n == 2) continue; if (n == 3) return 1; n--; } return n; }",
        &[
            "assume(n)",
            "assume(!n)",
            "declare int x",
            "call g(&x)",
            "assume(x)",
            "assume(!x)",
            "dead x",
            "assume(n == 2)",
            "assume(n != 2)",
            "dead x",
            "assume(n == 3)",
            "assume(n != 3)",
            "return 1",
            "n = n - 1",
            "dead x",
            "return n",
            // The loop starts the function.
            "skip",
        ],
    );
}

#[test]
fn goto_ends_the_blocks_it_leaves() {
    check_texts(
        "void g(int *); void f(int n) { int y; g(&y); { int x; g(&x); if (n) goto out; } n = 1; out: g(&y); }",
        &[
            "declare int y",
            "call g(&y)",
            "declare int x",
            "call g(&x)",
            "assume(n)",
            "assume(!n)",
            "dead x",
            "n = 1",
            "call g(&y)",
            "dead x",
            "return",
        ],
    );
}

#[test]
fn a_case_declares_what_its_jump_passes() {
    check_texts(
        "void g(int *); void f(int n) { switch (n) { int x; case 1: g(&x); } }",
        &[
            "call g(&x)",
            "dead x",
            "assume(n == 1)",
            "declare int x",
            "assume(n != 1)",
            "return",
        ],
    );
}

#[test]
fn variable_length_arrays_end_with_their_block() {
    check_texts(
        "int f(int n) { { int a[n]; a[n - 1] = n; if (sizeof a > 8) return a[0]; } return 0; }",
        &[
            "$1 = n",
            "assume($1 < 0)",
            "assume($1 >= 0)",
            "fail: the size of an array is not positive",
            "$2 = (unsigned long)$1 * 4U",
            "builtin StackAlloc($2, 4) -> a",
            "a[n - 1] = n",
            "assume($2 > 8U)",
            "assume($2 <= 8U)",
            "$3 = a[0]",
            "builtin StackFree(a)",
            "return $3",
            "builtin StackFree(a)",
            "return 0",
        ],
    );
}

// ---- the ends of functions ----

#[test]
fn falling_off_the_end() {
    check_texts("void f(void) { }", &["return"]);
    check_texts(
        "int f(int x) { if (x) return 1; }",
        &[
            "assume(x)",
            "assume(!x)",
            "return 1",
            "$1 = any(missing return value)",
            "return $1",
        ],
    );
    let p = program("int main(void) { }");
    assert_eq!(texts(&p, "main"), ["return 0"]);
}

#[test]
fn a_call_that_does_not_return_has_no_continuation() {
    let p = program("_Noreturn void g(int); int f(int x) { if (x) g(x); return 2; }");
    assert_eq!(
        texts(&p, "f"),
        ["assume(x)", "assume(!x)", "call g(x)", "return 2"]
    );
    let (_, proc) = procedure(&p, "f");
    assert!(proc.out_edges(proc.edge(EdgeId(2)).to).is_empty());
    // Returning from such a function is a failure of the program.
    check_texts(
        "_Noreturn void f(int x) { if (x) return; }",
        &[
            "assume(x)",
            "assume(!x)",
            "fail: unreachable code is reached",
            "fail: unreachable code is reached",
        ],
    );
}

// ---- known functions ----

#[test]
fn known_functions_become_operations() {
    check_texts(
        "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void reach_error(void);
         int f(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x == 3) reach_error(); return x; }",
        &[
            "x = any(__VERIFIER_nondet_int)",
            "assume(x > 0)",
            "assume(x == 3)",
            "assume(x != 3)",
            "fail: reach_error()",
            "return x",
        ],
    );
    check_texts(
        "void *memcpy(void *, const void *, unsigned long); double sqrt(double);
         double f(char *p, char *q) { q = memcpy(p, q, 3); return sqrt(2.0); }",
        &[
            "builtin Apart((void *)p, (const void *)q, 3U)",
            "copy((void *)p, (const void *)q, 3U)",
            "q = (void *)p",
            "builtin Math(Sqrt)(2.0) -> $1",
            "return $1",
        ],
    );
}

#[test]
fn a_known_name_that_the_user_defines_is_just_called() {
    check_texts(
        "void error(void) { } void f(void) { error(); }",
        &["call error()", "return"],
    );
}

#[test]
fn an_error_function_is_the_failure_though_defined() {
    check_texts(
        "static void reach_error(void) { } void f(void) { reach_error(); }",
        &["fail: reach_error()"],
    );
}

#[test]
fn a_jump_into_a_dead_loop_reaches_its_start() {
    check_texts(
        "void f(int n) { goto in; do { n = 2; in: n = 3; } while (n < 5); }",
        &[
            "n = 2",
            "n = 3",
            "assume(n < 5)",
            "assume(n >= 5)",
            "return",
            // The jump itself: nothing may lead back to the entry.
            "skip",
        ],
    );
}

#[test]
fn a_failed_assertion_keeps_its_text() {
    let p = program("void __VERIFIER_assert(int); void f(int x) { __VERIFIER_assert(x > 1); }");
    let (_, proc) = procedure(&p, "f");
    let failed = proc.edges.iter().filter_map(|e| match &e.op {
        Op::Fail(FailKind::Assertion(text)) => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(failed.count(), 1);
    assert_eq!(
        texts(&p, "f")[..2],
        ["assume(x > 1)".to_owned(), "assume(x <= 1)".to_owned()]
    );
}

// ---- variadic functions and overflow ----

#[test]
fn variadic_arguments_are_loads() {
    check_texts(
        "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); n = __builtin_va_arg(ap, int); __builtin_va_end(ap); return n; }",
        &[
            "declare struct __va_list_tag ap[1]",
            "builtin VaArea() -> *(char **)&ap",
            "$1 = (int *)*(char **)&ap",
            "*(char **)&ap = (char *)$1 + 16",
            "n = *$1",
            "return n",
        ],
    );
}

#[test]
fn overflow_is_computed_exactly() {
    check_texts(
        "int f(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }",
        &[
            "$1 = (long long)a + (long long)b",
            "*r = (int)$1",
            "return (long long)(int)$1 != $1",
        ],
    );
}

// ---- linking ----

#[test]
fn two_strong_definitions_clash() {
    let error = link(&[("int x = 1;", false), ("int x = 2;", false)]).expect_err("both define x");
    assert_eq!(error.message, "`x` is defined twice");
    assert_eq!(error.notes.len(), 1);
    assert!(
        link(&[
            ("int f(void) { return 1; }", false),
            ("int f(void) { return 2; }", false)
        ])
        .is_err()
    );
}

#[test]
fn tentative_and_weak_definitions_give_way() {
    let p = linked(&[
        (
            "int x; int a[]; __attribute__((weak)) int g(void) { return 1; }",
            false,
        ),
        (
            "int x = 4; int a[3]; int g(void) { return 2; } int f(void) { return x + a[0] + g(); }",
            false,
        ),
    ]);
    let x = p.globals.iter().filter(|(v, _)| p.var(*v).name == "x");
    let inits: Vec<_> = x.map(|(_, init)| init).collect();
    assert!(matches!(inits[..], [GlobalInit::Defined(items)] if items.len() == 1));
    let a = p
        .vars
        .iter()
        .find(|v| v.name == "a")
        .expect("a is a variable");
    assert_eq!(p.size_of(a.ty), Some(12));
    assert_eq!(texts(&p, "g"), ["return 2"]);
}

#[test]
fn the_user_wins_over_a_model() {
    let p = linked(&[
        (
            "int puts(const char *s) { return 7; } int f(void) { return puts(0); }",
            false,
        ),
        ("int puts(const char *s) { return 8; }", true),
    ]);
    assert_eq!(texts(&p, "puts"), ["return 7"]);
}

#[test]
fn names_used_but_not_defined() {
    let text = "int g(void); int h(void); extern int e; int unused(void); void abort(void);
                void *memset(void *, int, unsigned long);
                int f(void) { if (e) abort(); return g() + (h != 0) + (memset == 0); }";
    let target = Target::lp64();
    let names = stack::on_large_stack(|| lower::undefined(&units(&[(text, false)], &target).0));
    assert_eq!(names, ["e", "g", "h", "memset"]);
}

#[test]
fn an_external_without_definition_is_unknown() {
    let p = program("extern int e; int f(void) { return e; }");
    assert!(matches!(p.globals[..], [(_, GlobalInit::Unknown)]));
}

#[test]
fn aliases_share_a_body() {
    let p = program(
        "int g(int x) { return x; } int h(int) __attribute__((alias(\"g\"))); int f(void) { return h(1); }",
    );
    assert_eq!(texts(&p, "f"), ["call g(1) -> $1", "return $1"]);
}

#[test]
fn a_call_that_disagrees_with_the_definition() {
    let p = linked(&[
        (
            "int g(); int h(); int f(void) { return g(1, 2) + h(); }",
            false,
        ),
        (
            "unsigned char g(int x) { return x; } void h(int x) { }",
            false,
        ),
    ]);
    assert_eq!(
        texts(&p, "f"),
        [
            "call g(1) -> $2",
            "$1 = (int)$2",
            "$4 = any(missing argument)",
            "call h($4)",
            "$3 = any(value of a void function)",
            "return $1 + $3",
        ]
    );
}

#[test]
fn constructors_run_before_main_once() {
    let p = program(
        "int x; __attribute__((constructor)) static void c(void) { x = 1; } int main(void) { return x; }",
    );
    let (_, main) = procedure(&p, "main");
    let start: Vec<String> = main
        .out_edges(main.entry)
        .iter()
        .map(|e| print::edge(&p, main.edge(*e)))
        .collect();
    assert_eq!(start, ["assume($started == 0)", "assume($started != 0)"]);
    assert!(texts(&p, "main").contains(&"call c()".to_owned()));
}

// ---- initial values ----

#[test]
fn initial_values_are_constant_expressions() {
    let p = program(
        "int a[3]; struct s { char c; int *p; } s = { 'x', &a[1] }; char *t = \"ab\"; int f(void) { return 0; }",
    );
    let shown = |name: &str| -> Vec<String> {
        let (_, init) = p
            .globals
            .iter()
            .find(|(v, _)| p.var(*v).name == name)
            .expect("the global exists");
        let GlobalInit::Defined(items) = init else {
            return Vec::new();
        };
        let value = |v: &InitValue| match v {
            InitValue::Bytes(b) => print::string_literal(b),
            InitValue::Scalar(_, e) => print::expr(&p, *e),
        };
        items
            .iter()
            .map(|i| format!("{}: {}", i.offset, value(&i.value)))
            .collect()
    };
    assert_eq!(shown("s"), ["0: 120", "8: &a[1]"]);
    assert_eq!(shown("t"), ["0: \"ab\""]);
    assert_eq!(shown("\"ab\""), ["0: \"ab\\0\""]);
}

/// The lines of `main` whose order of evaluation is open must be those marked with `OPEN`.
#[track_caller]
fn check_open_orders(text: &str) {
    let p = program(text);
    let open = p.open_orders.iter().map(|&(_, span)| span);
    let lines: Vec<String> = open.map(|s| p.sources.describe(s)).collect();
    let marked = text.lines().enumerate().filter(|(_, l)| l.contains("OPEN"));
    let marked: Vec<String> = marked.map(|(i, _)| format!("0.c:{}:", i + 1)).collect();
    let agrees = lines.len() == marked.len()
        && lines
            .iter()
            .zip(&marked)
            .all(|(line, mark)| line.starts_with(mark));
    assert!(agrees, "{lines:?}\nexpected {marked:?}");
}

#[test]
fn operands_that_interfere_are_listed() {
    check_open_orders(
        "int g, h, a[4], i; struct S { int x, y; } s; int *p; int unknown(int);
         static int plus(int x, int y) { return x + y; }
         static int bump(void) { return ++g; }
         static int indirectly(void) { return bump(); }
         static int value(void) { return g; }
         static void swap(int x, int y) {}
         int main(void) {
             int l = 0, m = 0;
             l = plus(1, 2) + plus(3, 4);
             a[i] = i + 1;
             l = bump() + h;
             l = g + bump(); // OPEN
             l = value() + indirectly(); // OPEN
             swap(bump(), bump()); // OPEN
             swap(value(), value());
             a[i] = i++; // OPEN
             a[bump()] = g; // OPEN
             l = l++; // OPEN
             l += bump();
             g += bump(); // OPEN
             l = m++ + m; // OPEN
             l = m++ + l;
             l = unknown(1) + unknown(2);
             l = unknown(1) + g; // OPEN
             l = unknown(1) + l;
             l = unknown(*p) + *p; // OPEN
             int b[2] = { bump(), bump() }; // OPEN
             *p = s.x + a[1];
             l = (*p = 1) + a[0]; // OPEN
             s.x = s.y = l;
             m = (g = 1, g + 1);
             l = a[m] && m++;
             l = m ? m++ : m--;
             return b[0] + l;
         }",
    );
}

#[test]
fn operands_that_do_not_hand_on_hide_the_others() {
    check_open_orders(
        "int __VERIFIER_nondet_int(void); void reach_error(void);
         static int plus(int x, int y) { return x + y; }
         static int spin(void) { for (;;); }
         static unsigned again(unsigned n) { return again(n + 1); }
         static int wait(void) { while (__VERIFIER_nondet_int()); return 1; }
         static int count(int n) { int i; for (i = 0; i < n; i++); return i; }
         static int bad(void) { reach_error(); return 0; }
         int main(void) {
             int l = __VERIFIER_nondet_int(), m = l;
             m = plus(spin(), bad()); // OPEN
             m = plus(again(0), bad()); // OPEN
             m = plus(wait(), l / m); // OPEN
             m = plus(count(3), l / m);
             m = plus(spin(), wait()); // OPEN
             m = plus(spin(), __VERIFIER_nondet_int());
             m = plus(wait(), l);
             m = plus(({ if (l) return 1; 2; }), l / m); // OPEN
             m = plus(({ if (l) return 1; 2; }), l);
             m = plus(({ int k = l; k; }), l / 2);
             return m;
         }",
    );
}

#[test]
fn sizes_of_an_array_are_operands() {
    check_open_orders(
        "static int g; static int bump(void) { return ++g; }
         int main(void) {
             int a[bump()][bump()]; // OPEN
             int b[bump()];
             int c[bump()];
             int d[bump()][2];
             return sizeof a + sizeof b + sizeof c + sizeof d > 3;
         }",
    );
}

#[test]
fn calls_through_pointers_interfere_with_what_their_targets_use() {
    check_open_orders(
        "static int g, h; static int bump(void) { return ++g; }
         static int (*f)(void) = bump;
         int main(void) {
             int l = f() + g; // OPEN
             l = f() + l;
             return l;
         }",
    );
}

#[test]
fn padding_is_left_alone_where_every_member_has_an_initialiser() {
    check_texts(
        "struct s { char c; int i; }; int f(void) { struct s a = { 1, 2 }; struct s b = { 1 }; \
         struct s c[1] = { { 1, 2 } }; return a.i; }",
        &[
            "declare struct s a",
            "a.c = 1",
            "a.i = 2",
            "declare struct s b",
            "fill(&b, 0, 8U)",
            "b.c = 1",
            "declare struct s c[1]",
            "c[0].c = 1",
            "c[0].i = 2",
            "return a.i",
        ],
    );
}
