//! Starting somewhere: every argument of the entry is an input.

use super::Machine;
use crate::console::Console;
use crate::domain::Domain;
use crate::fault::{Step, Stop, Unsupported};
use crate::input::Request;
use crate::observe::Observer;
use crate::word::Kind;
use hatha_cfa::{InputKind, ProcId, VarId};

impl<D: Domain, O: Observer, C: Console> Machine<'_, D, O, C> {
    /// Starts any procedure with arbitrary arguments; `main` as a shell would, without arguments.
    pub fn start_entry(&mut self, entry: ProcId) -> Step<()> {
        let program = self.image.program();
        let proc = program.proc(entry);
        if proc.name == "main" {
            return self.start_main(entry, &[b"program".to_vec()]);
        }
        let mut args = Vec::with_capacity(proc.params.len());
        for &param in &proc.params {
            args.push(self.argument(entry, param)?);
        }
        self.start(entry, &args)
    }

    fn argument(&mut self, entry: ProcId, param: VarId) -> Step<D::Value> {
        let var = self.image.program().var(param);
        let kind = self
            .image
            .kind(var.ty)
            .filter(|k| !matches!(k, Kind::Ptr { .. }));
        let Some(kind) = kind else {
            let reason = format!("the parameter '{}' of the entry is not a number", var.name);
            return Err(Box::new(Stop::Unsupported(Unsupported {
                reason,
                span: var.span,
            })));
        };
        let request = Request {
            origin: InputKind::Other(format!("parameter {}", var.name)),
            proc: entry,
            ty: Some(var.ty),
            kind,
            span: var.span,
        };
        self.domain
            .input(&request)
            .map_err(|why| Box::new(Stop::Input(why)))
    }
}
