// Two watched calls are operands: gcc makes the second one first, which breaks the rule.
//@ verdict: proved
//@ says: from left to right
//@ says: the_order_of_watched_calls.c:11:
//@ args: --rule on_off.slic
void on(void *p) { (void)p; }
void off(void *p) { (void)p; }
static int both(int a, int b) { return a + b; }
int x;
int main(void) {
  return both((on(&x), 1), (off(&x), 2));
}
