//! Each kind of flaw is made on purpose in an otherwise good program and must be refused.

use super::*;
use crate::builder::CfaBuilder;
use crate::program::{InputKind, Origin, Var};
use crate::source::Span;
use crate::target::Target;
use crate::types::{Field, FloatKind, IntKind, Record, RecordKind};

/// `int g; struct s { int f; } m; int f(int x) { int y; y = x + g; m.f = y; return y; }` and
/// `int main(void) { return f(1); }`.
struct Sample {
    p: Program,
    int: TypeId,
    int_ptr: TypeId,
    x: VarId,
    y: VarId,
    m: VarId,
    x_value: ExprId,
}

const F: ProcId = ProcId(0);
const MAIN: ProcId = ProcId(1);

fn variable(name: &str, ty: TypeId, scope: VarScope, storage: Storage) -> Var {
    Var {
        name: name.to_owned(),
        origin: Origin::Declared,
        ty,
        scope,
        storage,
        align: 4,
        volatile: false,
        linkage: crate::Linkage::Internal,
        read_only: false,
        span: Span::NONE,
    }
}

fn function(p: &mut Program, name: &str, ret: TypeId, params: Vec<TypeId>) -> Procedure {
    let ty = p.types.intern(Type::Function(FunctionType {
        ret,
        params,
        variadic: false,
        unprototyped: false,
    }));
    Procedure::declared(name, ty, Span::NONE)
}

fn record(p: &mut Program, int: TypeId) -> (crate::types::RecordId, TypeId) {
    let r = p.types.add_record(Record {
        kind: RecordKind::Struct,
        tag: Some("s".to_owned()),
        fields: vec![Field {
            name: Some("f".to_owned()),
            ty: int.into(),
            offset: 0,
            bits: None,
            align: 4,
        }],
        size: 4,
        align: 4,
        complete: true,
    });
    (r, p.types.intern(Type::Record(r)))
}

fn plain(ty: TypeId) -> Access {
    Access {
        ty,
        bits: None,
        align: 4,
        volatile: false,
    }
}

fn sample() -> Sample {
    let mut p = Program::new(Target::lp64());
    let int = p.types.int(IntKind::Int);
    let int_ptr = p.types.pointer(int);
    let (rid, rty) = record(&mut p, int);
    let rptr = p.types.pointer(rty);
    let g = p.add_var(variable("g", int, VarScope::Global, Storage::Slot));
    let m = p.add_var(variable("m", rty, VarScope::Global, Storage::Memory));
    let x = p.add_var(variable("x", int, VarScope::Param(F, 0), Storage::Slot));
    let y = p.add_var(variable("y", int, VarScope::Local(F), Storage::Slot));
    let one = p.exprs.add(ExprKind::Int(1), int);
    let item = |v| InitItem {
        offset: 0,
        value: InitValue::Scalar(plain(int), v),
    };
    p.globals.push((g, GlobalInit::Defined(vec![item(one)])));
    p.globals.push((m, GlobalInit::Unknown));

    let x_value = p.exprs.add(ExprKind::Var(x), int);
    let g_value = p.exprs.add(ExprKind::Var(g), int);
    let sum = p
        .exprs
        .add(ExprKind::Binary(BinOp::Add, x_value, g_value), int);
    let m_addr = p.exprs.add(ExprKind::AddrOf(m), rptr);
    let field = ExprKind::Field {
        base: m_addr,
        record: rid,
        field: 0,
    };
    let m_f = p.exprs.add(field, int_ptr);
    let y_value = p.exprs.add(ExprKind::Var(y), int);
    let mut f = function(&mut p, "f", int, vec![int]);
    f.params.push(x);
    f.locals.push(y);
    let mut b = CfaBuilder::new(Span::NONE);
    let assign = |place, value| Op::Assign { place, value };
    b.step(assign(Place::Slot(y), sum), Span::NONE);
    let place = Place::Mem {
        addr: m_f,
        access: plain(int),
    };
    b.step(assign(place, y_value), Span::NONE);
    b.jump(
        b.exit(),
        Op::Return(ReturnValue::Scalar(y_value)),
        Span::NONE,
    );
    b.finish(&mut f);
    p.procs.push(f);
    let mut s = Sample {
        p,
        int,
        int_ptr,
        x,
        y,
        m,
        x_value,
    };
    s.add_main(one);
    s
}

impl Sample {
    fn add_main(&mut self, one: ExprId) {
        let mut main = function(&mut self.p, "main", self.int, Vec::new());
        let r = variable("$1", self.int, VarScope::Local(MAIN), Storage::Slot);
        let r = self.p.add_var(r);
        main.locals.push(r);
        let value = self.add(ExprKind::Var(r), self.int);
        let mut b = CfaBuilder::new(Span::NONE);
        let call = Op::Call {
            callee: Callee::Direct(F),
            args: vec![Arg::Scalar(one)],
            result: Some(Place::Slot(r)),
        };
        b.step(call, Span::NONE);
        b.jump(b.exit(), Op::Return(ReturnValue::Scalar(value)), Span::NONE);
        b.finish(&mut main);
        self.p.procs.push(main);
    }

    fn add(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.p.exprs.add(kind, ty)
    }

    fn op(&mut self, proc: ProcId, edge: u32) -> &mut Op {
        &mut self.p.procs[proc].edges[EdgeId(edge)].op
    }

    #[track_caller]
    fn refused(&self, flaw: Flaw) {
        let flaws = verify(&self.p).expect_err("the program was made malformed");
        assert!(
            flaws.iter().any(|m| m.flaw == flaw),
            "{flaw:?} is not among {flaws:?}"
        );
    }
}

#[test]
fn a_good_program_passes() {
    assert_eq!(verify(&sample().p), Ok(()));
}

#[test]
fn ids_out_of_range() {
    let mut s = sample();
    s.add(ExprKind::Var(VarId(99)), s.int);
    s.refused(Flaw::IdOutOfRange);

    let mut s = sample();
    s.add(ExprKind::Int(1), TypeId(9999));
    s.refused(Flaw::IdOutOfRange);

    let mut s = sample();
    s.add(ExprKind::Proc(ProcId(7)), s.int_ptr);
    s.refused(Flaw::IdOutOfRange);

    let mut s = sample();
    s.p.procs[F].edges[EdgeId(0)].to = LocId(77);
    s.refused(Flaw::IdOutOfRange);

    let mut s = sample();
    s.p.procs[F].entry = LocId(77);
    s.refused(Flaw::IdOutOfRange);

    let mut s = sample();
    *s.op(F, 0) = Op::Assume {
        cond: ExprId(9999),
        taken: true,
    };
    s.refused(Flaw::IdOutOfRange);
}

#[test]
fn an_operand_after_its_use() {
    let mut s = sample();
    let next = ExprId(s.p.exprs.len() as u32);
    s.add(ExprKind::Cast(next), s.int);
    s.refused(Flaw::OperandAfterUse);
}

#[test]
fn storage_is_respected() {
    let mut s = sample();
    let ty = s.p.var(s.m).ty;
    s.add(ExprKind::Var(s.m), ty);
    s.refused(Flaw::NotScalar);

    let mut s = sample();
    s.p.vars[s.x].storage = Storage::Memory;
    s.refused(Flaw::ValueOfMemory);

    let mut s = sample();
    s.add(ExprKind::AddrOf(s.x), s.int_ptr);
    s.refused(Flaw::AddressOfSlot);

    let mut s = sample();
    let mut vars = s.p.vars.iter_mut();
    let g = vars.find(|v| v.name == "g").expect("a global slot");
    g.linkage = crate::Linkage::External;
    s.refused(Flaw::SlotNamedOutside);

    let mut s = sample();
    let y = s.y;
    *s.op(F, 0) = Op::Dead(y);
    s.refused(Flaw::AddressOfSlot);
}

#[test]
fn operand_types() {
    let mut s = sample();
    let (int, x) = (s.int, s.x_value);
    let access = plain(int);
    s.add(ExprKind::Load { addr: x, access }, int);
    s.refused(Flaw::NotPointer);

    let mut s = sample();
    let long = s.p.types.int(IntKind::Long);
    let one = s.add(ExprKind::Int(1), long);
    s.add(ExprKind::Binary(BinOp::Add, x, one), int);
    s.refused(Flaw::TypeMismatch);

    let mut s = sample();
    let long = s.p.types.int(IntKind::Long);
    s.add(ExprKind::Binary(BinOp::Lt, x, x), long);
    s.refused(Flaw::TypeMismatch);

    let mut s = sample();
    let double = s.p.types.intern(Type::Float(FloatKind::Double));
    let half = s.add(ExprKind::Float(0), double);
    s.add(ExprKind::Cond(x, x, half), int);
    s.refused(Flaw::TypeMismatch);

    let mut s = sample();
    let double = s.p.types.intern(Type::Float(FloatKind::Double));
    let half = s.add(ExprKind::Float(0), double);
    s.add(ExprKind::Cast(half), s.int_ptr);
    s.refused(Flaw::TypeMismatch);
}

#[test]
fn edge_types() {
    let mut s = sample();
    let long = s.p.types.int(IntKind::Long);
    let (y, value) = (s.y, s.add(ExprKind::Int(1), long));
    *s.op(F, 0) = Op::Assign {
        place: Place::Slot(y),
        value,
    };
    s.refused(Flaw::TypeMismatch);

    let mut s = sample();
    *s.op(F, 2) = Op::Return(ReturnValue::None);
    s.refused(Flaw::TypeMismatch);

    let mut s = sample();
    let x = s.x_value;
    *s.op(F, 2) = Op::Return(ReturnValue::Aggregate(x));
    s.refused(Flaw::WrongKindOfType);

    let mut s = sample();
    let m = s.m;
    *s.op(F, 0) = Op::Havoc {
        place: Place::Slot(m),
        input: InputKind::Other("test".to_owned()),
    };
    s.refused(Flaw::ValueOfMemory);
}

#[test]
fn constants_and_bit_ranges() {
    let mut s = sample();
    s.add(ExprKind::Int(1 << 32), s.int);
    s.refused(Flaw::ConstantTooWide);

    for (offset, width) in [(8, 1), (0, 0), (0, 33)] {
        let mut s = sample();
        let zero = s.add(ExprKind::Int(0), s.int_ptr);
        let access = Access {
            bits: Some(BitRange { offset, width }),
            ..plain(s.int)
        };
        s.add(ExprKind::Load { addr: zero, access }, s.int);
        s.refused(Flaw::BadBitRange);
    }

    let mut s = sample();
    s.p.vars[VarId(0)].align = 3;
    s.refused(Flaw::BadAlignment);
}

#[test]
fn variables_belong_to_their_procedure() {
    let mut s = sample();
    let x = s.x_value;
    *s.op(MAIN, 1) = Op::Return(ReturnValue::Scalar(x));
    s.refused(Flaw::ForeignVariable);

    let mut s = sample();
    s.p.procs[F].params.clear();
    s.refused(Flaw::ScopeDisagrees);

    let mut s = sample();
    s.p.vars[s.y].scope = VarScope::Global;
    s.refused(Flaw::ScopeDisagrees);
}

#[test]
fn edges_and_locations_agree() {
    let mut s = sample();
    s.p.procs[F].out[LocId(0)].clear();
    s.refused(Flaw::OutgoingDisagree);

    let mut s = sample();
    s.p.procs[F].edges[EdgeId(1)].from = LocId(0);
    s.refused(Flaw::OutgoingDisagree);

    let mut s = sample();
    let twice = s.p.procs[F].out[LocId(0)][0];
    s.p.procs[F].out[LocId(0)].push(twice);
    s.refused(Flaw::OutgoingDisagree);

    let mut s = sample();
    s.p.procs[F].edges[EdgeId(2)].to = s.p.procs[F].entry;
    s.refused(Flaw::ReturnElsewhere);

    let mut s = sample();
    s.p.procs[F].exit = s.p.procs[F].entry;
    s.refused(Flaw::EdgeFromExit);
}

#[test]
fn calls_match_their_procedure() {
    let mut s = sample();
    let Op::Call { args, .. } = s.op(MAIN, 0) else {
        panic!("the first edge of main is the call")
    };
    args.clear();
    s.refused(Flaw::ArgumentCount);

    let mut s = sample();
    let null = s.add(ExprKind::Int(0), s.int_ptr);
    let Op::Call { args, .. } = s.op(MAIN, 0) else {
        panic!("the first edge of main is the call")
    };
    args[0] = Arg::Scalar(null);
    s.refused(Flaw::TypeMismatch);
}

#[test]
fn initial_values_are_constants_inside_their_object() {
    let mut s = sample();
    let GlobalInit::Defined(items) = &mut s.p.globals[0].1 else {
        panic!("the first global is defined")
    };
    items[0].offset = 1;
    s.refused(Flaw::InitOutside);

    let mut s = sample();
    let x = s.x_value;
    let GlobalInit::Defined(items) = &mut s.p.globals[0].1 else {
        panic!("the first global is defined")
    };
    items[0].value = InitValue::Scalar(plain(s.int), x);
    s.refused(Flaw::InitNotConstant);
}

#[test]
fn declarations_have_no_body() {
    let mut s = sample();
    s.p.procs[F].defined = false;
    s.refused(Flaw::BodyOfDeclaration);

    let mut s = sample();
    s.p.procs[F].ty = s.int;
    s.refused(Flaw::WrongKindOfType);
}
