//! Whether what a check is to write can be written, asked before the search: a file that cannot
//! be written should not cost its user a search.
//!
//! **Invariant.** Nothing is made or changed here. What goes wrong later nevertheless is a note
//! beside the verdict.

use super::args::CheckArgs;
use super::check::cannot_write;
use super::exit::Failure;
use std::ffi::CString;
use std::io::{Error, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Refuses files and folders that cannot be written.
pub(crate) fn demand_writable(args: &CheckArgs) -> Result<(), Failure> {
    let files = [
        &args.proof,
        &args.witness,
        &args.sarif,
        &args.junit,
        &args.log,
        &args.report,
    ];
    for path in files.into_iter().flatten() {
        file(path).map_err(|e| cannot_write(path, &e))?;
    }
    for path in [&args.tests, &args.cache].into_iter().flatten() {
        folder(path).map_err(|e| cannot_write(path, &e))?;
    }
    Ok(())
}

/// Whether a file can be written, or made where there is none.
fn file(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if path.exists() {
        return writable(path);
    }
    let parent = parent(path);
    match parent.is_dir() {
        true => writable(parent),
        false => Err(ErrorKind::NotFound.into()),
    }
}

/// Whether a folder can be written to, or made where there is none.
fn folder(path: &Path) -> Result<(), Error> {
    let mut there = path;
    while !there.exists() {
        there = parent(there);
    }
    match there.is_dir() {
        true => writable(there),
        false => Err(ErrorKind::NotADirectory.into()),
    }
}

/// The folder that something is in; that of a bare name is the current one, which exists.
fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

fn writable(path: &Path) -> Result<(), Error> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the name is a string that ends with a zero and lives until the call returns.
    #[expect(
        unsafe_code,
        reason = "the standard library does not say whether a file can be written without opening it"
    )]
    let refused = unsafe { libc::access(name.as_ptr(), libc::W_OK) } != 0;
    match refused {
        true => Err(Error::last_os_error()),
        false => Ok(()),
    }
}
