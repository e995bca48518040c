//! The environment options as a configuration of the simulator.

use super::args::{EnvironmentArgs, ExternalsArg, MisalignedArg, PointersArg, VolatileArg};
use hatha_exec::config::{Config, Externals, Misaligned, Policy, Region, Unnoticed};
use hatha_proof::assume::Pointers;

/// The configuration; with a property file, functions without a body are pure unless said otherwise.
pub fn config(args: &EnvironmentArgs, property: bool) -> Config {
    let default = if property {
        Externals::Pure
    } else {
        Externals::Havoc
    };
    let misaligned = match args.misaligned {
        MisalignedArg::Fault => Misaligned::Fault,
        MisalignedArg::Allow => Misaligned::Allow,
    };
    Config {
        policy: Policy {
            misaligned,
            // A property of the competition is about one thing; what else C leaves undefined does
            // not stand in its way.
            unnoticed: match property {
                true => Unnoticed::Allow,
                false => Unnoticed::Fault,
            },
            ..Policy::RUN
        },
        externals: args.externals.map_or(default, |e| match e {
            ExternalsArg::Havoc => Externals::Havoc,
            ExternalsArg::Pure => Externals::Pure,
            ExternalsArg::Refuse => Externals::Refuse,
        }),
        volatile_any: args.volatile == VolatileArg::Any,
        regions: args
            .region
            .iter()
            .map(|&(address, size)| Region { address, size })
            .collect(),
        pointers: match args.pointers() {
            PointersArg::Any => Pointers::Any,
            PointersArg::Valid => Pointers::Valid,
            PointersArg::Nonnull => Pointers::NonNull,
            PointersArg::Apart => Pointers::Apart,
        },
        ..Config::default()
    }
}
