// The check of an argument is stricter than any fault: what the program runs into is blamed.
//@ verdict: violated
//@ reason: division-by-zero
//@ args: --list-checks
//@ says: violated    quotient#division-by-zero-1
//@ says: unknown     main#misaligned-1
//@ with SAFE: proved
static int quotient(int *unused, int n) { return 10 / n; }
int main(void) {
  _Alignas(int) char bytes[8] = {0};
#ifdef SAFE
  return quotient((int *)(bytes + 4), 2);
#else
  return quotient((int *)(bytes + 1), 0);
#endif
}
