//! Watches a search for the supervisor and for `--log`.
//!
//! **Invariant.** Every line of a log is written as it happens, so that the log
//! of a search that is ended from outside is whole up to its last line. A log
//! holds no times: the same search writes the same log.

use super::check::cannot_write;
use super::exit::Failure;
use super::supervisor::Message;
use hatha_engine::{Answer, Counts, Event, Observer};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{LineWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Passes progress on, and events to a log.
#[derive(Debug)]
pub struct Watch {
    told: Cell<Instant>,
    log: Option<Log>,
}

impl Watch {
    /// With a log, whose first line is `header`, if one is wanted.
    pub fn new(log: Option<&Path>, header: &Value) -> Result<Self, Failure> {
        let log = log.map(Log::create).transpose()?;
        if let Some(log) = &log {
            log.write(header);
        }
        Ok(Watch {
            told: Cell::new(Instant::now()),
            log,
        })
    }

    /// Writes the last line of the log.
    pub fn finish(self, verdict: &Value) -> Result<(), Failure> {
        match self.log {
            Some(log) => {
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
            log.write(&to_json(event));
        }
    }

    fn progress(&self, counts: &Counts, frontier: &dyn Fn() -> String) {
        if self.told.get().elapsed() >= PAUSE {
            self.told.set(Instant::now());
            let frontier = frontier();
            Message::progress(counts, frontier).send();
        }
    }
}

/// The first line of a log.
pub fn header(engine: &str, entry: &str, files: &[PathBuf]) -> Value {
    let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    json!({ "schema": "hatha-log", "version": 1, "engine": engine, "entry": entry, "files": files })
}

/// An event as `docs/formats/log.md` has it.
fn to_json(event: &Event) -> Value {
    match event {
        Event::Iteration {
            number,
            trace,
            frontier,
            answer,
        } => {
            let (answer, reason) = match answer {
                Answer::Test => ("test", ""),
                Answer::Refuted => ("refuted", ""),
                Answer::Unknown(why) => ("unknown", why.as_str()),
            };
            json!({
                "event": "iteration",
                "number": number,
                "trace": trace,
                "frontier": frontier,
                "answer": answer,
                "reason": reason,
            })
        }
        Event::Test {
            number,
            inputs,
            end,
        } => json!({ "event": "test", "number": number, "inputs": inputs, "end": end }),
        Event::Split {
            location,
            predicate,
        } => json!({ "event": "split", "location": location, "predicate": predicate }),
        Event::Invariant {
            location,
            predicate,
        } => json!({ "event": "invariant", "location": location, "predicate": predicate }),
    }
}

/// A file of lines.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: RefCell<LineWriter<File>>,
    failed: RefCell<Option<std::io::Error>>,
}

impl Log {
    fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Log {
            path: path.to_path_buf(),
            file: RefCell::new(LineWriter::new(file)),
            failed: RefCell::new(None),
        })
    }

    /// Writes a line; the first failure is told at the end.
    fn write(&self, line: &Value) {
        if self.failed.borrow().is_none()
            && let Err(e) = writeln!(self.file.borrow_mut(), "{line}")
        {
            *self.failed.borrow_mut() = Some(e);
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self.failed.into_inner() {
            Some(e) => Err(cannot_write(&self.path, &e)),
            None => Ok(()),
        }
    }
}
