// The address behind the last element may be kept, not accessed.
//@ verdict: proved
//@ args: --checks +member
//@ with WRONG: violated
struct s { int first[4]; int second; };
static struct s s;
int main(void) {
  int *end = &s.first[4];
#ifdef WRONG
  s.first[4] = 1;
#endif
  return end == s.first;
}
