// Nobody knows whether a function without a body that does not return ends the program or goes on for ever.
//@ verdict: unknown
//@ args: --checks assertions,cleanup
//@ with FREED: proved
#include <stdlib.h>
extern _Noreturn void die(void);
int main(void) {
  int *p = malloc(sizeof *p);
#ifdef FREED
  free(p);
#endif
  die();
}
