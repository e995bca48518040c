// Objects lie anywhere: what a program does with their order is not proved.
//@ verdict: violated unknown
//@ engines: panda
//@ with OTHER: violated unknown
//@ with SIGNED: violated unknown
extern void reach_error(void);
int main(void) {
#ifdef SIGNED
  int x[2];
  long a = (long)&x[0], b = (long)&x[1];
  if (a > b) reach_error();
#else
  int x, y;
#ifdef OTHER
  if (&x > &y) reach_error();
#else
  if (&x < &y) reach_error();
#endif
#endif
  return 0;
}
