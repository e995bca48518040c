//! What a search reports about itself while it runs.

pub(crate) mod emit;
pub mod observe;
