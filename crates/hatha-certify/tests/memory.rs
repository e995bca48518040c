//! Memory in proofs: what must be accepted, and beside each what must not.

mod support;

use hatha_certify::{Environment, Externals, Refusal};
use hatha_cfa::CheckKind;
use hatha_cfa::{Extent, Linkage};
use hatha_proof::vocabulary::Ghost;
use support::{Case, accepted, asked, case, wrong};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\n\
    extern void *malloc(unsigned long);\n\
    extern void free(void *);\n\
    extern void *memset(void *, int, unsigned long);\n\
    extern void *memcpy(void *, const void *, unsigned long);\n";

fn program(body: &str) -> String {
    format!("{HEAD}{body}")
}

#[test]
fn a_store_through_a_pointer_changes_its_variable() {
    let text = program(
        "int x; int main(void) { int *p = &x; x = 0;
         while (__VERIFIER_nondet_int()) *p = *p + 2;
         if (x % 2) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let (p, x) = (c.slot("p", 64), c.address("x"));
    let value = c.read(4, x);
    let low = c.pool.extract(0, 0, value);
    let zero = c.pool.bv_const(1, 0);
    let even = c.pool.eq(low, zero);
    let same = c.pool.eq(p, x);
    let both = c.pool.and(even, same);
    accepted(c.check(both));
    // Wherever an aligned pointer points, adding 2 there keeps the parity of `x`.
    accepted(c.check(even));
    wrong(c.check(same));
}

#[test]
fn different_variables_do_not_overlap() {
    let text = program(
        "int a[10], b[10]; int main(void) { b[3] = 7;
         for (unsigned i = 0; __VERIFIER_nondet_int(); i++) a[i] = 1;
         if (b[3] != 7) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let b = c.address("b");
    let kept = c.holds(b, 12, 7);
    accepted(c.check(kept));
    let other = c.holds(b, 16, 7);
    wrong(c.check(other));
    let a = c.address("a");
    let lost = c.holds(a, 12, 0);
    let both = c.pool.and(kept, lost);
    wrong(c.check(both));
}

#[test]
fn a_store_at_an_index_meets_a_read_at_an_index() {
    let text = program(
        "int a[10]; int main(void) { unsigned k = __VERIFIER_nondet_int(); if (k >= 10) return 0;
         for (unsigned i = 0; i < 10; i++) a[i] = (i == 5) ? 5 : 0;
         if (a[k] != 0 && a[k] != 5) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let (a, k, i) = (c.address("a"), c.slot("k", 32), c.slot("i", 32));
    let wide = c.pool.zero_ext(64, k);
    let four = c.pool.bv_const(64, 4);
    let offset = c.pool.bv_mul(wide, four);
    let at = c.pool.bv_add(a, offset);
    let element = c.read(4, at);
    let zero = c.pool.bv_const(32, 0);
    let five = c.pool.bv_const(32, 5);
    let is_zero = c.pool.eq(element, zero);
    let is_five = c.pool.eq(element, five);
    let good = c.pool.or(is_zero, is_five);
    let below = c.pool.bv_ult(k, i);
    let known = c.pool.implies(below, good);
    let ten = c.pool.bv_const(32, 10);
    let bound = c.pool.bv_ult(k, ten);
    let invariant = c.pool.and(known, bound);
    accepted(c.check(invariant));
    let too_much = c.pool.implies(below, is_zero);
    let too_much = c.pool.and(too_much, bound);
    wrong(c.check(too_much));
}

#[test]
fn a_new_block_is_none_of_the_old_ones() {
    let text = program(
        "int main(void) { int *p = malloc(4); *p = 1;
         while (__VERIFIER_nondet_int()) { int *q = malloc(8); q[0] = 2; q[1] = 3; free(q); }
         if (*p != 1) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let p = c.slot("p", 64);
    let zero = c.pool.bv_const(64, 0);
    let one = c.holds(p, 0, 1);
    let mask = c.pool.bv_const(64, 3);
    let low = c.pool.bv_and(p, mask);
    let aligned = c.pool.eq(low, zero);
    let owned = c.owned(p);
    let invariant = c.pool.and_all(&[one, aligned, owned]);
    accepted(c.check(invariant));
    let unowned = c.pool.and(one, aligned);
    wrong(c.check(unowned));
}

#[test]
fn a_freed_block_may_come_back() {
    let text = program(
        "int main(void) { int *p = malloc(4); *p = 1; free(p);
         int *q = malloc(4);
         if (p == q) reach_error(); return 0; }",
    );
    let c = case(&text);
    wrong(c.check(c.pool.tru()));
    let text = program(
        "int main(void) { int *p = malloc(4); *p = 1;
         int *q = malloc(4);
         if (p == q) reach_error(); return 0; }",
    );
    let c = case(&text);
    accepted(c.check(c.pool.tru()));
}

#[test]
fn members_unions_and_bytes_are_distinguished() {
    let text = program(
        "struct s { char c; int i; short h; unsigned f : 3; unsigned g : 5; } v;
         union u { int i; unsigned char c[4]; } w;
         int main(void) { v.c = 1; v.i = 2; v.h = 3; v.f = 5; v.g = 9;
         w.i = 0x01020304; w.c[1] = 0x77;
         v.h++; v.f = 6;
         if (v.c != 1 || v.i != 2 || v.h != 4 || v.f != 6 || v.g != 9) reach_error();
         if (w.i != 0x01027704 || w.c[3] != 1) reach_error(); return 0; }",
    );
    let c = case(&text);
    accepted(c.check(c.pool.tru()));
    let wrong_text = text.replace("0x01027704", "0x01770304");
    let c = case(&wrong_text);
    wrong(c.check(c.pool.tru()));
    let wrong_text = text.replace("v.g != 9", "v.g != 8");
    let c = case(&wrong_text);
    wrong(c.check(c.pool.tru()));
}

#[test]
fn copies_and_fills() {
    let text = program(
        "struct s { int a[4]; char c; } x, y;
         int main(void) { int k = __VERIFIER_nondet_int(); memset(&x, 0, sizeof x);
         if (k < 0 || k > 3) return 0;
         x.a[k] = 5; x.c = 2; y = x; x.a[k] = 6;
         if (y.a[k] != 5 || y.c != 2) reach_error();
         if (k != 0 && y.a[0] != 0) reach_error(); return 0; }",
    );
    let c = case(&text);
    accepted(c.check(c.pool.tru()));
    let wrong_text = text.replace("y.a[k] != 5", "y.a[k] != 6");
    let c = case(&wrong_text);
    wrong(c.check(c.pool.tru()));
    let wrong_text = text.replace("k != 0 &&", "");
    let c = case(&wrong_text);
    wrong(c.check(c.pool.tru()));
}

#[test]
fn globals_start_with_their_initial_values() {
    let text = program(
        "int t[3] = { 1, 2 }; char *s = \"ab\"; int main(void) {
         while (__VERIFIER_nondet_int()) { if (t[1] != 2 || t[2] != 0) reach_error(); }
         return 0; }",
    );
    let mut c = case(&text);
    let t = c.address("t");
    let second = c.holds(t, 4, 2);
    let third = c.holds(t, 8, 0);
    let invariant = c.pool.and(second, third);
    // The entry holds every state, so the invariant has to stand there too.
    wrong(c.check(invariant));
    let mut proof = c.proof(invariant);
    proof.regions[0].predicate = proof.regions[1].predicate;
    let budget = hatha_smt::Budget::unlimited();
    accepted(hatha_certify::certify(&c.program, &proof, &mut [], &budget));
    let claim = c.holds(t, 4, 3);
    let mut proof = c.proof(claim);
    proof.regions[0].predicate = proof.regions[1].predicate;
    wrong(hatha_certify::certify(&c.program, &proof, &mut [], &budget));
}

#[test]
fn a_local_that_ended_may_be_where_a_new_one_is() {
    let text = program(
        "int *keep; int use(int n) { int x = n; int *p = &x; keep = p; return *p; }
         int two(void) { int y = 2; int *q = &y; if (keep == q) reach_error(); return *q; }
         int main(void) { use(1); two(); return 0; }",
    );
    let c = case(&text);
    wrong(c.check(c.pool.tru()));
    let text = program(
        "int main(void) { int x = 1, y = 2; int *p = &x, *q = &y;
         if (p == q) reach_error(); *p = 3; if (*q != 2 || x != 3) reach_error(); return 0; }",
    );
    let c = case(&text);
    accepted(c.check(c.pool.tru()));
}

#[test]
fn an_unknown_function_may_write_what_it_sees() {
    let text = program(
        "extern void unknown(int *); int x; int main(void) { x = 1; unknown(&x);
         if (x != 1) reach_error(); return 0; }",
    );
    let c = case(&text);
    wrong(c.check(c.pool.tru()));
    let pure = Environment {
        externals: Externals::Pure,
        ..Environment::default()
    };
    accepted(c.check_under(c.pool.tru(), pure));
}

#[test]
fn an_access_in_an_arm_assumes_nothing() {
    let text = program(
        "int main(void) { int x = 1; int *p = 0; int *r = &x;
         if (__VERIFIER_nondet_int()) p = r;
         int v = p ? *p : 7;
         if (v == 7) reach_error(); return 0; }",
    );
    let c = case(&text);
    wrong(c.check(c.pool.tru()));
    let c = case(&text.replace("v == 7", "v != 7 && v != 1"));
    accepted(c.check(c.pool.tru()));
}

#[test]
fn exit_is_the_end() {
    let text = program(
        "extern void exit(int); int main(void) { if (__VERIFIER_nondet_int()) exit(1);
         return 0; }",
    );
    let c = case(&text);
    accepted(c.check(c.pool.tru()));
}

/// A program in which a pointer comes from outside, its global kept out of memory because the
/// user says that it is whole.
const MET: &str = "extern int *getp(void); int g;
    int main(void) { int *p = getp(); g = 1;
    while (__VERIFIER_nondet_int()) { if (p) *p = 2; if (g != 1) reach_error(); } return 0; }";

#[test]
fn a_global_that_a_pointer_from_outside_may_meet_is_in_memory() {
    let mut c = support::stated(&program(MET));
    let g = c.slot("g", 32);
    let one = c.pool.bv_const(32, 1);
    let kept = c.pool.eq(g, one);
    let environment = Environment {
        externals: Externals::Pure,
        ..Environment::default()
    };
    // The statement is an assumption, which stands in the program.
    accepted(c.check_under(kept, environment));
    // Whoever forges the program does not get away with it.
    for extent in [Extent::Whole, Extent::Part] {
        c.program.extent = extent;
        let refusal = c.check_under(kept, environment).expect_err("it is forged");
        let text = refusal.to_string();
        assert!(text.contains("`g`") && text.contains("`getp`"), "{text}");
    }
}

#[test]
fn a_global_that_other_files_cannot_name_stays_out_of_memory() {
    let text = MET.replace("int g;", "static int g;");
    let mut c = case(&program(&text));
    let g = c.slot("g", 32);
    let one = c.pool.bv_const(32, 1);
    let kept = c.pool.eq(g, one);
    let environment = Environment {
        externals: Externals::Pure,
        ..Environment::default()
    };
    accepted(c.check_under(kept, environment));
    // The same slot, if other files could name it.
    let named = |v: &mut hatha_cfa::Var| v.name == "g";
    let vars = &mut c.program.vars;
    let forged = vars.iter_mut().find_map(|v| named(v).then_some(v));
    forged.expect("it is there").linkage = Linkage::External;
    wrong(c.check_under(kept, environment));
}

#[test]
fn every_way_in_for_a_pointer_is_found_from_the_program_alone() {
    let loop_ = "while (__VERIFIER_nondet_int()) { if (p) *p = 2; if (g != 1) reach_error(); }";
    let ways = [
        ("extern int *p; int g;", "", "`p`"),
        (
            "int g; extern int *__VERIFIER_nondet_pointer(void);",
            "int *p = __VERIFIER_nondet_pointer();",
            "`main`",
        ),
        (
            "int g; extern int *getp(void); static int *(*how)(void) = getp;",
            "int *p = how();",
            "`getp`",
        ),
    ];
    for (head, start, who) in ways {
        let text = format!("{head} int main(void) {{ {start} g = 1; {loop_} return 0; }}");
        let mut c = support::stated(&program(&text));
        c.program.extent = Extent::Whole;
        let all = c.pool.tru();
        let refusal = c.check(all).expect_err("it is forged");
        let text = refusal.to_string();
        assert!(text.contains("`g`") && text.contains(who), "{text}");
    }
}

#[test]
fn a_block_may_stay_where_it_is_when_its_size_changes() {
    let text = program(
        "extern void *realloc(void *, unsigned long);
         int main(void) { int *p = malloc(4); int *q = realloc(p, 20);
         while (__VERIFIER_nondet_int()) if (p == q) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let (p, q) = (c.slot("p", 64), c.slot("q", 64));
    let moved = c.pool.ne(p, q);
    wrong(c.check(moved));
}

const HELD: &str =
    "struct s { unsigned n; char *p; } v, w; char a[4], b[2]; extern void other(void);
    struct s *whole(void) { return &v; }\n";

/// A program that changes the pointer in `v` and then writes behind it, in a loop.
fn held(change: &str) -> Case {
    let body = format!(
        "{HELD}int main(void) {{ {change}
         while (__VERIFIER_nondet_int()) v.p[3] = 1;
         return 0; }}"
    );
    asked(&program(&body))
}

/// That the pointer in `v` leads to `a`.
fn to_a(c: &mut Case) -> hatha_term::TermId {
    let at = c.address("v");
    let leads = c.leads((at, 8), (4, 2));
    let object = c.leads_to((at, 8), "a");
    c.pool.and(leads, object)
}

#[test]
fn a_stored_pointer_leads_where_the_value_does() {
    for change in [
        "v.p = a;",
        "v.p = b; v.p = a;",
        "struct s *q = &v; q->p = a; q->n = 7;",
        "w.p = a; v = w;",
        "w.p = a; memcpy(&v, &w, sizeof v);",
        "char *x[2] = {b, a}; char *t = x[0]; x[0] = x[1]; x[1] = t; v.p = x[0];",
        "v.p = a; memset(&w, 0, sizeof w);",
    ] {
        let mut c = held(change);
        let leads = to_a(&mut c);
        let got = c.check(leads);
        assert!(got.is_ok(), "{change}: {got:?}");
    }
}

#[test]
fn nothing_is_believed_of_a_pointer_that_was_not_stored() {
    for change in [
        "",
        "v.p = b;",
        "v.p = a + 1;",
        "*(unsigned long *)&v.p = (unsigned long)a;",
        "v.p = a; ((char *)&v.p)[__VERIFIER_nondet_int() & 7] = 1;",
        "v.p = a; *(unsigned *)&v.p += 1;",
        "v.p = a; memset((char *)&v + 12, 0, 2);",
        "v.p = a; memcpy(&v.p, &w.p, 3);",
        "w.p = a; memcpy((char *)&v + 8, (char *)&w + 8, 7);",
        "v.p = a; other();",
        "v.p = a; if (__VERIFIER_nondet_int()) { struct s *q = &v; q->p = b; }",
        "char **q = __VERIFIER_nondet_int() ? &v.p : &w.p; v.p = a; *q = b;",
    ] {
        let mut c = held(change);
        let leads = to_a(&mut c);
        let got = c.check(leads);
        assert!(matches!(got, Err(Refusal::Wrong(_))), "{change}: {got:?}");
    }
}

#[test]
fn a_stored_pointer_must_be_claimed_whole() {
    let mut c = held("v.p = a;");
    let at = c.address("v");
    let object = c.leads_to((at, 8), "a");
    for claim in [(5, 2), (3, 2), (4, 1), (4, 0), (4, 3)] {
        let leads = c.leads((at, 8), claim);
        let both = c.pool.and(leads, object);
        wrong(c.check(both));
    }
    // Which object it is decides whether the loop writes over the pointer.
    let leads = c.leads((at, 8), (4, 2));
    wrong(c.check(leads));
    // A claim of a place beside it says nothing of it.
    let beside = c.leads((at, 0), (4, 2));
    wrong(c.check(beside));
    wrong(c.check(object));
}

#[test]
fn a_stored_pointer_does_not_outlive_its_object() {
    let mut live = held("v.p = malloc(4);");
    let at = live.address("v");
    let leads = live.leads((at, 8), (4, 3));
    accepted(live.check(leads));
    for change in [
        "v.p = malloc(4); free(v.p);",
        "v.p = malloc(4); char *q = v.p; if (__VERIFIER_nondet_int()) free(q);",
        "v.p = malloc(4); w.p = v.p; free(w.p); w.p = malloc(4);",
        "{ char x[4]; v.p = x; }",
    ] {
        let mut c = held(change);
        let at = c.address("v");
        for class in [2, 3] {
            let leads = c.leads((at, 8), (4, class));
            wrong(c.check(leads));
        }
    }
}

#[test]
fn words_of_stored_pointers_belong_to_programs_that_ask() {
    let mut c = case(&program(
        "char *p; char **h = &p; int main(void) { while (__VERIFIER_nondet_int()); return 0; }",
    ));
    let at = c.address("p");
    let leads = c.leads((at, 0), (0, 0));
    assert!(matches!(c.check(leads), Err(Refusal::Malformed(_))));
}

/// A program that may write a member and then reads it, in a loop.
fn filled(change: &str) -> Case {
    let body = format!(
        "struct s {{ int n, m; }}; extern void other(void); extern void fill(struct s *);
         extern void look(const struct s *);
         int main(void) {{ struct s v, w; {change}
         while (__VERIFIER_nondet_int()) if (v.m == 3) return 1;
         return w.n == 2; }}"
    );
    support::asked_about(&program(&body), &[CheckKind::Uninitialised])
}

/// Invariants about `v.m` alone prove nothing of `w`, so it is written.
const OTHER: &str = "w.n = 1; ";

#[test]
fn what_was_written_stays_so() {
    for change in [
        "v.m = 1;",
        "memset(&v, 0, sizeof v);",
        "int *p = &v.m; *p = 2;",
        "w.m = 1; v = w;",
        "struct s *q = &v; q->m = 1; other();",
        "struct s *q = &v; q->m = 1; v.n = __VERIFIER_nondet_int();",
        "fill(&v);",
        "struct s x; x.m = 4; memcpy(&v, &x, sizeof v);",
    ] {
        let mut c = filled(&format!("{OTHER}{change}"));
        let at = c.address("v");
        let written = c.written(at, 4);
        let got = c.check(written);
        assert!(got.is_ok(), "{change}: {got:?}");
    }
}

#[test]
fn what_was_not_written_is_not_believed() {
    for change in [
        "",
        "v.n = 1;",
        "w.m = 1;",
        "v.m = 1; v = w;",
        "if (__VERIFIER_nondet_int()) v.m = 1;",
        "((char *)&v.m)[__VERIFIER_nondet_int() & 3] = 1;",
        "look(&v);",
        "other();",
        "memset(&v, 0, 7);",
        "struct s *q = __VERIFIER_nondet_int() ? &v : &w; q->m = 1;",
        "struct s x; x.n = 4; memcpy(&v, &x, sizeof v);",
        "for (int i = 0; i < 2; i++) { struct s x; if (i) v = x; x.m = 1; }",
    ] {
        let mut c = filled(&format!("{OTHER}{change}"));
        let at = c.address("v");
        let written = c.written(at, 4);
        let got = c.check(written);
        assert!(matches!(got, Err(Refusal::Wrong(_))), "{change}: {got:?}");
    }
}

#[test]
fn nobody_may_claim_what_was_written_unasked() {
    let mut c = asked(&program(
        "int main(void) { int a[2]; int *p = a; return p[1]; }",
    ));
    let at = c.address("a");
    let written = c.written(at, 4);
    let got = c.check(written);
    assert!(matches!(got, Err(Refusal::Malformed(_))), "{got:?}");
}

/// Two pointers, the second to two bytes of which the last is zero; a loop writes through the first.
fn beside(pointers: &str) -> Case {
    asked(&program(&format!(
        "char *keep; int main(void) {{ {pointers} q[1] = 0;
         while (__VERIFIER_nondet_int()) {{
           p[__VERIFIER_nondet_int() & 3] = 1; if (q[1] != 0) reach_error(); }}
         return 0; }}"
    )))
}

/// Where the two pointers lead, and that the last byte behind the second is zero.
fn apart(c: &mut Case, q: [u128; 3]) -> hatha_term::TermId {
    let mut all = Vec::new();
    for (name, words) in [("p", [0, 4, 3]), ("q", q)] {
        for (ghost, value) in [Ghost::Offset, Ghost::Size, Ghost::Class]
            .into_iter()
            .zip(words)
        {
            let (word, value) = (c.ghost(name, ghost), c.pool.bv_const(64, value));
            all.push(c.pool.eq(word, value));
        }
    }
    let (at, one) = (c.slot("q", 64), c.pool.bv_const(64, 1));
    let last = c.pool.bv_add(at, one);
    let (held, zero) = (c.read(1, last), c.pool.bv_const(8, 0));
    all.push(c.pool.eq(held, zero));
    c.pool.and_all(&all)
}

/// That the two pointers lead to different objects.
fn different(c: &mut Case) -> hatha_term::TermId {
    let (p, q) = (c.ghost("p", Ghost::Id), c.ghost("q", Ghost::Id));
    c.pool.ne(p, q)
}

#[test]
fn objects_that_live_are_apart() {
    let mut c = beside("char *p = malloc(4); char *q = malloc(2);");
    let (claim, different) = (apart(&mut c, [0, 2, 3]), different(&mut c));
    let both = c.pool.and(claim, different);
    accepted(c.check(both));
    // Nobody says which objects they are.
    wrong(c.check(claim));
}

#[test]
fn pointers_to_one_object_are_not_apart() {
    for (pointers, q) in [
        ("char *p = malloc(4); char *q = p;", [0, 4, 3]),
        ("char *p = malloc(4); char *q = p + 2;", [2, 4, 3]),
        (
            "char *p = malloc(4); keep = p; char *q = keep + 1;",
            [1, 4, 3],
        ),
        (
            "char *p = malloc(4); char *q = p; if (__VERIFIER_nondet_int()) q = malloc(4);",
            [0, 4, 3],
        ),
    ] {
        let mut c = beside(pointers);
        let (claim, different) = (apart(&mut c, q), different(&mut c));
        let both = c.pool.and(claim, different);
        wrong(c.check(both));
        wrong(c.check(claim));
    }
}

#[test]
fn an_object_that_has_ended_is_apart_from_nothing() {
    let text = program(
        "int main(void) { char *p = malloc(4); char *q = malloc(2); q[1] = 0; free(q); p = malloc(4);
         while (__VERIFIER_nondet_int()) p[__VERIFIER_nondet_int() & 3] = 1;
         return 0; }",
    );
    for q in [[0, 2, 3], [0, 2, 0], [0, 0, 0]] {
        let mut c = asked(&text);
        let (claim, different) = (apart(&mut c, q), different(&mut c));
        let both = c.pool.and(claim, different);
        wrong(c.check(both));
    }
}

/// A function that leaves a pointer to a block of its own in a global.
fn left(block: &str) -> Case {
    asked(&program(&format!(
        "char *keep; int f(int n) {{ {block} return n; }}
         int main(void) {{ f(4); while (__VERIFIER_nondet_int()) keep[0] = 1; return 0; }}"
    )))
}

#[test]
fn a_block_of_the_stack_ends_with_its_function() {
    for block in [
        "char a[n]; keep = a;",
        "keep = __builtin_alloca(n);",
        "char *p = __builtin_alloca(n); keep = p;",
        "{ char a[n]; keep = a; if (n == 5) return 2; }",
        "char a[n]; keep = a; if (n == 4) return a[0] + 1;",
    ] {
        let mut c = left(block);
        let mut all = Vec::new();
        for (ghost, value) in [(Ghost::Offset, 0), (Ghost::Size, 4), (Ghost::Class, 2)] {
            let (word, value) = (c.ghost("keep", ghost), c.pool.bv_const(64, value));
            all.push(c.pool.eq(word, value));
        }
        let lives = c.pool.and_all(&all);
        let got = c.check(lives);
        assert!(matches!(got, Err(Refusal::Wrong(_))), "{block}: {got:?}");
    }
}

/// To free null does nothing, wherever it was computed from.
#[test]
fn null_that_was_computed_from_a_block_does_not_end_it() {
    let text = program(
        "extern int hatha_valid(const void *, unsigned long);
         int main(void) { char *q = malloc(4); char *p = q - (unsigned long)q; free(p);
         while (__VERIFIER_nondet_int()) ;
         if (hatha_valid(q, 1)) reach_error(); return 0; }",
    );
    let mut c = case(&text);
    let (class, size) = (c.ghost("q", Ghost::Class), c.ghost("q", Ghost::Size));
    let zero = c.pool.bv_const(64, 0);
    let (ended, empty) = (c.pool.eq(class, zero), c.pool.eq(size, zero));
    let gone = c.pool.and(ended, empty);
    wrong(c.check(gone));
}

/// Two literals may be one object, so that neither has an id, but their bytes are known.
#[test]
fn literals_hold_their_bytes_at_the_start() {
    let text = program(
        "int main(void) { const char *p = \"ab\"; const char *q = \"cab\"; int i = 0;
         while (i < 2) { if (p[i] == 0) reach_error(); i++; } return q == p; }",
    );
    let mut c = case(&text);
    let (p, i, literal) = (c.slot("p", 64), c.slot("i", 32), c.address("\"ab\""));
    let [a, b, end] =
        [(0, b'a'), (1, b'b'), (2, 0)].map(|(n, byte)| c.holds_byte(literal, n, byte));
    let bytes = c.pool.and_all(&[a, b, end]);
    let (zero, two) = (c.pool.bv_const(32, 0), c.pool.bv_const(32, 2));
    let low = c.pool.bv_sle(zero, i);
    let high = c.pool.bv_sle(i, two);
    let same = c.pool.eq(p, literal);
    let invariant = c.pool.and_all(&[bytes, low, high, same]);
    accepted(c.check_from(bytes, invariant));
    for (n, byte) in [(0, b'b'), (1, 0), (2, b'a'), (3, 0), (3, b'c')] {
        let other = c.holds_byte(literal, n, byte);
        let forged = c.pool.and(bytes, other);
        wrong(c.check_from(forged, invariant));
        wrong(c.check_from(other, invariant));
    }
    // That they lie apart is not known.
    let other = c.address("\"cab\"");
    let behind = c.pool.bv_const(64, 1);
    let tail = c.pool.bv_add(other, behind);
    let one = c.pool.eq(literal, tail);
    let apart = c.pool.not(one);
    let forged = c.pool.and(bytes, apart);
    wrong(c.check_from(forged, invariant));
}
