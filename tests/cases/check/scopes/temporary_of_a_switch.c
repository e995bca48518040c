// The structure that a call returns ends with the operand of the switch.
//@ verdict: violated
//@ reason: dangling
struct s { int a[2]; };
static struct s get(void) {
  struct s r = {{1, 2}};
  return r;
}
int main(void) {
  int *p;
  switch (*(p = get().a)) {
  case 1:
    return *p;
  }
  return 0;
}
