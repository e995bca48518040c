//! Facts about every element of an array: what must be accepted, and many that must not.

mod support;

use hatha_cfa::CheckKind;
use hatha_term::TermId;
use support::{Case, accepted, asked_about, case, wrong};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\n\
    extern void unknown(void *);\n\
    extern void *malloc(unsigned long);\n\
    extern void *realloc(void *, unsigned long);\n\
    extern void free(void *);\n\
    extern void *memset(void *, int, unsigned long);\n\
    extern void *memcpy(void *, const void *, unsigned long);\n";

/// An array of sevens is filled, something happens, and then every element is looked at.
fn filled(body: &str, between: &str) -> String {
    format!(
        "{HEAD} int main(void) {{ int a[100]; int b[100]; int i = 0, j = 0, n = __VERIFIER_nondet_int(); int *p = 0; char *c = 0;
         if (n < 0 || n > 100) return 0;
         while (i < n) {{ {body} i++; }}
         {between}
         for (j = 0; j < i; j++) if (a[j] != 7) reach_error();
         return b == 0; }}"
    )
}

/// The same behind a pointer to the heap.
fn on_the_heap(between: &str) -> String {
    format!(
        "{HEAD} int main(void) {{ int i = 0, j = 0; int *p = malloc(400), *q = 0; if (!p) return 0;
         while (i < 100) {{ p[i] = 7; i++; }}
         {between}
         for (j = 0; j < i; j++) if (p[j] != 7) reach_error();
         return q == p; }}"
    )
}

/// What an element some bytes behind an address holds.
fn element_of(c: &mut Case, base: TermId, index: TermId) -> TermId {
    let four = c.pool.bv_const(64, 4);
    let behind = c.pool.bv_mul(index, four);
    c.pool.bv_add(base, behind)
}

fn counter(c: &mut Case, name: &str) -> TermId {
    let slot = c.slot(name, 32);
    c.pool.sign_ext(64, slot)
}

/// The number is not negative and lies before an end.
fn before(c: &mut Case, end: TermId) -> TermId {
    let (element, zero) = (c.element(), c.pool.bv_const(64, 0));
    let some = c.pool.bv_sle(zero, element);
    let before = c.pool.bv_slt(element, end);
    c.pool.and(some, before)
}

/// A counter is not negative and at most a hundred.
fn bounded(c: &mut Case, name: &str) -> TermId {
    let slot = c.slot(name, 32);
    let (zero, most) = (c.pool.bv_const(32, 0), c.pool.bv_const(32, 100));
    let low = c.pool.bv_sle(zero, slot);
    let high = c.pool.bv_sle(slot, most);
    c.pool.and(low, high)
}

/// Every element before the counter is seven.
fn sevens(c: &mut Case, base: TermId) -> TermId {
    let end = counter(c, "i");
    let inside = before(c, end);
    let element = c.element();
    let at = element_of(c, base, element);
    let seven = c.holds(at, 0, 7);
    let fact = c.pool.implies(inside, seven);
    let bounds = [bounded(c, "i"), bounded(c, "j")];
    c.pool.and_all(&[fact, bounds[0], bounds[1]])
}

/// Claims that could make a false proof go through.
fn forgeries(c: &mut Case, base: TermId) -> Vec<TermId> {
    let bounds = [bounded(c, "i"), bounded(c, "j")];
    let bounds = c.pool.and_all(&bounds);
    let (i, j) = (counter(c, "i"), counter(c, "j"));
    let element = c.element();
    let one = c.pool.bv_const(64, 1);
    let hundred = c.pool.bv_const(64, 100);
    let mut guards = vec![c.pool.tru()];
    for end in [i, j, hundred, c.pool.bv_add(i, one), c.pool.bv_sub(i, one)] {
        guards.push(before(c, end));
        guards.push(c.pool.bv_ult(element, end));
    }
    let behind = c.pool.bv_sle(j, element);
    let left = before(c, i);
    guards.push(c.pool.and(behind, left));
    let mut places = vec![element_of(c, base, element)];
    places.push(element);
    places.push(c.pool.bv_add(base, element));
    let next = c.pool.bv_add(element, one);
    places.push(element_of(c, base, next));
    let mut found = Vec::new();
    for at in places {
        let seven = c.holds(at, 0, 7);
        let eight = c.holds(at, 0, 8);
        let not_eight = c.pool.not(eight);
        for &guard in &guards {
            for fact in [seven, not_eight] {
                let claim = c.pool.implies(guard, fact);
                found.push(c.pool.and(claim, bounds));
            }
        }
    }
    // The claim about the one number that is looked at, or about all but that.
    let seven = sevens(c, base);
    for name in ["i", "j"] {
        let slot = counter(c, name);
        let same = c.pool.eq(element, slot);
        let other = c.pool.or(same, seven);
        let only = c.pool.implies(same, seven);
        found.extend([other, only, c.pool.and(only, bounds)]);
    }
    found.extend([seven, c.pool.fls()]);
    found
}

#[test]
fn an_array_that_is_filled_holds_what_was_stored() {
    for between in [
        "",
        "b[3] = 8;",
        "unknown(b);",
        "p = b; *p = 8;",
        "if (i > 4) a[i - 1] = 7;",
    ] {
        let mut c = case(&filled("a[i] = 7;", between));
        let base = c.address("a");
        let claim = sevens(&mut c, base);
        accepted(c.check(claim));
    }
}

#[test]
fn an_array_on_the_heap_holds_what_was_stored() {
    for between in ["", "q = p; q[2] = 7;"] {
        let mut c = case(&on_the_heap(between));
        let base = c.slot("p", 64);
        let claim = sevens(&mut c, base);
        let low = {
            let zero = c.pool.bv_const(2, 0);
            let low = c.pool.extract(1, 0, base);
            c.pool.eq(low, zero)
        };
        let claim = c.pool.and(claim, low);
        accepted(c.check(claim));
    }
}

/// The number may be the address itself.
#[test]
fn the_number_may_be_an_address() {
    let mut c = case(&filled("a[i] = 7;", ""));
    let base = c.address("a");
    let element = c.element();
    let four = c.pool.bv_const(64, 4);
    let i = counter(&mut c, "i");
    let end = c.pool.bv_mul(i, four);
    let behind = c.pool.bv_sub(element, base);
    let inside = c.pool.bv_ult(behind, end);
    let seven = c.holds(element, 0, 7);
    let fact = c.pool.implies(inside, seven);
    let bounds = [bounded(&mut c, "i"), bounded(&mut c, "j")];
    let claim = c.pool.and_all(&[fact, bounds[0], bounds[1]]);
    accepted(c.check(claim));
    let unbounded = c.pool.and(seven, bounds[0]);
    wrong(c.check(unbounded));
}

/// What breaks an array of sevens between its being filled and its being looked at. Each of the programs
/// can reach its error.
const BREAKS: [&str; 18] = [
    "a[3] = 8;",
    "if (i > 0) a[i - 1] = 8;",
    "if (i > 0) a[0] = 7 + (i == 5);",
    "p = a; *p = 8;",
    "p = &a[n / 2]; *p = 8;",
    "p = n > 3 ? a : b; p[1] = 8;",
    "c = (char *)a; c[5] = 1;",
    "c = (char *)a; c[3] = 1;",
    "*(long *)a = 0x800000007;",
    "memset(a, 0, 4);",
    "memset((char *)a + 9, 1, 1);",
    "memcpy(a, b, sizeof a);",
    "if (n > 4) memcpy(&a[2], &b[2], 4);",
    "unknown(a);",
    "unknown(&a[50]);",
    "i = i + 1; if (i > 100) return 0;",
    "a[__VERIFIER_nondet_int() & 63] = 8;",
    "for (j = 0; j < n; j++) { p = &a[j]; if (__VERIFIER_nondet_int()) *p = 8; }",
];

#[test]
fn broken_arrays_have_no_proof() {
    let mut tried = 0;
    for between in BREAKS {
        let mut c = case(&filled("a[i] = 7;", between));
        let base = c.address("a");
        for claim in forgeries(&mut c, base) {
            let result = c.check(claim);
            assert!(result.is_err(), "{between}: {result:?}");
            tried += 1;
        }
    }
    assert!(tried >= 1_500, "{tried}");
}

/// Loops that do not fill all elements before the counter, or not with sevens.
const BODIES: [&str; 9] = [
    "a[i] = i == 50 ? 8 : 7;",
    "if (i != 50) a[i] = 7;",
    "i++; if (i < 100) a[i] = 7;",
    "a[i / 2] = 7;",
    "a[99 - i] = 7;",
    "a[i] = 7; if (__VERIFIER_nondet_int()) a[i / 3] = 8;",
    "a[(char)(i * 3) & 63] = 7;",
    "b[i] = 7;",
    "p = __VERIFIER_nondet_int() ? a : b; p[i] = 7;",
];

#[test]
fn arrays_that_are_filled_otherwise_have_no_proof() {
    for body in BODIES {
        let mut c = case(&filled(body, ""));
        let base = c.address("a");
        for claim in forgeries(&mut c, base) {
            let result = c.check(claim);
            assert!(result.is_err(), "{body}: {result:?}");
        }
    }
}

/// The same for the heap: blocks that end, move, and begin where another was.
const HEAP_BREAKS: [&str; 9] = [
    "p[3] = 8;",
    "q = p; q[99] = 8;",
    "free(p); p = malloc(400); if (!p) return 0;",
    "free(p); q = malloc(400); if (!q) return 0; q[5] = 8; if (q != p) return 0;",
    "q = realloc(p, 800); if (!q) return 0; p = q; i = 150;",
    "q = realloc(p, 400); if (!q) return 0; p = q; p[1] = 8;",
    "unknown(p);",
    "p = p + 1; p[-1] = 8; p = p - 1;",
    "q = malloc(400); if (!q) return 0; p = q;",
];

#[test]
fn broken_arrays_on_the_heap_have_no_proof() {
    for between in HEAP_BREAKS {
        let mut c = case(&on_the_heap(between));
        let base = c.slot("p", 64);
        for claim in forgeries(&mut c, base) {
            let result = c.check(claim);
            assert!(result.is_err(), "{between}: {result:?}");
        }
    }
}

/// Every element before the counter has been written.
fn is_written(c: &mut Case) -> TermId {
    let base = c.address("a");
    let end = counter(c, "i");
    let inside = before(c, end);
    let element = c.element();
    let at = element_of(c, base, element);
    let all = c.written(at, 0);
    let fact = c.pool.implies(inside, all);
    let bounds = [bounded(c, "i"), bounded(c, "j")];
    c.pool.and_all(&[fact, bounds[0], bounds[1]])
}

fn summed(body: &str, between: &str) -> String {
    format!(
        "{HEAD} int main(void) {{ int a[100]; int b[100]; int i = 0, j = 0, s = 0;
         while (i < 100) {{ {body} i++; }}
         {between}
         for (j = 0; j < i; j++) s ^= a[j];
         return 0; }}"
    )
}

#[test]
fn elements_that_were_written_may_be_read() {
    let kinds = [CheckKind::Uninitialised];
    let mut c = asked_about(&summed("a[i] = __VERIFIER_nondet_int();", ""), &kinds);
    let claim = is_written(&mut c);
    accepted(c.check(claim));
    let broken = [
        ("if (i != 50) a[i] = 7;", ""),
        ("a[i / 2] = 7;", ""),
        ("a[i] = 7;", "memcpy(a, b, sizeof a);"),
        ("*(char *)&a[i] = 7;", ""),
    ];
    for (body, between) in broken {
        let mut c = asked_about(&summed(body, between), &kinds);
        let claim = is_written(&mut c);
        let result = c.check(claim);
        assert!(result.is_err(), "{body} {between}: {result:?}");
    }
}
