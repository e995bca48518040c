// It is stated that no pointer from outside leads to a function whose address these files do not take. This one's
// is taken, by a function that main does not call but other files may.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ data-model: lp64
extern void reach_error(void);
extern unsigned any(void);
extern void (*hook)(void);
static int failed;
static void g(void) {
  unsigned a = any(), b = any();
  for (int i = 0; i < 40; i++) {
    a = a * 1664525u + b;
    b ^= a >> 13;
  }
  // With the values 1 and 2.
  if (a == 3475226627u && b == 323986u) failed = 1;
}
void (*give(void))(void) { return g; }
int main(void) {
  hook();
  if (failed) reach_error();
}
