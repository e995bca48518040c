// The same of a pointer of which two bytes are overwritten.
//@ verdict: violated
//@ engines: auto dart
//@ args: --first
static int g[4];
static int *p = g;
int main(void) {
  short *w = (short *)&p;
  w[0] = 0;
  if (p[0] == 'q') return 1;
  return 0;
}
