// Another file says how long the array is: an access is neither a fault nor cut from a proof.
//@ verdict: unknown
//@ engines: all
//@ args: --property unreach-call.prp
extern void reach_error(void);
extern int table[];
int main(void) {
  if (table[1] == 3) reach_error();
  return 0;
}
