// By default only the whole array counts.
//@ verdict: proved
//@ with WRONG: violated
static int a[2][3];
int main(void) {
#ifdef WRONG
  return a[1][3];
#else
  return a[0][3];
#endif
}
