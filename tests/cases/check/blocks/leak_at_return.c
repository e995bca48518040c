// What only a variable of main leads to is lost when main returns; what a global leads to is not.
//@ verdict: violated
//@ args: --checks +leak
//@ reason: leak
//@ says: allocated at
//@ with FREED: proved
extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
#ifdef FREED
  free(p);
#endif
  return 0;
}
