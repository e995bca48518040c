//! What a run may do and what undefined behaviour means in it.

use crate::num::Rules;
use hatha_proof::assume::Pointers;

/// The meaning of values that were never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uninitialised {
    /// They flow through copies and arithmetic; deciding a branch, being an
    /// address, a divisor or a call target, or being written out is a fault.
    Fault,
    /// The first read draws an input and keeps it.
    Input,
}

/// The meaning of an access whose address breaks the alignment of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misaligned {
    /// A fault, as C has it.
    Fault,
    /// An access like any other, as x86 makes it (pointers to packed members).
    Allow,
}

/// The meaning of what C leaves undefined and a machine does not notice: the use of a return value
/// that is missing, a copy between objects that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnoticed {
    /// A fault, as C has it.
    Fault,
    /// What a machine does: any value, and a copy as by `memmove`. For questions about something
    /// else, in which only what really happens counts.
    Allow,
}

/// The meaning of undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Undefined arithmetic.
    pub arithmetic: Rules,
    /// Uninitialised values.
    pub uninitialised: Uninitialised,
    /// Misaligned accesses.
    pub misaligned: Misaligned,
    /// Missing return values, overlapping copies.
    pub unnoticed: Unnoticed,
}

impl Policy {
    /// For `run`: every fault stops.
    pub const RUN: Policy = Policy {
        arithmetic: Rules::STRICT,
        uninitialised: Uninitialised::Fault,
        misaligned: Misaligned::Fault,
        unnoticed: Unnoticed::Fault,
    };
    /// For reachability: overflow wraps, shift counts are masked as the machine
    /// masks them, uninitialised values are inputs; memory faults and divisions
    /// by zero still stop.
    pub const REACHABILITY: Policy = Policy {
        arithmetic: Rules::MACHINE,
        uninitialised: Uninitialised::Input,
        misaligned: Misaligned::Fault,
        unnoticed: Unnoticed::Fault,
    };
}

/// What a call of a function without a body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Externals {
    /// Its result, the globals other units can see and everything reachable
    /// from its pointer arguments become arbitrary.
    Havoc,
    /// Only its result is arbitrary (an assumption).
    Pure,
    /// It is not understood.
    Refuse,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Edges.
    pub steps: u64,
    /// Bytes of live objects.
    pub memory: u64,
    /// Invocations on the stack.
    pub depth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: u64::MAX,
            memory: 4 << 30,
            depth: 1_000_000,
        }
    }
}

/// Device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its first address.
    pub address: u64,
    /// Its bytes.
    pub size: u64,
}

/// Everything a run depends on besides the program and its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Undefined behaviour.
    pub policy: Policy,
    /// Unknown functions.
    pub externals: Externals,
    /// Limits.
    pub limits: Limits,
    /// Whether reads through volatile lvalues are arbitrary.
    pub volatile_any: bool,
    /// Device memory.
    pub regions: Vec<Region>,
    /// What the pointers of the entry function's environment are.
    pub pointers: Pointers,
    /// Whether calls that only print are one step and print nothing.
    pub skips_output: bool,
}

impl Config {
    /// The same with the meaning of reachability: what a machine does, though C may leave it
    /// undefined.
    pub fn for_reachability(&self) -> Config {
        Config {
            policy: Policy {
                misaligned: self.policy.misaligned,
                unnoticed: self.policy.unnoticed,
                ..Policy::REACHABILITY
            },
            ..self.clone()
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            policy: Policy::RUN,
            externals: Externals::Havoc,
            limits: Limits::default(),
            volatile_any: false,
            regions: Vec::new(),
            pointers: Pointers::Any,
            skips_output: false,
        }
    }
}
