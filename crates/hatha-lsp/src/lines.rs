//! Where the lines of an earlier text are in a later one.
//!
//! **Invariant.** A line is only ever mapped to one with the same text; the order stays.

/// The largest part of two texts that is compared line by line; of a larger one nothing is known.
const LARGEST: usize = 1_000;

/// The lines of one text in another.
#[derive(Debug)]
pub(crate) struct LineMap {
    /// For each line of the earlier text the one of the later text, from 0.
    to: Vec<Option<u32>>,
}

impl LineMap {
    /// Compares two texts.
    pub(crate) fn new(before: &str, after: &str) -> LineMap {
        let before: Vec<&str> = before.lines().collect();
        let after: Vec<&str> = after.lines().collect();
        let same = |(a, b): &(&&str, &&str)| a == b;
        let head = before.iter().zip(&after).take_while(same).count();
        let rest = before.len().min(after.len()) - head;
        let tail = before.iter().rev().zip(after.iter().rev());
        let tail = tail.take(rest).take_while(same).count();
        let mut to: Vec<Option<u32>> = vec![None; before.len()];
        for (n, slot) in to.iter_mut().enumerate().take(head) {
            *slot = Some(n as u32);
        }
        for n in 0..tail {
            to[before.len() - 1 - n] = Some((after.len() - 1 - n) as u32);
        }
        let middle = (
            &before[head..before.len() - tail],
            &after[head..after.len() - tail],
        );
        for (a, b) in common(middle.0, middle.1) {
            to[head + a] = Some((head + b) as u32);
        }
        LineMap { to }
    }

    /// Where a line (from 1) is now. One that has changed is looked for behind the nearest line before
    /// it that has not.
    pub(crate) fn line(&self, line: u32) -> u32 {
        let at = line.saturating_sub(1) as usize;
        let known = self.to.iter().enumerate().take(at + 1).rev();
        let mut known = known.filter_map(|(n, to)| Some((n, (*to)?)));
        match known.next() {
            Some((n, to)) => to + (at - n) as u32 + 1,
            None => line,
        }
    }

    /// The first line (from 0) that has changed or is gone.
    pub(crate) fn first_change(&self) -> usize {
        let same = |(n, to): &(usize, &Option<u32>)| **to == Some(*n as u32);
        self.to.iter().enumerate().take_while(same).count()
    }
}

/// A longest common subsequence, as pairs of indices.
fn common(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    if a.len() > LARGEST || b.len() > LARGEST {
        return Vec::new();
    }
    let width = b.len() + 1;
    let mut length = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            length[i * width + j] = match a[i] == b[j] {
                true => length[(i + 1) * width + j + 1] + 1,
                false => length[(i + 1) * width + j].max(length[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if length[(i + 1) * width + j] >= length[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::LineMap;

    #[test]
    fn lines_move_with_what_stands_before_them() {
        let map = LineMap::new("a\nb\nc\nd\ne\n", "a\nnew\nb\nx\nd\ne\n");
        let lines: Vec<u32> = (1..=5).map(|n| map.line(n)).collect();
        // The third has changed: it is behind the second.
        assert_eq!(lines, [1, 3, 4, 5, 6]);
        assert_eq!(map.first_change(), 1);
        let same = LineMap::new("a\nb\n", "a\nb\n");
        assert_eq!((same.line(2), same.line(9)), (2, 9));
        assert_eq!(LineMap::new("", "a\n").line(1), 1);
    }
}
