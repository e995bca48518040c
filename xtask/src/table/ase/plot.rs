//! The plot: seconds by the number of processes of the ticket protocol, on a
//! logarithmic axis.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const BOTTOM: f64 = 330.0;
const TOP: f64 = 20.0;
/// The axis goes from 0.01 s to 1,000 s.
const LOWEST: i32 = -2;
const HIGHEST: i32 = 3;
/// Processes.
const FEWEST: u32 = 2;
const COLOURS: [&str; 4] = ["#2a8a4a", "#2b5fb8", "#b8442b", "#c98a1b"];

/// Processes and seconds of one curve.
pub struct Curve {
    /// What it shows.
    pub name: &'static str,
    /// The points, fewest processes first.
    pub points: Vec<(u32, f64)>,
}

fn x(n: u32, most: u32) -> f64 {
    let width = f64::from(most.saturating_sub(FEWEST).max(1));
    LEFT + 20.0 + f64::from(n.saturating_sub(FEWEST)) / width * (RIGHT - LEFT - 40.0)
}

fn y(seconds: f64) -> f64 {
    let place = (seconds.log10() - f64::from(LOWEST)) / f64::from(HIGHEST - LOWEST);
    BOTTOM - place.clamp(0.0, 1.0) * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(curves: &[Curve]) -> String {
    let points = curves.iter().flat_map(|c| &c.points);
    let most = points.map(|&(n, _)| n).max().unwrap_or(FEWEST);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Seconds by the number of processes of the ticket protocol</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out, most);
    for (number, one) in curves.iter().enumerate() {
        curve(&mut out, one, most, number);
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, most: u32) {
    for decade in LOWEST..=HIGHEST {
        let seconds = 10f64.powi(decade);
        let at = y(seconds);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{seconds} s</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for n in FEWEST..=most {
        let at = x(n, most);
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>",
            BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">seconds by the number of processes</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 12.0
    );
}

fn curve(out: &mut String, curve: &Curve, most: u32, number: usize) {
    let colour = COLOURS[number % COLOURS.len()];
    let mut path = String::new();
    for (i, &(n, seconds)) in curve.points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let (x, y) = (x(n, most), y(seconds));
        let _ = write!(path, "{letter}{x:.1} {y:.1}");
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
        LEFT + 12.0,
        TOP + 18.0 + 18.0 * number as f64,
        curve.name
    );
}
