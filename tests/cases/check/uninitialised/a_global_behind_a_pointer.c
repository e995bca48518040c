// A queue in a global, used through a pointer: its bytes have values from the start on.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: auto dash
#include <assert.h>
extern unsigned char received(void);
struct queue {
  unsigned char data[16];
  unsigned char head, tail, count;
};
#ifndef WRONG
static struct queue shared;
#endif
static int put(struct queue *q, unsigned char b) {
  if (q->count == 16) return 0;
  q->data[q->head] = b;
  q->head = (q->head + 1) % 16;
  q->count++;
  return 1;
}
static int take(struct queue *q) {
  if (q->count == 0) return -1;
  unsigned char b = q->data[q->tail];
  q->tail = (q->tail + 1) % 16;
  q->count--;
  return b == 'x';
}
int main(void) {
#ifdef WRONG
  struct queue shared;
  shared.head = shared.tail = 0;
  shared.count = 1;
#endif
  for (;;) {
    int was = take(&shared);
    put(&shared, received());
    assert(was <= 1 && shared.count <= 16);
  }
}
