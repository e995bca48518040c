//! The language server, spoken to as an editor does.

#[path = "lsp/client.rs"]
mod client;

use client::{Client, place, uri};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const TEXT: &str = "int quotient(int a, int b) {
    return a / b;
}
int count(int n) {
    int i = 0;
    while (i < 10)
        i++;
    return i + (n & 1);
}
";

fn messages(all: &[Value]) -> Vec<&str> {
    all.iter().filter_map(|d| d["message"].as_str()).collect()
}

#[test]
fn diagnostics_come_with_a_failure_and_go_with_it() {
    let (dir, path) = place("a.c", TEXT);
    let mut client = Client::start(&[dir.path()], json!({}));
    client.open(&path, TEXT);
    client.settle();
    let wrong = client.of(&path, &[1, 2]);
    // Division by zero, and of the least number by -1.
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(
        wrong.iter().all(|d| d["range"]["start"]["line"] == 1),
        "{wrong:?}"
    );
    let text = messages(&wrong).join("\n");
    assert!(
        text.contains("when `quotient` is called with a = "),
        "{text}"
    );
    assert!(!wrong[0]["relatedInformation"].is_null(), "{wrong:?}");
    assert!(client.hover(&path, 1).contains("violated with"), "hover");
    let head = client.hover(&path, 5);
    assert!(head.contains("loop invariant (proved): `"), "{head}");
    let lenses = client.lenses(&path);
    assert!(lenses[0].contains("violated (2 of 2"), "{lenses:?}");
    assert!(lenses[1].contains("proved"), "{lenses:?}");
    // The text of the editor counts, not that on the disk.
    client.replace(&path, "return a / b", "return b > 0 ? a / b : 0");
    client.replace(&path, "int count", "/* above\n\n*/ int count");
    client.save(&path);
    client.settle();
    assert!(
        client.of(&path, &[1, 2, 3, 4]).is_empty(),
        "{:?}",
        client.published
    );
    // Only what has changed is checked again; places have moved.
    let begun = client.begun;
    client.replace(&path, "int quotient", "\n\nint quotient");
    client.save(&path);
    client.settle();
    assert_eq!(client.begun, begun, "nothing was to be checked");
    assert!(
        client.hover(&path, 9).contains("loop invariant"),
        "the loop has moved"
    );
    client.end();
}

#[test]
fn actions_take_a_diagnostic_away() {
    let (dir, path) = place("a.c", TEXT);
    let mut client = Client::start(&[dir.path()], json!({}));
    client.open(&path, TEXT);
    client.settle();
    let actions = client.actions(&path, 1);
    let find = |title: &str| {
        let found = actions
            .iter()
            .find(|a| a["title"].as_str().unwrap_or_default().contains(title));
        found
            .unwrap_or_else(|| panic!("{title} in {actions:?}"))
            .clone()
    };
    let accept = find("Accept `division-by-zero` here")["edit"].clone();
    find("Accept `signed-overflow` here");
    find("Open the report");
    client.apply(&path, &accept);
    client.save(&path);
    client.settle();
    let left = client.of(&path, &[1, 2]);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(
        left[0]["message"]
            .as_str()
            .unwrap_or_default()
            .starts_with("signed-overflow")
    );
    assert!(client.hover(&path, 2).contains("accepted: TODO"), "hover");
    // What callers are to promise.
    client.execute("hatha.require", &path, "quotient");
    client.wait("the edit", |c| !c.edits.is_empty());
    let edit = client.edits[0].clone();
    client.apply(&path, &edit);
    client.save(&path);
    client.settle();
    let text = &client.texts[&uri(&path)].1;
    assert!(text.starts_with("#include <hatha.h>\n"), "{text}");
    assert!(text.contains("    hatha_requires("), "{text}");
    assert!(
        client.of(&path, &[1, 2]).is_empty(),
        "{:?}\n{text}",
        client.published
    );
    client.end();
}

#[test]
fn tests_and_reports_are_written() {
    let (dir, path) = place("a.c", TEXT);
    let mut client = Client::start(&[dir.path()], json!({ "tests": "made" }));
    client.open(&path, TEXT);
    client.settle();
    client.execute("hatha.writeTest", &path, "quotient");
    client.wait("the test", |c| {
        c.shown.iter().any(|t| t.contains("the failing test is"))
    });
    assert!(dir.path().join("made/quotient/test-1.json").is_file());
    client.execute("hatha.openReport", &path, "quotient");
    client.wait("the report", |c| {
        c.shown.iter().any(|t| t.contains("the report: file://"))
    });
    client.end();
}

#[test]
fn a_program_is_asked_about_from_main() {
    let text = "static int twice(int x) { return 2 * x; }\nint lone(int x) { return x + 1; }\n\
                int main(void) { return twice(21) - 42; }\n";
    let (dir, path) = place("a.c", text);
    let mut client = Client::start(&[dir.path()], json!({}));
    client.open(&path, text);
    client.settle();
    assert!(
        client.of(&path, &[1, 2, 3, 4]).is_empty(),
        "{:?}",
        client.published
    );
    let lenses = client.lenses(&path);
    assert!(lenses[0].contains("proved from main"), "{lenses:?}");
    assert!(lenses[1].contains("hatha: check"), "{lenses:?}");
    client.execute("hatha.check", &path, "lone");
    client.settle();
    assert_eq!(client.of(&path, &[2]).len(), 1, "{:?}", client.published);
    client.end();
}

#[test]
fn assertions_alone_have_diagnostics_too() {
    let text = "#include <hatha.h>\nvoid f(int a) {\n    hatha_assert(a != 7);\n}\n";
    let (dir, path) = place("a.c", text);
    let settings = json!({ "arguments": ["--checks", "assertions"], "cache": "" });
    let mut client = Client::start(&[dir.path()], settings);
    client.open(&path, text);
    client.settle();
    let wrong = client.of(&path, &[2]);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0]["range"]["start"]["line"], 2, "{wrong:?}");
    assert!(
        messages(&wrong)[0].contains("is called with a = 7"),
        "{wrong:?}"
    );
    client.end();
}

#[test]
fn each_folder_has_its_own_settings() {
    let (one, first) = place(
        "a.c",
        "#ifdef FINE\nint f(int x) { return x; }\n#else\n#error no\n#endif\n",
    );
    let (two, second) = place("b.c", "int g(int x) { return VALUE / x; }\n");
    let write = |path: &Path, text: &str| std::fs::write(path, text).expect("writable");
    write(
        &one.path().join("hatha.toml"),
        "[all]\ndefines = [\"FINE\"]\n[check]\nreport = \"r.html\"\n",
    );
    let folder = two.path().display();
    let commands =
        json!([{ "directory": two.path(), "file": "b.c", "command": "cc -DVALUE=3 -c b.c" }]);
    std::fs::create_dir(two.path().join("build")).expect("a folder");
    write(
        &two.path().join("build/compile_commands.json"),
        &commands.to_string(),
    );
    let mut client = Client::start(&[one.path(), two.path()], json!({}));
    for path in [&first, &second] {
        let text = std::fs::read_to_string(path).expect("there");
        client.open(path, &text);
        client.settle();
    }
    assert!(
        client.of(&first, &[1, 2, 3, 4]).is_empty(),
        "{:?}",
        client.published
    );
    let wrong = client.of(&second, &[2]);
    assert_eq!(
        messages(&wrong),
        ["division-by-zero when `g` is called with x = 0"],
        "{folder}"
    );
    // What settings name is not written by each check.
    assert!(!one.path().join("r.html").exists());
    // A database that is broken says so, and is read again when it is not.
    write(&two.path().join("build/compile_commands.json"), "[{");
    client.save(&second);
    client.settle();
    let broken = client.of(&second, &[2]);
    assert!(
        broken.iter().any(|d| d["message"]
            .to_string()
            .contains("is not a compilation database")),
        "{broken:?}"
    );
    write(
        &two.path().join("build/compile_commands.json"),
        &commands.to_string(),
    );
    client.save(&second);
    client.settle();
    assert_eq!(client.of(&second, &[2]).len(), 1, "{:?}", client.published);
    client.end();
}

#[test]
fn nothing_that_a_client_sends_ends_the_server() {
    let (dir, path) = place("a.c", TEXT);
    let mut client = Client::start(&[dir.path()], json!({ "timeuot": 3 }));
    client.wait("a warning", |c| {
        c.shown.iter().any(|t| t.contains("timeuot"))
    });
    for (method, params) in [
        ("textDocument/didOpen", json!(3)),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///nowhere.c", "version": 3 }, "contentChanges": [] }),
        ),
        (
            "textDocument/didSave",
            json!({ "textDocument": { "uri": "untitled:x" } }),
        ),
        (
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri(&path) } }),
        ),
        (
            "workspace/didChangeConfiguration",
            json!({ "settings": { "hatha": { "jobs": "many" } } }),
        ),
        ("window/workDoneProgress/cancel", json!({ "token": 7 })),
        ("hatha/nonsense", json!([])),
    ] {
        client.notify(method, params);
    }
    let unknown = client.request("textDocument/rename", json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    let wrong = client.request("textDocument/hover", json!({ "position": 1 }));
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    let wrong = client.request(
        "workspace/executeCommand",
        json!({ "command": "hatha.check" }),
    );
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    client.execute("hatha.writeTest", &path, "nobody");
    // Files that are no C.
    for (name, text, words) in [
        ("a.cpp", "int main() { }", "is a C++ file"),
        ("b.c", "class A { };\n", "C++"),
        ("c.c", "\u{0}\u{1}\u{feff}😀 {{{ \"", "not checked"),
        ("d.c", "", ""),
        ("e.c", "int f(int x) {", "not checked"),
    ] {
        let path = dir.path().join(name);
        client.open(&path, text);
        client.settle();
        let all = client.of(&path, &[1, 2, 3, 4]);
        let text = messages(&all).join("\n");
        assert!(text.contains(words), "{name}: {text}");
    }
    // Changes with ranges that are nowhere.
    client.open(&path, TEXT);
    let at = |line: u64| json!({ "line": line, "character": 900 });
    let changes = json!([{ "range": { "start": at(800), "end": at(2) }, "text": "int z;\n" }]);
    let document = json!({ "uri": uri(&path), "version": 2 });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": changes }),
    );
    client.save(&path);
    client.settle();
    assert_eq!(client.of(&path, &[2]).len(), 2, "{:?}", client.published);
    client.end();
}

/// A search that takes its time.
const HARD: &str = "extern unsigned long hash(unsigned long);
int hard(unsigned long a, unsigned long b) {
    unsigned long x = a * a * a + b * b * b, i;
    for (i = 0; i < a; i++) x = x * 31 + (x ^ b);
    return 100 / (int)(x * x + 7 != 2 * b * b + 3);
}
int soft(int a) { return 10 / a; }
";

#[test]
fn a_killed_check_is_told_and_a_killed_server_leaves_nothing() {
    let (dir, path) = place("a.c", HARD);
    let settings = json!({ "timeout": 100, "cache": "", "jobs": 1 });
    let mut client = Client::start(&[dir.path()], settings);
    client.open(&path, HARD);
    client.wait("a check", |c| c.begun > 0 && !c.children().is_empty());
    std::thread::sleep(Duration::from_millis(500));
    let worker = client.children();
    kill(&worker);
    client.wait("a message", |c| {
        messages(&c.of(&path, &[3]))
            .join("\n")
            .contains("has no result: ")
    });
    client.wait("the other function", |c| !c.of(&path, &[2]).is_empty());
    // An edit ends the check of what was there before.
    client.execute("hatha.check", &path, "hard");
    client.wait("a check", |c| !c.children().is_empty());
    client.replace(&path, "100 /", "101 /");
    client.save(&path);
    client.wait("a check", |c| c.begun > 1 && !c.children().is_empty());
    let last = client.children();
    client.child.kill().expect("it is ours");
    client.child.wait().expect("it ends");
    let end = Instant::now() + Duration::from_secs(20);
    let lives = |id: &u32| {
        std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|s| !s.contains(") Z "))
    };
    while last.iter().any(lives) {
        assert!(Instant::now() < end, "{last:?} outlive the server");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn kill(ids: &[u32]) {
    let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
    let ended = Command::new("kill").arg("-9").args(ids).status();
    assert!(ended.is_ok_and(|s| s.success()));
}

#[test]
fn two_servers_share_a_cache() {
    let (dir, path) = place("a.c", TEXT);
    let cache = json!({ "cache": dir.path().join("shared") });
    let mut both = [0, 1].map(|_| Client::start(&[dir.path()], cache.clone()));
    for client in &mut both {
        client.open(&path, TEXT);
    }
    for client in &mut both {
        client.settle();
        assert_eq!(client.of(&path, &[2]).len(), 2, "{:?}", client.published);
    }
    both.into_iter().for_each(Client::end);
    assert!(dir.path().join("shared/v1").is_dir());
}

// ---- random edits ----

/// Bodies of a function `int f(int a, int b)`.
const BODIES: [&str; 8] = [
    "return a / b;",
    "if (b > 0) return a % b;\n    return 0;",
    "return a + b;",
    "int t[4] = {0};\n    return t[a & 3] + b / 2;",
    "int t[4] = {0};\n    return t[a & 7];",
    "int i = 0;\n    while (i < 20) i += 2;\n    return i;",
    "return other(a & 15, b & 15);",
    "if (a > 5) return other(b, a);\n    return a < 0 ? 1 : 2;",
];

struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// The checks that a fresh command calls violated, and those it calls unknown.
fn fresh(path: &Path, text: &str, functions: &[String]) -> [BTreeSet<String>; 2] {
    std::fs::write(path, text).expect("writable");
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for function in functions {
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args([
                "check",
                "--format",
                "json",
                "--globals",
                "any",
                "--timeout",
                "20",
            ])
            .args(["--entry", function])
            .arg(path)
            .output()
            .expect("the command runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        for check in document["checks"].as_array().into_iter().flatten() {
            let at = match check["verdict"].as_str() {
                Some("violated") => 0,
                Some("unknown") => 1,
                _ => continue,
            };
            found[at].insert(check["id"].as_str().unwrap_or_default().to_owned());
        }
    }
    found
}

/// Edits as people make them: bodies, comments, mistakes. After each the server says what a fresh
/// command says. `HATHA_LSP_EDITS` is how many.
#[test]
fn random_edits_have_the_answers_of_a_fresh_check() {
    let edits: u64 = std::env::var("HATHA_LSP_EDITS").map_or(6, |n| n.parse().expect("a number"));
    let names: Vec<String> = (0..4).map(|n| format!("f{n}")).collect();
    let mut bodies: Vec<usize> = vec![0, 1, 5, 6];
    let mut text = "static int other(int a, int b) {\n    return a * 3 + b;\n}\n".to_owned();
    for (name, body) in names.iter().zip(&bodies) {
        text += &format!("int {name}(int a, int b) {{\n    {}\n}}\n", BODIES[*body]);
    }
    let (dir, path) = place("a.c", &text);
    let mut client = Client::start(&[dir.path()], json!({}));
    client.open(&path, &text);
    client.settle();
    let mut chance = Chance(42);
    let mut largest = 0;
    for edit in 0..edits {
        let n = chance.below(4) as usize;
        let head = format!("int f{n}(int a, int b) {{\n    ");
        match chance.below(5) {
            0 => client.replace(&path, &head, &format!("/* {edit} */\n{head}// here\n    ")),
            1 => {
                // A mistake, which is corrected.
                client.replace(&path, &head, &format!("{head}int ("));
                client.save(&path);
                client.settle();
                assert_eq!(
                    client
                        .of(&path, &[2])
                        .iter()
                        .filter(|d| d["message"].to_string().contains("not checked"))
                        .count(),
                    1
                );
                client.replace(&path, &format!("{head}int ("), &head);
            }
            2 => {
                let (from, to) = [("a * 3", "a * 4"), ("a * 4", "a * 3")]
                    [usize::from(client.texts[&uri(&path)].1.contains("a * 4"))];
                client.replace(&path, from, to);
            }
            _ => {
                let to = chance.below(8) as usize;
                client.replace(&path, BODIES[bodies[n]], BODIES[to]);
                // The first function with that body may be another one.
                let body = bodies.iter().position(|b| *b == bodies[n]).unwrap_or(n);
                bodies[body] = to;
            }
        }
        client.save(&path);
        client.settle();
        let text = client.texts[&uri(&path)].1.clone();
        let expected = fresh(&path, &text, &names);
        let ids = |severity: u64| -> BTreeSet<String> {
            let all = client.of(&path, &[severity]);
            all.iter()
                .filter_map(|d| Some(d["data"]["id"].as_str()?.to_owned()))
                .collect()
        };
        assert_eq!(ids(2), expected[0], "violated after edit {edit}\n{text}");
        let open: BTreeSet<String> = ids(4);
        let more: Vec<&String> = open.difference(&expected[1]).collect();
        assert!(more.is_empty(), "open after edit {edit}: {more:?}\n{text}");
        largest = largest.max(megabytes(client.child.id()));
    }
    println!("{edits} edits, the server held {largest} MB at most");
    assert!(largest < 1_000, "{largest} MB");
    client.end();
}

fn megabytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1_000
}
