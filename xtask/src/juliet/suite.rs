//! Where the files of the suite come from.

use super::cases::Case;
use crate::Result;
use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Files that every case is compiled with.
const SUPPORT: &str = "testcasesupport";
/// Time for one call of git.
const LIMIT: Duration = Duration::from_secs(120);

/// The suite.
pub struct Suite {
    /// The git directory; `None` if `folder` is a checkout.
    git: Option<PathBuf>,
    /// The checkout, or the folder that files are unpacked to.
    folder: PathBuf,
}

impl Suite {
    /// A checkout, or a git directory with a folder for what is read from it.
    pub fn open(given: &Path, cache: Option<&Path>) -> Result<Suite> {
        let given = given.canonicalize();
        let given = given.map_err(|e| format!("the suite: {e}"))?;
        if given.join("testcases").is_dir() {
            return Ok(Suite {
                git: None,
                folder: given,
            });
        }
        let suite = Suite {
            git: Some(given),
            folder: cache.map_or_else(|| std::env::temp_dir().join("hatha-juliet"), Path::to_owned),
        };
        for path in suite.paths(SUPPORT)? {
            suite.file(&path)?;
        }
        Ok(suite)
    }

    /// Every case that can be run, in order of the names.
    pub fn cases(&self) -> Result<Vec<Case>> {
        let paths = self.paths("testcases")?;
        let mut cases: Vec<Case> = paths.iter().filter_map(|p| Case::of(p)).collect();
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(cases)
    }

    /// The folder of the files that every case needs.
    pub fn support(&self) -> Result<PathBuf> {
        let folder = self.folder.join(SUPPORT);
        match folder.join("io.c").is_file() {
            true => Ok(folder),
            false => Err(format!("{} has no io.c", folder.display())),
        }
    }

    /// A file of the suite, unpacked if it is not there.
    pub fn file(&self, path: &str) -> Result<PathBuf> {
        let file = self.folder.join(path);
        let Some(git) = self.git.as_ref().filter(|_| !file.is_file()) else {
            return Ok(file);
        };
        let text = ask(git, &["show", &format!("HEAD:{path}")])?;
        let parent = file.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(parent).map_err(|e| e.to_string())?;
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(file)
    }

    /// The paths of all files below a folder of the suite.
    fn paths(&self, below: &str) -> Result<Vec<String>> {
        let Some(git) = &self.git else {
            let mut found = Vec::new();
            walk(&self.folder, &self.folder.join(below), &mut found)?;
            return Ok(found);
        };
        let listed = ask(git, &["ls-tree", "-r", "--name-only", "HEAD", below])?;
        let listed = String::from_utf8_lossy(&listed);
        Ok(listed.lines().map(str::to_owned).collect())
    }
}

fn ask(git: &Path, args: &[&str]) -> Result<Vec<u8>> {
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(git).args(args);
    let done = process::run(&mut command, b"", LIMIT)?;
    match done.code() {
        Some(0) => Ok(done.stdout),
        _ => Err(format!(
            "git {}: {}",
            args.join(" "),
            String::from_utf8_lossy(&done.stderr).trim()
        )),
    }
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.filter_map(std::result::Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            walk(root, &path, found)?;
        } else if let Ok(relative) = path.strip_prefix(root) {
            found.push(relative.to_string_lossy().into_owned());
        }
    }
    Ok(())
}
