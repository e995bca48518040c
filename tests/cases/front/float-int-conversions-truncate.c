int main(void) {
    double d = -2.9;
    if ((int)d != -2 || (int)2.9f != 2 || (int)-0.99 != 0) return 1;
    if ((unsigned char)255.9 != 255) return 2;
    if ((unsigned)-0.5 != 0) return 3;
    if ((long long)1e18 != 1000000000000000000LL) return 4;
    if ((unsigned)4294967295.0 != 4294967295u) return 5;
    if ((unsigned long long)18446744073709549568.0 != 18446744073709549568ull) return 6;
    if ((double)18446744073709551615ull != 18446744073709551616.0) return 7;
    if ((float)16777217 != 16777216.0f) return 8;
    if ((double)9007199254740993LL != 9007199254740992.0) return 9;
    if ((double)-1 != -1.0 || (double)-1u != 4294967295.0) return 10;
    return (int)(float)-2147483648.0 == -2147483647 - 1 ? 0 : 11;
}
