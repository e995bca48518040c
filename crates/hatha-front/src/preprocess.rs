//! Reading files: `.i` as they are, everything else through the system's preprocessor.
//!
//! **Invariant.** Nothing is defined or undefined beyond what the user's flags
//! and the compiler itself say, and no file is written. Whatever goes wrong is one
//! diagnostic, located where the preprocessor says it is.

use crate::diag::{Diagnostic, Result};
use crate::dialect::Dialect;
use crate::target_macros;
use hatha_cfa::{SourceMap, Span, Target};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The usual pairs of widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits (x86).
    Ilp32,
    /// `long` and pointers have 64 bits (x86-64).
    Lp64,
}

/// How to preprocess.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The compiler, perhaps with flags of its own; `None` means `$CC`, else `cc`.
    pub compiler: Option<String>,
    /// Flags passed on: `-I`, `-D`, `-U`, `-include`, `-std`, `-f…`, `-m…`.
    pub flags: Vec<String>,
    /// `--data-model`.
    pub data_model: Option<DataModel>,
    /// The directory in which the compiler runs.
    pub directory: Option<PathBuf>,
    /// Files whose text is elsewhere, as that of an editor is.
    pub buffers: Vec<Buffer>,
}

/// The text of a file as it stands in an editor: that of another file, whose first line is a line
/// marker with the name of the file that it stands for (`# 1 "a.c"`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The file that it stands for.
    pub file: PathBuf,
    /// The file with the marker and the text.
    pub text: PathBuf,
}

impl Buffer {
    /// Whether it stands for a file.
    fn is_of(&self, file: &Path) -> bool {
        let whole = |p: &Path| p.canonicalize().unwrap_or_else(|_| p.to_owned());
        whole(&self.file) == whole(file)
    }

    /// The text behind the marker, which is added to the files that diagnostics may point into.
    fn read(&self, sources: &mut SourceMap) -> Result<Vec<u8>> {
        let raw = read_file(&self.text)?;
        let line = raw.iter().position(|b| *b == b'\n').unwrap_or(0);
        let marker = String::from_utf8_lossy(&raw[..line]).into_owned();
        let name = marker
            .strip_prefix("# 1 \"")
            .and_then(|m| m.strip_suffix('"'));
        let Some(name) = name else {
            let text = self.text.display();
            let message = format!("`{text}` does not begin with a line marker (# 1 \"FILE\")");
            return Err(Box::new(Diagnostic::error(Span::NONE, message)));
        };
        let text = raw[line + 1..].to_vec();
        let shown = std::str::from_utf8(&text).ok().map(Into::into);
        sources.add(&name.replace("\\\"", "\"").replace("\\\\", "\\"), shown);
        Ok(text)
    }
}

impl Options {
    /// The compiler command split into words.
    fn command(&self) -> Vec<String> {
        let named = self.compiler.clone().or_else(|| std::env::var("CC").ok());
        let words: Vec<String> = named
            .iter()
            .flat_map(|c| c.split_whitespace())
            .map(str::to_owned)
            .collect();
        if words.is_empty() {
            vec!["cc".to_owned()]
        } else {
            words
        }
    }

    /// The same with flags before the others.
    fn with_first(&self, flags: &[&OsStr]) -> Options {
        let first = flags.iter().map(|f| f.to_string_lossy().into_owned());
        Options {
            flags: first.chain(self.flags.iter().cloned()).collect(),
            ..self.clone()
        }
    }

    /// Runs the compiler with these options and `arguments`.
    fn run(&self, arguments: &[&OsStr]) -> Result<Output> {
        let words = self.command();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(&self.flags);
        match self.data_model {
            Some(DataModel::Ilp32) => drop(command.arg("-m32")),
            Some(DataModel::Lp64) => drop(command.arg("-m64")),
            None => {}
        }
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
            .args(arguments)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|e| Box::new(no_compiler(&words[0], &e)))
    }
}

fn no_compiler(name: &str, e: &std::io::Error) -> Diagnostic {
    let message = if e.kind() == ErrorKind::NotFound {
        format!("no C compiler `{name}`: a C compiler is needed to preprocess `.c` files")
    } else {
        format!("cannot run the C compiler `{name}`: {e}")
    };
    Diagnostic::error(Span::NONE, message)
        .with_help("install one, name it in $CC, or give a preprocessed `.i` file")
}

/// Whether a file is preprocessed already.
pub(crate) fn is_preprocessed(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("i"))
}

/// The preprocessed text of a file.
pub fn read(path: &Path, options: &Options, sources: &mut SourceMap) -> Result<Vec<u8>> {
    tracing::trace!(target: "walk", "a file is preprocessed");
    let full = match &options.directory {
        Some(directory) => directory.join(path),
        None => path.to_owned(),
    };
    let buffer = options.buffers.iter().find(|b| b.is_of(&full));
    let raw = match buffer {
        Some(buffer) => buffer.read(sources)?,
        None => read_file(&full)?,
    };
    let name = path.to_string_lossy();
    let text = std::str::from_utf8(&raw).ok().map(Into::into);
    sources.add(&name, text);
    if is_preprocessed(path) {
        return Ok(raw);
    }
    // The text of a buffer lies alone in another folder: that of its file comes before the others.
    let folder = full.parent().filter(|_| buffer.is_some());
    let folder = folder.map(|f| [OsStr::new("-iquote"), f.as_os_str()]);
    let text = buffer.map_or(path, |b| &b.text);
    let arguments = ["-E", "-x", "c"].map(OsStr::new);
    let options = options.with_first(folder.as_ref().map_or(&[], |f| &f[..]));
    let output = options.run(&[&arguments[..], &[text.as_os_str()]].concat())?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(Box::new(failure(&output, &name, sources)))
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let problem = |message: String| Box::new(Diagnostic::no_input(message));
    if path.is_dir() {
        return Err(problem(format!("`{name}` is a directory, not a C file")));
    }
    std::fs::read(path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => problem(format!("no such file: `{name}`")),
        ErrorKind::PermissionDenied => problem(format!("cannot read `{name}`: permission denied")),
        _ => problem(format!("cannot read `{name}`: {e}")),
    })
}

/// What the preprocessor complained about: its first error.
fn failure(output: &Output, name: &str, sources: &mut SourceMap) -> Diagnostic {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let located = stderr.lines().find_map(|line| {
        let (place, message) = line
            .split_once(": fatal error: ")
            .or_else(|| line.split_once(": error: "))?;
        Some((place.to_owned(), message.to_owned()))
    });
    match located {
        Some((place, message)) => {
            let span = place_span(&place, sources);
            Diagnostic::error(span, format!("preprocessing failed: {message}"))
        }
        None => {
            let first = stderr.lines().find(|l| !l.trim().is_empty());
            let why = first.map_or_else(|| output.status.to_string(), str::to_owned);
            Diagnostic::error(Span::NONE, format!("preprocessing `{name}` failed: {why}"))
        }
    }
}

/// `file:line:column` or `file:line` (then the column is 1) taken apart.
fn read_place(place: &str) -> Option<(&str, u32, u32)> {
    let (rest, last) = place.rsplit_once(':')?;
    let last = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(file, line)| {
        let line = line.parse().ok()?;
        Some((file, line, last))
    });
    Some(with_column.unwrap_or((rest, last, 1)))
}

/// The span of `file:line:column` or `file:line`.
fn place_span(place: &str, sources: &mut SourceMap) -> Span {
    let Some((file, line, col)) = read_place(place) else {
        return Span::NONE;
    };
    let text = std::fs::read_to_string(file).ok().map(Into::into);
    Span {
        file: sources.add(file, text),
        line,
        col,
        end_line: line,
        end_col: col + 1,
    }
}

/// The machine that the compiler compiles for, and the dialect it reads, with these flags.
pub fn machine(options: &Options) -> Result<(Target, Dialect)> {
    let arguments = ["-dM", "-E", "-x", "c", "/dev/null"].map(OsStr::new);
    let output = options.run(&arguments)?;
    if !output.status.success() {
        return Err(Box::new(failure(
            &output,
            "/dev/null",
            &mut SourceMap::new(),
        )));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut target = target_macros::target(&text).map_err(|missing| {
        let message = format!("the C compiler does not define `{missing}`");
        Box::new(Diagnostic::error(Span::NONE, message))
    })?;
    // No macro tells; the last flag counts.
    for flag in &options.flags {
        match flag.as_str() {
            "-fshort-enums" => target.short_enums = true,
            "-fno-short-enums" => target.short_enums = false,
            _ => {}
        }
    }
    let flags = [&options.command()[1..], &options.flags[..]].concat();
    Ok((target, Dialect::new(&text, &flags)))
}

/// The machine for files that need no preprocessor, if the options do not name flags.
pub(crate) fn fixed_target(data_model: DataModel) -> Target {
    match data_model {
        DataModel::Ilp32 => Target::ilp32(),
        DataModel::Lp64 => Target::lp64(),
    }
}

#[cfg(test)]
mod tests;
