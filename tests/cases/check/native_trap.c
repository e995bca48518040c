//@ verdict: violated
//@ reason: abort
//@ natively: natively the same
int main(void) {
  __builtin_trap();
}
