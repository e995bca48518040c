// A jump back to the start of a block ends the life of its locals.
//@ verdict: violated
//@ with INSIDE: proved
int main(void) {
  int i = 0, *p = 0;
#ifdef INSIDE
  {
    int x;
  again:
    x = i;
    if (p && *p != i) return 1;
    p = &x;
    i++;
    if (i < 3) goto again;
  }
#else
again: {
  int x = i;
  if (p) return *p;
  p = &x;
}
  i++;
  if (i < 3) goto again;
#endif
  return 0;
}
