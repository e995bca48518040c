//! The plot of a comparison: for both sides, the share of questions answered
//! within a time, on a logarithmic axis.

use crate::plot::{Axis, BLUE, Curve, Panel, RED, Stroke, picture, shares};

/// One question and what it took, in milliseconds.
#[derive(Clone, Debug)]
pub struct Row {
    /// The program it comes from.
    pub family: String,
    /// Our time.
    pub ours: f64,
    /// Z3's time.
    pub theirs: f64,
    /// We had no answer.
    pub our_unknown: bool,
    /// Z3 had none.
    pub their_unknown: bool,
}

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let curve = |name: &str, colour, time: fn(&Row) -> Option<f64>| Curve {
        name: name.to_owned(),
        colour,
        points: shares(rows.iter().filter_map(time).collect(), rows.len() as f64),
        stroke: Stroke::Steps,
    };
    let percents = [0, 25, 50, 75, 95, 100];
    let percents = percents.map(|n| (f64::from(n) / 100.0, format!("{n} %")));
    let panel = Panel {
        caption: "processor time per question".to_owned(),
        across: Axis::decades(-2..=5, |n| match n {
            ..0 => format!("{} µs", 10f64.powi(n + 3)),
            0..3 => format!("{} ms", 10f64.powi(n)),
            _ => format!("{} s", 10f64.powi(n - 3)),
        }),
        upwards: Axis::linear(0.0, 1.0).ticks(percents).with_grid(),
        curves: vec![
            curve("embedded", BLUE, |r| (!r.our_unknown).then_some(r.ours)),
            curve("Z3", RED, |r| (!r.their_unknown).then_some(r.theirs)),
        ],
        points: Vec::new(),
    };
    let title = "Share of recorded questions answered within a time";
    picture(title, &[panel])
}
