// Where nothing is read or written, a stream is one nevertheless.
//@ verdict: violated
//@ with ITEMS: violated
//@ with BACK: violated
//@ with LINE: violated
//@ with GUARDED: proved
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc > 1 ? stdin : 0;
  char text[4];
#if defined ITEMS
  fwrite(text, 1, 0, f);
#elif defined BACK
  ungetc(-1, f);
#elif defined LINE
  fgets(text, 1, f);
#elif defined GUARDED
  if (f) setvbuf(f, 0, _IONBF, 0);
#else
  setvbuf(f, 0, _IONBF, 0);
#endif
  return 0;
}
