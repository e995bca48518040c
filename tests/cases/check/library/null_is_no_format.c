// A format is a text, too: null is none (C17 7.1.4), though glibc gives -1 for it.
//@ verdict: violated
//@ says: bad-argument
//@ with STREAM: violated
//@ with STORED: violated
//@ with GUARDED: proved
#include <stdio.h>
int main(int argc, char **argv) {
  const char *format = argc > 1 ? "%d\n" : 0;
#if defined STREAM
  fprintf(stderr, format, argc);
#elif defined STORED
  char text[16];
  snprintf(text, sizeof text, format, argc);
#elif defined GUARDED
  if (format) printf("%d\n", argc);
#else
  printf(format, argc);
#endif
  return 0;
}
