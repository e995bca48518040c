//! The words of the object that an address was computed from.
//!
//! Beside its value every slot of pointer type has ghosts: how far behind the start of its object
//! it leads, the size of that object, and what may be done with it. They follow the address through
//! assignments and computations; for an address of which nothing is known they may be anything.
//!
//! **Soundness.** A ghost says what holds of an object that lives, or that there is none (size and
//! class are 0). When an object ends, every ghost that leads to it says so from then on: objects
//! that live have different starts, so the start tells which ghosts those are. An address that
//! outlives its object is therefore never taken for one of a later object at the same place, nor
//! for one of a later life of the same variable.

use crate::access::object_size;
use crate::encode::{Encoder, NotModelled, anything};
use crate::memory::choose;
use crate::state::State;
use hatha_cfa::{ExprId, ExprKind, ObjectWord, Program, Scalar, Storage, VarId};
use hatha_proof::memory as proof_words;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Conditional expressions inside one another beyond which nothing is known.
const DEEPEST: u32 = 8;

/// What is known of the object that an address was computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) offset: TermId,
    pub(crate) size: TermId,
    pub(crate) class: TermId,
    /// Where the object starts.
    start: TermId,
    /// The variable whose object it is, if that is known: its present life.
    var: Option<VarId>,
    /// How many objects of the path had ended when this was so.
    since: usize,
}

/// The end of objects.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ended {
    /// Of the one that starts here.
    At(TermId),
    /// Of the object of a variable, which starts here.
    Variable(VarId, TermId),
    /// Of that of a variable, if it lived at all; where it starts is not known then.
    Perhaps(VarId),
    /// Of any blocks of the heap.
    Blocks,
}

/// Whether a variable is a slot that has ghosts.
pub(crate) fn has_ghosts(program: &Program, var: VarId) -> bool {
    let v = program.var(var);
    v.storage == Storage::Slot && program.scalar(v.ty) == Some(Scalar::Pointer)
}

/// The words of a slot's object as it is now; `slot` is the slot's value where the path began.
pub(crate) fn ghosts(pool: &mut TermPool, bits: u32, state: &State, var: VarId) -> Words {
    let words = match state.ghosts.get(&var) {
        Some(&words) => words,
        None => {
            let [offset, size, class] = proof_words::ghosts(pool, bits, var);
            let slot = pool.var(proof_words::slot_symbol(var), Sort::Bv(bits));
            Words {
                offset,
                size,
                class,
                start: pool.bv_sub(slot, offset),
                var: None,
                since: 0,
            }
        }
    };
    present(pool, bits, state, words)
}

/// What has become of an object since something was known of it.
fn present(pool: &mut TermPool, bits: u32, state: &State, mut words: Words) -> Words {
    let zero = pool.bv_const(bits, 0);
    for number in words.since..state.ended.len() {
        if words.size == zero && words.class == zero {
            break;
        }
        let gone = is_gone(pool, bits, (number, state.ended[number]), words);
        words.size = choose(pool, gone, zero, words.size);
        words.class = choose(pool, gone, zero, words.class);
    }
    words.since = state.ended.len();
    words
}

/// Whether an end was that of an object.
fn is_gone(
    pool: &mut TermPool,
    bits: u32,
    (number, ended): (usize, Ended),
    words: Words,
) -> TermId {
    let same = |pool: &mut TermPool, at: TermId| match at == words.start {
        true => pool.tru(),
        false => pool.eq(at, words.start),
    };
    match (ended, words.var) {
        // A ghost that still leads to a variable's object leads to its present life.
        (Ended::Variable(var, _) | Ended::Perhaps(var), Some(own)) => pool.bool(var == own),
        // A block on the heap is no variable.
        (Ended::Blocks, Some(_)) => pool.fls(),
        (Ended::At(at) | Ended::Variable(_, at), _) => same(pool, at),
        (Ended::Perhaps(_), None) => perhaps(pool, bits, number, words.start),
        (Ended::Blocks, None) => {
            let freeable = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
            let block = pool.eq(words.class, freeable);
            let gone = perhaps(pool, bits, number, words.start);
            pool.and(block, gone)
        }
    }
}

/// Whether the object that starts somewhere ended by an end of which nothing more is known.
fn perhaps(pool: &mut TermPool, bits: u32, number: usize, start: TermId) -> TermId {
    let symbol = Symbol::Fresh {
        prefix: "ended".into(),
        number: number as u64,
    };
    let ended = pool.declare_fun(symbol, &[Sort::Bv(bits)], Sort::Bv(1));
    let gone = pool.apply(ended, &[start]);
    let one = pool.bv_const(1, 1);
    pool.eq(gone, one)
}

/// The expression from whose object an address is computed.
fn root(program: &Program, mut at: ExprId) -> ExprId {
    let is_pointer = |e: ExprId| program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer);
    loop {
        match program.exprs.get(at).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Cast(a) if is_pointer(a) && is_pointer(at) => at = a,
            _ => return at,
        }
    }
}

impl Encoder<'_> {
    fn bits(&self) -> u32 {
        self.memory.addresses.bits()
    }

    /// Nothing is known of what an address leads to.
    pub(crate) fn any_object(&mut self) -> Words {
        let bits = self.bits();
        let [offset, size, class, start] = [(); 4].map(|()| anything(self.pool, bits));
        Words {
            offset,
            size,
            class,
            start,
            var: None,
            since: self.state.ended.len(),
        }
    }

    fn no_object(&mut self) -> Words {
        let zero = self.pool.bv_const(self.bits(), 0);
        Words {
            offset: zero,
            size: zero,
            class: zero,
            start: zero,
            var: None,
            since: self.state.ended.len(),
        }
    }

    /// An object that begins at an address.
    pub(crate) fn new_object(&mut self, start: TermId, size: TermId, class: u64) -> Words {
        let bits = self.bits();
        Words {
            offset: self.pool.bv_const(bits, 0),
            size: self.resize(size, bits, false),
            class: self.pool.bv_const(bits, u128::from(class)),
            start,
            var: None,
            since: self.state.ended.len(),
        }
    }

    /// The object of a variable whose address is taken, so it lives.
    fn variable_words(&mut self, var: VarId) -> Words {
        let Some(size) = object_size(self.program, var) else {
            return self.any_object();
        };
        let start = self.address_of(var);
        let size = self.pool.bv_const(self.bits(), u128::from(size));
        let class = match self.program.var(var).read_only {
            true => ObjectWord::READABLE,
            false => ObjectWord::WRITABLE,
        };
        Words {
            var: Some(var),
            ..self.new_object(start, size, class)
        }
    }

    /// The words of the object that an address is computed from, its parts having their values.
    pub(crate) fn words_in(
        &mut self,
        at: ExprId,
        done: &FxHashMap<ExprId, TermId>,
        depth: u32,
    ) -> Result<Words, NotModelled> {
        let root = root(self.program, at);
        let words = match self.program.exprs.get(root).kind {
            ExprKind::AddrOf(var) => self.variable_words(var),
            ExprKind::Var(var) if has_ghosts(self.program, var) => {
                ghosts(self.pool, self.bits(), self.state, var)
            }
            // Nothing lives at null unless device memory does.
            ExprKind::Int(0) if !self.environment.device_memory => self.no_object(),
            ExprKind::Proc(_) => self.no_object(),
            ExprKind::Cond(c, a, b) if depth < DEEPEST => {
                let test = self.is_true(c, done[&c])?.0;
                let yes = self.words_in(a, done, depth + 1)?;
                let no = self.words_in(b, done, depth + 1)?;
                self.chosen(test, yes, no)
            }
            _ => self.any_object(),
        };
        if root == at {
            return Ok(words);
        }
        let further = self.pool.bv_sub(done[&at], done[&root]);
        let offset = self.pool.bv_add(words.offset, further);
        Ok(Words { offset, ..words })
    }

    fn chosen(&mut self, test: TermId, yes: Words, no: Words) -> Words {
        let mut choose = |a, b| choose(self.pool, test, a, b);
        Words {
            offset: choose(yes.offset, no.offset),
            size: choose(yes.size, no.size),
            class: choose(yes.class, no.class),
            start: choose(yes.start, no.start),
            var: yes.var.filter(|_| yes.var == no.var),
            since: yes.since.min(no.since),
        }
    }

    /// A word of the object that an address is computed from.
    pub(crate) fn object_word(
        &mut self,
        word: ObjectWord,
        of: ExprId,
        done: &FxHashMap<ExprId, TermId>,
    ) -> Result<TermId, NotModelled> {
        let words = self.words_in(of, done, 0)?;
        Ok(match word {
            ObjectWord::Offset => words.offset,
            ObjectWord::Size => words.size,
            ObjectWord::Class => words.class,
        })
    }

    /// The words of the object that the value of an expression leads to; `None` if it is no
    /// address.
    pub(crate) fn words_of(&mut self, value: ExprId) -> Result<Option<Words>, NotModelled> {
        let ty = self.program.exprs.get(value).ty;
        if self.scalar(ty)? != Scalar::Pointer {
            return Ok(None);
        }
        let done = self.values(value)?;
        self.words_in(value, &done, 0).map(Some)
    }

    /// What a slot leads to from now on.
    pub(crate) fn set_ghosts(&mut self, var: VarId, words: Option<Words>) {
        if has_ghosts(self.program, var) {
            let words = words.unwrap_or_else(|| self.any_object());
            self.state.ghosts.insert(var, words);
        }
    }

    /// An invocation begins: what leads to the objects of its procedure's variables leads to those
    /// of other invocations.
    pub(crate) fn leave_lives(&mut self, locals: &[VarId]) {
        for words in self.state.ghosts.values_mut() {
            words.var = words.var.filter(|v| !locals.contains(v));
        }
    }
}
