/* The ring buffer with a slip: the oldest byte is looked for behind the end of the buffer. */
//@ verdict: violated
//@ reason: out-of-bounds
//@ args: --checks arithmetic
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 4 };

struct ring {
  int head;  /* the oldest byte */
  int count; /* how many there are */
  unsigned char data[SIZE];
};

static int put(struct ring *r, unsigned char byte) {
  if (r->count == SIZE) return 0;
  r->data[(r->head + r->count) % SIZE] = byte;
  r->count++;
  return 1;
}

static int get(struct ring *r, unsigned char *byte) {
  if (r->count == 0) return 0;
  *byte = r->data[r->head];
  r->head = r->head + 1;
  r->count--;
  return 1;
}

int main(void) {
  struct ring r = {0, 0, {0}};
  unsigned char byte = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&r, __VERIFIER_nondet_uchar());
    else get(&r, &byte);
    assert(0 <= r.count && r.count <= SIZE);
  }
  return byte;
}
