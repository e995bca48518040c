//! DASH as in the paper: without any policy it decides small programs, and each policy alone
//! changes no verdict.

use hatha_engine::{Calls, Dash, Engine, Finding, Policies, Refinement, Reuse, Target, Task};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load};
use hatha_smt::Budget;
use std::path::Path;

/// What a search found, without its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Test,
    Proof,
    Neither,
}

fn search(file: &str, entry: &str, policies: Policies) -> Found {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let options = LoadOptions {
        files: vec![root.join(file)],
        entry: Some(entry.to_owned()),
        ..LoadOptions::default()
    };
    let program = load(&options).unwrap_or_else(|d| panic!("{d:?}"));
    let entry = program.find_proc(entry).expect("the entry is there");
    let task = Task {
        program: &program,
        entry,
        config: Config::default(),
        havoc_globals: true,
        seed: 1,
        budget: Budget::default(),
        test_steps: 1_000_000,
        target: Target::default(),
        calls: Calls::default(),
        refinement: Refinement::default(),
        generalise: true,
        matching: true,
        ranges: false,
        objects_by_name: true,
        seed_tests: Vec::new(),
        reuse: Reuse::default(),
        observer: &(),
        exchange: None,
    };
    match (Dash { policies }).search(&task).finding {
        Finding::Test(_) => Found::Test,
        Finding::Proof(_) => Found::Proof,
        Finding::Unknown(_) | Finding::Internal(_) => Found::Neither,
    }
}

/// Programs that need no policy: the first two and the last one by refinement, the third by a
/// test that no random input gives.
const PROGRAMS: [(&str, &str, Found); 5] = [
    ("examples/counter.c", "main", Found::Proof),
    (
        "benchmarks/papers/synergy-fig3-scalar.c",
        "foo",
        Found::Proof,
    ),
    ("examples/counter-bug.c", "main", Found::Test),
    ("benchmarks/papers/synergy-fig1.c", "foo", Found::Test),
    ("benchmarks/synergy/test12.c", "main", Found::Proof),
];

#[test]
fn the_algorithm_of_the_paper_alone_decides_small_programs() {
    for (file, entry, expected) in PROGRAMS {
        assert_eq!(search(file, entry, Policies::NONE), expected, "{file}");
    }
}

#[test]
fn every_policy_can_be_turned_off() {
    let all = Policies::ALL;
    let without = [
        Policies {
            coverage: false,
            ..all
        },
        Policies {
            inference: false,
            ..all
        },
        Policies {
            resumption: false,
            ..all
        },
        Policies {
            exchange: false,
            ..all
        },
        Policies {
            descent: false,
            ..all
        },
        Policies {
            untested: false,
            ..all
        },
        Policies {
            pruning: false,
            ..all
        },
    ];
    for policies in without {
        for (file, entry, expected) in PROGRAMS {
            assert_eq!(
                search(file, entry, policies),
                expected,
                "{file} {policies:?}"
            );
        }
    }
}
