// A call that C leaves undefined is a fault, whoever is asked.
//@ verdict: violated
//@ engines: all
//@ reason: bad-call
//@ with AS_NARROW: violated
//@ with RESULT: violated
//@ data-model: lp64
extern void reach_error(void);
#ifdef AS_NARROW
typedef int (*narrow)(signed char);
static int is_five(int x) { return x == 5; }
#elif defined RESULT
typedef long (*narrow)(int);
static int is_five(int x) { return x == 5; }
#else
typedef int (*narrow)(int);
static int is_five(long x) { return x == 5; }
#endif
int main(void) {
  narrow f = (narrow)is_five;
  if (f(5) != 1) reach_error();
  return 0;
}
