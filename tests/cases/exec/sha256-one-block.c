//@ stdout: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// SHA-256 of "abc"; the constants are computed from the primes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t rotr(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* The first 32 bits of the fraction of the k-th root of n, by bisection on
   integers: the largest r with r^k <= n * 2^(32k), whose low 32 bits these
   are. The product is kept in 32-bit limbs. */
static int power_fits(uint64_t r, int k, uint32_t n)
{
    uint32_t limb[8] = { 1 };
    for (int i = 0; i < k; i++) {
        uint32_t next[8] = { 0 };
        uint32_t part[2] = { (uint32_t)r, (uint32_t)(r >> 32) };
        for (int p = 0; p < 2; p++) {
            uint64_t carry = 0;
            for (int j = 0; j + p < 8; j++) {
                uint64_t t = (uint64_t)limb[j] * part[p] + next[j + p] + carry;
                next[j + p] = (uint32_t)t;
                carry = t >> 32;
            }
        }
        memcpy(limb, next, sizeof limb);
    }
    for (int j = 7; j > k; j--)
        if (limb[j])
            return 0;
    return limb[k] < n;
}

static uint32_t root_fraction(uint32_t n, int k)
{
    uint64_t lo = 0, hi = 1ULL << 40;
    while (hi - lo > 1) {
        uint64_t mid = lo + (hi - lo) / 2;
        if (power_fits(mid, k, n))
            lo = mid;
        else
            hi = mid;
    }
    return (uint32_t)lo;
}

static int is_prime(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

static void compress(uint32_t h[8], const uint32_t k[64], const uint32_t block[16])
{
    uint32_t w[64], s[8];
    memcpy(w, block, 64);
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) +
               (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}

int main(void)
{
    uint32_t h[8], k[64], block[16] = { 0 };
    for (int n = 2, i = 0; i < 64; n++)
        if (is_prime(n)) {
            if (i < 8)
                h[i] = root_fraction(n, 2);
            k[i++] = root_fraction(n, 3);
        }
    block[0] = (uint32_t)'a' << 24 | 'b' << 16 | 'c' << 8 | 0x80;
    block[15] = 24;
    compress(h, k, block);
    for (int i = 0; i < 8; i++)
        printf("%08x", (unsigned)h[i]);
    printf("\n");
    return 0;
}
