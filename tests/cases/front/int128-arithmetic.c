//@ data-model: lp64
typedef __int128 i128;
typedef unsigned __int128 u128;
int main(void) {
    u128 m = (u128)~0ull * ~0ull;
    if ((unsigned long long)(m >> 64) != ~0ull - 1 || (unsigned long long)m != 1) return 1;
    i128 n = -1;
    if (n >> 100 != -1 || (u128)n >> 127 != 1) return 2;
    n = (i128)1 << 100;
    if (n / 3 * 3 + n % 3 != n || -n >= 0) return 3;
    if (sizeof n != 16 || _Alignof(i128) != 16) return 4;
    if (!(n > 9223372036854775807LL)) return 5;
    if ((double)n != 0x1p100) return 6;
    if (-1 < (u128)1) return 7;
    if (_Generic(n + 1ull, i128: 1, default: 0) != 1) return 8;
    u128 k = 0;
    k--;
    if (k != ~(u128)0 || (long long)k != -1) return 9;
    return (int)((i128)1e20 / 10000000000LL / 10000000000LL) == 1 ? 0 : 10;
}
