//! The state at a point of a path, and what the environment of the program may do.

use crate::memory::{Objects, Plane, Timeline, Update};
use crate::object::{Event, Pointee};
use crate::stated::Stated;
use hatha_cfa::checks::FAILED;
use hatha_cfa::{FailKind, Program, VarId};
use hatha_proof::assume::Pointers;
use hatha_term::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a call of a function without a body does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// Its result and everything that it can see become arbitrary.
    #[default]
    Havoc,
    /// Only its result is arbitrary (an assumption of whoever asks).
    Pure,
    /// A proof must show that it is not reached.
    Refuse,
}

/// Under which assumptions a proof is checked. They come from whoever asks for
/// the certificate, never from the proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Functions without a body.
    pub externals: Externals,
    /// An access whose address breaks the alignment of its type is an access like any other
    /// rather than a fault.
    pub misaligned_allowed: bool,
    /// Reads of something volatile give any value, which is not modelled: a proof must show that
    /// none is reached.
    pub volatile_any: bool,
    /// Device memory is declared, perhaps at the lowest addresses: what is computed from zero may
    /// then be the address of something.
    pub device_memory: bool,
    /// What is assumed of the pointers that the entry starts from.
    pub pointers: Pointers,
    /// The one function whose call is a failure, as some properties have it; every other way in
    /// which a program says that it has failed then only ends the execution. `None`: all are failures.
    pub only_calls_of: Option<&'static str>,
}

impl Environment {
    /// Whether a failure that the program states is one in the sense of the question.
    pub(crate) fn is_failure(self, kind: &FailKind) -> bool {
        match (self.only_calls_of, kind) {
            (None, _) => true,
            (Some(name), FailKind::ReachError(reached)) => name == reached,
            // A machine goes on behind an array without elements, and what it accesses then faults: a
            // proof about faults has to show that there is none.
            (Some(name), FailKind::Check(_) | FailKind::ArraySize) => name == FAILED,
            (Some(_), _) => false,
        }
    }

    /// Why an execution may go on behind a failure that the question is not about, if it may: the
    /// program defines the error function that is called, so that its body decides (one without a
    /// body does not return, by agreement); or it sets handlers of signals, and `abort` runs that of
    /// SIGABRT.
    pub(crate) fn continuation(self, program: &Program, kind: &FailKind) -> Option<String> {
        let name = match kind {
            FailKind::ReachError(name) => name,
            FailKind::Abort | FailKind::Assertion(_) => {
                let is_other = self.only_calls_of.is_some();
                return (is_other && sets_handlers(program))
                    .then(|| "abort where the program sets handlers of signals".to_owned());
            }
            _ => return None,
        };
        let is_other = self.only_calls_of.is_some_and(|asked| asked != name);
        let own = program.find_proc(name).map(|p| program.proc(p));
        let is_own = own.is_some_and(|p| p.defined && !p.model);
        (is_other && is_own)
            .then(|| format!("a call of '{name}', which the property does not name"))
    }
}

/// Whether the program uses the library to set handlers of signals.
fn sets_handlers(program: &Program) -> bool {
    let is_library = |name: &str| {
        let proc = program.find_proc(name).map(|p| program.proc(p));
        proc.is_some_and(|p| p.defined && p.model)
    };
    ["signal", "__sysv_signal", "sigaction"]
        .into_iter()
        .any(is_library)
}

/// A state in the middle of a path, as terms over the state where the path began.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Slots that the path has written; every other slot is as it was.
    pub(crate) slots: BTreeMap<VarId, TermId>,
    /// What slots of pointer type lead to, if the path has written them.
    pub(crate) ghosts: BTreeMap<VarId, Pointee>,
    /// What the path has done to objects that slots may lead to, in order.
    pub(crate) events: Vec<Event>,
    /// Memory locals that the path has given a new address.
    pub(crate) addresses: BTreeMap<VarId, TermId>,
    /// Memory locals that surely live.
    pub(crate) live: BTreeSet<VarId>,
    /// What the path has done to memory, oldest first.
    pub(crate) updates: Vec<Update>,
    /// How many heap objects the path has allocated.
    pub(crate) allocated: u32,
    /// The objects of variables that surely lived where the path began.
    pub(crate) objects: Rc<Objects>,
    /// Owners of addresses that every region where the path began states.
    pub(crate) stated: Rc<Stated>,
    /// What the path has needed so far, in order.
    pub(crate) guard: Vec<TermId>,
}

impl State {
    /// Memory as it is now.
    pub(crate) fn timeline(&self) -> Timeline<'_> {
        Timeline {
            updates: &self.updates,
            when: self.updates.len(),
            objects: &self.objects,
            stated: &self.stated,
            plane: Plane::Value,
        }
    }

    /// What of memory has been written.
    pub(crate) fn written(&self) -> Timeline<'_> {
        Timeline {
            plane: Plane::Written,
            ..self.timeline()
        }
    }
}
