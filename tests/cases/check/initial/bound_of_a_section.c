// Linkers put `__start_table` where the variables of the section `table` begin.
//@ verdict: unknown
//@ args: --checks assertions
//@ with OTHER: proved
extern void reach_error(void);
#ifdef OTHER
#define __start_table other
#endif
static int first __attribute__((section("table"), used));
extern int __start_table[];
int main(void) {
  first = 0;
  __start_table[0] = 1;
  if (first) reach_error();
  return 0;
}
