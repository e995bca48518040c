//! The systems and the claims of the paper.

mod common;

use common::{ase, benchmark, benchmark_text, folder, predicates, proved, violated, z3};
use hatha_ase::{Answer, Check, Engine};
use hatha_gcl::{Model, explicit};
use std::collections::BTreeSet;

/// Section 2: two predicates, one iteration, and the fragment a4 to a7.
#[test]
fn the_protocol_of_figure_1_is_proved_by_safe_fragment_at_once() {
    if !z3() {
        return;
    }
    let model = benchmark("mutex.gcl", &[]);
    let (answer, counts) = ase(&model, &[]);
    let Answer::Proved(Check::SafeFragment, proof) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!((counts.iterations, counts.predicates), (1, 2));
    assert_eq!(proof.predicates, ["x <= y", "b = 2"]);
    let fragment = proof.states.iter();
    let fragment: BTreeSet<(Vec<i64>, &str)> = fragment
        .map(|s| (s.values.clone(), s.predicates.as_str()))
        .collect();
    // (pc1, pc2) counted from zero, x <= y, b = 2: a6, a4, a7, a5 of the paper.
    let expected = [
        (vec![1, 1], "01"),
        (vec![1, 1], "11"),
        (vec![1, 2], "01"),
        (vec![2, 1], "11"),
    ];
    assert_eq!(fragment, BTreeSet::from(expected));
    // pc = (1, 1), (2, 1), (1, 2) for x <= y and for x > y.
    assert_eq!(proof.stem.len(), 6);
    assert_eq!(counts.classes, 10);
}

/// (pc1, pc2, x <= y, b = 2), for x and y from 0 to 1, which is all that counts.
fn valuations_of_figure_1() -> BTreeSet<(i128, i128, bool, bool)> {
    let text = benchmark_text("mutex.gcl").replace("var x, y: int;", "var x, y: 0..=1;");
    let model = hatha_gcl::load(&text, &[]).expect("well formed");
    let [x, y, b, p, q] = ["x", "y", "b", "p1.pc", "p2.pc"].map(|name| {
        let found = model.find(name);
        found.expect("it is declared").index()
    });
    let mut seen: BTreeSet<Vec<i128>> = BTreeSet::new();
    let mut work = explicit::initial(&model, 1_000).expect("finite");
    while let Some(state) = work.pop() {
        if seen.insert(state.clone()) {
            work.extend(explicit::successors(&model, &state, 1_000).expect("finite"));
        }
    }
    let valuation = |s: &Vec<i128>| (s[p], s[q], s[x] <= s[y], s[b] == 2);
    seen.iter().map(valuation).collect()
}

/// Ten valuations of the predicates are reachable by executions, so that no
/// exploration that ends in a proof can have fewer (Theorem 1).
#[test]
fn figure_1_has_ten_reachable_abstract_states() {
    assert_eq!(valuations_of_figure_1().len(), 10);
}

/// What section 2 and section 4.1 tell about Figure 3: two initial states, of
/// which the one with x <= y is followed, by t1 first and then t4. With these
/// interleavings alone there are the seven abstract states that are named.
#[test]
fn the_drawn_part_of_figure_3_has_seven_abstract_states() {
    if !z3() {
        return;
    }
    let text = benchmark_text("mutex.gcl");
    let drawn = text
        .replace("t1: pc = l1 ->", "t1: pc = l1 && x <= y ->")
        .replace("t4: pc = l1 ->", "t4: pc = l1 && p1.pc != l1 ->");
    let model = hatha_gcl::load(&drawn, &[]).expect("well formed");
    let (answer, counts) = ase(&model, &[]);
    assert_eq!(proved(&answer), Some(Check::SafeFragment), "{answer:?}");
    assert_eq!((counts.iterations, counts.predicates), (1, 2));
    assert_eq!(counts.classes, 7);
}

#[test]
fn the_modification_of_theorem_3_is_proved_by_inductive_invariant_alone() {
    if !z3() {
        return;
    }
    let model = benchmark("theorem3.gcl", &[]);
    let given = predicates(&model, &["b = 0", "b = 1"]);
    let (answer, counts) = ase(&model, &given);
    assert_eq!(proved(&answer), Some(Check::InductiveInvariant));
    assert_eq!(counts.iterations, 1);
}

/// An input makes exactness too little: every state can step into what was
/// explored, and others are reached all the same.
#[test]
fn exactness_alone_does_not_trap_executions_with_inputs() {
    if !z3() {
        return;
    }
    let model = benchmark("trap.gcl", &[]);
    let (answer, _) = ase(&model, &[]);
    assert!(violated(&model, &answer), "{answer:?}");
}

/// Iterations, predicates and abstract states as in Figure 7.
#[test]
fn the_rows_of_figure_7_that_take_no_time() {
    if !z3() {
        return;
    }
    let sf = Some(Check::SafeFragment);
    for (n, figures) in [(2, (4, 8, 9)), (3, (5, 14, 31))] {
        let model = benchmark("ticket.gcl", &[("n", n)]);
        let (answer, counts) = ase(&model, &[]);
        assert_eq!(proved(&answer), sf, "ticket {n}");
        let ours = (counts.iterations, counts.predicates, counts.classes);
        assert_eq!(ours, figures, "ticket {n}");
    }
    for name in ["bakery.gcl", "rax.gcl"] {
        let (answer, _) = ase(&benchmark(name, &[]), &[]);
        assert!(proved(&answer).is_some(), "{name}: {answer:?}");
    }
    let defective = [("bounded-bakery-e.gcl", None), ("ticket-e.gcl", Some(2))];
    for (name, n) in defective {
        let constants: Vec<(&str, i128)> = n.map(|n| ("n", n)).into_iter().collect();
        let model = benchmark(name, &constants);
        let (answer, _) = ase(&model, &[]);
        assert!(violated(&model, &answer), "{name}: {answer:?}");
    }
    let model = benchmark("rax-x.gcl", &[("X", 5)]);
    assert!(violated(&model, &ase(&model, &[]).0));
}

#[test]
fn the_rows_of_figure_8() {
    if !z3() {
        return;
    }
    let two = [("n", 2)];
    let rows: [(&str, &[(&str, i128)]); 5] = [
        ("ticket-any.gcl", &two),
        ("peterson.gcl", &[]),
        ("bakery-stay.gcl", &[]),
        ("mesi-any.gcl", &[]),
        ("synapse.gcl", &[]),
    ];
    for (name, constants) in rows {
        let (answer, _) = ase(&benchmark(name, constants), &[]);
        assert_eq!(proved(&answer), Some(Check::InductiveInvariant), "{name}");
    }
    for n in [2, 3] {
        let model = benchmark("ticket-any-e.gcl", &[("n", n)]);
        let (answer, counts) = ase(&model, &[]);
        assert!(violated(&model, &answer), "{answer:?}");
        assert_eq!(counts.iterations, 1);
    }
}

#[test]
fn ur_refuses_what_it_is_not_for_and_agrees_elsewhere() {
    if !z3() {
        return;
    }
    let ur = |name: &str, constants: &[(&str, i128)]| {
        let model = benchmark(name, constants);
        hatha_ase::run(&model, Engine::Ur, &[], common::budget(60))
    };
    for name in ["mutex.gcl", "synapse.gcl"] {
        let (answer, _) = ur(name, &[]);
        assert!(matches!(&answer, Answer::Unknown(why) if why.contains("ur is for")));
    }
    let (answer, counts) = ur("ticket.gcl", &[("n", 2)]);
    assert_eq!(proved(&answer), Some(Check::Exact));
    assert_eq!(
        (counts.iterations, counts.predicates, counts.classes),
        (4, 8, 9)
    );
    let (answer, _) = ur("ticket-e.gcl", &[("n", 2)]);
    let model = benchmark("ticket-e.gcl", &[("n", 2)]);
    assert!(violated(&model, &answer), "{answer:?}");
}

/// Where the abstract states of an instance tell all its states apart, the
/// engine has seen as many as there are.
#[test]
fn counts_of_reachable_states_agree_with_explicit_search() {
    if !z3() {
        return;
    }
    // n caches: all invalid, one exclusive, one modified, 1 to n shared.
    let mesi = |n: i128| n as usize + 3;
    // All invalid, one exclusive, 1 to n unowned, and 1 to n - 1 besides an owner.
    let berkeley = |n: i128| 2 * n as usize + 1;
    // Floors with the door closed or open, headings, and the requests of each.
    let elevator = |n: i128| (3 * n as usize - 2) * (1 << n) - 1;
    let rows = [
        ("mesi.gcl", 6, mesi(6)),
        ("berkeley.gcl", 5, berkeley(5)),
        ("elevator.gcl", 2, elevator(2)),
        ("elevator.gcl", 3, elevator(3)),
        ("elevator.gcl", 4, elevator(4)),
    ];
    for (name, n, expected) in rows {
        let model = benchmark(name, &[("n", n)]);
        assert_eq!(explicit::count(&model, 10_000), Ok(expected), "{name} {n}");
        let (answer, counts) = ase(&model, &[]);
        assert!(proved(&answer).is_some(), "{name}: {answer:?}");
        assert_eq!(counts.states as usize, expected, "{name} {n}");
    }
}

/// A constant with its value.
type Constant = (String, i128);

/// The counts that a file states, with the constant that each is for.
fn stated(text: &str) -> Vec<(usize, Option<Constant>)> {
    let comment: Vec<&str> = text.lines().map_while(|l| l.strip_prefix("//")).collect();
    let comment = comment.concat();
    let Some((_, counts)) = comment.split_once("Reachable states:") else {
        return Vec::new();
    };
    let number = |text: &str| text.trim().parse::<u32>().expect("a number");
    let count = |part: &str| {
        let (states, constant) = part.split_once('(').unwrap_or((part, ""));
        let constant = constant.trim_end_matches(')').split_once('=');
        let constant = constant.map(|(n, v)| (n.trim().to_owned(), number(v).into()));
        (number(states) as usize, constant)
    };
    let counts = counts.split('.').next().unwrap_or_default();
    counts.split(',').map(count).collect()
}

/// The names of all files, in order.
fn names() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).expect("the benchmarks are there");
    let names = files.map(|f| f.expect("readable").file_name().into_string());
    let names = names.map(|n| n.expect("plain names"));
    names.filter(|n| n.ends_with(".gcl")).collect()
}

/// A file whose constants without a value are given a small one.
fn small(name: &str) -> Model {
    let text = benchmark_text(name);
    let open = |c: &&(&str, i128)| text.contains(&format!("const {};", c.0));
    let constants: Vec<_> = [("n", 2), ("X", 5)].iter().filter(open).copied().collect();
    benchmark(name, &constants)
}

/// Every finite system states its number of reachable states, and explicit search
/// counts as many; what states none is infinite.
#[test]
fn the_counts_that_files_state_agree_with_explicit_search() {
    let mut finite = 0;
    for name in names() {
        let counts = stated(&benchmark_text(&name));
        for (states, constant) in &counts {
            let constant = constant.as_ref().map(|(n, v)| (n.as_str(), *v));
            let model = benchmark(&name, constant.as_slice());
            let found = explicit::count(&model, 10_000);
            assert_eq!(found, Ok(*states), "{name} with {constant:?}");
        }
        if counts.is_empty() {
            let found = explicit::count(&small(&name), 10_000);
            assert!(found.is_err(), "{name} is finite: {found:?}");
        }
        finite += usize::from(!counts.is_empty());
    }
    assert_eq!(finite, 9);
}

/// The first word behind "Expected" is the verdict.
#[test]
fn every_file_has_the_verdict_that_it_expects() {
    if !z3() {
        return;
    }
    for name in names() {
        let text = benchmark_text(&name);
        let (_, expected) = text.split_once("// Expected: ").expect("it says what");
        let model = small(&name);
        let (answer, _) = ase(&model, &[]);
        match expected.split(|c: char| !c.is_alphabetic()).next() {
            Some("proved") => assert!(proved(&answer).is_some(), "{name}: {answer:?}"),
            Some("violated") => assert!(violated(&model, &answer), "{name}: {answer:?}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The defective bakery once more, written down without the language.
fn bounded_bakery(largest: i128) -> usize {
    let after = |ticket: i128| if ticket < largest { ticket + 1 } else { 0 };
    let mut seen = BTreeSet::new();
    let mut work = vec![(0, 0, 0, 0)];
    while let Some(state @ (x, y, p, q)) = work.pop() {
        if !seen.insert(state) {
            continue;
        }
        match p {
            0 => work.push((after(y), y, 1, q)),
            1 if y == 0 || x <= y => work.push((x, y, 2, q)),
            1 => {}
            _ => work.push((0, y, 0, q)),
        }
        match q {
            0 => work.push((x, after(x), p, 1)),
            1 if x == 0 || y < x => work.push((x, y, p, 2)),
            1 => {}
            _ => work.push((x, 0, p, 0)),
        }
    }
    seen.len()
}

/// With a predicate for each value the engine meets exactly the reachable states.
#[test]
fn the_states_of_the_bounded_bakery_are_counted_in_three_ways() {
    if !z3() {
        return;
    }
    let text = benchmark_text("bounded-bakery-e.gcl");
    let (system, _) = text.split_once("never").expect("its property");
    let model = hatha_gcl::load(&format!("{system} never false;"), &[]).expect("well formed");
    let values: Vec<String> = (0..=4)
        .flat_map(|v| [format!("x = {v}"), format!("y = {v}")])
        .collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let (answer, counts) = ase(&model, &predicates(&model, &values));
    assert!(proved(&answer).is_some(), "{answer:?}");
    assert_eq!(counts.states as usize, bounded_bakery(4));
    assert_eq!(explicit::count(&model, 1_000), Ok(bounded_bakery(4)));
}
