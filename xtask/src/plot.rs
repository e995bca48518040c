//! Pictures of measurements: axes and curves as SVG.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = HEIGHT - 50.0;
const MARGIN: f64 = 20.0;

pub const BLUE: &str = "#1b6ca8";
pub const GREEN: &str = "#2a8a4a";
pub const RED: &str = "#b8442b";
pub const VIOLET: &str = "#8a5fb0";
pub const GREY: &str = "#777777";
pub const OCHRE: &str = "#c98a1b";

/// One direction of a picture.
pub struct Axis {
    scale: Scale,
    /// Where a number stands beside the axis, and its text.
    ticks: Vec<(f64, String)>,
    /// Whether a line goes through the picture at every tick.
    has_grid: bool,
}

/// From values to places between 0 and 1.
enum Scale {
    Linear(f64, f64),
    /// Between two powers of ten.
    Logarithmic(f64, f64),
}

impl Axis {
    /// An axis of equal steps without ticks.
    pub fn linear(from: f64, to: f64) -> Axis {
        let to = if to > from { to } else { from + 1.0 };
        Axis {
            scale: Scale::Linear(from, to),
            ticks: Vec::new(),
            has_grid: false,
        }
    }

    /// A logarithmic axis with a line at every power of ten.
    pub fn decades(powers: RangeInclusive<i32>, label: impl Fn(i32) -> String) -> Axis {
        let (first, last) = (*powers.start(), *powers.end());
        Axis {
            scale: Scale::Logarithmic(first.into(), last.into()),
            ticks: powers.map(|n| (10f64.powi(n), label(n))).collect(),
            has_grid: true,
        }
    }

    /// With numbers beside it.
    pub fn ticks(self, ticks: impl IntoIterator<Item = (f64, String)>) -> Axis {
        Axis {
            ticks: ticks.into_iter().collect(),
            ..self
        }
    }

    /// With a line at every number.
    pub fn with_grid(self) -> Axis {
        Axis {
            has_grid: true,
            ..self
        }
    }

    /// Where a value lies, from 0 to 1; values beyond an end lie at the end.
    fn place(&self, value: f64) -> f64 {
        let place = match self.scale {
            Scale::Linear(from, to) => (value - from) / (to - from),
            Scale::Logarithmic(from, to) => (value.max(1e-9).log10() - from) / (to - from),
        };
        place.clamp(0.0, 1.0)
    }
}

/// Values joined by a line.
pub struct Curve {
    /// What it shows; a curve without a name has no legend.
    pub name: String,
    /// Its colour.
    pub colour: &'static str,
    /// Values across and upwards, in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
    /// How they are joined.
    pub stroke: Stroke,
}

/// How the points of a curve are joined.
pub enum Stroke {
    /// By straight lines of a width.
    Line(u32),
    /// By straight lines, with a dot at every point.
    Dotted,
    /// By steps from the lower left corner: how many values are at most so large.
    Steps,
    /// By a thin interrupted line, for comparison.
    Guide,
}

/// A point that stands for itself.
pub struct Point {
    /// Values across and upwards.
    pub at: (f64, f64),
    /// Its colour.
    pub colour: &'static str,
    /// What the pointer shows.
    pub name: String,
}

/// Axes and what is drawn between them.
pub struct Panel {
    /// The text below.
    pub caption: String,
    /// Left to right.
    pub across: Axis,
    /// Upwards.
    pub upwards: Axis,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
    /// The points.
    pub points: Vec<Point>,
}

/// Panels side by side, as the text of an SVG file.
pub fn picture(title: &str, panels: &[Panel]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let width = WIDTH / panels.len().max(1) as f64;
    for (number, panel) in panels.iter().enumerate() {
        let start = width * number as f64;
        let frame = Frame {
            panel,
            left: start + 70.0,
            right: start + width - MARGIN,
        };
        frame.draw(&mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// A panel and its place in the picture.
struct Frame<'p> {
    panel: &'p Panel,
    left: f64,
    right: f64,
}

// Writing to a `String` cannot fail.
impl Frame<'_> {
    fn x(&self, value: f64) -> f64 {
        self.left + self.panel.across.place(value) * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - self.panel.upwards.place(value) * (BOTTOM - TOP)
    }

    fn draw(&self, out: &mut String) {
        self.upright_axis(out);
        self.level_axis(out);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (self.left + self.right) / 2.0,
            HEIGHT - 12.0,
            self.panel.caption
        );
        for (number, curve) in self.panel.curves.iter().enumerate() {
            self.curve(out, curve, number);
        }
        for point in &self.panel.points {
            self.dot(out, point.at, point.colour, &point.name);
        }
    }

    fn upright_axis(&self, out: &mut String) {
        let (left, right, axis) = (self.left, self.right, &self.panel.upwards);
        for (value, label) in &axis.ticks {
            let at = self.y(*value);
            if axis.has_grid {
                let _ = writeln!(
                    out,
                    "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>"
                );
            }
            let (x, y) = (left - 6.0, at + 4.0);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>"
            );
        }
    }

    fn level_axis(&self, out: &mut String) {
        let axis = &self.panel.across;
        for (value, label) in &axis.ticks {
            let at = self.x(*value);
            if axis.has_grid {
                let _ = writeln!(
                    out,
                    "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\" stroke=\"#ddd\"/>"
                );
            }
            let y = BOTTOM + 18.0;
            let _ = writeln!(
                out,
                "<text x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>"
            );
        }
    }

    fn curve(&self, out: &mut String, curve: &Curve, number: usize) {
        let colour = curve.colour;
        let (width, dashes) = match curve.stroke {
            Stroke::Line(width) => (width, ""),
            Stroke::Dotted | Stroke::Steps => (2, ""),
            Stroke::Guide => (1, " stroke-dasharray=\"2 4\""),
        };
        let path = self.path(curve);
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>"
        );
        if matches!(curve.stroke, Stroke::Dotted) {
            for &at in &curve.points {
                self.dot(out, at, colour, "");
            }
        }
        if !curve.name.is_empty() {
            let (x, y) = (self.left + 12.0, TOP + 18.0 + 18.0 * number as f64);
            let name = &curve.name;
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{name}</text>"
            );
        }
    }

    fn path(&self, curve: &Curve) -> String {
        let is_stepped = matches!(curve.stroke, Stroke::Steps);
        let mut path = match is_stepped {
            true => format!("M{} {BOTTOM}", self.left),
            false => String::new(),
        };
        for &(x, y) in &curve.points {
            let (x, y) = (self.x(x), self.y(y));
            let _ = match (is_stepped, path.is_empty()) {
                (true, _) => write!(path, "H{x:.1}V{y:.1}"),
                (false, true) => write!(path, "M{x:.1} {y:.1}"),
                (false, false) => write!(path, "L{x:.1} {y:.1}"),
            };
        }
        if is_stepped {
            let _ = write!(path, "H{}", self.right);
        }
        path
    }

    fn dot(&self, out: &mut String, (x, y): (f64, f64), colour: &str, name: &str) {
        let (x, y) = (self.x(x), self.y(y));
        let title = match name {
            "" => String::new(),
            _ => format!("<title>{name}</title>"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\">{title}</circle>"
        );
    }
}

/// The points of a curve of [`Stroke::Steps`]: after so much, so large a share of the total.
pub fn shares(mut values: Vec<f64>, total: f64) -> Vec<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let count = |(i, value)| (value, (i + 1) as f64 / total.max(1.0));
    values.into_iter().enumerate().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_the_value_is_one_decade() {
        let axis = Axis::decades(0..=4, |n| n.to_string());
        assert!((axis.place(10.0) - 0.25).abs() < 1e-9);
        assert!((axis.place(1e9) - 1.0).abs() < 1e-9);
        assert!(axis.place(0.0).abs() < 1e-9);
        assert_eq!(axis.ticks.len(), 5);
    }

    #[test]
    fn a_linear_axis_is_never_empty() {
        assert!(Axis::linear(2.0, 2.0).place(2.0).abs() < 1e-9);
        assert!((Axis::linear(0.0, 8.0).place(2.0) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn shares_are_sorted_and_count_up() {
        assert_eq!(shares(vec![3.0, 1.0], 4.0), [(1.0, 0.25), (3.0, 0.5)]);
    }
}
