//! The plot of the table: for each engine, how many programs it decides within a
//! time, on a logarithmic axis.

use super::Row;
use crate::plot::{Axis, BLUE, Curve, GREEN, GREY, Panel, RED, Stroke, VIOLET, picture, shares};

const COLOURS: [&str; 5] = [BLUE, GREEN, RED, VIOLET, GREY];

/// The picture as text.
pub fn svg(rows: &[Row], engines: &[&str]) -> String {
    let total = rows.len();
    let curve = |(i, engine): (usize, &&str)| {
        let decided = rows.iter().map(|r| &r.cells[i]).filter(|c| c.is_decided());
        let times: Vec<f64> = decided.map(|c| c.seconds).collect();
        Curve {
            name: format!("{engine}: {} of {total}", times.len()),
            colour: COLOURS[i % COLOURS.len()],
            points: shares(times, 1.0),
            stroke: Stroke::Steps,
        }
    };
    let counts = (0..=total).step_by(4).map(|n| (n as f64, n.to_string()));
    let panel = Panel {
        caption: "programs decided within a time, without generalisation".to_owned(),
        across: Axis::decades(-3..=2, |n| match n {
            ..0 => format!("{} ms", 10f64.powi(n + 3)),
            _ => format!("{} s", 10f64.powi(n)),
        }),
        upwards: Axis::linear(0.0, total as f64).ticks(counts).with_grid(),
        curves: engines.iter().enumerate().map(curve).collect(),
        points: Vec::new(),
    };
    let title = "Programs decided within a time, without generalisation";
    picture(title, &[panel])
}
