// A procedure that writes memory is copied, one that does not stands once.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --summaries --no-generalise --checks assertions
extern void reach_error(void);
void set(int *p, int x) { *p = x; }
int twice(int x) { return x + x; }
int main(void) {
  int y;
#ifdef WRONG
  set(&y, 3);
#else
  set(&y, 4);
#endif
  if (twice(y) != 8) reach_error();
  return 0;
}
