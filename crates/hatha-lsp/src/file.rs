//! An open file, with what is known about its functions.
//!
//! **Invariant.** What is shown of a function was found out about a program in which nothing differs that
//! its answer depends on (its key), or is being asked again.

use crate::answers::{Document, Function, Problem, place};
use crate::lines::LineMap;
use lsp_types::Uri;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The answer about a function.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// What it depends on.
    pub key: String,
    /// The text of the file at that time, which places are in.
    pub text: Arc<str>,
    /// The document, or why there is none.
    pub result: Result<Document, String>,
    /// Whether the search about it goes on.
    pub is_partial: bool,
}

/// An open file.
#[derive(Debug)]
pub(crate) struct File {
    pub uri: Uri,
    pub path: PathBuf,
    pub version: i32,
    pub text: Arc<str>,
    /// The functions, and the text that they were listed in.
    pub functions: Vec<Function>,
    pub listed: Arc<str>,
    /// Why there are none.
    pub problem: Option<Problem>,
    /// By the function that was started from.
    pub answers: BTreeMap<String, Answer>,
    /// Functions that were asked for by name.
    pub requested: BTreeSet<String>,
    /// Functions whose checks are waiting or under way.
    pub pending: BTreeSet<String>,
    /// The progress that is shown: its number, and how many functions there were to check.
    pub progress: Option<(u64, usize)>,
}

impl File {
    pub(crate) fn new(uri: Uri, path: PathBuf, version: i32, text: &str) -> File {
        let text: Arc<str> = text.into();
        File {
            uri,
            path,
            version,
            listed: Arc::clone(&text),
            text,
            functions: Vec::new(),
            problem: None,
            answers: BTreeMap::new(),
            requested: BTreeSet::new(),
            pending: BTreeSet::new(),
            progress: None,
        }
    }

    /// The functions that checks start from: `main`, or all that other files can call, or if there are
    /// none of these the static ones; and those that were asked for.
    pub(crate) fn entries(&self, statics: bool) -> Vec<&Function> {
        let has_main = self.functions.iter().any(|f| f.name == "main");
        let none_external = !self.functions.iter().any(|f| f.external);
        let is_entry = |f: &&Function| {
            let by_default = match has_main {
                true => f.name == "main",
                false => f.external || statics || none_external,
            };
            (by_default || self.requested.contains(&f.name)) && !self.is_ambiguous(&f.name)
        };
        self.functions.iter().filter(is_entry).collect()
    }

    fn is_ambiguous(&self, name: &str) -> bool {
        self.functions.iter().filter(|f| f.name == name).count() > 1
    }

    /// Takes a new list of functions; the answers of those that are gone go.
    pub(crate) fn take(&mut self, functions: Vec<Function>, text: Arc<str>) {
        self.functions = functions;
        self.listed = text;
        self.problem = None;
        let there: BTreeSet<&str> = self.functions.iter().map(|f| f.name.as_str()).collect();
        self.answers.retain(|name, _| there.contains(name.as_str()));
        self.requested.retain(|name| there.contains(name.as_str()));
    }

    /// The entries that have no answer for their keys, those first that stand nearest behind a line
    /// (from 0).
    pub(crate) fn open_entries(&self, statics: bool, changed: usize) -> Vec<Function> {
        let is_open = |f: &&Function| {
            let answer = self.answers.get(&f.name);
            !answer.is_some_and(|a| a.key == f.key && !a.is_partial)
        };
        let all = self.entries(statics).into_iter().filter(is_open);
        let mut all: Vec<Function> = all.cloned().collect();
        let distance = |f: &Function| {
            let (_, first, _) = place(&f.location).unwrap_or_default();
            let (first, last) = (first as usize, f.last_line as usize);
            match changed + 1 {
                line if line < first => first - line,
                line if line > last => line - last,
                _ => 0,
            }
        };
        all.sort_by_key(distance);
        all
    }

    /// The lines of an earlier text in the present one.
    pub(crate) fn map(&self, earlier: &Arc<str>) -> Option<LineMap> {
        let same = Arc::ptr_eq(earlier, &self.text) || **earlier == *self.text;
        (!same).then(|| LineMap::new(earlier, &self.text))
    }

    /// The line of the present text with a number from 1.
    pub(crate) fn line(&self, number: u32) -> &str {
        let lines = &mut self.text.lines();
        lines
            .nth(number.saturating_sub(1) as usize)
            .unwrap_or_default()
    }
}
