//! The step function on automata built by hand.

mod support;

use hatha_cfa::*;
use hatha_exec::{Config, Externals, Limits, Misaligned, Policy, Region, Stop, Zero};
use hatha_proof::input::InputOrigin;
use support::{Build, fault_name, procedure};

fn reachability() -> Config {
    Config {
        policy: Policy::REACHABILITY,
        ..Config::default()
    }
}

/// `c` and `i` from 0, `while (i < bound) { c += i; i += 1 }`, result in `c`.
fn sum_loop(t: &mut Build, bound: i32) -> VarId {
    let unsigned = t.program.types.int(IntKind::UInt);
    let (c, i) = (t.slot("c", unsigned), t.slot("i", unsigned));
    let zero = t.expr(ExprKind::Int(0), unsigned);
    let one = t.expr(ExprKind::Int(1), unsigned);
    t.set(c, zero);
    t.set(i, zero);
    let (vi, limit) = (t.get(i), t.expr(ExprKind::Int(bound as u128), unsigned));
    let cond = t.bin(BinOp::Lt, vi, limit);
    t.while_(cond, |t| {
        let (vc, vi) = (t.get(c), t.get(i));
        let sum = t.bin(BinOp::Add, vc, vi);
        t.set(c, sum);
        let next = t.bin(BinOp::Add, vi, one);
        t.set(i, next);
    });
    c
}

#[test]
fn a_loop_computes_and_the_path_has_every_edge() {
    let mut t = Build::new();
    let c = sum_loop(&mut t, 10);
    let vc = t.get(c);
    let result = t.expr(ExprKind::Cast(vc), t.int);
    t.ret(result);
    let (stop, out) = t.run_with(Config::default(), Box::new(Zero));
    assert_eq!(stop, Stop::Exit(45));
    // Two assignments, ten rounds of four edges, the exit of the loop, the return.
    assert_eq!(out.path.edges.len(), 2 + 10 * 4 + 1 + 1);
}

#[test]
fn the_step_budget_is_not_a_fault() {
    let mut t = Build::new();
    sum_loop(&mut t, 1000);
    let zero = t.int(0);
    t.ret(zero);
    let config = Config {
        limits: Limits {
            steps: 100,
            ..Limits::default()
        },
        ..Config::default()
    };
    let (stop, out) = t.run_with(config, Box::new(Zero));
    assert!(matches!(stop, Stop::OutOfBudget(_)));
    assert_eq!(out.path.edges.len(), 100);
}

#[test]
fn reading_past_an_array_is_out_of_bounds_with_its_index() {
    let mut t = Build::new();
    let array = t.program.types.array(t.int, 10);
    let a = t.memory("a", array);
    t.step(Op::Declare(a));
    let (base, ten) = (t.addr(a), t.int(10));
    let place = t.index(base, ten, 4);
    let value = t.load(place, t.int);
    t.ret(value);
    let stop = t.run();
    assert_eq!(fault_name(&stop), "out-of-bounds");
    let Stop::Fault(f) = stop else {
        unreachable!("checked above")
    };
    assert!(f.message.contains("index 10"), "{}", f.message);
    assert!(f.message.contains("int[10]"), "{}", f.message);
}

#[test]
fn array_elements_are_written_and_read_back() {
    let mut t = Build::new();
    let array = t.program.types.array(t.int, 10);
    let a = t.memory("a", array);
    t.step(Op::Declare(a));
    for i in 0..10 {
        let (base, at, v) = (t.addr(a), t.int(i), t.int(i * i - 20));
        let place = t.index(base, at, 4);
        t.put(place, t.int, v);
    }
    let (base, at) = (t.addr(a), t.int(3));
    let place = t.index(base, at, 4);
    let value = t.load(place, t.int);
    t.ret(value);
    assert_eq!(t.run(), Stop::Exit(9 - 20));
}

/// A program that branches on an uninitialised slot.
fn branch_on_uninitialised() -> Build {
    let mut t = Build::new();
    let x = t.slot("x", t.int);
    t.step(Op::Declare(x));
    let (v, seven) = (t.get(x), t.int(7));
    let cond = t.bin(BinOp::Eq, v, seven);
    let (yes, no) = (t.b.new_loc(), t.b.new_loc());
    let here = t.b.current();
    t.b.edge(here, yes, Op::Assume { cond, taken: true }, Span::NONE);
    t.b.edge(here, no, Op::Assume { cond, taken: false }, Span::NONE);
    for (loc, status) in [(yes, 1), (no, 2)] {
        t.b.set_current(loc);
        let s = t.int(status);
        t.ret(s);
    }
    t
}

#[test]
fn an_uninitialised_branch_is_a_fault_in_a_run() {
    assert_eq!(
        fault_name(&branch_on_uninitialised().run()),
        "uninitialised"
    );
}

#[test]
fn an_uninitialised_branch_is_an_input_for_reachability() {
    struct Seven;
    impl hatha_exec::Inputs for Seven {
        fn next(&mut self, _: &hatha_exec::Request) -> Result<u128, String> {
            Ok(7)
        }
    }
    let (stop, out) = branch_on_uninitialised().run_with(reachability(), Box::new(Seven));
    assert_eq!(stop, Stop::Exit(1));
    assert_eq!(out.inputs.len(), 1);
    assert_eq!(
        (out.inputs[0].name.as_str(), out.inputs[0].value.as_str()),
        ("x", "7")
    );
}

#[test]
fn copying_an_uninitialised_value_is_no_use_of_it() {
    let mut t = Build::new();
    let (x, y) = (t.slot("x", t.int), t.slot("y", t.int));
    t.step(Op::Declare(x));
    let (v, one) = (t.get(x), t.int(1));
    let sum = t.bin(BinOp::Add, v, one);
    t.set(y, sum);
    let zero = t.int(0);
    t.ret(zero);
    assert_eq!(t.run(), Stop::Exit(0));
}

fn arithmetic(op: BinOp, a: i32, b: i32) -> Build {
    let mut t = Build::new();
    let x = t.slot("x", t.int);
    let left = t.int(a);
    t.set(x, left);
    let (v, right) = (t.get(x), t.int(b));
    let result = t.bin(op, v, right);
    t.ret(result);
    t
}

#[test]
fn undefined_arithmetic_faults_in_a_run() {
    for (op, a, b, name) in [
        (BinOp::Add, i32::MAX, 1, "signed-overflow"),
        (BinOp::Div, 1, 0, "division-by-zero"),
        (BinOp::Rem, 1, 0, "division-by-zero"),
        (BinOp::Div, i32::MIN, -1, "signed-overflow"),
        (BinOp::Shl, 1, 32, "shift-out-of-range"),
        (BinOp::Shr, 1, -1, "shift-out-of-range"),
    ] {
        assert_eq!(
            fault_name(&arithmetic(op, a, b).run()),
            name,
            "{op:?} {a} {b}"
        );
    }
}

#[test]
fn reachability_wraps_and_still_stops_where_the_machine_traps() {
    let go = |op, a, b| {
        arithmetic(op, a, b)
            .run_with(reachability(), Box::new(Zero))
            .0
    };
    assert_eq!(go(BinOp::Add, i32::MAX, 1), Stop::Exit(i32::MIN));
    assert_eq!(go(BinOp::Shl, 1, 33), Stop::Exit(2));
    assert_eq!(fault_name(&go(BinOp::Div, 1, 0)), "division-by-zero");
    assert_eq!(fault_name(&go(BinOp::Div, i32::MIN, -1)), "signed-overflow");
}

/// Adds `int fib(int n)`.
fn add_fib(t: &mut Build) -> ProcId {
    let id = t.program.procs.next_key();
    let ty = Build::function(&mut t.program, t.int, vec![t.int]);
    let n = t.var("n", t.int, VarScope::Param(id, 0), Storage::Slot);
    let r = [
        t.var("a", t.int, VarScope::Local(id), Storage::Slot),
        t.var("b", t.int, VarScope::Local(id), Storage::Slot),
    ];
    let mut b = CfaBuilder::new(Span::NONE);
    let (vn, two) = (t.get(n), t.int(2));
    let cond = t.bin(BinOp::Lt, vn, two);
    let (base, more) = (b.new_loc(), b.new_loc());
    b.edge(
        b.entry(),
        base,
        Op::Assume { cond, taken: true },
        Span::NONE,
    );
    b.edge(
        b.entry(),
        more,
        Op::Assume { cond, taken: false },
        Span::NONE,
    );
    b.set_current(base);
    b.jump(b.exit(), Op::Return(ReturnValue::Scalar(vn)), Span::NONE);
    b.set_current(more);
    for (i, v) in r.iter().enumerate() {
        let by = t.int(i as i32 + 1);
        let arg = t.bin(BinOp::Sub, vn, by);
        b.step(
            Op::Call {
                callee: Callee::Direct(id),
                args: vec![Arg::Scalar(arg)],
                result: Some(Place::Slot(*v)),
            },
            Span::NONE,
        );
    }
    let (x, y) = (t.get(r[0]), t.get(r[1]));
    let sum = t.bin(BinOp::Add, x, y);
    b.jump(b.exit(), Op::Return(ReturnValue::Scalar(sum)), Span::NONE);
    let mut p = procedure("fib", ty, vec![n], true);
    p.locals = r.to_vec();
    b.finish(&mut p);
    t.program.procs.push(p);
    id
}

#[test]
fn calls_recurse_and_return() {
    let mut t = Build::new();
    let fib = add_fib(&mut t);
    let (r, n) = (t.slot("r", t.int), t.int(15));
    t.step(Op::Call {
        callee: Callee::Direct(fib),
        args: vec![Arg::Scalar(n)],
        result: Some(Place::Slot(r)),
    });
    let v = t.get(r);
    t.ret(v);
    assert_eq!(t.run(), Stop::Exit(610));
}

#[test]
fn a_call_through_a_pointer_finds_the_function_and_checks_its_type() {
    let mut t = Build::new();
    let fib = add_fib(&mut t);
    let ty = t.program.proc(fib).ty;
    let pointer = t.program.types.pointer(ty);
    let (r, f) = (t.slot("r", t.int), t.slot("f", pointer));
    let address = t.expr(ExprKind::Proc(fib), pointer);
    t.set(f, address);
    let (callee, n) = (t.get(f), t.int(10));
    t.step(Op::Call {
        callee: Callee::Indirect(callee),
        args: vec![Arg::Scalar(n)],
        result: Some(Place::Slot(r)),
    });
    t.step(Op::Call {
        callee: Callee::Indirect(callee),
        args: vec![],
        result: Some(Place::Slot(r)),
    });
    let v = t.get(r);
    t.ret(v);
    assert_eq!(fault_name(&t.run()), "bad-call");
}

fn alloc(t: &mut Build, dst: VarId, size: u128) {
    let ulong = t.program.types.int(IntKind::ULong);
    let n = t.expr(ExprKind::Int(size), ulong);
    t.step(Op::Builtin {
        builtin: Builtin::Alloc,
        args: vec![n],
        result: Some(Place::Slot(dst)),
    });
}

fn free(t: &mut Build, v: VarId) {
    let p = t.get(v);
    t.step(Op::Builtin {
        builtin: Builtin::Free,
        args: vec![p],
        result: None,
    });
}

#[test]
fn freed_blocks_dangle_and_cannot_be_freed_again() {
    for (twice, name) in [(true, "double-free"), (false, "dangling")] {
        let mut t = Build::new();
        let pointer = t.program.types.pointer(t.int);
        let p = t.slot("p", pointer);
        alloc(&mut t, p, 4);
        free(&mut t, p);
        if twice {
            free(&mut t, p);
        }
        let at = t.get(p);
        let v = t.load(at, t.int);
        t.ret(v);
        assert_eq!(fault_name(&t.run()), name);
    }
}

#[test]
fn a_pointer_survives_integers_bytes_and_xor() {
    let mut t = Build::new();
    let ulong = t.program.types.int(IntKind::ULong);
    let pointer = t.program.types.pointer(t.int);
    let (p, q, n) = (
        t.slot("p", pointer),
        t.slot("q", pointer),
        t.slot("n", ulong),
    );
    alloc(&mut t, p, 8);
    let (at, v) = (t.get(p), t.int(42));
    t.put(at, t.int, v);
    let bits = t.expr(ExprKind::Cast(at), ulong);
    let key = t.expr(ExprKind::Int(0x5a5a_5a5a), ulong);
    let hidden = t.bin(BinOp::Xor, bits, key);
    t.set(n, hidden);
    let vn = t.get(n);
    let back = t.bin(BinOp::Xor, vn, key);
    let address = t.expr(ExprKind::Cast(back), pointer);
    t.set(q, address);
    let at = t.get(q);
    let v = t.load(at, t.int);
    t.ret(v);
    assert_eq!(t.run(), Stop::Exit(42));
}

#[test]
fn null_and_members_of_null_are_null_dereferences() {
    for offset in [0, 100] {
        let mut t = Build::new();
        let pointer = t.program.types.pointer(t.int);
        let p = t.slot("p", pointer);
        let null = t.expr(ExprKind::Int(0), pointer);
        t.set(p, null);
        let (base, i) = (t.get(p), t.int(offset));
        let at = t.index(base, i, 4);
        let v = t.load(at, t.int);
        t.ret(v);
        assert_eq!(fault_name(&t.run()), "null-dereference", "offset {offset}");
    }
}

#[test]
fn an_unknown_function_is_listed_and_its_result_is_an_input() {
    let mut t = Build::new();
    let ty = Build::function(&mut t.program, t.int, vec![]);
    t.program
        .procs
        .push(procedure("unknown", ty, vec![], false));
    let r = t.slot("r", t.int);
    t.step(Op::Call {
        callee: Callee::Direct(ProcId(1)),
        args: vec![],
        result: Some(Place::Slot(r)),
    });
    let v = t.get(r);
    t.ret(v);
    let (stop, out) = t.run_with(Config::default(), Box::new(Zero));
    assert_eq!(stop, Stop::Exit(0));
    assert_eq!(out.externals, ["unknown"]);
    assert_eq!(out.inputs[0].name, "unknown");
    assert_eq!(out.inputs[0].kind, InputOrigin::External);
}

#[test]
fn an_assumption_that_fails_blocks() {
    let mut t = Build::new();
    let cond = t.int(0);
    t.step(Op::Assume { cond, taken: true });
    let zero = t.int(0);
    t.ret(zero);
    assert_eq!(t.run(), Stop::Blocked);
}

#[test]
fn deep_nesting_needs_no_stack() {
    let mut t = Build::new();
    let x = t.slot("x", t.int);
    let zero = t.int(0);
    t.set(x, zero);
    let (v, one) = (t.get(x), t.int(1));
    let (mut left, mut right) = (v, v);
    for _ in 0..200_000 {
        left = t.bin(BinOp::Add, left, one);
        right = t.bin(BinOp::Add, one, right);
    }
    let sum = t.bin(BinOp::Sub, left, right);
    t.ret(sum);
    assert_eq!(t.run(), Stop::Exit(0));
}

/// `switch (x)` with cases 0 to 9, and 20 to 29 as a range; the status is the case plus 100.
fn switch_on(x: i32) -> Stop {
    let mut t = Build::new();
    let var = t.slot("x", t.int);
    let value = t.int(x);
    t.set(var, value);
    let (v, start, exit) = (t.get(var), t.b.current(), t.b.exit());
    let edge = |t: &mut Build, cond: ExprId, status: i32| {
        let (hit, status) = (t.b.new_loc(), t.int(status));
        t.b.edge(start, hit, Op::Assume { cond, taken: true }, Span::NONE);
        t.b.edge(
            hit,
            exit,
            Op::Return(ReturnValue::Scalar(status)),
            Span::NONE,
        );
    };
    for case in 0..10 {
        let c = t.int(case);
        let cond = t.bin(BinOp::Eq, v, c);
        edge(&mut t, cond, 100 + case);
    }
    for (op, bound, status) in [(BinOp::Ge, 20, 120), (BinOp::Lt, 0, 99)] {
        let c = t.int(bound);
        let cond = t.bin(op, v, c);
        edge(&mut t, cond, status);
    }
    t.run()
}

#[test]
fn a_switch_takes_the_edge_that_fits_or_blocks() {
    for (x, status) in [(0, 100), (6, 106), (9, 109), (25, 120), (-3, 99)] {
        assert_eq!(switch_on(x), Stop::Exit(status), "{x}");
    }
    assert_eq!(switch_on(15), Stop::Blocked);
}

#[test]
fn longjmp_returns_to_setjmp_once_more() {
    let mut t = Build::new();
    let uchar = t.program.types.int(IntKind::UChar);
    let buffer = t.program.types.array(uchar, 200);
    let env = t.memory("env", buffer);
    t.step(Op::Declare(env));
    let (r, at) = (t.slot("r", t.int), t.addr(env));
    t.step(Op::Builtin {
        builtin: Builtin::SetJmp,
        args: vec![at],
        result: Some(Place::Slot(r)),
    });
    let (v, zero) = (t.get(r), t.int(0));
    let cond = t.bin(BinOp::Eq, v, zero);
    let (first, again, here) = (t.b.new_loc(), t.b.new_loc(), t.b.current());
    t.b.edge(here, first, Op::Assume { cond, taken: true }, Span::NONE);
    t.b.edge(here, again, Op::Assume { cond, taken: false }, Span::NONE);
    t.b.set_current(first);
    let five = t.int(5);
    t.step(Op::Builtin {
        builtin: Builtin::LongJmp,
        args: vec![at, five],
        result: None,
    });
    t.b.set_current(again);
    t.ret(v);
    assert_eq!(t.run(), Stop::Exit(5));
}

#[test]
fn an_unknown_function_makes_what_it_can_reach_arbitrary() {
    let mut t = Build::new();
    let pointer = t.program.types.pointer(t.int);
    let ty = Build::function(&mut t.program, t.int, vec![pointer]);
    t.program
        .procs
        .push(procedure("unknown", ty, vec![], false));
    let (given, kept) = (t.memory("given", t.int), t.memory("kept", t.int));
    for v in [given, kept] {
        t.step(Op::Declare(v));
        let (at, five) = (t.addr(v), t.int(5));
        t.put(at, t.int, five);
    }
    let at = t.addr(given);
    t.step(Op::Call {
        callee: Callee::Direct(ProcId(1)),
        args: vec![Arg::Scalar(at)],
        result: None,
    });
    let (a, b) = (t.addr(given), t.addr(kept));
    let (x, y) = (t.load(a, t.int), t.load(b, t.int));
    let sum = t.bin(BinOp::Add, x, y);
    t.ret(sum);
    // The value behind the pointer is chosen anew (zero here); the other local stays.
    let (stop, out) = t.run_with(Config::default(), Box::new(Zero));
    assert_eq!(stop, Stop::Exit(5));
    assert_eq!(out.inputs.len(), 1);
}

#[test]
fn a_refused_external_is_unsupported() {
    let mut t = Build::new();
    let ty = Build::function(&mut t.program, t.int, vec![]);
    t.program
        .procs
        .push(procedure("unknown", ty, vec![], false));
    t.step(Op::Call {
        callee: Callee::Direct(ProcId(1)),
        args: vec![],
        result: None,
    });
    let zero = t.int(0);
    t.ret(zero);
    let config = Config {
        externals: Externals::Refuse,
        ..Config::default()
    };
    let (stop, _) = t.run_with(config, Box::new(Zero));
    assert!(matches!(stop, Stop::Unsupported(_)), "{stop:?}");
}

/// Reads an `int` at a fixed address.
fn read_at(address: u128) -> Build {
    let mut t = Build::new();
    let pointer = t.program.types.pointer(t.int);
    let at = t.expr(ExprKind::Int(address), pointer);
    let v = t.load(at, t.int);
    t.ret(v);
    t
}

#[test]
fn device_memory_is_where_it_is_declared() {
    let config = Config {
        regions: vec![Region {
            address: 0x4000,
            size: 16,
        }],
        ..Config::default()
    };
    let (stop, out) = read_at(0x4008).run_with(config.clone(), Box::new(Zero));
    assert_eq!((stop, out.inputs.len()), (Stop::Exit(0), 1));
    let (stop, _) = read_at(0x4010).run_with(config, Box::new(Zero));
    assert_eq!(fault_name(&stop), "bad-pointer");
}

#[test]
fn volatile_reads_are_inputs_if_asked_for() {
    let read_twice = |volatile_any| {
        let mut t = Build::new();
        let v = t.memory("v", t.int);
        t.step(Op::Declare(v));
        let (at, five) = (t.addr(v), t.int(5));
        t.put(at, t.int, five);
        let access = Access {
            volatile: true,
            ..t.access(t.int)
        };
        let x = t.expr(ExprKind::Load { addr: at, access }, t.int);
        let y = t.expr(ExprKind::Load { addr: at, access }, t.int);
        let sum = t.bin(BinOp::Add, x, y);
        t.ret(sum);
        let config = Config {
            volatile_any,
            ..Config::default()
        };
        let (stop, out) = t.run_with(config, Box::new(Zero));
        (stop, out.inputs.len())
    };
    assert_eq!(read_twice(false), (Stop::Exit(10), 0));
    assert_eq!(read_twice(true), (Stop::Exit(0), 2));
}

#[test]
fn misaligned_accesses_go_by_policy() {
    let program = || {
        let mut t = Build::new();
        let array = t.program.types.array(t.int, 2);
        let a = t.memory("a", array);
        t.step(Op::Declare(a));
        let (base, zero, eight, one) = (t.addr(a), t.int(0), t.int(8), t.int(1));
        t.step(Op::Fill {
            dst: base,
            byte: zero,
            len: eight,
        });
        let odd = t.index(base, one, 1);
        let v = t.load(odd, t.int);
        t.ret(v);
        t
    };
    assert_eq!(fault_name(&program().run()), "misaligned");
    let mut config = Config::default();
    config.policy.misaligned = Misaligned::Allow;
    assert_eq!(program().run_with(config, Box::new(Zero)).0, Stop::Exit(0));
}
