//! The environment options as a configuration of the simulator.

use super::args::{EnvironmentArgs, ExternalsArg, MisalignedArg, PointersArg, VolatileArg};
use super::asked::Asked;
use hatha_cfa::CheckKind;
use hatha_exec::config::{Config, Externals, Misaligned, Policy, Region, Unnoticed};
use hatha_proof::assume::Pointers;

/// The configuration; with a property file, functions without a body are pure unless said otherwise.
pub(super) fn config(args: &EnvironmentArgs, property: bool) -> Config {
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
            None | Some(PointersArg::Any) => Pointers::Any,
            Some(PointersArg::Valid) => Pointers::Valid,
            Some(PointersArg::Nonnull) => Pointers::NonNull,
            Some(PointersArg::Apart) => Pointers::Apart,
        },
        ..Config::default()
    }
}

/// The environment of a question. A proof about memory says nothing of an entry whose pointers lead
/// anywhere, so they are valid unless an option says otherwise.
pub(super) fn of_question(args: &EnvironmentArgs, property: bool, asked: &Asked) -> Config {
    let config = config(args, property);
    match args.pointers() {
        None if asked.kinds.contains(&CheckKind::InvalidAccess)
            || asked.kinds.contains(&CheckKind::Misaligned) =>
        {
            Config {
                pointers: Pointers::Valid,
                ..config
            }
        }
        _ => config,
    }
}
