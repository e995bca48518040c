// `++` of a bit-field whose values fit an `int` is `+= 1` of an `int`.
//@ verdict: violated
//@ reason: signed-overflow
int main(void) {
  struct { unsigned f : 31; } s = {0x7fffffff};
  s.f++;
  return 0;
}
