// A promise that does not hold.
//@ verdict: violated
//@ engines: auto dash
//@ args: --entry next
#include <hatha.h>
unsigned next(unsigned n) {
  unsigned result = n + 1;
  hatha_ensures(result > n);
  return result;
}
