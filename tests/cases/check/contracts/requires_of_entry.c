// What an entry demands of its callers is assumed of it.
//@ verdict: proved
//@ engines: auto dash
//@ args: --entry quotient
//@ says: holds at the entry (hatha_requires at
#include <hatha.h>
int quotient(int a, int b) {
  hatha_requires(b > 0);
  int result = a / b;
  hatha_ensures(a < 0 || result >= 0);
  return result;
}
