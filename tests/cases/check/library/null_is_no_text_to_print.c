// Null is no text (C17 7.21.6.1): compilers make `puts` of such a call, and that reads it.
//@ verdict: violated
//@ says: bad-argument
//@ args: --first
//@ with STORED: violated
//@ with GUARDED: proved
#include <stdio.h>
int main(int argc, char **argv) {
  const char *name = argc > 1 ? "somebody" : 0;
#if defined STORED
  char text[16];
  snprintf(text, sizeof text, "%s", name);
#elif defined GUARDED
  printf("%s\n", name ? name : "nobody");
#else
  printf("%s\n", name);
#endif
  return 0;
}
