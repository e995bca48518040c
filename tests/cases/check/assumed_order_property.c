// With a property `abort` only ends the execution, and hides the call that the property names: gcc makes that one first.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_property.c:16:
//@ args: --property unreach-call.prp
extern void abort(void);
extern void reach_error(void);
static int error(void) {
  reach_error();
  return 0;
}
static int leave(void) { abort(); }
static int both(int a, int b) { return a + b; }
int main(void) {
  // A machine may call `error` first.
  return both(leave(), error());
}
