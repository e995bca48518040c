//! What the names of a model stand for.

use crate::diagnostic::{Diagnostic, Place};
use crate::model::{ArrayId, EnumId, Type, VarId};
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    Const(i128),
    Type(Type),
    Var(VarId, Type),
    Array(ArrayId, Type),
    Process(ProcessNames),
}

/// The members of a process, or of an array of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessNames {
    /// First index and number of instances; none for a single process.
    pub range: Option<(i128, u32)>,
    pub members: BTreeMap<String, Member>,
}

/// A variable of a process.
#[derive(Clone, Debug)]
pub enum Member {
    /// One scalar in each instance: an array over the instances, or one variable.
    Shared(ArrayId, Type),
    Single(VarId, Type),
    /// An array in each instance.
    Arrays(Vec<ArrayId>, Type),
}

/// All names at the outermost level.
#[derive(Clone, Debug, Default)]
pub struct Names {
    known: BTreeMap<String, Meaning>,
    /// Labels may belong to several enumerations.
    labels: BTreeMap<String, Vec<(EnumId, i128)>>,
}

impl Names {
    pub fn declare(
        &mut self,
        name: &str,
        place: Place,
        meaning: Meaning,
    ) -> Result<(), Diagnostic> {
        if self.known.insert(name.to_owned(), meaning).is_some() {
            let text = format!("`{name}` is declared twice");
            return Err(Diagnostic::new(place, text));
        }
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Meaning> {
        self.known.get(name)
    }

    pub(crate) fn add_label(&mut self, name: &str, of: EnumId, position: i128) {
        let entry = self.labels.entry(name.to_owned()).or_default();
        entry.push((of, position));
    }

    /// The enumerations that have a label, with its position.
    pub fn labels(&self, name: &str) -> &[(EnumId, i128)] {
        self.labels.get(name).map_or(&[], Vec::as_slice)
    }

    /// A name that is spelt nearly so.
    pub fn similar(&self, name: &str) -> Option<&str> {
        let words = self.known.keys().chain(self.labels.keys());
        let near = words.map(|w| (distance(w, name), w.as_str()));
        near.filter(|&(d, _)| d <= 2).min().map(|(_, w)| w)
    }
}

/// The number of letters to insert, delete or replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
