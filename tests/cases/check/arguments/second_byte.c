// An argument may be empty: its second byte may be read only if the first is not its end.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto dash
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  return argv[1][0] == '-' && argv[1][1] == 'x';
}
