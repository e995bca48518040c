// Calls through pointers are followed, also through members of structures that pointers lead to.
//@ verdict: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
struct sink {
  int (*put)(struct sink *, int);
  int sum;
};
struct output {
  struct sink *sink;
};
static int add(struct sink *s, int n) { return s->sum += n & 1; }
static int skip(struct sink *s, int n) { return s->sum; }
int main(void) {
  int (*table[2])(struct sink *, int) = {add, skip};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  struct sink sink = {table[i], 0};
  struct output output = {&sink};
  struct output *out = &output;
  return out->sink->put(out->sink, 3);
}
