// A call converts numbers to what the function takes, so a function of another type may be called.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ data-model: lp64
extern void reach_error(void);
typedef void (*on_long)(long);
static int state;
static void on_int(int x) { state = x; }
static void (*table[1])(int) = {on_int};
int main(void) {
  on_long f = (on_long)(void *)table[0];
  f(2);
  if (state == 2) reach_error();
  return 0;
}
