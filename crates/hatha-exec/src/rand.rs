//! The C library's `rand`: glibc's additive feedback generator.
//!
//! Seeded programs print the same numbers as natively on Linux.

/// The state of `rand`: the last 34 numbers of the sequence, as a ring.
#[derive(Clone, Debug)]
pub struct Rand {
    ring: [u32; 34],
    next: usize,
}

impl Rand {
    /// After `srand(seed)`; a program starts as after `srand(1)`.
    pub fn new(seed: u32) -> Self {
        let mut ring = [0u32; 34];
        ring[0] = if seed == 0 { 1 } else { seed };
        for i in 1..31 {
            // The minimal standard generator, on signed numbers as glibc has it.
            let previous = i64::from(ring[i - 1] as i32);
            let mut word = (16807 * previous) % 2_147_483_647;
            if word < 0 {
                word += 2_147_483_647;
            }
            ring[i] = word as u32;
        }
        for i in 31..34 {
            ring[i] = ring[i - 31];
        }
        let mut rand = Rand { ring, next: 34 };
        for _ in 34..344 {
            rand.step();
        }
        rand
    }

    fn step(&mut self) -> u32 {
        let at = |back: usize| (self.next - back) % 34;
        let value = self.ring[at(31)].wrapping_add(self.ring[at(3)]);
        self.ring[self.next % 34] = value;
        self.next += 1;
        // Keeps the index small for ever; the ring has 34 places.
        if self.next >= 34 * 1000 {
            self.next -= 34 * 999;
        }
        value
    }

    /// The next value of `rand()`.
    pub(crate) fn next_value(&mut self) -> i32 {
        (self.step() >> 1) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_sequence_is_glibc_s() {
        let mut r = Rand::new(1);
        let first: Vec<i32> = (0..5).map(|_| r.next_value()).collect();
        assert_eq!(
            first,
            [1804289383, 846930886, 1681692777, 1714636915, 1957747793]
        );
    }

    #[test]
    fn a_seed_gives_its_own_sequence() {
        let mut r = Rand::new(42);
        let first: Vec<i32> = (0..3).map(|_| r.next_value()).collect();
        assert_eq!(first, [71876166, 708592740, 1483128881]);
    }
}
