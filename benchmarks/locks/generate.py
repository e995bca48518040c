#!/usr/bin/env python3
"""A program with n locks: each is taken if its flag is set, and checked before it is given back.

  generate.py N > locks.c
"""
import sys

n = int(sys.argv[1])
print("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void)\n{")
for i in range(n):
    print(f"    int p{i} = __VERIFIER_nondet_int(), l{i};")
print("    while (1) {\n        if (__VERIFIER_nondet_int() == 0)\n            return 0;")
for i in range(n):
    print(f"        l{i} = 0;")
for i in range(n):
    print(f"        if (p{i} != 0)\n            l{i} = 1;")
for i in range(n):
    print(f"        if (p{i} != 0) {{\n            if (l{i} != 1)\n                goto error;\n            l{i} = 0;\n        }}")
print("    }\nerror:\n    reach_error();\n    return 1;\n}")
