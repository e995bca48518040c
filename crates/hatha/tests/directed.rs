//! Directed testing as a library: the figures of the literature, and how tests
//! are driven.

use hatha_cfa::{ProcId, Program, SourceMap};
use hatha_engine::directed::{
    Director, Driven, Ending, Explored, Goal, Order, Plan, RunLimits, Runner,
};
use hatha_exec::concolic::Site;
use hatha_exec::config::Config;
use hatha_exec::image::Image;
use hatha_front::load::{LoadOptions, load_into};
use hatha_verify::testing;
use std::fmt::Write as _;

fn is_exhausted(ending: &Ending) -> bool {
    matches!(ending, Ending::Exhausted(_))
}

fn load(text: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some("foo".to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn foo(program: &Program) -> ProcId {
    program.find_proc("foo").expect("the program has a foo")
}

/// Searches and hands the result to a test.
fn explored<T>(text: &str, plan: &Plan, see: impl FnOnce(&Explored<'_>) -> T) -> T {
    let program = load(text);
    let image = Image::new(&program).expect("the program can be laid out");
    let entry = foo(&program);
    let explored = testing::test(&image, entry, &Config::default(), plan, &mut ());
    see(&explored.expect("hatha has no defect"))
}

const ORDERS: [Order; 3] = [Order::Dfs, Order::Generational, Order::Coverage];

/// Figure 1 with a given bound.
fn figure_1(bound: u32) -> String {
    format!(
        "void reach_error(void);
         void foo(int a) {{
           int i; unsigned c;
           i = 0; c = 0;
           while (i < {bound}) {{ c = c + i; i = i + 1; }}
           if (a <= 0) reach_error();
         }}"
    )
}

const FIGURE_7: &str = "void reach_error(void);
    void foo(int x, int y) {
      if (x != y)
        if (2 * x == x + 10)
          reach_error();
    }";

/// Figure 8 with n diamonds.
fn figure_8(n: usize) -> String {
    let mut text = String::from(
        "void reach_error(void); int __VERIFIER_nondet_int(void); int state;\nvoid foo(void) { state = 1;\n",
    );
    for i in 0..n {
        writeln!(
            text,
            "int x{i} = 0; if (__VERIFIER_nondet_int()) x{i} = x{i} + 1; else x{i} = x{i} - 1;"
        )
        .expect("a string takes everything");
    }
    text.push_str("if (state != 1) reach_error(); }");
    text
}

#[test]
fn figure_1_needs_one_query_whatever_its_bound() {
    // From an input that passes, as in the paper.
    for bound in [1000, 100_000, 1_000_000] {
        let mut plan = Plan::new(Goal::Error, Order::Dfs);
        plan.seeds = vec![vec![45]];
        explored(&figure_1(bound), &plan, |e| {
            assert_eq!(e.ending, Ending::Goal);
            assert_eq!(e.effort.longest, 1, "the loop does not depend on inputs");
            assert_eq!(e.effort.queries, 1);
            let test = e.suite.tests.last().expect("the failing test is kept");
            let value: i64 = test.vector.inputs[0].value.parse().expect("a number");
            assert!(value <= 0, "{value}");
        });
    }
}

#[test]
fn figure_7_needs_at_most_three_tests() {
    for order in ORDERS {
        let plan = Plan::new(Goal::Error, order);
        explored(FIGURE_7, &plan, |e| {
            assert_eq!(e.ending, Ending::Goal, "{order:?}");
            assert!(e.effort.tests <= 3, "{order:?}: {} tests", e.effort.tests);
        });
    }
}

#[test]
fn figure_8_has_two_to_the_n_paths() {
    for order in ORDERS {
        for n in 1..=6 {
            let plan = Plan::new(Goal::Error, order);
            explored(&figure_8(n), &plan, |e| {
                assert!(is_exhausted(&e.ending), "{order:?} {n}");
                assert_eq!(e.effort.tests, 1 << n, "{order:?} {n}");
                assert_eq!(e.effort.failing, 0);
            });
        }
    }
}

#[test]
fn a_switch_gives_one_path_for_each_case() {
    let text = "int __VERIFIER_nondet_int(void);
        int foo(void) {
          switch (__VERIFIER_nondet_int()) {
            case 1: return 1; case 5: return 2; case 7: return 3;
            case 9: return 4; case -3: return 5; case 70000: return 6;
            default: return 7;
          }
        }";
    for order in ORDERS {
        explored(text, &Plan::new(Goal::Error, order), |e| {
            assert!(is_exhausted(&e.ending), "{order:?}");
            assert_eq!(e.effort.tests, 7, "{order:?}");
            assert_eq!(e.table[0].branches_covered, e.table[0].branches);
        });
    }
}

#[test]
fn an_assumption_that_fails_is_no_path_to_try() {
    let text = "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
        int foo(void) {
          int x = __VERIFIER_nondet_int();
          __VERIFIER_assume(x > 10);
          return x > 20;
        }";
    // The test of zeroes is blocked; one more passes; its result decides nothing.
    explored(text, &Plan::new(Goal::Error, Order::Dfs), |e| {
        assert!(is_exhausted(&e.ending));
        assert_eq!(e.effort.tests, 2);
    });
}

#[test]
fn a_loop_without_end_is_cut_and_never_exhausted() {
    let text = "int __VERIFIER_nondet_int(void);
        void foo(void) { int n = 0; while (1) { if (__VERIFIER_nondet_int() == 7) n++; } }";
    let plan = Plan {
        max_tests: 200,
        ..Plan::new(Goal::Error, Order::Coverage)
    };
    explored(text, &plan, |e| {
        assert_eq!(e.ending, Ending::Tests);
        assert!(e.effort.cut > 0);
    });
    let idle = "void foo(void) { while (1) {} }";
    explored(idle, &Plan::new(Goal::Error, Order::Dfs), |e| {
        assert!(!is_exhausted(&e.ending));
        assert_eq!(e.effort.tests, 1, "a repeated state is not run again");
        assert!(e.effort.steps < 10_000, "{} steps", e.effort.steps);
    });
}

#[test]
fn a_division_by_zero_is_driven_to() {
    let text = "int __VERIFIER_nondet_int(void);
        int foo(void) { int d = __VERIFIER_nondet_int() + 3; return 100 / d; }";
    explored(text, &Plan::new(Goal::Error, Order::Coverage), |e| {
        assert_eq!(e.ending, Ending::Goal);
        assert_eq!(e.effort.tests, 2);
    });
}

#[test]
fn loops_bounded_by_inputs_are_driven_deep() {
    let text = "void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
        void foo(void) {
          unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
          while (i < n) { s += 3; i++; }
          if (s == 3 * 90) reach_error();
        }";
    explored(text, &Plan::new(Goal::Error, Order::Coverage), |e| {
        assert_eq!(e.ending, Ending::Goal);
    });
}

#[test]
fn the_same_seed_gives_the_same_tests() {
    let text = "void reach_error(void); int __VERIFIER_nondet_int(void);
        void foo(void) {
          int state = 0;
          for (int i = 0; i < 12; i++) {
            int x = __VERIFIER_nondet_int();
            if (state == 0 && x == 5) state = 1;
            else if (state == 1 && x * 3 == 21) state = 2;
            else if (state == 2 && x > 100 && x < 104) state = 3;
          }
          if (state == 3) reach_error();
        }";
    let tests = |seed| {
        let plan = Plan {
            seed,
            ..Plan::new(Goal::Error, Order::Coverage)
        };
        explored(text, &plan, |e| {
            assert_eq!(e.ending, Ending::Goal);
            let inputs = e.suite.tests.iter().map(|t| t.vector.inputs.clone());
            (e.effort, inputs.collect::<Vec<_>>())
        })
    };
    assert_eq!(tests(1), tests(1));
}

#[test]
fn an_index_that_is_an_input_is_tried_with_other_values() {
    let text = "void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
        static const int t[5] = {1, 0, 0, 9, 0};
        void foo(void) {
          unsigned i = __VERIFIER_nondet_uint();
          if (i < 5 && t[i] == 9) reach_error();
        }";
    for order in ORDERS {
        explored(text, &Plan::new(Goal::Error, order), |e| {
            assert_eq!(e.ending, Ending::Goal, "{order:?}");
        });
    }
}

#[test]
fn every_value_of_an_index_makes_the_search_exhaustive() {
    let text = "unsigned __VERIFIER_nondet_uint(void);
        static int t[4];
        int foo(void) {
          unsigned i = __VERIFIER_nondet_uint();
          if (i < 4) return t[i];
          return 0;
        }";
    explored(text, &Plan::new(Goal::Error, Order::Dfs), |e| {
        assert!(is_exhausted(&e.ending));
        assert_eq!(e.effort.tests, 5);
    });
}

#[test]
fn a_director_follows_a_prefix_and_then_turns() {
    let text = "int __VERIFIER_nondet_int(void);
        int foo(void) {
          int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = 0;
          if (x > 3) n++;
          if (y == 2 * x) n++;
          if (x + y == 21) n++;
          return n;
        }";
    let program = load(text);
    let image = Image::new(&program).expect("the program can be laid out");
    let runner = Runner::new(&image, foo(&program), Config::default());
    let mut director = Director::new(&runner);
    let limits = RunLimits::none();
    let test = director.run(&vec![9, 1].into(), &limits);
    assert_eq!(test.path.len(), 3);
    assert!(test.path.iter().all(|c| c.inputs == 2));
    assert!(matches!(
        test.path[0].site,
        Site::Branch { holds: true, .. }
    ));
    let Driven::Followed(turned) = director.turn(&test, 2, &limits) else {
        panic!("the last branch can be turned");
    };
    assert_eq!(turned.path[..2], test.path[..2]);
    assert_ne!(turned.path[2].term, test.path[2].term);
    assert_eq!((turned.start.inputs[0] + turned.start.inputs[1]) as u32, 21);
    let never = director.pool.fls();
    let driven = director.drive(&test, 1, never, &limits);
    assert!(matches!(driven, Driven::Infeasible), "{driven:?}");
}

#[test]
fn coverage_counts_what_ran() {
    let text = "int __VERIFIER_nondet_int(void);
        int foo(void) {
          int x = __VERIFIER_nondet_int();
          if (x == 12345) return 1;
          if (x != x) return 2;
          return 3;
        }";
    explored(text, &Plan::new(Goal::Branches, Order::Coverage), |e| {
        assert!(is_exhausted(&e.ending));
        let row = &e.table[0];
        assert_eq!((row.branches_covered, row.branches), (3, 4));
        assert_eq!(row.statements - row.statements_covered, 1);
        assert_eq!(e.suite.tests.len(), 2);
        let all: Vec<_> = e.suite.tests.iter().map(|t| e.suite.edges(t)).collect();
        assert!(all.iter().all(|edges| !edges.is_empty()));
        assert_ne!(all[0], all[1]);
    });
}
