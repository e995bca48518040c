// A property states that the program is whole, and the answer says so.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ says: no pointer from outside leads to a global
//@ data-model: lp64
extern void reach_error(void);
extern int *pointer(void);
int g;
int main(void) {
  int *p = pointer();
  if (!p) return 0;
  g = 1;
  *p = 2;
  if (g != 1) reach_error();
  return 0;
}
