//! The log of a search, `docs/formats/log.md`.
//!
//! **Invariant.** Every line is written as it happens, so that the log of a
//! search that is ended from outside is whole up to its last line. Up to the
//! result there are no times in it: the same search writes the same log. The part
//! that grows with the search is bounded; where it ends, the log says so.

mod event;
mod preface;

pub(super) use event::to_json;
pub(crate) use preface::preface;
pub(super) use preface::{flags, header};

use super::args::CheckArgs;
use super::check::cannot_write;
use super::document::{Answer, Document};
use super::exit::Failure;
use super::{explain, gcl};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fs::{File, OpenOptions};
use std::io::{LineWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of events that are written.
const EVENT_BYTES: usize = 16 << 20;

/// A file of lines.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: RefCell<LineWriter<File>>,
    failed: RefCell<Option<std::io::Error>>,
    /// What is left for events.
    room: Cell<usize>,
    /// The last iteration that there was no room for.
    last: RefCell<Option<String>>,
}

impl Log {
    /// A new file.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Log {
            path: path.to_path_buf(),
            file: RefCell::new(LineWriter::new(file)),
            failed: RefCell::new(None),
            room: Cell::new(EVENT_BYTES),
            last: RefCell::new(None),
        })
    }

    /// Writes a line; the first failure is told at the end.
    pub(super) fn write(&self, line: &Value) {
        self.write_text(&line.to_string());
    }

    fn write_text(&self, line: &str) {
        if self.failed.borrow().is_none()
            && let Err(e) = writeln!(self.file.borrow_mut(), "{line}")
        {
            *self.failed.borrow_mut() = Some(e);
        }
    }

    /// Writes an event while there is room; of the iterations after that the last is kept.
    pub(crate) fn write_event(&self, event: &Value, is_iteration: bool) {
        let text = event.to_string();
        let room = self.room.get();
        if text.len() < room {
            self.room.set(room - text.len());
            return self.write_text(&text);
        }
        if room > 0 {
            self.room.set(0);
            self.write(&json!({ "event": "limit", "bytes": EVENT_BYTES }));
        }
        if is_iteration {
            *self.last.borrow_mut() = Some(text);
        }
    }

    /// Writes the last iteration, if there was no room for it.
    pub(crate) fn write_last(&self) {
        if let Some(text) = self.last.take() {
            self.write_text(&text);
        }
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self.failed.into_inner() {
            Some(e) => Err(cannot_write(&self.path, &e)),
            None => Ok(()),
        }
    }
}

/// Adds the result to a log, with the header if there is none yet. Whoever wrote it may have been ended in the middle of a line: that
/// line is ended first, and readers pass over it.
pub(crate) fn conclude(path: &Path, args: &CheckArgs, document: &Document) -> Result<(), Failure> {
    let append = || -> std::io::Result<()> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        if file.metadata()?.len() == 0 {
            writeln!(file, "{}", header(args))?;
        } else if !ends_with_newline(&mut file)? {
            writeln!(file)?;
        }
        let hints = hints(args, document);
        let result = json!({ "event": "result", "document": document, "hints": hints });
        writeln!(file, "{result}")
    };
    append().map_err(|e| cannot_write(path, &e))
}

/// What to try next, where there is no answer about C.
fn hints(args: &CheckArgs, document: &Document) -> Vec<String> {
    if document.verdict != Answer::Unknown || gcl::is_gcl(&args.front.files) {
        return Vec::new();
    }
    explain::hints(document)
}

fn ends_with_newline(file: &mut File) -> std::io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

#[cfg(test)]
mod tests {
    use super::super::args::{Cli, Command};
    use super::*;
    use clap::Parser;

    #[test]
    fn a_full_log_says_so_and_keeps_the_last_iteration() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("log");
        let log = Log::create(&path).expect("a log");
        log.room.set(40);
        log.write_event(&json!({ "event": "test", "number": 1 }), false);
        for number in 1..=3 {
            log.write_event(&json!({ "event": "iteration", "number": number }), true);
        }
        log.write_last();
        log.finish().expect("it can be written");
        let text = std::fs::read_to_string(&path).expect("it is there");
        let line = |l: &str| serde_json::from_str::<Value>(l).expect("JSON");
        let lines: Vec<Value> = text.lines().map(line).collect();
        let events: Vec<&Value> = lines.iter().map(|l| &l["event"]).collect();
        assert_eq!(events, ["test", "limit", "iteration"]);
        assert_eq!(lines[2]["number"], 3);
    }

    #[test]
    fn a_result_starts_on_a_line_of_its_own() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("log");
        std::fs::write(&path, "{\"schema\":\"hatha-log\"}\n{\"event\":\"te").expect("written");
        let words = ["hatha", "check", "a.c"];
        let Command::Check(args) = Cli::parse_from(words).command else {
            panic!("another command");
        };
        conclude(&path, &args, &Document::blank("dash", "main")).expect("appended");
        let text = std::fs::read_to_string(&path).expect("it is there");
        let last = text.lines().last().expect("a line");
        let last: Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(last["document"]["verdict"], "unknown");
        let fresh = dir.path().join("fresh");
        conclude(&fresh, &args, &Document::blank("dash", "main")).expect("made");
        let text = std::fs::read_to_string(&fresh).expect("it is there");
        assert!(
            text.starts_with('{') && text.contains("hatha-log"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 2);
    }
}
