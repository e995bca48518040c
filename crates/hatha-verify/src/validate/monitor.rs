//! A witness as C code that watches a program.
//!
//! **Invariant.** An execution of the watched program is one of the program, cut
//! where the sequence is left: a waypoint to follow is decided when its place is
//! first reached in its segment, one to avoid whenever its place is reached. The
//! watched program fails only at the target, in the last segment.

use super::expression::{self, ExpressionError};
use hatha_front::observe::{Calls, FAILED, Observers, Place, Point, Site, SiteKind, Watch};
use hatha_witness::{
    Action, Constraint, Invariant, InvariantKind, Location, Segment, Waypoint, WaypointKind,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The functions that say which invariant failed are named with this and its position.
pub(super) const BROKEN: &str = "__hatha_broken_";
/// The variable that counts the segments.
pub(super) const AT: &str = "__hatha_at";
const DECLARATIONS: &str = "extern void __hatha_assume(int); extern void __hatha_witness_failed(void); \
    static void __hatha_stop(void) { __hatha_assume(0); } ";

/// How the code has the segment that it is in.
struct Counter {
    declaration: &'static str,
    value: &'static str,
    set: fn(usize) -> String,
}

/// The counter of one file, or one that files share through a function of which the linker keeps
/// one: what other files can see, unknown functions can change.
fn counter(one_file: bool) -> Counter {
    match one_file {
        true => Counter {
            declaration: "static int __hatha_at; ",
            value: AT,
            set: |segment| format!("{AT} = {segment}"),
        },
        false => Counter {
            declaration: "__attribute__((weak)) int __hatha_counter(int to) \
                 { static int __hatha_at; if (to >= 0) __hatha_at = to; return __hatha_at; } ",
            value: "__hatha_counter(-1)",
            set: |segment| format!("__hatha_counter({segment})"),
        },
    }
}

/// What a waypoint asks at its place: in which segment, to follow or to avoid, and when.
struct Event {
    segment: usize,
    action: Action,
    condition: String,
}

/// What of a witness cannot be watched exactly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the witness: {why}")]
pub(crate) struct MonitorError {
    /// The line of the witness.
    pub line: usize,
    /// The reason.
    #[source]
    pub why: ClaimError,
}

/// What is wrong with a waypoint or an invariant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ClaimError {
    /// It is in another language.
    #[error("the format `{0}` is not supported")]
    Format(String),
    /// It has no condition where there has to be one.
    #[error("a constraint is missing")]
    NoConstraint,
    /// It names no branch.
    #[error("`{0}` is no way that a branching can go")]
    Branch(String),
    /// Its condition cannot be evaluated as C.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
}

/// A kind of waypoint at a place.
type Spot = (WaypointKind, Place);

/// The monitor of a violation sequence about calls of `function`, or, without one, about faults:
/// then it cuts executions, and the target is left to whoever looks at the fault. An error says
/// what of it cannot be watched exactly.
pub(crate) fn sequence_observers(
    segments: &[Segment],
    function: Option<&str>,
    sites: &[Site],
    one_file: bool,
) -> Result<Observers, MonitorError> {
    let mut spots: BTreeMap<Spot, Vec<Event>> = BTreeMap::new();
    for (i, segment) in segments.iter().enumerate() {
        let avoided = segment.avoid.iter().map(|w| (Action::Avoid, w));
        let all = avoided.chain([(Action::Follow, &segment.follow)]);
        for (action, waypoint) in all.filter(|(_, w)| w.kind != WaypointKind::Target) {
            let line = waypoint.mark.line;
            let condition = condition(waypoint).map_err(|why| MonitorError { line, why })?;
            let spot = (waypoint.kind, resolved(sites, waypoint));
            spots.entry(spot).or_default().push(Event {
                segment: i,
                action,
                condition,
            });
        }
    }
    let last = segments.len().saturating_sub(1);
    let calls = |function: &str| Calls {
        functions: vec![function.to_owned()],
        at: segments.last().map(|s| {
            let target = place(&s.follow.location);
            (target, "__hatha_target()".to_owned())
        }),
        others: "__hatha_stop()".to_owned(),
    };
    let counter = counter(one_file);
    let at = counter.value;
    let mut prelude = format!("{DECLARATIONS}{}", counter.declaration);
    let _ = write!(
        prelude,
        "static void __hatha_target(void) {{ if ({at} == {last}) {FAILED}(); __hatha_stop(); }} "
    );
    let spots = spots.into_iter().enumerate();
    let points =
        spots.map(|(i, (spot, events))| point(i, spot, &chain(&events, &counter), &mut prelude));
    Ok(Observers {
        points: points.collect(),
        prelude,
        calls: function.map(calls).into_iter().collect(),
        one_file,
    })
}

/// The invariants as assertions, and calls of `function`, if there is a property, as failures.
pub(crate) fn invariant_observers(
    invariants: &[Invariant],
    function: Option<&str>,
    one_file: bool,
) -> Result<Observers, MonitorError> {
    let mut prelude = DECLARATIONS.to_owned();
    let mut claims: BTreeMap<(InvariantKind, Place), Vec<String>> = BTreeMap::new();
    for (i, invariant) in invariants.iter().enumerate() {
        let line = invariant.mark.line;
        if invariant.format != "c_expression" {
            let why = ClaimError::Format(invariant.format.clone());
            return Err(MonitorError { line, why });
        }
        let condition = expression::c(&invariant.value).map_err(ClaimError::from);
        let condition = condition.map_err(|why| MonitorError { line, why })?;
        let _ = write!(
            prelude,
            "static int {BROKEN}{i}(void) {{ {FAILED}(); return 0; }} "
        );
        let claim = format!("({condition} ? 0 : {BROKEN}{i}())");
        let site = (invariant.kind, place(&invariant.location));
        claims.entry(site).or_default().push(claim);
    }
    let point = |((kind, place), claims): ((InvariantKind, Place), Vec<String>)| Point {
        place,
        watch: match kind {
            InvariantKind::Loop => Watch::Loop(claims.join(", ")),
            InvariantKind::Location => Watch::Statement(format!("{};", claims.join("; "))),
        },
    };
    let calls = |function: &str| Calls {
        functions: vec![function.to_owned()],
        at: None,
        others: format!("{FAILED}()"),
    };
    Ok(Observers {
        prelude,
        points: claims.into_iter().map(point).collect(),
        calls: function.map(calls).into_iter().collect(),
        one_file,
    })
}

fn place(location: &Location) -> Place {
    Place {
        file: location.file_name.clone(),
        line: location.line,
        // Columns count from 1; tools that do not know one write 0.
        column: location.column.filter(|&c| c > 0),
    }
}

/// The place of a waypoint; a column that is left open becomes that of the leftmost suitable
/// construct, so that two waypoints at one construct are known to be there.
fn resolved(sites: &[Site], waypoint: &Waypoint) -> Place {
    let given = place(&waypoint.location);
    let suits = |k: &SiteKind| match waypoint.kind {
        WaypointKind::Assumption | WaypointKind::Target => *k == SiteKind::Statement,
        WaypointKind::Branching => *k == SiteKind::Branch,
        WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => {
            matches!(k, SiteKind::Call(..))
        }
    };
    let base = |file: &str| file.rsplit('/').next().map(str::to_owned);
    let is_here = |s: &&Site| {
        let same = s.place.line == given.line && base(&s.place.file) == base(&given.file);
        same && suits(&s.kind)
    };
    let here = sites.iter().filter(is_here);
    let leftmost = here.filter_map(|s| s.place.column).min();
    Place {
        column: given.column.or(leftmost),
        ..given
    }
}

fn point(i: usize, (kind, place): Spot, chain: &Chain, prelude: &mut String) -> Point {
    let Chain { code, uses } = chain;
    let watch = match kind {
        WaypointKind::Assumption | WaypointKind::Target => Watch::Statement(code.clone()),
        WaypointKind::FunctionReturn => Watch::Return(code.clone(), *uses),
        WaypointKind::FunctionEnter => {
            let _ = write!(prelude, "static void __hatha_enter_{i}(void) {{ {code} }} ");
            Watch::Enter(format!("__hatha_enter_{i}()"))
        }
        WaypointKind::Branching => {
            let name = format!("__hatha_branch_{i}");
            let head = "(long long __hatha_v, int __hatha_d)";
            let _ = write!(
                prelude,
                "static int {name}{head} {{ {code} return __hatha_v != 0; }} "
            );
            Watch::Branch(name)
        }
    };
    Point { place, watch }
}

/// The statements of a place, and whether they use a value.
struct Chain {
    code: String,
    uses: bool,
}

/// The statements of a place: in each segment that speaks of it, first what is to be avoided,
/// then what is to be followed. One visit of a place advances by one segment at most.
fn chain(events: &[Event], counter: &Counter) -> Chain {
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(first) = events.get(at) {
        let segment = first.segment;
        let count = events[at..]
            .iter()
            .take_while(|e| e.segment == segment)
            .count();
        let mut body = String::new();
        for event in &events[at..at + count] {
            let condition = &event.condition;
            let _ = match event.action {
                Action::Avoid => write!(body, "if ({condition}) __hatha_stop(); "),
                Action::Follow => write!(
                    body,
                    "if ({condition}) {}; else __hatha_stop(); ",
                    (counter.set)(segment + 1)
                ),
            };
        }
        parts.push(format!("if ({} == {segment}) {{ {body}}}", counter.value));
        at += count;
    }
    Chain {
        code: parts.join(" else "),
        uses: events.iter().any(|e| e.condition != "1"),
    }
}

/// When a waypoint is passed, in C.
fn condition(waypoint: &Waypoint) -> Result<String, ClaimError> {
    match (waypoint.kind, &waypoint.constraint) {
        (WaypointKind::FunctionEnter | WaypointKind::Target, _)
        | (WaypointKind::FunctionReturn, None) => Ok("1".to_owned()),
        (WaypointKind::Branching, Some(c)) => branch(&c.value),
        (WaypointKind::Assumption, Some(c)) => assumption(c),
        (WaypointKind::FunctionReturn, Some(c)) => Ok(expression::result(&c.value)?),
        (WaypointKind::Assumption | WaypointKind::Branching, None) => Err(ClaimError::NoConstraint),
    }
}

fn assumption(constraint: &Constraint) -> Result<String, ClaimError> {
    match constraint.format.as_deref() {
        None | Some("c_expression") => Ok(expression::c(&constraint.value)?),
        Some(other) => Err(ClaimError::Format(other.to_owned())),
    }
}

fn branch(value: &str) -> Result<String, ClaimError> {
    match value {
        "true" => Ok("__hatha_v".to_owned()),
        "false" => Ok("!__hatha_v".to_owned()),
        "default" => Ok("__hatha_d".to_owned()),
        number => match number.parse::<i64>() {
            Ok(n) => Ok(format!("__hatha_v == {n}LL && !__hatha_d")),
            Err(_) => Err(ClaimError::Branch(number.to_owned())),
        },
    }
}
