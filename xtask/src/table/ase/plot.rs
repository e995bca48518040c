//! The plot: seconds by the number of processes of the ticket protocol, on a
//! logarithmic axis.

use crate::plot::{Axis, BLUE, Curve as Drawn, GREEN, OCHRE, Panel, RED, Stroke, picture};

/// Processes.
const FEWEST: u32 = 2;
const COLOURS: [&str; 4] = [GREEN, BLUE, RED, OCHRE];

/// Processes and seconds of one curve.
pub struct Curve {
    /// What it shows.
    pub name: &'static str,
    /// The points, fewest processes first.
    pub points: Vec<(u32, f64)>,
}

/// The picture as text.
pub fn svg(curves: &[Curve]) -> String {
    let points = curves.iter().flat_map(|c| &c.points);
    let most = points.map(|&(n, _)| n).max().unwrap_or(FEWEST);
    let numbers = (FEWEST..=most).map(|n| (n.into(), n.to_string()));
    let drawn = |(curve, colour): (&Curve, &'static str)| Drawn {
        name: curve.name.to_owned(),
        colour,
        points: curve.points.iter().map(|&(n, s)| (n.into(), s)).collect(),
        stroke: Stroke::Dotted,
    };
    let colours = COLOURS.into_iter().cycle();
    let panel = Panel {
        caption: "seconds by the number of processes".to_owned(),
        across: Axis::linear(FEWEST.into(), most.into()).ticks(numbers),
        upwards: Axis::decades(-2..=3, |n| format!("{} s", 10f64.powi(n))),
        curves: curves.iter().zip(colours).map(drawn).collect(),
        points: Vec::new(),
    };
    let title = "Seconds by the number of processes of the ticket protocol";
    picture(title, &[panel])
}
