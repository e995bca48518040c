//! Values as people write them.
//!
//! **Invariant.** Nothing here is read back.

use hatha_blocks::effect::slot_kind;
use hatha_cfa::{Program, VarId};
use hatha_exec::word::Kind;

/// The value of a variable as a decimal number, an address in hexadecimal; `None` if it is
/// neither or has no name of the program's.
pub(crate) fn show(program: &Program, var: VarId, bits: u64) -> Option<(String, String)> {
    let name = &program.var(var).name;
    if name.contains('$') {
        return None;
    }
    let value = match slot_kind(program, var)? {
        Kind::Int { bits: w, signed } if w <= 64 => number(bits, u32::from(w), signed),
        Kind::Ptr { .. } => format!("{bits:#x}"),
        Kind::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Kind::F64 => format!("{:?}", f64::from_bits(bits)),
        _ => return None,
    };
    Some((name.clone(), value))
}

fn number(bits: u64, width: u32, signed: bool) -> String {
    let shift = 64 - width.clamp(1, 64);
    if signed {
        (((bits << shift) as i64) >> shift).to_string()
    } else {
        ((bits << shift) >> shift).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_value_is_shown_as_its_type_reads_it() {
        assert_eq!(number(0xff, 8, true), "-1");
        assert_eq!(number(0xff, 8, false), "255");
        assert_eq!(number(0x8000_0000, 32, true), "-2147483648");
        assert_eq!(number(u64::MAX, 64, false), "18446744073709551615");
        assert_eq!(number(u64::MAX, 64, true), "-1");
    }
}
