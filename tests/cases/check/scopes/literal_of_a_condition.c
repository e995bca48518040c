// An `if` is a block of its own, in which a compound literal of its condition lives.
//@ verdict: violated
//@ reason: dangling
int main(void) {
  int *p;
  if ((p = &(int){1}, 1)) {
  }
  return *p;
}
