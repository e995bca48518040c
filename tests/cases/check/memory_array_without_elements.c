// Behind an array without elements a machine goes on, and writes past it: no proof leaves that out.
//@ verdict: unknown violated
//@ args: --property valid-memsafety.prp
static int first(int n) {
  int a[n];
  a[0] = 1;
  return a[0];
}
int main(void) { return first(0); }
