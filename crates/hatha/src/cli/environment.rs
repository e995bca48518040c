//! The environment options as a configuration of the simulator.

use super::args::{EnvironmentArgs, ExternalsArg, MisalignedArg, VolatileArg};
use hatha_exec::config::{Config, Externals, Misaligned, Policy, Region};

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
        entry_alias: !args.no_entry_alias,
        ..Config::default()
    }
}
