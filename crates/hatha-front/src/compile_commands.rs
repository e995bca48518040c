//! `compile_commands.json`: which files a project has and how they are compiled.
//!
//! **Invariant.** Only what the preprocessor and the target depend on is taken
//! from a command; what names outputs, dependency files or other inputs is not.

use crate::diag::{Diagnostic, Result};
use hatha_cfa::Span;
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// One file and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The directory in which the compiler runs.
    pub directory: PathBuf,
    /// The file, as named (relative to the directory).
    pub file: PathBuf,
    /// The compiler.
    pub compiler: Option<String>,
    /// The flags that matter.
    pub flags: Vec<String>,
}

impl Command {
    /// The file's own place.
    pub fn path(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// Whether the command compiles this file.
    pub fn compiles(&self, path: &Path) -> bool {
        match (self.path().canonicalize(), path.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        }
    }
}

/// Reads the database in a directory (or the file itself).
pub fn read(path: &Path) -> Result<Vec<Command>> {
    let file = if path.is_dir() {
        path.join("compile_commands.json")
    } else {
        path.to_owned()
    };
    let name = file.display();
    let text = std::fs::read_to_string(&file)
        .map_err(|e| Box::new(Diagnostic::no_input(format!("cannot read `{name}`: {e}"))))?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|e| {
        let message = format!("`{name}` is not a compilation database: {e}");
        Box::new(Diagnostic::error(Span::NONE, message))
    })?;
    let base = file.parent().unwrap_or(Path::new("")).to_owned();
    Ok(entries.into_iter().map(|e| command(e, &base)).collect())
}

fn command(entry: Entry, base: &Path) -> Command {
    let arguments = entry
        .arguments
        .or_else(|| entry.command.as_deref().map(split))
        .unwrap_or_default();
    let mut arguments = arguments.into_iter();
    let compiler = arguments.next();
    let flags = keep(arguments);
    Command {
        directory: base.join(entry.directory),
        file: entry.file,
        compiler,
        flags,
    }
}

/// The flags that decide what the preprocessor prints and what the target is.
fn keep(mut arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" | "-Xlinker" | "-L" | "-z" => drop(arguments.next()),
            "-c" | "-S" | "-E" | "-pipe" | "-shared" | "-static" | "--" => {}
            a if a.starts_with("-M") || a.starts_with("-o") || a.starts_with("-l") => {}
            a if a.starts_with("-L") || a.starts_with("-Wl,") || a.starts_with("-g") => {}
            "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote"
            | "-idirafter" | "-iprefix" | "-isysroot" | "-x" | "--param" | "-target" | "-arch" => {
                kept.push(argument);
                kept.extend(arguments.next());
            }
            a if a.starts_with('-') => kept.push(argument),
            // An input.
            _ => {}
        }
    }
    kept
}

/// Splits a command line as a shell does, without expansions.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = split(r#"cc -DS=\"a\ b\" '-DT=x y' -I "in c" a.c"#);
        assert_eq!(
            words,
            ["cc", r#"-DS="a b""#, "-DT=x y", "-I", "in c", "a.c"]
        );
        assert_eq!(split("cc ''"), ["cc", ""]);
    }

    #[test]
    fn only_flags_that_matter_are_kept() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let text = r#"[
          {"directory": ".", "file": "src/a.c", "command": "gcc -m32 -DX=1 -I inc -c -o a.o -MD -MF a.d src/a.c"},
          {"directory": ".", "file": "b.c", "arguments": ["clang", "-funsigned-char", "b.c", "-lm"]}]"#;
        std::fs::write(dir.path().join("compile_commands.json"), text).expect("written");
        let commands = read(dir.path()).expect("a database");
        assert_eq!(commands[0].flags, ["-m32", "-DX=1", "-I", "inc"]);
        assert_eq!(commands[0].compiler.as_deref(), Some("gcc"));
        assert_eq!(commands[1].flags, ["-funsigned-char"]);
    }

    #[test]
    fn a_broken_database_is_reported() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        assert!(read(dir.path()).is_err());
        std::fs::write(dir.path().join("compile_commands.json"), "{").expect("written");
        let e = read(dir.path()).expect_err("not a database");
        assert!(
            e.message.contains("not a compilation database"),
            "{}",
            e.message
        );
    }
}
