// They are read wherever they go.
//@ verdict: violated
//@ with INSIDE: proved unknown
#include <unistd.h>
int main(void) {
  char text[4] = {0};
#ifdef INSIDE
  write(3, text, 4);
#else
  write(3, text, 100);
#endif
  return 0;
}
