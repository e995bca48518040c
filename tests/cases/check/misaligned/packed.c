// A member of a packed structure is read as it is, a pointer to it is not.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct __attribute__((packed)) message {
  char kind;
  int number;
};
struct message m;
int main(void) {
  m.number = __VERIFIER_nondet_int();
#ifdef SAFE
  return m.number;
#else
  int *p = &m.number;
  return *p;
#endif
}
