// Each argument is a text: its first byte may be read. The pointer behind the last is null.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto dash
//@ with LAST: violated
#ifdef LAST
#define BEHIND <=
#else
#define BEHIND <
#endif
int main(int argc, char **argv) {
  int options = 0;
  for (int i = 1; i BEHIND argc; i++)
    if (argv[i][0] == '-') options++;
  return options > 0;
}
