// A pointer one past the end may equal the address of another object, and is still outside.
//@ verdict: violated
//@ says: depends on where objects lie
int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4}, *p = a + 2;
  if (p == b) return *p;
  return b[0] - 3;
}
