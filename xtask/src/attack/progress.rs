//! Counts of each area, and the seed to go on with.

use super::Options;
use super::area::{Judged, Kind};
use super::ask::Verdict;
use crate::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Counts of one area.
#[derive(Default, Clone, Serialize, Deserialize)]
struct Tally {
    /// Every seed below is done.
    next: u64,
    programs: u64,
    skipped: u64,
    answers: u64,
    proved: u64,
    violated: u64,
    unknown: u64,
    internal: u64,
    refuted: u64,
    refused: u64,
    /// Forgeries that were refused, by how they were forged.
    #[serde(default)]
    refused_kinds: BTreeMap<String, u64>,
}

/// Counts of all areas.
pub struct Progress {
    tallies: Vec<(String, Tally)>,
    file: Option<PathBuf>,
}

impl Progress {
    /// Starts from nothing, or from the file that is resumed.
    pub fn read(options: &Options) -> Result<Self> {
        let mut progress = Progress {
            tallies: Vec::new(),
            file: options.resume.clone(),
        };
        if let Some(path) = options.resume.as_ref().filter(|p| p.exists()) {
            let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
            let read: BTreeMap<String, Tally> =
                serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
            progress.tallies = read.into_iter().collect();
        }
        Ok(progress)
    }

    /// The seed that an area goes on with.
    pub fn next_seed(&self, area: &str, first: u64) -> u64 {
        let tally = self.tallies.iter().find(|(name, _)| name == area);
        tally.map_or(first, |(_, t)| t.next.max(first))
    }

    /// Counts a case, and keeps the counts.
    pub fn count(&mut self, area: &str, seed: u64, judged: &Judged) -> Result {
        if !self.tallies.iter().any(|(name, _)| name == area) {
            self.tallies.push((area.to_owned(), Tally::default()));
        }
        for (name, tally) in &mut self.tallies {
            if name == area {
                tally.count(seed, judged);
            }
        }
        self.write()
    }

    fn write(&self) -> Result {
        let Some(path) = &self.file else {
            return Ok(());
        };
        let all: BTreeMap<&String, &Tally> = self.tallies.iter().map(|(n, t)| (n, t)).collect();
        let text = serde_json::to_string_pretty(&all).map_err(|e| e.to_string())?;
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// A table for `docs/results/attack.md`.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| area | programs | questions | proved | violated | unknown | exit 70 | forgeries refused | refuted | skipped |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for (name, t) in &self.tallies {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                t.programs,
                t.answers,
                t.proved,
                t.violated,
                t.unknown,
                t.internal,
                t.refused,
                t.refuted,
                t.skipped
            );
        }
        for (name, t) in self
            .tallies
            .iter()
            .filter(|(_, t)| !t.refused_kinds.is_empty())
        {
            let kinds = t
                .refused_kinds
                .iter()
                .map(|(kind, count)| format!("{kind} {count}"));
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "\n{name}, forgeries refused: {kinds}");
        }
        text
    }
}

impl Tally {
    fn count(&mut self, seed: u64, judged: &Judged) {
        self.next = self.next.max(seed + 1);
        if judged.skipped {
            self.skipped += 1;
            return;
        }
        self.programs += 1;
        for answer in &judged.answers {
            self.answers += 1;
            match answer.verdict {
                Verdict::Proved => self.proved += 1,
                Verdict::Violated => self.violated += 1,
                Verdict::Unknown => self.unknown += 1,
                Verdict::Internal | Verdict::Other => self.internal += 1,
            }
        }
        self.refused += judged.refused;
        for (kind, count) in &judged.refused_kinds {
            *self.refused_kinds.entry((*kind).to_owned()).or_insert(0) += count;
        }
        let wrong = |k: Kind| k != Kind::Internal;
        self.refuted += u64::from(judged.refuted.as_ref().is_some_and(|r| wrong(r.kind)));
    }
}
