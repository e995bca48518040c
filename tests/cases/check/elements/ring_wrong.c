// What a ring buffer holds: one is left out, or another changed.
//@ verdict: violated
//@ args: --timeout 60
#include <assert.h>
extern int input(void);
int main(void) {
  unsigned q[16];
  unsigned head = 0, count = 0;
  for (int i = 0; i < 16; i++) q[i] = 0;
  while (input()) {
    if (input()) {
      if (count < 16) { q[(head + count) % 16] = input() & 0x1ff; count++; }
    } else if (count) {
      unsigned v = q[head];
      assert(v <= 0xff);
      head = (head + 1) % 16;
      count--;
    }
  }
  return 0;
}
