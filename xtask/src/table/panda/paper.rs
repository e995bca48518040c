//! Table 1 of the PANDA paper: the tool's own columns.

/// A program of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its name there.
    pub name: &'static str,
    /// The file in `benchmarks/panda`, without its ending.
    pub file: &'static str,
    /// The figures; nothing where the tool ran out of its two hours.
    pub figures: Option<Figures>,
}

/// What the paper prints of one run.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Time in seconds.
    pub seconds: u32,
    /// States.
    pub states: u32,
    /// Refinements.
    pub refinements: u32,
    /// The largest count of predicates at a location.
    pub predicates: u32,
    /// Satisfiability queries.
    pub queries: u32,
}

impl Paper {
    /// Seconds within which the program is to be decided: a tenth of the paper's time
    /// but at least two, or five minutes where the paper has none.
    pub fn bar(&self) -> f64 {
        self.figures
            .map_or(300.0, |f| (f64::from(f.seconds) / 10.0).max(2.0))
    }

    /// The paper's columns.
    pub fn cells(&self) -> String {
        let Some(f) = self.figures else {
            return "timeout | - | - | - | -".to_owned();
        };
        let Figures {
            seconds,
            states,
            refinements,
            predicates,
            queries,
        } = f;
        format!("{seconds} | {states} | {refinements} | {predicates} | {queries}")
    }
}

/// Seconds, states, refinements, predicates, queries.
const fn row(name: &'static str, file: &'static str, figures: [u32; 5]) -> Paper {
    let [seconds, states, refinements, predicates, queries] = figures;
    Paper {
        name,
        file,
        figures: Some(Figures {
            seconds,
            states,
            refinements,
            predicates,
            queries,
        }),
    }
}

const fn timeout(name: &'static str, file: &'static str) -> Paper {
    Paper {
        name,
        file,
        figures: None,
    }
}

/// The rows, in the paper's order.
pub const ROWS: [Paper; 13] = [
    row("Array", "array", [4, 38, 0, 7, 1802]),
    row("Eureka 01", "eureka_01", [23, 741, 0, 53, 11462]),
    row("TREX 03", "trex_03", [21, 1425, 0, 9, 14371]),
    row("Invert String", "invert_string", [6, 126, 0, 18, 2728]),
    row("Password", "password", [22, 870, 0, 19, 12837]),
    row("Reverse Array", "reverse_array", [5, 135, 0, 18, 2358]),
    row("Two Indices", "two_indices", [4, 55, 0, 15, 1921]),
    row("Data-flow Analysis", "data_flow", [379, 508, 0, 64, 8159]),
    row("Cycling Race", "cycling_race", [5, 87, 0, 28, 2151]),
    timeout("Image Rendering", "image_rendering"),
    row("Scheduler", "scheduler", [5, 108, 0, 35, 2185]),
    row("Alarm Clock", "alarm_clock", [970, 21200, 0, 20, 87628]),
    timeout("Producer-Consumer", "producer_consumer"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_a_tenth_but_not_below_two_seconds() {
        let bars: Vec<f64> = [0, 7, 9, 11].map(|i| ROWS[i].bar()).into();
        assert_eq!(bars, [2.0, 37.9, 300.0, 97.0]);
    }
}
