// The program is so large with its copies that procedures without checks are not looked into at first. `next` decides
// what the mode is, `work` nothing: only the first is worth a copy, although both are called.
//@ verdict: proved
//@ engines: dash
//@ args: --checks assertions
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int mode, calls[4], at;
unsigned turns;
#define FOUR(x) x x x x
#define MANY(x) FOUR(FOUR(FOUR(FOUR(x))))
static void work(void)
{
  MANY(if (turns > 7) turns -= 3; else turns += 2;)
}
static int is_called(int up)
{
  if (!up) {
    if (at > 0 && calls[0]) return 1;
    if (at > 1 && calls[1]) return 1;
    if (at > 2 && calls[2]) return 1;
  } else {
    if (at < 3 && calls[3]) return 1;
    if (at < 2 && calls[2]) return 1;
    if (at < 1 && calls[1]) return 1;
  }
  return 0;
}
static int next(int m)
{
  switch (m) {
  case 0: return is_called(1) ? 1 : is_called(0) ? 2 : 0;
  case 1: return is_called(1) ? 1 : 0;
#ifdef WRONG
  case 2: return is_called(0) ? 3 : 0;
#else
  case 2: return is_called(0) ? 2 : 0;
#endif
  case 3: return 3;
  case 4: return 5;
  case 5: return 4;
  case 6: return 7;
  case 7: return 6;
  default: return m;
  }
}
int main(void)
{
  while (1) {
    int floor = __VERIFIER_nondet_int();
    if (floor >= 0 && floor < 4) calls[floor] = 1;
    work(); work(); work(); work(); work(); work(); work(); work();
    mode = next(mode);
    if (mode == 1 && at < 3) at++;
    if (mode == 2 && at > 0) at--;
    calls[at] = 0;
    if (mode > 2 || mode < 0) reach_error();
  }
}
