//! The scatter of both engines' times, as the paper's Figure 17: `cegar` on a
//! logarithmic axis across, `dash` upwards, and the curve on which both are equal.

use super::Row;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 20.0;
const BOTTOM: f64 = 350.0;
const TOP: f64 = 20.0;
/// Across, from a hundredth of a second over four decades.
const FIRST: f64 = -2.0;
const DECADES: f64 = 4.0;

fn x(seconds: f64) -> f64 {
    let place = (seconds.max(0.01).log10() - FIRST) / DECADES;
    LEFT + place.clamp(0.0, 1.0) * (RIGHT - LEFT)
}

fn y(seconds: f64, most: f64) -> f64 {
    BOTTOM - (seconds / most).min(1.0) * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.iter().map(|r| r.dash.1).fold(1.0, f64::max);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Times of dash and cegar on the programs of benchmarks/drivers</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out, most);
    diagonal(&mut out, most);
    for row in rows {
        let Some((verdict, seconds)) = &row.cegar else {
            continue;
        };
        let colour = match verdict.as_str() {
            "unknown" => "#c33",
            _ => "#36c",
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}</title></circle>",
            x(*seconds),
            y(row.dash.1, most),
            row.name
        );
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, most: f64) {
    for decade in 0..=4 {
        let seconds = 10f64.powf(FIRST + f64::from(decade));
        let at = x(seconds);
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\" stroke=\"#ddd\"/>\n\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{seconds}</text>",
            BOTTOM + 18.0
        );
    }
    for step in 0..=4 {
        let seconds = most * f64::from(step) / 4.0;
        let at = y(seconds, most);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{seconds:.1}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">cegar (s), red: not decided; upwards: dash (s)</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 38.0
    );
}

/// The curve y = x, which is none on a logarithmic axis.
fn diagonal(out: &mut String, most: f64) {
    let steps = 60;
    let point = |i: i32| {
        let seconds = 10f64.powf(FIRST + DECADES * f64::from(i) / f64::from(steps));
        (seconds <= most).then(|| format!("{:.1},{:.1}", x(seconds), y(seconds, most)))
    };
    let points: Vec<String> = (0..=steps).filter_map(point).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#999\"/>",
        points.join(" ")
    );
}
