// C says that a null pointer stands behind the arguments (C11 5.1.2.2.1).
//@ verdict: proved
//@ with FURTHER: unknown violated
//@ with LAST: unknown violated
#include <assert.h>
int main(int argc, char **argv) {
#ifdef FURTHER
  argv++;
#endif
#ifdef LAST
  if (argc < 1) return 0;
  argc--;
#endif
  assert(argv[argc] == 0);
  return 0;
}
