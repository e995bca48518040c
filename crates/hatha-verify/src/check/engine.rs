//! The boundary of an engine.
//!
//! **Invariant.** A panic inside an engine is an internal error of that engine and of nothing
//! else: whoever asked goes on with what is left.

use hatha_engine::{Counts, Engine, Finding, Search, Task};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Has an engine search.
pub(super) fn search(engine: &dyn Engine, task: &Task<'_>) -> Search {
    let name = engine.name();
    let found = guarded(name, || {
        #[cfg(feature = "broken")]
        if let Some(finding) = broken::defect(name) {
            return Search::new(finding, Counts::default());
        }
        engine.search(task)
    });
    found.unwrap_or_else(|why| Search::new(Finding::Internal(why), Counts::default()))
}

/// Does something for an engine; a panic is an error in words.
pub(super) fn guarded<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves behind is dropped with the engine: nobody looks at it again.
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| format!("{name} panicked: {}", words(payload.as_ref())))
}

fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

/// Defects of whole engines, for tests alone (feature `broken`).
#[cfg(feature = "broken")]
mod broken {
    use hatha_cfa::Span;
    use hatha_engine::{FailingTest, Finding};
    use hatha_exec::fault::{Fault, FaultKind};

    /// The defect that an engine meets as soon as it searches: `HATHA_ENGINE_DEFECT` lists engines with what
    /// happens to them, `dash=panic,panda=internal,dart=test`.
    pub(super) fn defect(engine: &str) -> Option<Finding> {
        let list = std::env::var("HATHA_ENGINE_DEFECT").ok()?;
        let named = list.split(',').filter_map(|one| one.split_once('='));
        let (_, what) = named.filter(|(name, _)| *name == engine).last()?;
        match what {
            "panic" => panic!("a defect that was asked for"),
            "internal" => Some(Finding::Internal(format!("{engine} has a defect"))),
            // A test that fails nowhere.
            _ => Some(Finding::Test(Box::new(FailingTest {
                inputs: Vec::new(),
                layout: Vec::new(),
                fault: Fault {
                    kind: FaultKind::OutOfBounds,
                    message: "none".to_owned(),
                    span: Span::NONE,
                    stack: Vec::new(),
                    object: None,
                },
            }))),
        }
    }
}
