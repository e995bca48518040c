//! Reading the files that are not programs.

use super::exit::{self, Failure};
use std::io::ErrorKind;
use std::path::Path;

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|e| {
        let why = match e.kind() {
            ErrorKind::NotFound => format!("error: no such file: `{name}`"),
            ErrorKind::IsADirectory => format!("error: `{name}` is a directory, not a file"),
            _ => format!("error: {name}: {e}"),
        };
        Failure::new(exit::NO_INPUT, why)
    })?;
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            exit::BAD_INPUT,
            format!("error: {}: not a text file", path.display()),
        )
    })
}
