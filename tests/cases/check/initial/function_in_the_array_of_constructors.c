// What stands in such a section is called before `main`, or after it.
//@ verdict: unknown
//@ args: --checks assertions
//@ with LATER: unknown
//@ with OTHER: proved
extern void reach_error(void);
static int begun;
static void begin(void) {
  begun = 1;
#ifdef LATER
  reach_error();
#endif
}
#if defined LATER
#define SECTION ".fini_array"
#elif defined OTHER
#define SECTION ".data.begin"
#else
#define SECTION ".init_array"
#endif
__attribute__((section(SECTION), used)) static void (*const entry)(void) = begin;
int main(void) {
#ifndef LATER
  if (begun) reach_error();
#endif
  return 0;
}
