//! Terms and values as people write them.
//!
//! **Invariant.** Nothing here is read back.

pub(crate) mod lvalue;
pub(crate) mod variable;
