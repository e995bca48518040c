//! A short name for the meaning of a program.
//!
//! **Invariant.** Two programs with the same fingerprint have, up to hash
//! collision, the same automata, types and initial values; positions and
//! comments do not enter. A proof is never believed because of a fingerprint:
//! it only lets a checker say early and clearly that a proof is for another program.

use hatha_cfa::{Program, SEMANTICS_VERSION};
use std::fmt::{self, Write};

/// FNV-1a, 128 bits: fixed for all time, unlike the hashers of the standard library.
struct Fnv(u128);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 =
                (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
        Ok(())
    }
}

/// The fingerprint of a program, as 32 hexadecimal digits.
pub fn fingerprint(program: &Program) -> String {
    let mut hash = Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    // Writing into the hasher cannot fail.
    let _ = absorb(program, &mut hash);
    format!("{:032x}", hash.0)
}

fn absorb(program: &Program, out: &mut Fnv) -> fmt::Result {
    write!(out, "{SEMANTICS_VERSION} {:?}", program.target)?;
    for var in &program.vars {
        write!(
            out,
            "var {:?} {:?} {:?} {}",
            var.ty, var.scope, var.storage, var.external
        )?;
    }
    for (var, init) in &program.globals {
        write!(out, "init {var:?} {init:?}")?;
    }
    for i in 0..program.exprs.len() {
        write!(out, "{:?}", program.exprs.get(hatha_cfa::ExprId(i as u32)))?;
    }
    for i in 0..program.types.len() {
        write!(out, "{:?}", program.types.get(hatha_cfa::TypeId(i as u32)))?;
    }
    for proc in &program.procs {
        write!(
            out,
            "proc {} {:?} {:?} {:?}",
            proc.name, proc.ty, proc.entry, proc.exit
        )?;
        for edge in &proc.edges {
            write!(out, "{:?} {:?} {:?}", edge.from, edge.to, edge.op)?;
        }
    }
    Ok(())
}
