//! What an engine is, by the smallest one: it gives small programs to another and gives up on others.

use hatha_engine::{
    Calls, Counts, Dash, Engine, Finding, Refinement, Reuse, Search, Target, Task, engines,
};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load};
use hatha_smt::Budget;
use std::path::Path;

/// `dash` on programs with few edges, nothing on others.
struct Small {
    edges: usize,
}

impl Engine for Small {
    fn name(&self) -> &'static str {
        "small"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        let edges = task.program.proc(task.entry).edges.len();
        match edges <= self.edges {
            true => Dash::default().search(task),
            false => {
                let why = format!("the entry has {edges} edges");
                Search::new(Finding::Unknown(why), Counts::default())
            }
        }
    }
}

fn found(engine: &dyn Engine) -> Finding {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let options = LoadOptions {
        files: vec![root.join("examples/counter.c")],
        entry: Some("main".to_owned()),
        ..LoadOptions::default()
    };
    let program = load(&options).unwrap_or_else(|d| panic!("{d:?}"));
    let entry = program.find_proc("main").expect("the entry is there");
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
    engine.search(&task).finding
}

#[test]
fn an_engine_is_a_name_and_a_search() {
    let found_by = |edges| found(&Small { edges });
    assert!(matches!(found_by(1_000), Finding::Proof(_)));
    assert!(matches!(found_by(0), Finding::Unknown(_)));
    let small = Small { edges: 0 };
    assert!(engines().iter().all(|e| e.name() != small.name()));
}
