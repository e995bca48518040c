//! What a formula means: the definition.
//!
//! **Invariant.** Each operator is written as the logic defines it over suffixes of
//! a finite sequence, with its quantifiers; nothing is unfolded, and nothing here
//! knows of automata.

use crate::formula::{Form, FormulaId, Formulas};
use hatha_index::{IndexSlice, IndexVec};

/// Whether a formula holds on a non-empty word; each state tells which basic formulas hold in
/// it, by their ids. On the empty word nothing holds.
pub fn holds(formulas: &Formulas, root: FormulaId, word: &[Vec<bool>]) -> bool {
    if word.is_empty() {
        return false;
    }
    // By formula and the suffix that starts at a state; parts come before the whole.
    let mut table: IndexVec<FormulaId, Vec<bool>> = IndexVec::with_capacity(formulas.len());
    for id in formulas.ids() {
        let form = formulas.form(id);
        let row = (0..word.len()).map(|i| at(form, &table, word, i));
        let row = row.collect();
        table.push(row);
    }
    table[root][0]
}

/// The value of a formula on the suffix from a state on.
fn at(form: Form, table: &IndexSlice<FormulaId, Vec<bool>>, word: &[Vec<bool>], i: usize) -> bool {
    let len = word.len();
    let on = |f: FormulaId, j: usize| table[f][j];
    match form {
        Form::True => true,
        Form::False => false,
        Form::Atom(a) => word[i].get(a.index()).copied().unwrap_or(false),
        Form::Not(a) => !on(a, i),
        Form::And(a, b) => on(a, i) && on(b, i),
        Form::Or(a, b) => on(a, i) || on(b, i),
        Form::Next(a) => i + 1 < len && on(a, i + 1),
        Form::WeakNext(a) => i + 1 == len || on(a, i + 1),
        Form::Until(a, b) => (i..len).any(|j| on(b, j) && (i..j).all(|k| on(a, k))),
        // The dual of the one above.
        Form::Release(a, b) => !(i..len).any(|j| !on(b, j) && (i..j).all(|k| !on(a, k))),
    }
}
