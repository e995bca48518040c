// A static variable is hidden if no procedure of the file gives its address away, called or not.
//@ verdict: proved
//@ engines: auto dash
//@ with RETURNED: unknown violated
//@ with IN_A_TABLE: unknown violated
//@ with GIVEN_ELSEWHERE: unknown violated
//@ with VISIBLE: unknown violated
#include <assert.h>
struct mode { int now, last; };
#ifndef VISIBLE
static
#endif
struct mode mode;
extern int event(void);
extern void see(struct mode *m);
#ifdef RETURNED
struct mode *current(void) { return &mode; }
#elif defined IN_A_TABLE
struct mode *modes[1] = {&mode};
#elif defined GIVEN_ELSEWHERE
void elsewhere(void) { see(&mode); }
#endif
static void advance(struct mode *m) {
  m->last = m->now;
  m->now = (m->now + 1) % 4;
}
int main(void) {
  while (event() != 0) {
    advance(&mode);
    assert(mode.now >= 0 && mode.now < 4 && mode.last >= 0 && mode.last < 4);
  }
  return 0;
}
