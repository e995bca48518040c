//! Watches a search for the supervisor and for `--log`.
//!
//! **Invariant.** Watching is passing on: progress goes to the supervisor, events
//! go to the log where there is one, and nothing comes back.

use super::exit::Failure;
use super::log::{self, Log};
use super::supervisor::Message;
use hatha_engine::{Counts, Event, Observer};
use serde_json::{Value, json};
use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Passes progress on, and events to a log.
#[derive(Debug)]
pub(super) struct Watch {
    last_report: Cell<Instant>,
    log: Option<Log>,
}

impl Watch {
    /// With a log, which begins with some lines, if one is wanted.
    pub(super) fn new(log: Option<&Path>, first: impl Fn() -> Vec<Value>) -> Result<Self, Failure> {
        let log = log.map(Log::create).transpose()?;
        if let Some(log) = &log {
            for line in first() {
                log.write(&line);
            }
        }
        Ok(Watch {
            last_report: Cell::new(Instant::now()),
            log,
        })
    }

    /// Writes a line that is no event of the search.
    pub(super) fn note(&self, line: impl FnOnce() -> Value) {
        if let Some(log) = &self.log {
            log.write(&line());
        }
    }

    /// Writes the last line of the log.
    pub(super) fn finish(self, verdict: &Value) -> Result<(), Failure> {
        match self.log {
            Some(log) => {
                log.write_last();
                log.write(&json!({ "event": "end", "verdict": verdict }));
                log.finish()
            }
            None => Ok(()),
        }
    }
}

impl Observer for Watch {
    fn wants_events(&self) -> bool {
        self.log.is_some()
    }

    fn event(&self, event: &Event) {
        if let Some(log) = &self.log {
            log.write_event(
                &log::to_json(event),
                matches!(event, Event::Iteration { .. }),
            );
        }
    }

    fn progress(&self, counts: &Counts, frontier: &dyn Fn() -> String) {
        if self.last_report.get().elapsed() >= PAUSE {
            self.last_report.set(Instant::now());
            let frontier = frontier();
            Message::progress(counts, frontier).send();
        }
    }
}
