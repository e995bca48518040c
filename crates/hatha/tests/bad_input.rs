//! Bad input: each gives one message and its exit status, never a panic, a hang
//! or a stack overflow.

use std::path::Path;
use std::process::{Command, Output};

fn hatha(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(args)
        .output()
        .expect("hatha starts")
}

/// Runs `check` on a file with this content and demands status and words.
fn refused(name: &str, content: &[u8], status: i32, words: &[&str]) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join(name);
    std::fs::write(&path, content).expect("the folder is writable");
    demand(&hatha(&["check", &path.to_string_lossy()]), status, words);
}

fn demand(output: &Output, status: i32, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert_eq!(
        stderr.matches("error").count().min(1),
        1,
        "no message: {stderr}"
    );
    for word in words {
        assert!(
            stderr.to_lowercase().contains(&word.to_lowercase()),
            "'{word}' is missing: {stderr}"
        );
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn a_syntax_error_is_located() {
    refused(
        "a.c",
        b"int main(void) {\n  return 1 +;\n}\n",
        65,
        &["a.c:2:"],
    );
}

#[test]
fn parameters_that_main_does_not_get_are_refused() {
    let texts = [
        "int main(int n, char **v, char **e, char **more) { return n; }",
        "int main(int n, char **v, char **e, char **more, int last) { return last; }",
        "int main(char **v) { return v != 0; }",
        "int main(int n, ...) { return n; }",
        "int main(int n, int v) { return v; }",
        "int main(double n, char **v) { return n < 0; }",
        "struct s { int n; }; int main(struct s s) { return s.n; }",
        "int main(a, b, c, d) int a, b, c, d; { return d; }",
    ];
    for text in texts {
        refused("a.c", text.as_bytes(), 65, &["a.c:1:", "`main`", "--entry"]);
    }
}

#[test]
fn a_missing_include_is_located() {
    refused(
        "a.c",
        b"int x;\n#include \"nowhere.h\"\nint main(void) { return 0; }\n",
        65,
        &["a.c:2:", "nowhere.h"],
    );
}

#[test]
fn a_file_of_c_plus_plus_is_called_one() {
    let words = ["a.cpp", "is a C++ file"];
    refused("a.cpp", b"int main() { return 0; }\n", 65, &words);
    let looks = ["a.c:1:", "looks like C++"];
    refused("a.c", b"class A { int x; };\n", 65, &looks);
    refused("a.c", b"#include <vector>\n", 65, &looks);
}

#[test]
fn functions_that_are_all_static_are_listed() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    let text = "static int f(int x) { return x; }\nstatic int g(void) { return f(1); }\n";
    std::fs::write(&path, text).expect("the folder is writable");
    let results = dir.path().join("r.sqlite");
    let [file, results] = [&path, &results].map(|p| p.to_string_lossy());
    let campaign = ["campaign", "--every-function", "--results", &results, &file];
    for args in [
        &["check", &file][..],
        &["check", "--every-function", &file],
        &["contract", &file],
        &campaign,
    ] {
        demand(&hatha(args), 65, &["f, g"]);
    }
}

#[test]
fn a_type_error_is_located() {
    refused(
        "a.c",
        b"int main(void) {\n  return y;\n}\n",
        65,
        &["a.c:2:", "undeclared", "y"],
    );
}

#[test]
fn missing_files_folders_and_unreadable_ones_are_66() {
    demand(
        &hatha(&["check", "no-such-file.c"]),
        66,
        &["no-such-file.c"],
    );
    let dir = tempfile::tempdir().expect("a temporary folder");
    demand(
        &hatha(&["check", &dir.path().to_string_lossy()]),
        66,
        &["directory"],
    );
    let folder = dir.path().join("folder.c");
    std::fs::create_dir(&folder).expect("the folder is writable");
    demand(
        &hatha(&["check", &folder.to_string_lossy()]),
        66,
        &["directory"],
    );
}

#[test]
fn a_program_without_main_lists_the_functions() {
    let text = b"int first(int a) { return a; }\nint second(void) { return 2; }\n";
    refused("a.c", text, 65, &["main", "first", "second", "--entry"]);
}

#[test]
fn an_empty_file_says_so() {
    refused("a.c", b"", 65, &["a.c"]);
    refused("a.c", b"int x;\n", 65, &["no function"]);
}

#[test]
fn binary_garbage_is_bad_input() {
    let garbage: Vec<u8> = (0..20_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    refused("a.c", &garbage, 65, &["a.c"]);
    refused("a.i", &garbage, 65, &["a.i"]);
}

#[test]
fn deep_nesting_does_not_overflow() {
    let depth = 100_000;
    let text = format!(
        "int main(void) {{ return {}0{}; }}\n",
        "(".repeat(depth),
        ")".repeat(depth)
    );
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    let output = hatha(&["run", &path.to_string_lossy()]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The levels of an expression are not levels of a stack.
#[test]
fn deep_expressions_are_checked() {
    let depth = 1_000;
    let text = format!(
        "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
         int main(void) {{ unsigned x = __VERIFIER_nondet_uint(); unsigned y = {}x{};
         if (y != x) reach_error(); return 0; }}\n",
        "~(".repeat(depth),
        ")".repeat(depth)
    );
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    let output = hatha(&["check", &path.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_very_long_line_is_read() {
    let mut text = String::from("int main(void) { int x = 0; ");
    while text.len() < 50_000_000 {
        text.push_str("           ");
    }
    text.push_str("return x }\n");
    refused("a.i", text.as_bytes(), 65, &["a.i:1:"]);
}

#[test]
fn a_wrong_command_line_is_64() {
    for args in [
        &["frobnicate"][..],
        &["check"],
        &["check", "--no-such-option", "a.c"],
        &["run", "--steps", "x", "a.c"],
    ] {
        let output = hatha(args);
        assert_eq!(output.status.code(), Some(64), "{args:?}: {output:?}");
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(hatha(&["--help"]).status.code(), Some(0));
    assert_eq!(hatha(&["--version"]).status.code(), Some(0));
}

#[test]
fn run_passes_the_status_through() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(
        &path,
        "int main(int argc, char **argv) { return argc == 3 ? 42 : 1; }\n",
    )
    .expect("writable");
    let path: &Path = &path;
    let output = hatha(&["run", &path.to_string_lossy(), "--", "one", "two"]);
    assert_eq!(output.status.code(), Some(42), "{output:?}");
}
