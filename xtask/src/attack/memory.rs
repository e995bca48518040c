//! Random programs with pointers, arrays, structures, unions and heap blocks; the truth is a
//! native run over all inputs with sanitizers, which tell faults from failures.

use super::Context;
use super::area::{Area, Judged};
use super::case::Case;
use super::driver;
use super::integers::{definitions, inputs};
use super::native::Sanitize;
use super::observe::{self, Claim};
use super::text::{Choices, Text, expression};
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Memory;

impl Area for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        program(rng, context, Claim::Any)
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        driver::judge(case, &[Vec::new()], Sanitize::Yes, context)
    }
}

/// Types and functions that every program has; what it does not use is shrunk away.
const HEAD: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct pair { char c; short s; int i; };
struct rec { int a; struct pair p[2]; union { int i; unsigned char b[4]; short h[2]; } u; struct rec *next; int *to; unsigned f : 3; int g : 5; };
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int *either(int *a, int *b, int c) { return c ? a : b; }
static struct pair make(int n) { struct pair p = { n, n + 1, n * 2 }; return p; }
static int weight(struct pair p) { p.c++; return p.c + p.s * 2 + p.i; }
static void set(struct rec *r, int n) { r->a = n; r->p[n & 1].i = n + 1; r->u.h[0] = n; }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const operations[2])(int, int) = { add, sub };
static void append(struct rec **list, struct rec *r) { r->next = *list; *list = r; }
static int garr[4] = { 3, 1, 4, 1 };
int gx = 5;
struct rec gr;
";

/// A program with a tight assertion.
pub fn program(rng: &mut Rng, context: &Context, wanted: Claim) -> Result<Option<Case>> {
    let model = *rng.pick(&context.models);
    let shape = inputs(rng);
    let mut maker = Maker::new(rng, shape);
    let text = maker.program();
    let claimed = maker.claimed();
    let mut case = Case::program(model, text);
    case.native = definitions(shape);
    observe::assertion(rng, &case, &claimed, Sanitize::Yes, wanted)
}

/// The same without an assertion.
pub fn program_alone(rng: &mut Rng, context: &Context) -> Case {
    let model = *rng.pick(&context.models);
    let shape = inputs(rng);
    let mut maker = Maker::new(rng, shape);
    maker.slips = 12;
    let text = maker.program().replace(observe::PLACE, "");
    let mut case = Case::program(model, text);
    case.native = definitions(shape);
    case
}

struct Maker<'a> {
    rng: &'a mut Rng,
    text: Text,
    shape: (usize, usize),
    depth: usize,
    left: usize,
    loops: usize,
    /// How many of a hundred indices and uses of the heap are wrong.
    slips: usize,
}

impl<'a> Maker<'a> {
    fn new(rng: &'a mut Rng, shape: (usize, usize)) -> Self {
        let left = 4 + rng.below(9);
        Maker {
            rng,
            text: Text::default(),
            shape,
            depth: 0,
            left,
            loops: 0,
            slips: 0,
        }
    }

    fn program(&mut self) -> String {
        for line in HEAD.lines() {
            self.text.line(line);
        }
        self.text.open("int main(void)");
        let mask = (1u64 << self.shape.1) - 1;
        for n in 0..self.shape.0 {
            self.text.line(format!(
                "unsigned i{n} = __VERIFIER_nondet_uint() & {mask};"
            ));
        }
        for line in [
            "int x0 = i0, x1 = 7;",
            "int arr[4] = { 2, 7, 1, 8 };",
            "short sarr[3] = { -1, 2, 300 };",
            "char buf[8] = \"abc\";",
            "struct rec r0 = { 1 }, r1 = { 2 };",
            "int *h = malloc(4 * sizeof(int));",
            "for (int k = 0; k < 4; k++) h[k] = k * 3;",
            "int *p0 = &x0, *p1 = arr + (i0 & 3);",
            "struct rec *rp = &r0;",
            "int **pp = &p0;",
            "r0.to = &x1; r1.to = garr; gr.to = &gx;",
        ] {
            self.text.line(line);
        }
        while self.left > 0 {
            self.statement();
        }
        self.text.line(observe::PLACE);
        self.text.line("return 0;");
        self.text.close();
        std::mem::take(&mut self.text).finish()
    }

    /// An index that a mask keeps inside, or now and then not.
    fn index(&mut self, mask: usize) -> String {
        let i = self.input();
        match self.rng.below(10) {
            0 | 1 => self.rng.below(mask + 1).to_string(),
            2 => format!("x0 & {mask}"),
            3 => format!("*p0 & {mask}"),
            4 if self.rng.chance(15) => format!("{i} & {}", mask * 2 + 1),
            _ if self.is_slip() => format!("{i} & {}", mask * 2 + 1),
            _ => format!("{i} & {mask}"),
        }
    }

    fn input(&mut self) -> String {
        format!("i{}", self.rng.below(self.shape.0))
    }

    /// An lvalue of type `int`.
    fn int_lvalue(&mut self) -> String {
        let i = self.index(3);
        let b = self.index(1);
        match self.rng.below(16) {
            0 => "x0".to_owned(),
            1 => "x1".to_owned(),
            2 => format!("arr[{i}]"),
            3 => format!("garr[{i}]"),
            4 => format!("h[{i}]"),
            5 => "*p0".to_owned(),
            6 => "*p1".to_owned(),
            7 => "r0.a".to_owned(),
            8 => format!("r1.p[{b}].i"),
            9 => "r0.u.i".to_owned(),
            10 => "*r0.to".to_owned(),
            11 => "rp->a".to_owned(),
            12 => "**pp".to_owned(),
            13 => "gr.p[1].i".to_owned(),
            14 => format!("rp->p[{b}].i"),
            _ => "gx".to_owned(),
        }
    }

    /// Any lvalue of an integer type, bit-fields included.
    fn lvalue(&mut self) -> String {
        let i = self.index(3);
        let b = self.index(1);
        match self.rng.below(22) {
            0 => format!("r0.p[{b}].c"),
            1 => format!("rp->p[{b}].s"),
            2 => format!("r0.u.b[{i}]"),
            3 => format!("rp->u.h[{b}]"),
            4 => format!("buf[{}]", self.index(7)),
            5 => format!("sarr[{b}]"),
            6 => format!("((unsigned char *)&x0)[{i}]"),
            7 => format!("*((short *)&arr[1] + ({b}))"),
            8 => self.rng.word(&["r0.f", "rp->g", "gr.f", "r1.g"]).to_owned(),
            9 => format!("((char *)rp)[{i}]"),
            _ => self.int_lvalue(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        let mut operands: Vec<String> = (0..3).map(|_| self.lvalue()).collect();
        operands.extend((0..self.shape.0).map(|n| format!("i{n}")));
        expression(self.rng, &operands, depth)
    }

    fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        let nested = self.depth < 2;
        match self.rng.below(14) {
            0..=3 => self.assignment(),
            4..=6 => self.pointer(),
            7 | 8 => self.block_of_memory(),
            9 => self.call(),
            10 | 11 if nested => self.branch(),
            12 if nested => self.repeat(),
            13 => self.heap(),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let (place, value) = (self.lvalue(), self.expression(2));
        let operator = self.rng.word(&["=", "=", "=", "+=", "^=", "-="]);
        self.text.line(format!("{place} {operator} {value};"));
    }

    fn pointer(&mut self) {
        let target = self.int_lvalue();
        let b = self.index(1);
        let line = match self.rng.below(12) {
            0 | 1 => format!("p0 = &{target};"),
            2 => format!("p1 = &{target};"),
            3 => format!("{}.to = &{target};", self.rng.word(&["r0", "r1", "gr"])),
            4 => format!("rp = {b} ? &r1 : {};", self.rng.word(&["&r0", "&gr", "rp"])),
            5 => format!(
                "pp = {};",
                self.rng.word(&["&p0", "&p1", "&r0.to", "&rp->to", "&h"])
            ),
            6 => format!("*pp = &{target};"),
            7 => format!("p0 = either(p0, p1, {b});"),
            8 => "p0 = p1;".to_owned(),
            9 => format!("p1 = arr + ({});", self.index(3)),
            10 => format!(
                "rp->next = {};",
                self.rng.word(&["&r0", "&r1", "&gr", "rp", "0"])
            ),
            _ => "if (rp->next) rp = rp->next;".to_owned(),
        };
        self.text.line(line);
    }

    fn block_of_memory(&mut self) {
        let b = self.index(1);
        let value = self.rng.between(-2, 300);
        let line = match self.rng.below(13) {
            0 => format!(
                "memcpy({}, {}, sizeof(struct rec));",
                self.rng.word(&["&r0", "rp"]),
                "&r1"
            ),
            1 => format!("memcpy(arr, garr + ({b}), 2 * sizeof(int));"),
            2 => format!("memmove(arr + ({b}), arr, 3 * sizeof(int));"),
            3 => format!("memmove(h, h + 1, ({}) * sizeof(int));", self.index(3)),
            4 => format!("memset(arr, {value}, sizeof arr);"),
            5 => format!("memset(buf + 1, 'x', {});", self.index(3)),
            6 => "r0 = *rp;".to_owned(),
            7 => "*rp = r1;".to_owned(),
            8 => format!("strcpy(buf + ({b}), \"xyz\");"),
            9 => "r0.p[0] = rp->p[1];".to_owned(),
            10 => format!("memset(&rp->u, {value}, sizeof rp->u);"),
            11 => format!("memcpy(&x1, &sarr[{b}], sizeof(int));"),
            _ => format!("memcpy((char *)arr + ({}), buf, 3);", self.index(7)),
        };
        self.text.line(line);
    }

    fn call(&mut self) {
        let (a, b) = (self.int_lvalue(), self.int_lvalue());
        let value = self.expression(1);
        let n = self.index(3);
        let line = match self.rng.below(11) {
            0 => format!("swap(&{a}, &{b});"),
            1 => format!("{a} = sum(arr, {n});"),
            2 => format!("{a} = sum(h, {n});"),
            3 => format!("r0.p[{}] = make({value});", self.index(1)),
            4 => format!("{a} = weight(rp->p[1]);"),
            5 => format!("set({}, {n});", self.rng.word(&["&r0", "rp", "&gr"])),
            6 => format!("{a} = operations[{}]({b}, {value});", self.index(1)),
            7 => format!("{a} = strlen(buf);"),
            8 => format!("{a} = memcmp(arr, garr, 2 * sizeof(int)) == 0;"),
            9 => "{ struct rec *list = 0; append(&list, &r0); append(&list, &r1); rp = list; }"
                .to_owned(),
            _ => format!("{a} = *either(&{a}, &{b}, {n}) + 1;"),
        };
        self.text.line(line);
    }

    fn is_slip(&mut self) -> bool {
        self.slips > 0 && self.rng.chance(self.slips)
    }

    /// A wrong use of the heap for one value of an input.
    fn slip(&mut self) {
        let i = self.input();
        let value = self.rng.below(1 << self.shape.1);
        let what = self.rng.word(&[
            "free(h);",
            "h = 0;",
            "free(h + 1);",
            "free(arr);",
            "p0 = 0;",
        ]);
        self.text.line(format!("if ({i} == {value}) {what}"));
    }

    fn heap(&mut self) {
        if self.is_slip() {
            return self.slip();
        }
        let fill = "for (int k = 0; k < 4; k++) h[k] = k + 1;";
        let line = match self.rng.below(5) {
            0 => format!("free(h); h = malloc(4 * sizeof(int)); {fill}"),
            1 => "h = realloc(h, 4 * sizeof(int));".to_owned(),
            2 => "h = realloc(h, 8 * sizeof(int)); for (int k = 4; k < 8; k++) h[k] = -k;".to_owned(),
            3 => "{ int *old = h; h = calloc(4, sizeof(int)); memcpy(h + 1, old, 2 * sizeof(int)); free(old); }".to_owned(),
            _ => "{ struct rec *n = malloc(sizeof *n); *n = r0; n->next = rp; n->to = &n->a; rp = n; }".to_owned(),
        };
        self.text.line(line);
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..1 + self.rng.below(2) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn branch(&mut self) {
        let condition = match self.rng.below(5) {
            0 => "p0 == p1".to_owned(),
            1 => "rp == &r0".to_owned(),
            2 => format!("p1 >= arr + 1 && {}", self.input()),
            _ => self.expression(1),
        };
        self.text.open(format!("if ({condition})"));
        self.block();
        if self.rng.chance(40) {
            self.text.otherwise();
            self.block();
        }
        self.text.close();
    }

    fn repeat(&mut self) {
        let k = format!("k{}", self.loops);
        self.loops += 1;
        match self.rng.chance(30) {
            true => {
                self.text.line(format!("int {k} = 0;"));
                self.text.open(format!(
                    "for (struct rec *q = rp; q && {k} < 3; q = q->next, {k}++)"
                ));
                self.text.line("q->a += x1;");
            }
            false => {
                let most = self.index(3);
                self.text
                    .open(format!("for (int {k} = 0; {k} < ({most}); {k}++)"));
                self.text.line(format!("arr[{k}] += h[3 - {k}];"));
            }
        }
        self.block();
        self.text.close();
    }

    /// The expression that the assertion is about.
    fn claimed(&mut self) -> String {
        match self.rng.chance(60) {
            true => self.lvalue(),
            false => self.expression(1),
        }
    }
}
