//! The engines by their names on the command line.

use crate::Engine;
use crate::dash::Dash;
use crate::directed::{Dart, Order};

/// The names of all engines, the default first.
pub const NAMES: [&str; 2] = ["dash", "dart"];

/// The engine of a name.
pub fn engine(name: &str) -> Option<Box<dyn Engine>> {
    match name {
        "dash" => Some(Box::new(Dash)),
        "dart" => Some(Box::new(Dart {
            order: Order::Coverage,
        })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, engine};

    #[test]
    fn every_name_has_its_engine() {
        for name in NAMES {
            assert_eq!(engine(name).map(|e| e.name()), Some(name));
        }
        assert!(engine("nobody").is_none());
    }
}
