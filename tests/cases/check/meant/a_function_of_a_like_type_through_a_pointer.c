// A pointer to functions that exchange values of the same sizes: numbers of another sign, other pointers, a definition in the old style.
//@ verdict: proved
//@ engines: auto dash
//@ with OLD_STYLE: proved
//@ with POINTERS: proved
//@ with UNUSED: proved
//@ with WRONG: violated
extern void reach_error(void);
static int state = 0;
#ifdef OLD_STYLE
typedef int (*call)(int);
static int is_five(x) int x; { return state = x == 5; }
#elif defined POINTERS
typedef int (*call)(const void *);
static int is_five(const int *x) { return state = *x == 5; }
#elif defined UNUSED
typedef void (*call)(int);
static int is_five(int x) { return state = x == 5; }
#else
typedef int (*call)(int);
static unsigned is_five(unsigned x) { return state = x == 5; }
#endif
int main(void) {
  call f = (call)is_five;
#ifdef POINTERS
  int n = 5;
  f(&n);
#elif defined WRONG
  f(4);
#else
  f(5);
#endif
  if (state != 1) reach_error();
  return 0;
}
