// The structure that a call returns ends with the condition of the loop.
//@ verdict: violated
//@ reason: dangling
struct s { int a[2]; };
static struct s get(void) {
  struct s r = {{1, 2}};
  return r;
}
int main(void) {
  int *p;
  do {
  } while ((p = get().a, 0));
  return *p;
}
