//! `hatha explore`: who may ask it, what it answers, and how it ends.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../benchmarks/pet")
        .join(name)
}

fn hatha(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(args).output().expect("hatha starts")
}

/// An exploration that runs.
struct Running {
    child: Child,
    /// What it prints goes somewhere as long as it runs.
    _printed: BufReader<ChildStdout>,
    port: u16,
    token: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What comes back: the status, the head and the body.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Running {
    fn start(args: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .arg("explore")
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("hatha starts");
        let mut line = String::new();
        let mut printed = BufReader::new(child.stdout.take().expect("a pipe"));
        printed.read_line(&mut line).expect("a line");
        let rest = line.trim().strip_prefix("http://127.0.0.1:");
        let (port, token) = rest
            .and_then(|r| r.split_once("/?token="))
            .unwrap_or_else(|| panic!("no address: {line}"));
        Running {
            child,
            _printed: printed,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
        }
    }

    fn gcd() -> Running {
        let file = example("gcd.c").to_string_lossy().into_owned();
        Running::start(&[&file, "--entry", "gcd", "--assume", "a > 0 && b > 0"])
    }

    /// Sends bytes and reads all that comes back.
    fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).expect("a socket");
        // The other side may refuse before it has read everything.
        let _ = stream.write_all(request);
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    fn get(&self, target: &str, headers: &str) -> Answer {
        self.raw(format!("GET {target} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    fn post(&self, headers: &str, body: &str) -> Answer {
        let length = body.len();
        let text = format!(
            "POST /api HTTP/1.1\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.raw(text.as_bytes())
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    /// The headers of the page's own requests.
    fn own(&self) -> String {
        format!("{}X-Hatha-Token: {}\r\n", self.host(), self.token)
    }

    fn command(&self, command: Value) -> Value {
        let mut command = command;
        command["version"] = json!(1);
        let answer = self.post(&self.own(), &command.to_string());
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    fn end(mut self) -> Option<i32> {
        let limit = Instant::now() + Duration::from_secs(30);
        while Instant::now() < limit {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it does not end");
    }
}

const SHOW: &str = r#"{"version": 1, "command": "show"}"#;

#[test]
fn only_the_page_with_the_token_is_answered() {
    let running = Running::gcd();
    let (host, token, port) = (running.host(), running.token.clone(), running.port);
    let page = running.get(&format!("/?token={token}"), &host);
    assert_eq!(page.status, 200);
    let wrong = "0".repeat(token.len());
    for (target, headers) in [
        ("/".to_owned(), host.clone()),
        (format!("/?token={wrong}"), host.clone()),
        (format!("/?token={}", &token[1..]), host.clone()),
        ("/explore.js".to_owned(), host.clone()),
        (format!("/?token={token}"), String::new()),
        (
            format!("/?token={token}"),
            format!("Host: evil.example:{port}\r\n"),
        ),
        (format!("/?token={token}"), "Host: 127.0.0.1\r\n".to_owned()),
        (
            format!("/?token={token}"),
            format!("{host}Origin: http://evil.example\r\n"),
        ),
    ] {
        let answer = running.get(&target, &headers);
        assert_eq!(answer.status, 403, "{target} {headers}");
        assert!(!answer.body.contains(&token), "the token is not told");
    }
    let own = running.own();
    assert_eq!(running.post(&own, SHOW).status, 200);
    let origin = format!("{own}Origin: http://localhost:{port}\r\n");
    assert_eq!(running.post(&origin, SHOW).status, 200);
    for headers in [
        host.clone(),
        format!("{host}X-Hatha-Token: {wrong}\r\n"),
        format!("{host}Cookie: token={token}\r\n"),
        format!("{own}Origin: http://evil.example\r\n"),
        format!("{own}Origin: null\r\n"),
        format!("{own}Origin: http://127.0.0.1:1\r\n"),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("Host: evil.example:{port}\r\nX-Hatha-Token: {token}\r\n"),
        format!("X-Hatha-Token: {token}\r\n"),
    ] {
        assert_eq!(running.post(&headers, SHOW).status, 403, "{headers}");
    }
}

#[test]
fn requests_are_small_and_plain() {
    let running = Running::gcd();
    let own = running.own();
    let target = format!("/?token={}", running.token);
    let status = |text: String| running.raw(text.as_bytes()).status;
    assert_eq!(
        status(format!(
            "POST {target} HTTP/1.1\r\n{own}Content-Length: 0\r\n\r\n"
        )),
        405
    );
    let api = format!("/api?token={}", running.token);
    assert_eq!(running.get(&api, &running.host()).status, 405);
    let file = format!("/etc/passwd?token={}", running.token);
    assert_eq!(running.get(&file, &running.host()).status, 404);
    let up = format!("/../../etc/passwd?token={}", running.token);
    assert_eq!(running.get(&up, &running.host()).status, 404);
    assert_eq!(running.post(&own, &" ".repeat(65 << 10)).status, 413);
    let long = format!("{own}X-Long: {}\r\n", "x".repeat(20 << 10));
    assert_eq!(running.post(&long, SHOW).status, 431);
    assert_eq!(status(format!("POST /api HTTP/1.1\r\n{own}\r\n")), 411);
    assert_eq!(
        status(format!(
            "POST /api HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        )),
        501
    );
    assert_eq!(
        status(format!(
            "POST /api HTTP/1.1\r\n{own}Content-Length: 2\r\n\r\n{{}}"
        )),
        415
    );
    assert_eq!(status("nonsense\r\n\r\n".to_owned()), 400);
    for body in [
        "",
        "{}",
        "[1]",
        r#"{"version": 2, "command": "show"}"#,
        r#"{"version": 1, "command": "delete"}"#,
    ] {
        assert_eq!(running.post(&own, body).status, 400, "{body}");
    }
}

#[test]
fn nothing_is_kept_and_nothing_is_fetched_from_elsewhere() {
    let running = Running::gcd();
    let target = |name: &str| format!("/{name}?token={}", running.token);
    let page = running.get(&target(""), &running.host());
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(
            page.head.to_lowercase().contains(header),
            "{header}: {}",
            page.head
        );
    }
    assert!(
        !page.head.to_lowercase().contains("access-control"),
        "{}",
        page.head
    );
    assert!(!page.body.contains("http://") && !page.body.contains("https://"));
    for name in ["explore.js", "explore.css"] {
        assert_eq!(
            running.get(&target(name), &running.host()).status,
            200,
            "{name}"
        );
    }
    let other = Running::gcd();
    assert_ne!(running.token, other.token, "a fresh token for each start");
}

fn names(reply: &Value) -> Vec<&str> {
    let path = reply["state"]["path"].as_array().expect("a path");
    path.iter()
        .map(|n| n["name"].as_str().expect("a name"))
        .collect()
}

#[test]
fn a_test_that_is_saved_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests").to_string_lossy().into_owned();
    let file = example("gcd.c").to_string_lossy().into_owned();
    let options = ["--entry", "gcd", "--assume", "a > 0 && b > 0"];
    let running = Running::start(&[&[&*file], &options[..], &["--tests", &tests]].concat());
    let formula = "F(at l7 && {x == 0})";
    let asked = running.command(json!({"command": "ask", "formula": formula}));
    assert_eq!(names(&asked), ["l1", "l2", "l3", "l4", "l5", "l6", "l7"]);
    running.command(json!({"command": "next"}));
    let saved = running.command(json!({"command": "save"}));
    let test = saved["saved"]["file"].as_str().expect("a file");
    assert_eq!(Path::new(test), Path::new(&tests).join("path-1.json"));
    let words = saved["saved"]["command"].as_array().expect("a command");
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let replayed = hatha(&words[1..]);
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
    // The value that the test was chosen for: gcd returns 0, after two rounds.
    let inputs = &saved["saved"]["vector"]["inputs"];
    let value = |i: usize| {
        inputs[i]["value"]
            .as_str()
            .and_then(|v| v.parse::<i64>().ok())
    };
    let (a, b) = (value(0).expect("a"), value(1).expect("b"));
    assert!(a > 0 && b > 0 && a % b != 0, "{a} {b}");
    running.command(json!({"command": "quit"}));
    assert_eq!(running.end(), Some(0));
}

/// Replays what was saved, with the command that the reply has.
fn replay(saved: &Value, folder: &Path) -> Output {
    let test = folder.join("saved.json");
    std::fs::write(&test, saved["saved"]["vector"].to_string()).expect("writable");
    let words = saved["saved"]["command"].as_array().expect("a command");
    let mut words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let test = test.to_string_lossy();
    words[2] = &test;
    hatha(&words[1..])
}

const STUBBED: &str = "int level;
int g(int arg);
int f(int a)
{
l1: level = g(a);
l2: if (level > a)
l3:     return 1;
l4: return 0;
}
";

#[test]
fn stubs_stand_for_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, STUBBED).expect("writable");
    let file = file.to_string_lossy().into_owned();
    let stub = "g: result == arg + 1 && same(level)";
    let assume = "a < 100";
    let running = Running::start(&[&file, "--entry", "f", "--stub", stub, "--assume", assume]);
    let reply = running.command(json!({"command": "ask", "formula": "F at l4"}));
    // a + 1 is always larger.
    assert_eq!(names(&reply), ["l1"], "{reply}");
    assert_eq!(reply["state"]["condition"], "a < 100");
    let reply = running.command(json!({"command": "ask", "formula": "F at l3"}));
    assert_eq!(names(&reply), ["l1", "l2", "l3"]);
    let saved = running.command(json!({"command": "save"}));
    let replayed = replay(&saved, folder.path());
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
}

#[test]
fn processes_take_steps_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = example("peterson.c").to_string_lossy().into_owned();
    let two = ["-DMISTAKE=1", "--process", "P0=p0", "--process", "P1=p1"];
    let running = Running::start(&[&[&*file], &two[..]].concat());
    let unit = running.command(json!({"command": "unit"}));
    assert_eq!(unit["unit"]["charts"].as_array().map(Vec::len), Some(2));
    assert_eq!(unit["unit"]["whole"], "F(P0 at exit && P1 at exit)");
    let mut reply = unit;
    for mover in ["P1:", "P0:", "P1:"] {
        let next = reply["state"]["next"].as_array().expect("offers");
        let of = |o: &&Value| o["name"].as_str().is_some_and(|n| n.starts_with(mover));
        let offer = next.iter().find(of).expect("both may go on");
        reply = running.command(json!({"command": "choose", "node": offer["node"]}));
    }
    let both = "F(P0 at critical && P1 at critical)";
    let found = running.command(json!({"command": "ask", "formula": both, "n": 4}));
    let path = names(&found);
    assert!(
        path.contains(&"P0:critical") && path.contains(&"P1:critical"),
        "{path:?}"
    );
    let saved = running.command(json!({"command": "save"}));
    let replayed = replay(&saved, folder.path());
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
    let wrong = running.command(json!({"command": "ask", "formula": "F at critical"}));
    let message = wrong["error"]["message"].as_str().unwrap_or("");
    assert!(message.contains("of which process"), "{message}");
}

/// Every node has a label; natively, `T` notes that it is passed.
const MARKED: &str = "
#ifndef NATIVE
#define T(n)
#endif
int f(unsigned char a, unsigned char b)
{
    int x, y;
l1: T(1) x = a;
l2: T(2) y = b * 3;
l3: T(3) if (x > y && y > 10)
l4:     { T(4) x = x - y; goto l3; }
l5: T(5) if (x == y || y % 5 == 2)
l6:     { T(6) y = (unsigned char)(x + 200); goto l8; }
l7: T(7) x = x ^ y;
l8: T(8) if (x > 60) {
l9:     T(9) if (x == 13)
l10:        { T(10) return 2; }
l11:    T(11) return 1;
    }
l12: T(12) return 0;
}
";

/// Asks for every path up to a length: its labels, and its condition.
fn all_paths(running: &Running, reply: &Value, depth: usize, all: &mut Vec<(String, String)>) {
    let path: Vec<&str> = names(reply).iter().map(|n| &n[1..]).collect();
    let condition = reply["state"]["condition"].as_str().expect("a condition");
    all.push((path.join(","), condition.to_owned()));
    let next = reply["state"]["next"].as_array().expect("offers").clone();
    for offer in next {
        if depth == 0 || offer["name"] == "exit" {
            continue;
        }
        let longer = running.command(json!({"command": "choose", "node": offer["node"]}));
        all_paths(running, &longer, depth - 1, all);
        running.command(json!({"command": "back"}));
    }
}

/// A program that compares each condition with what the function does, for all inputs.
fn comparing(paths: &[(String, String)]) -> String {
    let mut text = format!(
        "#include <stdio.h>\n#define NATIVE\nstatic int trace[1000], n;\n#define T(k) trace[n++] = k;\n{MARKED}"
    );
    text += "static int starts(const int *p, int k) { if (n < k) return 0; for (int i = 0; i < k; i++) if (p[i] != trace[i]) return 0; return 1; }\n";
    text += "int main(void) { long wrong = 0, taken = 0; for (int i = 0; i < 65536; i++) { unsigned char a = i, b = i >> 8; n = 0; f(a, b);\n";
    for (nodes, condition) in paths {
        let length = nodes.split(',').count();
        text += &format!(
            "{{ int p[] = {{{nodes}}}; int is = starts(p, {length}); taken += is; if (is != !!({condition})) {{ if (!wrong++) printf(\"%d %d: {nodes}\\n\", a, b); }} }}\n"
        );
    }
    text + "} printf(\"%ld taken\\n\", taken); return wrong != 0; }\n"
}

#[test]
fn a_condition_holds_exactly_where_the_path_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, MARKED).expect("writable");
    let running = Running::start(&[&file.to_string_lossy(), "--entry", "f"]);
    let start = running.command(json!({"command": "show"}));
    let mut paths = Vec::new();
    all_paths(&running, &start, 10, &mut paths);
    let impossible = paths.iter().filter(|(_, c)| c == "0").count();
    assert!(
        paths.len() > 40 && impossible > 0,
        "{} {impossible}",
        paths.len()
    );
    let native = folder.path().join("native.c");
    std::fs::write(&native, comparing(&paths)).expect("writable");
    let program = folder.path().join("native");
    let built = Command::new("cc")
        .arg("-w")
        .arg(&native)
        .arg("-o")
        .arg(&program)
        .output();
    let built = built.expect("a compiler");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let ran = Command::new(&program).output().expect("it runs");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stdout)
    );
}

/// No path satisfies the formula, and for every n there is another one to look at.
const ENDLESS: &str = "int f(unsigned a)
{
    unsigned x = a;
l1: while (x != 7) {
l2:     x = x * 3 + a;
    }
l3: return 0;
}
";

#[test]
fn a_search_that_is_stopped_can_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    std::fs::write(&file, ENDLESS).expect("writable");
    let file = file.to_string_lossy().into_owned();
    let running = Running::start(&[&file, "--entry", "f", "--timeout", "600"]);
    let ask = json!({"command": "ask", "formula": "F(at l3 && {x == 8})", "n": 1_000_000});
    let start = Instant::now();
    let reply = std::thread::scope(|scope| {
        let asked = scope.spawn(|| running.command(ask));
        std::thread::sleep(Duration::from_millis(700));
        let stop = r#"{"version": 1, "command": "stop"}"#;
        assert_eq!(running.post(&running.own(), stop).status, 200);
        asked.join().expect("a reply")
    });
    assert!(start.elapsed() < Duration::from_secs(60), "it stops");
    let answer = reply["state"]["answer"].as_str().expect("an answer");
    assert!(answer.contains("was ended"), "{answer}");
    assert_eq!(names(&reply).len(), 1, "the path is where it was: {reply}");
    assert_eq!(reply["state"]["possible"], "yes");
    assert!(reply["state"]["search"].is_object(), "it can go on");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    let running = Running::gcd();
    let id = running.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(running.end(), Some(0));
}

#[test]
fn what_cannot_be_explored_is_reported_with_its_status() {
    let file = example("gcd.c").to_string_lossy().into_owned();
    let status = |args: &[&str]| hatha(&[&["explore"], args].concat()).status.code();
    assert_eq!(status(&[]), Some(64));
    assert_eq!(status(&[&file, "--port", "70000"]), Some(64));
    assert_eq!(
        status(&[&file, "--entry", "gcd", "--process", "gcd"]),
        Some(64)
    );
    assert_eq!(status(&[&file, "--entry", "none"]), Some(65));
    assert_eq!(
        status(&[&file, "--entry", "gcd", "--assume", "a > 0 && a < 0"]),
        Some(65)
    );
    assert_eq!(
        status(&[&file, "--entry", "gcd", "--stub", "h: 1"]),
        Some(65)
    );
    assert_eq!(status(&["none.c"]), Some(66));
    let other = Running::gcd();
    let taken = other.port.to_string();
    assert_eq!(
        status(&[&file, "--entry", "gcd", "--port", &taken]),
        Some(64)
    );
}
