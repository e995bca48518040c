//! Small programs whose safety hangs on one bound, each with a twin in which the bound is wrong. Proofs of
//! them speak of sizes, distances and bounds, so there is something to forge.

use super::Context;
use super::case::Case;
use super::text::Choices;
use crate::rng::Rng;

/// A program with the words `SIZE` and `BOUND`: with `BOUND` = `SIZE` + `safe` no run has a fault, with
/// `SIZE` + `wrong` one has. `x` is an input below 16, and `SIZE` is from 3 to 9.
struct Template {
    safe: i64,
    wrong: i64,
    head: &'static str,
    body: &'static str,
}

const TEMPLATES: [Template; 14] = [
    template(
        0,
        1,
        "",
        "int a[SIZE]; for (int i = 0; i < BOUND; i++) a[i] = i;",
    ),
    template(
        0,
        1,
        "",
        "int *p = malloc(SIZE * sizeof *p); for (int i = 0; i < BOUND; i++) p[i] = i; free(p);",
    ),
    template(0, 1, "char t[SIZE];", "if (x < BOUND) t[x] = 1;"),
    template(
        0,
        1,
        "",
        "int a[SIZE]; int *end = a + BOUND; for (int *p = a; p < end; p++) *p = 0;",
    ),
    template(
        0,
        1,
        "struct list { int used; int item[SIZE]; }; static void add(struct list *l, int v) { if (l->used < BOUND) l->item[l->used++] = v; }",
        "struct list *l = malloc(sizeof *l); l->used = 0; for (unsigned i = 0; i < x; i++) add(l, i); free(l);",
    ),
    template(0, -1, "", "int y = 100 / (int)(x % SIZE - BOUND);"),
    template(0, -1, "", "int y = 2147483647 - BOUND; y += x % SIZE + 1;"),
    template(0, 1, "", "unsigned y = 1u << (x % SIZE + 32 - BOUND);"),
    template(
        0,
        -1,
        "",
        "char *p = malloc(1); unsigned y = x % SIZE; if (y >= BOUND) free(p); *p = 1; if (y < BOUND) free(p);",
    ),
    template(
        0,
        -1,
        "static int get(const int *p, unsigned n, unsigned i) { return i < n ? p[i] : -1; }",
        "int *p = calloc(BOUND, sizeof *p); int y = get(p, SIZE, x); free(p);",
    ),
    template(
        0,
        -1,
        "static int g[2]; static int *at(unsigned i) { return i < BOUND ? g : 0; }",
        "*at(x % SIZE) = 1;",
    ),
    template(
        -1,
        0,
        "",
        "char t[SIZE]; unsigned n = 0; while (n < BOUND && n <= x) t[n++] = 'a'; t[n] = 0; for (char *p = t; *p; p++) n--;",
    ),
    template(
        0,
        1,
        "",
        "short a[SIZE][2]; short *p = &a[0][0]; for (unsigned i = 0; i < 2 * BOUND; i++) p[i] = x;",
    ),
    template(
        0,
        1,
        "",
        "char a[SIZE], b[SIZE + 3]; memset(b, 0, sizeof b); memcpy(a, b, x < 8 ? BOUND : 1);",
    ),
];

const fn template(safe: i64, wrong: i64, head: &'static str, body: &'static str) -> Template {
    Template {
        safe,
        wrong,
        head,
        body,
    }
}

/// A program without a fault, and the text of a twin that should have one.
pub fn pair(rng: &mut Rng, context: &Context) -> (Case, String) {
    let template = rng.pick(&TEMPLATES);
    let size = rng.between(3, 9);
    let model = *rng.pick(&context.models);
    let mut case = Case::program(model, template.text(size, size + template.safe));
    case.native = vec!["-DCALLS=1".to_owned(), "-DBITS=4".to_owned()];
    (case, template.text(size, size + template.wrong))
}

impl Template {
    fn text(&self, size: i64, bound: i64) -> String {
        let text = format!(
            "#include <stdlib.h>\n#include <string.h>\nunsigned __VERIFIER_nondet_uint(void);\n{}\n\
             int main(void) {{\n    unsigned x = __VERIFIER_nondet_uint() & 15;\n    {}\n    return 0;\n}}\n",
            self.head,
            self.body.replace("; ", ";\n    ")
        );
        text.replace("SIZE", &size.to_string())
            .replace("BOUND", &bound.to_string())
    }
}
