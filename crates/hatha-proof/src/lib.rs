//! hatha-proof
