//! Writing a test suite to a folder.
//!
//! **Invariant.** Each test is replayed by the plain simulator before it is
//! written, so every file says what that run saw. Files are numbered from 1:
//! `test-0001.json` (the input vector), `testcase-1.xml` (what the functions of
//! Test-Comp return), `harness-0001.c` (for a native replay), and one `metadata.xml`.
//! Each file is written as a whole; an interrupted run leaves the tests before.

use crate::replay::{Replayed, replay};
use hatha_cfa::{ProcId, Program};
use hatha_exec::config::Config;
use hatha_exec::fault::Stop;
use hatha_exec::image::ImageError;
use hatha_proof::input::InputVector;
use hatha_report::harness::{HarnessError, harness};
use hatha_report::sha256;
use hatha_report::testcomp::{self, Goal, Metadata};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A suite being written.
#[derive(Debug)]
pub struct Suite<'a> {
    /// Where to.
    pub folder: &'a Path,
    /// The program, as loaded.
    pub program: &'a Program,
    /// Where its tests start.
    pub entry: ProcId,
    /// The environment of its tests; its limit on steps ends the replay of a test that was cut.
    pub config: &'a Config,
    /// The program's files.
    pub files: &'a [PathBuf],
    /// What the suite is for.
    pub goal: Goal,
}

/// A test that has been written.
#[derive(Debug)]
pub struct Written {
    /// What the replay saw.
    pub replayed: Replayed,
    /// Why there is no harness, if there is none.
    pub no_harness: Option<HarnessError>,
}

/// Why a suite cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// Its folder cannot be made.
    #[error("cannot make the folder {folder}: {source}", folder = .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of it cannot be written.
    #[error("cannot write {file}: {source}", file = .file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The program cannot run.
    #[error(transparent)]
    Image(#[from] ImageError),
}

impl Suite<'_> {
    /// Makes the folder and writes what the suite says about itself.
    pub fn begin(&self) -> Result<(), SuiteError> {
        std::fs::create_dir_all(self.folder).map_err(|e| SuiteError::Folder {
            folder: self.folder.to_path_buf(),
            source: e,
        })?;
        self.write("metadata.xml", &testcomp::metadata(&self.metadata()))
    }

    /// Replays a test and writes it under a number.
    pub fn add(&self, number: usize, vector: &InputVector) -> Result<Written, SuiteError> {
        let replayed = replay(self.program, self.entry, self.config, vector)?;
        let complete = &replayed.vector;
        let fails = matches!(replayed.stop, Stop::Fault(_));
        self.write(&test_name(number), &complete.to_json())?;
        let case = testcomp::testcase(complete, fails);
        self.write(&format!("testcase-{number}.xml"), &case)?;
        let no_harness = match harness(self.program, complete, &self.entry_file()) {
            Ok(harness) => {
                self.write(&format!("harness-{number:04}.c"), &harness.text)?;
                None
            }
            Err(why) => Some(why),
        };
        Ok(Written {
            replayed,
            no_harness,
        })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), SuiteError> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(|e| SuiteError::Write {
            file: path,
            source: e,
        })
    }

    /// The file that defines the entry; absolute where that is known, so that a harness finds it.
    fn entry_file(&self) -> String {
        let span = self.program.proc(self.entry).span;
        let name = self.program.sources.file(span.file).map(|f| f.name.clone());
        let name = name.unwrap_or_default();
        let path = Path::new(&name).canonicalize();
        path.map_or(name, |p| p.to_string_lossy().into_owned())
    }

    fn metadata(&self) -> Metadata {
        let file = self.files.first().map_or(Path::new(""), PathBuf::as_path);
        let bytes = std::fs::read(file).unwrap_or_default();
        let entry = self.program.proc(self.entry).name.clone();
        Metadata {
            producer: concat!("hatha ", env!("CARGO_PKG_VERSION")).to_owned(),
            specification: self.goal.specification(&entry),
            program_file: file.to_string_lossy().into_owned(),
            program_hash: sha256::hex(&bytes),
            entry,
            pointer_bits: self.program.target.pointer_bits,
            created: created(),
        }
    }
}

/// The input vector of a test.
pub fn test_name(number: usize) -> String {
    format!("test-{number:04}.json")
}

/// Now in seconds since 1970, or the time that `SOURCE_DATE_EPOCH` gives for reproducible files.
pub fn created() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH);
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| now().map_or(0, |d| d.as_secs()))
}
