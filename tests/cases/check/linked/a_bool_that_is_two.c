// Where one file says `_Bool` and the other `int`, a byte that is neither 0 nor 1 may arrive.
//@ verdict: unknown
//@ says: a number other than 0 and 1 where another file has a `_Bool`
//@ with SAFE: proved
extern void reach_error(void);
extern _Bool is_one(void) __asm__("number");
#ifdef SAFE
int number(void) { return 1; }
#else
int number(void) { return 2; }
#endif
int main(void) {
  int r = is_one();
  if (r != 0 && r != 1) reach_error();
  return 0;
}
