//! hatha-front
