int main(void) {
    int m = -1;
    unsigned one = 1;
    short s = -1;
    if (m < one) return 1;
    if (!(m > one)) return 2;
    if (s < one) return 3;
    if (m != 4294967295u) return 4;
    if ((m < one) + (m > one) != 1) return 5;
    if (m + one != 0) return 6;
    if (m / 2u != 2147483647u) return 7;
    if (!(-1 < (signed char)0)) return 8;
    if (-1 < sizeof(int)) return 9;
    return 0;
}
