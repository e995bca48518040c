//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern void reach_error(void);
int depth;
void (*hook)(int);
void visit(int n) {
  depth++;
  if (n > 0) hook(n - 1);
#ifndef WRONG
  depth--;
#endif
}
int main(void) {
  hook = visit;
  hook(2);
  if (depth != 0) reach_error();
  return 0;
}
