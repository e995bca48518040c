//! Programs that call plain functions of the C library with few inputs.

use super::super::text::Choices;
use super::assembled;
use crate::rng::Rng;

const HEADS: [&str; 10] = [
    "#include <assert.h>",
    "#include <ctype.h>",
    "#include <limits.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "unsigned __VERIFIER_nondet_uint(void);",
    "static int up(const void *a, const void *b) { return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b); }",
    "static int sign(int n) { return (n > 0) - (n < 0); }",
    "static int offset(const char *s, const char *at) { return at ? (int)(at - s) : -1; }",
];

/// Expressions over the string `s` (up to five characters), numbers `a`, `b`, the buffer `t`.
const CALLS: [&str; 62] = [
    "strlen(s)",
    "sign(strcmp(s, W))",
    "sign(strncmp(s, W, a & 3))",
    "offset(s, strchr(s, C))",
    "offset(s, strrchr(s, C))",
    "offset(s, strchr(s, 0))",
    "offset(s, strstr(s, W))",
    "strspn(s, W)",
    "strcspn(s, W)",
    "offset(s, strpbrk(s, W))",
    "offset(s, memchr(s, C, a & 3))",
    "sign(memcmp(s, W, 2))",
    "atoi(s)",
    "atol(s)",
    "strtol(s, &end, 0) * 10 + (end - s)",
    "strtol(s, &end, 10) * 10 + (end - s)",
    "strtol(s, &end, 16) + 100 * (end - s)",
    "strtoul(s, &end, 8) + 100 * (end - s)",
    "strtoll(s, &end, 36) + 10 * (end - s)",
    "toupper(a)",
    "tolower(a)",
    "!!isalpha(a)",
    "!!isdigit(a)",
    "!!isspace(a)",
    "!!isupper(a)",
    "!!ispunct(a)",
    "!!isprint(a)",
    "!!isxdigit(a)",
    "!!iscntrl(a)",
    "!!isalnum(a)",
    "!!isgraph(a)",
    "abs((int)a - 9)",
    "labs(3L - (long)a)",
    "div((int)a - 9, 4).quot",
    "div((int)a - 9, 4).rem",
    "ldiv((long)a - 9, -3).rem",
    "snprintf(t, sizeof t, F, (int)a - 3)",
    "snprintf(t, a & 7, F, (int)b)",
    "sprintf(t, F, (int)a)",
    "snprintf(t, sizeof t, \"%s|%5s|%.2s\", s, s, s)",
    "snprintf(t, sizeof t, \"%c%%%-4d|\", 'a' + (a & 3), b)",
    "snprintf(t, sizeof t, \"%ld %lu\", (long)a - 5, (unsigned long)b)",
    "snprintf(t, sizeof t, \"%hhd %hu\", (signed char)(a * 9), (unsigned short)b)",
    "snprintf(t, sizeof t, \"%*d\", (int)(a & 7), b)",
    "snprintf(t, sizeof t, \"%.*s\", (int)(a & 3), s)",
    "sscanf(s, \"%d\", &n) * 100 + n",
    "sscanf(s, \"%x\", (unsigned *)&n) * 100 + n",
    "sscanf(s, \"%1d%c\", &n, t) * 100 + n",
    "sscanf(s, \"%2s\", t)",
    "offset(t, strncpy(t, s, a & 7))",
    "offset(t, strcat(strcpy(t, s), W))",
    "offset(t, strncat(strcpy(t, W), s, a & 3))",
    "offset(s, strtok(s, W))",
    "offset(t, memmove(t + 1, t, a & 7))",
    "offset(t, memset(t, a, b & 7))",
    "__builtin_popcount(a * 5)",
    "__builtin_clz(a | 1)",
    "__builtin_ctz(a | 16)",
    "__builtin_bswap32(a) >> 16",
    "__builtin_add_overflow((signed char)(a * 3), (signed char)b, &small)",
    "__builtin_mul_overflow((int)a - 4, 0x20000000, &n)",
    "strnlen(s, a & 3)",
];

const FORMATS: [&str; 18] = [
    "%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%o", "%#o", "%u", "%5.3d", "%.0d",
    "%X", "%i", "%-+4d|", "%08x", "%c",
];

/// A program, and what its claim is about.
pub fn program(rng: &mut Rng, (calls, bits): (usize, usize)) -> (String, String) {
    let mask = (1u64 << bits) - 1;
    let mut body: Vec<String> = (0..calls)
        .map(|n| format!("unsigned i{n} = __VERIFIER_nondet_uint() & {mask};"))
        .collect();
    let second = if calls > 1 { "i1" } else { "(i0 >> 2)" };
    body.push(format!("unsigned a = i0, b = {second};"));
    body.push(
        "int n = 7; signed char small = 0; char t[24] = \"0123456\"; char *end = 0;".to_owned(),
    );
    let letters = rng.word(&["ab1c", "12 -", "0x7f", " \\t+9", "aAbB", "9a0."]);
    let picks: Vec<String> = (0..4)
        .map(|k| match rng.below(3) {
            0 => format!("\"{letters}\"[(a >> {k}) & 3]"),
            1 => format!("\"{letters}\"[b & 3]"),
            _ => format!("\"{letters}\"[{}]", rng.below(4)),
        })
        .collect();
    body.push(format!("char s[6] = {{ {}, 0 }};", picks.join(", ")));
    if rng.chance(50) {
        body.push(format!(
            "s[{}] = 0;",
            rng.word(&["a & 3", "b & 3", "2", "0"])
        ));
    }
    body.push("long long v = 0;".to_owned());
    for _ in 0..1 + rng.below(2) {
        let call = rng.word(&CALLS);
        let word = rng.word(&["a", "ab", "1", "b1", "0x", "", "ba"]);
        let call = call.replace('W', &format!("\"{word}\""));
        let call = call.replace("F,", &format!("\"{}\",", rng.word(&FORMATS)));
        let call = match call.contains("C)") || call.contains("C,") {
            true => call.replace('C', &format!("'{}'", rng.word(&["a", "b", "1", "0", " "]))),
            false => call,
        };
        body.push(format!("v = v * 3 + {call};"));
    }
    if rng.chance(20) {
        body.push("int z[4] = { b, 2, a, 1 }; qsort(z, 4, sizeof(int), up); v += z[1];".to_owned());
        if rng.chance(50) {
            body.push(
                "int *found = bsearch(&n, z, 4, sizeof(int), up); v += found ? found - z : 9;"
                    .to_owned(),
            );
        }
    }
    if rng.chance(40) {
        body.push("for (unsigned k = 0; k < 8; k++) v = v * 5 + (unsigned char)t[k];".to_owned());
    }
    let claimed = rng.word(&["v", "v & 255", "v % 7"]);
    let text = assembled(&HEADS, &body).replace("int argc, char **argv", "void");
    (text, claimed.to_owned())
}
