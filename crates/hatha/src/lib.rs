//! hatha
