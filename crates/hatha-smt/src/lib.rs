//! hatha-smt
