//! hatha-term
