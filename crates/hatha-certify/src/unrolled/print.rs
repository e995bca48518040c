//! Calls that only print.
//!
//! **Soundness.** Nobody wants the result of such a call, and nobody sees what it writes. What can
//! go wrong is to read a text that has no end in its object. So the call is one step only if each of its
//! texts has a character that is zero on every execution, inside an object that lives, and no
//! character before it of which nothing is known.

use super::heap::{Byte, Object};
use super::value::{Offset, Val};
use super::walker::{Got, Walker};
use hatha_cfa::output::Text;
use hatha_cfa::{Arg, ByteOrder, ProcId};

impl Walker<'_, '_> {
    /// Whether a call whose result is not wanted only prints, and can be printed.
    pub(super) fn only_prints(&mut self, callee: ProcId, args: &[Arg]) -> Got<bool> {
        let program = self.program;
        let Some(texts) = self.silence.texts(program, callee, args) else {
            return Ok(false);
        };
        let mut values = Vec::new();
        for arg in args {
            match *arg {
                Arg::Scalar(e) => values.push(self.value(e)?),
                Arg::Aggregate { .. } => return Ok(false),
            }
        }
        let ends = |text: &Text| self.ends_inside(values[text.argument], text.wide);
        Ok(texts.iter().all(ends))
    }

    fn ends_inside(&self, text: Val, wide: bool) -> bool {
        let Val::Ptr(object, Offset::Const(offset)) = text else {
            return false;
        };
        let object = self.state.object(object);
        let target = &self.program.target;
        let unit = match wide {
            true => u64::from(target.int_bits_of(target.wchar_type)) / 8,
            false => 1,
        };
        let is_aligned = offset % unit == 0 && u64::from(object.align) % unit == 0;
        let is_little = target.byte_order == ByteOrder::Little;
        object.surely_lives() && is_aligned && is_little && has_end(object, offset, unit)
    }
}

/// What a byte says about the character that it is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Zero,
    Other,
    Unknown,
}

fn part(byte: Byte) -> Part {
    match byte {
        Byte::Zero => Part::Zero,
        Byte::Of(Val::Const(bits), at) if bits >> (8 * u32::from(at)) & 0xff == 0 => Part::Zero,
        Byte::Of(..) => Part::Other,
        Byte::Unknown => Part::Unknown,
    }
}

/// Whether a text has an end.
fn has_end(object: &Object, offset: u64, unit: u64) -> bool {
    let mut at = offset;
    while object.holds(at, unit) {
        let parts: Vec<Part> = (at..at + unit).map(|i| part(object.byte(i))).collect();
        if parts.iter().all(|&p| p == Part::Zero) {
            return true;
        }
        if parts.contains(&Part::Unknown) {
            return false;
        }
        at += unit;
    }
    false
}
