//! A unit with a search in it that goes on from command to command.
//!
//! **Invariant.** The first question is the one that the search is about; the others
//! are those of formulas whose paths are parts of the path so far. Terms of the trail
//! belong to the pool of this search and to no other.

use crate::ground::Unit;
use hatha_smt::Budget;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_unit::{NodeId, Order, Paused, Question, Search};

pub(crate) use hatha_unit::search::{Entered, Moment};

/// A unit and its search.
pub(crate) struct Live {
    /// The unit.
    pub unit: Unit,
    questions: Vec<Question>,
    /// The search, once it has begun.
    paused: Option<Paused<DefaultChain>>,
}

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The question of the search, then those of earlier ones.
    pub questions: &'a [Question],
}

impl Live {
    /// With the question of the search first.
    pub(crate) fn new(unit: Unit, questions: Vec<Question>) -> Live {
        Live {
            unit,
            questions,
            paused: None,
        }
    }

    /// Does something with the search.
    pub(crate) fn with<T>(
        &mut self,
        budget: Budget,
        act: impl for<'a> FnOnce(&mut Search<'a, DefaultChain>, &About<'a>) -> T,
    ) -> T {
        let (stepper, question) = (self.unit.stepper(), &self.questions[0]);
        let mut search = match self.paused.take() {
            Some(paused) => paused.resume(stepper, question, budget),
            None => Search::new(stepper, question, default_chain(), budget, Order::Breadth),
        };
        let about = About {
            unit: &self.unit,
            questions: &self.questions,
        };
        let done = act(&mut search, &about);
        self.paused = Some(search.pause());
        done
    }
}

/// A part of a path that a formula found: its first and last positions, and its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The position at which the formula begins.
    pub from: usize,
    /// The position at which it is accepted.
    pub to: usize,
    /// The number of the question.
    pub question: usize,
    /// Which executions it is the path of.
    pub moment: Moment,
}

/// Walks along nodes behind those that have been walked already; positions that formulas accept
/// at have only the states that they accept.
pub(crate) fn walk<'a>(
    search: &mut Search<'a, DefaultChain>,
    questions: &'a [Question],
    trail: &mut Vec<Entered>,
    nodes: &[NodeId],
    spans: &[Span],
) {
    for at in trail.len()..nodes.len() {
        let entered = step(search, trail.last(), nodes[at]);
        trail.push(entered);
        for span in spans.iter().filter(|s| s.to == at) {
            let start = trail[span.from].worlds.clone();
            let part = &nodes[span.from..=at];
            let question = &questions[span.question];
            trail[at] = search.constrained(question, part, &start, span.moment);
        }
    }
}

/// One node on.
fn step(search: &mut Search<'_, DefaultChain>, before: Option<&Entered>, node: NodeId) -> Entered {
    let next = match before {
        Some(last) => search.behind(last.node, &last.worlds),
        None => search.first(),
    };
    let there = next.into_iter().find(|e| e.node == node);
    there.unwrap_or(Entered {
        node,
        worlds: Vec::new(),
        possible: Some(false),
    })
}
