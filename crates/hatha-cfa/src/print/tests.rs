//! Texts of types, constants and operators; whole programs are printed by the front end's tests.

use super::*;
use crate::expr::Access;
use crate::program::{Origin, Storage, Var, VarScope};
use crate::source::Span;
use crate::target::Target;
use crate::types::{Enum, Field, Record};

struct Fixture {
    p: Program,
    int: TypeId,
}

fn fixture() -> Fixture {
    let mut p = Program::new(Target::lp64());
    let int = p.types.int(IntKind::Int);
    Fixture { p, int }
}

impl Fixture {
    fn var(&mut self, name: &str, ty: TypeId, storage: Storage) -> VarId {
        self.p.add_var(Var {
            name: name.to_owned(),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Global,
            storage,
            align: 1,
            volatile: false,
            linkage: crate::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        })
    }

    fn slot(&mut self, name: &str, ty: TypeId) -> ExprId {
        let v = self.var(name, ty, Storage::Slot);
        self.p.exprs.add(ExprKind::Var(v), ty)
    }

    fn int(&mut self, bits: u128) -> ExprId {
        self.p.exprs.add(ExprKind::Int(bits), self.int)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.p.exprs.add(ExprKind::Binary(op, a, b), self.int)
    }

    #[track_caller]
    fn shows(&self, e: ExprId, text: &str) {
        assert_eq!(expr(&self.p, e), text);
    }
}

#[test]
fn declarators_read_inside_out() {
    let mut f = fixture();
    let int = f.int;
    let t = &mut f.p.types;
    let row = t.array(int, 3);
    let to_row = t.pointer(row);
    let function = t.intern(Type::Function(FunctionType {
        ret: to_row,
        params: vec![int, to_row],
        variadic: true,
        unprototyped: false,
    }));
    let to_function = t.pointer(function);
    let table = t.array(to_function, 2);
    let constant = Qual {
        ty: int,
        quals: Quals {
            is_const: true,
            ..Quals::default()
        },
    };
    let to_constant = t.pointer(constant);
    assert_eq!(type_name(t, to_row), "int (*)[3]");
    assert_eq!(
        declaration(t, table, "t"),
        "int (*(*t[2])(int, int (*)[3], ...))[3]"
    );
    assert_eq!(declaration(t, to_constant, "p"), "const int *p");
}

#[test]
fn parentheses_are_minimal() {
    let mut f = fixture();
    let (a, b) = (f.slot("a", f.int), f.slot("b", f.int));
    let sum = f.binary(BinOp::Add, a, b);
    let left = f.binary(BinOp::Sub, sum, b);
    f.shows(left, "a + b - b");
    let right = f.binary(BinOp::Sub, a, sum);
    f.shows(right, "a - (a + b)");
    let product = f.binary(BinOp::Mul, sum, b);
    f.shows(product, "(a + b) * b");
    let shift = f.binary(BinOp::Shl, product, sum);
    f.shows(shift, "(a + b) * b << a + b");
    let negated = f.p.exprs.add(ExprKind::Unary(UnOp::Neg, sum), f.int);
    f.shows(negated, "-(a + b)");
    let minus = f.p.exprs.add(ExprKind::Unary(UnOp::Neg, a), f.int);
    let twice = f.p.exprs.add(ExprKind::Unary(UnOp::Neg, minus), f.int);
    f.shows(twice, "- -a");
}

#[test]
fn constants() {
    let mut f = fixture();
    let minus_one = f.int(0xffff_ffff);
    f.shows(minus_one, "-1");
    let ptr = f.p.types.pointer(f.int);
    let null = f.p.exprs.add(ExprKind::Int(0), ptr);
    f.shows(null, "NULL");
    let double = f.p.types.intern(Type::Float(FloatKind::Double));
    let half =
        f.p.exprs
            .add(ExprKind::Float(u128::from(0.5f64.to_bits())), double);
    f.shows(half, "0.5");
    let long_double = f.p.types.intern(Type::Float(FloatKind::LongDouble));
    let one =
        f.p.exprs
            .add(ExprKind::Float(0x3fff_8000 << 48), long_double);
    f.shows(one, "1.0L");
    let e = f.p.types.add_enum(Enum {
        tag: Some("e".to_owned()),
        repr: IntKind::UInt,
        constants: vec![
            ("A".to_owned(), 1),
            ("B".to_owned(), 2),
            ("C".to_owned(), 2),
        ],
        complete: true,
    });
    let e = f.p.types.intern(Type::Enum(e));
    let (a, b) = (
        f.p.exprs.add(ExprKind::Int(1), e),
        f.p.exprs.add(ExprKind::Int(2), e),
    );
    f.shows(a, "A");
    f.shows(b, "2U");
}

#[test]
fn lvalues_through_anonymous_members() {
    let mut f = fixture();
    let int = f.int;
    let field = |name: Option<&str>, ty: TypeId| Field {
        name: name.map(str::to_owned),
        ty: ty.into(),
        offset: 0,
        bits: None,
        align: 4,
    };
    let record = |kind, fields| Record {
        kind,
        tag: None,
        fields,
        size: 4,
        align: 4,
        complete: true,
    };
    let inner =
        f.p.types
            .add_record(record(RecordKind::Union, vec![field(Some("x"), int)]));
    let inner_ty = f.p.types.intern(Type::Record(inner));
    let outer =
        f.p.types
            .add_record(record(RecordKind::Struct, vec![field(None, inner_ty)]));
    let outer_ty = f.p.types.intern(Type::Record(outer));
    let (to_outer, to_inner) = (f.p.types.pointer(outer_ty), f.p.types.pointer(inner_ty));
    let to_int = f.p.types.pointer(int);
    let p = f.slot("p", to_outer);
    let v = f.var("v", outer_ty, Storage::Memory);
    let v = f.p.exprs.add(ExprKind::AddrOf(v), to_outer);
    for (base, text) in [(p, "p->x"), (v, "v.x")] {
        let member = |base, record| ExprKind::Field {
            base,
            record,
            field: 0,
        };
        let anonymous = f.p.exprs.add(member(base, outer), to_inner);
        let addr = f.p.exprs.add(member(anonymous, inner), to_int);
        let access = Access {
            ty: int,
            bits: None,
            align: 4,
            volatile: false,
        };
        let load = f.p.exprs.add(ExprKind::Load { addr, access }, int);
        f.shows(load, text);
        f.shows(addr, &format!("&{text}"));
    }
}

#[test]
fn conditions_are_turned_round() {
    let mut f = fixture();
    let (a, b) = (f.slot("a", f.int), f.slot("b", f.int));
    let cond = f.binary(BinOp::Lt, a, b);
    let shown = |p: &Program, cond, taken| op(p, &Op::Assume { cond, taken });
    assert_eq!(shown(&f.p, cond, true), "assume(a < b)");
    assert_eq!(shown(&f.p, cond, false), "assume(a >= b)");
    let sum = f.binary(BinOp::Add, a, b);
    assert_eq!(shown(&f.p, sum, false), "assume(!(a + b))");
    let double = f.p.types.intern(Type::Float(FloatKind::Double));
    let x = f.slot("x", double);
    let float = f.binary(BinOp::Lt, x, x);
    // Not `x >= x`: both are false of a NaN.
    assert_eq!(shown(&f.p, float, false), "assume(!(x < x))");
}

#[test]
fn string_literals_are_escaped() {
    assert_eq!(string_literal(b"a\"\\\n\x01\0"), "\"a\\\"\\\\\\n\\001\\0\"");
    assert_eq!(string_literal(b"\x001"), "\"\\0001\"");
}

#[test]
fn a_deep_expression_is_cut() {
    let mut f = fixture();
    let mut e = f.slot("a", f.int);
    for _ in 0..100_000 {
        e = f.p.exprs.add(ExprKind::Unary(UnOp::Not, e), f.int);
    }
    let text = expr(&f.p, e);
    assert!(text.ends_with("...") && text.len() < 2000);
}
