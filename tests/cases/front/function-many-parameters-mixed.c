struct q { int x, y; };
typedef long long any(char, short, int, long, long long, unsigned char, _Bool, char *, int, long long, struct q, unsigned short);
static any all;
static any *through = all;
static long long all(char a, short b, int c, long d, long long e, unsigned char f, _Bool g, char *h, int i,
                     long long j, struct q k, unsigned short l) {
    return a + b * 10 + c * 100 + d * 1000 + e * 10000 + f * 100000 + g * 1000000 + *h * 10000000
           + i * 100000000LL + j * 1000000000LL + k.y * 10000000000LL + l * 100000000000LL;
}
int main(void) {
    struct q k = { 9, 2 };
    char h = 8;
    if (all(1, 2, 3, 4, 5, 6, 7, &h, 9, 1, k, 3) != 321981654321LL) return 1;
    return through(257, 65538, 3.5f, 4, 5, 262, 0.5, &h, 9u, 1, k, 65539) == 321981654321LL ? 0 : 2;
}
