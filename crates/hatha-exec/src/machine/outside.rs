//! What lies around the program in an open world: the arguments of `main`, environment variables,
//! and their texts.
//!
//! **Invariant.** A text is an object whose bytes are chosen when they are first read, like those
//! of the entry function's environment. The first zero among them is its end, and the object ends
//! there, too; a byte before one that is known to be there is not zero. So every text of fewer
//! than [`ROOM`] bytes can be chosen, and no byte behind its end is ever seen.
//!
//! None of this restricts a proof, in which a text is any address.

use super::entry::Asker;
use super::{Cursor, Halt, Machine, Run};
use crate::code::AccessCode;
use crate::console::Console;
use crate::domain::{Branch, Domain};
use crate::fault::Step;
use crate::input::{EntryDraw, Role};
use crate::memory::{Holes, ObjectKind};
use crate::observe::Observer;
use crate::word::{Kind, Prov, Word};
use hatha_cfa::{BinOp, InputKind, ProcId, VarId};
use hatha_proof::input::{InputVector, Spot, TextNote};

/// Bytes of the longest text that a test chooses, with its end.
pub const ROOM: u64 = 1024;
/// The most arguments that a test chooses, the program's name among them.
pub const ARGUMENTS: usize = 32;

/// What was chosen so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    texts: Vec<TextNote>,
    /// Names of environment variables with their values, or null.
    variables: Vec<(Vec<u8>, Word)>,
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Starts `main` with arguments that are chosen, if it looks at them.
    pub(super) fn start_with_arguments(&mut self, main: ProcId) -> Step<()> {
        let params = &self.image.program().proc(main).params;
        if !self.image.takes_arguments() {
            return self.start_main(main, &[b"program".to_vec()]);
        }
        match self.chosen_arguments(main, params.first().copied()) {
            Ok((count, argv)) => self.start_main_with(main, count, argv),
            Err(halt) => Err(Box::new(self.locate(*halt))),
        }
    }

    /// The number of arguments (the program's name alone first, none at all last), and `argv`.
    fn chosen_arguments(&mut self, main: ProcId, first: Option<VarId>) -> Run<(u64, Word)> {
        let who = Asker {
            proc: main,
            span: first.map_or(self.image.program().proc(main).span, |v| {
                self.image.program().var(v).span
            }),
            hole: None,
        };
        let origin = InputKind::Environment("number of arguments".to_owned());
        let entry = EntryDraw {
            role: Role::Text,
            at: Spot::Parameter {
                index: 0,
                offset: 0,
            },
        };
        let choice = self.ask(who, origin, Kind::BYTE, None, Some(entry))?;
        let chosen = self.among(main, &choice, ARGUMENTS + 1)?;
        let count = ((chosen + 1) % (ARGUMENTS + 1)) as u64;
        let argv = self.pointers(count + 2)?;
        for i in 0..count {
            let note = TextNote::Argument {
                index: i as u32,
                bytes: Vec::new(),
            };
            let at = self.new_text(note, None)?;
            self.put_pointer_at(argv.prov, i, at)?;
        }
        Ok((count, argv))
    }

    /// A text of the environment.
    pub(super) fn text(&mut self, cur: &Cursor<'i>, name: Word) -> Run<Word> {
        let name = self.name_at(cur, name)?;
        let note = TextNote::Variable {
            name: String::from_utf8_lossy(&name).into_owned(),
            bytes: Vec::new(),
        };
        self.new_text(note, Some(cur))
    }

    /// The name of a variable, as far as it can be read: this never faults. Who calls these
    /// operations has read the name before.
    fn name_at(&mut self, cur: &Cursor<'_>, at: Word) -> Run<Vec<u8>> {
        let Ok((prov, offset)) = self.state.memory.check(at, 1) else {
            return Ok(Vec::new());
        };
        let whole = self.state.memory.live(prov).is_some_and(|o| {
            let rest = &o.bytes()[offset as usize..];
            let end = rest.iter().position(|&b| b == 0);
            end.is_some_and(|n| o.first_hole(offset as usize, n + 1).is_none())
        });
        match whole || self.text_of(prov).is_some() {
            true => self.c_string(cur, at),
            false => Ok(Vec::new()),
        }
    }

    fn new_text(&mut self, note: TextNote, cur: Option<&Cursor<'i>>) -> Run<Word> {
        let index = self.state.outside.texts.len() as u32;
        let at = self.new_object(ObjectKind::Text(index), ROOM, 1, cur)?;
        if let Some(o) = self.state.memory.live_mut(at.prov) {
            o.forget(Holes::Text);
        }
        self.state.outside.texts.push(note);
        Ok(at)
    }

    /// Whether a variable was asked for or set.
    pub(super) fn is_known_variable(&mut self, cur: &Cursor<'_>, name: Word) -> Run<Word> {
        let name = self.name_at(cur, name)?;
        let known = self.state.outside.variables.iter().any(|(n, _)| *n == name);
        Ok(Word::int(u64::from(known)))
    }

    /// The value of a variable.
    pub(super) fn variable(&mut self, cur: &Cursor<'_>, name: Word) -> Run<Word> {
        let name = self.name_at(cur, name)?;
        let mut all = self.state.outside.variables.iter();
        let found = all.find(|(n, _)| *n == name);
        Ok(found.map_or(Word::ZERO, |(_, value)| *value))
    }

    /// Sets a variable.
    pub(super) fn set_variable(&mut self, cur: &Cursor<'_>, name: Word, value: Word) -> Run<()> {
        let name = self.name_at(cur, name)?;
        let variables = &mut self.state.outside.variables;
        match variables.iter_mut().find(|(n, _)| *n == name) {
            Some((_, old)) => *old = value,
            None => variables.push((name, value)),
        }
        Ok(())
    }

    /// The text that an object is.
    pub(super) fn text_of(&self, prov: Prov) -> Option<u32> {
        match self.state.memory.live(prov)?.kind {
            ObjectKind::Text(index) => Some(index),
            _ => None,
        }
    }

    /// Chooses a byte of a text that was not read before.
    pub(super) fn choose_byte(&mut self, cur: &Cursor<'_>, prov: Prov, at: u64) -> Run<()> {
        let Some(index) = self.text_of(prov) else {
            return Halt::internal("a byte of a text that is none");
        };
        let byte = AccessCode::byte();
        let zero = self.domain.constant(Word::ZERO);
        // The longest text ends here.
        if at + 1 >= ROOM {
            return self.put(prov, at, &byte, &zero);
        }
        let origin = InputKind::Environment(self.byte_name(index, at));
        let entry = EntryDraw {
            role: Role::Text,
            at: Spot::Text { index, offset: at },
        };
        let who = self.asker(cur);
        let value = self.ask(who, origin, Kind::BYTE, None, Some(entry))?;
        let goes_on = self.is_written_behind(prov, at);
        let branch = Branch {
            proc: cur.proc,
            yes: None,
            no: None,
            required: goes_on,
        };
        let kind = Kind::BYTE;
        let more = self.domain.binary(BinOp::Ne, kind, kind, &value, &zero)?;
        let more = self.domain.decide(&more, Kind::INT, branch)?;
        if !more && goes_on {
            return Err(Box::new(Halt::Blocked));
        }
        self.put(prov, at, &byte, &value)?;
        if !more {
            self.state.memory.shrink(prov, at + 1);
        }
        Ok(())
    }

    /// Whether a byte behind a place is known: the text then reaches that far.
    fn is_written_behind(&self, prov: Prov, at: u64) -> bool {
        let object = self.state.memory.live(prov);
        let written = object.and_then(|o| o.written());
        written.is_none_or(|w| w[at as usize + 1..].iter().any(|&m| m != 0))
    }

    fn byte_name(&self, index: u32, at: u64) -> String {
        match self.state.outside.texts.get(index as usize) {
            Some(TextNote::Argument { index, .. }) => format!("byte {at} of argument {index}"),
            Some(TextNote::Variable { name, .. }) => {
                format!("byte {at} of the environment variable {name}")
            }
            None => format!("byte {at} of a text"),
        }
    }

    /// A text in words.
    pub(super) fn text_description(&self, index: u32) -> String {
        match self.state.outside.texts.get(index as usize) {
            Some(TextNote::Argument { index, .. }) => format!("argument {index} of the program"),
            Some(TextNote::Variable { name, .. }) => format!("the environment variable {name}"),
            None => "a text of the environment".to_owned(),
        }
    }

    /// Adds to a vector of this run's inputs the texts that they made. A byte that was never
    /// looked at, before one that was, is some letter.
    pub(super) fn annotate_texts(&self, vector: &mut InputVector) {
        vector.texts = self.state.outside.texts.clone();
        for entry in &vector.inputs {
            let Some(Spot::Text { index, offset }) = entry.at else {
                continue;
            };
            let (Some(text), Ok(bits)) = (vector.texts.get_mut(index as usize), entry.bits())
            else {
                continue;
            };
            let (bytes, at) = (text.bytes_mut(), offset as usize);
            if bits != 0 {
                bytes.resize(bytes.len().max(at + 1), b'a');
                bytes[at] = bits as u8;
            } else {
                bytes.resize(at, b'a');
            }
        }
    }
}
