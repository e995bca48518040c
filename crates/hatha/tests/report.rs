//! `hatha check --report`, `hatha report`, and the log behind them. What the page shows is
//! looked at in a browser by `cargo xtask web --test`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LOOP: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, s = 0;
  if (n > 20) return 0;
  for (i = 0; i < n; i++) s += 2;
  if (s != 2 * n) reach_error();
  return 0;
}
";

/// Every engine splits regions, or finds predicates, and proves it at once.
const MACHINE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0) { state = 3; count = 1; }
    else if (state == 3) { state = 7; count = 2; }
    else if (state == 7) { if (count != 2) reach_error(); state = 0; }
    else reach_error();
  }
  return 0;
}
";

const ENDLESS: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x * y != 0x123456789abcdefULL) { x = x * x + y; y = y * 3 + x; }
  reach_error();
}
";

struct Case {
    dir: tempfile::TempDir,
}

impl Case {
    fn new(text: &str) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(dir.path().join("a.c"), text).expect("the folder is writable");
        Case { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn hatha(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(words)
            .current_dir(self.dir.path())
            .output()
            .expect("hatha starts")
    }

    fn json(&self, options: &[&str]) -> Value {
        let words = [&["check", "a.c", "--format", "json"], options].concat();
        let output = self.hatha(&words);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
    }
}

fn lines(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).expect("the log was written");
    let line = |l: &str| serde_json::from_str(l).expect("a line is JSON");
    text.lines().map(line).collect()
}

/// The data of a page.
fn embedded(page: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(page).expect("the page was written");
    let (_, rest) = text.split_once("id=\"log\">").expect("the page has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    serde_json::from_str(data).expect("the data is JSON")
}

#[test]
fn a_page_holds_the_log_and_the_result() {
    let case = Case::new(LOOP);
    let json = case.json(&["--report", "a.html"]);
    let data = embedded(&case.path("a.html"));
    let result = data.last().expect("a line");
    assert_eq!(result["document"], json, "the page is about this run");
    let count = |name: &str| data.iter().filter(|l| l["event"] == name).count() as u64;
    assert_eq!(count("source"), 1, "the program's text and no header's");
    assert_eq!(count("chart"), 1);
    assert_eq!(count("test"), json["tests"].as_u64().expect("a number"));
    let left: Vec<_> = std::fs::read_dir(case.dir.path())
        .expect("a folder")
        .collect();
    assert_eq!(
        left.len(),
        2,
        "nothing but the program and the page: {left:?}"
    );
}

#[test]
fn a_page_can_be_made_later() {
    let case = Case::new(LOOP);
    case.json(&["--log", "a.log", "--report", "now.html"]);
    let made = case.hatha(&["report", "a.log", "-o", "later.html"]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let read = |name: &str| std::fs::read_to_string(case.path(name)).expect("written");
    assert_eq!(read("now.html"), read("later.html"));
}

#[test]
fn regions_add_up_to_those_of_the_result() {
    let case = Case::new(MACHINE);
    for engine in ["dash", "synergy", "lee-yannakakis"] {
        let json = case.json(&["--engine", engine, "--log", "a.log"]);
        assert_eq!(json["verdict"], "proved", "{engine}");
        let mut regions = 0;
        for line in lines(&case.path("a.log")) {
            match line["event"].as_str() {
                Some("chart") => regions = line["spots"].as_array().map_or(0, Vec::len),
                Some("split") => regions += 1,
                Some("restart") => {
                    let chart = &lines(&case.path("a.log"))[..];
                    let chart = chart.iter().find(|l| l["event"] == "chart");
                    regions = chart
                        .and_then(|c| c["spots"].as_array())
                        .map_or(0, Vec::len);
                }
                _ => {}
            }
        }
        assert_eq!(json["regions"], regions, "{engine}");
    }
}

#[test]
fn watching_changes_nothing() {
    let case = Case::new(MACHINE);
    for engine in ["dash", "synergy", "lee-yannakakis", "cegar"] {
        let alone = case.json(&["--engine", engine]);
        assert_eq!(alone["verdict"], "proved", "{engine}");
        let watched = case.json(&["--engine", engine, "--log", "a.log"]);
        for field in [
            "verdict",
            "iterations",
            "tests",
            "regions",
            "predicates",
            "invariants",
        ] {
            assert_eq!(alone[field], watched[field], "{engine}: {field}");
        }
        let queries = |json: &Value| json["solver_queries"].clone();
        assert_eq!(queries(&alone), queries(&watched), "{engine}");
    }
}

#[test]
fn the_same_search_writes_the_same_log() {
    let case = Case::new(LOOP);
    case.json(&["--log", "a.log"]);
    case.json(&["--log", "b.log"]);
    let [a, b] = ["a.log", "b.log"].map(|name| {
        let mut all = lines(&case.path(name));
        // The result has times in it.
        all.pop();
        all
    });
    assert_eq!(a, b);
}

#[test]
fn a_search_that_is_cut_has_a_page_too() {
    let case = Case::new(ENDLESS);
    let json = case.json(&["--timeout", "0.5", "--report", "a.html"]);
    assert_eq!(json["verdict"], "unknown");
    let data = embedded(&case.path("a.html"));
    let result = data.last().expect("a line");
    assert_eq!(result["document"]["reason"], json["reason"]);
    assert!(!result["hints"].as_array().expect("hints").is_empty());
}

#[test]
fn what_cannot_be_made_is_reported() {
    let case = Case::new(LOOP);
    let code = |words: &[&str]| case.hatha(words).status.code();
    assert_eq!(code(&["report", "a.c", "-o", "a.html"]), Some(65));
    assert_eq!(code(&["report", "none", "-o", "a.html"]), Some(66));
    // That is known before the search.
    let output = case.hatha(&["check", "a.c", "--report", "no-such-folder/a.html"]);
    assert_eq!(output.status.code(), Some(66), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
}
