//! The commands on guarded commands (`.gcl`): the same verbs, another language.
//!
//! Verdicts are made by `hatha_verify::gcl`.

mod check;
mod run;
mod text;

use super::args::{CertifyArgs, CfaArgs, FrontArgs};
use super::exit::{self, Failure};
use super::render::{self, Message};
use super::{Outcome, file};
use hatha_cfa::{SourceMap, Span};
use hatha_gcl::proof::Proof;
use hatha_gcl::{Diagnostic, FormatError, Model, Place};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) use check::work;
pub(super) use run::main as run;

/// The engines that are for such systems alone.
pub(super) fn engines() -> impl Iterator<Item = &'static str> {
    hatha_ase::ENGINES.iter().map(|(name, _)| *name)
}

/// Do the files hold guarded commands?
pub(crate) fn is_gcl(files: &[PathBuf]) -> bool {
    let ends = |path: &PathBuf| path.extension().is_some_and(|e| e == "gcl");
    files.iter().any(ends)
}

/// The one file that the command line names.
fn only(args: &FrontArgs) -> Result<&Path, Failure> {
    match &args.files[..] {
        [path] => Ok(path),
        _ => {
            let why = "a system of guarded commands is one file";
            Err(Failure::new(exit::USAGE, format!("error: {why}")))
        }
    }
}

/// The model that the command line names.
fn model(args: &FrontArgs) -> Result<(Model, &Path), Failure> {
    let path = only(args)?;
    let constants = constants(&args.defines)?;
    let text = file::read(path)?;
    let model = hatha_gcl::load(&text, &constants).map_err(|d| rendered(path, &text, &d))?;
    Ok((model, path))
}

/// A system that a question is about; it need not ask for anything itself.
pub(super) struct System<'a> {
    /// Its file.
    pub path: &'a Path,
    /// Its text.
    pub text: String,
    /// The values of its constants.
    pub constants: Vec<(String, i128)>,
}

/// The system that the command line names, which is known to load.
pub(super) fn system(args: &FrontArgs) -> Result<System<'_>, Failure> {
    let path = only(args)?;
    let constants = constants(&args.defines)?;
    let text = file::read(path)?;
    hatha_gcl::watch::unasked(&text)
        .and_then(|plain| hatha_gcl::load(&plain, &constants))
        .map_err(|d| rendered(path, &text, &d))?;
    Ok(System {
        path,
        text,
        constants,
    })
}

/// `-D n=4`
fn constants(defines: &[String]) -> Result<Vec<(String, i128)>, Failure> {
    let one = |define: &String| {
        let value = define.split_once('=').and_then(|(name, value)| {
            let value: i64 = value.trim().parse().ok()?;
            Some((name.trim().to_owned(), value.into()))
        });
        value.ok_or_else(|| {
            let why = format!("error: -D {define}: write it as NAME=NUMBER");
            Failure::new(exit::USAGE, why)
        })
    };
    defines.iter().map(one).collect()
}

/// A message that quotes the text.
fn rendered(path: &Path, text: &str, diagnostic: &Diagnostic) -> Failure {
    let mut sources = SourceMap::new();
    let file = sources.add(&path.display().to_string(), Some(Arc::from(text)));
    let message = Message {
        title: diagnostic.message.clone(),
        span: Some(span(file, text, diagnostic.place)),
        help: diagnostic.help.clone(),
        ..Message::default()
    };
    Failure::new(exit::BAD_INPUT, render::render(&message, &sources))
}

fn span(file: hatha_cfa::FileId, text: &str, place: Place) -> Span {
    let (line, col) = place.line_and_column(text);
    let (end_line, end_col) = place.end_line_and_column(text);
    Span {
        file,
        line,
        col,
        end_line,
        end_col,
    }
}

/// `hatha cfa FILE.gcl`
pub(super) fn picture(args: &CfaArgs) -> Outcome {
    let (model, _) = model(&args.front)?;
    let text = match args.dot {
        true => hatha_gcl::picture::dot(&model),
        false => hatha_gcl::picture::text(&model),
    };
    print!("{text}");
    Ok(exit::OK)
}

/// `hatha certify PROOF FILE.gcl`: 0 it holds, 1 it does not, 2 that is not
/// decided.
pub(super) fn certify(args: &CertifyArgs) -> Outcome {
    let text = file::read(&args.proof)?;
    let bad = |e: FormatError| {
        let why = format!("error: {}: {e}", args.proof.display());
        Failure::new(exit::BAD_INPUT, why)
    };
    let proof = Proof::from_json(&text).map_err(bad)?;
    let (model, _) = model(&args.front)?;
    let budget = hatha_smt::Budget::unlimited();
    let done = hatha_certify::certify_gcl(&model, &proof, &mut [], &budget);
    super::certify::report(done, args.verbosity.quiet)
}
