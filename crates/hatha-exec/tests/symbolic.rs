//! The operations on terms agree with the operations on words.

use hatha_cfa::{BinOp, UnOp};
use hatha_exec::num::{self, Rules};
use hatha_exec::symbolic;
use hatha_exec::word::{Kind, Word, mask128};
use hatha_term::random::Rng;
use hatha_term::{Model, Sort, TermId, TermPool, Value};

const CASES: u32 = 20_000;

/// The same cases on every run.
struct Cases(Rng);

impl Cases {
    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        *self.0.pick(items)
    }

    fn kind(&mut self) -> Kind {
        let bits = self.pick(&[8, 16, 32, 64, 7, 33, 40, 128]);
        Kind::Int {
            bits,
            signed: self.next().is_multiple_of(2),
        }
    }

    /// Corner values are as likely as any others.
    fn value(&mut self, kind: Kind) -> u128 {
        let bits = kind.bits();
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let corner = [
            0,
            1,
            2,
            31,
            32,
            63,
            64,
            u128::MAX,
            1 << (bits - 1),
            (1 << (bits - 1)) - 1,
        ];
        let chosen = if self.next().is_multiple_of(2) {
            any
        } else {
            self.pick(&corner)
        };
        chosen & mask128(bits)
    }
}

const BINARY: [BinOp; 16] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::Gt,
    BinOp::Ge,
];

/// Evaluates a term over two variables.
fn value_of(pool: &TermPool, term: TermId, vars: &[(TermId, u128)]) -> u128 {
    let mut model = Model::new();
    for &(var, bits) in vars {
        let width = pool.width(var);
        let id = pool.as_var(var).expect("a variable");
        model.set(id, Value::Bv(hatha_term::Bv::new(width, bits)));
    }
    let value = pool
        .eval(term, &model)
        .expect("terms over bit-vectors have values");
    value
        .as_bv()
        .and_then(|v| v.to_u128())
        .expect("at most 128 bits")
}

fn variable(pool: &mut TermPool, name: &str, kind: Kind) -> TermId {
    pool.var(
        &format!("{name}{}", kind.bits()),
        Sort::Bv(u32::from(kind.bits())),
    )
}

#[test]
fn binary_operations_agree() {
    let mut rng = Cases(Rng::from_state(1));
    let mut pool = TermPool::new();
    let mut compared = 0;
    for _ in 0..CASES {
        let op = rng.pick(&BINARY);
        let kind = rng.kind();
        let right = if matches!(op, BinOp::Shl | BinOp::Shr) {
            rng.kind()
        } else {
            kind
        };
        let (a, b) = (rng.value(kind), rng.value(right));
        let Ok(word) = num::binary(
            Rules::MACHINE,
            op,
            kind,
            right,
            &Word::wide(a),
            &Word::wide(b),
        ) else {
            continue;
        };
        let (x, y) = (
            variable(&mut pool, "x", kind),
            variable(&mut pool, "y", right),
        );
        let term = symbolic::binary(&mut pool, op, kind, right, x, y).expect("integers have terms");
        let result = if op.is_comparison() { Kind::INT } else { kind };
        let ours = value_of(&pool, term, &[(x, a), (y, b)]);
        assert_eq!(
            ours,
            word.bits_of(result) & mask128(result.bits()),
            "{op:?} {kind:?} {right:?} {a:#x} {b:#x}"
        );
        compared += 1;
    }
    assert!(
        compared > CASES / 2,
        "too few operations are defined: {compared}"
    );
}

#[test]
fn unary_operations_and_casts_agree() {
    let mut rng = Cases(Rng::from_state(2));
    let mut pool = TermPool::new();
    for _ in 0..CASES {
        let kind = rng.kind();
        let a = rng.value(kind);
        let x = variable(&mut pool, "x", kind);
        let op = rng.pick(&[UnOp::Neg, UnOp::Not, UnOp::LogicalNot]);
        let word = num::unary(Rules::MACHINE, op, kind, Word::wide(a))
            .expect("nothing traps under the machine's rules");
        let term = symbolic::unary(&mut pool, op, kind, x).expect("integers have terms");
        let result = if op == UnOp::LogicalNot {
            Kind::INT
        } else {
            kind
        };
        assert_eq!(
            value_of(&pool, term, &[(x, a)]),
            word.bits_of(result),
            "{op:?} {kind:?} {a:#x}"
        );
        let to = if rng.next().is_multiple_of(8) {
            Kind::Bool
        } else {
            rng.kind()
        };
        let word = num::cast(kind, to, Word::wide(a));
        let term = symbolic::cast(&mut pool, kind, to, x).expect("integers have terms");
        assert_eq!(
            value_of(&pool, term, &[(x, a)]),
            word.bits_of(to),
            "{kind:?} to {to:?} {a:#x}"
        );
    }
}
