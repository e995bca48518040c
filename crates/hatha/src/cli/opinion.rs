//! `--second-opinion`: another solver that has to agree with every answer.

use super::exit::{self, Failure};
use hatha_smt::{Reason, Referee, Solver, second_opinion};
use std::sync::Arc;

/// Who confirms every answer of a run; nobody if no solver is named.
pub(super) fn referee(solver: Option<&str>) -> Result<Option<Arc<Referee>>, Failure> {
    let Some(name) = solver else {
        return Ok(None);
    };
    // A disagreement is told apart from a crash by its evidence, which must not
    // fall among the files of the user.
    let folder = std::env::temp_dir().join("hatha-disagreements");
    match Referee::external(name) {
        Ok(referee) => Ok(Some(Arc::new(referee.saving_to(&folder)))),
        Err(reason) => Err(unavailable(name, &reason)),
    }
}

/// The solvers that have to agree with every claim of a proof, each asked about the claim as a
/// whole and not about what the embedded solver needed of it.
pub(super) fn others(solver: Option<&str>) -> Result<Vec<Box<dyn Solver>>, Failure> {
    let Some(name) = solver else {
        return Ok(Vec::new());
    };
    match second_opinion(name) {
        Ok(solver) => Ok(vec![Box::new(solver)]),
        Err(reason) => Err(unavailable(name, &reason)),
    }
}

fn unavailable(name: &str, reason: &Reason) -> Failure {
    match reason {
        Reason::Unavailable(why) => Failure::new(
            exit::NO_INPUT,
            format!("error: --second-opinion {name}: {why}"),
        ),
        other => Failure::new(exit::INTERNAL, format!("internal error: {other}")),
    }
}

/// A disagreement of a run is its end.
pub(super) fn agreed(referee: Option<&Referee>) -> Result<(), Failure> {
    match referee.and_then(Referee::disagreement) {
        None => Ok(()),
        Some(why) => Err(Failure::new(
            exit::INTERNAL,
            format!("internal error: the solvers disagree: {why}"),
        )),
    }
}
