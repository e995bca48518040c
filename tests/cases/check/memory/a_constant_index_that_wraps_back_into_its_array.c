// A constant index whose distance wraps around is no index of the array either.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ data-model: lp64 ilp32
static int a[10][4];
int main(void) {
#ifdef SAFE
  return a[9][3] + (&a[9][3])[(unsigned long)-1];
#else
  return a[1][(~0ul >> 2) + 1];
#endif
}
