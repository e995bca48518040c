// A list stays what it is while functions without a body are given other objects: its executions are
// followed. One that is given the list may change it.
//@ verdict: proved
//@ with GIVEN: violated
//@ engines: panda auto
//@ data-model: lp64
extern int __VERIFIER_nondet_int(void);
void lock(int *), unlock(int *, int);
void raise_level(int *);
struct item {
  struct item *next;
  int value;
};
static struct item *first;
static int guard;
static struct item a, b;

static void push(struct item *i) {
  int level;
  raise_level(&level);
  lock(&guard);
  i->next = first;
  first = i;
  unlock(&guard, level);
}

static struct item *pop(void) {
  int level;
  struct item *i;
  raise_level(&level);
  lock(&guard);
  i = first;
  if (i)
    first = i->next;
#ifdef GIVEN
  lock((int *)&first);
#endif
  unlock(&guard, level);
  return i;
}

int main(void) {
  struct item *i;
  push(&a);
  if (__VERIFIER_nondet_int())
    push(&b);
  while ((i = pop()))
    i->value = 1;
  return 0;
}
