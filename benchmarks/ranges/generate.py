#!/usr/bin/env python3
"""Prints a C program of about N lines: bounded loops one after the other, with assertions that
ranges of variables prove. `docs/results/checks.md` measures how the engine `intervals` grows on it."""

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

print("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int t = 0;")
for k in range(int(sys.argv[1]) // 10):
    print(PART.format(k=k, most=k % 50 + 10, other=k % 7, rounds=k % 20 + 5))
print("  assert(t < 1024);\n  return t;\n}")
