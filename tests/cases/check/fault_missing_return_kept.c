// A result that is missing goes through memory before it decides anything.
//@ verdict: violated
//@ reason: missing-return
//@ engines: auto dash panda dart
static int kept;
static int read(int *p) { return *p; }
static int f(int n) {
  if (n != 7) return 1;
}
int main(void) {
  kept = f(7);
  return read(&kept) == 3;
}
