//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART n != 2
#else
#define PART n != 1
#endif
int main(void) {
  int n = 0;
  char *name = "it";
  while (__VERIFIER_nondet_int()) {
    n = !n;
    printf("%d %s\ ", n, name);
    puts(name);
  }
  if (n != 0 && PART) reach_error();
  return 0;
}
