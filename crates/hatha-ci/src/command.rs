//! The command: lists of functions, and checks side by side.

use crate::{Error, Options, at};
use serde::Deserialize;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A function, `docs/formats/functions.md`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Function {
    pub name: String,
    pub external: bool,
    pub key: String,
}

/// The functions of a file, or why there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub file: PathBuf,
    pub functions: Vec<Function>,
    pub error: Option<String>,
}

/// What the command says of a function.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub file: PathBuf,
    pub entry: String,
    pub document: Result<Value, String>,
}

impl Answer {
    pub(crate) fn is_from_cache(&self) -> bool {
        self.document.as_ref().is_ok_and(|d| d["engine"] == "cache")
    }
}

/// Starts the command.
pub(crate) struct Checker<'o> {
    options: &'o Options,
}

impl<'o> Checker<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Checker { options }
    }

    /// What all commands have in common.
    fn common(&self, folder: &Path, commands: Option<&Path>) -> Command {
        let mut command = Command::new(&self.options.command);
        command
            .current_dir(folder)
            .args(["check", "--attended", "--format", "json"]);
        command.args(&self.options.further);
        if let Some(seconds) = &self.options.timeout {
            command.args(["--timeout", seconds]);
        }
        if let Some(commands) = commands {
            command.arg("--compile-commands").arg(commands);
        }
        command
    }

    /// The functions of files in a folder.
    pub(crate) fn list(
        &self,
        folder: &Path,
        files: &[PathBuf],
        commands: Option<&Path>,
    ) -> Vec<Listing> {
        self.list_with(folder, files, commands, &[])
    }

    /// The same with further flags.
    pub(crate) fn list_with(
        &self,
        folder: &Path,
        files: &[PathBuf],
        commands: Option<&Path>,
        flags: &[OsString],
    ) -> Vec<Listing> {
        self.side_by_side(files, |file| {
            let mut command = self.common(folder, commands);
            command.arg("--list-functions").args(flags).arg(file);
            listing(file, run(command))
        })
    }

    /// Checks functions.
    pub(crate) fn check(&self, tasks: &[(PathBuf, String)]) -> Vec<Answer> {
        self.side_by_side(tasks, |(file, entry)| Answer {
            file: file.clone(),
            entry: entry.clone(),
            document: self.checked(file, entry),
        })
    }

    /// The cache keeps the evidence for one answer: what it does not prove is asked again, so that each
    /// check has an answer of its own.
    fn checked(&self, file: &Path, entry: &str) -> Result<Value, String> {
        if let Some(cache) = &self.options.cache {
            let document = self.check_once(file, entry, Some(cache));
            if document.as_ref().is_ok_and(|d| d["verdict"] == "proved") {
                return document;
            }
        }
        self.check_once(file, entry, None)
    }

    fn check_once(&self, file: &Path, entry: &str, cache: Option<&Path>) -> Result<Value, String> {
        let mut command = self.common(Path::new("."), self.options.compile_commands.as_deref());
        let chosen = |a: &OsString| a.to_string_lossy().starts_with("--globals");
        // Whoever calls a function may have called others before.
        if entry != "main" && !self.options.further.iter().any(chosen) {
            command.args(["--globals", "any"]);
        }
        if let Some(cache) = cache {
            command.arg("--cache").arg(cache);
        }
        command.args(["--entry", entry]).arg(file);
        let output = run(command)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text
            .lines()
            .last()
            .and_then(|l| serde_json::from_str(l).ok());
        match (output.status.code(), last) {
            (Some(0..=2), Some(document)) => Ok(document),
            _ => Err(complaint(&output)),
        }
    }

    /// Does the same with everything, on as many threads as there are jobs.
    fn side_by_side<T: Sync, R: Send>(&self, all: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.options.jobs.max(1) {
                scope.spawn(|| {
                    while let n = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(one) = all.get(n)
                    {
                        let result = act(one);
                        if let Ok(mut done) = done.lock() {
                            done.push((n, result));
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_default();
        done.sort_by_key(|(n, _)| *n);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

/// Runs a command; it ends when this process does, since its standard input is closed then.
fn run(mut command: Command) -> Result<Output, String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|e| format!("the command cannot be started: {e}"))?;
    let input = child.stdin.take();
    let output = child.wait_with_output().map_err(|e| e.to_string());
    drop(input);
    output
}

fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    let first = lines
        .next()
        .unwrap_or("the check has ended without a result");
    let first = first.strip_prefix("hatha: ").unwrap_or(first);
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

fn listing(file: &Path, output: Result<Output, String>) -> Listing {
    #[derive(Deserialize)]
    struct Document {
        functions: Vec<Function>,
        error: Option<Value>,
    }
    let read = output.and_then(|output| {
        let document: Result<Document, _> = serde_json::from_slice(&output.stdout);
        document.map_err(|_| complaint(&output))
    });
    let (functions, error) = match read {
        Ok(Document { functions, error }) => {
            let text = |e: Value| {
                let part = |key: &str| e[key].as_str().unwrap_or_default().to_owned();
                let message = part("message");
                let message = message
                    .strip_prefix("error: ")
                    .unwrap_or(&message)
                    .to_owned();
                match part("location").as_str() {
                    "" => message,
                    location => format!("{message} at {location}"),
                }
            };
            (functions, error.map(text))
        }
        Err(why) => (Vec::new(), Some(why)),
    };
    Listing {
        file: file.to_path_buf(),
        functions,
        error,
    }
}

/// The files of a compilation database that are C.
pub(crate) fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    #[derive(Deserialize)]
    struct Entry {
        directory: PathBuf,
        file: PathBuf,
    }
    let path = match folder.is_dir() {
        true => folder.join("compile_commands.json"),
        false => folder.to_path_buf(),
    };
    let text = std::fs::read_to_string(&path).map_err(at(&path))?;
    let all: Vec<Entry> = serde_json::from_str(&text).map_err(|e| at(&path)(e.into()))?;
    let here = std::env::current_dir().unwrap_or_default();
    let relative = |e: Entry| {
        let whole = e.directory.join(e.file);
        whole
            .strip_prefix(&here)
            .map(Path::to_path_buf)
            .unwrap_or(whole)
    };
    let mut files: Vec<PathBuf> = all.into_iter().map(relative).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    files.dedup();
    Ok(files)
}
