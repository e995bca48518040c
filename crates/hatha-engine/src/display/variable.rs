//! Display of variables: from the variables of terms back to those of the program.
//!
//! **Invariant.** Nothing here is read back: a text is for people, and whatever
//! has no name of its own keeps the one that the term has.

use crate::display::lvalue::with_lvalues;
use hatha_blocks::effect::slot_kind;
use hatha_cfa::{Program, VarId};
use hatha_exec::word::Kind;

/// Replaces the names of the proof (`v12`, `addr_v12`, `rd32(v12 + 4)`) with the names of the
/// program.
pub fn with_names(program: &Program, c: &str) -> String {
    let c = with_lvalues(program, c);
    let mut out = String::new();
    let mut rest = c.as_str();
    while !rest.is_empty() {
        let word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_' || ch == '$';
        let length = rest.find(|ch| !word(ch)).unwrap_or(rest.len());
        if length == 0 {
            let other = rest.find(word).unwrap_or(rest.len());
            out.push_str(&rest[..other]);
            rest = &rest[other..];
            continue;
        }
        out.push_str(&name(program, &rest[..length]).unwrap_or_else(|| rest[..length].to_owned()));
        rest = &rest[length..];
    }
    out
}

fn name(program: &Program, word: &str) -> Option<String> {
    let (digits, prefix) = match word.strip_prefix("addr_v") {
        Some(digits) => (digits, "&"),
        None => (word.strip_prefix('v')?, ""),
    };
    let index: u32 = digits.parse().ok()?;
    let known = (index as usize) < program.vars.len();
    known.then(|| format!("{prefix}{}", program.var(VarId(index)).name))
}

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
