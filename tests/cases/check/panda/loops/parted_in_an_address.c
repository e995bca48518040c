// Executions that part in the value of an address share their choices: one may pass a choice of
// another without one of its own, and reach one that the other does not.
//@ verdict: proved
//@ engines: panda
//@ args: --checks assertions --match
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int parse(char *s) {
  int start = 0, i = -1, j;
  do {
    i++;
    switch (s[i]) {
    case 0:
      while (s[start] == ' ' || s[start] == 9) start++;
      j = i - 1;
      if (start <= j) {
        if (j - start + 1 >= 2) return 1;
        if (j - start + 1 >= 2) reach_error();
      } else {
        return 1;
      }
      start = i + 1;
    }
  } while (s[i] != 0);
  return 0;
}
int main(void) {
  char a[5];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uchar();
  a[4] = 0;
  parse(a);
  return 0;
}
