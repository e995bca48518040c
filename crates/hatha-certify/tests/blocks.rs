//! Facts about every block of the heap: what must be accepted, and many that must not.

mod support;

use hatha_certify::{Certificate, Environment, Externals, Refusal};
use hatha_front::preprocess::DataModel;
use hatha_term::TermId;
use support::{Case, accepted, asked, case, case_of};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\n\
    extern void unknown(void *);\n\
    extern void *malloc(unsigned long);\n\
    extern void *realloc(void *, unsigned long);\n\
    extern void free(void *);\n\
    extern void *memset(void *, int, unsigned long);\n\
    extern void *memcpy(void *, const void *, unsigned long);\n\
    struct node { int v; struct node *next; };\n";

/// A list of sevens is built, something happens, and then every node is looked at.
fn list(between: &str) -> String {
    let push = "n = malloc(sizeof *n); n->v = 7; n->next = head; head = n;";
    built(push, between)
}

fn built(push: &str, between: &str) -> String {
    format!(
        "{HEAD} int main(void) {{ struct node *head = 0, *p = 0, *n = 0, *q = 0; int x = 0; int *i = 0;
         while (__VERIFIER_nondet_int()) {{ {push} }}
         {between}
         p = head;
         while (p) {{ if (p->v != 7) reach_error(); p = p->next; }} return 0; }}"
    )
}

/// What a node holds: seven, and null or a node.
fn node(c: &mut Case, at: TermId, sites: &[u128]) -> TermId {
    let value = c.holds(at, 0, 7);
    let next = next(c, at);
    let leads = null_or_node(c, next, sites);
    c.pool.and(value, leads)
}

fn next(c: &mut Case, at: TermId) -> TermId {
    let offset = c.pool.bv_const(64, 8);
    let place = c.pool.bv_add(at, offset);
    c.read(8, place)
}

fn null_or_node(c: &mut Case, at: TermId, sites: &[u128]) -> TermId {
    let null = c.is_null(at);
    let made = c.is_made(at, sites);
    c.pool.or(null, made)
}

/// Every block of some sites is a node.
fn every(c: &mut Case, sites: &[u128]) -> TermId {
    let each = c.each();
    let made = c.is_made(each, sites);
    let node = node(c, each, sites);
    c.pool.implies(made, node)
}

/// Every block is a node, and the pointers are null or lead to one.
fn shape(c: &mut Case, sites: &[u128]) -> TermId {
    let mut facts = vec![every(c, sites)];
    for name in ["head", "p"] {
        let pointer = c.slot(name, 64);
        facts.push(null_or_node(c, pointer, sites));
    }
    c.pool.and_all(&facts)
}

/// Claims that could make a false proof go through.
fn forgeries(c: &mut Case) -> Vec<TermId> {
    let sites = c.sites();
    let each = c.each();
    let made = c.is_made(each, &sites);
    let shape = shape(c, &sites);
    let every = every(c, &sites);
    let first = self::shape(c, &sites[..1]);
    let value = c.holds(each, 0, 7);
    let seven = c.pool.implies(made, value);
    let next = next(c, each);
    let null = c.is_null(next);
    let mut found = vec![
        shape,
        every,
        first,
        seven,
        made,
        c.pool.fls(),
        c.pool.not(made),
    ];
    for (a, b) in [(each, next), (next, each)] {
        let older = c.is_older(a, b);
        let ordered = c.pool.or(null, older);
        let ordered = c.pool.implies(made, ordered);
        found.push(c.pool.and(shape, ordered));
    }
    for name in ["head", "n", "q"] {
        let open = c.slot(name, 64);
        let same = c.pool.eq(each, open);
        let but_open = c.pool.or(same, every);
        let pointers = c.pool.implies(same, every);
        found.extend([but_open, pointers]);
        found.push(c.pool.or(shape, same));
    }
    // Nobody owns a block, a block begins in the middle of another, and every pointer leads to one.
    let owned = c.owned(each);
    let nobody = c.pool.not(owned);
    let offset = c.pool.bv_const(64, 8);
    let middle = c.pool.bv_add(each, offset);
    let inside = c.is_made(middle, &sites);
    let (p, head) = (c.slot("p", 64), c.slot("head", 64));
    let (at_p, at_head) = (c.is_made(p, &sites), c.is_made(head, &sites));
    for claim in [nobody, inside, at_p, at_head] {
        found.push(c.pool.and(shape, claim));
    }
    found
}

/// What the checker says of an invariant, no block being there at first.
fn check(c: &mut Case, invariant: TermId) -> Result<Certificate, Refusal> {
    c.check_blocks(invariant, Environment::default())
}

fn is_refused(result: &Result<Certificate, Refusal>) -> bool {
    result.is_err()
}

#[test]
fn every_node_holds_what_was_stored() {
    let mut c = case(&list(""));
    let sites = c.sites();
    let shape = shape(&mut c, &sites);
    accepted(check(&mut c, shape));
}

#[test]
fn a_node_that_is_not_finished_has_a_name() {
    let text = built(
        "if (!p) { p = malloc(sizeof *p); head = p; } p->v = 7; q = malloc(sizeof *q); p->next = q; p = q;",
        "if (p) { p->v = 7; p->next = 0; }",
    );
    let mut c = case(&text);
    let sites = c.sites();
    let (each, p) = (c.each(), c.slot("p", 64));
    let made = c.is_made(each, &sites);
    let node = node(&mut c, each, &sites);
    let open = c.pool.eq(each, p);
    let closed = c.pool.or(open, node);
    let closed = c.pool.implies(made, closed);
    let mut facts = vec![closed];
    for name in ["head", "p"] {
        let pointer = c.slot(name, 64);
        facts.push(null_or_node(&mut c, pointer, &sites));
    }
    let building = c.pool.and_all(&facts);
    // The same at both loops: the second needs the block at `p` finished.
    assert!(is_refused(&check(&mut c, building)));
    let finished = shape(&mut c, &sites);
    assert!(is_refused(&check(&mut c, finished)));
}

#[test]
fn a_list_is_freed_while_it_is_walked() {
    let text = format!(
        "{HEAD} int main(void) {{ struct node *head = 0, *n = 0, *q = 0; int x = 0;
         while (__VERIFIER_nondet_int()) {{ if (x) return 0; n = malloc(sizeof *n); n->v = 7; n->next = head; head = n; }}
         x = 1; while (head) {{ if (!x) return 0; if (head->v != 7) reach_error(); q = head->next; free(head); head = q; }} return 0; }}"
    );
    let mut c = case(&text);
    let sites = c.sites();
    let (each, head) = (c.each(), c.slot("head", 64));
    let next = next(&mut c, each);
    let older = c.is_older(next, each);
    let null = c.is_null(next);
    let ordered = c.pool.or(null, older);
    let node = node(&mut c, each, &sites);
    let holds = c.pool.and(node, ordered);
    let [at_each, at_head] = [each, head].map(|at| hatha_proof::vocabulary::owner(&mut c.pool, at));
    let before = c.pool.bv_ult(at_each, at_head);
    let same = c.pool.eq(at_each, at_head);
    let left = c.pool.or(before, same);
    let is_null = c.is_null(head);
    let some = c.pool.not(is_null);
    let made = c.is_made(each, &sites);
    let meant = c.pool.and_all(&[made, some, left]);
    let left = c.pool.implies(meant, holds);
    let head = null_or_node(&mut c, head, &sites);
    // While the list is built that holds of every block, later of those that are left.
    let x = c.slot("x", 32);
    let zero = c.pool.bv_const(32, 0);
    let freeing = c.pool.ne(x, zero);
    let every = c.pool.implies(made, holds);
    let every = c.pool.or(freeing, every);
    let all = c.pool.and_all(&[every, left, head]);
    accepted(check(&mut c, all));
    // Without the order the rest of the list might be what was freed.
    let unordered = c.pool.implies(made, node);
    let unordered = c.pool.and(unordered, head);
    assert!(is_refused(&check(&mut c, unordered)));
}

/// What breaks a list of sevens between its being built and its being looked at. Each of the programs can
/// reach its error.
const BREAKS: [&str; 17] = [
    "if (head) head->v = 8;",
    "if (head && head->next) head->next->v = 8;",
    "if (head) { i = &head->v; *i = 8; }",
    "if (head) *(char *)head = 1;",
    "if (head) *(long *)head = 0x100000008;",
    "if (head) memset(head, 0, 4);",
    "if (head) memset(head, 0, sizeof *head);",
    "if (head) { struct node o; o.v = 8; o.next = 0; memcpy(head, &o, sizeof o); }",
    "if (head) unknown(head);",
    "if (head) unknown(&head->next);",
    "q = malloc(sizeof *q); q->v = 8; q->next = head; head = q;",
    "q = malloc(sizeof *q); q->next = head; head = q;",
    "q = malloc(sizeof *q); q->v = 7; if (head) { q->next = head->next; head->next = q; q->v = 9; }",
    "if (head) { q = head->next; free(head); n = malloc(sizeof *n); n->v = 8; n->next = q; head = n; }",
    "if (head) { q = realloc(head, sizeof *q); q->v = 8; head = q; }",
    "q = head; while (q) { if (__VERIFIER_nondet_int()) q->v = 8; q = q->next; }",
    "x = __VERIFIER_nondet_int(); if (head) head->v = x;",
];

#[test]
fn broken_lists_have_no_proof() {
    let mut tried = 0;
    for between in BREAKS {
        let mut c = case(&list(between));
        for claim in forgeries(&mut c) {
            let result = check(&mut c, claim);
            assert!(is_refused(&result), "{between}: {result:?}");
            tried += 1;
        }
    }
    assert!(tried >= 300, "{tried}");
}

/// More of that: addresses that are met again, stay, lie side by side or in an order, parts of a value, copies
/// of another field, nodes that are no blocks.
const MORE_BREAKS: [&str; 15] = [
    "if (head) ((char *)head)[3] = 1;",
    "if (head) { long a = (long)head; *(int *)a = 8; }",
    "if (head) memset((char *)head + 3, 1, 1);",
    "if (head && head->next) memcpy(head, &head->next->next, 4);",
    "if (head && head->next) { q = head->next; head->next = q->next; free(q); n = malloc(sizeof *n);
     n->v = 7; n->next = head; head = n; if (q == n) n->v = 8; }",
    "n = malloc(sizeof *n); free(n); q = malloc(sizeof *q); if (n == q) reach_error();",
    "n = malloc(sizeof *n); q = malloc(sizeof *q); if ((char *)n + sizeof *n == (char *)q) reach_error();",
    "n = malloc(sizeof *n); q = malloc(sizeof *q); if ((long)n > (long)q) reach_error();",
    "n = malloc(sizeof *n); q = malloc(sizeof *q); x = 0; while (x < 1) x++;
     if ((long)n + 48 == (long)q) reach_error();",
    "n = malloc(0); x = 0; while (x < 1) x++; q = malloc(sizeof *q); if ((char *)n + 8 == (char *)q) reach_error();",
    "if (head) { q = realloc(head, 2 * sizeof *q); q[1].v = 8; q[1].next = 0; q->next = &q[1]; head = q; }",
    "struct node s; s.v = 8; s.next = head; head = &s;",
    "q = head; while (q) { q->v = 8; q = q->next; }
     q = head; while (q) { q->v = 7; if (__VERIFIER_nondet_int()) break; q = q->next; }",
    "for (x = 0; x < 3; x++) { q = malloc(sizeof *q); if (x == 2) q->v = 8; else q->v = 7; q->next = head; head = q; }",
    "q = malloc(0); free(q); q = malloc(sizeof *q); q->v = 8; q->next = head; head = q;",
];

/// Claims about what lies behind and beside blocks, and which is the youngest.
fn forgeries_about_places(c: &mut Case) -> Vec<TermId> {
    let sites = c.sites();
    let each = c.each();
    let made = c.is_made(each, &sites);
    let shape = shape(c, &sites);
    let size = c.pool.bv_const(64, 16);
    let behind = c.pool.bv_add(each, size);
    let [at_each, at_behind] =
        [each, behind].map(|at| hatha_proof::vocabulary::owner(&mut c.pool, at));
    let larger = c.pool.eq(at_each, at_behind);
    let owned = c.owned(behind);
    let alone = c.pool.not(owned);
    let beside = c.is_made(behind, &sites);
    let beside = c.pool.not(beside);
    let mut found = Vec::new();
    for claim in [larger, alone, beside] {
        let claim = c.pool.implies(made, claim);
        found.extend([claim, c.pool.and(shape, claim)]);
    }
    let (n, q) = (c.slot("n", 64), c.slot("q", 64));
    for name in ["head", "n", "q"] {
        let pointer = c.slot(name, 64);
        let younger = c.is_older(pointer, each);
        let youngest = c.pool.not(younger);
        let youngest = c.pool.implies(made, youngest);
        found.push(c.pool.and(shape, youngest));
    }
    let null = c.is_null(n);
    let differ = c.pool.ne(n, q);
    let differ = c.pool.or(null, differ);
    let older = c.is_older(n, q);
    let made_n = c.is_made(n, &sites);
    let made_q = c.is_made(q, &sites);
    let both = c.pool.and(made_n, made_q);
    let ordered = c.pool.implies(both, older);
    for claim in [differ, both, ordered] {
        found.extend([claim, c.pool.and(shape, claim)]);
    }
    found
}

#[test]
fn lists_that_are_broken_at_other_places_have_no_proof() {
    let mut tried = 0;
    for between in MORE_BREAKS {
        let mut c = case(&list(between));
        let mut claims = forgeries(&mut c);
        claims.extend(forgeries_about_places(&mut c));
        for claim in claims {
            let result = check(&mut c, claim);
            assert!(is_refused(&result), "{between}: {result:?}");
            tried += 1;
        }
    }
    assert!(tried >= 450, "{tried}");
}

#[test]
fn lists_that_are_built_otherwise_have_no_proof() {
    let pushes = [
        "n = malloc(sizeof *n); n->v = 7; n->next = head; head = n; if (n->next) n->next->v = 8;",
        "n = malloc(sizeof *n); n->v = x; x = 7; n->next = head; head = n;",
        "n = malloc(sizeof *n); n->next = head; head = n;",
        "n = malloc(4); n->v = 7; head = n; n = malloc(sizeof *n); n->v = 8; n->next = 0; head = n;",
        "if (!q) q = malloc(sizeof *q); q->v = x++; q->next = head; head = q;",
        "n = malloc(sizeof *n); if (__VERIFIER_nondet_int()) { n->v = 7; } else n->v = 70; n->next = head; head = n;",
    ];
    for push in pushes {
        let mut c = case(&built(push, ""));
        for claim in forgeries(&mut c) {
            let result = check(&mut c, claim);
            assert!(is_refused(&result), "{push}: {result:?}");
        }
    }
}

#[test]
fn false_claims_about_a_good_list_are_refused() {
    let mut c = case(&list(""));
    let sites = c.sites();
    let good = shape(&mut c, &sites);
    let each = c.each();
    let made = c.is_made(each, &sites);
    let eight = c.holds(each, 0, 8);
    let next = next(&mut c, each);
    let younger = c.is_older(each, next);
    let none = c.pool.not(made);
    let other = c.is_made(next, &sites);
    let (p, head) = (c.slot("p", 64), c.slot("head", 64));
    let same = c.pool.eq(p, head);
    for false_claim in [eight, younger, none, other, same] {
        let false_claim = c.pool.implies(made, false_claim);
        let both = c.pool.and(good, false_claim);
        let result = check(&mut c, both);
        assert!(is_refused(&result), "{result:?}");
    }
    // Sites that are none: an edge that allocates nothing, and no site at all.
    for site in [hatha_proof::vocabulary::NO_SITE, sites[0] + 1] {
        let bad = shape(&mut c, &[site]);
        let result = check(&mut c, bad);
        assert!(is_refused(&result), "{result:?}");
    }
}

#[test]
fn a_block_of_variable_size_has_no_site() {
    let text = built(
        "n = malloc(x ? sizeof *n : 4); n->v = 7; n->next = head; head = n;",
        "",
    );
    let mut c = case(&text);
    let sites = c.sites();
    let shape = shape(&mut c, &sites);
    assert!(is_refused(&check(&mut c, shape)));
}

#[test]
fn an_address_that_was_freed_may_be_met_again() {
    let text = format!(
        "{HEAD} int main(void) {{ struct node *head = 0, *p = 0, *n = 0, *q = 0;
         while (__VERIFIER_nondet_int()) {{ n = malloc(sizeof *n); n->v = 7; n->next = 0;
           if (n == q) reach_error(); q = n; free(n); }} return 0; }}"
    );
    let mut c = case(&text);
    for claim in forgeries(&mut c) {
        let result = check(&mut c, claim);
        assert!(is_refused(&result), "{result:?}");
    }
}

#[test]
fn unknown_code_is_harmless_only_where_that_is_assumed() {
    let mut c = case(&list("unknown(0);"));
    let sites = c.sites();
    let shape = shape(&mut c, &sites);
    assert!(is_refused(&check(&mut c, shape)));
    let pure = Environment {
        externals: Externals::Pure,
        ..Environment::default()
    };
    accepted(c.check_blocks(shape, pure));
    let device = Environment {
        device_memory: true,
        ..pure
    };
    assert!(is_refused(&c.check_blocks(shape, device)));
}

#[test]
fn accesses_of_nodes_are_valid_where_the_words_say_so() {
    let mut c = asked(&list(""));
    let sites = c.sites();
    let plain = shape(&mut c, &sites);
    // That a block begins at an address does not say that a pointer may be used.
    assert!(is_refused(&check(&mut c, plain)));
}

/// A size that is cut down to that of an address: the block has eight bytes, not four thousand million and
/// eight.
#[test]
fn a_size_that_is_cut_down_is_not_that_of_a_site() {
    let head = HEAD.replace("unsigned long", "unsigned");
    let text = format!(
        "{head} int main(void) {{ unsigned long long size = 0x100000008; char *p = 0, *q = 0; int x = 0;
         while (__VERIFIER_nondet_int()) {{ p = malloc((unsigned)size); q = malloc((unsigned)size);
           x = 0; while (x < 1) x++;
           if (p && (unsigned)q == (unsigned)p + 16) reach_error(); }} return 0; }}"
    );
    let mut c = case_of(&text, DataModel::Ilp32);
    let sites = c.sites();
    let size = c.slot("size", 64);
    let bytes = c.pool.bv_const(64, 0x1_0000_0008);
    let size = c.pool.eq(size, bytes);
    let (p, q) = (c.slot("p", 32), c.slot("q", 32));
    let (made_p, made_q) = (c.is_made(p, &sites), c.is_made(q, &sites));
    let null = c.pool.bv_const(32, 0);
    let none = c.pool.eq(p, null);
    let both = c.pool.and(made_p, made_q);
    let made = c.pool.or(none, both);
    let distance = c.pool.bv_const(32, 16);
    let further = c.pool.bv_add(p, distance);
    let there = c.pool.eq(further, q);
    let [at_q, at_further] = [q, further].map(|at| hatha_proof::vocabulary::owner(&mut c.pool, at));
    let same = c.pool.eq(at_q, at_further);
    let mentioned = c.pool.implies(there, same);
    let apart = c.pool.ne(p, q);
    let apart = c.pool.or(none, apart);
    let all = c.pool.and_all(&[size, made, mentioned, apart]);
    let result = c.check_under(all, Environment::default());
    assert!(is_refused(&result), "{result:?}");
}
