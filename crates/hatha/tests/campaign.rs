//! Campaigns over a project: `--compile-commands`, `--every-function` and `--alone`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project of two files that only its own flags compile. `twice` breaks `posix/mutex`
/// together with what it calls in the other file, and keeps it as far as its own file shows.
const FILES: [(&str, &str); 3] = [
    (
        "include/lock.h",
        "typedef struct { int room[10]; } pthread_mutex_t;
         int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
         void help(pthread_mutex_t *);\n",
    ),
    (
        "src/a.c",
        "#include <lock.h>
         static pthread_mutex_t m;
         static void inner(void) { pthread_mutex_unlock(&m); }
         void kept(void) { pthread_mutex_lock(&m); inner(); }
         static int ready; void begin(void) { ready = 1; }
         void late(void) { if (ready) inner(); }
         void broken(int x) { if (x > LEVEL) pthread_mutex_lock(&m); inner(); }
         void twice(void) { pthread_mutex_lock(&m); help(&m); inner(); }\n",
    ),
    (
        "src/b.c",
        "#include <lock.h>
         void help(pthread_mutex_t *p) { pthread_mutex_lock(p); pthread_mutex_unlock(p); }\n",
    ),
];

struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for folder in ["include", "src"] {
            std::fs::create_dir(dir.path().join(folder)).expect("a folder");
        }
        let project = Project(dir);
        for (name, text) in FILES {
            std::fs::write(project.path(name), text).expect("written");
        }
        let folder = project.path("src").display().to_string();
        let entry = |f: &str| {
            serde_json::json!({
                "directory": folder,
                "file": f,
                "arguments": ["cc", "-I../include", "-DLEVEL=7", "-c", "-o", "x.o", f],
            })
        };
        let database = serde_json::json!([entry("a.c"), entry("b.c")]).to_string();
        std::fs::write(project.path("compile_commands.json"), database).expect("written");
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn campaign(&self, results: &str, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(["campaign", "--rules", "posix/mutex", "--timeout", "60"])
            .arg("--compile-commands")
            .arg(self.0.path())
            .arg("--results")
            .arg(self.path(results))
            .arg("--jsonl")
            .arg(self.path("lines"))
            .args(more)
            .output()
            .expect("the command runs")
    }

    /// What became of each entry, in the order of the names.
    fn verdicts(&self) -> Vec<(String, String, String)> {
        let text = std::fs::read_to_string(self.path("lines")).expect("lines");
        let mut all: Vec<_> = text.lines().map(verdict).collect();
        all.sort();
        all
    }
}

fn verdict(line: &str) -> (String, String, String) {
    let line: Value = serde_json::from_str(line).expect("JSON");
    let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let file = Path::new(&text("file")).file_name().map(|n| n.to_owned());
    let file = file.unwrap_or_default().to_string_lossy().into_owned();
    (file, text("entry"), text("verdict"))
}

fn expected(twice: &str) -> Vec<(String, String, String)> {
    [
        ("a.c", "begin", "proved"),
        ("a.c", "broken", "violated"),
        ("a.c", "kept", "proved"),
        // After `begin`, that is.
        ("a.c", "late", "violated"),
        ("a.c", "twice", twice),
        ("b.c", "help", "proved"),
    ]
    .map(|(f, e, v)| (f.to_owned(), e.to_owned(), v.to_owned()))
    .to_vec()
}

#[test]
fn every_function_of_a_project_is_checked_with_the_files_it_needs() {
    let project = Project::new();
    let output = project.campaign("linked", &["--every-function"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // Static functions are no entries; flags and the other file come from the database.
    assert_eq!(project.verdicts(), expected("violated"));
    let table = String::from_utf8_lossy(&output.stdout);
    let head = table.lines().next().unwrap_or_default();
    for column in ["lines", "properties", "time-outs", "iterations", "time (s)"] {
        assert!(head.contains(column), "{column} in {head}");
    }
    // What was found is told, each violation with where it was found from.
    assert!(table.contains("\nviolated:\n"), "{table}");
    for from in [", from broken, late", ", from twice"] {
        assert!(table.contains(from), "{from} in {table}");
    }
}

#[test]
fn files_may_be_named_from_the_current_folder() {
    let project = Project::new();
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .current_dir(project.0.path())
        .args(["campaign", "--rules", "posix/mutex", "--every-function"])
        .args(["--compile-commands", ".", "--jsonl", "lines", "src/b.c"])
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let only = ("b.c".to_owned(), "help".to_owned(), "proved".to_owned());
    assert_eq!(project.verdicts(), [only]);
}

#[test]
fn a_file_alone_takes_the_others_for_unknown() {
    let project = Project::new();
    let alone = ["--every-function", "--alone"];
    let output = project.campaign("alone", &alone);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(project.verdicts(), expected("proved"));
    // Results of the one question are not those of the other.
    let other = project.campaign("alone", &["--every-function"]);
    assert_eq!(other.status.code(), Some(66), "{other:?}");
    let why = String::from_utf8_lossy(&other.stderr);
    assert!(why.contains("--alone"), "{why}");
}

#[test]
fn what_an_answer_about_a_file_alone_rests_on_is_reported() {
    let project = Project::new();
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--format", "json", "--rule", "posix/mutex"])
        .args(["--entry", "twice", "--alone", "--compile-commands"])
        .arg(project.0.path())
        .arg(project.path("src/a.c"))
        .output()
        .expect("the command runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(document["verdict"], "proved");
    assert_eq!(document["externals"], serde_json::json!(["help"]));
    let assumptions = document["assumptions"].to_string();
    assert!(
        assumptions.contains("nothing that the rule watches"),
        "{assumptions}"
    );
}
