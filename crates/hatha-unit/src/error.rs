//! Why a unit cannot be explored.

/// What stands in the way of a chart or a product.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// Paths through a recursive function are not followed.
    #[error(
        "'{0}' calls itself, and paths through it are not followed; give a stub for it (--stub)"
    )]
    Recursive(String),
    /// The automaton with all calls expanded is too large.
    #[error("the unit has more than {0} edges")]
    TooLarge(usize),
    /// A call does not fit the function that it calls.
    #[error("the call at {place} does not fit '{function}'")]
    Mismatch {
        /// The call.
        place: String,
        /// The function.
        function: String,
    },
    /// The calls of a process cannot be expanded.
    #[error("{name}: {why}")]
    Process {
        /// The process.
        name: String,
        /// Why.
        why: String,
    },
    /// There are too many ways in which the processes can take turns.
    #[error("the processes have too many interleavings to be put together")]
    Interleavings,
    /// A process has no first statement.
    #[error("a process does not start with a statement")]
    NoFirstStatement,
    /// A bug: a location of the product at which a process has no statement.
    #[error("a process that is nowhere")]
    Nowhere,
    /// The product with the automaton of a formula is too large.
    #[error("the product of the unit and the formula is too large")]
    ProductTooLarge,
    /// A node would have a successor for each combination of too many conditions.
    #[error("too many conditions are asked about at one node")]
    TooManyConditions,
    /// A condition mentions a variable that means nothing at a node.
    #[error("a condition that is not in scope")]
    NotInScope,
}
