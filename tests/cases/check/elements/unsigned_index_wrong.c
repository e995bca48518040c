// An index without a sign, in structures: one is left out, or another changed.
//@ verdict: violated
//@ args: --timeout 60
#include <assert.h>
extern unsigned input(void);
struct pair { int x, y; } t[300];
int main(void) {
  unsigned n = input();
  if (n > 300) return 0;
  for (unsigned i = 0; i < n; i++) { t[i].x = 3; t[i ^ 1].y = 4; }
  for (unsigned i = 0; i < n; i++) assert(t[i].x == 3 && t[i].y == 4);
  return 0;
}
