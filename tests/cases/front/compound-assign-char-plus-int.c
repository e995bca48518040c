// e1 op= e2 computes in the common type, then converts back.
int main(void) {
    char c = 100;
    c += 100;
    if (c != -56) return 1;
    unsigned char u = 200;
    if ((u += 100) != 44) return 2;
    u = 10;
    u -= 11;
    if (u != 255) return 3;
    u = 3;
    u *= 0.5;
    if (u != 1) return 4;
    short s = 7;
    s /= 2.0f;
    if (s != 3) return 5;
    unsigned char v = 200;
    v /= -1 + 3;
    if (v != 100) return 6;
    u = 255;
    u >>= 1;
    if (u != 127) return 7;
    return 0;
}
