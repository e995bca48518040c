//! Reading the files that are not programs.

use super::exit::{self, Failure};
use std::path::Path;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path)
        .map_err(|e| Failure::new(exit::NO_INPUT, format!("error: {}: {e}", path.display())))?;
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            exit::BAD_INPUT,
            format!("error: {}: not a text file", path.display()),
        )
    })
}
