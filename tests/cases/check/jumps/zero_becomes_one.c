// A jump with 0 brings 1.
//@ verdict: violated
//@ reason: reach-error
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf env;
static int depth;
static void parse(int n) {
  int own[2];
  own[n & 1] = n;
  depth++;
  if (n < 0) longjmp(env, 2);
  if (own[n & 1] == 7) longjmp(env, 0);
  depth--;
}
static void outer(int n) {
  depth++;
  parse(n);
  depth--;
}
int main(void) {
  int code = setjmp(env);
  if (code == 0) {
    outer(__VERIFIER_nondet_int());
    if (depth != 0) reach_error();
    return 0;
  }
  if (code == 1 || depth != 2) reach_error();
  return code;
}
