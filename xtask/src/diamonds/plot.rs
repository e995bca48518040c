//! The plot: tests by the number of diamonds, on a logarithmic axis.

use super::Row;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const BOTTOM: f64 = 310.0;
const TOP: f64 = 20.0;
/// The axis goes from 1 to 100,000 tests.
const DECADES: i32 = 5;

fn x(n: u32, most: u32) -> f64 {
    LEFT + f64::from(n) / f64::from(most.max(1)) * (RIGHT - LEFT)
}

fn y(tests: u64) -> f64 {
    let place = (tests.max(1) as f64).log10() / f64::from(DECADES);
    BOTTOM - place.min(1.0) * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.last().map_or(1, |r| r.n);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Tests by the number of diamonds</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out, most);
    let explored: Vec<(u32, u64)> = rows.iter().map(|r| (r.n, r.tests)).collect();
    let proved: Vec<(u32, u64)> = rows.iter().map(|r| (r.n, r.proof_tests)).collect();
    curve(&mut out, &explored, most, "directed testing, every path", 0);
    curve(&mut out, &proved, most, "the proof", 1);
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, most: u32) {
    for decade in 0..=DECADES {
        let tests = 10u64.pow(decade.unsigned_abs());
        let at = y(tests);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tests}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for n in (0..=most).step_by(2) {
        let at = x(n, most);
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>",
            BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">tests by the number of diamonds</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 12.0
    );
}

fn curve(out: &mut String, points: &[(u32, u64)], most: u32, name: &str, number: u32) {
    let colour = ["#b8442b", "#2a8a4a"][number as usize % 2];
    let mut path = String::new();
    for (i, &(n, tests)) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", x(n, most), y(tests));
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
        LEFT + 12.0,
        TOP + 18.0 + 18.0 * f64::from(number)
    );
}
