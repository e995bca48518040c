//! Recursive procedures: proofs by summaries, tests where they fail, and certificates that
//! cannot be talked round.

use hatha_certify::{Certificate, Refusal};
use hatha_cfa::join::{Keep, join};
use hatha_cfa::{ProcId, Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::check::{Options, Verdict, check};
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    extern unsigned __VERIFIER_nondet_uint(void);\n";

fn program(text: &str, entry: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some(entry.to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn verdict_at(text: &str, entry: &str) -> Verdict {
    let program = program(text, entry);
    let entry = program.find_proc(entry).expect("the entry is there");
    let options = Options::new(Config::default(), Duration::from_secs(60));
    let report = check(&program, entry, &options).expect("hatha has no defect");
    report.verdict
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved { .. } => "proved",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

/// A program that holds and a variant that does not.
fn both(holds: &str, from: &str, to: &str) {
    let fails = holds.replace(from, to);
    assert_ne!(holds, fails, "the variant is another program");
    assert_eq!(name(&verdict_at(holds, "main")), "proved", "{holds}");
    assert_eq!(name(&verdict_at(&fails, "main")), "violated", "{fails}");
}

#[test]
fn factorial() {
    both(
        "int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 5) return 0;
           if (fact(n) > 120) reach_error(); return 0; }",
        "> 120",
        "> 119",
    );
}

#[test]
fn mccarthy() {
    both(
        "int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
         int main(void) { int x = __VERIFIER_nondet_int(); int r = f(x);
           if (r != 91 && !(x > 101 && r == x - 10)) reach_error(); return 0; }",
        "x > 101",
        "x > 102",
    );
}

#[test]
fn ackermann() {
    both(
        "int ack(int m, int n) { if (m == 0) return n + 1;
           if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
         int main(void) { if (ack(2, 2) != 7) reach_error(); return 0; }",
        "!= 7",
        "== 7",
    );
}

#[test]
fn even_and_odd() {
    both(
        "int odd(unsigned n);
         int even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
         int odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }
         int main(void) { unsigned a = __VERIFIER_nondet_uint();
           if (even(a) != (a % 2 == 0)) reach_error(); return 0; }",
        "a % 2 == 0",
        "a % 4 == 0",
    );
}

/// A walk along a list of any length.
#[test]
fn list_walk() {
    both(
        "void *malloc(unsigned long); struct node { int v; struct node *next; };
         int length(struct node *n) {
             if (!n) return 0; int r = length(n->next); return r < 100 ? r + 1 : 100; }
         int main(void) { struct node *head = 0;
             while (__VERIFIER_nondet_int()) {
                 struct node *n = malloc(sizeof *n); n->next = head; head = n; }
             int l = length(head);
             if (l < 0 || l > 100) reach_error(); return 0; }",
        "l > 100",
        "l > 2",
    );
}

#[test]
fn sums_wrap_around() {
    both(
        "unsigned sum(unsigned n, unsigned m) { if (n == 0) return m; return sum(n - 1, m + 1); }
         int main(void) { unsigned a = __VERIFIER_nondet_uint() % 50, b = __VERIFIER_nondet_uint();
           if (sum(a, b) != a + b) reach_error(); return 0; }",
        "!= a + b",
        "< b",
    );
}

#[test]
fn failures_and_exits_inside() {
    both(
        "extern void exit(int);
         void down(int n) { if (n < 0) reach_error(); if (n == 0) exit(0); down(n - 1); }
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;
           down(n); reach_error(); return 0; }",
        "n == 0",
        "n == 7",
    );
}

#[test]
fn globals_that_the_recursion_changes() {
    both(
        "int depth, most;
         void dive(int n) { depth++; if (depth > most) most = depth; if (n > 0) dive(n - 1);
           depth--; }
         int main(void) { dive(__VERIFIER_nondet_uint() % 9); if (depth != 0) reach_error();
           return 0; }",
        "depth--;",
        "if (n != 3) depth--;",
    );
}

#[test]
fn the_entry_itself_is_recursive() {
    let text =
        "int f(int n) { if (n < 0) return 0; if (n > 9) { if (n < 5) reach_error(); return 1; }
                return f(n + 1); }";
    assert_eq!(name(&verdict_at(text, "f")), "proved");
    let text = text.replace("n < 5", "n < 11");
    assert_eq!(name(&verdict_at(&text, "f")), "violated");
}

/// What keeps the first values of globals takes no input that the program does not take.
#[test]
fn a_global_of_any_value() {
    let text = "extern int g;
         int f(int n) { if (n <= 0) return __VERIFIER_nondet_int(); g = n; return f(n - 1); }
         int main(void) { int r = f(3); if (r == 77 && g == 1) reach_error(); return 0; }";
    assert_eq!(name(&verdict_at(text, "main")), "violated");
}

/// Locals of one invocation are not those of another.
#[test]
fn each_invocation_has_variables_of_its_own() {
    both(
        "int f(int n) { int mine = n; if (n > 0) f(n - 1); return mine; }
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 20) return 0;
           if (f(n) != n) reach_error(); return 0; }",
        "int mine = n;",
        "static int mine; mine = n;",
    );
}

fn proved(text: &str) -> (Program, ProcId, Proof) {
    let program = program(text, "main");
    let entry = program.find_proc("main").expect("main is there");
    let options = Options::new(Config::default(), Duration::from_secs(60));
    let report = check(&program, entry, &options).expect("hatha has no defect");
    match report.verdict {
        Verdict::Proved { proof, .. } => (program, entry, *proof),
        other => panic!("not proved but {}", name(&other)),
    }
}

fn certified(program: &Program, proof: &Proof) -> Result<Certificate, Refusal> {
    hatha_certify::certify(program, proof, &mut [], &Budget::unlimited())
}

const SUM: &str = "int sum(int n) { if (n <= 0) return 0; return 1 + sum(n - 1); }
    int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 30) return 0;
      if (sum(n) != n) reach_error(); return 0; }";

#[test]
fn a_summary_that_is_too_strong_is_refused() {
    let (program, entry, proof) = proved(SUM);
    assert!(certified(&program, &proof).is_ok());
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let component = &joined.components[0];
    let fls = proof.terms.len() as u32;
    for place in [component.exit, component.entry] {
        let mut wrong = proof.clone();
        let json = serde_json::json!({ "op": "false", "args": [] });
        wrong
            .terms
            .push(serde_json::from_value(json).expect("a term"));
        for region in wrong.regions.iter_mut().filter(|r| r.location == place.0) {
            region.predicate = fls;
        }
        let refused = certified(&program, &wrong);
        assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
    }
}

#[test]
fn a_call_that_the_edges_leave_out_is_refused() {
    let (program, entry, proof) = proved(SUM);
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let component = &joined.components[0];
    let is_entered = |to: u32| proof.regions[to as usize].location == component.entry.0;
    let mut wrong = proof.clone();
    wrong.edges.retain(|e| !is_entered(e.to));
    assert_ne!(wrong.edges.len(), proof.edges.len());
    let refused = certified(&program, &wrong);
    assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
}

/// Whoever says nothing about returns does not say that there are none.
#[test]
fn an_exit_without_regions_is_refused() {
    let text = SUM.replace("sum(n) != n", "sum(n) == 7");
    let (_, _, proof) = proved(SUM);
    let program = program(&text, "main");
    let entry = program.find_proc("main").expect("main is there");
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let exit = joined.components[0].exit.0;
    let mut wrong = proof;
    wrong.program = hatha_proof::fingerprint(&program);
    let is_exit = |r: u32| wrong.regions[r as usize].location == exit;
    let edges = wrong.edges.clone();
    wrong.edges = edges.into_iter().filter(|e| !is_exit(e.to)).collect();
    // Elsewhere, where they say nothing because nothing leads to them.
    let main = joined.program.proc(joined.entry).exit.0;
    for region in wrong.regions.iter_mut().filter(|r| r.location == exit) {
        region.location = main;
    }
    let refused = certified(&program, &wrong);
    assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
}
