// What another thread may do before an operation is a fault is not left out.
//@ verdict: violated
//@ with ARGUMENT: violated
//@ with HANDLE: violated
//@ with DIVISION: violated
//@ with TEXT: violated
//@ with RESULT: violated
//@ with JOIN: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
extern int printf(const char *, ...);
extern int puts(const char *);
static int x;
int y = 1, v;
int *p = &v;
char *s = "text";
void *nothing(void *unused) { return 0; }
void *run(void *unused) {
#if defined(ARGUMENT) || defined(HANDLE)
  pthread_t t[2];
  int zero = __VERIFIER_nondet_int(), at = 0;
  if (zero != 0) return 0;
#ifdef HANDLE
  at = zero + 5;
  zero = 1;
#endif
  x = 1;
  pthread_create(&t[at], 0, nothing, (void *)(long)(1 / zero));
#elif defined(DIVISION)
  printf("%d", 10 / y);
#elif defined(TEXT)
  puts(s);
#elif defined(RESULT)
  x = printf("a");
  x = 0;
#elif !defined(JOIN)
  printf("%d", *p);
#endif
#ifndef RESULT
  x = 1;
#endif
  return 0;
}
void *look(void *unused) {
  if (x == 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t t, u;
#ifdef JOIN
  pthread_create(&u, 0, look, 0);
#endif
  pthread_create(&t, 0, run, 0);
#ifdef JOIN
  pthread_join(t, (void **)8);
#elif defined(ARGUMENT) || defined(HANDLE) || defined(RESULT)
  if (x == 1) reach_error();
#else
  y = 0, p = 0, s = 0;
  if (x == 0 && x == 1) reach_error();
#endif
  return 0;
}
