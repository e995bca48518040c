//! `setjmp` and `longjmp`: a jump out of calls is followed where it is known to lead to an
//! invocation that is active; otherwise there is no proof, and never a wrong one.

use hatha_exec::config::Config;
use hatha_exec::fault::FaultKind;
use hatha_front::load::{LoadOptions, load};
use hatha_verify::check::{Options, Verdict, check};
use std::time::Duration;

const HEAD: &str = "#include <setjmp.h>
    extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    static jmp_buf env, other; static int depth;\n";

fn verdict(text: &str, only_calls: bool) -> Verdict {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("a.c");
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![file],
        ..LoadOptions::default()
    };
    let program = load(&options).unwrap_or_else(|d| panic!("{d:?}"));
    let entry = program.find_proc("main").expect("there is a main");
    let options = Options {
        error_function: only_calls.then(|| "reach_error".to_owned()),
        // A search for proofs alone does not follow jumps to where nobody waits.
        engine: if only_calls { "dash" } else { "auto" }.to_owned(),
        ..Options::new(Config::default(), Duration::from_secs(30))
    };
    let report = check(&program, entry, &options);
    report.unwrap_or_else(|e| panic!("{}", e.0)).verdict
}

fn is_proved(text: &str) {
    for only_calls in [false, true] {
        match verdict(text, only_calls) {
            Verdict::Proved { certificate, .. } => assert!(certificate.is_some()),
            other => panic!("{other:?}"),
        }
    }
}

fn is_unknown(text: &str) {
    match verdict(text, true) {
        Verdict::Unknown(_) => {}
        other => panic!("{other:?}"),
    }
}

fn fails_with(text: &str, kind: &str) {
    match verdict(text, false) {
        Verdict::Violated { fault, .. } => assert_eq!(fault.kind.to_string(), kind),
        other => panic!("{other:?}"),
    }
}

const PARSER: &str = "static void parse(int n) { int own[2]; own[n & 1] = n; depth++;
      if (n < 0) longjmp(env, 2); if (own[n & 1] == 7) longjmp(env, 0); depth--; }
    static void outer(int n) { depth++; parse(n); depth--; }
    int main(void) { int code = setjmp(env);
      if (code == 0) { outer(__VERIFIER_nondet_int()); if (depth != 0) reach_error(); return 0; }
      if (code > 2 || depth != 2) reach_error();
      return code; }";

#[test]
fn a_jump_out_of_calls_goes_on_behind_its_setjmp() {
    is_proved(PARSER);
}

#[test]
fn what_a_jump_brings_is_seen() {
    // 0 becomes 1.
    fails_with(&PARSER.replace("code > 2", "code == 1"), "reach-error");
    fails_with(&PARSER.replace("code > 2", "code == 2"), "reach-error");
    // The calls that are left do not go on.
    fails_with(&PARSER.replace("depth != 2", "depth == 2"), "reach-error");
}

#[test]
fn the_environment_says_where_a_jump_goes() {
    let two = "int main(void) { int r;
      if (setjmp(env)) return 1;
      r = setjmp(other);
      if (r == 3) { if (depth != 5) reach_error(); longjmp(env, 1); }
      if (r) reach_error();
      depth = 5; longjmp(other, 3); }";
    is_proved(two);
    fails_with(
        &two.replace("depth = 5; longjmp(other, 3)", "longjmp(other, 4)"),
        "reach-error",
    );
    // Saved twice: the later one counts.
    is_proved(
        "int main(void) { if (setjmp(env)) reach_error();
          if (setjmp(env)) return 1;
          longjmp(env, 1); }",
    );
}

#[test]
fn an_invocation_that_has_ended_is_no_place_to_go() {
    let ended = "static int save(int again) { if (again) return 5; return setjmp(env); }
      int main(void) { int r = save(0); if (r == 0) longjmp(env, 1); reach_error(); return 0; }";
    // With every fault asked about it is one; otherwise the call of `reach_error` is not reached.
    fails_with(ended, FaultKind::BadJump.to_string().as_str());
    is_unknown(ended);
    // The same copy of the procedure, but another invocation.
    let entered_again =
        "static int save(int again) { if (again) longjmp(env, 1); return setjmp(env); }
      int main(void) { for (int i = 0; i < 2; i++) if (save(i)) reach_error(); return 0; }";
    fails_with(entered_again, FaultKind::BadJump.to_string().as_str());
    is_unknown(entered_again);
    // Nothing was saved.
    is_unknown("int main(void) { longjmp(env, 1); }");
}

#[test]
fn an_environment_that_others_touch_is_not_followed() {
    is_unknown(
        "int main(void) { jmp_buf *p = &env; if (setjmp(env)) return 1;
          if (*(char *)p == 77) reach_error(); longjmp(env, 1); }",
    );
    // The later one counts, whatever it calls the environment.
    fails_with(
        "static jmp_buf *p = &env;
         int main(void) { if (setjmp(env)) return 1; if (setjmp(*p)) reach_error();
          longjmp(env, 1); }",
        "reach-error",
    );
}

/// A local lives from the start of its block: what it held in an earlier life is gone, also where
/// a jump passes its declaration.
#[test]
fn a_jump_past_a_declaration_leaves_no_old_value() {
    let by_switch = "static void f(int k) { switch (k) { int x; case 0: x = 5; break;
         case 1: if (x != 5) reach_error(); } }
       int main(void) { for (int i = 0; i < 2; i++) f(i); return 0; }";
    fails_with(by_switch, "reach-error");
    let in_place =
        "int main(void) { for (int i = 0; i < 2; i++) { switch (i) { int x; case 0: x = 5; break;
         case 1: if (x != 5) reach_error(); } } return 0; }";
    fails_with(in_place, "reach-error");
    let by_goto = "static int f(int k) { int r = 0; if (k) goto in;
         { int x; x = 7; r = 1; in: if (k) r = x; } return r; }
       int main(void) { int r = 0; for (int i = 0; i < 2; i++) r = f(i);
         if (r != 7) reach_error(); return 0; }";
    fails_with(by_goto, "reach-error");
    let written =
        "int main(void) { for (int i = 0; i < 2; i++) { switch (i) { int x; case 0: x = 5; break;
         case 1: x = 4; if (x != 4) reach_error(); } } return 0; }";
    is_proved(written);
}
