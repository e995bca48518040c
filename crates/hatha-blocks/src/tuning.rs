//! Every number that shapes the blocks of a program without being forced by it: what it bounds.
//!
//! **Invariant.** None of them bears on soundness: where a bound is reached, a value is unknown or
//! a program is refused (by review). None has been measured alone.

/// The size of programs.
pub(crate) mod flat {
    use hatha_cfa::opaque::Sizes;

    /// The largest automaton that is searched, unless the program has half as many edges itself.
    pub(crate) const EDGE_LIMIT: usize = 200_000;
    /// The largest automaton with copies, unless the program has a quarter as many edges itself:
    /// beyond it procedures stand once.
    pub(crate) const COPIES: usize = 100_000;
    /// Programs and procedures up to which procedures are copied rather than not looked into.
    pub(crate) const OPAQUE: Sizes = Sizes {
        program: 3_000,
        procedure: 20,
    };
}

/// Reads of memory.
pub(crate) mod memory {
    /// Summands of an address that are told apart, and steps to find them.
    pub(crate) const SUMMANDS: usize = 32;
    /// Reads at addresses that are read, one in the other, whose addresses are written in one form.
    pub(crate) const LEVELS: usize = 3;
    /// Updates that a read may go through before it is given up.
    pub(crate) const READ_STEPS: usize = 2_000;
}

/// Points-to analysis: the pass over all edges.
pub(crate) mod sweep {
    /// Words up to which a copy is followed.
    pub(crate) const LONGEST_COPY: u64 = 4_096;
    /// Passes over all edges before everything counts as unknown.
    pub(crate) const ROUNDS: usize = 50;
}

/// Points-to analysis: where one value leads.
pub(crate) mod leads {
    /// Places beyond which a value may as well lead anywhere.
    pub(crate) const MOST: usize = 8;
}
