//! The plot: seconds and states by the length of the array, both axes logarithmic, so
//! that what is linear has the slope of the dotted line.

use super::Curve;
use crate::measure::Answer;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 310.0;
/// Lengths from 10 to 10,000.
const LENGTHS: RangeInclusive<i32> = 1..=4;
const COLOURS: [&str; 4] = ["#1b6ca8", "#b8442b", "#2a8a4a", "#8a5fb0"];

/// One of the two pictures.
struct Panel {
    left: f64,
    right: f64,
    /// The powers of ten that the upright axis has.
    decades: RangeInclusive<i32>,
    unit: &'static str,
    title: &'static str,
    value: fn(&Answer) -> Option<f64>,
}

const SECONDS: Panel = Panel {
    left: 60.0,
    right: WIDTH / 2.0 - 20.0,
    decades: -2..=2,
    unit: " s",
    title: "seconds by the length of the array",
    value: |a| Some(a.seconds),
};

const STATES: Panel = Panel {
    left: WIDTH / 2.0 + 60.0,
    right: WIDTH - 20.0,
    decades: 1..=6,
    unit: "",
    title: "states by the length of the array",
    value: |a| a.states.map(|s| s as f64),
};

/// Where a value lies on a logarithmic axis, from 0 to 1.
fn place(value: f64, decades: &RangeInclusive<i32>) -> f64 {
    let (first, last) = (f64::from(*decades.start()), f64::from(*decades.end()));
    ((value.max(1e-9).log10() - first) / (last - first)).clamp(0.0, 1.0)
}

impl Panel {
    fn x(&self, length: f64) -> f64 {
        self.left + place(length, &LENGTHS) * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - place(value, &self.decades) * (BOTTOM - TOP)
    }

    fn draw(&self, out: &mut String, curves: &[Curve]) {
        self.axes(out);
        self.linear(out);
        for (number, curve) in curves.iter().enumerate() {
            self.curve(out, curve, number);
        }
    }

    fn axes(&self, out: &mut String) {
        let Panel { left, right, .. } = self;
        for decade in self.decades.clone() {
            let value = 10f64.powi(decade);
            let at = self.y(value);
            let _ = writeln!(
                out,
                "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}{}</text>",
                left - 6.0,
                at + 4.0,
                self.unit
            );
        }
        for decade in LENGTHS {
            let length = 10f64.powi(decade);
            let at = self.x(length);
            let _ = writeln!(
                out,
                "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{length}</text>",
                BOTTOM + 18.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (left + right) / 2.0,
            HEIGHT - 12.0,
            self.title
        );
    }

    /// The slope of what is linear, three decades from the lower left.
    fn linear(&self, out: &mut String) {
        let low = 10f64.powi(*self.decades.start());
        let _ = writeln!(
            out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#999\" stroke-dasharray=\"2 4\"/>",
            self.x(10.0),
            self.y(low),
            self.x(10_000.0),
            self.y(low * 1_000.0)
        );
    }

    fn curve(&self, out: &mut String, curve: &Curve, number: usize) {
        let colour = COLOURS[number % COLOURS.len()];
        let values = curve
            .decided()
            .filter_map(|(n, a)| Some((n, (self.value)(a)?)));
        let mut path = String::new();
        for (n, value) in values {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let (x, y) = (self.x(f64::from(n)), self.y(value));
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let reach = match path.is_empty() {
            true => ": none",
            false => "",
        };
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}{reach}</text>",
            self.left + 12.0,
            TOP + 18.0 + 18.0 * number as f64,
            curve.name
        );
    }
}

/// The picture as text.
pub fn svg(curves: &[Curve]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Figure 1 of the PANDA paper: seconds and states by the length of the array</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    SECONDS.draw(&mut out, curves);
    STATES.draw(&mut out, curves);
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_the_value_is_one_decade() {
        let decades = 0..=4;
        assert!((place(10.0, &decades) - 0.25).abs() < 1e-9);
        assert!((place(1e9, &decades) - 1.0).abs() < 1e-9);
        assert!(place(0.0, &decades).abs() < 1e-9);
    }

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
