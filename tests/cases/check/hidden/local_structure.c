// A function without a body leaves alone what nobody has shown it.
//@ verdict: proved
//@ engines: auto dash
//@ says: change only what they can see
//@ with GIVEN: violated
//@ with STORED: unknown violated
//@ with AS_A_NUMBER: unknown violated
//@ with IN_A_STRUCTURE: unknown violated
//@ with BY_A_CALLEE: unknown violated
//@ with BY_A_RECURSIVE_CALLEE: unknown violated
//@ with BY_A_POINTER: unknown violated
//@ with VARIADIC: unknown violated
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
struct counter { int n, limit; };
struct carrier { struct counter *c; };
extern unsigned char read_port(void);
extern void see(struct counter *c);
extern void see_number(uintptr_t c);
extern void see_carrier(struct carrier c);
struct counter *kept;
static void show(struct counter *c) { see(c); }
static void show_deep(struct counter *c, int depth) {
  if (depth > 0) show_deep(c, depth - 1);
  else see(c);
}
static void show_last(int n, ...) {
  va_list all;
  va_start(all, n);
  see(va_arg(all, struct counter *));
  va_end(all);
}
static void (*volatile shows)(struct counter *) = show;
static void count(struct counter *c) {
  if (c->n < c->limit) c->n++;
}
int main(void) {
  struct counter c = {0, 10};
  (void)shows;
#ifdef GIVEN
  see(&c);
#elif defined STORED
  kept = &c;
#elif defined AS_A_NUMBER
  see_number((uintptr_t)&c);
#elif defined IN_A_STRUCTURE
  struct carrier carrier = {&c};
  see_carrier(carrier);
#elif defined BY_A_CALLEE
  show(&c);
#elif defined BY_A_RECURSIVE_CALLEE
  show_deep(&c, 2);
#elif defined BY_A_POINTER
  shows(&c);
#elif defined VARIADIC
  show_last(1, &c);
#endif
  while (read_port() != 0) {
    count(&c);
    assert(c.n >= 0 && c.n <= 10);
  }
  return 0;
}
