//! Programs that leave calls and blocks with `longjmp`.
//!
//! A jump goes to a `setjmp` whose function is still there, at most a few times, and nothing that a
//! jump has ended is used afterwards, so every run is defined but for locals that changed since
//! `setjmp`: those keep their values where nothing is optimised, which answers print.

use super::{Program, input, inputs};
use crate::attack::observe;
use crate::attack::text::{Choices, Text};
use crate::rng::Rng;

/// What every program has. `leave` goes to `main`, `quit` to the innermost `setjmp` of others.
const HEAD: &str = "\
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
static jmp_buf outer, inner;
static int turns, armed, g, h[3];
static void leave(int c, int v) { int own[2] = { v, g }; if (c && turns < 3) { turns++; g += own[0]; longjmp(outer, v); } g += own[1] & 1; }
static void quit(int c, int v) { int kept = v; int *p = &kept; if (c && armed) { *p += 1; longjmp(inner, *p); } h[1]++; }
static int dive(int n, int v) { int own = n; if (n <= 0) { quit(v & 1, v); leave(v & 2, v); return own; } int r = dive(n - 1, v); return r + own; }
static void (*volatile jumps[2])(int, int) = { leave, quit };
";

/// A program.
pub(super) fn program(rng: &mut Rng, shape: (usize, usize)) -> Program {
    let mut maker = Maker {
        rng,
        shape,
        text: Text::default(),
        names: 0,
        depth: 0,
    };
    for line in HEAD.lines() {
        maker.text.line(line);
    }
    maker.guarded();
    maker.main();
    let claimed = *maker.rng.pick(&[
        "g + 3 * h[1] + x0",
        "x1 + h[0]",
        "g",
        "x0 - x1",
        "turns * 5 + h[2] + x1",
    ]);
    Program::new(maker.text.finish(), claimed)
}

struct Maker<'a> {
    rng: &'a mut Rng,
    shape: (usize, usize),
    text: Text,
    names: usize,
    depth: usize,
}

impl Maker<'_> {
    /// A function with a `setjmp` of its own, perhaps in a block with locals.
    fn guarded(&mut self) {
        self.text.open("static int guarded(int n, int v)");
        self.text.line("int sum = n;");
        let is_loop = self.rng.chance(50);
        if is_loop {
            self.text.open("for (int k = 0; k < 2; k++)");
            self.text.line("int here = k + n; int *at = &here;");
        }
        match self.rng.below(3) {
            0 => self.text.open("if (setjmp(inner) == 0)"),
            1 => self.text.open("int r = setjmp(inner); if (!r)"),
            _ => self.text.open("if (!setjmp(inner))"),
        }
        self.text.line("int between[2] = { n, v };");
        self.text.line("armed = 1;");
        for _ in 0..1 + self.rng.below(2) {
            let line = self.rng.word(&[
                "quit(v & 1, between[1]);",
                "sum += dive(n & 1, v);",
                "leave(v == 5, between[0] + 1);",
                "{ int deep = v; int *p = &deep; *p += 1; quit(deep & 2, deep); sum += deep; }",
                "jumps[1](v == 3, 2);",
            ]);
            self.text.line(line);
        }
        self.text.otherwise();
        let line = self.rng.word(&["sum += 10;", "h[2] += v;", "sum = -sum;"]);
        self.text.line(line);
        self.text.close();
        self.text.line("armed = 0;");
        if is_loop {
            self.text.line("sum += *at;");
            self.text.close();
        }
        self.text.line("return sum;");
        self.text.close();
    }

    fn main(&mut self) {
        self.text.open("int main(void)");
        for line in inputs(self.shape) {
            self.text.line(line);
        }
        self.text.line("int x0 = 1, x1 = 2;");
        match self.rng.below(3) {
            0 => self.text.line("int back = setjmp(outer);"),
            1 => {
                self.text.line("int back = 0;");
                self.text.line("if (setjmp(outer)) back = 1;");
            }
            _ => {
                self.text.line("int back = 0;");
                self.text
                    .line("switch (setjmp(outer)) { case 0: break; case 3: back = 3; break; default: back = 9; }");
            }
        }
        self.text.line("armed = 0;");
        for _ in 0..3 + self.rng.below(4) {
            self.statement();
        }
        self.text.line(observe::PLACE);
        self.text.line("return 0;");
        self.text.close();
    }

    fn statement(&mut self) {
        let (a, b) = (input(self.rng, self.shape), input(self.rng, self.shape));
        let k = self.rng.between(1, 6);
        self.names += 1;
        let n = self.names;
        match self.rng.below(9) {
            0 => self.text.line(format!("x0 += (int){a};")),
            1 => self.text.line(format!("leave({a} == {k}, {k});")),
            2 => self
                .text
                .line(format!("x1 += guarded((int){a} & 3, (int){b} & 7);")),
            3 => self
                .text
                .line(format!("x1 += dive({}, (int){b} & 2);", k & 3)),
            4 => self
                .text
                .line(format!("jumps[0](({a} & 3) == {}, back + 1);", k & 3)),
            5 => self.text.line(format!("x0 = back * {k} + x1;")),
            6 if self.depth < 2 => {
                self.depth += 1;
                self.text.open("{");
                self.text.line(format!(
                    "int b{n}[2] = {{ x0, (int){a} }}; int *p{n} = &b{n}[{}];",
                    k & 1
                ));
                self.statement();
                self.text
                    .line(format!("*p{n} += {k}; x1 += b{n}[0] - b{n}[1];"));
                self.text.close();
                self.depth -= 1;
            }
            7 if self.depth < 2 => {
                self.depth += 1;
                self.text.open(format!(
                    "for (int k{n} = 0; k{n} < {}; k{n}++)",
                    1 + (k & 1)
                ));
                self.text.line(format!("int t{n} = k{n} + x0;"));
                self.statement();
                self.text.line(format!("x1 += t{n};"));
                self.text.close();
                self.depth -= 1;
            }
            _ => self.text.line(format!("h[{}] = x0 + {k};", k % 3)),
        }
    }
}
