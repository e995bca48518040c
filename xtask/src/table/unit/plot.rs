//! The plot: prefixes by the number of diamonds, on a logarithmic axis.

use super::Row;
use crate::plot::{Axis, BLUE, Curve, GREEN, Panel, RED, Stroke, picture};

/// The axis goes from 1 to 1,000,000 prefixes.
const DECADES: i32 = 6;

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.last().map_or(1, |r| r.n);
    let numbers = (0..=most).step_by(2).map(|n| (n as f64, n.to_string()));
    // Curves that coincide stay visible: the later ones are thinner.
    let curve = |name: &str, colour, width, prefixes: fn(&Row) -> Option<u64>| Curve {
        name: name.to_owned(),
        colour,
        points: rows
            .iter()
            .filter_map(|r| Some((r.n as f64, prefixes(r)? as f64)))
            .collect(),
        stroke: Stroke::Line(width),
    };
    let panel = Panel {
        caption: "prefixes that were visited, by the number of diamonds".to_owned(),
        across: Axis::linear(0.0, most as f64).ticks(numbers),
        upwards: Axis::decades(0..=DECADES, |n| 10f64.powi(n).to_string()),
        curves: vec![
            curve("unguided", RED, 5, |r| r.unguided.map(|u| u.0)),
            curve("G(!at b1 ∧ …) ∧ F at exit", GREEN, 3, |r| {
                Some(r.avoiding)
            }),
            curve("F(at a1 ∧ F(at a2 ∧ …))", BLUE, 1, |r| {
                Some(r.ordered)
            }),
        ],
        points: Vec::new(),
    };
    picture("Prefixes by the number of diamonds", &[panel])
}
