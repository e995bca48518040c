// glibc gives a constructor the arguments of main, other systems do not.
//@ verdict: unknown
//@ reason: constructor with parameters (`first`)
//@ engines: auto dash dart panda
__attribute__((constructor)) static void first(int argc, char **argv) {
  if (argc > 1) argv[1][0] = 'q';
}
int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'q'; }
