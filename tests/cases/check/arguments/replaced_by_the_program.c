// What the program stores among the arguments is none of them any more.
//@ verdict: violated
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  argv[1] = 0;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-') return 1;
  return 0;
}
