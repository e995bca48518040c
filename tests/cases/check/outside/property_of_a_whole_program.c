// A program that is whole needs no statement.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ says-not: assuming
//@ data-model: lp64
extern void reach_error(void);
int g;
int main(void) {
  g = 1;
  if (g != 1) reach_error();
  return 0;
}
