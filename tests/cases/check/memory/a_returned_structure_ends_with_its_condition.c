// The condition of a loop is a full expression: what a call returned in it ends before the body.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
struct three {
  int a[3];
};
static struct three numbers(int n) {
  struct three v = {{n, 2, 3}};
  return v;
}
int main(void) {
  int *kept, sum = 0;
  for (int i = 0; (kept = numbers(i).a)[0] < 2; i++) {
#ifdef SAFE
    sum += i;
#else
    sum += kept[0];
#endif
  }
  return sum - 1;
}
