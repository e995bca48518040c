//! The state machine without a server: commands in, replies out.

use hatha_cfa::Program;
use hatha_exec::config::Config;
use hatha_explore::{
    Command, Conditions, Explorer, Ground, How, Kind, Options, Reply, Trouble, Unit,
};
use hatha_front::load::{LoadOptions, load};
use hatha_front::predicates;
use hatha_proof::input::InputVector;
use hatha_term::TermPool;
use hatha_unit::{Chart, Found};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const GCD: &str = "int gcd(int a, int b)
{
    int x, y, z;
l1: x = a;
l2: y = b;
    do {
l3:     z = x % y;
l4:     y = z;
l5:     x = y;
l6:     ;
    } while (z != 0);
l7: return x;
}
";

/// A file, and the tests that were asked for.
struct Files {
    file: PathBuf,
    entry: &'static str,
    assume: &'static str,
    /// The paths that tests were wanted of.
    wanted: Rc<RefCell<Vec<usize>>>,
    _folder: Rc<tempfile::TempDir>,
}

impl Files {
    fn program(&self, conditions: Option<predicates::Conditions>) -> Result<Program, Trouble> {
        let options = LoadOptions {
            files: vec![self.file.clone()],
            entry: Some(self.entry.to_owned()),
            assumptions: vec![self.assume.to_owned()],
            conditions,
            ..LoadOptions::default()
        };
        load(&options).map_err(|d| {
            let (start, end) = (d.span.col as usize - 1, d.span.end_col as usize - 1);
            Trouble::new(Kind::Input, d.message.clone()).at(start..end)
        })
    }

    fn unit(&self, program: Program) -> Unit {
        let entry = program.find_proc(self.entry).expect("the entry");
        let chart = Chart::new(&program, entry).expect("a chart");
        Unit::new(program, entry, chart, Config::default()).expect("a unit")
    }
}

impl Ground for Files {
    fn load(&self, conditions: &Conditions) -> Result<Unit, Trouble> {
        let conditions = predicates::Conditions {
            name: "--ltl".to_owned(),
            text: conditions.text.clone(),
            ranges: conditions.ranges.clone(),
        };
        Ok(self.unit(self.program(Some(conditions))?))
    }

    fn test(
        &self,
        unit: &Unit,
        _: &TermPool,
        found: &Found,
    ) -> Result<Option<InputVector>, Trouble> {
        self.wanted.borrow_mut().push(found.path.len());
        let known = found.model.is_some();
        Ok(known.then(|| InputVector::new(&unit.program.target, self.entry)))
    }

    fn keep(&self, _: &str, _: &str) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    fn replay(&self, name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }
}

fn ground(text: &str, entry: &'static str, assume: &'static str) -> Files {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("unit.i");
    std::fs::write(&file, text).expect("writable");
    Files {
        file,
        entry,
        assume,
        wanted: Rc::default(),
        _folder: Rc::new(folder),
    }
}

fn start(files: Files) -> Result<Explorer<Files>, Trouble> {
    let program = files.program(None)?;
    let unit = files.unit(program);
    let options = Options {
        timeout: Duration::from_secs(60),
        n: 2,
        interrupt: Arc::new(AtomicBool::new(false)),
        assumptions: Vec::new(),
    };
    Explorer::new(files, unit, options)
}

fn gcd() -> Explorer<Files> {
    start(ground(GCD, "gcd", "a > 0 && b > 0")).expect("an exploration")
}

fn ask(explorer: &mut Explorer<Files>, formula: &str) -> Reply {
    explorer.handle(&Command::Ask {
        formula: formula.to_owned(),
        how: How::Shortest,
        n: None,
    })
}

fn longest(explorer: &mut Explorer<Files>, formula: &str) -> Reply {
    explorer.handle(&Command::Ask {
        formula: formula.to_owned(),
        how: How::Longest,
        n: None,
    })
}

/// Goes on to the nodes of some names.
fn choose(explorer: &mut Explorer<Files>, names: &str) -> Reply {
    for name in names.split(' ') {
        let state = explorer.handle(&Command::Show).state;
        let offer = state.next.iter().find(|o| o.at.name == name);
        let node = offer
            .unwrap_or_else(|| panic!("{name} is not offered"))
            .at
            .node;
        let reply = explorer.handle(&Command::Choose { node });
        assert!(reply.error.is_none(), "{:?}", reply.error);
    }
    explorer.handle(&Command::Show)
}

fn path(reply: &Reply) -> String {
    let names = reply.state.path.iter().map(|n| n.at.name.as_str());
    names.collect::<Vec<_>>().join(" ")
}

fn message(reply: &Reply) -> &str {
    reply.error.as_ref().map_or("", |e| &e.message)
}

fn json(reply: &Reply) -> String {
    serde_json::to_string(reply).expect("a reply is JSON")
}

#[test]
fn a_path_by_hand_has_the_condition_of_its_nodes() {
    let mut explorer = gcd();
    let reply = explorer.handle(&Command::Show);
    assert_eq!(
        (&*path(&reply), &*reply.state.condition),
        ("l1", "a > 0 && b > 0")
    );
    let reply = choose(&mut explorer, "l2 l3 l4 l5 l6 l3");
    assert_eq!(reply.state.condition, "a > 0 && b > 0 && a % b != 0");
    assert!(json(&reply).contains(r#""possible":"yes""#));
    // The mistake of this gcd makes x and y the same, so the second remainder is 0.
    let reply = choose(&mut explorer, "l4 l5 l6 l3");
    assert_eq!(reply.state.condition, "0");
    assert!(
        reply.state.next.is_empty(),
        "nothing follows what cannot be"
    );
    assert!(json(&reply).contains(r#""possible":"no""#));
    let refused = ask(&mut explorer, "F at exit");
    assert!(message(&refused).contains("cannot be taken"));
    let back = explorer.handle(&Command::Back);
    assert_eq!(path(&back), "l1 l2 l3 l4 l5 l6 l3 l4 l5 l6");
    assert_ne!(back.state.condition, "0");
}

#[test]
fn only_what_may_come_next_can_be_chosen() {
    let mut explorer = gcd();
    let exit = choose(&mut explorer, "l2").state.path[0].at.node;
    for node in [exit, 1_000_000, u32::MAX] {
        let reply = explorer.handle(&Command::Choose { node });
        assert!(message(&reply).contains("cannot come next"), "{node}");
        assert_eq!(path(&reply), "l1 l2");
    }
    explorer.handle(&Command::Back);
    let start = explorer.handle(&Command::Back);
    assert!(message(&start).contains("at its start"));
}

#[test]
fn a_formula_finds_one_path_after_the_other() {
    let mut explorer = gcd();
    let first = ask(&mut explorer, "F(at l7 && {x == 0})");
    assert_eq!(path(&first), "l1 l2 l3 l4 l5 l6 l7");
    assert_eq!(first.state.condition, "a > 0 && b > 0 && a % b == 0");
    let second = explorer.handle(&Command::Next);
    assert_eq!(path(&second), "l1 l2 l3 l4 l5 l6 l3 l4 l5 l6 l7");
    assert_eq!(second.state.condition, "a > 0 && b > 0 && a % b != 0");
    let third = explorer.handle(&Command::Next);
    assert!(
        third.state.answer.contains("no other path"),
        "{}",
        third.state.answer
    );
    assert_eq!(path(&third), path(&second), "the path that there is stays");
    let discarded = explorer.handle(&Command::Discard);
    assert_eq!(path(&discarded), "l1");
    assert!(message(&explorer.handle(&Command::Next)).contains("no search"));
}

#[test]
fn a_search_goes_on_after_steps_by_hand() {
    let mut explorer = gcd();
    ask(&mut explorer, "F at l6");
    let further = choose(&mut explorer, "l7 exit");
    assert_eq!(path(&further), "l1 l2 l3 l4 l5 l6 l7 exit");
    let next = explorer.handle(&Command::Next);
    // From the first l6 on the formula holds, so there is no other path.
    assert!(
        next.state.answer.contains("no other path"),
        "{}",
        next.state.answer
    );
    let back = explorer.handle(&Command::Back);
    assert_eq!(back.state.asked.len(), 1, "the formula is still satisfied");
    explorer.handle(&Command::Back);
    let before = explorer.handle(&Command::Back);
    assert_eq!(
        (&*path(&before), before.state.asked.len()),
        ("l1 l2 l3 l4 l5", 0)
    );
}

#[test]
fn a_path_is_extended_from_its_end() {
    let mut explorer = gcd();
    ask(&mut explorer, "F(at l5 && {y > 7})");
    let reply = ask(&mut explorer, "X F(at l3 && {x < 10})");
    assert_eq!(path(&reply), "l1 l2 l3 l4 l5 l6 l3");
    assert_eq!(reply.state.asked.len(), 2);
    // Both conditions hold together: the remainder is 8 or 9.
    let condition = &reply.state.condition;
    assert!(condition.contains("a % b"), "{condition}");
    let impossible = ask(&mut explorer, "{x == 7}");
    assert!(
        impossible.state.answer.contains("no path"),
        "{}",
        impossible.state.answer
    );
    let possible = ask(&mut explorer, "{x == 8}");
    assert_eq!(possible.state.asked.len(), 3);
    assert_eq!(
        path(&possible),
        path(&reply),
        "a formula about the last node alone"
    );
    let discarded = explorer.handle(&Command::Discard);
    assert_eq!(discarded.state.asked.len(), 2);
    assert_eq!(discarded.state.condition, reply.state.condition);
}

const DIAMOND: &str = "int f(int a)
{
    int r = 0;
    if (a > 10) {
l1:     r = 1;
l2:     r = 2;
    } else {
l3:     r = 3;
    }
l4: while (r > 0) {
l5:     r = r - 1;
    }
l6: return r;
}
";

#[test]
fn the_longest_path_repeats_nothing() {
    let mut explorer = start(ground(DIAMOND, "f", "1")).expect("an exploration");
    let reply = ask(&mut explorer, "F at l4");
    assert!(
        path(&reply).ends_with("l3 l4"),
        "the shortest: {}",
        path(&reply)
    );
    explorer.handle(&Command::Restart);
    let reply = longest(&mut explorer, "F at l4");
    // r is 2 or 3 there, so leaving the loop at once is impossible, and so is passing l4 twice.
    assert!(path(&reply).ends_with("l1 l2 l4 l5"), "{}", path(&reply));
    assert_eq!(reply.state.condition, "a > 10");
    assert!(message(&explorer.handle(&Command::Next)).contains("no next one"));
}

#[test]
fn what_is_wrong_with_a_formula_is_located() {
    let mut explorer = gcd();
    for (formula, text, start, end) in [
        ("F at l77", "no point `l77`", 2, 8),
        ("F(at l7 && {w==0})", "'w'", 12, 13),
        ("F at l7 &&", "a part of it is missing", 10, 10),
        ("F P1 at l7", "no process `P1`", 2, 10),
        ("\u{e4}", "", 0, 1),
    ] {
        let reply = ask(&mut explorer, formula);
        assert!(
            message(&reply).contains(text),
            "{formula}: {}",
            message(&reply)
        );
        let error = reply.error.as_ref().expect("an error");
        assert_eq!(
            (error.start, error.end),
            (Some(start), Some(end)),
            "{formula}"
        );
        assert_eq!(path(&reply), "l1", "nothing has changed");
    }
    let label = ask(&mut explorer, "F at l77").error.and_then(|e| e.help);
    assert!(label.is_some_and(|h| h.contains("nearest labels are l7")));
    // An earlier formula with conditions does not move the places of a later one.
    ask(&mut explorer, "F(at l3 && {x > 0})");
    let reply = ask(&mut explorer, "F(at l7 && {w==0})");
    assert_eq!(reply.error.and_then(|e| e.start), Some(12));
}

#[test]
fn a_test_is_handed_out_for_the_path_that_is_shown() {
    let files = ground(GCD, "gcd", "a > 0 && b > 0");
    let wanted = Rc::clone(&files.wanted);
    let mut explorer = start(files).expect("an exploration");
    ask(&mut explorer, "F(at l7 && {x == 0})");
    let saved = explorer.handle(&Command::Save).saved.expect("a test");
    assert_eq!(saved.name, "path-1.json");
    let again = explorer.handle(&Command::Save).saved.expect("a test");
    assert_eq!(again.name, "path-2.json");
    assert_eq!(*wanted.borrow(), [7, 7]);
    explorer.handle(&Command::Restart);
    choose(&mut explorer, "l2 l3 l4 l5 l6 l3 l4 l5 l6 l3");
    let none = explorer.handle(&Command::Save);
    assert!(message(&none).contains("no test of it") && none.saved.is_none());
    assert_eq!(wanted.borrow().len(), 2, "nobody was asked for one");
}

#[test]
fn a_program_that_has_changed_is_reported() {
    let files = ground(GCD, "gcd", "a > 0 && b > 0");
    let file = files.file.clone();
    let mut explorer = start(files).expect("an exploration");
    std::fs::write(&file, GCD.replace("x = a", "x = b")).expect("writable");
    let reply = ask(&mut explorer, "F at l7");
    assert!(
        message(&reply).contains("has changed"),
        "{}",
        message(&reply)
    );
}

#[test]
fn assumptions_that_contradict_each_other_start_nothing() {
    let Err(trouble) = start(ground(GCD, "gcd", "a > 0 && a < 0")) else {
        panic!("there is nothing to explore");
    };
    assert_eq!(trouble.kind, Kind::Input);
    assert!(trouble.message.contains("contradict each other"));
}

#[test]
fn the_unit_is_reported_with_its_text_and_chart() {
    let reply = gcd().handle(&Command::Unit);
    let unit = reply.unit.expect("the unit");
    assert_eq!(unit.sources[0].text, GCD);
    let [chart] = &unit.charts[..] else {
        panic!("one chart");
    };
    let spot = |name: &str| chart.spots.iter().find(|s| s.name == name).expect("a box");
    assert_eq!(spot("l3").text, "z = x % y;");
    let leads = |a: &str, b: &str| {
        let (a, b) = (spot(a).number, spot(b).number);
        chart.ways.iter().any(|w| (w.from, w.to) == (a, b))
    };
    assert!(leads("l6", "l3") && leads("l6", "l7") && !leads("l3", "l6"));
    assert_eq!(unit.whole, "F at exit");
}
