// What a function without a body was given once it may change at any later call, whichever way the
// address came to it: as an argument, in a structure, byte by byte, by a branch. A block may have been freed.
//@ verdict: violated unknown
//@ with IN_A_STRUCTURE: violated unknown
//@ with IN_BYTES: violated unknown
//@ with IN_A_BRANCH: violated unknown
//@ with A_BLOCK: violated unknown
//@ with OTHERS: proved
//@ engines: panda auto
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
struct holder {
  int *to;
  int number;
};
void take(int *), take_holder(struct holder *), take_byte(unsigned char);
void act(void);

int main(void) {
  int x = 0, y = 0;
  int *p = &x;
#ifdef IN_A_STRUCTURE
  struct holder h = {p, 1};
  take_holder(&h);
#elif defined IN_BYTES
  for (unsigned i = 0; i < sizeof p; i++)
    take_byte(((unsigned char *)&p)[i]);
#elif defined IN_A_BRANCH
  if ((unsigned long)p & 64)
    take_byte(1);
#elif defined A_BLOCK
  p = malloc(sizeof *p);
  take(p);
#elif defined OTHERS
  take(&y);
#else
  take(p);
#endif
  *p = 1;
  act();
  assert(*p == 1);
  return y > 0;
}
