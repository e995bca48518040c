// A pointer into an array is compared and subtracted.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[6];
#ifdef WRONG
#define MOST 2
#else
#define MOST 3
#endif
int main(void) {
  char text[] = "abc";
  int i, n = 0;
  for (i = 0; text[i]; i++) n += text[i] == 'b' ? 1 : 0;
  int k = __VERIFIER_nondet_int();
  int *p = &table[k & 3];
  *p = n;
  if (p < table || p - table > MOST || *p != 1 || table[5]) reach_error();
  return 0;
}
