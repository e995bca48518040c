//! Pseudo-random numbers: the same seed gives the same numbers.

/// SplitMix64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    /// From a seed.
    pub(super) fn new(seed: u64) -> Self {
        Chance { state: seed }
    }

    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound (zero if there is none below it).
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
