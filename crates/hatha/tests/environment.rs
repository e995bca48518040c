//! The environment is input: what comes from outside is arbitrary in proofs and chosen by tests,
//! and native replay sets it up. Also what a verdict prints as assumed about it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with a program.
struct Case {
    folder: TempDir,
    file: PathBuf,
}

impl Case {
    fn new(headers: &[&str], main: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("program.c");
        let all = ["assert.h"].iter().chain(headers);
        let includes: String = all.map(|h| format!("#include <{h}>\n")).collect();
        std::fs::write(&file, includes + main + "\n").expect("the folder is ours");
        Case { folder, file }
    }

    fn hatha(&self, command: &str, before: &[&Path], args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_hatha"))
            .arg(command)
            .args(before)
            .arg(&self.file)
            .args(args)
            .output()
            .expect("hatha starts")
    }

    fn check(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.hatha("check", &[], &[args, &["--timeout", "60"]].concat());
        (output.status.code(), said(&output))
    }

    /// The violated program's test fails natively, too.
    fn violated(&self, natively: &str) {
        let folder = self.folder.path().join("tests");
        let path = folder.to_string_lossy().into_owned();
        let (code, text) = self.check(&["--tests", &path]);
        assert_eq!(code, Some(1), "{text}");
        let files = std::fs::read_dir(&folder).expect("a folder of tests");
        let mut files = files.map(|f| f.expect("a file").path());
        let is_json = |f: &PathBuf| f.extension().is_some_and(|e| e == "json");
        let test = files.find(is_json).expect("a test");
        let output = self.hatha("replay", &[&test], &["--native"]);
        assert!(said(&output).contains(natively), "{output:?}");
    }

    fn proved(&self) {
        let (code, text) = self.check(&[]);
        assert_eq!(code, Some(0), "{text}");
    }

    /// In a closed world it is proved, and the verdict says that it is closed.
    fn closed(&self) {
        let (code, text) = self.check(&["--environment", "closed"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("the environment is closed"), "{text}");
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const SAME: &str = "natively the same";
const NOT_TO_BE_SET: &str = "cannot be set from outside";

#[test]
fn standard_input_is_arbitrary() {
    let main = "int main(void) { int c = getchar(); assert(c != 'x'); return 0; }";
    Case::new(&["stdio.h"], main).violated(SAME);
    let main = "int main(void) { int c = getchar(); assert(c >= -1 && c <= 255); return 0; }";
    Case::new(&["stdio.h"], main).proved();
}

#[test]
fn lines_and_blocks_of_input_are_arbitrary() {
    let main =
        "int main(void) { char b[8]; if (fgets(b, 8, stdin)) assert(b[0] != 'q'); return 0; }";
    Case::new(&["stdio.h"], main).violated(SAME);
    let main =
        "int main(void) { char b[4]; if (read(0, b, 4) > 0) assert(b[0] != 'q'); return 0; }";
    Case::new(&["unistd.h"], main).violated(SAME);
}

#[test]
fn environment_variables_are_arbitrary() {
    let main =
        "int main(void) { char *s = getenv(\"DEBUG\"); assert((s ? atoi(s) : 0) < 10); return 0; }";
    let case = Case::new(&["stdlib.h"], main);
    case.violated(SAME);
    case.closed();
    let main =
        "int main(void) { char *s = getenv(\"X\"); int d = s ? 1 : 0; assert(d < 2); return 0; }";
    Case::new(&["stdlib.h"], main).proved();
}

#[test]
fn an_environment_variable_stays_what_it_is() {
    let main = "int main(void) { if (getenv(\"X\")) { char *s = getenv(\"X\"); assert(s != 0); } return 0; }";
    let (code, text) = Case::new(&["stdlib.h"], main).check(&[]);
    assert_ne!(code, Some(1), "{text}");
    let main = "int main(void) { if (setenv(\"X\", \"v\", 1) == 0) {
        char *s = getenv(\"X\"); assert(s && strcmp(s, \"v\") == 0); } return 0; }";
    let (code, text) = Case::new(&["stdlib.h", "string.h"], main).check(&[]);
    assert_ne!(code, Some(1), "{text}");
}

#[test]
fn arguments_are_arbitrary() {
    let main = "int main(int argc, char **argv) { assert(argc < 3); return 0; }";
    Case::new(&[], main).violated(SAME);
    let main = "int main(int argc, char **argv) {
        if (argc > 1) assert(strcmp(argv[1], \"-x\") != 0); return 0; }";
    Case::new(&["string.h"], main).violated(SAME);
    let main = "int main(int argc, char **argv) { assert(argv[argc] == 0); return 0; }";
    let (code, text) = Case::new(&[], main).check(&["--timeout", "10"]);
    assert_ne!(code, Some(1), "{text}");
}

#[test]
fn opening_a_file_may_fail() {
    let main = "int main(void) { FILE *f = fopen(\"out\", \"w\"); assert(f); return 0; }";
    let case = Case::new(&["stdio.h"], main);
    case.violated(NOT_TO_BE_SET);
    case.closed();
}

#[test]
fn files_have_any_contents_and_keep_them() {
    let main = "int main(void) { FILE *f = fopen(\"c\", \"r\"); if (f) assert(fgetc(f) != '#'); return 0; }";
    Case::new(&["stdio.h"], main).violated(NOT_TO_BE_SET);
    let main = "int main(void) { FILE *f = fopen(\"c\", \"r\"); if (!f) return 0; int a = fgetc(f);
        if (fseek(f, 0, SEEK_SET)) return 0; int b = fgetc(f);
        assert(a == b || ferror(f)); return 0; }";
    let (code, text) = Case::new(&["stdio.h"], main).check(&["--timeout", "10"]);
    assert_ne!(code, Some(1), "{text}");
    let main = "int main(void) { FILE *f = tmpfile(); if (!f || fputc('a', f) != 'a') return 0;
        if (fseek(f, 0, SEEK_SET)) return 0; int c = fgetc(f); assert(c == 'a' || c == EOF); return 0; }";
    let (code, text) = Case::new(&["stdio.h"], main).check(&["--timeout", "10"]);
    assert_ne!(code, Some(1), "{text}");
}

#[test]
fn nothing_lies_behind_the_end_of_a_text() {
    let main = "int main(int n, char **v) { if (n > 1 && !v[1][0]) return v[1][1]; return 0; }";
    let (code, text) = Case::new(&[], main).check(&[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("out-of-bounds"), "{text}");
    let main = "int main(int n, char **v) { if (n > 1) { int i = 0; while (v[1][i]) i++;
        assert(i != 3); } return 0; }";
    Case::new(&[], main).violated(SAME);
}

#[test]
fn the_environment_is_input_on_both_machines() {
    for model in ["ilp32", "lp64"] {
        let main = "extern int getchar(void);
            int main(int n, char **v) { if (n == 2 && v[1][0] == 'k') assert(getchar() != 'x'); return 0; }";
        let (code, text) = Case::new(&[], main).check(&["--data-model", model]);
        assert_eq!(code, Some(1), "{model}: {text}");
        let main = "extern int getchar(void); extern int rand(void);
            int main(void) { int c = getchar(); assert(c >= -1 && c <= 255 && rand() >= 0); return 0; }";
        let (code, text) = Case::new(&[], main).check(&["--data-model", model]);
        assert_eq!(code, Some(0), "{model}: {text}");
    }
}

#[test]
fn writing_may_fail_or_stop_early() {
    let main = "int main(void) { long n = write(1, \"abc\", 3); assert(n == 3); return 0; }";
    Case::new(&["unistd.h"], main).violated(NOT_TO_BE_SET);
    let main =
        "int main(void) { long n = write(1, \"abc\", 3); assert(n >= -1 && n <= 3); return 0; }";
    Case::new(&["unistd.h"], main).proved();
}

#[test]
fn printing_may_fail() {
    let main = "int main(void) { int n = printf(\"ab\"); assert(n == 2); return 0; }";
    Case::new(&["stdio.h"], main).violated(NOT_TO_BE_SET);
    let main = "int main(void) { printf(\"ab\"); assert(!ferror(stdout)); return 0; }";
    Case::new(&["stdio.h"], main).violated(NOT_TO_BE_SET);
}

#[test]
fn random_numbers_and_the_time_are_arbitrary() {
    let main = "int main(void) { assert(rand() != 5); return 0; }";
    Case::new(&["stdlib.h"], main).violated(SAME);
    let main = "int main(void) { assert(rand() >= 0); return 0; }";
    Case::new(&["stdlib.h"], main).proved();
    let main = "int main(void) { assert(time(0) != 42); return 0; }";
    Case::new(&["time.h"], main).violated(SAME);
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let main =
        "int main(void) { srand(7); int a = rand(); srand(7); assert(a == rand()); return 0; }";
    let (code, text) = Case::new(&["stdlib.h"], main).check(&["--timeout", "10"]);
    assert_ne!(code, Some(1), "{text}");
    let main = "int main(void) { int a = rand(); srand(1); assert(a == rand()); return 0; }";
    let (code, text) = Case::new(&["stdlib.h"], main).check(&["--timeout", "10"]);
    assert_ne!(code, Some(1), "{text}");
}

#[test]
fn a_proof_for_a_closed_world_is_none_for_an_open_one() {
    let main = "int main(void) { char *s = getenv(\"X\"); assert(!s); return 0; }";
    let case = Case::new(&["stdlib.h"], main);
    let proof = case.folder.path().join("proof.json");
    let path = proof.to_string_lossy().into_owned();
    let (code, text) = case.check(&["--environment", "closed", "--proof", &path]);
    assert_eq!(code, Some(0), "{text}");
    let closed = case.hatha("certify", &[&proof], &["--environment", "closed"]);
    assert_eq!(closed.status.code(), Some(0), "{closed:?}");
    let open = case.hatha("certify", &[&proof], &[]);
    assert_ne!(open.status.code(), Some(0), "{open:?}");
}

#[test]
fn what_is_assumed_is_printed() {
    for (header, statement, sentence) in [
        ("stdlib.h", "free(malloc(4));", "memory allocation succeeds"),
        (
            "locale.h",
            "setlocale(0, \"\");",
            "the locale is the one named C",
        ),
        (
            "time.h",
            "time_t t = 0; localtime(&t);",
            "local time is UTC",
        ),
        (
            "signal.h",
            "signal(2, SIG_IGN);",
            "no signals arrive but those that the program raises",
        ),
        (
            "string.h",
            "char a[2] = \"a\"; strcmp(a, a);",
            "does what glibc does (strcmp)",
        ),
        (
            "errno.h",
            "errno = 0; extern int puts(const char *); puts(\"\");",
            "leave errno as it is",
        ),
    ] {
        let main = format!("int main(void) {{ {statement} return 0; }}");
        let case = Case::new(&[header], &main);
        let output = case.hatha("check", &[], &["--timeout", "5"]);
        assert!(said(&output).contains(sentence), "{output:?}");
    }
    let output = Case::new(&[], "int main(void) { return 0; }").hatha("check", &[], &[]);
    assert!(!said(&output).contains("assuming"), "{output:?}");
}

/// `hatha test` on a program, and whether it says that it has met every execution.
fn is_exhaustive(headers: &[&str], main: &str, args: &[&str]) -> (bool, String) {
    let case = Case::new(headers, main);
    let args = [
        args,
        &["--timeout", "20", "--max-tests", "200", "--goal", "error"],
    ]
    .concat();
    let text = said(&case.hatha("test", &[], &args));
    (text.contains("every path explored"), text)
}

#[test]
fn every_path_is_explored_only_if_nothing_was_left_out() {
    let read = "int main(void) { return getchar() == 'x'; }";
    let (all, text) = is_exhaustive(&["stdio.h"], read, &[]);
    assert!(all, "{text}");
    let left_out: [(&[&str], &str, &[&str]); 6] = [
        (&["stdio.h"], read, &["--environment", "closed"]),
        (
            &[],
            "volatile int v; int main(void) { v = 1; return v == 2; }",
            &["--volatile", "any"],
        ),
        (&[], "int main(int n, char **v) { return n > 1; }", &[]),
        (
            &[],
            "int main(int n, char **v) { return n > 1; }",
            &["--environment", "closed"],
        ),
        (
            &[],
            "int f(int *p) { return p && *p == 3; }",
            &["--entry", "f"],
        ),
        (
            &[],
            "int main(void) { int x; return (int)(long)&x == 64; }",
            &[],
        ),
    ];
    for (headers, main, args) in left_out {
        let (all, text) = is_exhaustive(headers, main, args);
        assert!(!all, "{main}: {text}");
    }
}
