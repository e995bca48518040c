//! How far along a sequence a test comes.

use super::monitor::AT;
use crate::check::InternalError;
use crate::replay::start;
use hatha_cfa::{ExprKind, Program, TypeId, VarId};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_exec::observe::Path;
use hatha_proof::input::InputVector;
use std::rc::Rc;

/// Whether a test of a watched program ends in the last of so many segments.
pub(crate) fn reaches_last(
    program: &mut Program,
    config: &Config,
    test: &InputVector,
    segments: usize,
) -> Result<bool, InternalError> {
    let vars = program.vars.iter_enumerated();
    let counters: Vec<(VarId, TypeId)> = vars
        .filter(|(_, v)| v.name == AT)
        .map(|(id, v)| (id, v.ty))
        .collect();
    let counters: Vec<_> = counters
        .into_iter()
        .map(|(v, ty)| program.exprs.add(ExprKind::Var(v), ty))
        .collect();
    let entry = program.find_proc(&test.entry);
    let missing = || InternalError(format!("there is no function '{}'", test.entry));
    let entry = entry.ok_or_else(missing)?;
    let layout = Layout::recorded(&test.layout).map_err(ImageError::Layout)?;
    let image = Image::with_layout(program, Rc::new(layout))?;
    let config = config.for_reachability();
    let domain = Concrete::new(config.policy, Box::new(FromVector::new(test)));
    let console = Captured::with_stdin(&test.stdin);
    let mut machine = Machine::new(&image, config, domain, Path::default(), console);
    if start(&mut machine, entry, test).is_err() {
        return Ok(false);
    }
    machine.run();
    let mut at = counters.into_iter().map(|c| machine.eval(c));
    Ok(at.any(|at| at.is_ok_and(|w| w.lo as usize + 1 == segments)))
}
