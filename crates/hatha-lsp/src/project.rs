//! The project that a file belongs to: where its commands run, and how it is compiled.
//!
//! **Invariant.** A file is checked as `hatha check` does it in the folder of the file: with the
//! `hatha.toml` that is nearest, and the nearest `compile_commands.json` up to the workspace's root.

use crate::settings::Settings;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Seconds for a function where nobody says otherwise.
const TIMEOUT: f64 = 10.0;
/// Where build systems leave the commands, beside the project's own folder.
const BUILD: [&str; 2] = ["", "build"];

/// Where a file stands.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// The folder that commands run in.
    pub folder: PathBuf,
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The folder of `compile_commands.json`, unless `hatha.toml` names one.
    commands: Option<PathBuf>,
    /// Whether `hatha.toml` says how long a check may take.
    has_timeout: bool,
    /// Whether it says what globals start with.
    pub has_globals: bool,
}

impl Project {
    /// Of a file in a workspace of several folders.
    pub(crate) fn of(file: &Path, roots: &[PathBuf]) -> Project {
        let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
        let holds = roots.iter().filter(|root| file.starts_with(root));
        let root = holds.max_by_key(|root| root.components().count());
        let root = root.cloned().unwrap_or_else(|| folder.clone());
        let settings = folder.ancestors().map(|f| f.join("hatha.toml"));
        let settings = settings.filter_map(|path| std::fs::read_to_string(path).ok());
        let settings = settings.take(1).collect::<String>();
        let says = |key: &str| settings.lines().any(|l| l.trim_start().starts_with(key));
        let commands = match says("compile-commands") {
            true => None,
            false => commands(&folder, &root),
        };
        Project {
            commands,
            has_timeout: says("timeout"),
            has_globals: says("globals"),
            folder,
            root,
        }
    }

    /// The options of `hatha check` for files of the project.
    pub(crate) fn options(&self, settings: &Settings) -> Vec<OsString> {
        let mut options: Vec<OsString> = Vec::new();
        if let Some(folder) = &self.commands {
            options.extend(["--compile-commands".into(), folder.into()]);
        }
        let default = (!self.has_timeout).then_some(TIMEOUT);
        if let Some(seconds) = settings.timeout.or(default) {
            options.extend(["--timeout".into(), seconds.to_string().into()]);
        }
        options
    }

    /// The file that a place of an answer is in.
    pub(crate) fn file(&self, name: &str, asked: &Path) -> PathBuf {
        let path = Path::new(name);
        if path.is_absolute() {
            return path.to_path_buf();
        }
        // Names are relative to where the compiler was started.
        let plain = |c: &Component| matches!(c, Component::Normal(_));
        let parts: PathBuf = path.components().filter(plain).collect();
        if asked.ends_with(&parts) {
            return asked.to_path_buf();
        }
        let folders = [Some(&self.folder), self.commands.as_ref(), Some(&self.root)];
        let candidates = folders.into_iter().flatten().map(|f| f.join(path));
        let mut there = candidates.filter(|p| p.is_file());
        there.next().unwrap_or_else(|| self.folder.join(path))
    }
}

/// The nearest folder with commands, up to the root.
fn commands(folder: &Path, root: &Path) -> Option<PathBuf> {
    let inside = folder.ancestors().take_while(|f| f.starts_with(root));
    let mut candidates = inside.flat_map(|f| BUILD.map(|sub| f.join(sub)));
    candidates.find(|f| f.join("compile_commands.json").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_commands_and_settings_count() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().join("one");
        let source = root.join("src/deep");
        std::fs::create_dir_all(&source).expect("a folder");
        std::fs::create_dir_all(root.join("build")).expect("a folder");
        let write = |path: PathBuf, text: &str| std::fs::write(path, text).expect("writable");
        write(root.join("build/compile_commands.json"), "[]");
        write(dir.path().join("compile_commands.json"), "[]");
        let file = source.join("a.c");
        let roots = [dir.path().to_path_buf(), root.clone()];
        let project = Project::of(&file, &roots);
        assert_eq!(project.root, root);
        assert_eq!(project.commands, Some(root.join("build")));
        let options = project.options(&Settings::default());
        assert_eq!(options[2..], ["--timeout", "10"].map(OsString::from));
        write(
            root.join("hatha.toml"),
            "[all]\ncompile-commands = \"x\"\n[check]\ntimeout = 3\n",
        );
        assert!(
            Project::of(&file, &roots)
                .options(&Settings::default())
                .is_empty()
        );
        assert_eq!(project.file("../src/deep/a.c", &file), file);
        assert_eq!(project.file("/x.h", &file), Path::new("/x.h"));
    }
}
