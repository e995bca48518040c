// The members of a global structure that functions change through a pointer.
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
extern int __VERIFIER_nondet_int(void);
struct ring { int head, tail, count; int data[16]; } r;
static int put(struct ring *q, int v) {
  if (q->count == 16) return 0;
  q->data[q->tail] = v;
#ifdef WRONG
  q->tail = (q->tail + 1) % 17;
#else
  q->tail = (q->tail + 1) % 16;
#endif
  q->count++;
  return 1;
}
static int get(struct ring *q) {
  if (q->count == 0) return -1;
  int v = q->data[q->head];
  q->head = (q->head + 1) % 16;
  q->count--;
  return v;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&r, 1);
    else get(&r);
  }
  return 0;
}
