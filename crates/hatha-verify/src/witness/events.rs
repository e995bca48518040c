//! What a test does at the places that a witness can speak of: another run of the
//! test, on the program with a call added at each of them.
//!
//! **Invariant.** The calls do nothing and draw nothing, so the run is that of the
//! test. Waypoints come in the order of the run, and all returns of one function
//! are listed or none: a reader that follows the list comes to the same ones.

use super::chosen::{Texts, assigned};
use super::{Subject, WitnessError, location};
use crate::check::Options;
use crate::replay::moved;
use hatha_cfa::{Callee, EdgeId, ExprId, ExprKind, Op, ProcId, Program};
use hatha_exec::concrete::Concrete;
use hatha_exec::console::Captured;
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_exec::observe::Path;
use hatha_front::observe::{Observers, Point, RESULT, Site, SiteKind, Watch};
use hatha_proof::input::InputVector;
use hatha_witness::{Constraint, Mark, Waypoint, WaypointKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

/// The longest run that is looked at, in edges.
const STEPS: u64 = 2_000_000;
/// Beyond this many waypoints only the values of inputs are told.
const MANY: usize = 2_000;
const PREFIX: &str = "__hatha_event_";

/// The waypoints of a test but its target.
pub(super) fn waypoints(
    subject: &Subject<'_>,
    program: &Program,
    options: &Options,
    test: &InputVector,
    sites: &[Site],
) -> Result<Vec<Waypoint>, WitnessError> {
    let wanted = spots(subject, program, sites);
    let observers = observers(&wanted, subject.load.files.len() == 1);
    let mut watched = (subject.watched)(observers)?;
    let test = moved(test, program, &watched);
    let seen = run(&mut watched, options, &test)?;
    let is_input = |(spot, _): &(usize, i128)| wanted[*spot].kind == WaypointKind::FunctionReturn;
    let few = seen.len() <= MANY;
    let kept = seen.into_iter().filter(|e| few || is_input(e));
    Ok(kept
        .map(|(spot, value)| waypoint(&wanted[spot], value))
        .collect())
}

/// A construct and what of it is told.
struct Spot<'a> {
    site: &'a Site,
    kind: WaypointKind,
    /// The variable whose value an assumption is about.
    variable: String,
}

fn spots<'a>(subject: &Subject<'_>, program: &Program, sites: &'a [Site]) -> Vec<Spot<'a>> {
    let texts = Texts::read(&subject.load.files);
    let mut all = Vec::new();
    for site in sites.iter().filter(|s| is_wanted(program, s)) {
        let kind = kind(site);
        all.push(Spot {
            site,
            kind,
            variable: String::new(),
        });
        if kind != WaypointKind::FunctionReturn {
            continue;
        }
        if let Some((variable, next)) = assigned(&texts, sites, site) {
            all.push(Spot {
                site: next,
                kind: WaypointKind::Assumption,
                variable,
            });
        }
    }
    all
}

/// Branchings, calls of functions that choose a value, and calls of functions with a body.
fn is_wanted(program: &Program, site: &Site) -> bool {
    match &site.kind {
        SiteKind::Branch => true,
        SiteKind::Call(Some(name), nested) => {
            let defined = |n: &str| {
                let proc = program.find_proc(n).map(|p| program.proc(p));
                proc.is_some_and(|p| p.defined && !p.model)
            };
            is_integer(name) || defined(name) && !nested && !is_error(name)
        }
        _ => false,
    }
}

fn is_error(name: &str) -> bool {
    ["reach_error", "__VERIFIER_error", "error"].contains(&name)
}

/// Whether a function chooses an integer.
fn is_integer(name: &str) -> bool {
    let kind = name.strip_prefix("__VERIFIER_nondet_");
    kind.is_some_and(|k| !["float", "double", "pointer", "charp"].contains(&k))
}

fn kind(site: &Site) -> WaypointKind {
    match &site.kind {
        SiteKind::Call(Some(name), _) if is_integer(name) => WaypointKind::FunctionReturn,
        SiteKind::Call(..) => WaypointKind::FunctionEnter,
        _ => WaypointKind::Branching,
    }
}

fn observers(spots: &[Spot<'_>], one_file: bool) -> Observers {
    let mut prelude = String::new();
    let mut points = Vec::new();
    for (i, spot) in spots.iter().enumerate() {
        let name = format!("{PREFIX}{i}");
        let head = format!("static int {name}(long long v, int d)");
        let _ = write!(prelude, "{head} {{ return v != 0 || d < 0; }} ");
        let watch = match spot.kind {
            WaypointKind::Assumption => {
                Watch::Statement(format!("{name}((long long){}, 0);", spot.variable))
            }
            WaypointKind::FunctionReturn => {
                Watch::Return(format!("{name}((long long){RESULT}, 0);"), true)
            }
            WaypointKind::FunctionEnter => Watch::Enter(format!("{name}(0, 0)")),
            _ => Watch::Branch(name),
        };
        let place = match spot.kind {
            WaypointKind::Assumption => spot.site.begins.clone(),
            _ => spot.site.place.clone(),
        };
        points.push(Point { place, watch });
    }
    Observers {
        prelude,
        points,
        calls: Vec::new(),
        one_file,
    }
}

/// The value and whether it is the default of a `switch`, as expressions of the instrumented function.
struct Seen {
    site: usize,
    value: ExprId,
    default: ExprId,
}

/// Runs the test; each event as the site and the value there, `i128::MAX` for a default.
fn run(
    program: &mut Program,
    options: &Options,
    test: &InputVector,
) -> Result<Vec<(usize, i128)>, WitnessError> {
    let seen = functions(program);
    let layout = Layout::recorded(&test.layout).map_err(ImageError::Layout)?;
    let image = Image::with_layout(program, Rc::new(layout))?;
    let config = options.config.for_reachability();
    let entry = program.find_proc(&test.entry);
    let entry = entry.ok_or_else(|| WitnessError::NoEntry(test.entry.clone()))?;
    let domain = Concrete::new(config.policy, Box::new(FromVector::new(test)));
    let console = Captured::with_stdin(&test.stdin);
    let mut machine = Machine::new(&image, config, domain, Path::default(), console);
    let mut on = crate::replay::start(&mut machine, entry, test).is_ok();
    let mut events = Vec::new();
    while on && machine.state().steps() < STEPS {
        on = machine.step().is_ok();
        let edges = std::mem::take(&mut machine.observer.edges);
        let Some(called) = edges.last().and_then(|e| called(program, *e)) else {
            continue;
        };
        let Some(seen) = seen.get(&called).filter(|_| on) else {
            continue;
        };
        let value = machine.eval(seen.value).map(|w| w.lo as i64);
        let default = machine.eval(seen.default).map(|w| w.lo as u32);
        if let (Ok(value), Ok(default)) = (value, default) {
            let shown = if default == 0 {
                i128::from(value)
            } else {
                i128::MAX
            };
            events.push((seen.site, shown));
        }
    }
    Ok(events)
}

/// What an edge calls.
fn called(program: &Program, (proc, edge): (ProcId, EdgeId)) -> Option<ProcId> {
    match &program.proc(proc).edge(edge).op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => Some(*p),
        _ => None,
    }
}

fn functions(program: &mut Program) -> BTreeMap<ProcId, Seen> {
    let named = |(id, p): (ProcId, &hatha_cfa::Procedure)| {
        let site: usize = p.name.strip_prefix(PREFIX)?.parse().ok()?;
        let [value, default] = p.params[..] else {
            return None;
        };
        Some((id, site, value, default))
    };
    let found: Vec<_> = program.procs().filter_map(named).collect();
    let mut all = BTreeMap::new();
    for (id, site, value, default) in found {
        let mut expr = |v| {
            let ty = program.var(v).ty;
            program.exprs.add(ExprKind::Var(v), ty)
        };
        let (value, default) = (expr(value), expr(default));
        all.insert(
            id,
            Seen {
                site,
                value,
                default,
            },
        );
    }
    all
}

fn waypoint(spot: &Spot<'_>, value: i128) -> Waypoint {
    let Spot { site, kind, .. } = *spot;
    let constraint = match kind {
        WaypointKind::FunctionReturn => Some(Constraint {
            value: format!("\\result == {}", result(site, value)),
            format: Some("acsl_expression".to_owned()),
        }),
        WaypointKind::Assumption => Some(Constraint {
            value: format!("{} == {}", spot.variable, literal(value)),
            format: Some("c_expression".to_owned()),
        }),
        WaypointKind::Branching => Some(Constraint {
            value: branch(site, value),
            format: None,
        }),
        _ => None,
    };
    let place = match kind {
        WaypointKind::Assumption => &site.begins,
        _ => &site.place,
    };
    Waypoint {
        kind,
        location: location(place, &site.function),
        constraint,
        mark: Mark::default(),
    }
}

/// A value as C writes it. C has no negative literals, so the least one is a difference.
fn literal(value: i128) -> String {
    match value {
        n if n == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        n if i32::try_from(n).is_ok_and(|n| n > i32::MIN) => n.to_string(),
        n => format!("{n}LL"),
    }
}

/// The result of a function that chooses a value, by the type that its name tells.
fn result(site: &Site, value: i128) -> String {
    let unsigned = matches!(&site.kind, SiteKind::Call(Some(name), _) if name.starts_with("__VERIFIER_nondet_u"));
    if unsigned && value < 0 {
        return (value as u64).to_string();
    }
    value.to_string()
}

fn branch(site: &Site, value: i128) -> String {
    match value {
        i128::MAX => "default".to_owned(),
        n if site.is_switch => n.to_string(),
        0 => "false".to_owned(),
        _ => "true".to_owned(),
    }
}
