//! The scatter of both engines' times, as the paper's Figure 17: `cegar` on a
//! logarithmic axis across, `dash` upwards, and the curve on which both are equal.

use super::Row;
use crate::plot::{Axis, BLUE, Curve, GREY, Panel, Point, RED, Stroke, picture};

/// Points of the curve on which both times are equal.
const STEPS: i32 = 60;

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.iter().map(|r| r.dash.1).fold(1.0, f64::max);
    let quarters = (0..=4).map(|step| most * f64::from(step) / 4.0);
    let panel = Panel {
        caption: "cegar (s), red: not decided; upwards: dash (s)".to_owned(),
        across: Axis::decades(-2..=2, |n| 10f64.powi(n).to_string()),
        upwards: Axis::linear(0.0, most).ticks(quarters.map(|s| (s, format!("{s:.1}")))),
        curves: vec![diagonal(most)],
        points: rows.iter().filter_map(point).collect(),
    };
    let title = "Times of dash and cegar on the programs of benchmarks/drivers";
    picture(title, &[panel])
}

fn point(row: &Row) -> Option<Point> {
    let (verdict, seconds) = row.cegar.as_ref()?;
    Some(Point {
        at: (*seconds, row.dash.1),
        colour: match verdict.as_str() {
            "unknown" => RED,
            _ => BLUE,
        },
        name: row.name.clone(),
    })
}

/// The curve y = x, which is no line on a logarithmic axis.
fn diagonal(most: f64) -> Curve {
    let seconds = (0..=STEPS).map(|i| 10f64.powf(-2.0 + 4.0 * f64::from(i) / f64::from(STEPS)));
    Curve {
        name: String::new(),
        colour: GREY,
        points: seconds.filter(|&s| s <= most).map(|s| (s, s)).collect(),
        stroke: Stroke::Guide,
    }
}
