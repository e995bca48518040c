//! A bad rule gets a message at the place that is wrong.

use hatha_cfa::SourceMap;
use hatha_rules::Rule;

/// The message, the line and the column of what is wrong.
fn complaint(text: &str) -> (String, u32, u32) {
    let mut sources = SourceMap::new();
    match Rule::read("bad", "bad.slic", text, &mut sources) {
        Ok(_) => panic!("accepted: {text}"),
        Err(d) => {
            assert!(sources.line(d.span.file, d.span.line).is_some(), "{text}");
            (d.message.clone(), d.span.line, d.span.col)
        }
    }
}

#[track_caller]
fn refused(text: &str, message: &str, line: u32, col: u32) {
    let (text, at, column) = complaint(text);
    assert!(text.contains(message), "{text}");
    assert_eq!((at, column), (line, col), "{text}");
}

#[test]
fn an_unknown_event() {
    refused("void f(void);\nf.begin { }", "no event `begin`", 2, 3);
}

#[test]
fn a_function_that_the_rule_does_not_declare() {
    refused("void f(void);\n  g.call { }", "no function `g`", 2, 3);
}

#[test]
fn a_second_handler() {
    refused(
        "void f(void);\nf.call { }\nf.call { }",
        "a second handler of `f.call`",
        3,
        1,
    );
}

#[test]
fn operands_that_are_not_there() {
    refused("void f(int a);\nf.call { $2; }", "no parameter `$2`", 2, 10);
    refused("void f(int a);\nf.call { $0; }", "no parameter `$0`", 2, 10);
    refused("int f(int a);\nf.call { $return; }", "has no result", 2, 10);
    refused(
        "void f(int a);\nf.return { $return; }",
        "has no result",
        2,
        12,
    );
}

#[test]
fn an_objects_state_without_the_object() {
    refused(
        "state per object { int s = 0; }\nvoid f(int a);\nf.call { s = 1; }",
        "`s` is kept for each object",
        3,
        10,
    );
}

#[test]
fn one_object_does_not_change_what_all_share() {
    let rule = |body: &str| {
        format!(
            "state {{ int n = 0; }}\nstate per $1 {{ int s = 0; }}\nvoid f(int a);\nf.call {{ s = n; {body} }}"
        )
    };
    for body in ["n = 1;", "n++;", "--n;", "n += 2;", "g(&n);", "n <<= 1;"] {
        let (text, line, _) = complaint(&rule(body));
        assert!(text.contains("`n` is kept once"), "{body}: {text}");
        assert_eq!(line, 4);
    }
    let mut sources = SourceMap::new();
    for body in ["s = n == 1;", "s = n + 1;", "if (n <= 1) s = 2;"] {
        let read = Rule::read("good", "good.slic", &rule(body), &mut sources);
        assert!(read.is_ok(), "{body}");
    }
}

#[test]
fn a_failure_without_a_message() {
    refused(
        "void f(void);\nf.call { abort; }",
        "without a message",
        2,
        10,
    );
}

#[test]
fn what_is_no_rule_at_all() {
    refused("int x;", "watches nothing", 1, 1);
    refused("void f(void);\nf.call {", "never closed", 2, 8);
    refused(
        "void f(void);\nf.call per { }",
        "expected the object",
        2,
        12,
    );
    refused(
        "void f(void)\n",
        "neither a handler nor a declaration",
        1,
        1,
    );
    refused("state { int a }", "without `;`", 1, 15);
    refused("#include <a.h>", "no preprocessor lines", 1, 1);
}

#[test]
fn operations_of_the_machine_are_not_watched_in_silence() {
    refused(
        "void *memcpy(void *to, const void *from, size_t n);\nmemcpy.call { }",
        "cannot be watched",
        2,
        1,
    );
    refused(
        "void reach_error(void) { }\nreach_error.call { }",
        "cannot be watched",
        2,
        1,
    );
}
