// A loop that depends on no input and does not end.
//@ verdict: proved
//@ engines: panda
//@ args: --match
//@ with WRONG: violated
extern void reach_error(void);
#ifdef WRONG
#define BAD i == 40000
#else
#define BAD x
#endif
int main(void) {
  unsigned i;
  int x = 0;
  for (i = 0; 1; i++) {
    if (BAD) reach_error();
  }
}
