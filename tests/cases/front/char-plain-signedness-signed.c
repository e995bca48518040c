//@ exit: 0
// Plain char is signed on x86, and stays distinct from both other char types.
int main(void) {
    char c = (char)0xff;
    signed char s = (signed char)0xff;
    unsigned char u = (unsigned char)-1;
    if (c != -1) return 1;
    if (s != -1) return 2;
    if (u != 255) return 3;
    if (c == u) return 4;
    if (c != s) return 5;
    if (_Generic((char)0, signed char: 1, unsigned char: 2, char: 3) != 3) return 6;
    if ('\xff' != -1) return 7;
    return 0;
}
