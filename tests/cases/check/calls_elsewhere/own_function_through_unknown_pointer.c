// A function whose address is taken may be what a pointer from outside leads to.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ data-model: lp64
extern void reach_error(void);
struct device { int (*start)(struct device *); };
extern struct device *find(void);
extern void offer(struct device *);
static int state;
static int start(struct device *d) { state = 2; return d != 0; }
static struct device own = {start};
int main(void) {
  offer(&own);
  struct device *d = find();
  if (d && d->start) {
    state = 1;
    d->start(d);
    if (state != 1) reach_error();
  }
  return 0;
}
