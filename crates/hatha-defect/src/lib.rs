//! Deliberate defects, for the mutation test of the checker alone.
//!
//! Each is a small mistake at a real decision of the engines, the front end, the library models or
//! the passes over automata. The test `crates/hatha/tests/broken.rs` switches on one after the
//! other and shows that none leads to a wrong verdict that is printed as certified, or that the
//! page `docs/results/mutation.md` names it as trusted.
//!
//! **Invariant.** Without the feature `on` there are none: [`is_on`] is false, and the compiler
//! removes what it guards. With it, one defect at most is on for the whole process, the one that
//! the environment variable `HATHA_DEFECT` names.
//! Tests: `the_checker_has_no_defects_of_its_own`; that the compiler removes the rest: by review.

#![warn(unreachable_pub)]

macro_rules! defects {
    ($($variant:ident $name:literal $text:literal,)*) => {
        /// A defect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Defect {
            $(#[doc = $text] $variant,)*
        }

        impl Defect {
            /// All defects.
            pub const ALL: &[Defect] = &[$(Defect::$variant,)*];

            /// What `HATHA_DEFECT` calls it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Defect::$variant => $name,)*
                }
            }

            /// What it breaks.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Defect::$variant => $text,)*
                }
            }
        }
    };
}

defects! {
    // Engines: the region graph.
    WrongHalf "wrong-half" "the half of a split that may take the edge loses it",
    BothHalves "both-halves" "both halves of a split lose the edge",
    FlippedLiteral "flipped-literal" "the last literal of a splitting predicate is negated",
    PrunesFeasible "prunes-feasible" "an edge goes if its preimage is a literal of its source, instead of the negation of one",
    DropsUnasked "drops-unasked" "every other edge that is asked about counts as infeasible, whatever the answer",
    NoFrontier "no-frontier" "a search gives up the frontier once there are eight regions, as if there were none",
    // Engines: preimages and effects.
    ForgetsUpdates "forgets-updates" "the preimage of a predicate over slots ignores the assignments of the block",
    OneAliasCase "one-alias-case" "a store through a pointer never meets a read whose address is unknown",
    NegatedGuard "negated-guard" "a block takes the other side of each condition",
    DropsWrite "drops-write" "a store to memory changes nothing",
    DropsInput "drops-input" "an input leaves the variable as it was",
    NarrowWrite "narrow-write" "an assignment keeps only the low byte of the value",
    UnsignedOrder "unsigned-order" "terms compare signed numbers as unsigned ones",
    SkipsEdge "skips-edge" "blocks leave out the last way of a choice of three or more",
    IgnoresObstacle "ignores-obstacle" "something that is not modelled ends an execution",
    IgnoresFailure "ignores-failure" "a failure ends an execution like a return",
    ZeroStart "zero-start" "all globals start with zero",
    // Engines: what is learnt.
    KeepsCandidate "keeps-candidate" "a candidate that a step does not keep counts as an invariant",
    MissesValue "misses-value" "the last value of a variable is left out of its valuation",
    LeadsToOne "leads-to-one" "a pointer that may lead to several objects leads to the first of them",
    // Engines: objects that pointers lead to.
    KeepsEnded "keeps-ended" "a pointer in a variable keeps the size and class of an object that has ended",
    FreedStaysMade "freed-stays-made" "a block of the heap that is freed still begins where it was",
    StoredKeepsEnded "stored-keeps-ended" "a pointer in memory keeps the size and class of an object that has ended",
    StoredKeepsBytes "stored-keeps-bytes" "a store to some bytes of a pointer leaves what it leads to as it was",
    FixedOffset "fixed-offset" "a distance that is added to a pointer leaves its offset as it was",
    LargerBlock "larger-block" "a block is taken to have eight bytes more than were asked for",
    AllWritable "all-writable" "constant objects are taken to be writable",
    WrittenGlobals "written-globals" "globals count as written although a copy may bring them bytes without a value",
    SameInvocation "same-invocation" "the objects of an outer invocation keep their ids in an inner one",
    EntryNotNull "entry-not-null" "a search takes pointers that the entry starts from not to be null",
    // Engines: calls.
    KeepsGlobals "keeps-globals" "a call of a component leaves all globals as they were",
    NeverEnters "never-enters" "a call of a component does not enter it",
    ApartAtExit "apart-at-exit" "at the exit of a component every region counts as apart from what is asked for",
    ExitKnown "exit-known" "the result of a component is its first argument",
    HidesGiven "hides-given" "a variable whose address a function without a body is given counts as hidden from it",
    // Engines: others.
    CoversAny "covers-any" "cegar covers a node by one that shares a literal with it",
    SkipsPair "skips-pair" "lee-yannakakis removes the steps that its witnesses do not take",
    RangeTooSmall "range-too-small" "the range of a sum lacks its greatest value",
    BlindWalk "blind-walk" "panda takes one way in three that is feasible for one that is not",
    CoversWithoutFacts "covers-without-facts" "panda covers a state although the facts of the cut do not hold",
    CoversDifferent "covers-different" "panda covers a state that differs from what the cut has kept",
    DropsLiteral "drops-literal" "the written proof lacks the last literal of each region",
    // Solvers.
    NarrowUnsat "narrow-unsat" "a layer of the engines' solver gives a variable one bit too few",
    CacheConfuses "cache-confuses" "the cache of the engines' solver refutes a question that shares a fact with a refuted one",
    EmbeddedUnsat "embedded-unsat" "the embedded solver, which the checker asks as well, refutes everything",
    // Passes over automata.
    JoinDropsEdge "join-drops-edge" "a component lacks the positive side of each condition",
    JoinForgetsEffect "join-forgets-effect" "a component is said to change no global",
    JoinKeepsMemory "join-keeps-memory" "a component is said to change no memory",
    JoinFreezesZero "join-freezes-zero" "the frozen variables of a component keep zero",
    OpaqueFailure "opaque-failure" "a procedure that may fail is not looked into",
    OpaqueForgetsEffect "opaque-forgets-effect" "a procedure that is not looked into is said to change nothing",
    InlineSwapsArguments "inline-swaps-arguments" "the arguments of a call are passed in reverse order",
    InlineLosesResult "inline-loses-result" "the result of a call is not stored",
    InlineSharesLocals "inline-shares-locals" "the copy of a procedure has the locals of the caller's first copy of it",
    InlineWrongReturn "inline-wrong-return" "a return goes back to where the call was made",
    InlineDropsArm "inline-drops-arm" "a copy lacks the negative side of each condition",
    IndirectMissesTarget "indirect-misses-target" "a call through a pointer never leads to the last procedure whose address is taken, nor anywhere else",
    IndirectWrongTarget "indirect-wrong-target" "a call through a pointer leads to the first procedure, whatever it is compared with",
    IndirectElsewhere "indirect-elsewhere" "what is left of a call through a pointer is never a function of the program",
    JumpHandsZero "jump-hands-zero" "a longjmp hands over zero",
    SilentWrites "silent-writes" "every call of printf and its kin counts as one that only prints, one with %n too",
    ThreadsSeeNothing "threads-see-nothing" "no access of a thread may meet one of another, so that threads run one after the other",
    ForgetsHandlers "forgets-handlers" "handlers registered with atexit are overlooked",
    ChecksNoSums "checks-no-sums" "no check is put before sums, differences and products",
    ChecksNoMisuse "checks-no-misuse" "no check is put before calls and copies that C leaves undefined",
    ChecksNoAccess "checks-no-access" "no check is put before accesses of memory",
    ChecksPastEnd "checks-past-end" "the check of an access allows one byte behind the end of its object",
    ChecksNegated "checks-negated" "a check fails where its operation does not fault, and passes where it does",
    ChecksDropStep "checks-drop-step" "the last edge behind a check is lost",
    ChecksNoHoles "checks-no-holes" "no check asks whether memory was written before it is read",
    ChecksFlagsSet "checks-flags-set" "slots count as written at the entry of their procedure",
    ChecksAligned "checks-aligned" "a pointer that is loaded counts as aligned",
    ChecksFreeOfNull "checks-free-of-null" "the count of blocks goes down at a free of null, too",
    ChecksForgetPoint "checks-forget-point" "no block is looked for where the program ends",
    ForgetsCallbacks "forgets-callbacks" "a function pointer handed to unknown code is overlooked",
    // Front end.
    SlotsAddressed "slots-addressed" "a variable whose address is taken is a slot",
    PartIsWhole "part-is-whole" "a part of a program counts as a whole one, so that no pointer from outside meets a global",
    ExternalIsSlot "external-is-slot" "a global that other files can name is a slot in a part of a program",
    AssumesRoom "assumes-room" "the assumption about pointers of the entry says that their objects hold one element more",
    LessOrEqual "less-or-equal" "the front end lowers < as <=",
    DropsCase "drops-case" "the first case of a switch leads nowhere",
    // Library models and the simulator.
    ModelFindsNothing "model-finds-nothing" "the model of strchr finds nothing",
    ModelWrongResult "model-wrong-result" "the model of abs gives its argument",
    SimulatorDivides "simulator-divides" "the simulator rounds quotients down",
}

/// Whether a defect is on.
#[cfg(not(feature = "on"))]
#[inline(always)]
pub const fn is_on(_: Defect) -> bool {
    false
}

#[cfg(feature = "on")]
pub use chosen::is_on;

#[cfg(feature = "on")]
mod chosen {
    use super::Defect;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static CHOSEN: OnceLock<Option<Defect>> = OnceLock::new();
    static MET: AtomicBool = AtomicBool::new(false);

    fn chosen() -> Option<Defect> {
        let name = std::env::var("HATHA_DEFECT").ok()?;
        Defect::ALL.iter().copied().find(|d| d.name() == name)
    }

    /// Whether a defect is on. That it was met is noted in the file that `HATHA_DEFECT_MET` names.
    pub fn is_on(defect: Defect) -> bool {
        let is_on = *CHOSEN.get_or_init(chosen) == Some(defect);
        if is_on
            && !MET.swap(true, Ordering::Relaxed)
            && let Ok(path) = std::env::var("HATHA_DEFECT_MET")
        {
            // A note that cannot be written is a test that says that the defect was not met.
            let _ = std::fs::write(path, defect.name());
        }
        is_on
    }
}
