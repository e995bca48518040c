// An index one behind the end is found, and one that is kept inside is proved.
//@ verdict: violated
//@ reason: out-of-bounds
//@ says: i = 10
//@ with SAFE: proved
//@ args: --entry get --checks memory
int a[10];
int get(int i) {
#ifdef SAFE
  if (i < 0 || i >= 10) return 0;
#else
  if (i < 0 || i > 10) return 0;
#endif
  return a[i];
}
