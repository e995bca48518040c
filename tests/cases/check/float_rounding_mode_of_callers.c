// A function that somebody calls may be called in any rounding mode; that it is the usual one is told.
//@ verdict: proved
//@ says: floating operations round to nearest when `half` is called
//@ args: --entry half
#include <assert.h>
float half(float x) {
  if (x >= 1.0f && x <= 2.0f) assert(x * 0.5f <= 1.0f);
  return x * 0.5f;
}
