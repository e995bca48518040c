//! The generator of random numbers, with the methods that the developer commands need.

use hatha_term::random;

/// SplitMix64, so that every run can be repeated.
pub struct Rng(random::Rng);

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Rng(random::Rng::from_state(seed))
    }

    /// Next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n` (0 if `n` is 0).
    pub fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }

    /// One of a slice, which is not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        self.0.pick(items)
    }
}
