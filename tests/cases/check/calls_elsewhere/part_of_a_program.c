// In a part of a program, a pointer from outside may lead to whatever other files can name.
//@ verdict: violated unknown
//@ args: --entry run --checks assertions
//@ data-model: lp64
#include <assert.h>
int state;
void change(void) { state = 2; }
void run(void (*f)(void)) {
  state = 1;
  if (f) f();
  assert(state == 1);
}
