//@ verdict: proved
//@ with WRONG: violated
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int depth, most;
void dive(int n) {
  depth++;
  if (depth > most) most = depth;
  if (n > 0) dive(n - 1);
#ifdef WRONG
  if (n != 3) depth--;
#else
  depth--;
#endif
}
int main(void) {
  dive(__VERIFIER_nondet_uint() % 9);
  if (depth != 0) reach_error();
  return 0;
}
