//! The commit that a change is compared with.
//!
//! **Invariant.** The repository and its work tree stay as they are: the files of the commit are read from
//! an archive into a folder of their own.

use crate::command::Checker;
use crate::{Error, Options, at};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The keys of the functions at the base.
pub(crate) struct Base {
    keys: BTreeMap<(PathBuf, String), String>,
}

impl Base {
    /// Reads the files as they were.
    pub(crate) fn new(
        checker: &Checker<'_>,
        commit: &str,
        files: &[PathBuf],
        options: &Options,
    ) -> Result<Base, Error> {
        let root = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?.trim_end());
        let prefix = git(&["rev-parse", "--show-prefix"])?;
        let whole = |p: &Path| p.canonicalize().unwrap_or_else(|_| p.to_path_buf());
        let dir = tempfile::tempdir().map_err(at(&std::env::temp_dir()))?;
        let copy = whole(dir.path());
        unpack(commit, &root, &copy)?;
        let commands = options.compile_commands.as_deref();
        let commands = commands
            .map(|folder| moved(folder, &root, &copy))
            .transpose()?;
        let folder = copy.join(prefix.trim_end());
        // Files that are named from the root of the system are looked for in the copy.
        let there = |f: &PathBuf| match f.strip_prefix(&root) {
            Ok(inside) => copy.join(inside),
            Err(_) => f.clone(),
        };
        let at_base: Vec<PathBuf> = files.iter().map(there).collect();
        // `__FILE__` is what it is in the work tree.
        let map = format!(
            "--cflag=-fmacro-prefix-map={}={}",
            copy.display(),
            root.display()
        );
        let flags = [OsString::from(map)];
        let is_there = |f: &PathBuf| folder.join(f).is_file();
        let pairs = files.iter().zip(at_base).filter(|(_, f)| is_there(f));
        let (now, before): (Vec<&PathBuf>, Vec<PathBuf>) = pairs.unzip();
        let listings = checker.list_with(&folder, &before, commands.as_deref(), &flags);
        let mut keys = BTreeMap::new();
        for (file, listing) in now.into_iter().zip(listings) {
            let of = listing.functions.into_iter();
            keys.extend(of.map(|f| ((file.clone(), f.name), f.key)));
        }
        Ok(Base { keys })
    }

    /// Whether a function has the same key there.
    pub(crate) fn has(&self, file: &Path, name: &str, key: &str) -> bool {
        let found = self.keys.get(&(file.to_path_buf(), name.to_owned()));
        found.is_some_and(|k| k == key)
    }
}

/// The C files that the repository tracks, below this folder.
pub(crate) fn tracked() -> Result<Vec<PathBuf>, Error> {
    let names = git(&["ls-files", "-z", "--", "*.c"])?;
    Ok(names
        .split('\0')
        .filter(|n| !n.is_empty())
        .map(PathBuf::from)
        .collect())
}

fn git(arguments: &[&str]) -> Result<String, Error> {
    let output = Command::new("git")
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|e| Error::Git(e.to_string()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let text = String::from_utf8_lossy(&output.stderr);
            Err(Error::Git(
                text.lines().next().unwrap_or("it failed").to_owned(),
            ))
        }
    }
}

/// The files of a commit in a folder.
fn unpack(commit: &str, root: &Path, to: &Path) -> Result<(), Error> {
    // A commit is no option, whatever it is called.
    let commit = git(&[
        "rev-parse",
        "--verify",
        "--end-of-options",
        &format!("{commit}^{{commit}}"),
    ])?;
    let mut archive = Command::new("git");
    archive
        .arg("-C")
        .arg(root)
        .args(["archive", "--format=tar", commit.trim_end()]);
    let packed = archive.stdin(Stdio::null()).output();
    let packed = packed.map_err(|e| Error::Git(e.to_string()))?;
    if !packed.status.success() {
        let text = String::from_utf8_lossy(&packed.stderr)
            .trim_end()
            .to_owned();
        return Err(Error::Git(text));
    }
    let failed = |e: std::io::Error| Error::Git(format!("tar: {e}"));
    let mut tar = Command::new("tar");
    tar.args(["-x", "-C"]).arg(to).stdin(Stdio::piped());
    let mut tar = tar.spawn().map_err(failed)?;
    if let Some(mut input) = tar.stdin.take() {
        input.write_all(&packed.stdout).map_err(failed)?;
    }
    match tar.wait().map_err(failed)?.success() {
        true => Ok(()),
        false => Err(Error::Git(
            "tar: the files of the base cannot be written".to_owned(),
        )),
    }
}

/// The compilation database with the paths of the copy. The folder of the build, which the commit does
/// not have, is that of the work tree.
fn moved(folder: &Path, root: &Path, copy: &Path) -> Result<PathBuf, Error> {
    let path = match folder.is_dir() {
        true => folder.join("compile_commands.json"),
        false => folder.to_path_buf(),
    };
    let text = std::fs::read_to_string(&path).map_err(at(&path))?;
    let build = path.parent().unwrap_or(root);
    if let Ok(inside) = build.strip_prefix(root)
        && !copy.join(inside).exists()
    {
        let link = copy.join(inside);
        std::fs::create_dir_all(link.parent().unwrap_or(copy)).map_err(at(&link))?;
        std::os::unix::fs::symlink(build, &link).map_err(at(&link))?;
    }
    let (root, copied) = (root.display().to_string(), copy.display().to_string());
    let made = copy.join(".hatha-base");
    std::fs::create_dir_all(&made).map_err(at(&made))?;
    let to = made.join("compile_commands.json");
    std::fs::write(&to, text.replace(&root, &copied)).map_err(at(&to))?;
    Ok(made)
}
