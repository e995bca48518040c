//! Builds small programs by hand and runs them.

use hatha_cfa::*;
use hatha_exec::{Captured, Concrete, Config, Image, Inputs, Machine, Path, Stop, Zero};

/// A program under construction, with the procedure `main`.
pub struct Build {
    pub program: Program,
    pub b: CfaBuilder,
    pub main: ProcId,
    pub int: TypeId,
    locals: Vec<VarId>,
}

pub fn procedure(name: &str, ty: TypeId, params: Vec<VarId>, defined: bool) -> Procedure {
    Procedure {
        params,
        defined,
        exit: LocId(1),
        ..Procedure::declared(name, ty, Span::NONE)
    }
}

#[allow(dead_code, reason = "each test file uses a part of the builder")]
impl Build {
    pub fn new() -> Self {
        Self::on(Target::lp64())
    }

    pub fn on(target: Target) -> Self {
        let mut program = Program::new(target);
        let int = program.types.int(IntKind::Int);
        let ty = Self::function(&mut program, int, vec![]);
        program.procs.push(procedure("main", ty, vec![], true));
        Build {
            program,
            b: CfaBuilder::new(Span::NONE),
            main: ProcId(0),
            int,
            locals: vec![],
        }
    }

    pub fn function(program: &mut Program, ret: TypeId, params: Vec<TypeId>) -> TypeId {
        program.types.intern(Type::Function(FunctionType {
            ret,
            params,
            variadic: false,
            unprototyped: false,
        }))
    }

    pub fn var(&mut self, name: &str, ty: TypeId, scope: VarScope, storage: Storage) -> VarId {
        let align = self
            .program
            .types
            .align(ty, &self.program.target)
            .unwrap_or(1);
        let id = self.program.add_var(Var {
            name: name.into(),
            origin: Origin::Declared,
            ty,
            scope,
            storage,
            align,
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        });
        if let VarScope::Local(p) = scope
            && p == self.main
        {
            self.locals.push(id);
        }
        id
    }

    pub fn slot(&mut self, name: &str, ty: TypeId) -> VarId {
        self.var(name, ty, VarScope::Local(self.main), Storage::Slot)
    }

    pub fn memory(&mut self, name: &str, ty: TypeId) -> VarId {
        self.var(name, ty, VarScope::Local(self.main), Storage::Memory)
    }

    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.exprs.add(kind, ty)
    }

    pub fn int(&mut self, v: i32) -> ExprId {
        self.expr(ExprKind::Int(u128::from(v as u32)), self.int)
    }

    pub fn get(&mut self, v: VarId) -> ExprId {
        let ty = self.program.var(v).ty;
        self.expr(ExprKind::Var(v), ty)
    }

    pub fn bin(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = if op.is_comparison() {
            self.int
        } else {
            self.program.exprs.get(a).ty
        };
        self.expr(ExprKind::Binary(op, a, b), ty)
    }

    pub fn addr(&mut self, v: VarId) -> ExprId {
        let ty = self.program.var(v).ty;
        let p = self.program.types.pointer(ty);
        self.expr(ExprKind::AddrOf(v), p)
    }

    pub fn access(&self, ty: TypeId) -> Access {
        Access {
            ty,
            bits: None,
            align: self
                .program
                .types
                .align(ty, &self.program.target)
                .unwrap_or(1),
            volatile: false,
        }
    }

    pub fn index(&mut self, base: ExprId, index: ExprId, scale: u64) -> ExprId {
        let ty = self.program.exprs.get(base).ty;
        self.expr(ExprKind::Index { base, index, scale }, ty)
    }

    pub fn load(&mut self, addr: ExprId, ty: TypeId) -> ExprId {
        let access = self.access(ty);
        self.expr(ExprKind::Load { addr, access }, ty)
    }

    pub fn step(&mut self, op: Op) {
        self.b.step(op, Span::NONE);
    }

    pub fn set(&mut self, v: VarId, value: ExprId) {
        self.step(Op::Assign {
            place: Place::Slot(v),
            value,
        });
    }

    pub fn put(&mut self, addr: ExprId, ty: TypeId, value: ExprId) {
        let access = self.access(ty);
        self.step(Op::Assign {
            place: Place::Mem { addr, access },
            value,
        });
    }

    pub fn ret(&mut self, value: ExprId) {
        let exit = self.b.exit();
        self.b
            .jump(exit, Op::Return(ReturnValue::Scalar(value)), Span::NONE);
    }

    /// A loop: the body is built by the closure.
    pub fn while_(&mut self, cond: ExprId, body: impl FnOnce(&mut Self)) {
        let head = self.b.current();
        self.b.mark_loop_head(head);
        let (inside, after) = (self.b.new_loc(), self.b.new_loc());
        self.b
            .edge(head, inside, Op::Assume { cond, taken: true }, Span::NONE);
        self.b
            .edge(head, after, Op::Assume { cond, taken: false }, Span::NONE);
        self.b.set_current(inside);
        body(self);
        self.b.jump(head, Op::Skip, Span::NONE);
        self.b.set_current(after);
    }

    /// Finishes `main`.
    pub fn finish(mut self) -> Program {
        let main = &mut self.program.procs[self.main];
        main.locals = self.locals;
        self.b.finish(main);
        self.program
    }

    pub fn run(self) -> Stop {
        self.run_with(Config::default(), Box::new(Zero)).0
    }

    pub fn run_with(self, config: Config, inputs: Box<dyn Inputs>) -> (Stop, Outcome) {
        let program = self.finish();
        run(&program, config, inputs)
    }
}

/// What a run leaves behind.
#[allow(dead_code, reason = "each test file looks at a part of it")]
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub inputs: Vec<hatha_proof::input::InputEntry>,
    pub path: Path,
    pub externals: Vec<String>,
}

pub fn run(program: &Program, config: Config, inputs: Box<dyn Inputs>) -> (Stop, Outcome) {
    let image = Image::new(program).expect("the program can be laid out");
    let domain = Concrete::new(config.policy, inputs);
    let mut m = Machine::new(&image, config, domain, Path::default(), Captured::default());
    let stop = match m.start_main(ProcId(0), &[b"test".to_vec()]) {
        Ok(()) => m.run(),
        Err(stop) => *stop,
    };
    let externals = m
        .externals()
        .iter()
        .map(|&p| program.proc(p).name.clone())
        .collect();
    let outcome = Outcome {
        stdout: m.console.stdout.clone(),
        inputs: m.domain.recorder().entries(program),
        path: m.observer,
        externals,
    };
    (stop, outcome)
}

/// The name of the fault that a run ended in.
#[allow(dead_code, reason = "each test file uses a part of the builder")]
pub fn fault_name(stop: &Stop) -> &'static str {
    match stop {
        Stop::Fault(f) => f.kind.name(),
        _ => "no fault",
    }
}
