//! Tests of all solvers. One binary, so that the SAT solver is linked once.

mod elimination;
mod embedded;
mod external;
mod floats;
mod layers;
mod oracle;
