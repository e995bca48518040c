//! Attributes by which a program promises something to compilers.
//!
//! **Soundness.** Such an attribute is dropped, and every one of the user's is noted, with the names that
//! its declaration could declare as functions. A declaration that is not understood, inside
//! braces or of something else than a function, has none: then nobody knows when the attribute matters,
//! and it counts as one that does.

use super::attributes::{Attributes, bare};
use super::rewrite::Rewriter;

/// An attribute that promises something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// Its name without `__`.
    pub name: String,
    /// The functions that it may be about: their names, and perhaps others.
    pub functions: Vec<String>,
    /// Where it stands in the input.
    pub at: u32,
}

impl Rewriter<'_> {
    /// Notes what the attributes of a list promise.
    pub(super) fn note_promises(&mut self, list: &Attributes) {
        if list.promises.is_empty() {
            return;
        }
        let functions = self.declared_functions();
        for &i in &list.promises {
            let name = bare(self.text(i));
            // What `copy` promises stands elsewhere.
            let functions = if name == b"copy" {
                &[][..]
            } else {
                &functions[..]
            };
            let promise = Promise {
                name: String::from_utf8_lossy(name).into_owned(),
                functions: functions.to_vec(),
                at: self.start(i) as u32,
            };
            self.promises.push(promise);
        }
    }

    /// Notes a pragma that promises that no turn of a loop needs what another one stores.
    pub(super) fn note_promise_of_loop(&mut self, pragma: &str, at: u32) {
        let is_one = |word: &str| {
            pragma
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|w| w == word)
        };
        if let Some(name) = ["ivdep", "assume_safety"].into_iter().find(|w| is_one(w)) {
            self.promises.push(Promise {
                name: name.to_owned(),
                functions: Vec::new(),
                at,
            });
        }
    }

    /// The names outside of brackets with parameters behind them, from the start of the declaration at
    /// hand to its end or to the body of a function; none if it declares several things, of which the
    /// attribute may be about any.
    fn declared_functions(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut i = self.declared_from;
        while self.is_at_file_scope() && self.kind(i).is_some() && !self.is(i, b';') {
            if self.is(i, b'{') && i > 0 && self.is(i - 1, b')') {
                break;
            }
            if self.is(i, b',') {
                return Vec::new();
            }
            // `T (*p)(int)` declares no `T`.
            if self.is_name(i) && self.is(i + 1, b'(') && !self.is(i + 2, b'*') {
                names.push(String::from_utf8_lossy(self.text(i)).into_owned());
            }
            i = self.close(i).unwrap_or(i) + 1;
        }
        names
    }
}
