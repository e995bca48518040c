// A call of main passes what it likes.
//@ verdict: violated
int main(int argc, char **argv) {
  char *none[2] = {0, 0};
  if (argc == 7) return argv[1][0];
  return argc == 1 ? main(7, none) : 0;
}
