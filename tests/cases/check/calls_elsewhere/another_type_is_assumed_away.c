// A function of another type is not called through a pointer, which is said.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ says: `on_int` is not called through pointers to functions of another type
//@ data-model: lp64
extern void reach_error(void);
extern void (*find(void))(long);
static int state;
static void on_int(int x) { state = x; }
static void (*own)(int) = on_int;
int main(void) {
  void (*f)(long) = find();
  state = 1;
  if (f) f(2);
  if (state != 1) reach_error();
  own(1);
  return 0;
}
