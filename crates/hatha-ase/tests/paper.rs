//! The systems and the claims of the paper.

mod common;

use common::{ase, benchmark, predicates, proved, violated, z3};
use hatha_ase::{Answer, Check, Engine};
use hatha_gcl::explicit;

/// Section 2. Figure 3(b) draws seven abstract states, a1 to a7: the four of the
/// safe fragment, which are ours, and three of the six before it (the other
/// interleavings of t1 and t4 are left out of the drawing).
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
    let mut fragment: Vec<(Vec<i64>, &str)> = proof
        .states
        .iter()
        .map(|s| (s.values.clone(), s.predicates.as_str()))
        .collect();
    fragment.sort();
    // (pc1, pc2) counted from zero, x <= y, b = 2: a6, a7, a4, a5 of the paper.
    let expected = [
        (vec![1, 1], "01"),
        (vec![1, 1], "11"),
        (vec![1, 2], "01"),
        (vec![2, 1], "11"),
    ];
    assert_eq!(fragment, expected);
    // pc = (1, 1), (2, 1), (1, 2) for x <= y and for x > y.
    assert_eq!(proof.stem.len(), 6);
    assert_eq!(counts.classes, 10);
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
