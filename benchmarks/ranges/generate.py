#!/usr/bin/env python3
"""Prints a C program of about N lines: bounded loops one after the other, with assertions that
ranges of variables prove. With a second argument `calls`, each loop is a function of its own that
calls the next one twice, in chains of 20: copies of them would be a million. `docs/results/checks.md`
measures how the engine `intervals` grows on both."""

import sys

PART = """\
  {{ int x{k} = __VERIFIER_nondet_int(), s{k} = 0;
    if (x{k} < 0 || x{k} > {most}) x{k} = {other};
    for (int i = 0; i < {rounds}; i++) {{
      if (x{k} > i) s{k} = (s{k} + x{k}) % 1000;
      else s{k} = s{k} / 2;
      assert(i < {rounds});
    }}
    assert(s{k} >= 0 && s{k} < 1000);
    t = (t ^ s{k}) & 1023;
  }}"""

FUNCTION = """\
static int f{k}(int x) {{
  int s = 0;
  if (x < 0 || x > {most}) x = {other};
  for (int i = 0; i < {rounds}; i++) {{
    if (x > i) s = (s + x) % 1000;
    assert(i < {rounds});
  }}
  assert(s >= 0 && s < 1000);
  return {rest};
}}"""

CHAIN = 20


def numbers(k):
    return {"k": k, "most": k % 50 + 10, "other": k % 7, "rounds": k % 20 + 5}


def calls(count):
    print("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);")
    for k in reversed(range(count)):
        is_last = k % CHAIN == CHAIN - 1 or k == count - 1
        rest = "s" if is_last else "(f{0}(s) + f{0}(x)) % 1000".format(k + 1)
        print(FUNCTION.format(rest=rest, **numbers(k)))
    print("int main(void) {\n  int t = 0;")
    for k in range(0, count, CHAIN):
        print(f"  t = f{k}(__VERIFIER_nondet_int());\n  assert(t >= 0 && t < 1000);")
    print("  return t;\n}")


def loops(count):
    print("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int t = 0;")
    for k in range(count):
        print(PART.format(**numbers(k)))
    print("  assert(t < 1024);\n  return t;\n}")


if sys.argv[2:] == ["calls"]:
    calls(int(sys.argv[1]) // 10)
else:
    loops(int(sys.argv[1]) // 10)
