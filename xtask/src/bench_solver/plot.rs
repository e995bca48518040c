//! The plot of a comparison: for both sides, the share of questions answered
//! within a time, on a logarithmic axis.

use std::fmt::Write as _;

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

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 310.0;
const TOP: f64 = 20.0;
/// The axis goes from 10 µs to 100 s.
const DECADES: std::ops::RangeInclusive<i32> = -2..=5;

fn x(milliseconds: f64) -> f64 {
    let (first, last) = (f64::from(*DECADES.start()), f64::from(*DECADES.end()));
    let place = (milliseconds.max(1e-3).log10() - first) / (last - first);
    LEFT + place.clamp(0.0, 1.0) * (WIDTH - LEFT - 20.0)
}

fn y(share: f64) -> f64 {
    BOTTOM - share * (BOTTOM - TOP)
}

/// The picture as text.
pub fn svg(rows: &[Row]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Share of recorded questions answered within a time</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&mut out);
    let ours = rows.iter().map(|r| (r.ours, r.our_unknown)).collect();
    let theirs = rows.iter().map(|r| (r.theirs, r.their_unknown)).collect();
    curve(&mut out, ours, "#1b6ca8", "embedded", 40.0);
    curve(&mut out, theirs, "#b8442b", "Z3", 60.0);
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String) {
    let right = WIDTH - 20.0;
    for decade in DECADES {
        let at = x(10f64.powi(decade));
        let label = match decade {
            ..0 => format!("{} µs", 10f64.powi(decade + 3)),
            0..3 => format!("{} ms", 10f64.powi(decade)),
            _ => format!("{} s", 10f64.powi(decade - 3)),
        };
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\" stroke=\"#ddd\"/>\n\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            BOTTOM + 18.0
        );
    }
    for percent in [0, 25, 50, 75, 95, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">processor time per question</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 12.0
    );
}

/// A step for each question that was answered.
fn curve(out: &mut String, mut times: Vec<(f64, bool)>, colour: &str, name: &str, legend: f64) {
    let total = times.len().max(1) as f64;
    times.retain(|&(_, unknown)| !unknown);
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut path = format!("M{LEFT} {BOTTOM}");
    for (i, &(time, _)) in times.iter().enumerate() {
        let _ = write!(path, "H{:.1}V{:.1}", x(time), y((i + 1) as f64 / total));
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{legend}\" fill=\"{colour}\">{name}</text>",
        LEFT + 12.0
    );
}
