//@ verdict: proved
// A function of the program's own means what it says.
static int failed;
void assert(int holds) {
  if (!holds)
    failed = 1;
}
int main(void) {
  assert(0);
  if (!failed)
    __builtin_trap();
  return 0;
}
