// A structure that is read is read, though nobody looks at it.
//@ verdict: violated
//@ reason: null-dereference
struct pair { int a, b; };
int main(void) {
  struct pair *p = 0;
  *p;
  return 0;
}
