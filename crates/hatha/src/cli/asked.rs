//! What a question is about: the property file, or the faults that `--checks` selects.

use super::args::MisalignedArg;
use super::exit::{self, Failure};
use super::property::{self, Property};
use hatha_cfa::CheckKind;
use hatha_cfa::checks::FAILED;
use hatha_engine::directed::is_asked_for;
use hatha_exec::fault::FaultKind;
use std::collections::BTreeSet;
use std::path::Path;

/// What a question is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// The one function whose calls count; otherwise every failure does.
    pub function: Option<&'static str>,
    /// The faults that are checked.
    pub kinds: BTreeSet<CheckKind>,
}

impl Asked {
    /// From the options. A question about rules is about nothing else.
    pub(super) fn read(
        property: Option<&Path>,
        rules: &[String],
        checks: Option<&str>,
    ) -> Result<Asked, Failure> {
        let Some(file) = property else {
            let kinds = match (rules, checks) {
                ([], Some(list)) => selected(list)?,
                ([], None) => BTreeSet::from(CheckKind::DEFAULT),
                (_, _) => BTreeSet::new(),
            };
            return Ok(Asked {
                function: None,
                kinds,
            });
        };
        Ok(match property::read(file)? {
            Property::Calls(name) => Asked {
                function: Some(name),
                ..Asked::default()
            },
            Property::NoOverflow => Asked {
                function: Some(FAILED),
                kinds: BTreeSet::from([CheckKind::SignedOverflow]),
            },
            Property::DefinedBehaviour => Asked {
                function: Some(FAILED),
                kinds: CheckKind::DEFAULT.into_iter().chain(UNDEFINED).collect(),
            },
            Property::Memory(parts) => {
                let access = parts.deref.then_some(CheckKind::InvalidAccess);
                let free = parts.free.then_some(CheckKind::InvalidFree);
                let track = parts.track.then_some(CheckKind::Leak);
                let cleanup = parts.cleanup.then_some(CheckKind::Cleanup);
                // A program that is aborted ends, too.
                let aborted = parts.cleanup.then_some(CheckKind::CleanupOnFailure);
                let kinds = [access, free, track, cleanup, aborted];
                Asked {
                    function: Some(FAILED),
                    kinds: kinds.into_iter().flatten().collect(),
                }
            }
        })
    }

    /// The same where misaligned accesses are accesses like any other.
    pub(super) fn allowing(mut self, misaligned: MisalignedArg) -> Asked {
        if misaligned == MisalignedArg::Allow {
            self.kinds.remove(&CheckKind::Misaligned);
        }
        self
    }

    /// The faults that are checked where the program starts at a function: what becomes of blocks is
    /// a question about whole programs.
    pub(super) fn kinds_from(&self, entry: &str) -> BTreeSet<CheckKind> {
        // A property is about nothing else: there the answer says that it is not known.
        let stays = entry == "main" || self.function.is_some();
        let is_asked = |k: &&CheckKind| stays || !CheckKind::BLOCKS.contains(k);
        self.kinds.iter().filter(is_asked).copied().collect()
    }

    /// Whether a fault of the program as it was loaded is a failure in this sense.
    pub(super) fn is_about(&self, fault: &FaultKind) -> bool {
        let checked = fault.checked().is_some_and(|k| self.kinds.contains(&k));
        checked || is_asked_for(self.function, fault)
    }
}

/// What C does not define beside the faults that are asked about by default.
const UNDEFINED: [CheckKind; 2] = [CheckKind::Pointer, CheckKind::Member];

/// The word with which allocations may fail. No operation is checked for it: what becomes of the
/// null pointer is.
const MALLOC_NULL: &str = "malloc-null";

/// Whether a list says that allocations may fail.
pub(crate) fn may_allocations_fail(list: &str) -> bool {
    let words = list.split(',').map(str::trim);
    let mut given = words.filter(|w| w.trim_start_matches(['+', '-']) == MALLOC_NULL);
    given.next_back().is_some_and(|w| !w.starts_with('-'))
}

/// What a word of the list stands for.
fn named(word: &str) -> Option<Vec<CheckKind>> {
    Some(match word {
        "assertions" | MALLOC_NULL => Vec::new(),
        "default" => CheckKind::DEFAULT.to_vec(),
        // What a program leaves to the system when it ends is seldom a mistake.
        "all" => {
            let all = CheckKind::ALL.into_iter();
            let by_name = CheckKind::LEFT.into_iter().chain(CheckKind::FLOATING);
            let by_name: Vec<CheckKind> = by_name.collect();
            all.filter(|k| !by_name.contains(k)).collect()
        }
        "arithmetic" => CheckKind::ARITHMETIC.to_vec(),
        "memory" => CheckKind::MEMORY.to_vec(),
        "calls" => CheckKind::CALLS.to_vec(),
        "overflow" => vec![CheckKind::SignedOverflow],
        "division" => vec![CheckKind::DivisionByZero],
        "shift" => vec![CheckKind::ShiftOutOfRange],
        _ => vec![CheckKind::ALL.into_iter().find(|k| k.name() == word)?],
    })
}

/// The faults that a list selects: groups and kinds, `+` before what is added, `-` before what is
/// taken away. A list that begins with a sign changes the default. Assertions are always asked about.
fn selected(list: &str) -> Result<BTreeSet<CheckKind>, Failure> {
    let mut kinds = match list.trim_start().starts_with(['+', '-']) {
        true => BTreeSet::from(CheckKind::DEFAULT),
        false => BTreeSet::new(),
    };
    for word in list.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (name, adds) = match word.strip_prefix('-') {
            Some(name) => (name, false),
            None => (word.strip_prefix('+').unwrap_or(word), true),
        };
        let meant = named(name).ok_or_else(|| unknown(name))?;
        match adds {
            true => kinds.extend(meant),
            false => kinds.retain(|k| !meant.contains(k)),
        }
    }
    Ok(kinds)
}

fn unknown(word: &str) -> Failure {
    let kinds = CheckKind::ALL.map(CheckKind::name).join(", ");
    let why = format!(
        "error: --checks: there is no '{word}'; known are assertions, arithmetic, memory, calls, all, default, {kinds}, malloc-null"
    );
    Failure::new(exit::USAGE, why)
}

#[cfg(test)]
mod tests {
    use super::{may_allocations_fail, selected};
    use hatha_cfa::CheckKind::{self, DivisionByZero, ShiftOutOfRange, SignedOverflow, Wrap};
    use std::collections::BTreeSet;

    #[test]
    fn allocations_fail_on_request() {
        for (list, fails) in [
            ("malloc-null", true),
            ("arithmetic, +malloc-null", true),
            ("all", false),
            ("malloc-null,-malloc-null", false),
        ] {
            assert_eq!(may_allocations_fail(list), fails, "{list}");
            assert!(selected(list).is_ok(), "{list}");
        }
    }

    #[test]
    fn lists_add_and_take_away() {
        let arithmetic = BTreeSet::from(CheckKind::ARITHMETIC);
        let memory = BTreeSet::from(CheckKind::MEMORY);
        let is = |list: &str| selected(list).ok();
        assert_eq!(is("assertions"), Some(BTreeSet::new()));
        assert_eq!(is("memory"), Some(memory));
        assert_eq!(is("arithmetic"), Some(arithmetic.clone()));
        let all = CheckKind::ALL.into_iter();
        let all = all.filter(|k| !CheckKind::LEFT.contains(k));
        let all = all.filter(|k| !CheckKind::FLOATING.contains(k));
        assert_eq!(is("all"), Some(all.collect()));
        let less = "all,-memory,-calls,-wrap,-conversion,-leak,-pointer,-member";
        assert_eq!(is(less), Some(arithmetic));
        let left = BTreeSet::from([DivisionByZero, ShiftOutOfRange, Wrap]);
        assert_eq!(is("division,shift,+wrap"), Some(left));
        let one = BTreeSet::from([SignedOverflow]);
        assert_eq!(is("assertions, +signed-overflow"), Some(one));
        let default = BTreeSet::from(CheckKind::DEFAULT);
        assert_eq!(is("default"), Some(default.clone()));
        let more: BTreeSet<CheckKind> = default.iter().copied().chain([Wrap]).collect();
        assert_eq!(is("+wrap"), Some(more));
        let less = default.into_iter().filter(|k| *k != SignedOverflow);
        assert_eq!(is("-overflow"), Some(less.collect()));
        assert_eq!(is("overfow"), None);
    }
}
