//! hatha-report
