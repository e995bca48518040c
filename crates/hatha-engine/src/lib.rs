//! hatha-engine
