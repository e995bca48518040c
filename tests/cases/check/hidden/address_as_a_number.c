// A variable whose address becomes a number is seen, whatever becomes of the number.
//@ verdict: proved
//@ engines: auto dash
//@ with NUMBER: unknown violated
//@ with DISTANCE: unknown violated
//@ with BITS: unknown violated
//@ with ROUNDED: unknown violated
//@ with ELEMENT: unknown violated
//@ with TRUTH: unknown violated
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
extern void see(uintptr_t u);
extern void see_distance(long d);
extern void see_real(double d);
extern void see_bytes(const unsigned char *b);
extern void event(void);
static const unsigned char bytes[256] = {1, 2, 3};
static void set(int *p) { *p = 1; }
int main(void) {
  int x = 0, y = 0;
  int *p = &x;
  set(p);
  uintptr_t u = 0;
#ifdef NUMBER
  see((uintptr_t)p);
#elif defined DISTANCE
  see_distance((char *)p - (char *)0);
#elif defined BITS
  for (int i = 0; i < 8 * (int)sizeof u; i++)
    if ((uintptr_t)p >> i & 1) u |= (uintptr_t)1 << i;
  see(u);
#elif defined ROUNDED
  see_real(fabs((double)(uintptr_t)p));
#elif defined ELEMENT
  see_bytes(bytes + ((uintptr_t)p & 255));
#elif defined TRUTH
  bool odd = ((uintptr_t)p >> 4 & 1) != 0;
  see(odd);
#else
  // Whether pointers are the same says nothing about where they lead.
  if (p != &y && p) see(u);
#endif
  event();
  assert(x == 1);
  return 0;
}
