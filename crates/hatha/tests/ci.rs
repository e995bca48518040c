//! `hatha ci` on a repository: what is checked, what is new, and what is written.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A repository with a file of functions: `entry7` calls `leaf7`.
struct Repository {
    dir: tempfile::TempDir,
}

const FUNCTIONS: usize = 12;

fn text(functions: usize) -> String {
    let one = |n: usize| {
        format!(
            "static int leaf{n}(int a) {{\n    return a * 3 + {n};\n}}\n\
             int entry{n}(int a) {{\n    return leaf{n}(a & 255) % 7;\n}}\n"
        )
    };
    (0..functions).map(one).collect()
}

impl Repository {
    fn new(text: &str) -> Repository {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let repository = Repository { dir };
        repository.git(&["init", "-q", "-b", "main"]);
        std::fs::create_dir(repository.path("src")).expect("a folder");
        repository.write(text);
        repository.commit();
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, text: &str) {
        std::fs::write(self.path("src/a.c"), text).expect("writable");
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.path("src/a.c")).expect("there")
    }

    fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .current_dir(self.dir.path())
            .args(["-c", "user.name=a", "-c", "user.email=a@b"])
            .args(arguments)
            .output()
            .expect("git is there");
        assert!(output.status.success(), "{output:?}");
    }

    fn commit(&self) {
        self.git(&["add", "src"]);
        self.git(&["commit", "-q", "-m", "a change"]);
    }

    fn ci(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = command(self.dir.path(), arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text + &complaint)
    }

    fn json(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.path(name)).expect("it was written");
        serde_json::from_str(&text).expect("it is JSON")
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .current_dir(folder)
        .args(["ci", "--timeout", "60", "--cache", "cache"])
        .args(arguments)
        .output()
        .expect("the command runs")
}

/// The fingerprints of the failures in a log.
fn fingerprints(log: &Value) -> Vec<String> {
    let results = log["runs"][0]["results"].as_array().expect("results");
    let failures = results.iter().filter(|r| r["kind"] == "fail");
    let print = |r: &Value| {
        r["partialFingerprints"]["hathaCheck/v1"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    failures.map(print).collect()
}

#[test]
fn only_what_a_change_touches_is_checked() {
    let repository = Repository::new(&text(FUNCTIONS));
    let same = repository.ci(&["--base", "main"]);
    assert_eq!(same.0, Some(0), "{}", same.1);
    assert!(
        same.1.contains(&format!(
            "0 of {FUNCTIONS} functions that differ from `main`"
        )),
        "{}",
        same.1
    );
    // A leaf, and a comment elsewhere.
    let changed = repository.text().replace("a * 3 + 3;", "a * 3 + 30;");
    let changed = changed.replace("int entry5", "/* a comment */\nint entry5");
    repository.write(&changed);
    let (status, text) = repository.ci(&["--base", "main", "--sarif", "a.sarif"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains(&format!("1 of {FUNCTIONS} functions")),
        "{text}"
    );
    let log = repository.json("a.sarif").to_string();
    assert!(log.contains("from `entry3`"), "{log}");
    assert!(!log.contains("entry4") && !log.contains("leaf5"), "{log}");
    // A new violation.
    repository.write(&changed.replace("leaf7(a & 255) % 7", "leaf7(a & 255) % a"));
    let (status, text) =
        repository.ci(&["--base", "main", "--junit", "a.xml", "--summary", "a.md"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.starts_with("## hatha: 1 new violation\n"), "{text}");
    assert!(text.contains("| src/a.c:"), "{text}");
    assert!(
        text.contains("when `entry7` is called with a = 0"),
        "{text}"
    );
    let written = std::fs::read_to_string(repository.path("a.md")).expect("a summary");
    assert!(text.starts_with(&written), "{written}");
    let junit = std::fs::read_to_string(repository.path("a.xml")).expect("a report");
    assert!(junit.contains("failures=\"1\""), "{junit}");
}

#[test]
fn a_baseline_knows_what_moves_and_what_is_fixed() {
    let wrong = "int old(int a) {\n    return a + 1;\n}\nint fine(int a) {\n    return a & 1;\n}\n";
    let repository = Repository::new(wrong);
    let update = [
        "--baseline",
        "known.json",
        "--update-baseline",
        "--sarif",
        "a.sarif",
    ];
    let (status, text) = repository.ci(&update);
    assert_eq!(status, Some(0), "{text}");
    let before = fingerprints(&repository.json("a.sarif"));
    assert_eq!(before.len(), 1);
    // A hundred lines further down it is the same one; another is new.
    let moved = format!("{}{wrong}", "// a line\n".repeat(100));
    repository.write(&moved);
    let known = ["--baseline", "known.json", "--sarif", "b.sarif"];
    let (status, text) = repository.ci(&known);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains("0 new violations, 1 known, 0 fixed"),
        "{text}"
    );
    assert_eq!(fingerprints(&repository.json("b.sarif")), before);
    repository.write(&moved.replace("a & 1", "1 / a"));
    let (status, text) = repository.ci(&known);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("1 new violations, 1 known"), "{text}");
    // What is fixed is told, and leaves the baseline.
    repository.write(&moved.replace("a + 1", "a ^ 1"));
    let (status, text) = repository.ci(&update);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains("0 known, 1 fixed") && text.contains("### Fixed"),
        "{text}"
    );
    assert_eq!(
        repository.json("known.json")["known"],
        serde_json::json!([])
    );
}

#[test]
fn what_is_not_known_and_what_is_wrong_is_told() {
    let repository = Repository::new("int f(int a) {\n    return g(;\n}\n");
    let (status, text) = repository.ci(&[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains("1 unknown") && text.contains("src/a.c:2:"),
        "{text}"
    );
    let (status, _) = repository.ci(&["--fail-on", "unknown"]);
    assert_eq!(status, Some(2));
    // A base that looks like an option is none.
    let (status, text) = repository.ci(&["--base=--output=x"]);
    assert_eq!(status, Some(65), "{text}");
    assert!(!repository.path("x").exists());
    let (status, text) = repository.ci(&["--base", "nowhere"]);
    assert_eq!(status, Some(65), "{text}");
    std::fs::write(repository.path("known.json"), "{}").expect("writable");
    let (status, text) = repository.ci(&["--baseline", "known.json"]);
    assert_eq!(status, Some(65), "{text}");
    assert!(text.contains("not a baseline"), "{text}");
    let (status, text) = repository.ci(&["--compile-commands", "nowhere"]);
    assert_eq!(status, Some(66), "{text}");
}

/// With a compilation database whose paths are those of the work tree, and headers that a build makes.
#[test]
fn a_project_with_a_build_folder_is_compared() {
    let repository = Repository::new(
        "#include <made.h>\n#include <assert.h>\nint f(int a) { assert(a != MADE || 1); return a; }\n",
    );
    let build = repository.path("build");
    std::fs::create_dir(&build).expect("a folder");
    std::fs::write(build.join("made.h"), "#define MADE 3\n").expect("writable");
    let file = repository.path("src/a.c");
    let commands = serde_json::json!([{ "directory": build, "file": file,
        "arguments": ["cc", "-I", build, "-c", file] }]);
    std::fs::write(build.join("compile_commands.json"), commands.to_string()).expect("writable");
    let arguments = ["--base", "main", "--compile-commands", "build"];
    let (status, text) = repository.ci(&arguments);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("0 of 1 functions"), "{text}");
    let further = repository.text() + "int g(int a) { return 10 / a; }\n";
    repository.write(&further);
    let (status, text) = repository.ci(&arguments);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("1 of 2 functions"), "{text}");
    // Names are those of the repository.
    assert!(text.contains("| src/a.c:4 |"), "{text}");
}
