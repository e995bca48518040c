//! The automata of the two formulas of the paper on unit checking, and messages.

use hatha_ltl::{Automaton, Formulas, parse, translate};

const ONCE_AGAIN: &str = "(!at l2) U (at l2 && X(!at l2 && (!at l2 U at l2)))";
const WITH_VALUES: &str =
    "(!at l2) U (at l2 && {x >= y} && X(!at l2 && (!at l2 U (at l2 && {x >= 2 * y}))))";

fn automaton(text: &str) -> (Formulas, Automaton) {
    let parsed = parse(text).expect("a formula");
    let automaton = translate(&parsed.formulas, parsed.root, 1_000).expect("small");
    (parsed.formulas, automaton.reduced())
}

/// The nodes in the order of the run: label, whether accepting.
fn chain(text: &str) -> Vec<(String, bool)> {
    let (formulas, automaton) = automaton(text);
    let nodes = automaton.nodes();
    let mut all: Vec<(String, bool)> = nodes
        .map(|(_, n)| (automaton.label(&formulas, n), n.accepting))
        .collect();
    all.sort();
    all
}

#[test]
fn the_first_formula_has_four_nodes_and_the_true_one() {
    let expected = [
        ("!at l2", false),
        ("!at l2", false),
        ("at l2", false),
        ("at l2", true),
        ("true", true),
    ];
    let expected: Vec<(String, bool)> = expected.map(|(l, a)| (l.to_owned(), a)).to_vec();
    assert_eq!(chain(ONCE_AGAIN), expected);
}

#[test]
fn the_second_has_the_conditions_on_its_second_and_fourth_node() {
    let expected = [
        ("!at l2", false),
        ("!at l2", false),
        ("at l2 && {x >= 2 * y}", true),
        ("at l2 && {x >= y}", false),
        ("true", true),
    ];
    let expected: Vec<(String, bool)> = expected.map(|(l, a)| (l.to_owned(), a)).to_vec();
    assert_eq!(chain(WITH_VALUES), expected);
}

#[test]
fn the_edges_are_those_of_the_figure() {
    let (formulas, automaton) = automaton(ONCE_AGAIN);
    let dot = automaton.to_dot(&formulas);
    assert_eq!(dot.matches("doublecircle").count(), 2);
    // s1 to itself and s2, s2 to s3, s3 to itself and s4, s4 to true, true to itself.
    let edges: usize = automaton.nodes.iter().map(|n| n.next.len()).sum();
    assert_eq!(edges, 7);
    assert_eq!(automaton.initial().count(), 2);
    assert_eq!(automaton.final_for_good().len(), 2);
}

#[test]
fn what_is_no_formula_is_reported_with_its_place() {
    let error = |text: &str| parse(text).expect_err("no formula");
    let bare = error("F x >= 3");
    assert_eq!(bare.span, 2..3);
    assert!(bare.help.contains("braces"), "{bare:?}");
    let mixed = error("F (at l3 * v > 0)");
    assert!(mixed.message.contains("not of both"), "{mixed:?}");
    assert_eq!(mixed.span, 9..10);
    let inside = error("F {at l3 && v > 0}");
    assert!(inside.help.contains("split it"), "{inside:?}");
    assert_eq!(error("F (at l3").span, 2..3);
    assert_eq!(
        error("at l3 at l4").message,
        "an operator is missing before this"
    );
    assert!(error("{x > 0").message.contains("never closed"));
    assert!(error("at").message.contains("needs a place"));
    assert!(error("").message.contains("missing"));
    assert!(error("U at l").message.contains("between two formulas"));
    let deep = "!".repeat(100_000) + "at l";
    assert!(error(&deep).message.contains("deep"));
}

#[test]
fn operators_bind_as_documented() {
    let same = |a: &str, b: &str| {
        let (x, y) = (parse(a).expect("a formula"), parse(b).expect("a formula"));
        let show = |p: &hatha_ltl::Parsed| {
            let t = translate(&p.formulas, p.root, 1_000).expect("small");
            t.to_text(&p.formulas)
        };
        assert_eq!(show(&x), show(&y), "{a} / {b}");
    };
    same("at a && at b || at c", "(at a && at b) || at c");
    same("at a U at b && at c", "(at a U at b) && at c");
    same("at a U at b U at c", "at a U (at b U at c)");
    same("at a -> at b -> at c", "at a -> (at b -> at c)");
    same("at a V at b", "at a R at b");
    same("!at a U at b", "(!at a) U at b");
    let p = parse("P1 at f.c:60 && {p->n > 0 && X}").expect("a formula");
    let texts: Vec<String> = p
        .formulas
        .atoms()
        .iter()
        .map(hatha_ltl::Atom::text)
        .collect();
    assert_eq!(texts, ["P1 at f.c:60", "{p->n > 0 && X}"]);
}
