//! Evidence kept from run to run: failing tests and proofs.
//!
//! Beside the entries, a pointer for each procedure says in which question it took
//! part last; so a question about an edited program finds the one that it shares most
//! procedures with.
//!
//! **Invariant.** An entry is evidence, never a verdict: whoever takes one out
//! replays the test or has the proof checked again. What cannot be read, or was
//! written by another version, is as good as absent. An entry is written beside its
//! place and then renamed, so that another process sees a whole one or none.

use crate::check::earlier::EarlierResult;
use crate::check::{Context, Evidence, InternalError, Known, Options, Report, Verdict};
use crate::check::{check_in, confirm_evidence};
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{ProcId, Program, SEMANTICS_VERSION};
use hatha_proof::input::InputVector;
use hatha_proof::{Contents, FormatError, Proof, Suggestion, fingerprint, hash, lasting_names};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The `schema` of an entry.
const SCHEMA: &str = "hatha-cache";
/// The version of the format.
const VERSION: u32 = 1;

/// The folder of pointers.
const POINTERS: &str = "near";

/// What happens beside an answer.
#[derive(Debug, thiserror::Error)]
pub enum Note {
    /// The evidence of an entry was not confirmed.
    #[error("an entry of the cache does not convince; ignored")]
    NotConfirmed,
    /// An entry cannot be used.
    #[error("an entry of the cache is ignored: {0}")]
    Ignored(String),
    /// The evidence could not be written.
    #[error("the cache cannot be written: {0}")]
    NotKept(io::Error),
}

/// Answers from the cache, else by a search that starts from what is known about the most similar
/// question; the evidence of its verdict is kept.
pub fn check(
    cache: &Cache,
    program: &Program,
    entry: ProcId,
    options: &Options,
    context: Context<'_>,
) -> (Result<Report, InternalError>, Vec<Note>) {
    let mut notes = Vec::new();
    let key = key(program, entry, options);
    match cache.find(&key) {
        Found::Known(known) => {
            match confirm_evidence(program, entry, options, known, context.others) {
                Ok(None) => notes.push(Note::NotConfirmed),
                Ok(Some(report)) => return (Ok(report), notes),
                Err(error) => return (Err(error), notes),
            }
        }
        Found::Nothing => {}
        Found::Ignored(why) => notes.push(Note::Ignored(why)),
    }
    let parts = parts(program, entry, options);
    let options = Options {
        earlier: cache.earlier(&parts).map(Arc::new),
        suggest: true,
        ..options.clone()
    };
    let report = check_in(program, entry, &options, context);
    if let Ok(report) = &report
        && !report.verdict.is_unknown()
    {
        let kept = cache.keep(&key, report);
        let kept = kept.and_then(|()| cache.point(&key, &parts));
        notes.extend(kept.err().map(Note::NotKept));
    }
    (report, notes)
}

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// An entry as it is written, `docs/formats/cache.md`.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    schema: String,
    version: u32,
    semantics: u32,
    /// What the entry is about; its file has the same name.
    key: String,
    /// Whether the proof is known not to be vacuous.
    #[serde(alias = "at_stake")]
    not_vacuous: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test: Option<Box<InputVector>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<Box<Proof>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    suggestion: Option<Box<Suggestion>>,
}

/// Where a procedure took part, as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Pointer {
    /// The key of the question.
    key: String,
}

/// What the cache holds about a question.
#[derive(Debug)]
enum Found {
    /// Evidence, to be confirmed.
    Known(Known),
    /// No entry.
    Nothing,
    /// An entry that cannot be used, and why.
    Ignored(String),
}

impl Cache {
    /// Opens a folder; it is made if there is none.
    pub fn open(folder: &Path) -> io::Result<Cache> {
        let folder = folder.join(format!("v{VERSION}"));
        fs::create_dir_all(folder.join(POINTERS))?;
        Ok(Cache { folder })
    }

    /// Looks an entry up.
    fn find(&self, key: &str) -> Found {
        let path = self.path(key);
        match fs::read_to_string(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Found::Nothing,
            Err(e) => Found::Ignored(format!("{}: {e}", path.display())),
            Ok(text) => match read(&text, key) {
                Ok(known) => Found::Known(known),
                Err(why) => Found::Ignored(format!("{}: {why}", path.display())),
            },
        }
    }

    /// Keeps the evidence of a report; an *unknown* has none.
    fn keep(&self, key: &str, report: &Report) -> io::Result<()> {
        let (test, proof) = match &report.verdict {
            Verdict::Violated { test, .. } => (Some(test.clone()), None),
            Verdict::Proved { proof, .. } => (None, Some(proof.clone())),
            Verdict::Unknown(_) => return Ok(()),
        };
        let not_vacuous = report.vacuity.is_none() && report.properties.iter().all(|p| !p.vacuous);
        let entry = Entry {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            semantics: SEMANTICS_VERSION,
            key: key.to_owned(),
            not_vacuous,
            test,
            proof,
            suggestion: report.suggestion.clone(),
        };
        let text = serde_json::to_string(&entry).map_err(io::Error::other)?;
        write(&self.path(key), &text)
    }

    /// Notes of each procedure that it took part in a question.
    fn point(&self, key: &str, parts: &[Part]) -> io::Result<()> {
        let pointer = Pointer {
            key: key.to_owned(),
        };
        let text = serde_json::to_string(&pointer).map_err(io::Error::other)?;
        parts
            .iter()
            .try_for_each(|part| write(&self.pointer(&part.key), &text))
    }

    /// What is known about the question with which this one shares most, at least half.
    fn earlier(&self, parts: &[Part]) -> Option<EarlierResult> {
        let mut shared: BTreeMap<String, usize> = BTreeMap::new();
        for part in parts {
            let text = fs::read_to_string(self.pointer(&part.key)).ok();
            let pointer = text.and_then(|t| serde_json::from_str::<Pointer>(&t).ok());
            if let Some(Pointer { key }) = pointer {
                *shared.entry(key).or_default() += part.size;
            }
        }
        let whole: usize = parts.iter().map(|p| p.size).sum();
        let (key, size) = shared.into_iter().max_by_key(|(_, size)| *size)?;
        (2 * size >= whole).then(|| self.left(&key)).flatten()
    }

    /// What an entry says to other questions.
    fn left(&self, key: &str) -> Option<EarlierResult> {
        // The name comes from a file.
        if !key.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let text = fs::read_to_string(self.path(key)).ok()?;
        let entry = usable(&text, key).ok()?;
        match (entry.test, entry.suggestion) {
            (Some(test), _) => Some(EarlierResult::Test(test)),
            (None, Some(suggestion)) => Some(EarlierResult::Suggestion(suggestion)),
            (None, None) => None,
        }
    }

    fn pointer(&self, key: &str) -> PathBuf {
        self.folder.join(POINTERS).join(format!("{key}.json"))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }
}

/// Writes a file beside its place and renames it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// A procedure below the entry.
#[derive(Debug)]
struct Part {
    /// Its content and what else an answer depends on.
    key: String,
    /// How much there is of it.
    size: usize,
}

/// The procedures below an entry.
fn parts(program: &Program, entry: ProcId, options: &Options) -> Vec<Part> {
    let contents = Contents::new(program, &lasting_names(program, |_| None));
    let question = format!(
        "{} {} {:?} {:?} {:?}",
        versions(),
        program.proc(entry).name,
        options.error_function,
        options.config,
        program.target,
    );
    let reached = reachable_procs(program, entry).into_iter();
    let own = reached
        .map(|p| program.proc(p))
        .filter(|p| p.defined && !p.model);
    own.map(|p| Part {
        key: hash(&format!(
            "{question} {} {}",
            p.name,
            contents.procedure(program, p)
        )),
        size: p.edges.len() + 1,
    })
    .collect()
}

/// What an entry is only good for.
fn versions() -> String {
    let package = env!("CARGO_PKG_VERSION");
    format!("{SCHEMA} {VERSION} {SEMANTICS_VERSION} {package}")
}

/// Why an entry is not used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error("no entry: {0}")]
    NoEntry(serde_json::Error),
    #[error("written by another version of hatha")]
    OtherVersion,
    #[error("the entry is about something else")]
    OtherQuestion,
    #[error("neither a test nor a proof")]
    NoEvidence,
    #[error("{}", .0.0)]
    Proof(#[from] FormatError),
}

/// An entry of this version that is about a question.
fn usable(text: &str, key: &str) -> Result<Entry, Unusable> {
    let entry: Entry = serde_json::from_str(text).map_err(Unusable::NoEntry)?;
    if entry.schema != SCHEMA || entry.version != VERSION || entry.semantics != SEMANTICS_VERSION {
        return Err(Unusable::OtherVersion);
    }
    if entry.key != key {
        return Err(Unusable::OtherQuestion);
    }
    Ok(entry)
}

fn read(text: &str, key: &str) -> Result<Known, Unusable> {
    let entry = usable(text, key)?;
    let evidence = match (entry.test, entry.proof) {
        (Some(test), None) => Evidence::Test(test),
        (None, Some(proof)) => Evidence::Proof(checked(&proof)?),
        _ => return Err(Unusable::NoEvidence),
    };
    Ok(Known {
        evidence,
        not_vacuous: entry.not_vacuous,
    })
}

/// A proof whose indices are in range.
fn checked(proof: &Proof) -> Result<Box<Proof>, Unusable> {
    let text = proof.to_json()?;
    Ok(Box::new(Proof::from_json(&text)?))
}

/// What an answer depends on: the program without its positions (instrumented with its rules), where
/// it starts, the property, the environment, and the versions. The engine and its limits do not
/// enter: whoever found the evidence, it is confirmed again.
fn key(program: &Program, entry: ProcId, options: &Options) -> String {
    hash(&format!(
        "{} {} {} {:?} {:?}",
        versions(),
        fingerprint(program),
        program.proc(entry).name,
        options.error_function,
        options.config,
    ))
}
