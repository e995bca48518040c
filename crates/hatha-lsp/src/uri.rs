//! Paths as URIs and back.

use lsp_types::Uri;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a `file:` URI; none for any other.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        let digit = |b: Option<u8>| char::from(b?).to_digit(16);
        bytes.push(match byte {
            b'%' => {
                let (high, low) = (digit(left.next())?, digit(left.next())?);
                (high * 16 + low) as u8
            }
            b'?' | b'#' => break,
            other => other,
        });
    }
    Some(PathBuf::from(OsString::from_vec(bytes)))
}

/// The URI of a path.
pub(crate) fn of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                text.push(char::from(*byte));
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive() {
        for name in ["/a/b.c", "/a b/ü+%.c", "/#?.c"] {
            let uri = of(Path::new(name)).expect("a URI");
            assert_eq!(path(&uri).as_deref(), Some(Path::new(name)), "{uri:?}");
        }
        let other = Uri::from_str("untitled:Untitled-1").expect("a URI");
        assert_eq!(path(&other), None);
    }
}
