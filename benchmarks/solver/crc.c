/* Checks a message by its cyclic redundancy code, bit by bit. */
// N: 2 4 6
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 6
#endif

int main(void) {
  unsigned crc = 0xffffffffu;
  unsigned short small = 0;
  for (int i = 0; i < N; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    crc ^= c;
    for (int k = 0; k < 8; k++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1)));
    small = (unsigned short)((small << 8) ^ (small >> 3) ^ (c * 0x1021));
    if ((small & 0x3ff) == 0x155) return 1;
  }
  if ((crc & 0xffff) == 0xbeef) return 2;
  if (crc == 0x12345678u) return 3;
  return 0;
}
