//! What searches that go on side by side give each other: tests, and predicates.
//!
//! **Invariant.** What comes from elsewhere is a hint: a test is run, a predicate is a candidate
//! that has to be shown like any other. So nothing that is exchanged can make a wrong
//! verdict; at worst it costs time.

use crate::algorithms::session::Session;
use crate::tuning::exchange::{LARGEST, MOST_SUGGESTED};
use hatha_blocks::block::CutId;
use hatha_blocks::effect::state_variable;
use hatha_cfa::inline::Copied;
use hatha_cfa::{LocId, ProcId, Procedure, Program, VarId, VarScope};
use hatha_proof::vocabulary::{as_slot, slot_symbol};
use hatha_proof::{Node, TermReader, TermWriter};
use hatha_term::{Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;

/// What a search gives to others and takes from them. What one has found reaches the others when
/// the next round of counted work begins, so nothing depends on the clock.
pub trait Exchange: std::fmt::Debug {
    /// A test that was run, for the others.
    fn publish(&self, inputs: &[u128]);
    /// Tests of the others that this search has not seen.
    fn take(&self) -> Vec<Vec<u128>>;
    /// A predicate that may help the others.
    fn suggest(&self, predicate: Predicate);
    /// Predicates of the others that this search has not seen.
    fn suggestions(&self) -> Vec<Predicate>;
}

/// A predicate over the slots of a procedure and global ones, at a place of the program as it was
/// loaded, in a form that any pool can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The procedure.
    pub proc: ProcId,
    /// The place.
    pub location: LocId,
    terms: Vec<Node>,
}

impl Predicate {
    /// A term over `v12` and the like, which are visible in the procedure; `None` if it speaks of
    /// anything else.
    pub(crate) fn new(
        program: &Program,
        pool: &mut TermPool,
        (proc, location): (ProcId, LocId),
        term: TermId,
    ) -> Option<Predicate> {
        let is_small = pool.subterms(&[term]).len() <= LARGEST;
        let visible = slots(pool, term)?.iter().all(|&(_, v)| {
            is_visible(program, proc, v) && state_variable(program, pool, v).is_some()
        });
        if !is_small || !visible {
            return None;
        }
        let mut writer = TermWriter::new();
        writer.add(pool, term).ok()?;
        Some(Predicate {
            proc,
            location,
            terms: writer.finish(),
        })
    }

    /// The term in another pool.
    pub(crate) fn term(&self, program: &Program, pool: &mut TermPool) -> Option<TermId> {
        let sorts: FxHashMap<Symbol, _> = own(program.proc(self.proc))
            .chain(globals(program))
            .filter_map(|v| {
                let slot = state_variable(program, pool, v)?;
                Some((slot_symbol(v), pool.sort(slot)))
            })
            .collect();
        let is_slot = |symbol: &Symbol, sort| sorts.get(symbol) == Some(&sort);
        let reader = TermReader::read(pool, &self.terms, is_slot).ok()?;
        // A term comes after its subterms.
        reader.get(self.terms.len() as u32 - 1)
    }
}

fn own(proc: &Procedure) -> impl Iterator<Item = VarId> {
    proc.params.iter().chain(&proc.locals).copied()
}

fn globals(program: &Program) -> impl Iterator<Item = VarId> {
    let vars = program.vars.keys();
    vars.filter(|&v| program.var(v).scope == VarScope::Global)
}

/// Whether a variable exists wherever an execution stands in a procedure.
pub(crate) fn is_visible(program: &Program, proc: ProcId, var: VarId) -> bool {
    let scope = program.vars.get(var).map(|v| v.scope);
    let is_own = || own(program.proc(proc)).any(|v| v == var);
    scope.is_some_and(|s| s == VarScope::Global || is_own())
}

/// The slots that a term speaks of; `None` if it speaks of anything else, memory for instance.
fn slots(pool: &mut TermPool, term: TermId) -> Option<Vec<(TermId, VarId)>> {
    let all = pool.subterms(&[term]);
    if all
        .iter()
        .any(|&t| matches!(pool.op(t), hatha_term::Op::Apply(_)))
    {
        return None;
    }
    let free = pool.free_vars(&[term]);
    let slot = |v| {
        let var = as_slot(pool.var_symbol(v))?;
        Some((pool.var_term(v), var))
    };
    free.into_iter().map(slot).collect()
}

impl Session<'_> {
    /// Suggests a predicate at a cut point to others, if it is the head of a loop.
    pub(crate) fn suggest(&mut self, cut: CutId, term: TermId) {
        let Some(exchange) = self.exchange else {
            return;
        };
        if let Some(predicate) = self.for_others(cut, term) {
            exchange.suggest(predicate);
        }
    }

    fn for_others(&mut self, cut: CutId, term: TermId) -> Option<Predicate> {
        let at = self.subject.blocks.location(cut)?;
        let program = self.task.program;
        let copy = self
            .subject
            .joined
            .copies
            .iter()
            .find(|c| contains(c, at))?;
        // Joining adds procedures that the program as it was loaded does not have.
        let original = program.procs.get(copy.proc)?;
        let location = LocId(at.0 - copy.first);
        let is_head = |l: &hatha_cfa::Location| l.loop_head;
        if !original.locations.get(location).is_some_and(is_head) {
            return None;
        }
        let mut renamed = FxHashMap::default();
        for (symbol, var) in slots(&mut self.questions.pool, term)? {
            if let Some(i) = copy.vars.iter().position(|&v| v == var) {
                let own = own(original).nth(i)?;
                renamed.insert(
                    symbol,
                    state_variable(program, &mut self.questions.pool, own)?,
                );
            }
        }
        let term = self.questions.pool.substitute(term, &renamed);
        Predicate::new(
            program,
            &mut self.questions.pool,
            (copy.proc, location),
            term,
        )
    }

    /// Takes what others suggest, for the next time that invariants are looked for.
    pub(crate) fn take_suggestions(&mut self) {
        let Some(exchange) = self.exchange else {
            return;
        };
        for predicate in exchange.suggestions() {
            self.note(&predicate);
        }
    }

    fn note(&mut self, predicate: &Predicate) {
        let program = self.task.program;
        let Some(term) = predicate.term(program, &mut self.questions.pool) else {
            return;
        };
        let Some(spoken_of) = slots(&mut self.questions.pool, term) else {
            return;
        };
        let original = program.proc(predicate.proc);
        let joined = self.subject.joined;
        for copy in joined.copies.iter().filter(|c| c.proc == predicate.proc) {
            let at = LocId(copy.first + predicate.location.0);
            let Some(cut) = self.subject.blocks.cut_at(at) else {
                continue;
            };
            let mut renamed = FxHashMap::default();
            for &(symbol, var) in &spoken_of {
                let place = own(original).position(|v| v == var);
                let here = place.and_then(|i| copy.vars.get(i));
                if let Some(&here) = here
                    && let Some(here) =
                        state_variable(self.subject.program, &mut self.questions.pool, here)
                {
                    renamed.insert(symbol, here);
                }
            }
            let term = self.questions.pool.substitute(term, &renamed);
            let is_new = !self.inference.suggested.contains(&(cut, term));
            let has_room = self.inference.suggested.len() < MOST_SUGGESTED;
            if is_new && has_room && self.tests.forest.can_evaluate(&self.questions.pool, term) {
                self.inference.suggested.push((cut, term));
            }
        }
    }
}

fn contains(copy: &Copied, at: LocId) -> bool {
    (copy.first..copy.first + copy.count).contains(&at.0)
}
