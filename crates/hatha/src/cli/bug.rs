//! What the user is told about a defect of hatha: a message, and a file to attach to a report.
//!
//! **Invariant.** The file holds what is needed to see the defect again: the message, the command
//! line and the preprocessed program. Its name is a hash of that, so that the same defect of the
//! same run has one file.

use super::args::CheckArgs;
use super::document::Document;
use super::exit::{self, Failure};
use super::program;
use hatha_cfa::SourceMap;
use hatha_front::preprocess;
use hatha_report::sha256;
use hatha_verify::check::InternalError;
use std::fmt::Write;
use std::path::PathBuf;

/// The end of a run of which a defect has left nothing.
pub(super) fn failure(args: &CheckArgs, defect: &InternalError) -> Failure {
    let file = write(args, std::slice::from_ref(defect));
    let message = format!("internal error: {}{}", defect.0, attached(file.as_ref()));
    Failure::new(exit::INTERNAL, message)
}

/// What is said beside a verdict about defects that the run went on without.
pub(super) fn notes(
    args: &CheckArgs,
    defects: &[InternalError],
    document: &mut Document,
) -> Option<String> {
    if defects.is_empty() {
        return None;
    }
    document.internal_errors = defects.iter().map(|d| d.0.clone()).collect();
    let file = write(args, defects);
    document.internal_error_file = file.as_ref().map(|f| f.display().to_string());
    Some(format!(
        "internal error: {}; the verdict does not rest on it{}",
        document.internal_errors.join("; "),
        attached(file.as_ref())
    ))
}

fn attached(file: Option<&PathBuf>) -> String {
    let text = |f: &PathBuf| format!("\n  please report it, with the file {}", f.display());
    file.map_or_else(String::new, text)
}

/// Writes the file, if there is room for one.
fn write(args: &CheckArgs, defects: &[InternalError]) -> Option<PathBuf> {
    let text = text(args, defects);
    let name = format!("hatha-bug-{}.txt", &sha256::hex(text.as_bytes())[..16]);
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).ok()?;
    Some(path)
}

fn text(args: &CheckArgs, defects: &[InternalError]) -> String {
    let mut out = format!("hatha {}\n", env!("CARGO_PKG_VERSION"));
    for defect in defects {
        let _ = writeln!(out, "internal error: {}", defect.0);
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(out, "arguments: {words:?}");
    let _ = writeln!(out, "options: {args:?}");
    for (name, text) in program(args) {
        let _ = writeln!(out, "==> {name} <==\n{text}");
    }
    out
}

/// The program as the preprocessor leaves it.
fn program(args: &CheckArgs) -> Vec<(String, String)> {
    let options = program::options(&args.front);
    let how = preprocess::Options {
        compiler: options.compiler.clone(),
        flags: options.flags.clone(),
        data_model: options.data_model,
        directory: None,
        buffers: options.buffers.clone(),
    };
    let read = |file: &PathBuf| {
        let bytes = preprocess::read(file, &how, &mut SourceMap::new());
        // With the flags of a project it may need more than these to be preprocessed.
        let bytes = bytes.ok().or_else(|| std::fs::read(file).ok());
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        (file.display().to_string(), text)
    };
    options.files.iter().map(read).collect()
}
