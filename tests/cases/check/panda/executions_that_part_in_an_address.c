// Executions that part in the value of an address share their choices: one may pass a choice of
// another without one of its own.
//@ verdict: proved
//@ engines: panda
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a[2];
  unsigned k = __VERIFIER_nondet_uchar() & 1, c, r = 0;
  a[0] = __VERIFIER_nondet_uchar();
  a[1] = 0;
  c = a[k];
  if (c == 9) return 0;
  if (k == 0) r = 1;
  if (k == 1 && r) reach_error();
  return 0;
}
