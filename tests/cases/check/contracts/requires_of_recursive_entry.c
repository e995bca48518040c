// Only the first invocation of an entry is given what it demands: its own calls are checked.
//@ verdict: violated
//@ engines: auto dash
//@ args: --entry down
#include <hatha.h>
int down(int n) {
  hatha_requires(n > 0);
  if (n == 7)
    return down(n - 7);
  return n;
}
