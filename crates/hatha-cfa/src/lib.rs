//! hatha-cfa
