// Arguments that mostly do not matter are looked at, as glibc does.
//@ verdict: violated
//@ args: --first
//@ with STATE: violated
//@ with ZONE: proved
//@ with KNOWN: proved
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <wchar.h>
int main(void) {
#if defined STATE
  mbstate_t *state = calloc(1, sizeof *state);
  if (!state) return 0;
  free(state);
  char text[16];
  return (int)wcrtomb(text, L'a', state);
#elif defined ZONE
  struct timeval now;
  struct timezone zone;
  if (gettimeofday(&now, &zone)) return 0;
  return 10 / (zone.tz_minuteswest + 1);
#elif defined KNOWN
  char text[1];
  strerror_r(2, text, 50);
  return 0;
#else
  char text[1];
  strerror_r(99999, text, 50);
  return 0;
#endif
}
