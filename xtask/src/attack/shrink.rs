//! Smaller cases with the same kind of finding.
//!
//! Lines are dropped, many at once and then one by one, as long as the disagreement remains.

use super::Context;
use super::area::{Area, Judged, Kind};
use super::case::Case;
use crate::Result;
use std::time::{Duration, Instant};

/// Attempts for one finding.
const ATTEMPTS: usize = 150;
/// Time for one finding. A finding is for people, so the clock may decide how small it is.
const LIMIT: Duration = Duration::from_secs(60);

struct Shrinker<'a> {
    area: &'a dyn Area,
    context: &'a Context,
    kind: Kind,
    attempts: usize,
    end: Instant,
    best: (Case, Judged),
}

/// A smaller case and what became of it.
pub fn shrink(
    area: &dyn Area,
    case: &Case,
    judged: &Judged,
    context: &Context,
) -> Result<(Case, Judged)> {
    let Some(refutation) = &judged.refuted else {
        return Ok((case.clone(), judged.clone()));
    };
    let mut shrinker = Shrinker {
        area,
        context,
        kind: refutation.kind,
        attempts: ATTEMPTS,
        end: Instant::now() + LIMIT,
        best: (case.clone(), judged.clone()),
    };
    while shrinker.round()? {}
    Ok(shrinker.best)
}

impl Shrinker<'_> {
    fn is_over(&self) -> bool {
        self.attempts == 0 || Instant::now() > self.end
    }

    /// Tries to drop lines of each file; whether anything was dropped.
    fn round(&mut self) -> Result<bool> {
        let mut dropped = false;
        for file in 0..self.best.0.files.len() {
            let mut length = self.lines(file).len() / 2;
            while length > 0 && !self.is_over() {
                dropped |= self.drop_chunks(file, length)?;
                length /= 2;
            }
        }
        Ok(dropped && !self.is_over())
    }

    fn lines(&self, file: usize) -> Vec<String> {
        let text = &self.best.0.files[file].text;
        text.lines().map(str::to_owned).collect()
    }

    fn drop_chunks(&mut self, file: usize, length: usize) -> Result<bool> {
        let mut dropped = false;
        let mut at = 0;
        while at + length <= self.lines(file).len() && !self.is_over() {
            let mut lines = self.lines(file);
            let chunk: Vec<String> = lines.drain(at..at + length).collect();
            if is_balanced(&chunk) && self.remains(file, &lines)? {
                dropped = true;
            } else {
                at += length.div_ceil(2);
            }
        }
        Ok(dropped)
    }

    /// Whether the finding remains with these lines; then they are the best.
    fn remains(&mut self, file: usize, lines: &[String]) -> Result<bool> {
        self.attempts -= 1;
        let mut case = self.best.0.clone();
        case.files[file].text = lines.iter().map(|l| format!("{l}\n")).collect();
        let judged = self.area.judge(&case, self.context)?;
        let same = judged.refuted.as_ref().is_some_and(|r| r.kind == self.kind);
        if same {
            self.best = (case, judged);
        }
        Ok(same)
    }
}

/// Whether braces open and close inside these lines, so that dropping them can leave a program.
fn is_balanced(lines: &[String]) -> bool {
    let mut depth = 0i32;
    for c in lines.iter().flat_map(|l| l.chars()) {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_blocks_are_dropped() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(is_balanced(&lines("if (x) {\ny = 1;\n}")));
        assert!(!is_balanced(&lines("if (x) {\ny = 1;")));
        assert!(!is_balanced(&lines("} else {")));
    }
}
