//! `hatha unit SYSTEM.gcl`: formulas about guarded commands.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn system(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("the folder is writable");
    path
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn hatha(file: &Path, formula: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.arg("unit").arg(file).args(["--ltl", formula]);
    command.args(more).output().expect("hatha starts")
}

fn ask(file: &Path, formula: &str, more: &[&str]) -> (i32, Value) {
    let out = hatha(file, formula, &[more, &["--format", "json"]].concat());
    let text = String::from_utf8_lossy(&out.stdout);
    let document = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    (out.status.code().expect("an exit status"), document)
}

fn names(document: &Value) -> Vec<&str> {
    let nodes = document["paths"][0]["nodes"].as_array().expect("nodes");
    nodes
        .iter()
        .map(|n| n["name"].as_str().expect("a name"))
        .collect()
}

/// Tickets without bounds; a process has its own variable of a global's name.
const BAKERY: &str = "// Two processes take tickets; never both;
var x, y: int = 0;
process p {
  var pc: {idle, wait, crit} = idle;
  take:  pc = idle -> x := y + 1, pc := wait; /* -> ; */
  enter: pc = wait && (y = 0 || x <= y) -> pc := crit;
  leave: pc = crit -> x := 0, pc := idle;
}
process q {
  var pc: {idle, wait, crit} = idle;
  take:  pc = idle -> y := x + 1, pc := wait;
  enter: pc = wait && (x = 0 || y < x) -> pc := crit;
  leave: pc = crit -> y := 0, pc := idle;
}
never p.pc = crit && q.pc = crit;
";

#[test]
fn a_path_is_found_and_followed() {
    let folder = folder();
    let file = system(&folder, "bakery.gcl", BAKERY);
    let tests = folder.path().join("runs").to_string_lossy().into_owned();
    // One waits with the larger ticket and enters after the other has left.
    let formula = "F(q at wait && {x < y} && F(p at crit && F q at crit))";
    let (status, found) = ask(&file, formula, &["--tests", &tests]);
    assert_eq!((status, &found["answer"]), (1, &Value::from("found")));
    let names = names(&found);
    assert_eq!(names[0], "start");
    assert_eq!(names.last(), Some(&"q.enter"), "{names:?}");
    // The run is one of the system itself.
    let mut run = Command::new(env!("CARGO_BIN_EXE_hatha"));
    let run = run.arg("run").arg(&file);
    let run = run.arg("--input").arg(format!("{tests}/run-1.json"));
    let out = run.output().expect("hatha starts");
    assert_eq!(out.status.code(), Some(0), "{out:?}");
}

#[test]
fn next_means_one_transition() {
    let folder = folder();
    let text = "var x: 0..8 = 0; up: x < 7 -> x := x + 1;";
    let file = system(&folder, "up.gcl", text);
    let (status, found) = ask(&file, "X X {x = 2} && F(WX false && {x = 3})", &[]);
    assert_eq!(status, 1, "{found}");
    assert_eq!(names(&found), ["start", "up", "up", "up"]);
    let (status, answer) = ask(&file, "X {x = 2}", &[]);
    assert_eq!((status, &answer["answer"]), (0, &Value::from("proved")));
    // Weakly there is one: the path of the first state alone.
    let (status, found) = ask(&file, "WX {x = 2}", &[]);
    assert_eq!((status, names(&found)), (1, vec!["start"]));
}

#[test]
fn that_there_is_none_is_proved_for_integers_without_bounds() {
    let folder = folder();
    let file = system(&folder, "bakery.gcl", BAKERY);
    for formula in [
        "F(p at crit && q at crit)",
        "F(p at idle && X p at crit)",
        "F(q at wait && {x < y && x != 0} && X q at crit)",
    ] {
        let (status, answer) = ask(&file, formula, &[]);
        assert_eq!(status, 0, "{formula}: {answer}");
        assert_eq!(answer["exhausted"], true);
    }
}

#[test]
fn a_name_of_a_process_does_not_hide_one_of_the_formula() {
    let folder = folder();
    let text = "var x: 0..4 = 0;
process p[i in 0..2] { var x: 0..4 = 3; var pc: {a, b} = a; go: pc = a -> pc := b, x := 2; }
up: x < 2 -> x := x + 1;
";
    let file = system(&folder, "hiding.gcl", text);
    let (status, _) = ask(&file, "F {x = 3}", &[]);
    assert_eq!(status, 0);
    let (status, found) = ask(
        &file,
        "p[1] at a && F(p[1] at b && {p[0].x = 3 && x = 2})",
        &[],
    );
    assert_eq!(status, 1, "{found}");
    assert!(names(&found).contains(&"p[1].go"), "{found}");
}

#[test]
fn bad_input_is_reported() {
    let folder = folder();
    let file = system(&folder, "bakery.gcl", BAKERY);
    let refused = |formula: &str, more: &[&str]| {
        let out = hatha(&file, formula, more);
        let reply = String::from_utf8_lossy(&out.stderr).into_owned();
        (out.status.code(), reply)
    };
    let cases = [
        ("F p at krit", "no point `krit` of `p`", "crit"),
        ("F r at crit", "no process `r`", "p, q"),
        ("F at crit", "of which process", "p at crit"),
        ("F {z = 1}", "`z`", "--ltl:1:4"),
        ("F {x + 1}", "", "--ltl:1:4"),
        ("F {x = }", "", "--ltl:1:"),
    ];
    for (formula, message, help) in cases {
        let (status, reply) = refused(formula, &[]);
        assert_eq!(status, Some(65), "{formula}: {reply}");
        assert!(reply.contains(message) && reply.contains(help), "{reply}");
    }
    let (status, reply) = refused("F p at crit", &["--process", "A=p"]);
    assert_eq!(status, Some(64));
    assert!(reply.contains("--process is for C"), "{reply}");
    let empty = system(
        &folder,
        "empty.gcl",
        "var x: 0..4; init x < 0; up: true -> skip;",
    );
    let out = hatha(&empty, "F {x = 1}", &[]);
    assert_eq!(out.status.code(), Some(65), "{out:?}");
    let wrong = system(
        &folder,
        "wrong.gcl",
        "var x: 0..4 = 0; up: true -> x := x + 1;",
    );
    let (status, answer) = ask(&wrong, "F {x = 7}", &[]);
    assert_eq!(status, 2);
    assert!(
        answer["reason"].to_string().contains("at fault"),
        "{answer}"
    );
}

/// Questions for random systems; `K` is a number.
const QUESTIONS: [&str; 8] = [
    "F({x0 = K} && X {x0 != K})",
    "G {x0 <= K} && F(WX false && {x0 = K}) && X X true",
    "{x0 < K} U ({x0 = K} && X X {x0 = K})",
    "F({x0 = K} && F({x0 != K} && F {x0 = K}))",
    "X {x0 > K} || X X X {x0 = 0}",
    "F({x0 = 0} && X({x0 = K} && X {x0 = 0}))",
    "{x0 = K} R {x0 >= 1} && X X X true",
    "F({x0 = K} && WX({x0 = 1} && X true))",
];

/// Whether the states of some execution make up a word that the automaton accepts.
fn accepted(model: &hatha_gcl::Model, parsed: &hatha_ltl::Parsed) -> Result<bool, String> {
    use std::collections::BTreeSet;
    let automaton = hatha_verify::unit::automaton(parsed).map_err(|e| e.to_string())?;
    let names = hatha_gcl::Vocabulary::new(model).map_err(|d| d.to_string())?;
    let atoms = parsed.formulas.atoms().iter().map(|a| {
        let text = a.text();
        names
            .truth(text.trim_matches(['{', '}']))
            .expect("a truth value")
    });
    let atoms: Vec<_> = atoms.collect();
    let word = |state: &[i128]| -> Vec<bool> {
        let value = |e| hatha_gcl::interpret::holds(model, state, e).expect("no faults");
        atoms.iter().map(value).collect()
    };
    let first: BTreeSet<_> = automaton.initial().collect();
    let start = hatha_gcl::explicit::initial(model, 10_000).map_err(|why| why.to_string())?;
    let mut work: Vec<_> = start.into_iter().map(|s| (s, first.clone())).collect();
    let mut seen = BTreeSet::new();
    let mut found = false;
    while let Some((state, candidates)) = work.pop() {
        let letter = word(&state);
        let mut runs = candidates;
        runs.retain(|n| automaton.node(*n).allows(&letter));
        found |= runs.iter().any(|n| automaton.node(*n).accepting);
        let next = runs.iter().flat_map(|n| automaton.node(*n).next.clone());
        let next: BTreeSet<_> = next.collect();
        if seen.insert((state.clone(), next.clone())) {
            let after = hatha_gcl::explicit::successors(model, &state, 10_000)
                .map_err(|why| why.to_string())?;
            work.extend(after.into_iter().map(|s| (s, next.clone())));
        }
    }
    Ok(found)
}

#[test]
fn answers_agree_with_exhaustive_search() {
    use hatha_verify::unit::{Answer, NoAnswer, system};
    let (mut found, mut proved, mut undecided) = (0, 0, 0);
    for seed in 0..160 {
        let text = hatha_gcl::random::system(seed);
        let formula = QUESTIONS[seed as usize % QUESTIONS.len()];
        let formula = formula.replace('K', &(1 + seed % 3).to_string());
        let parsed = hatha_ltl::parse(&formula).expect("a formula");
        let plain = hatha_gcl::watch::unasked(&text).expect("a text that loads");
        let model = hatha_gcl::load(&plain, &[]).expect("a text that loads");
        // A system that is itself at fault has no answer.
        let Ok(truth) = accepted(&model, &parsed) else {
            continue;
        };
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let budget = hatha_smt::Budget {
            deadline: Some(deadline),
            ..hatha_smt::Budget::default()
        };
        let asked = system::Asked {
            file: "random.gcl",
            text: &text,
            constants: &[],
            formula: &formula,
            parsed: &parsed,
            budget: &budget,
        };
        match system::ask(&asked) {
            Err(NoAnswer::Contradiction) => assert!(!truth, "{seed}: {formula}\n{text}"),
            Err(other) => panic!("{seed}: {other:?} on {formula}\n{text}"),
            Ok(report) => match report.answer {
                Answer::Found => {
                    assert!(truth, "{seed}: found {formula}\n{text}");
                    found += 1;
                }
                Answer::Proved => {
                    assert!(!truth, "{seed}: proved {formula}\n{text}");
                    proved += 1;
                }
                Answer::NoneUpTo(_) | Answer::Undecided(_) => undecided += 1,
            },
        }
    }
    assert!(found > 20 && proved > 20, "{found} found, {proved} proved");
    assert!(undecided < 10, "{undecided} undecided");
}
