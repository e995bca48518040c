//! Deliberate mistakes in refinement, for tests alone (feature `broken-wp`).
//!
//! A wrong split removes steps that the program takes, so a search may end with a
//! proof that is none. Tests show that such a proof is refused when it is
//! certified.

use crate::{FailingTest, Finding};
use hatha_cfa::Span;
use hatha_exec::fault::{Fault, FaultKind};
use hatha_term::{Op, TermId, TermPool};
use std::cell::Cell;

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mistake {
    /// None: refinement as it should be.
    #[default]
    None,
    /// The edge goes from both halves of a split region.
    BothHalves,
    /// The edge goes from the half that may take it.
    WrongHalf,
    /// A literal of the predicate is the opposite of what it should be.
    FlippedLiteral,
    /// A walk takes one way in three that can be taken for one that cannot.
    BlindWalk,
}

thread_local! {
    static MISTAKE: Cell<Mistake> = const { Cell::new(Mistake::None) };
}

/// Whether a walk overlooks the way that it has found.
pub(crate) fn overlooks(queries: u64) -> bool {
    MISTAKE.get() == Mistake::BlindWalk && queries.is_multiple_of(3)
}

/// Makes a mistake in every split of this thread from now on.
pub fn make(mistake: Mistake) {
    MISTAKE.set(mistake);
}

/// Which halves of a split lose the edge, of the one that should and the other.
pub(crate) fn losers(right: bool) -> bool {
    match MISTAKE.get() {
        Mistake::BothHalves => true,
        Mistake::WrongHalf => !right,
        Mistake::None | Mistake::FlippedLiteral | Mistake::BlindWalk => right,
    }
}

/// A predicate, perhaps with a literal flipped.
pub(crate) fn predicate(pool: &mut TermPool, rho: TermId) -> TermId {
    if MISTAKE.get() != Mistake::FlippedLiteral {
        return rho;
    }
    if pool.op(rho) != Op::And {
        return pool.not(rho);
    }
    let (rest, last) = (pool.arg(rho, 0), pool.arg(rho, 1));
    let flipped = pool.not(last);
    pool.and(rest, flipped)
}

/// The defect that an engine meets as soon as it searches: `HATHA_DEFECT` lists engines with what
/// happens to them, `dash=panic,panda=internal,dart=test`.
pub fn defect(engine: &str) -> Option<Finding> {
    let list = std::env::var("HATHA_DEFECT").ok()?;
    let named = list.split(',').filter_map(|one| one.split_once('='));
    let (_, what) = named.filter(|(name, _)| *name == engine).last()?;
    match what {
        "panic" => panic!("a defect that was asked for"),
        "internal" => Some(Finding::Internal(format!("{engine} has a defect"))),
        // A test that fails nowhere.
        _ => Some(Finding::Test(Box::new(FailingTest {
            inputs: Vec::new(),
            fault: Fault {
                kind: FaultKind::OutOfBounds,
                message: "none".to_owned(),
                span: Span::NONE,
                stack: Vec::new(),
                object: None,
            },
        }))),
    }
}
