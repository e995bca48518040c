// What a number leads to that was computed from an address depends on where objects lie: every run
// says whether it leads into the object that it was computed from.
//@ verdict: violated
//@ engines: auto dart
//@ args: --first
//@ data-model: lp64
static int g;
int main(void) {
  char *q = (char *)((unsigned long)&g & ~0xfffful);
  if (q[0] == 'q') return 1;
  return 0;
}
