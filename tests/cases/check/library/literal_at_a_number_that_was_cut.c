// The address of a literal that was a narrower number on the way leads elsewhere.
//@ verdict: violated
//@ data-model: lp64
//@ with WIDE: proved
#include <stdio.h>
int main(void) {
#ifdef WIDE
  puts((char *)(unsigned long)"hello");
#else
  puts((char *)(unsigned long)(unsigned char)(unsigned long)"hello");
#endif
  return 0;
}
