//! hatha-certify
