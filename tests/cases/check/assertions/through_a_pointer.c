//@ verdict: violated
//@ says: assertion
extern void __CPROVER_assert(_Bool, const char *);
void (*check)(_Bool, const char *) = __CPROVER_assert;
int main(void) {
  check(0, "never");
  return 0;
}
