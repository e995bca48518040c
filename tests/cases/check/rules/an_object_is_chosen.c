// Which object a rule follows is its choice, not a matter of where the object lies.
//@ verdict: violated
//@ says: on twice
//@ says-not: depends on where objects lie
//@ args: --rule on_off.slic
//@ natively: cannot be seen natively
void on(void *p) { (void)p; }
void off(void *p) { (void)p; }
int a, b;
int main(void) {
  on(&b);
  on(&a);
  off(&b);
  on(&a);
  return 0;
}
