// What a caller promises about a buffer: tests keep to it.
//@ args: --entry last --assume valid(buf,len)
//@ with WRONG: violated
//@ verdict: proved
unsigned char last(const unsigned char *buf, unsigned len) {
  if (!len || len > 64) return 0;
#ifdef WRONG
  return buf[len];
#else
  return buf[len - 1];
#endif
}
