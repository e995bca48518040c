//! Terms as text.

use hatha_term::{CName, CNames, Model, Op, SmtPrinter, Sort, TermId, TermPool};

/// Variables that are signed where their symbol says so, with constants on the right.
struct Declared<'a>(&'a [&'a str]);

impl CNames for Declared<'_> {
    fn name(&self, pool: &TermPool, t: TermId) -> Option<CName> {
        let symbol = pool.as_symbol(t)?.to_string();
        Some(CName {
            is_signed: self.0.contains(&symbol.as_str()),
            text: format!("*{symbol}"),
            is_unary: true,
        })
    }

    fn puts_constants_last(&self) -> bool {
        true
    }
}

fn pool() -> (TermPool, TermId, TermId) {
    let mut pool = TermPool::new();
    let a = pool.var("a", Sort::Bv(32));
    let b = pool.var("b", Sort::Bv(32));
    (pool, a, b)
}

#[test]
fn comparisons_in_c() {
    let (mut pool, a, b) = pool();
    let c = pool.var("c", Sort::Bv(32));
    let sum = pool.bv_add(a, b);
    let less = pool.bv_slt(sum, c);
    assert_eq!(pool.to_c(less), "a + b < c");
    let not_less = pool.not(less);
    assert_eq!(pool.to_c(not_less), "a + b >= c");
    let below = pool.bv_ult(sum, c);
    assert_eq!(pool.to_c(below), "(unsigned int)(a + b) < (unsigned int)c");
    let unsigned = Declared(&[]);
    assert_eq!(pool.to_c_named(below, &unsigned), "*a + *b < *c");
    assert_eq!(pool.to_c_named(less, &unsigned), "(int)(*a + *b) < (int)*c");
    // A sum with one operand without a sign has none in C, whichever it is.
    let mixed = Declared(&["a", "c"]);
    assert_eq!(pool.to_c_named(less, &mixed), "(int)(*a + *b) < *c");
    let three = pool.bv_const(32, 3);
    let more = pool.bv_slt(three, c);
    assert_eq!(pool.to_c_named(more, &mixed), "*c > 3");
    let product = pool.bv_mul(a, c);
    let not_more = pool.bv_sle(product, three);
    assert_eq!(pool.to_c_named(not_more, &mixed), "*a * *c <= 3");
    let same = pool.eq(a, b);
    let both = pool.and(same, less);
    let neither = pool.not(both);
    assert_eq!(pool.to_c(neither), "!(a + b < c && a == b)");
}

/// C computes narrow sums as `int`, so they are cut back where it matters.
#[test]
fn narrow_arithmetic_in_c() {
    let mut pool = TermPool::new();
    let a = pool.var("a", Sort::Bv(8));
    let b = pool.var("b", Sort::Bv(8));
    let sum = pool.bv_add(a, b);
    let twice = pool.bv_add(sum, sum);
    let less = pool.bv_slt(twice, a);
    assert_eq!(pool.to_c(less), "(signed char)(a + b + (a + b)) < a");
    let same = pool.eq(sum, twice);
    let text = "(signed char)(a + b) == (signed char)(a + b + (a + b))";
    assert_eq!(pool.to_c(same), text);
    let below = pool.bv_ult(a, b);
    assert_eq!(pool.to_c(below), "(unsigned char)a < (unsigned char)b");
}

#[test]
fn arithmetic_in_c() {
    let (mut pool, a, b) = pool();
    let three = pool.bv_const(32, 3);
    let minus = pool.bv_signed(32, -3);
    let product = pool.bv_mul(a, b);
    let t = pool.bv_add(product, minus);
    assert_eq!(pool.to_c(t), "a * b - 3");
    let sum = pool.bv_add(a, three);
    let t = pool.bv_mul(sum, b);
    assert_eq!(pool.to_c(t), "b * (a + 3)");
    let t = pool.bv_sub(b, product);
    let t = pool.bv_sub(a, t);
    assert_eq!(pool.to_c(t), "a - (b - a * b)");
    let two = pool.bv_const(32, 2);
    let t = pool.bv_ashr(a, two);
    assert_eq!(pool.to_c(t), "a >> 2");
    let t = pool.bv_lshr(a, two);
    assert_eq!(pool.to_c(t), "(unsigned int)a >> 2");
    let t = pool.bv_srem(a, b);
    assert_eq!(pool.to_c(t), "a % b");
    let byte = pool.var("ch", Sort::Bv(8));
    let wide = pool.sign_ext(32, byte);
    let t = pool.bv_slt(wide, a);
    assert_eq!(pool.to_c(t), "(int)ch < a");
    let condition = pool.bv_slt(a, b);
    let t = pool.ite(condition, a, b);
    let t = pool.bv_add(t, three);
    assert_eq!(pool.to_c(t), "(a < b ? a : b) + 3");
}

#[test]
fn sharing_in_smtlib() {
    let (mut pool, a, b) = pool();
    let mut t = pool.bv_add(a, b);
    for _ in 0..100 {
        t = pool.bv_mul(t, t);
    }
    let text = pool.to_smtlib(t);
    assert!(text.len() < 10_000, "{} characters", text.len());
    assert!(text.starts_with("(let ((?"));
}

#[test]
fn names_in_smtlib_do_not_clash() {
    let mut pool = TermPool::new();
    let narrow = pool.var("x", Sort::Bv(8));
    let wide = pool.var("x", Sort::Bv(16));
    let predefined = pool.var("and", Sort::Bv(16));
    let odd = pool.var("a|b c", Sort::Bv(16));
    let extended = pool.zero_ext(16, narrow);
    let sum = pool.bv_add(extended, wide);
    let sum = pool.bv_add(sum, predefined);
    let sum = pool.bv_add(sum, odd);
    let mut script = String::new();
    SmtPrinter::new().declare(&pool, &[sum], &mut script);
    assert!(
        script.contains("(declare-const x (_ BitVec 8))"),
        "{script}"
    );
    assert!(
        script.contains("(declare-const x!!1 (_ BitVec 16))"),
        "{script}"
    );
    assert!(
        script.contains("(declare-const _and (_ BitVec 16))"),
        "{script}"
    );
    assert!(
        script.contains("(declare-const |a!b c| (_ BitVec 16))"),
        "{script}"
    );
}

/// Division by zero is defined here and not in SMT-LIB.
#[test]
fn integer_division_is_guarded() {
    let mut pool = TermPool::new();
    let n = pool.var("n", Sort::Int);
    let m = pool.var("m", Sort::Int);
    let quotient = pool.int_div(n, m);
    assert_eq!(pool.to_smtlib(quotient), "(ite (= m 0) 0 (div n m))");
    let remainder = pool.int_mod(n, m);
    assert_eq!(pool.to_smtlib(remainder), "(ite (= m 0) n (mod n m))");
    let minus_two = pool.int(-2);
    let safe = pool.int_div(n, minus_two);
    assert_eq!(pool.to_smtlib(safe), "(div n (- 2))");
}

/// What is printed is read back as the same term.
#[test]
fn scripts_are_read_back() {
    use hatha_term::random::Shape;
    read_back(Shape::everything());
    read_back(Shape::floats());
}

fn read_back(shape: hatha_term::random::Shape) {
    use hatha_term::random::{TermGen, cases};
    use hatha_term::read_smtlib;
    for seed in 0..cases(2_000) {
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed ^ 0x00ab_cdef, shape);
        let terms = [(); 2].map(|()| generator.formula(&mut raw));
        let mut printer = SmtPrinter::new();
        let mut script = String::new();
        printer.declare(&raw, &terms, &mut script);
        for t in terms {
            script.push_str("(assert ");
            printer.expression(&raw, t, &mut script);
            script.push_str(")\n");
        }
        let mut other = TermPool::raw();
        let read = read_smtlib(&mut other, &script).expect("what hatha writes it can read");
        for _ in 0..4 {
            let model = generator.model(&raw, &terms);
            let moved = renamed(&raw, &printer, &model, &terms, &mut other);
            for (&t, &u) in terms.iter().zip(&read) {
                let same = raw.eval(t, &model) == other.eval(u, &moved);
                assert!(same, "seed {seed}: {script}");
            }
        }
    }
}

/// The model for a pool that was read from a script: names that differ in their
/// sort alone are told apart there.
fn renamed(
    raw: &TermPool,
    printer: &SmtPrinter,
    model: &Model,
    terms: &[TermId],
    other: &mut TermPool,
) -> Model {
    let bare = |name: &str| name.trim_matches('|').to_owned();
    let moved = other.import_model(raw, model);
    let mut out = Model::new();
    for var in raw.free_vars(terms) {
        let sort = other.import_sort(raw, raw.var_sort(var));
        let old = other.var(raw.var_symbol(var).clone(), sort);
        let new = other.var(&bare(printer.var_name(var).expect("declared")), sort);
        let vars = other.as_var(old).zip(other.as_var(new));
        let (old, new) = vars.expect("variables");
        out.set(new, moved.get(old).expect("it has a value").clone());
    }
    for t in raw.subterms(terms) {
        let Op::Apply(fun) = raw.op(t) else {
            continue;
        };
        let name = printer.fun_name(fun).expect("declared");
        let decl = raw.fun(fun).clone();
        let args: Vec<Sort> = decl
            .args
            .iter()
            .map(|&s| other.import_sort(raw, s))
            .collect();
        let result = other.import_sort(raw, decl.result);
        let old = other.declare_fun(raw.fun_symbol(fun).clone(), &args, result);
        let new = other.declare_fun(&bare(name), &args, result);
        out.set_fun(new, moved.fun(old).expect("it has a graph").clone());
    }
    out
}

#[test]
fn unreadable_scripts_are_refused() {
    use hatha_term::read_smtlib;
    let declared = "(declare-const x (_ BitVec 8)) (declare-const p Bool)";
    for bad in [
        "(assert",
        "(assert p))",
        "(assert x)",
        "(assert (bvult x p))",
        "(assert (bvult x #b1))",
        "(assert (= x p))",
        "(assert (= x y))",
        "(assert (frobnicate x))",
        "(assert ((_ extract 8 0) x))",
        "(assert ((_ extract 0 1) x))",
        "(declare-const y (_ BitVec 0))",
        "(declare-const y (_ BitVec 99999999999))",
        "(declare-const y (_ BitVec 999999))",
        "(assert (ite p x))",
        "(assert (select x x))",
        "(push 1)",
        "sat",
        "(define-fun y () Bool x)",
        "(assert (= x #xzz))",
        "(assert |p)",
    ] {
        let mut pool = TermPool::new();
        let text = format!("{declared} {bad}");
        assert!(read_smtlib(&mut pool, &text).is_err(), "{bad}");
    }
}

#[test]
fn floats_in_c() {
    use hatha_term::{Format, Rounding};
    let mut pool = TermPool::new();
    let (f, r) = (Format::SINGLE, Rounding::NearestEven);
    let x = pool.var("x", Sort::Bv(32));
    let y = pool.var("y", Sort::Bv(32));
    let literal = |pool: &mut TermPool, value: f32| pool.bv_const(32, value.to_bits().into());
    let half = literal(&mut pool, -0.5);
    let sum = pool.fp_add(f, r, x, half);
    let product = pool.fp_mul(f, r, sum, y);
    let less = pool.fp_lt(f, product, x);
    assert_eq!(pool.to_c(less), "(x + -0.5f) * y < x");
    let not_less = pool.not(less);
    assert_eq!(pool.to_c(not_less), "!((x + -0.5f) * y < x)");
    let nan = pool.fp_is_nan(f, sum);
    assert_eq!(pool.to_c(nan), "isnan(x + -0.5f)");
    let differ = pool.fp_eq(f, x, y);
    let differ = pool.not(differ);
    assert_eq!(pool.to_c(differ), "x != y");
    let negated = pool.fp_neg(f, x);
    let magnitude = pool.fp_abs(f, y);
    let order = pool.fp_le(f, negated, magnitude);
    assert_eq!(pool.to_c(order), "-x <= fabs(y)");
    let wide = pool.fp_convert(f, Format::DOUBLE, r, x);
    let third = pool.bv_const(64, (1.0f64 / 3.0).to_bits().into());
    let below = pool.fp_lt(Format::DOUBLE, wide, third);
    assert_eq!(pool.to_c(below), "(double)x < 0x1.5555555555555p-2");
    let cast = pool.fp_to_sint(f, Rounding::TowardZero, 32, x);
    let seven = pool.bv_const(32, 7);
    let small = pool.bv_slt(cast, seven);
    assert_eq!(pool.to_c(small), "(int)x < 7");
    let floor = pool.fp_round_to_integral(f, Rounding::TowardNegative, x);
    let same = pool.fp_eq(f, x, floor);
    assert_eq!(pool.to_c(same), "x == floorf(x)");
    let integer = pool.fp_from_int(f, r, true, y);
    let same = pool.eq(integer, seven);
    assert_eq!(pool.to_c(same), "bits_of((float)y) == 7");
    let up = pool.fp_div(f, Rounding::TowardPositive, x, y);
    let finite = pool.fp_is_finite(f, up);
    assert_eq!(pool.to_c(finite), "fabs(divf_rtp(x, y)) < INFINITY");
}

/// Literals are exact: where few decimal digits do not say it, the hexadecimal
/// ones do.
#[test]
fn float_literals_in_c() {
    use hatha_term::Format;
    let mut pool = TermPool::new();
    let mut shown = |f: Format, bits: u128| {
        let x = pool.var("x", Sort::Bv(f.width()));
        let c = pool.bv_const(f.width(), bits);
        let t = pool.fp_lt(f, x, c);
        pool.to_c(t).replace("x < ", "")
    };
    let mut double = |x: f64| shown(Format::DOUBLE, x.to_bits().into());
    assert_eq!(double(0.0), "0.0");
    assert_eq!(double(-0.0), "-0.0");
    assert_eq!(double(100.25), "100.25");
    assert_eq!(double(0.1), "0.1");
    assert_eq!(double(0.1 + 0.2), "0x1.3333333333334p-2");
    assert_eq!(double(1e300), "1e300");
    assert_eq!(double(5e-324), "5e-324");
    assert_eq!(double(f64::MAX), "0x1.fffffffffffffp+1023");
    assert_eq!(double(f64::INFINITY), "INFINITY");
    assert_eq!(shown(Format::SINGLE, 0x3dcc_cccd), "0.1f");
    assert_eq!(shown(Format::HALF, 0x3555), "0x1.554p-2f16");
    assert_eq!(shown(Format::HALF, 1), "0x1p-24f16");
    assert_eq!(shown(Format::QUAD, 0x3fff_8000 << 96), "1.5f128");
    assert_eq!(shown(Format::EXTENDED, 0x3fff << 63), "1.0L");
}
