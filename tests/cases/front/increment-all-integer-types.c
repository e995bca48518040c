int main(void) {
    signed char sc = 127;
    unsigned char uc = 255;
    short s = 32767;
    unsigned short us = 0;
    long long ll = -1;
    if (sc++ != 127 || sc != -128) return 1;
    if (--sc != 127) return 2;
    if (uc++ != 255 || uc != 0) return 3;
    if (++s != -32768) return 4;
    if (us-- != 0 || us != 65535) return 5;
    if (ll++ != -1 || ll) return 6;
    if (_Generic(sc++, signed char: 1, default: 0) != 1) return 7;
    if (sizeof(++s) != 2) return 8;
    return 0;
}
