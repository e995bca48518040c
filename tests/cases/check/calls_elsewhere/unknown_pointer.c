// A pointer from outside leads to none of the functions here, whose addresses nobody takes.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ says: no pointer from outside leads to a global or a function
//@ data-model: lp64
extern void reach_error(void);
struct device { int (*start)(struct device *); };
extern struct device *find(void);
static int state;
static int helper(struct device *d) { state = 2; return d != 0; }
int main(void) {
  struct device *d = find();
  if (helper(d) && d->start) {
    state = 1;
    d->start(d);
    if (state != 1) reach_error();
  }
  return 0;
}
