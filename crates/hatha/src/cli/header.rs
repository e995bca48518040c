//! `hatha.h`, which is part of the command: it is written to a folder of the user's where compilers
//! find it, so that a command that was copied or installed anywhere has it.
//!
//! **Invariant.** The folder that is given to a compiler belongs to this user, nobody else may write
//! to it, and the file has this command's text: another text would be another meaning of programs.

use hatha_report::sha256;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The header.
const TEXT: &str = include_str!("../../../../include/hatha.h");
/// Its name.
const NAME: &str = "hatha.h";
/// What only the owner of a folder may not have allowed others: to write.
const WRITE_OF_OTHERS: u32 = 0o022;

/// The folder of the header, made if it is not there; none where no folder can be written.
pub(super) fn folder() -> Option<PathBuf> {
    let hash = sha256::hex(TEXT.as_bytes());
    let name = format!("hatha-include-{}", &hash[..16]);
    let user = rustix::process::geteuid().as_raw();
    let mut parents = caches();
    parents.push(std::env::temp_dir().join(format!("hatha-{user}")));
    let mut folders = parents.into_iter().map(|parent| parent.join(&name));
    folders.find(|folder| provide(folder, user).is_ok())
}

/// The folders for what can be made again.
fn caches() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let own = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    // A relative one would depend on where the command is started.
    own.into_iter().filter(|p| p.is_absolute()).collect()
}

/// Sees to it that a folder of the user's holds the header.
fn provide(folder: &Path, user: u32) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder)?;
    for dir in [folder, folder.parent().unwrap_or(folder)] {
        let seen = std::fs::symlink_metadata(dir)?;
        if !seen.is_dir() || seen.uid() != user || seen.mode() & WRITE_OF_OTHERS != 0 {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
    }
    let path = folder.join(NAME);
    if std::fs::read_to_string(&path).is_ok_and(|text| text == TEXT) {
        return Ok(());
    }
    // Beside its place, so that another process sees a whole one or none.
    let beside = folder.join(format!("{NAME}.{}", std::process::id()));
    std::fs::write(&beside, TEXT)?;
    std::fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, provide};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_a_folder_of_ones_own_is_taken() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let user = rustix::process::geteuid().as_raw();
        let folder = dir.path().join("a/b");
        provide(&folder, user).expect("it can be written");
        std::fs::write(folder.join("hatha.h"), "int x;").expect("writable");
        provide(&folder, user).expect("it is written again");
        let text = std::fs::read_to_string(folder.join("hatha.h")).expect("there");
        assert_eq!(text, TEXT);
        assert!(provide(&folder, user + 1).is_err(), "somebody else's");
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(&folder, open).expect("it is ours");
        assert!(provide(&folder, user).is_err(), "anybody may write there");
    }
}
