//! `hatha report LOG` and `check --report`: from a log to a page.

use super::args::{CheckArgs, ReportArgs};
use super::document::Document;
use super::exit::{self, Failure};
use super::{Outcome, check, file, log};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Makes a page from a log.
pub(super) fn main(args: &ReportArgs) -> Outcome {
    write(&args.log, &args.output)?;
    Ok(exit::OK)
}

fn write(log: &Path, to: &Path) -> Result<(), Failure> {
    let text = file::read(log)?;
    let page = hatha_report::page::page(&text).map_err(|why| {
        let why = format!("error: {}: {why}", log.display());
        Failure::new(exit::BAD_INPUT, why)
    })?;
    check::write(to, &page)
}

/// The log of a check that a page is made from.
#[derive(Debug)]
pub(super) enum Record {
    /// The one that the user asked for.
    Kept(PathBuf),
    /// One that goes when the page is written.
    Passing(TempPath),
}

impl Record {
    /// The log of a check, if one is needed.
    pub(super) fn of(args: &CheckArgs) -> Result<Option<Self>, Failure> {
        match (&args.log, &args.report) {
            (Some(path), _) => Ok(Some(Record::Kept(path.clone()))),
            (None, Some(_)) => {
                let file = tempfile::NamedTempFile::new().map_err(|e| {
                    Failure::new(exit::NO_INPUT, format!("cannot make a file: {e}"))
                })?;
                Ok(Some(Record::Passing(file.into_temp_path())))
            }
            (None, None) => Ok(None),
        }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        match self {
            Record::Kept(path) => path,
            Record::Passing(path) => path,
        }
    }

    /// What the worker has to be told of it besides the user's own options.
    pub(super) fn option(&self) -> Option<&Path> {
        match self {
            Record::Kept(_) => None,
            Record::Passing(path) => Some(path),
        }
    }

    /// Adds the result, and writes the page if one is wanted.
    pub(crate) fn conclude(&self, args: &CheckArgs, document: &Document) -> Result<(), Failure> {
        log::conclude(self.path(), args, document)?;
        match &args.report {
            Some(to) => write(self.path(), to),
            None => Ok(()),
        }
    }
}
