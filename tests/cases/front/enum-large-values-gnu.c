enum big { BIG = 0x80000000u, NEXT };
enum huge { HUGE = 0x100000000LL, LOW = 1 };
enum __attribute__((packed)) tiny { T0, T1 = 200 };
enum __attribute__((packed)) stiny { S0 = -1, S1 = 100 };
int main(void) {
    if (BIG != 2147483648u || NEXT != 2147483649u) return 1;
    if (sizeof(enum big) != 4 || BIG < 0) return 2;
    if (sizeof(enum huge) != 8 || HUGE >> 32 != 1) return 3;
    if (sizeof(enum tiny) != 1 || sizeof(enum stiny) != 1) return 4;
    enum tiny t = T1;
    if (t != 200) return 5;
    enum stiny s = S0;
    if (s != -1) return 6;
    return 0;
}
