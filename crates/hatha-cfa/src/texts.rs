//! Texts that are printed are read to their ends before.
//!
//! `printf("%s", s)` reads `s` and prints: only the first can go wrong. So the arguments of such a call are
//! put into slots, a function of the library reads each text to its end, and the call that follows is one
//! that only prints ([`crate::output`]). A proof follows a loop over the text instead of all of `printf`.
//!
//! **Invariant.** The program does what it did: between the reading and the call nothing is
//! changed. Arguments are evaluated in their order, before the first text is read. A slot with
//! [`Origin::ReadText`] is assigned here alone, and only behind a reading of what it leads to is it an argument.
//! Locations and edges keep their ids, new ones come behind them. A program with threads stays as it is:
//! others may come in between.

use crate::expr::{ExprId, ExprKind};
use crate::output::{Silence, has_format, is_literal_text, is_standard_stream, literal};
use crate::program::{Arg, Callee, EdgeId, Op, Origin, Place, ProcId, Procedure, Program, VarId};

/// The functions of the library that read a text to its end. Where a format prints one, null is a fault of its
/// own, and where nobody asks about that something is printed.
const READER: &str = "__hatha_read_text";
const READER_OF_FORMATTED: &str = "__hatha_read_formatted_text";
/// The same where the format prints the text alone: compilers make `puts` of that, which reads null.
const READER_OF_ONLY: &str = "__hatha_read_only_text";
const READERS: [&str; 3] = [READER, READER_OF_FORMATTED, READER_OF_ONLY];
/// Functions that start threads.
const STARTERS: [&str; 2] = ["pthread_create", "thrd_create"];

/// Whether a function reads what is printed next.
pub fn is_reader(proc: &Procedure) -> bool {
    proc.model && READERS.contains(&proc.name.as_str())
}

/// Reads texts before they are printed, where that is known to be all that can go wrong.
pub fn read_before_printing(program: &mut Program) {
    let model = |name: &str| {
        let mut procs = program.procs.iter_enumerated();
        let found = procs.find(|(_, p)| p.name == name && p.model && p.defined);
        found.map(|(id, _)| id)
    };
    let [Some(plain), Some(formatted), Some(only)] = READERS.map(model) else {
        return;
    };
    let starts = |name: &str| program.procs.iter().any(|p| p.name == name);
    if STARTERS.iter().any(|name| starts(name)) {
        return;
    }
    let silence = Silence::of(program, true);
    for (proc, edge) in printing_calls(program, silence) {
        split(program, silence, [plain, formatted, only], (proc, edge));
    }
}

/// The calls in functions of the user's that print texts.
fn printing_calls(program: &Program, silence: Silence) -> Vec<(ProcId, EdgeId)> {
    let own = program
        .procs()
        .filter(|(_, proc)| proc.defined && !proc.model);
    let mut found = Vec::new();
    for (id, proc) in own {
        for (edge, e) in proc.edges() {
            if let Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } = &e.op
                && !silence.texts_to_read(program, *p, args).is_empty()
            {
                found.push((id, edge));
            }
        }
    }
    found
}

/// Puts the reading of texts before a call.
fn split(
    program: &mut Program,
    silence: Silence,
    [plain, formatted, only]: [ProcId; 3],
    (proc, edge): (ProcId, EdgeId),
) {
    let Op::Call {
        callee: Callee::Direct(callee),
        args,
        result,
    } = program.proc(proc).edge(edge).op.clone()
    else {
        return;
    };
    let texts = silence.texts_to_read(program, callee, &args);
    let reader = match has_format(program.proc(callee)) {
        true if prints_only_a_text(program, &args) => only,
        true => formatted,
        false => plain,
    };
    let (mut chain, mut readings, mut given) = (Vec::new(), Vec::new(), Vec::new());
    for (i, arg) in args.iter().enumerate() {
        let Arg::Scalar(value) = *arg else {
            return;
        };
        if stays(program, value) {
            given.push(Arg::Scalar(value));
            continue;
        }
        let slot = program.add_slot(proc, "printed", program.exprs.get(value).ty);
        let place = Place::Slot(slot);
        chain.push(Op::Assign { place, value });
        given.push(read(program, slot));
        if texts.contains(&i) {
            program.vars[slot].origin = Origin::ReadText;
            readings.push(Op::Call {
                callee: Callee::Direct(reader),
                args: vec![read(program, slot)],
                result: None,
            });
        }
    }
    chain.extend(readings);
    chain.push(Op::Call {
        callee: Callee::Direct(callee),
        args: given,
        result,
    });
    program.procs[proc].replace_edge(edge, chain);
}

/// Whether a call has a format of one text and nothing else but the end of the line.
fn prints_only_a_text(program: &Program, args: &[Arg]) -> bool {
    args.iter().any(|arg| match arg {
        Arg::Scalar(e) => {
            let format = literal(program, *e, false);
            format.is_some_and(|f| f == b"%s" || f == b"%s\n")
        }
        Arg::Aggregate { .. } => false,
    })
}

/// Whether an argument is the same wherever it stands.
fn stays(program: &Program, value: ExprId) -> bool {
    is_standard_stream(program, value) || is_literal_text(program, value)
}

fn read(program: &mut Program, slot: VarId) -> Arg {
    let ty = program.var(slot).ty;
    Arg::Scalar(program.exprs.add(ExprKind::Var(slot), ty))
}
