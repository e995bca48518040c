use super::{HarnessError, InputEntry, InputOrigin, InputVector, Pointee, Spot, harness};
use crate::testing::program;
use hatha_cfa::Target;

fn input(kind: InputOrigin, name: &str, ty: &str, width: u32, value: &str) -> InputEntry {
    InputEntry {
        kind,
        name: name.into(),
        function: "main".into(),
        ty: ty.into(),
        width,
        value: value.into(),
        at: None,
        to: None,
    }
}

fn vector(entry: &str, inputs: Vec<InputEntry>) -> InputVector {
    InputVector {
        inputs,
        ..InputVector::new(&Target::lp64(), entry)
    }
}

#[test]
fn values_are_given_out_in_order_by_the_functions_that_the_program_lacks() {
    let text = "extern int __VERIFIER_nondet_int(void); extern short other(void);
        int main(void) { return __VERIFIER_nondet_int() + other(); }";
    let program = program(text, "main");
    let inputs = vec![
        input(
            InputOrigin::Nondet,
            "__VERIFIER_nondet_int",
            "int",
            32,
            "-2",
        ),
        input(InputOrigin::External, "other", "short", 16, "258"),
    ];
    let made = harness(&program, &vector("main", inputs), "p.c").expect("a harness");
    let first = made
        .text
        .find(r#"{ "__VERIFIER_nondet_int", "\xfe\xff\xff\xff", 4 }"#);
    let second = made.text.find(r#"{ "other", "\x02\x01", 2 }"#);
    assert!(first.is_some() && second > first, "{}", made.text);
    assert!(made.text.contains(r#"short hatha_give_"#));
    assert!(!made.includes_program);
    assert!(made.unset.is_empty());
}

#[test]
fn an_error_function_is_defined_only_if_the_program_does_not() {
    let bare = program(
        "extern void reach_error(void); int main(void) { reach_error(); return 0; }",
        "main",
    );
    let made = harness(&bare, &vector("main", vec![]), "p.c").expect("a harness");
    assert!(made.text.contains(r#"__asm__("reach_error")"#));
    assert!(!made.flags.iter().any(|f| f == "-finstrument-functions"));
    let own = program(
        "void reach_error(void) { } int main(void) { reach_error(); return 0; }",
        "main",
    );
    let made = harness(&own, &vector("main", vec![]), "p.c").expect("a harness");
    assert!(
        !made
            .text
            .contains("hatha_give_1(void) __asm__(\"reach_error\")")
    );
    assert!(made.text.contains("__cyg_profile_func_enter"));
    assert!(made.flags.iter().any(|f| f == "-finstrument-functions"));
}

#[test]
fn what_no_harness_can_set_is_listed() {
    let program = program("int main(void) { int x; return x; }", "main");
    let inputs = vec![input(InputOrigin::Uninitialised, "x", "int", 32, "3")];
    let made = harness(&program, &vector("main", inputs), "p.c").expect("a harness");
    assert_eq!(made.unset, ["uninitialised x"]);
}

#[test]
fn a_static_entry_is_reached_by_including_its_file() {
    let text = "static int f(int *p) { return *p; } int main(void) { int x = 0; return f(&x); }";
    let program = program(text, "f");
    let mut pointer = input(InputOrigin::Pointer, "p", "int *", 8, "0");
    pointer.at = Some(Spot::Parameter {
        index: 0,
        offset: 0,
    });
    pointer.to = Some(Pointee::Null);
    let made = harness(&program, &vector("f", vec![pointer]), "dir/p.c").expect("a harness");
    assert!(made.includes_program);
    assert!(made.text.contains("#include \"dir/p.c\""));
    assert!(made.text.contains("#define main hatha_original_main"));
    assert!(made.text.contains("void * a0 = 0;"), "{}", made.text);
    assert!(made.text.contains("    f(a0);"));
}

#[test]
fn what_was_found_first_in_an_object_is_written_last() {
    let program = program("int f(int *p) { return *p; }", "f");
    let mut pointer = input(InputOrigin::Pointer, "p", "int *", 8, "1");
    pointer.at = Some(Spot::Parameter {
        index: 0,
        offset: 0,
    });
    pointer.to = Some(Pointee::Object {
        index: 0,
        offset: 0,
    });
    let at = Some(Spot::Object {
        index: 0,
        offset: 0,
    });
    let mut byte = input(InputOrigin::Entry, "*p", "char", 8, "7");
    byte.at.clone_from(&at);
    let mut whole = input(InputOrigin::Entry, "*p", "int", 32, "1");
    whole.at = at;
    let made = harness(&program, &vector("f", vec![pointer, byte, whole]), "p.c");
    let text = made.expect("a harness").text;
    let whole = text.find(r#"hatha_copy(hatha_objects[0] + 0, "\x01\x00\x00\x00", 4);"#);
    let byte = text.find(r#"hatha_copy(hatha_objects[0] + 0, "\x07", 1);"#);
    assert!(whole.is_some() && byte > whole, "{text}");
}

#[test]
fn a_pointer_without_a_destination_is_refused() {
    let program = program("int f(int *p) { return *p; }", "f");
    let pointer = input(InputOrigin::Pointer, "p", "int *", 8, "1");
    let refused = harness(&program, &vector("f", vec![pointer]), "p.c");
    assert_eq!(refused, Err(HarnessError::SilentPointer("p".to_owned())));
}
