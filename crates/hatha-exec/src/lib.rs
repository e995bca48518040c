//! hatha-exec
