// An operand with a loop that is seen to end hides nothing of the other one.
//@ verdict: proved
//@ says-not: assuming
static int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s = (s + i) & 255;
  return s;
}
static int both(int a, int b) { return a == b; }
int main(void) {
  int x = 3;
  return both(sum(5), 10 / x);
}
