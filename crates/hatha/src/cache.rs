//! Evidence kept from run to run: failing tests and proofs.
//!
//! **Invariant.** An entry is evidence, never a verdict: whoever takes one out
//! replays the test or has the proof checked again. What cannot be read, or was
//! written by another version, is as good as absent. An entry is written beside its
//! place and then renamed, so that another process sees a whole one or none.

use crate::check::{Evidence, Known, Options, Report, Verdict};
use hatha_cfa::{ProcId, Program, SEMANTICS_VERSION};
use hatha_proof::input::InputVector;
use hatha_proof::{Proof, fingerprint, hash};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The `schema` of an entry.
const SCHEMA: &str = "hatha-cache";
/// The version of the format.
const VERSION: u32 = 1;

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
    /// Whether it is known that something was at stake.
    at_stake: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test: Option<Box<InputVector>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<Box<Proof>>,
}

/// What a look into the cache gave.
#[derive(Debug)]
pub enum Found {
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
        fs::create_dir_all(&folder)?;
        Ok(Cache { folder })
    }

    /// Looks an entry up.
    pub fn find(&self, key: &str) -> Found {
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
    pub fn keep(&self, key: &str, report: &Report) -> io::Result<()> {
        let (test, proof) = match &report.verdict {
            Verdict::Violated { test, .. } => (Some(test.clone()), None),
            Verdict::Proved { proof, .. } => (None, Some(proof.clone())),
            Verdict::Unknown(_) => return Ok(()),
        };
        let at_stake = report.vacuity.is_none() && report.properties.iter().all(|p| !p.vacuous);
        let entry = Entry {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            semantics: SEMANTICS_VERSION,
            key: key.to_owned(),
            at_stake,
            test,
            proof,
        };
        let text = serde_json::to_string(&entry).map_err(io::Error::other)?;
        let beside = self
            .folder
            .join(format!("{key}.{}.part", std::process::id()));
        fs::write(&beside, text)?;
        fs::rename(&beside, self.path(key))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }
}

fn read(text: &str, key: &str) -> Result<Known, String> {
    let entry: Entry = serde_json::from_str(text).map_err(|e| format!("no entry: {e}"))?;
    if entry.schema != SCHEMA || entry.version != VERSION || entry.semantics != SEMANTICS_VERSION {
        return Err("written by another version of hatha".to_owned());
    }
    if entry.key != key {
        return Err("the entry is about something else".to_owned());
    }
    let evidence = match (entry.test, entry.proof) {
        (Some(test), None) => Evidence::Test(test),
        (None, Some(proof)) => Evidence::Proof(checked(&proof)?),
        _ => return Err("neither a test nor a proof".to_owned()),
    };
    Ok(Known {
        evidence,
        at_stake: entry.at_stake,
    })
}

/// A proof whose indices are in range.
fn checked(proof: &Proof) -> Result<Box<Proof>, String> {
    let text = proof.to_json().map_err(|e| e.0)?;
    Proof::from_json(&text).map(Box::new).map_err(|e| e.0)
}

/// What an answer depends on: the program without its positions (a rule is woven into it), where
/// it starts, the property, the environment, and the versions. The engine and its limits do not
/// enter: whoever found the evidence, it is looked at again.
pub fn key(program: &Program, entry: ProcId, options: &Options) -> String {
    hash(&format!(
        "{SCHEMA} {VERSION} {SEMANTICS_VERSION} {} {} {} {:?} {:?}",
        env!("CARGO_PKG_VERSION"),
        fingerprint(program),
        program.proc(entry).name,
        options.error_function,
        options.config,
    ))
}
