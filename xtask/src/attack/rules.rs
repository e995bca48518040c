//! Random rules of two or three states on random programs; the truth is the same rule written as
//! C in the functions that it watches, and a native run over all inputs.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::Case;
use super::driver::{self, Known};
use super::integers;
use super::native::Sanitize;
use super::text::{Choices, Text};
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Rules;

/// The functions that a rule watches.
pub const EVENTS: [&str; 3] = ["acquire", "release", "use"];

impl Area for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let mut case = integers::program_with_events(rng, context, &EVENTS);
        let rule = Rule::random(rng);
        case = case.with_hidden("rule.slic", rule.slic());
        case = case.with_hidden("monitor.c", rule.monitor());
        case.native.push("monitor.c".to_owned());
        case.options = ["--rule", "rule.slic"].map(str::to_owned).to_vec();
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let Known::Truth(truth, _) = driver::truth(case, folder.path(), Sanitize::No)? else {
            return Ok(Judged::skipped());
        };
        let answer = ask::check(case, folder.path(), &[], context)?;
        let refuted = match (answer.verdict, truth.failed) {
            (Verdict::Proved, Some(_)) => driver::refutation(&answer, truth),
            // A fault breaks no rule.
            (Verdict::Violated, None) => Some(Refutation {
                kind: Kind::WrongViolation,
                why: "no native run breaks the rule".to_owned(),
            }),
            _ => None,
        };
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// For each event and state, what happens.
struct Rule {
    states: usize,
    /// The next state, or `None` if the rule is broken.
    steps: Vec<Vec<Option<usize>>>,
    /// The argument with which an event counts; `None` if any does.
    only: Vec<Option<usize>>,
}

impl Rule {
    fn random(rng: &mut Rng) -> Self {
        let states = 2 + rng.below(2);
        let step = |rng: &mut Rng| match rng.chance(25) {
            true => None,
            false => Some(rng.below(states)),
        };
        let steps = EVENTS
            .iter()
            .map(|_| (0..states).map(|_| step(rng)).collect())
            .collect();
        let only = |rng: &mut Rng| rng.chance(30).then(|| rng.below(4));
        Rule {
            states,
            steps,
            only: EVENTS.iter().map(|_| only(rng)).collect(),
        }
    }

    /// The body of a handler in C, with a word for a broken rule.
    fn body(&self, text: &mut Text, event: usize, broken: &str) {
        for state in 0..self.states {
            let otherwise = if state > 0 { "else " } else { "" };
            let then = match self.steps[event][state] {
                Some(next) => format!("s = {next};"),
                None => broken.to_owned(),
            };
            text.line(format!("{otherwise}if (s == {state}) {{ {then} }}"));
        }
    }

    fn slic(&self) -> String {
        let mut text = Text::default();
        text.line("// A random rule.");
        text.open("state");
        text.line("int s = 0;");
        text.close();
        for (n, event) in EVENTS.iter().enumerate() {
            text.line(format!("void {event}(int n) {{ }}"));
            let guard = self.only[n].map(|k| format!(" when ($1 == {k})"));
            text.open(format!("{event}.call{}", guard.unwrap_or_default()));
            self.body(&mut text, n, "abort \"broken\";");
            text.close();
        }
        text.finish()
    }

    fn monitor(&self) -> String {
        let mut text = Text::default();
        text.line("void reach_error(void);");
        text.line("static int s;");
        for (n, event) in EVENTS.iter().enumerate() {
            text.open(format!("void {event}(int n)"));
            if let Some(k) = self.only[n] {
                text.line(format!("if (n != {k}) return;"));
            }
            self.body(&mut text, n, "reach_error();");
            text.close();
        }
        text.finish()
    }
}
