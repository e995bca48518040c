// A pointer one byte of which was changed leads nowhere that is known.
//@ verdict: violated
//@ with BACK: proved unknown
int main(void) {
  int x = 5, *p = &x;
  unsigned char *s = (unsigned char *)&p;
  s[1] ^= 64;
#ifdef BACK
  s[1] ^= 64;
#endif
  return *p != 5;
}
