//! The plot: seconds and states by the length of the array, both axes logarithmic, so
//! that what is linear has the slope of the dotted line.

use super::Curve;
use crate::measure::Answer;
use crate::plot::{self, Axis, BLUE, GREEN, GREY, Panel, RED, Stroke, VIOLET, picture};
use std::ops::RangeInclusive;

/// Lengths from 10 to 10,000.
const LENGTHS: RangeInclusive<i32> = 1..=4;
const COLOURS: [&str; 4] = [BLUE, RED, GREEN, VIOLET];

/// The picture as text.
pub fn svg(curves: &[Curve]) -> String {
    let seconds = panel(curves, "seconds", -2..=2, " s", |a| Some(a.seconds));
    let states = panel(curves, "states", 1..=6, "", |a| a.states.map(|s| s as f64));
    let title = "Figure 1 of the PANDA paper: seconds and states by the length of the array";
    picture(title, &[seconds, states])
}

fn panel(
    curves: &[Curve],
    what: &str,
    decades: RangeInclusive<i32>,
    unit: &str,
    value: fn(&Answer) -> Option<f64>,
) -> Panel {
    let low = 10f64.powi(*decades.start());
    let mut drawn: Vec<plot::Curve> = Vec::new();
    for (number, curve) in curves.iter().enumerate() {
        let values = curve.decided();
        let points: Vec<(f64, f64)> = values
            .filter_map(|(n, a)| Some((n.into(), value(a)?)))
            .collect();
        let reach = if points.is_empty() { ": none" } else { "" };
        drawn.push(plot::Curve {
            name: format!("{}{reach}", curve.name),
            colour: COLOURS[number % COLOURS.len()],
            points,
            stroke: Stroke::Dotted,
        });
    }
    // The slope of what is linear, three decades from the lower left.
    drawn.push(plot::Curve {
        name: String::new(),
        colour: GREY,
        points: vec![(10.0, low), (10_000.0, low * 1_000.0)],
        stroke: Stroke::Guide,
    });
    Panel {
        caption: format!("{what} by the length of the array"),
        across: Axis::decades(LENGTHS, |n| 10f64.powi(n).to_string()),
        upwards: Axis::decades(decades, |n| format!("{}{unit}", 10f64.powi(n))),
        curves: drawn,
        points: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_without_states_has_no_point() {
        let answer = Answer {
            verdict: "proved".to_owned(),
            seconds: 1.0,
            is_late: false,
            states: None,
            refinements: None,
            predicates: None,
            queries: None,
        };
        let curves = [Curve {
            name: "e".to_owned(),
            points: vec![(100, Some(answer)), (300, None)],
        }];
        let picture = svg(&curves);
        assert_eq!(picture.matches("<circle").count(), 1);
        assert!(picture.contains("e: none"));
    }
}
