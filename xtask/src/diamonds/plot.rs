//! The plot: tests by the number of diamonds, on a logarithmic axis.

use super::Row;
use crate::plot::{Axis, Curve, GREEN, Panel, RED, Stroke, picture};

/// The axis goes from 1 to 100,000 tests.
const DECADES: i32 = 5;

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.last().map_or(1, |r| r.n);
    let numbers = (0..=most).step_by(2).map(|n| (n.into(), n.to_string()));
    let curve = |name: &str, colour, tests: fn(&Row) -> u64| Curve {
        name: name.to_owned(),
        colour,
        points: rows.iter().map(|r| (r.n.into(), tests(r) as f64)).collect(),
        stroke: Stroke::Line(2),
    };
    let panel = Panel {
        caption: "tests by the number of diamonds".to_owned(),
        across: Axis::linear(0.0, most.into()).ticks(numbers),
        upwards: Axis::decades(0..=DECADES, |n| 10f64.powi(n).to_string()),
        curves: vec![
            curve("directed testing, every path", RED, |r| r.tests),
            curve("the proof", GREEN, |r| r.proof_tests),
        ],
        points: Vec::new(),
    };
    picture("Tests by the number of diamonds", &[panel])
}
