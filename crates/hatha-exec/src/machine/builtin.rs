//! What C cannot say.

use super::numbers::TWO_OBJECTS;
use super::{Cursor, Halt, Machine, Run};
use crate::code::{AccessCode, BuiltinCode};
use crate::config::Unnoticed;
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::fault::FaultKind;
use crate::memory::{MemError, ObjectKind};
use crate::observe::Observer;
use crate::rand::Rand;
use crate::text::format::{FloatFormat, format_float};
use crate::text::parse::parse_float;
use crate::word::{Kind, Prov, Word};
use hatha_cfa::{Builtin, InputKind, MathFn};

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    pub(super) fn builtin(&mut self, cur: &mut Cursor<'i>, builtin: u32) -> Run<()> {
        let code = &cur.code.builtins[builtin as usize];
        let mut args = Vec::with_capacity(code.args.len());
        for &(o, _) in &code.args {
            args.push(self.read(cur, o)?);
        }
        let result = match code.builtin {
            Builtin::SetJmp => {
                self.set_jump(cur, argument(&args, 0)?)?;
                Some(Word::ZERO)
            }
            Builtin::LongJmp => {
                let value = argument(&args, 1)?.clone();
                return self.long_jump(cur, argument(&args, 0)?, value);
            }
            Builtin::Time | Builtin::Clock => return self.clock(cur, code),
            Builtin::Apart | Builtin::ApartText => {
                return self.demand_apart(cur, code.builtin, &args);
            }
            Builtin::Disjoint => return self.demand_disjoint(&args),
            Builtin::NotNull => return self.demand_object(&args),
            Builtin::Math(f) => {
                let value = self.math(f, code, &args)?;
                if let Some((dst, ..)) = code.result {
                    self.write(cur, dst, value);
                }
                return Ok(());
            }
            _ => self.concrete_builtin(cur, code, &args)?,
        };
        if let (Some(word), Some((dst, ..))) = (result, code.result) {
            let value = self.domain.constant(word);
            self.write(cur, dst, value);
        }
        Ok(())
    }

    /// Operations on concrete arguments.
    fn concrete_builtin(
        &mut self,
        cur: &Cursor<'i>,
        code: &BuiltinCode,
        args: &[D::Value],
    ) -> Run<Option<Word>> {
        let words = self.words(code, args)?;
        let word = |i: usize| words.get(i).copied().ok_or_else(missing);
        Ok(match code.builtin {
            Builtin::Alloc => {
                let kind = self.block_kind(cur);
                self.blocks_may_be();
                Some(self.new_object(kind, word(0)?.lo, 16, Some(cur))?)
            }
            Builtin::StackAlloc => Some(self.stack_alloc(cur, word(0)?.lo, word(1)?.lo as u32)?),
            Builtin::Free => {
                self.free(word(0)?)?;
                None
            }
            Builtin::StackFree => {
                let prov = self.state.memory.provenance(word(0)?);
                self.end_object(prov);
                self.state.blocks.retain(|&(_, p)| p != prov);
                None
            }
            Builtin::ObjectSize => Some(self.object_size(word(0)?)?),
            Builtin::VaArea => self.state.frames.last().map(|f| f.variadic),
            Builtin::Exit => return Err(Box::new(Halt::Exit(word(0)?.lo as i32))),
            Builtin::Write => {
                self.write_out(cur, word(0)?, word(1)?, word(2)?.lo)?;
                None
            }
            Builtin::ReadByte => {
                let byte = self.console.read().map_or(-1, i32::from);
                Some(Word::int(u64::from(byte as u32)))
            }
            Builtin::Rand => Some(Word::int(self.state.rand.next_value() as u64)),
            Builtin::Srand => {
                self.state.rand = Rand::new(word(0)?.lo as u32);
                None
            }
            Builtin::FormatFloat => Some(self.format(cur, code, &words)?),
            Builtin::ParseFloat => Some(self.parse(cur, code, &words)?),
            Builtin::Text => Some(self.text(cur, word(0)?)?),
            Builtin::IsKnownVariable => Some(self.is_known_variable(cur, word(0)?)?),
            Builtin::Variable => Some(self.variable(cur, word(0)?)?),
            Builtin::Blocks => Some(self.blocks(word(0)?)),
            Builtin::SetVariable => {
                self.expose(word(1)?.prov);
                self.set_variable(cur, word(0)?, word(1)?)?;
                None
            }
            _ => return Halt::internal("a built-in operation out of place"),
        })
    }

    /// The concrete words of arguments. For formatting and output the value leaves the program.
    fn words(&mut self, code: &BuiltinCode, args: &[D::Value]) -> Run<Vec<Word>> {
        let why = match code.builtin {
            Builtin::FormatFloat | Builtin::Exit | Builtin::Write => Use::Output,
            Builtin::Alloc | Builtin::StackAlloc => Use::Size,
            _ => Use::Argument,
        };
        let mut words = Vec::with_capacity(args.len());
        for (v, &(_, kind)) in args.iter().zip(&code.args) {
            words.push(self.domain.concretise(v, kind, why)?);
        }
        Ok(words)
    }

    fn stack_alloc(&mut self, cur: &Cursor<'i>, size: u64, align: u32) -> Run<Word> {
        let align = align.max(1).checked_next_power_of_two().unwrap_or(16);
        let at = self.new_object(ObjectKind::StackBlock, size, align, Some(cur))?;
        self.own_block(at.prov);
        Ok(at)
    }

    fn free(&mut self, at: Word) -> Run<()> {
        if at.lo == 0 {
            return Ok(());
        }
        let prov = self.state.memory.provenance(at);
        let refuse = |kind, message: String| {
            Err(Box::new(Halt::Fault {
                kind,
                message,
                object: prov,
            }))
        };
        match self.state.memory.live(prov) {
            // An object of the entry function's environment may come from the heap.
            Some(o) if is_freeable(o.kind) && o.base == at.lo => {
                self.end_object(prov);
                Ok(())
            }
            Some(_) if self.may_mean_another(prov, at.lo) => {
                Err(Box::new(Halt::Unsupported(TWO_OBJECTS.to_owned())))
            }
            Some(o) if is_freeable(o.kind) => {
                let offset = at.lo.wrapping_sub(o.base) as i64;
                let text = format!(
                    "free of an address {offset} bytes into {}",
                    self.describe(o)
                );
                refuse(FaultKind::InvalidFree, text)
            }
            Some(o) => {
                let text = format!("free of {}, which is not from the heap", self.describe(o));
                refuse(FaultKind::InvalidFree, text)
            }
            None => match self.state.memory.remembered(prov) {
                Some(o) if !is_freeable(o.kind) => refuse(
                    FaultKind::InvalidFree,
                    "free of a local that is no more".to_owned(),
                ),
                _ if prov.is_object() => refuse(
                    FaultKind::DoubleFree,
                    "free of a block that is already freed".to_owned(),
                ),
                _ => refuse(
                    FaultKind::InvalidFree,
                    format!("free of address {:#x}, where no block is", at.lo),
                ),
            },
        }
    }

    fn object_size(&self, at: Word) -> Run<Word> {
        let (prov, _) = self.readable(at, 0)?;
        let size = self.state.memory.live(prov).map_or(0, |o| o.size);
        Ok(Word::int(size))
    }

    /// Writes bytes out; each must have a value.
    fn write_out(&mut self, cur: &Cursor<'i>, fd: Word, at: Word, len: u64) -> Run<()> {
        if len == 0 {
            return Ok(());
        }
        let (prov, offset) = self.readable(at, len)?;
        self.settle(cur, (prov, offset), len)?;
        let Some(o) = self.state.memory.live(prov) else {
            return Ok(());
        };
        let (from, count) = (offset as usize, len as usize);
        if o.first_hole(from, count).is_some() {
            return Halt::fault(
                FaultKind::Uninitialised,
                "a byte that was never written is written out",
            );
        }
        // What lies behind another descriptor is not simulated.
        if matches!(fd.lo as i32, 1 | 2) {
            self.console
                .write(fd.lo as i32, &o.bytes()[from..from + count]);
        }
        Ok(())
    }

    /// Two stretches of bytes, between which a function copies that must not, do not overlap. Equal
    /// addresses are allowed: compilers copy structures so, and every library leaves them as they
    /// are.
    fn demand_apart(&mut self, cur: &Cursor<'i>, what: Builtin, args: &[D::Value]) -> Run<()> {
        if self.config.policy.unnoticed == Unnoticed::Allow {
            return Ok(());
        }
        let pointer = self.image.pointer();
        let size = Kind::unsigned(self.image.program().target.pointer_bits as u8);
        let to = argument(args, 0)?;
        let to = self.domain.concretise(to, pointer, Use::Write)?;
        let from = argument(args, 1)?;
        let from = self.domain.concretise(from, pointer, Use::Read)?;
        let prov = self.state.memory.provenance(to);
        let is_one = prov.is_object() && prov == self.state.memory.provenance(from);
        if !is_one || to.lo == from.lo {
            return Ok(());
        }
        let count = argument(args, 2)?;
        let count = self.domain.concretise(count, size, Use::Size)?.lo;
        let count = match what {
            Builtin::ApartText => self.text_bytes(cur, from, count)?,
            _ => count,
        };
        if to.lo.abs_diff(from.lo) >= count {
            return Ok(());
        }
        overlap(count, (to.lo, from.lo), prov)
    }

    /// What a function writes, and what it reads for that, have no byte in common.
    fn demand_disjoint(&mut self, args: &[D::Value]) -> Run<()> {
        if self.config.policy.unnoticed == Unnoticed::Allow {
            return Ok(());
        }
        let pointer = self.image.pointer();
        let size = Kind::unsigned(self.image.program().target.pointer_bits as u8);
        let kinds = [
            (pointer, Use::Write),
            (size, Use::Size),
            (pointer, Use::Read),
            (size, Use::Size),
        ];
        let mut words = [Word::ZERO; 4];
        for (i, (kind, what)) in kinds.into_iter().enumerate() {
            words[i] = self.domain.concretise(argument(args, i)?, kind, what)?;
        }
        let [to, room, from, count] = words;
        let prov = self.state.memory.provenance(to);
        let is_one = prov.is_object() && prov == self.state.memory.provenance(from);
        let (up, down) = (from.lo.wrapping_sub(to.lo), to.lo.wrapping_sub(from.lo));
        match is_one && (up < room.lo || down < count.lo) {
            true => overlap(count.lo, (to.lo, from.lo), prov),
            false => Ok(()),
        }
    }

    /// A function that takes no null pointer is given none, though it has no bytes to access.
    fn demand_object(&mut self, args: &[D::Value]) -> Run<()> {
        let policy = self.config.policy;
        if policy.arithmetic.take_nulls || policy.unnoticed == Unnoticed::Allow {
            return Ok(());
        }
        let pointer = self.image.pointer();
        let at = argument(args, 0)?;
        let at = self.domain.concretise(at, pointer, Use::Read)?;
        if at.lo != 0 || self.state.memory.provenance(at).is_object() {
            return Ok(());
        }
        let size = Kind::unsigned(self.image.program().target.pointer_bits as u8);
        let count = argument(args, 1)?;
        match self.domain.concretise(count, size, Use::Size)?.lo {
            0 => {
                let name = self.model_called();
                let message = format!("a null pointer is given to {name}, which takes none");
                Halt::fault(FaultKind::BadArgument, &message)
            }
            _ => Ok(()),
        }
    }

    /// The function of the library that the program has called.
    fn model_called(&self) -> String {
        let program = self.image.program();
        let procs = self.state.frames.iter().rev().map(|f| program.proc(f.proc));
        match procs.take_while(|p| p.model).last() {
            Some(p) if hatha_cfa::texts::is_reader(p) => "a call that prints it".to_owned(),
            Some(p) => format!("`{}`", p.name),
            None => "`memcpy`, `memmove` or `memset`".to_owned(),
        }
    }

    /// How many bytes of a text count, its end included; as many as there are if it has no end.
    fn text_bytes(&mut self, cur: &Cursor<'i>, at: Word, most: u64) -> Run<u64> {
        let Ok((prov, offset)) = self.state.memory.check(at, 1) else {
            return Ok(0);
        };
        self.settle_string(cur, (prov, offset))?;
        let Some(o) = self.state.memory.live(prov) else {
            return Ok(0);
        };
        let rest = &o.bytes()[offset as usize..];
        let length = rest.iter().position(|&b| b == 0);
        Ok(length.map_or(rest.len(), |n| n + 1).min(most as usize) as u64)
    }

    /// The time is an input: nothing in the program decides it.
    fn clock(&mut self, cur: &Cursor<'i>, code: &BuiltinCode) -> Run<()> {
        if let Some((dst, kind, ty)) = code.result {
            let name = if code.builtin == Builtin::Time {
                "time"
            } else {
                "clock"
            };
            let origin = InputKind::Other(name.to_owned());
            let v = self.draw(cur, origin, kind, Some(ty))?;
            self.write(cur, dst, v);
        }
        Ok(())
    }

    fn math(&mut self, f: MathFn, code: &BuiltinCode, args: &[D::Value]) -> Run<D::Value> {
        if args.iter().any(|v| self.is_undefined(v)) {
            let unknown = Word::undefined(crate::word::Definedness::Indeterminate);
            return Ok(self.domain.constant(unknown));
        }
        let kinds = code.args.iter().map(|&(_, kind)| kind);
        let args: Vec<(D::Value, Kind)> = args.iter().cloned().zip(kinds).collect();
        let kind = code.result.map_or(Kind::F64, |(_, kind, _)| kind);
        let result = self.domain.math(f, kind, &args)?;
        result.map_err(|reason| Box::new(Halt::Unsupported(reason.to_string())))
    }

    /// `(buf, cap, conv, flags, width, prec, value)`
    fn format(&mut self, _: &Cursor<'i>, code: &BuiltinCode, words: &[Word]) -> Run<Word> {
        let &[buf, cap, conv, flags, width, prec, value] = words else {
            return Halt::internal("a format with other arguments");
        };
        let kind = code.args[6].1;
        let text = format_float(
            kind,
            value,
            FloatFormat {
                conversion: conv.lo as u8,
                flags: flags.lo as u32,
                width: width.signed(32).clamp(0, 1 << 24) as usize,
                precision: usize::try_from(prec.signed(32)).ok(),
            },
        );
        let shown = text.len().min(cap.lo as usize);
        if shown > 0 {
            let (prov, offset) = self.writable(buf, shown as u64)?;
            if let Some(o) = self.state.memory.live_mut(prov) {
                o.put_bytes(offset as usize, &text[..shown]);
            }
        }
        Ok(Word::int(text.len() as u64))
    }

    /// `(s, end)`
    fn parse(&mut self, cur: &Cursor<'_>, code: &BuiltinCode, words: &[Word]) -> Run<Word> {
        let (Some(&s), Some((_, kind, _))) = (words.first(), code.result) else {
            return Halt::internal("a number to read without a text");
        };
        let text = self.c_string(cur, s)?;
        let (word, used) = parse_float(kind, &text);
        if let Some(&end) = words.get(1)
            && end.lo != 0
        {
            let place = Word {
                lo: s.lo + used as u64,
                prov: self.state.memory.provenance(s),
                ..s
            };
            let value = self.domain.constant(place);
            let to = self.domain.constant(end);
            let pointer = self.image.pointer();
            let access = AccessCode {
                ty: None,
                kind: pointer,
                len: pointer.bytes(),
                plain: 0,
                ..AccessCode::byte()
            };
            self.store(&to, &access, &value)?;
        }
        Ok(word)
    }

    /// The bytes up to the terminating NUL, which must be there.
    pub(super) fn c_string(&mut self, cur: &Cursor<'_>, s: Word) -> Run<Vec<u8>> {
        let (prov, offset) = self.readable(s, 1)?;
        self.settle_string(cur, (prov, offset))?;
        let Some(o) = self.state.memory.live(prov) else {
            return Ok(Vec::new());
        };
        let from = offset as usize;
        let Some(len) = o.bytes()[from..].iter().position(|&b| b == 0) else {
            let error = MemError::OutOfBounds {
                prov,
                offset: o.size as i64,
                len: 1,
            };
            return self.refuse_access(error, s, false);
        };
        if o.first_hole(from, len + 1).is_some() {
            return Halt::fault(
                FaultKind::Uninitialised,
                "a byte that was never written is read as text",
            );
        }
        let text = o.bytes()[from..from + len].to_vec();
        self.pin((prov, offset), len as u64 + 1)?;
        Ok(text)
    }

    /// Gives the bytes of a string values, up to its end, where reading does so.
    fn settle_string(&mut self, cur: &Cursor<'_>, (prov, offset): (Prov, u64)) -> Run<()> {
        for at in offset.. {
            let Some(o) = self.state.memory.live(prov) else {
                return Ok(());
            };
            if at >= o.size {
                return Ok(());
            }
            self.settle(cur, (prov, at), 1)?;
            let Some(o) = self.state.memory.live(prov) else {
                return Ok(());
            };
            let hole = o.first_hole(at as usize, 1).is_some();
            if hole || o.bytes()[at as usize] == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts the program's arguments into memory and starts `main` as far as it takes them.
    pub fn start_main(
        &mut self,
        main: hatha_cfa::ProcId,
        args: &[Vec<u8>],
    ) -> crate::fault::Step<()> {
        match self.arguments(args) {
            Ok(argv) => self.start_main_with(main, args.len() as u64, argv),
            Err(halt) => Err(Box::new(self.locate(*halt))),
        }
    }

    /// Starts `main` as far as it takes arguments; behind those of `argv` stands an empty
    /// environment.
    pub(super) fn start_main_with(
        &mut self,
        main: hatha_cfa::ProcId,
        argc: u64,
        argv: Word,
    ) -> crate::fault::Step<()> {
        let count = self.image.program().proc(main).params.len();
        let environment = Word {
            lo: argv.lo + (argc + 1) * self.image.program().target.pointer_bytes(),
            ..argv
        };
        let all = [Word::int(argc), argv, environment];
        let values: Vec<_> = all
            .into_iter()
            .take(count)
            .map(|w| self.domain.constant(w))
            .collect();
        self.start(main, &values)
    }

    /// `argv` with its strings, then an empty environment.
    fn arguments(&mut self, args: &[Vec<u8>]) -> Run<Word> {
        let argv = self.pointers(args.len() as u64 + 2)?;
        for (i, arg) in args.iter().enumerate() {
            let at = self.new_object(ObjectKind::Arguments, arg.len() as u64 + 1, 1, None)?;
            if let Some(o) = self.state.memory.live_mut(at.prov) {
                o.fill(0, arg.len() + 1, 0);
                o.put_bytes(0, arg);
            }
            self.put_pointer_at(argv.prov, i as u64, at)?;
        }
        Ok(argv)
    }

    /// So many null pointers among the arguments.
    pub(super) fn pointers(&mut self, count: u64) -> Run<Word> {
        let size = count * self.image.program().target.pointer_bytes();
        let at = self.new_object(ObjectKind::Arguments, size, 16, None)?;
        if let Some(o) = self.state.memory.live_mut(at.prov) {
            o.fill(0, size as usize, 0);
        }
        Ok(at)
    }

    /// Puts an address into one of them.
    pub(super) fn put_pointer_at(&mut self, prov: Prov, index: u64, at: Word) -> Run<()> {
        let width = self.image.program().target.pointer_bytes();
        self.put_pointer(prov, index * width, at)
    }

    fn put_pointer(&mut self, prov: Prov, offset: u64, at: Word) -> Run<()> {
        let pointer = self.image.pointer();
        let access = AccessCode {
            kind: pointer,
            len: pointer.bytes(),
            plain: 0,
            ..AccessCode::byte()
        };
        let value = self.domain.constant(at);
        self.put(prov, offset, &access, &value)
    }
}

fn is_freeable(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::Heap | ObjectKind::Library | ObjectKind::Entry(_)
    )
}

fn overlap<T>(count: u64, (to, from): (u64, u64), object: Prov) -> Run<T> {
    let message = format!("copy of {count} bytes from {from:#x} to {to:#x}, which overlap");
    Err(Box::new(Halt::Fault {
        kind: FaultKind::Overlap,
        message,
        object,
    }))
}

fn argument<V>(args: &[V], i: usize) -> Run<&V> {
    args.get(i).ok_or_else(missing)
}

fn missing() -> Box<Halt> {
    Box::new(Halt::Internal(
        "a built-in operation without its arguments".to_owned(),
    ))
}
