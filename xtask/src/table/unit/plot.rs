//! The plot: prefixes by the number of diamonds, on a logarithmic axis.

use super::Row;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = WIDTH - 20.0;
const BOTTOM: f64 = 310.0;
const TOP: f64 = 20.0;
/// The axis goes from 1 to 1,000,000 prefixes.
const DECADES: u32 = 6;
const COLOURS: [&str; 3] = ["#b8442b", "#2a8a4a", "#2b5fb8"];

fn x(n: usize, most: usize) -> f64 {
    LEFT + n as f64 / most.max(1) as f64 * (RIGHT - LEFT)
}

fn y(prefixes: u64) -> f64 {
    let place = (prefixes.max(1) as f64).log10() / f64::from(DECADES);
    BOTTOM - place.min(1.0) * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let most = rows.last().map_or(1, |r| r.n);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Prefixes by the number of diamonds</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out, most);
    let unguided = rows.iter().filter_map(|r| Some((r.n, r.unguided?.0)));
    let avoiding = rows.iter().map(|r| (r.n, r.avoiding));
    let ordered = rows.iter().map(|r| (r.n, r.ordered));
    let curves: [(&str, Vec<(usize, u64)>); 3] = [
        ("unguided", unguided.collect()),
        ("G(!at b1 ∧ …) ∧ F at exit", avoiding.collect()),
        ("F(at a1 ∧ F(at a2 ∧ …))", ordered.collect()),
    ];
    for (i, (name, points)) in curves.iter().enumerate() {
        curve(&mut out, points, most, name, i);
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, most: usize) {
    for decade in 0..=DECADES {
        let prefixes = 10u64.pow(decade);
        let at = y(prefixes);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{prefixes}</text>",
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
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">prefixes that were visited, by the number of diamonds</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 12.0
    );
}

fn curve(out: &mut String, points: &[(usize, u64)], most: usize, name: &str, number: usize) {
    let colour = COLOURS[number % COLOURS.len()];
    let mut path = String::new();
    for (i, &(n, prefixes)) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", x(n, most), y(prefixes));
    }
    // Curves that coincide stay visible: the later ones are thinner.
    let width = 5 - 2 * number.min(2);
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
        LEFT + 12.0,
        TOP + 18.0 + 18.0 * number as f64
    );
}
