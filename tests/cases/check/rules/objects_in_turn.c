// Two objects, each in turn.
//@ verdict: proved
//@ args: --rule on_off.slic
//@ with WRONG: violated
void on(void *p) { (void)p; }
void off(void *p) { (void)p; }
int a, b;
int main(void) {
  on(&a);
  on(&b);
#ifdef WRONG
  off(&a);
  off(&a);
#else
  off(&a);
  off(&b);
#endif
  return 0;
}
