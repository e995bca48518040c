// A pointer that walks over an argument and stops at its end stays inside.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto
//@ with TWO: violated
#ifdef TWO
#define STEP 2
#else
#define STEP 1
#endif
int main(int argc, char **argv) {
  int comma = 0;
  if (argc < 2) return 0;
  for (char *p = argv[1]; *p; p += STEP)
    if (*p == ',') comma = 1;
  return comma;
}
