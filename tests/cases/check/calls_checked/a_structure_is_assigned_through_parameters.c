// Two structures of one type that pointers from outside lead to are the same or lie apart.
//@ verdict: proved
//@ says: two structures of one type do not overlap in part
//@ args: --entry copy
//@ with BYTES: unknown violated
struct S { int a[6]; };
#ifdef BYTES
void copy(struct S *to, char *from) { if (to && from && to->a[0] == from[0]) *to = *(struct S *)from; }
#else
void copy(struct S *to, const struct S *from) {
  if (to && from) *to = *from;
}
#endif
