//! `hatha check --checks LIST --tests DIR`: tests that reach the proved checks.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn hatha(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("hatha starts")
}

fn checked(folder: &Path, text: &str) -> Value {
    std::fs::write(folder.join("a.c"), text).expect("the folder is writable");
    let words = ["check", "--checks=arithmetic", "--tests=t", "--format=json"];
    let output = hatha(folder, &[&words[..], &["a.c"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

const TWO_WAYS: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 4711 && a < 5000) return a + 1;
  if (a < 0 && a > -100) return a * 2;
  return 0;
}
";

#[test]
fn every_proved_check_names_a_test_that_comes_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = checked(folder.path(), TWO_WAYS);
    assert_eq!(json["verdict"], "proved", "{json}");
    assert_eq!(json["unreached_checks"], serde_json::json!([]), "{json}");
    let checks = json["checks"].as_array().expect("checks");
    assert_eq!(checks.len(), 2, "{json}");
    let mut values = Vec::new();
    for check in checks {
        let name = check["reached_by"].as_str().expect("a name");
        let replayed = hatha(folder.path(), &["replay", &format!("t/{name}"), "a.c"]);
        assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
        let text = std::fs::read_to_string(folder.path().join("t").join(name));
        let vector: Value = serde_json::from_str(&text.expect("it is there")).expect("JSON");
        let value = vector["inputs"][0]["value"].as_str().expect("a value");
        values.push(value.parse::<i64>().expect("a number"));
    }
    assert!(values[0] > 4711 && values[0] < 5000, "{values:?}");
    assert!(values[1] < 0 && values[1] > -100, "{values:?}");
}

/// A proved check that is reached only behind what no test of bounded work computes is listed.
#[test]
fn a_check_that_no_test_reaches_is_listed() {
    let text = "extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), n = 0;
  int b = 7;
  for (unsigned i = 0; i < 300000; i++) n += a & 1;
  if (n == 300000) b = b + 1;
  return b;
}
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = checked(folder.path(), text);
    let of = |verdict: &str| {
        let all = json["checks"].as_array().expect("checks").iter();
        let ids = all.filter(|c| c["verdict"] == verdict && c["reached_by"] == "");
        ids.map(|c| c["id"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!(
        json["unreached_checks"],
        Value::from(of("proved")),
        "{json}"
    );
    assert!(!of("proved").is_empty(), "{json}");
}
