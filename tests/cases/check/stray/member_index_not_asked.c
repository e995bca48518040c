// Nobody asked about members.
//@ verdict: proved
extern int __VERIFIER_nondet_int(void);
struct s { int first[4]; int second[4]; };
static struct s s;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 7) return 0;
  s.first[i] = 1;
  return s.second[0];
}
