//! The plot of the table: for each engine, how many programs it decides within a
//! time, on a logarithmic axis.

use super::Row;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 20.0;
const BOTTOM: f64 = 310.0;
const TOP: f64 = 20.0;
/// The axis goes from 1 ms to 100 s.
const DECADES: std::ops::RangeInclusive<i32> = -3..=2;
const COLOURS: [&str; 5] = ["#1b6ca8", "#2a8a4a", "#b8442b", "#8a5fb0", "#777777"];

fn x(seconds: f64) -> f64 {
    let (first, last) = (f64::from(*DECADES.start()), f64::from(*DECADES.end()));
    let place = (seconds.max(1e-4).log10() - first) / (last - first);
    LEFT + place.clamp(0.0, 1.0) * (RIGHT - LEFT)
}

fn y(count: usize, total: usize) -> f64 {
    BOTTOM - count as f64 / total.max(1) as f64 * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(rows: &[Row], engines: &[&str]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Programs decided within a time, without generalisation</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out, rows.len());
    for (i, engine) in engines.iter().enumerate() {
        let decided = rows.iter().map(|r| &r.cells[i]).filter(|c| c.is_decided());
        let times: Vec<f64> = decided.map(|c| c.seconds).collect();
        curve(&mut out, times, rows.len(), engine, i);
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, total: usize) {
    for decade in DECADES {
        let at = x(10f64.powi(decade));
        let label = match decade {
            ..0 => format!("{} ms", 10f64.powi(decade + 3)),
            _ => format!("{} s", 10f64.powi(decade)),
        };
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\" stroke=\"#ddd\"/>\n\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            BOTTOM + 18.0
        );
    }
    for count in (0..=total).step_by(4) {
        let at = y(count, total);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{count}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">programs decided within a time, without generalisation</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 12.0
    );
}

/// A step for each row that was decided.
fn curve(out: &mut String, mut times: Vec<f64>, total: usize, name: &str, number: usize) {
    times.sort_by(f64::total_cmp);
    let mut path = format!("M{LEFT} {BOTTOM}");
    for (i, &time) in times.iter().enumerate() {
        let _ = write!(path, "H{:.1}V{:.1}", x(time), y(i + 1, total));
    }
    let _ = write!(path, "H{RIGHT}");
    let colour = COLOURS[number % COLOURS.len()];
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}: {} of {total}</text>",
        LEFT + 12.0,
        TOP + 18.0 + 18.0 * number as f64,
        times.len()
    );
}
