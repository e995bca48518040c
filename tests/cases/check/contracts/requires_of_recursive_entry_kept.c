// An entry that calls itself with what it demands.
//@ verdict: proved
//@ engines: auto dash
//@ args: --entry down
#include <hatha.h>
int down(int n) {
  hatha_requires(n > 0);
  if (n > 7)
    return down(7);
  return n;
}
