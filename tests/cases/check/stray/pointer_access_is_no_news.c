// An address that is only accessed is a matter of the access.
//@ verdict: violated
//@ args: --checks +pointer
//@ reason: out-of-bounds
int a[10];
int main(int argc, char **argv) {
  if (argc < 12 || argc > 15) return 0;
  return a[argc];
}
