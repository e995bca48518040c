// The same for blocks and for parts of objects.
//@ verdict: violated
//@ says: not on
//@ says-not: depends on where objects lie
//@ args: --rule on_off.slic
#include <stdlib.h>
struct pair { int first, second; };
void on(void *p) { (void)p; }
void off(void *p) { (void)p; }
int main(void) {
  struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  on(&q->second);
  on(&p->first);
  off(&p->second);
  return 0;
}
