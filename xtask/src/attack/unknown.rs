//! What functions without a body can see: a unit shows them some variables and not others.
//!
//! The truth is a rest of the program that keeps every address it gets, as a pointer, a number, a
//! distance, a text, inside structures, and writes there at any later call. A run in which a
//! claim about a variable fails refutes *proved*.

use super::Context;
use super::area::{Area, Judged};
use super::ask::{self, Verdict};
use super::case::Case;
use super::text::{Choices, Text};
use super::units::failing_rest;
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Unknown;

impl Area for Unknown {
    fn name(&self) -> &'static str {
        "unknown"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model = *rng.pick(&context.models);
        let unit = Maker::new(rng).unit();
        let mut case = Case::program(model, unit);
        case = case.with_hidden("rest.c", REST.to_owned());
        case.native = vec![
            "-DEFFECTS".to_owned(),
            format!("-DSEED={}u", rng.below(1 << 30)),
        ];
        case.options = ["--entry", "entry"].map(str::to_owned).to_vec();
        if rng.chance(25) {
            case.options.extend(["--engine", "dash"].map(str::to_owned));
        }
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let answer = ask::check(case, folder.path(), &[], context)?;
        let refuted = match answer.verdict {
            Verdict::Proved => failing_rest(case, folder.path(), &answer)?,
            _ => None,
        };
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// What every unit has; what it does not use is shrunk away.
const HEAD: &str = "\
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct box { int n; int *to; };
int event(int n);
void see(int *p);
void see_any(void *p);
void see_const(const int *p);
void see_box(struct box *b);
void see_copy(struct box b);
void see_number(uintptr_t u);
void see_distance(long d);
void see_real(double d);
void see_text(const char *s);
void see_many(int n, ...);
int *get(void);
void call(void (*f)(void));
extern int *outside;
int g0 = 1;
int *gp;
static int s0 = 2, s1[3] = { 3, 4, 5 };
static struct box sb;
static int *sp;
static void show(int *p) { see(p); }
static int *same(int *p) { return p; }
static int *pick(int *a, int *b, int c) { return c ? a : b; }
static void deep(int *p, int n) { if (n > 0) deep(p, n - 1); else see(p); }
static int deeper(int *p, int n) { if (n > 0) return deeper(p, n - 1); return *p; }
static void put(struct box *b, int *p) { b->to = p; }
static void set(int *p, int n) { *p = n; }
static void bump(void) { s0++; }
static void (*volatile shows)(int *) = show;
static int *(*pass)(int *) = same;
";

/// The rest: it keeps addresses and writes to them.
const REST: &str = "\
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct box { int n; int *to; };
unsigned choice(unsigned n);
void entry(void);
extern int g0, *gp;
static int own;
int *outside = &own;
static int *kept[64];
static int count;
static void keep(int *p) { if (p && count < 64) kept[count++] = p; }
static void scribble(void) {
#ifdef EFFECTS
    for (int n = 0; n < count; n++) if (choice(2)) *kept[n] = (int)choice(9);
    if (choice(2)) g0 = (int)choice(9);
    if (gp && choice(2)) *gp = (int)choice(9);
    if (choice(4) == 0) gp = count ? kept[choice(count)] : &own;
#endif
}
int event(int n) { scribble(); return choice(2) ? n : (int)choice(6); }
void see(int *p) { keep(p); scribble(); }
void see_any(void *p) { keep(p); scribble(); }
void see_const(const int *p) { keep((int *)p); scribble(); }
void see_box(struct box *b) { keep(&b->n); keep(b->to); if (choice(3) == 0) b->to = &own; scribble(); }
void see_copy(struct box b) { keep(b.to); scribble(); }
void see_number(uintptr_t u) { keep((int *)u); scribble(); }
void see_distance(long d) { keep((int *)d); scribble(); }
void see_real(double d) { keep((int *)(uintptr_t)d); scribble(); }
void see_text(const char *s) { void *p; if (sscanf(s, \"%p\", &p) == 1) keep(p); scribble(); }
void see_many(int n, ...) { va_list l; va_start(l, n); while (n-- > 0) keep(va_arg(l, int *)); va_end(l); scribble(); }
int *get(void) { scribble(); return count && choice(3) ? kept[choice(count)] : &own; }
void call(void (*f)(void)) { scribble(); if (choice(2)) f(); }
void start(void) { entry(); }
";

struct Maker<'a> {
    rng: &'a mut Rng,
    text: Text,
    names: usize,
}

/// Variables in memory or out of it, as places and as addresses.
const PLACES: [(&str, &str); 9] = [
    ("l0", "&l0"),
    ("l1", "&l1"),
    ("la[1]", "&la[1]"),
    ("lb.n", "&lb.n"),
    ("s0", "&s0"),
    ("s1[2]", "&s1[2]"),
    ("sb.n", "&sb.n"),
    ("g0", "&g0"),
    ("*h", "h"),
];

impl<'a> Maker<'a> {
    fn new(rng: &'a mut Rng) -> Self {
        Maker {
            rng,
            text: Text::default(),
            names: 0,
        }
    }

    fn unit(mut self) -> String {
        for line in HEAD.lines() {
            self.text.line(line);
        }
        if self.rng.chance(10) {
            let (_, address) = PLACES[4 + self.rng.below(3)];
            self.text
                .line(format!("int *give(void) {{ return {address}; }}"));
        }
        self.text.open("void entry(void)");
        self.text
            .line("int l0 = 1, l1 = 2, la[2] = { 3, 4 }; struct box lb = { 5, 0 }; char t[40];");
        self.text
            .line("static int held = 6; int *h = &held; int *p = &l0; uintptr_t u = 0;");
        for _ in 0..1 + self.rng.below(3) {
            self.disturbance();
        }
        for _ in 0..1 + self.rng.below(3) {
            self.claim();
        }
        self.text.close();
        self.text.finish()
    }

    fn address(&mut self) -> &'static str {
        self.rng.pick(&PLACES).1
    }

    /// The address of something is shown, or not.
    fn disturbance(&mut self) {
        let (a, b) = (self.address(), self.address());
        let n = self.rng.between(0, 9);
        let line = match self.rng.below(36) {
            0..=7 => format!("event({n});"),
            8 => format!("see({a});"),
            9 => format!("see_any({a});"),
            10 => format!("see_const({a});"),
            11 => format!("lb.to = {a}; see_box(&lb);"),
            12 => format!("put(&lb, {a}); see_copy(lb);"),
            13 => format!("see_number((uintptr_t){a});"),
            14 => format!("see_number((uintptr_t){a} ^ 5 ^ 5);"),
            15 => format!("see_distance((char *){a} - (char *)0);"),
            16 => format!("see_real((double)(uintptr_t){a});"),
            17 => format!("sprintf(t, \"%p\", (void *){a}); see_text(t);"),
            18 => format!("see_many(2, {a}, {b});"),
            19 => format!("show({a});"),
            20 => format!("deep({a}, 2);"),
            21 => format!("shows({a});"),
            22 => format!("p = same({a}); see(p);"),
            23 => format!("p = pick({a}, {b}, event({n})); see(p);"),
            24 => format!("p = pass({a}); if (event({n})) see_any(p);"),
            25 => format!("sp = {a}; event({n}); see(sp);"),
            26 => format!("gp = {a}; event({n});"),
            27 => format!("outside = {a}; set(outside, {n});"),
            28 => format!("set({a}, {n}); l1 = deeper({b}, 2);"),
            29 => format!(
                "u = 0; for (int i = 0; i < 64; i++) if ((uintptr_t){a} >> i & 1) u |= (uintptr_t)1 << i; see_number(u);"
            ),
            30 => "call(bump);".to_owned(),
            31 => format!("p = get(); *p = {n};"),
            32 => format!("sb.to = {a}; see_copy(sb);"),
            33 => format!("memcpy(&lb.to, &(int *){{ {a} }}, sizeof lb.to); see_box(&lb);"),
            34 => format!("if ({a} == {b}) event({n});"),
            _ => format!("p = {a}; set(p, {n}); event({n});"),
        };
        self.text.line(line);
    }

    /// A value is written or read, something happens, the value is still there (or not).
    fn claim(&mut self) {
        let (place, _) = *self.rng.pick(&PLACES);
        let value = self.rng.between(10, 19);
        let n = self.names;
        self.names += 1;
        let written = self.rng.chance(60);
        match written {
            true => self.text.line(format!("{place} = {value};")),
            false => self.text.line(format!("int old{n} = {place};")),
        }
        for _ in 0..1 + self.rng.below(2) {
            self.disturbance();
        }
        match written {
            true => self.text.line(format!("assert({place} == {value});")),
            false => self.text.line(format!("assert({place} == old{n});")),
        }
    }
}
