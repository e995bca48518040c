//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART status != 8
#else
#define PART status != 9
#endif
struct request {
  int major;
  unsigned length;
};
int read(struct request *r) {
  return 1;
}
int write(struct request *r) {
  return 2;
}
static int (*table[2])(struct request *);
int dispatch(struct request *r) {
  int status = 9;
  if (r->major >= 0 && r->major < 2) status = table[r->major](r);
  return status;
}
int main(void) {
  static struct request r;
  table[0] = read;
  table[1] = write;
  r.major = __VERIFIER_nondet_int();
  r.length = 8;
  int status = dispatch(&r);
  if (status != 1 && status != 2 && PART) reach_error();
  return 0;
}
