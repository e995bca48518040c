// The definition in another file may have elements in the flexible array; it was proved that none
// can be read.
//@ verdict: unknown
//@ engines: all
//@ args: --property unreach-call.prp
extern void reach_error(void);
struct list { int n; int at[]; };
extern struct list list;
int main(void) {
  if (list.at[1] == 3) reach_error();
  return 0;
}
