//! Values of terms under one model, found by the number of the term.
//!
//! Evaluation asks for a value several times for each term, so finding one has to be cheaper than
//! a hash table of values: the numbers of neighbouring terms share a page, and a page holds
//! positions in one list of values.

use crate::op::TermId;
use crate::value::Value;
use std::ops::Index;

/// Terms of a page.
const PAGE: usize = 256;

/// The position of a value, plus one; zero is none.
type Page = Box<[u32; PAGE]>;

/// Values of terms under one model; they mean nothing under another.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pages: Vec<Option<Page>>,
    values: Vec<Value>,
}

fn place(t: TermId) -> (usize, usize) {
    let number = t.index();
    (number / PAGE, number % PAGE)
}

impl Known {
    /// How many terms have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Has no term a value?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn contains(&self, t: TermId) -> bool {
        self.position(t).is_some()
    }

    pub(crate) fn get(&self, t: TermId) -> Option<&Value> {
        self.position(t).map(|at| &self.values[at])
    }

    /// Notes the value of a term that has none yet.
    pub(crate) fn insert(&mut self, t: TermId, value: Value) {
        let (page, offset) = place(t);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([0; PAGE]));
        self.values.push(value);
        page[offset] = self.values.len() as u32;
    }

    fn position(&self, t: TermId) -> Option<usize> {
        let (page, offset) = place(t);
        let at = self.pages.get(page)?.as_ref()?[offset];
        (at as usize).checked_sub(1)
    }
}

impl Index<TermId> for Known {
    type Output = Value;

    /// # Panics
    /// If the term has no value: evaluation computes a term after its arguments.
    fn index(&self, t: TermId) -> &Value {
        self.get(t).expect("the arguments of a term come before it")
    }
}
