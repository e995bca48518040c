// What a call returns lives until the end of the full expression, and so does an array in it.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ engines: auto dash
struct three {
  int a[3];
};
static struct three numbers(void) {
  struct three v = {{1, 2, 3}};
  return v;
}
int main(void) {
#ifdef SAFE
  int second = numbers().a[1];
#else
  int *kept = numbers().a;
  int second = kept[1];
#endif
  return second - 2;
}
