//! Every number that shapes a search without being forced by what is searched: what it bounds,
//! and what chose it.
//!
//! **Invariant.** None of them bears on soundness: with any other values a search finds other
//! tests, predicates and proofs, or none, and what it finds is replayed or certified like any
//! other (by review).
//!
//! A number that a measurement chose names it. The others say *not measured*, which means: chosen
//! by hand on small programs, and measured only together with everything else, in
//! `docs/results/`. A change to one of them is a change to every result there.

/// The work of questions and tests, in units of a budget. Not measured.
pub(crate) mod work {
    /// Of each term of a question: what is known of earlier questions is compared with it.
    pub(crate) const QUESTION_TERM: u64 = 24;
    /// Of a block that the interpreter follows.
    pub(crate) const INTERPRETED_BLOCK: u64 = 100;
    /// Of a test, however short.
    pub(crate) const TEST: u64 = 20;
    /// Steps of a test that are one unit.
    pub(crate) const TEST_STEPS: u64 = 4;
    /// Steps of a test with terms beside values that are one unit.
    pub(crate) const TRACE_STEPS: u64 = 2;
    /// Of each constraint of such a test.
    pub(crate) const CONSTRAINT: u64 = 8;
}

/// The engine `dash`: its first tests and its policies. Not measured.
pub(crate) mod dash {
    use crate::inference::Depth;
    use crate::inference::infer::Effort;

    /// Tests with random inputs before the first refinement; more where the arguments of the entry
    /// are no plain inputs, because no query gives a test of them.
    pub(crate) const RANDOM_TESTS: u64 = 8;
    pub(crate) const ENTRY_TESTS: u64 = 100;
    /// Queries for tests of uncovered blocks before the first refinement, and states tried for each.
    pub(crate) const COVER_QUERIES: usize = 400;
    pub(crate) const COVER_STATES: usize = 3;
    /// Conflicts of such a query: a test that is hard to find is left to the main loop.
    pub(crate) const COVER_CONFLICTS: u64 = 5_000;
    /// Iterations after which procedures are looked into that were not, and edges of the program with
    /// copies of them up to which that is done before the search ends by itself. A task of
    /// product-lines that valuations prove with copies was undecided after 1,570 iterations without.
    pub(crate) const CLOSED_ITERATIONS: u64 = 200;
    pub(crate) const OPENED_EDGES: usize = 50_000;
    /// Iterations after which a search that started from an earlier one is given up.
    pub(crate) const RESUMED_ITERATIONS: u64 = 500;
    /// Tests with random inputs before each inference, and how far they go.
    pub(crate) const INFERENCE_TESTS: u64 = 20;
    pub(crate) const INFERENCE_STEPS: u64 = 5_000;
    /// Variables at all cut points together for which invariants are always inferred.
    pub(crate) const INFERENCE_SIZE: usize = 300;
    /// The same for a deep inference.
    pub(crate) const DEEP_SIZE: usize = 80;
    /// How much more a question of an inference may cost where objects have sizes: sums of addresses.
    pub(crate) const WITH_OBJECTS: u64 = 3;
    /// What an inference may cost at first; more candidates are allowed as the search goes on.
    pub(crate) const INFERENCE_EFFORT: Effort = Effort {
        conflicts: 1_000,
        queries: 1_500,
        candidates: 1_000,
        depth: Depth::Plain,
    };
}

/// Objects that share no byte. Not measured.
pub(crate) mod apart {
    /// Slots of pointer type that are compared with each other.
    pub(crate) const SLOTS: usize = 10;
}

/// What the algorithms on regions share. Not measured.
pub(crate) mod session {
    /// How often procedures are looked into that were not, before a search is over.
    pub(crate) const OPENINGS: usize = 3;
    /// Tests with random inputs that an engine without tests learns from.
    pub(crate) const SAMPLE_TESTS: u64 = 8;
}

/// Predicates that searches side by side give each other. Not measured.
pub(crate) mod exchange {
    /// Predicates of others that a search keeps for invariant inference.
    pub(crate) const MOST_SUGGESTED: usize = 40;
    /// The largest predicate that is given to others, in terms.
    pub(crate) const LARGEST: usize = 200;
}

/// How long a test may be. Not measured.
pub(crate) mod runs {
    /// Steps that any test may take, and the first one.
    pub(crate) const TEST_STEPS: u64 = 50_000;
    pub(crate) const FIRST_TEST_STEPS: u64 = 8_000_000;
    /// Bytes of live objects that any test but the first may have, or twice what tests that came to
    /// their end have had.
    pub(crate) const TEST_MEMORY: u64 = 4 << 20;
    /// Inputs that a test may take beyond those that it was given.
    pub(crate) const TEST_INPUTS: usize = 5_000;
}

/// What a test records. Not measured.
pub(crate) mod simulate {
    /// Values that one test may record: with many slots it takes longer to look at a state than to
    /// get there.
    pub(crate) const RECORDED_VALUES: u64 = 40_000_000;
    /// How much longer it takes where memory is looked at, too.
    pub(crate) const MEMORY: u64 = 5;
    /// Objects of the program that random pointers may lead to.
    pub(crate) const OBJECTS: usize = 8;
    /// Objects that an unknown pointer is made to lead to.
    pub(crate) const LARGEST: usize = 2;
    /// Visits of a run that are kept at its beginning, and as many at its end.
    pub(crate) const KEPT: usize = 1_000;
}

/// The work of states, in units of a budget. Not measured.
pub(crate) mod forest {
    /// The work of adding a state, and that of evaluating a term beside its operations, of which some
    /// make a unit.
    pub(crate) const ADDED: u64 = 2;
    pub(crate) const EVALUATED: u64 = 1;
    pub(crate) const OPERATIONS: u64 = 16;
}

/// Must-summaries. Not measured.
pub(crate) mod must_summaries {
    /// Summaries of one procedure.
    pub(crate) const MOST: usize = 24;
    /// Summaries that are tried for one edge.
    pub(crate) const TRIES: usize = 6;
    /// Conditions of one way.
    pub(crate) const LONGEST: usize = 60;
}

/// The work of questions, in units of a budget. Not measured.
pub(crate) mod asked {
    /// The work around a question beside that of the solver, in units of a budget: preimages, splits.
    pub(crate) const ASKED: u64 = 500;
    /// Terms whose making is as much work as one unit.
    pub(crate) const TERMS: u64 = 2;
}

/// Which state a question starts from. Not measured.
pub(crate) mod suitable {
    /// States of a region that are compared, at its beginning and at its end.
    pub(crate) const COMPARED_STATES: usize = 100;
}

/// Which predicate splits. Not measured.
pub(crate) mod refine {
    /// A variable with at least this many constants is taken for the state of a state machine.
    pub(crate) const MANY: usize = 4;
}

/// When invariants are inferred, and what that may cost. Not measured.
/// Facts about every block of the heap.
pub(crate) mod every {
    /// Questions after which the attempt is given up.
    pub(crate) const MOST: u64 = 200;
    /// Conflicts of one question.
    pub(crate) const CONFLICTS: u64 = 4_000;
    /// Words of a block or variable that are told apart from those of others.
    pub(crate) const WORDS: u64 = 16;
    /// Addresses of which it is said what begins there.
    pub(crate) const STARTS: usize = 24;
    /// Pointers of a block at which facts are used.
    pub(crate) const POINTERS: usize = 12;
    /// Fields of blocks, from the first on.
    pub(crate) const FIELDS: usize = 12;
    /// Slots of pointer type.
    pub(crate) const SLOTS: usize = 16;
    /// Slots that may lead to a block which is not complete.
    pub(crate) const OPEN: usize = 6;
    /// Constants and variables of one field.
    pub(crate) const CONSTANTS: usize = 4;
    /// Variables whose being zero is a condition of facts.
    pub(crate) const FLAGS: usize = 2;
    /// Candidates beyond which none speak of blocks that are not complete.
    pub(crate) const CANDIDATES: usize = 2_000;
}

/// Facts about every element of an array. Not measured.
pub(crate) mod elements {
    /// Questions after which the attempt is given up.
    pub(crate) const MOST: u64 = 1_000;
    /// Questions too hard for the solver after which no question is cut; three times as many, and the attempt
    /// is given up.
    pub(crate) const HARD: u64 = 8;
    /// Blocks beyond which it is not tried.
    pub(crate) const BLOCKS: usize = 400;
    /// Arrays, from the first on.
    pub(crate) const ARRAYS: usize = 8;
    /// Elements that a block accesses at which facts are used.
    pub(crate) const NUMBERS: usize = 12;
    /// What counters are compared with, and what they start from.
    pub(crate) const LIMITS: usize = 12;
    /// Ranges of indexes.
    pub(crate) const RANGES: usize = 24;
    /// Facts about one array.
    pub(crate) const FACTS: usize = 24;
    /// Constants that are stored in one array.
    pub(crate) const CONSTANTS: usize = 4;
    /// Variables whose being zero is a condition of facts.
    pub(crate) const FLAGS: usize = 2;
    /// Conditions of the program about counters.
    pub(crate) const CONDITIONS: usize = 30;
    /// Pointers that are null where no text was written.
    pub(crate) const POINTERS: usize = 16;
    /// String literals whose ends are looked at.
    pub(crate) const LITERALS: usize = 8;
    /// Candidates at one cut point.
    pub(crate) const CANDIDATES: usize = 600;
}

pub(crate) mod infer {
    use crate::inference::ReachLimits;

    /// What collecting valuations may cost: conflicts of one question, and the whole.
    pub(crate) const LISTING: (u64, ReachLimits) = (
        1_000,
        ReachLimits {
            steps: 100_000,
            queries: 20_000,
            valuations: 1_000,
        },
    );
    /// Iterations before invariants are inferred for the first time.
    pub(crate) const FIRST_INFERENCE: u64 = 20;
}

/// States and conditions that candidates are guessed from. Not measured.
pub(crate) mod sample {
    /// Bytes of variables in memory whose values suggest candidates.
    pub(crate) const CELLS: usize = 12;
    /// States beyond which those with the extreme values of a cell are not looked for.
    pub(crate) const EXTREME_STATES: usize = 2_000;
    /// Candidates about what memory holds once it is stored.
    pub(crate) const STORED: usize = 100;
    /// States looked at for one cut point.
    pub(crate) const STATES: usize = 300;
    /// Slots of pointer type that are compared with each other.
    pub(crate) const POINTERS: usize = 8;
    /// Conditions about objects that are candidates everywhere.
    pub(crate) const GUARDS: usize = 60;
    /// Variables of which all pairs are looked at.
    pub(crate) const ALL_PAIRS: usize = 10;
    /// Conditions by which states are told apart.
    pub(crate) const CLASSES: usize = 12;
    /// Candidates of one cut point in a deep inference, before those that come from others.
    pub(crate) const DEEP: usize = 400;
    /// States on which the candidates of a deep inference are tried.
    pub(crate) const TRIED: usize = 3_000;
    /// Arguments for which a result is a candidate of its own.
    pub(crate) const CALLS: usize = 60;
    /// Values of a variable that is taken apart value by value.
    pub(crate) const VALUES: usize = 10;
    /// Conditions on the size of a variable.
    pub(crate) const THRESHOLDS: usize = 2;
    /// Conditions beside those of the program.
    pub(crate) const THRESHOLD_CLASSES: usize = 16;
    /// Distances from a constant at which an input is tried, the nearest first.
    pub(crate) const NEAR: [u64; 10] = [0, 1, u64::MAX, 2, 3, u64::MAX - 1, 5, 7, 12, 20];
    /// Inputs of a test that are chosen; those after them are random.
    pub(crate) const INPUTS: u64 = 12;
    /// Variables whose extreme states are among the samples.
    pub(crate) const EXTREMES: usize = 12;
    /// Candidates that may come from other cut points, at all of them together and at one.
    pub(crate) const SPREAD: usize = 1_000;
    pub(crate) const SPREAD_HERE: std::ops::RangeInclusive<usize> = 10..=300;
}

/// Candidates for invariants. Not measured.
pub(crate) mod candidates {
    /// Bounds tried on each side of a variable.
    pub(crate) const BOUNDS: usize = 3;
    /// The largest weight of an inequality, and of one that holds under a condition.
    pub(crate) const WEIGHT: i128 = 4_096;
    pub(crate) const SMALL_WEIGHT: i128 = 8;
    /// The largest coefficient of an equation.
    pub(crate) const COEFFICIENT: u64 = 1 << 20;
    /// Columns of one system of equations.
    pub(crate) const SYSTEM: usize = 12;
}

/// Bounds of floating variables. Not measured.
pub(crate) mod floats {
    /// Constants of the program that are tried beyond what was sampled, on each side.
    pub(crate) const CONSTANTS: usize = 5;
    /// What the next power of two is multiplied with.
    pub(crate) const POWERS: [f64; 4] = [1.0, 2.0, 8.0, 1024.0];
    /// Floating variables up to which each is compared with each.
    pub(crate) const PAIRS: usize = 8;
}

/// Facets of the convex hull of two variables. Not measured.
pub(crate) mod facets {
    /// Bits that a sum has beyond its variables': enough for weights up to 2^14.
    pub(crate) const ROOM: u32 = 16;
    /// Hulls with at most this many facets suggest all of them; of others those at the extremes.
    pub(crate) const FACETS: usize = 6;
}

/// Equations of degree two. Not measured.
pub(crate) mod quadratic {
    /// Variables whose products are looked at.
    pub(crate) const VARIABLES: usize = 6;
    /// Samples beyond the number of columns: with fewer, an equation holds by accident.
    pub(crate) const SPARE: usize = 4;
    /// The largest coefficient.
    pub(crate) const COEFFICIENT: u64 = 1 << 12;
}

/// Terms as polynomials. Not measured.
pub(crate) mod polynomial {
    /// More steps than this leave a term alone.
    pub(crate) const STEPS: usize = 300;
}

/// The largest inductive part of the candidates. Not measured.
pub(crate) mod houdini {
    /// Facts of a cut point that are few enough to keep them all.
    pub(crate) const FEW: usize = 12;
    /// The part of the conflicts that a question with products may take.
    pub(crate) const HARD_SHARE: u64 = 10;
}

/// Valuations of variables with few values. Not measured.
pub(crate) mod valuation {
    /// Values of one variable at one cut point beyond which it is given up.
    pub(crate) const VALUES: usize = 17;
    /// Valuations that one block may make of one.
    pub(crate) const BRANCHES: usize = 32;
    /// What is less far from zero may be a small number of the program's own.
    pub(crate) const NEAR: u128 = 64;
    /// How often more conditions are followed.
    pub(crate) const ROUNDS: usize = 5;
    /// Questions after which the solver starts anew: it remembers all terms of all questions, and
    /// each of them makes every later answer longer.
    pub(crate) const FRESH: u64 = 200;
}

/// Conditions collected beside valuations. Not measured.
pub(crate) mod conditions {
    /// Conditions at one cut point.
    pub(crate) const MOST: usize = 12;
}

/// Words of memory as variables of valuations. Not measured.
pub(crate) mod steps {
    /// Cells beyond which reads stay reads.
    pub(crate) const CELLS: usize = 400;
}

/// What is left for a later search, and how one begins. Not measured.
pub(crate) mod suggestion {
    /// Tests that are left at most.
    pub(crate) const TESTS: usize = 100;
    /// Steps that are asked about before the search.
    pub(crate) const REPAIR_QUERIES: usize = 300;
    /// Conflicts of one of them: what is hard to settle is left to the search.
    pub(crate) const REPAIR_CONFLICTS: u64 = 5_000;
}

/// Repair after an edit. Not measured.
pub(crate) mod repair {
    /// Conditions without meaning at a place that are eliminated at most.
    pub(crate) const ELIMINATED: usize = 10;
    /// Subterms of a predicate at a new place at most.
    pub(crate) const LARGEST: usize = 2_000;
}

/// How much one event holds. Not measured.
pub(crate) mod events {
    /// The largest flow chart that is emitted.
    pub(crate) const SPOTS: usize = 3_000;
    /// Parts of a way that are emitted.
    pub(crate) const PARTS: usize = 40;
    /// The longest text of a condition.
    pub(crate) const LONGEST: usize = 2_000;
    /// States of a test or of half a region that are emitted, and values of a state.
    pub(crate) const STATES: usize = 12;
    pub(crate) const VALUES: usize = 24;
    /// Spots of a test's path, and ways of a trace, that are emitted.
    pub(crate) const PATH: usize = 400;
}

/// Directed testing: limits that grow with the search. Not measured.
pub(crate) mod explore {
    /// Steps, recorded branches and memory beyond what the program starts with of a test at the first
    /// level; each level has more.
    pub(crate) const FIRST_STEPS: u64 = 20_000;
    pub(crate) const FIRST_BRANCHES: usize = 250;
    pub(crate) const FIRST_MEMORY: u64 = 4 << 20;
    /// Branches that a test may take beyond the one that was turned for it.
    pub(crate) const MARGIN: usize = 64;
    /// Levels beyond which branches are not counted any more.
    pub(crate) const LAST_LEVEL: u32 = 5;
    /// Conflicts of a query at the first attempt, and of the last.
    pub(crate) const QUICK_CONFLICTS: u64 = 3_000;
    pub(crate) const MOST_CONFLICTS: u64 = 3_000_000;
    /// Tests without gain after which the search also tries longer runs and chance.
    pub(crate) const PATIENCE: u64 = 150;
    /// The same in steps, for tests that are long.
    pub(crate) const PATIENCE_STEPS: u64 = 10_000_000;
    /// Points and terms at which the search forgets its tree and starts anew.
    pub(crate) const MOST_POINTS: usize = 4_000_000;
    pub(crate) const MOST_TERMS: usize = 24_000_000;
    /// Tests of the suite that a new start begins with.
    pub(crate) const RESEEDED: usize = 64;
}

/// Directed testing: which outcome is tried next. Not measured.
pub(crate) mod outcomes {
    /// An uncovered edge that resisted this often is no better than others.
    pub(crate) const HOPELESS: u32 = 40;
}

/// Directed testing: orders that take turns. Not measured.
pub(crate) mod lanes {
    /// Of a lane's turns, one in so many extends a test that was cut.
    pub(crate) const EXTENDING: u64 = 4;
}

/// Directed testing: one run. Not measured.
pub(crate) mod run {
    /// Steps between two looks at the limits.
    pub(crate) const STRIDE: u64 = 1 << 8;
}

/// Directed testing: questions. Not measured.
pub(crate) mod solve {
    /// Above this many terms a query is not worth a place in the cache.
    pub(crate) const LONGEST_CACHED: usize = 48;
    /// From this many constraints on a guess is tried first.
    pub(crate) const LONG_SLICE: usize = 8;
}

/// The engine `panda`. Not measured.
pub(crate) mod panda {
    /// Choices on a trace at which the first round cuts it.
    pub(crate) const FIRST_BOUND: usize = 64;
    /// Images of the program with other layouts of functions and globals.
    pub(crate) const MOST_IMAGES: usize = 100;
}

/// `panda`: the walk. Not measured.
pub(crate) mod walk {
    /// Steps between two looks at the clock.
    pub(crate) const STRIDE: u64 = 1 << 12;
    /// Bytes of live objects on a trace: states that are kept may each have their own.
    pub(crate) const MEMORY: u64 = 1 << 26;
    /// Bytes of live objects up to which it does not matter how many states are kept, and bytes of
    /// all states that are.
    pub(crate) const SMALL_MEMORY: u64 = 1 << 20;
    pub(crate) const KEPT_MEMORY: u64 = 1 << 29;
    /// Steps after which their work is counted.
    pub(crate) const SPENT: u64 = 64;
    /// Steps between two states that are kept, at least.
    pub(crate) const SHORTEST_DISTANCE: u64 = 16;
}

/// `panda`: state matching. Not measured.
pub(crate) mod matching {
    /// Times that a trace comes to a head before something is forgotten there.
    pub(crate) const VISITS: u32 = 4;
    /// Facts that are followed at a head.
    pub(crate) const MOST_FACTS: usize = 64;
    /// Refinements of one head.
    pub(crate) const MOST_REFINEMENTS: u32 = 12;
}

/// `panda`: refinement. Not measured.
pub(crate) mod panda_refine {
    /// Conjuncts of a contradiction that are looked at one by one.
    pub(crate) const MOST_PARTS: usize = 16;
    /// Terms of a fact: a longer one costs more than it says.
    pub(crate) const LARGEST: usize = 2_000;
}

/// `panda`: questions about other values. Not measured.
pub(crate) mod alternatives {
    /// Queries after which a solver is replaced: what it has learnt of old traces slows it down.
    pub(crate) const FRESH: u64 = 1_000;
}

/// The engine `intervals`. Not measured one by one.
pub(crate) mod intervals {
    /// How often a state may grow by itself before it grows in jumps.
    pub(crate) const PATIENCE: u32 = 3;
    /// How often a state may grow in jumps to constants before its bounds are given up.
    pub(crate) const JUMPS: u32 = 24;
    /// How often a state that is no loop head's may grow before it is treated like one.
    pub(crate) const STEADY: u32 = 64;
    /// Rounds that take back what jumps have added.
    pub(crate) const NARROWINGS: u32 = 2;

    /// States with different values of flags (`flags.rs`).
    pub(crate) mod flags {
        /// States at one cut point.
        pub(crate) const MOST: usize = 8;
        /// Flags that distinguish states.
        pub(crate) const FLAGS: usize = 3;
        /// Values of a flag.
        pub(crate) const VALUES: usize = 6;
    }

    /// Terms as sums (`linear.rs`).
    pub(crate) mod linear {
        /// How deep a term is followed.
        pub(crate) const DEPTH: u32 = 24;
        /// How many terms are visited for one sum.
        pub(crate) const VISITS: u32 = 80;
        /// Parts of a sum beyond which a term stands for itself.
        pub(crate) const PARTS: usize = 6;
    }

    /// Which differences are kept (`pairs.rs`).
    pub(crate) mod pairs {
        /// The largest factor of a difference.
        pub(crate) const FACTOR: i128 = 1 << 12;
        /// With more variables than this compared with one, these stay unrelated to each other.
        pub(crate) const NEIGHBOURS: usize = 8;
        /// Differences at one cut point.
        pub(crate) const MOST: usize = 256;
    }

    /// What follows from differences (`relation.rs`).
    pub(crate) mod relation {
        /// How many differences are followed one after the other, and how many at all.
        pub(crate) const LONGEST: u32 = 4;
        pub(crate) const VISITS: u32 = 48;
    }

    /// One block (`step.rs`).
    pub(crate) mod step {
        /// How often the terms of a block are evaluated at most.
        pub(crate) const ROUNDS: usize = 4;
        /// How deep a guard is followed into its parts.
        pub(crate) const DEPTH: u32 = 40;
        /// How many disjunctions of a failure's guards are taken case by case, one inside the other.
        pub(crate) const SPLITS: u32 = 3;
        /// How many terms below a comparison are searched for a value that hangs on a condition.
        pub(crate) const CHOICES: u32 = 64;
    }
}

/// Inputs that hold addresses. Not measured.
pub(crate) mod chosen {
    /// Conflicts that a question about addresses may take.
    pub(crate) const CONFLICTS: u64 = 10_000;
}
