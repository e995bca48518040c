//! The names that terms have in C.

use crate::op::TermId;
use crate::pool::TermPool;

/// What a term is called in C, for terms that stand for something of a program.
pub trait CNames {
    /// The name of a term; `None` if it is written by its operator, a variable by its symbol.
    fn name(&self, pool: &TermPool, t: TermId) -> Option<CName>;

    /// Whether a comparison has its constant on the right.
    fn puts_constants_last(&self) -> bool {
        false
    }
}

/// A name, which may be an expression such as `p->next` or `&x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CName {
    /// The text.
    pub text: String,
    /// Whether it has a signed type.
    pub is_signed: bool,
    /// Whether the text starts with an operator, such as `&x` or `*p`.
    pub is_unary: bool,
}

/// Symbols as they are; every variable is signed.
pub(crate) struct SymbolsThemselves;

impl CNames for SymbolsThemselves {
    fn name(&self, _: &TermPool, _: TermId) -> Option<CName> {
        None
    }
}
