// A number has no provenance: where it becomes a pointer it leads to what lives there then.
//@ verdict: proved unknown
//@ args: --timeout 8
//@ engines: panda dart
//@ with WRONG: violated
//@ with STALE: violated
//@ with PUNNED: proved unknown
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
union either {
  int *p;
  uintptr_t u;
};
int main(void) {
  int *p = malloc(sizeof *p);
  uintptr_t u = (uintptr_t)p;
  free(p);
  int *q = malloc(sizeof *q);
  if ((uintptr_t)q == u) {
#if defined(STALE)
    *p = 1;
#elif defined(PUNNED)
    union either e;
    e.u = u;
    *e.p = 1;
#else
    *(int *)u = 1;
#endif
#ifdef WRONG
    assert(*q == 0);
#else
    assert(*q == 1);
#endif
  }
  free(q);
  return 0;
}
