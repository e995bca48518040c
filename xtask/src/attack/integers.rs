//! Random integer programs; the truth is a native run over all inputs.

use super::Context;
use super::area::{Area, Judged};
use super::case::Case;
use super::driver;
use super::native::Sanitize;
use super::observe::{self, Claim};
use super::text::{Choices, INTEGERS, Text, constant, expression};
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Integers;

impl Area for Integers {
    fn name(&self) -> &'static str {
        "integers"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        program(rng, context, Claim::Any)
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        driver::judge(case, &[Vec::new()], Sanitize::No, context)
    }
}

/// Inputs of a program: how many, and of how many bits.
pub fn inputs(rng: &mut Rng) -> (usize, usize) {
    *rng.pick(&[(1, 6), (1, 8), (2, 3), (2, 4), (3, 2), (3, 3), (1, 3)])
}

/// Definitions for the driver.
pub fn definitions((calls, bits): (usize, usize)) -> Vec<String> {
    vec![format!("-DCALLS={calls}"), format!("-DBITS={bits}")]
}

/// A program with a tight assertion.
pub fn program(rng: &mut Rng, context: &Context, wanted: Claim) -> Result<Option<Case>> {
    let model = *rng.pick(&context.models);
    let shape = inputs(rng);
    let mut maker = Maker::new(rng, shape);
    let text = maker.program();
    let claimed = maker.claimed();
    let mut case = Case::program(model, text);
    case.native = definitions(shape);
    observe::assertion(rng, &case, &claimed, Sanitize::No, wanted)
}

/// A program without an assertion that calls functions of one `int` now and then.
pub fn program_with_events(rng: &mut Rng, context: &Context, events: &[&'static str]) -> Case {
    let model = *rng.pick(&context.models);
    let shape = inputs(rng);
    let mut maker = Maker::new(rng, shape);
    maker.events = events.to_vec();
    let text = maker.program().replace(observe::PLACE, "");
    let mut case = Case::program(model, text);
    case.native = definitions(shape);
    case
}

struct Maker<'a> {
    rng: &'a mut Rng,
    text: Text,
    /// Lvalues that a statement may assign.
    places: Vec<String>,
    /// Everything that an expression may read.
    operands: Vec<String>,
    helpers: Vec<(String, usize)>,
    /// Functions without a body that statements call.
    events: Vec<&'static str>,
    shape: (usize, usize),
    loops: usize,
    depth: usize,
    left: usize,
}

impl<'a> Maker<'a> {
    fn new(rng: &'a mut Rng, shape: (usize, usize)) -> Self {
        let left = 4 + rng.below(10);
        Maker {
            rng,
            text: Text::default(),
            places: Vec::new(),
            operands: Vec::new(),
            helpers: Vec::new(),
            events: Vec::new(),
            shape,
            loops: 0,
            depth: 0,
            left,
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        expression(self.rng, &self.operands, depth)
    }

    fn program(&mut self) -> String {
        self.text.line("#include <assert.h>");
        self.text.line("unsigned __VERIFIER_nondet_uint(void);");
        for event in self.events.clone() {
            self.text.line(format!("void {event}(int n);"));
        }
        self.globals();
        for _ in 0..self.rng.below(3) {
            self.helper();
        }
        self.text.open("int main(void)");
        self.inputs();
        self.locals();
        while self.left > 0 {
            self.statement();
        }
        self.text.line(observe::PLACE);
        self.text.line("return 0;");
        self.text.close();
        std::mem::take(&mut self.text).finish()
    }

    fn globals(&mut self) {
        for n in 0..self.rng.below(3) {
            let (kind, value) = (*self.rng.pick(&INTEGERS), constant(self.rng));
            let prefix = self.rng.word(&["", "static "]);
            self.text.line(format!("{prefix}{kind} g{n} = {value};"));
            self.add(format!("g{n}"));
        }
        if self.rng.chance(40) {
            self.bit_fields();
        }
    }

    fn bit_fields(&mut self) {
        self.text.open("struct");
        let count = 2 + self.rng.below(4);
        for n in 0..count {
            const KINDS: [(&str, usize); 8] = [
                ("int", 32),
                ("unsigned", 32),
                ("signed char", 8),
                ("unsigned char", 8),
                ("unsigned short", 16),
                ("long long", 64),
                ("unsigned long long", 64),
                ("_Bool", 1),
            ];
            let (kind, most) = *self.rng.pick(&KINDS);
            let width = 1 + self.rng.below(most.min(40));
            self.text.line(format!("{kind} b{n} : {width};"));
            if self.rng.chance(15) {
                self.text.line("int : 0;");
            }
        }
        self.text.close();
        self.text.line("fields;");
        for n in 0..count {
            self.add(format!("fields.b{n}"));
        }
    }

    fn add(&mut self, name: String) {
        self.places.push(name.clone());
        self.operands.push(name);
    }

    /// A function of one or two parameters, perhaps recursive.
    fn helper(&mut self) {
        let name = format!("f{}", self.helpers.len());
        let count = 1 + self.rng.below(2);
        let kinds: Vec<&str> = (0..count).map(|_| *self.rng.pick(&INTEGERS)).collect();
        let result = *self.rng.pick(&INTEGERS);
        let list: Vec<String> = kinds
            .iter()
            .enumerate()
            .map(|(n, k)| format!("{k} p{n}"))
            .collect();
        self.text
            .open(format!("{result} {name}({})", list.join(", ")));
        let names: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
        let operands: Vec<String> = self.operands.iter().chain(&names).cloned().collect();
        let condition = expression(self.rng, &operands, 2);
        let (a, b) = (
            expression(self.rng, &operands, 2),
            expression(self.rng, &operands, 2),
        );
        if self.rng.chance(25) {
            let rest = names[1..]
                .iter()
                .map(|n| format!(", {n}"))
                .collect::<String>();
            self.text
                .line(format!("if (p0 <= 0 || p0 > 6) return {a};"));
            self.text
                .line(format!("return {b} + {name}(p0 - 1{rest});"));
        } else {
            self.text.line(format!("if ({condition}) return {a};"));
            self.text.line(format!("return {b};"));
        }
        self.text.close();
        self.helpers.push((name, count));
    }

    /// Inputs are few, but reach corners by what is made of them.
    fn inputs(&mut self) {
        let (calls, bits) = self.shape;
        let mask = (1u64 << bits) - 1;
        for n in 0..calls {
            self.text.line(format!(
                "unsigned i{n} = __VERIFIER_nondet_uint() & {mask};"
            ));
            self.operands.push(format!("i{n}"));
        }
    }

    fn locals(&mut self) {
        for n in 0..2 + self.rng.below(4) {
            let kind = *self.rng.pick(&INTEGERS);
            let i = format!("i{}", self.rng.below(self.shape.0));
            let value = match self.rng.below(5) {
                0 => format!("{i} * 0x{:x}u", self.rng.next() & 0xffff_ffff),
                1 => format!(
                    "{i} == 0 ? {} : {i} == 1 ? {} : {i}",
                    constant(self.rng),
                    constant(self.rng)
                ),
                2 => format!(
                    "{} {} {i}",
                    constant(self.rng),
                    self.rng.word(&["+", "-", "^"])
                ),
                _ => self.expression(2),
            };
            self.text.line(format!("{kind} v{n} = {value};"));
            self.add(format!("v{n}"));
        }
    }

    fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        let nested = self.depth < 3;
        if !self.events.is_empty() && self.rng.chance(45) {
            return self.event();
        }
        match self.rng.below(12) {
            0..=3 => self.assignment(),
            4 => self.change(),
            5 | 6 if nested => self.branch(),
            7 | 8 if nested => self.repeat(),
            9 if nested => self.switch(),
            10 if !self.helpers.is_empty() => self.call(),
            _ => self.assignment(),
        }
    }

    fn event(&mut self) {
        let event = *self.rng.pick(&self.events);
        let argument = self.expression(1);
        self.text.line(format!("{event}(({argument}) & 3);"));
    }

    fn place(&mut self) -> String {
        self.rng.pick(&self.places).clone()
    }

    fn assignment(&mut self) {
        let (place, value) = (self.place(), self.expression(3));
        let line = match self.rng.below(6) {
            0 => format!("{place} += {value};"),
            1 => format!(
                "{place} {}= {value};",
                self.rng.word(&["-", "*", "^", "|", "&"])
            ),
            2 => format!("{place} {}= {value} & 7;", self.rng.word(&["<<", ">>"])),
            _ => format!("{place} = {value};"),
        };
        self.text.line(line);
    }

    fn change(&mut self) {
        let place = self.place();
        let line = match self.rng.below(3) {
            0 => format!("{place}++;"),
            1 => format!("--{place};"),
            _ => {
                let other = self.place();
                let operator = self.rng.word(&["++", "--"]);
                match other == place {
                    true => format!("{place}{operator};"),
                    false => format!("{other} = {place}{operator};"),
                }
            }
        };
        self.text.line(line);
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..1 + self.rng.below(3) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn branch(&mut self) {
        let condition = self.expression(2);
        self.text.open(format!("if ({condition})"));
        self.block();
        if self.rng.chance(50) {
            self.text.otherwise();
            self.block();
        }
        self.text.close();
    }

    /// A loop that ends: its counter is assigned nowhere else.
    fn repeat(&mut self) {
        let n = self.loops;
        self.loops += 1;
        let most = 1 + self.rng.below(6);
        let bound = match self.rng.chance(50) {
            true => most.to_string(),
            false => format!("(({}) & {most})", self.expression(1)),
        };
        let own = format!("k{n}");
        match self.rng.below(3) {
            0 => self
                .text
                .open(format!("for (int {own} = 0; {own} < {bound}; {own}++)")),
            1 => self
                .text
                .open(format!("for (unsigned char {own} = {most}; {own}-- > 0;)")),
            _ => {
                let condition = self.expression(1);
                self.text.open(format!(
                    "for (int {own} = 0; {own} < {most} && {condition}; {own}++)"
                ));
            }
        }
        self.operands.push(own);
        self.block();
        if self.rng.chance(25) {
            let condition = self.expression(1);
            self.text.line(format!(
                "if ({condition}) {};",
                self.rng.word(&["break", "continue"])
            ));
        }
        self.operands.pop();
        self.text.close();
    }

    fn switch(&mut self) {
        let value = self.expression(2);
        let mask = *self.rng.pick(&[3, 7]);
        self.text.open(format!("switch (({value}) & {mask})"));
        let mut used = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let label = self.rng.below(mask + 1);
            if used.contains(&label) {
                continue;
            }
            used.push(label);
            self.text.line(format!("case {label}:"));
            self.block();
            if self.rng.chance(65) {
                self.text.line("break;");
            }
        }
        if self.rng.chance(60) {
            self.text.line("default:");
            self.block();
        }
        self.text.close();
    }

    fn call(&mut self) {
        let (name, count) = self.rng.pick(&self.helpers).clone();
        let given: Vec<String> = (0..count).map(|_| self.expression(2)).collect();
        let place = self.place();
        self.text
            .line(format!("{place} = {name}({});", given.join(", ")));
    }

    /// The expression that the assertion is about.
    fn claimed(&mut self) -> String {
        self.expression(1 + usize::from(self.shape.0 == 1))
    }
}
