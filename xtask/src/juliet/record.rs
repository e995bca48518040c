//! Runs that are kept, so that a long measurement can be gone on with.
//!
//! **Invariant.** A file has one line for each run, written when it has ended: what is read back is
//! what was measured, whichever build measured it.

use super::cases::{Case, Version};
use super::tally::Outcome;
use crate::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    case: String,
    version: String,
    outcome: Outcome,
    seconds: f64,
}

/// The runs of a file.
pub struct Record {
    file: Option<PathBuf>,
    runs: BTreeMap<(String, String), (Outcome, f64)>,
}

impl Record {
    /// The runs of a file, none if there is no such file.
    pub fn read(file: Option<&Path>) -> Result<Record> {
        let mut record = Record {
            file: file.map(Path::to_owned),
            runs: BTreeMap::new(),
        };
        let Some(file) = file.filter(|f| f.exists()) else {
            return Ok(record);
        };
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        for line in text.lines() {
            let line: Line =
                serde_json::from_str(line).map_err(|e| format!("{}: {e}", file.display()))?;
            let key = (line.case, line.version);
            record.runs.insert(key, (line.outcome, line.seconds));
        }
        Ok(record)
    }

    /// What a run came to, if it is known.
    pub fn known(&self, case: &Case, version: Version) -> Option<(Outcome, f64)> {
        let key = (case.name.clone(), version.to_string());
        self.runs.get(&key).cloned()
    }

    /// Adds a run to the file.
    pub fn keep(
        &mut self,
        case: &Case,
        version: Version,
        outcome: &Outcome,
        seconds: f64,
    ) -> Result {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let line = Line {
            case: case.name.clone(),
            version: version.to_string(),
            outcome: outcome.clone(),
            seconds,
        };
        let line = serde_json::to_string(&line).map_err(|e| e.to_string())?;
        let mut open = std::fs::OpenOptions::new();
        let mut file = open
            .create(true)
            .append(true)
            .open(file)
            .map_err(|e| e.to_string())?;
        writeln!(file, "{line}").map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::juliet::cases::{Case, Version};
    use crate::juliet::tally::Outcome;

    #[test]
    fn what_is_kept_is_known_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("runs.jsonl");
        let case = Case::of("testcases/a/CWE190_A__int_max_add_01.c").expect("a case");
        let mut record = Record::read(Some(&file)).expect("none yet");
        assert!(record.known(&case, Version::Bad).is_none());
        let outcome = Outcome::Unknown("time".to_owned());
        record
            .keep(&case, Version::Bad, &outcome, 1.5)
            .expect("written");
        let again = Record::read(Some(&file)).expect("read");
        assert_eq!(again.known(&case, Version::Bad), Some((outcome, 1.5)));
        assert!(again.known(&case, Version::Good).is_none());
    }
}
