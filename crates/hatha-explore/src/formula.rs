//! Formulas, and the conditions that several of them need of one program.
//!
//! **Invariant.** The newest formula stands first: what is wrong with its conditions
//! is found at the bytes at which they stand in it.

use crate::ground::{Conditions, Kind, Trouble, Unit};
use hatha_ltl::{Parsed, SyntaxError, parse, translate};
use hatha_unit::{BadQuestion, Beginning, NodeId, Question, condition_ranges};

/// The largest automaton of a formula.
const AUTOMATON: usize = 20_000;
/// The longest formula.
const LONGEST: usize = 20_000;

/// A formula that has been read.
#[derive(Debug)]
pub struct Formula {
    /// As it was written, on one line.
    pub text: String,
    /// What it says.
    pub parsed: Parsed,
}

impl Formula {
    /// Reads a formula.
    pub fn read(text: &str) -> Result<Formula, Trouble> {
        let text = text.trim().replace(['\n', '\r', '\t'], " ");
        if text.len() > LONGEST {
            let why = format!("a formula may have {LONGEST} characters");
            return Err(Trouble::new(Kind::Input, why));
        }
        let parsed = parse(&text).map_err(syntax)?;
        Ok(Formula { text, parsed })
    }

    /// The formula that every path satisfies.
    pub fn anything() -> Result<Formula, Trouble> {
        Formula::read("true")
    }

    fn conditions(&self) -> u32 {
        condition_ranges(&self.parsed.formulas).len() as u32
    }
}

fn syntax(e: SyntaxError) -> Trouble {
    Trouble::new(Kind::Input, e.message)
        .with_help(e.help)
        .at(e.span)
}

fn misfit(e: BadQuestion) -> Trouble {
    Trouble::new(Kind::Input, e.message)
        .with_help(e.help)
        .at(e.span)
}

/// The conditions of formulas, in their order, without their braces.
pub fn conditions(formulas: &[&Formula]) -> Conditions {
    let mut all = Conditions::default();
    for formula in formulas {
        let base = all.text.len();
        let ranges = condition_ranges(&formula.parsed.formulas).into_iter();
        let inside = ranges.map(|(_, r)| base + r.start + 1..base + r.end - 1);
        all.ranges.extend(inside);
        all.text.push_str(&formula.text);
        all.text.push(' ');
    }
    all
}

/// The products of formulas with a chart, each from the nodes at which it begins.
pub fn questions(
    unit: &Unit,
    formulas: &[(&Formula, Vec<NodeId>)],
) -> Result<Vec<Question>, Trouble> {
    let mut all = Vec::new();
    let mut condition = 0;
    for (formula, nodes) in formulas {
        let parts = &formula.parsed.formulas;
        let automaton = translate(parts, formula.parsed.root, AUTOMATON);
        let automaton = automaton.map_err(|e| Trouble::new(Kind::Unit, e.to_string()))?;
        let beginning = Beginning { nodes, condition };
        let (chart, program) = (&unit.chart, &unit.program);
        let question = Question::beginning(chart, program, parts, automaton.reduced(), &beginning);
        all.push(question.map_err(misfit)?);
        condition += formula.conditions();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_stand_where_their_formulas_have_them() {
        let one = Formula::read("F {x > 0}").expect("a formula");
        let other = Formula::read("{y == 1} U\t{z}").expect("a formula");
        let all = conditions(&[&one, &other]);
        let texts: Vec<&str> = all.ranges.iter().map(|r| &all.text[r.clone()]).collect();
        assert_eq!(texts, ["x > 0", "y == 1", "z"]);
        assert_eq!(all.ranges[0], 3..8);
    }

    #[test]
    fn a_wrong_formula_is_reported_with_its_place() {
        let wrong = Formula::read("F at l1 &&").expect_err("a part is missing");
        assert_eq!(wrong.kind, Kind::Input);
        assert!(wrong.span.is_some_and(|s| s.start >= 8), "at its end");
    }
}
