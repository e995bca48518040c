// The end of a row may be kept, and steps over rows of one element are no indices into them.
//@ verdict: proved
//@ args: --checks +member
//@ with WRONG: violated
static int a[2][3];
static int column[4][1];
int main(void) {
  int sum = 0;
#ifdef WRONG
  int *end = &a[0][4];
#else
  int *end = &a[0][3];
#endif
  for (int *p = a[0]; p != end; p++) sum += *p;
  int (*rows)[1] = column;
  rows = rows + 1 + 1;
  return sum + rows[1][0];
}
