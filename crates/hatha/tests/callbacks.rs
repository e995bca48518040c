//! Calls through pointers and calls that print: proofs that follow them, tests where they fail,
//! and no proof that rests on where a function lies or on what printing is believed not to do.

use std::process::Command;

const HEAD: &str = "#include <stdio.h>
    extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

/// A proof that ignores faults inside calls that print says nothing where faults count.
#[test]
fn a_proof_that_ignores_faults_is_refused_where_they_count() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (file, proof) = (dir.path().join("a.c"), dir.path().join("proof.json"));
    let property = dir.path().join("a.prp");
    let text = "extern void reach_error(void); extern char *name;
        int main(void) { puts(name); if (name == 0 && name != 0) reach_error(); return 0; }";
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let call = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(&property, call).expect("the folder is writable");
    let hatha = || Command::new(env!("CARGO_BIN_EXE_hatha"));
    let checked = hatha()
        .args(["check", "--quiet", "--property"])
        .arg(&property)
        .arg("--proof")
        .args([&proof, &file])
        .status()
        .expect("the command runs");
    assert_eq!(checked.code(), Some(0));
    let again = |with: &[&std::path::Path]| {
        let mut command = hatha();
        command.arg("certify");
        for option in with {
            command.arg("--property").arg(option);
        }
        let ended = command.args([&proof, &file]).output();
        ended.expect("the command runs").status.code()
    };
    assert_eq!(again(&[&property]), Some(0));
    assert_ne!(again(&[]), Some(0));
}
