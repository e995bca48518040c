/* Signed and unsigned, narrow and wide, mixed as C allows. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  short s = __VERIFIER_nondet_short();
  unsigned char c = __VERIFIER_nondet_uchar();
  long l = __VERIFIER_nondet_long();
  if (i + u < 10u && i < -5) return 1;
  if ((short)(s * 7) < -300 && s > 100) return 2;
  if ((signed char)c + s == i && (unsigned)i > u) return 3;
  if (l / 3 == (long)i * 5 && l > u) return 4;
  if ((unsigned char)(c + s) > 200 && (short)(c << 8) < 0 && (s ^ c) % 9 == 2) return 5;
  if ((int)(l >> 17) == i && (l & 0x1ffff) == s) return 6;
  if (-i == i && i != 0) return 7;
  if (i % -8 == -5 && i / 16 == s) return 8;
  if ((u >> 3) * 9 == (unsigned)s + 12345u) return 9;
  if ((long)u * i < -4000000000000l && s * s == u % 65536) return 10;
  return 0;
}
