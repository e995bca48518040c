//! The file of violations that are known.

use crate::findings::Finding;
use crate::{Error, at};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const SCHEMA: &str = "hatha-baseline";
const VERSION: u32 = 1;

/// A violation that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub fingerprint: String,
    pub kind: String,
    pub file: String,
    /// The function that it was found from.
    pub entry: String,
    /// The text of its line, for readers.
    pub text: String,
}

#[derive(Serialize, Deserialize)]
struct Document {
    schema: String,
    version: u32,
    known: Vec<Known>,
}

/// By their fingerprints; a file that is not there knows none.
pub(crate) fn read(path: &Path) -> Result<BTreeMap<String, Known>, Error> {
    let wrong = |why: String| Error::Baseline(path.to_path_buf(), why);
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(e) => return Err(at(path)(e)),
    };
    let document: Document = serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?;
    if document.schema != SCHEMA || document.version != VERSION {
        return Err(wrong("another schema or version".to_owned()));
    }
    let known = document.known.into_iter();
    Ok(known.map(|k| (k.fingerprint.clone(), k)).collect())
}

/// Adds the new ones and takes away those that are gone.
pub(crate) fn write(
    path: &Path,
    mut known: BTreeMap<String, Known>,
    new: &[&Finding],
    gone: &[&str],
) -> Result<(), Error> {
    known.retain(|fingerprint, _| !gone.contains(&fingerprint.as_str()));
    for finding in new {
        let entry = Known {
            fingerprint: finding.fingerprint.clone(),
            kind: finding.case.kind.clone(),
            file: finding.file.display().to_string(),
            entry: finding.entry.clone(),
            text: finding.case.spot.text.trim().to_owned(),
        };
        known.insert(entry.fingerprint.clone(), entry);
    }
    let document = Document {
        schema: SCHEMA.to_owned(),
        version: VERSION,
        known: known.into_values().collect(),
    };
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    std::fs::write(path, text + "\n").map_err(at(path))
}
