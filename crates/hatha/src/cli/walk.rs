//! The walk of a question through the source files, for the test that compares it with
//! `ARCHITECTURE.md`.
//!
//! A file on the walk has a `tracing` event of the target `walk` where the question enters it.
//! Where `HATHA_WALK` names a file, the name of each such source file is added to it once, when it
//! is entered first.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The target of the events.
const TARGET: &str = "walk";

struct Walk {
    entered: Mutex<(BTreeSet<&'static str>, File)>,
}

/// Records the walk, if the environment asks for it.
pub(super) fn record() {
    let Some(path) = std::env::var_os("HATHA_WALK") else {
        return;
    };
    let opened = OpenOptions::new().create(true).append(true).open(path);
    if let Ok(file) = opened {
        let entered = Mutex::new((BTreeSet::new(), file));
        // Nothing else in this process sets a subscriber.
        let _ = tracing::subscriber::set_global_default(Walk { entered });
    }
}

impl Subscriber for Walk {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET
    }

    fn event(&self, event: &Event<'_>) {
        let mut entered = self.entered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = event.metadata().file()
            && entered.0.insert(file)
        {
            // The test notices a line that is missing.
            let _ = writeln!(entered.1, "{file}");
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
