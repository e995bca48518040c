// A number that is reached through its own pointer is not walked away from.
//@ verdict: proved
//@ says-not: padding
struct item {
  char kind;
  int count;
};
static void add(int *count) { *count = 1; }
int main(void) {
  struct item it = {'a', 0};
  add(&it.count);
  return it.count - 1;
}
