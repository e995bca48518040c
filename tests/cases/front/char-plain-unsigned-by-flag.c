//@ flags: -funsigned-char
// The flag changes plain char, character constants and string elements alike.
int main(void) {
    char c = (char)0xff;
    if (c != 255) return 1;
    if ('\xff' != 255) return 2;
    if ("\x80"[0] != 128) return 3;
    if ((signed char)c != -1) return 4;
    if (_Generic(c, unsigned char: 2, char: 3) != 3) return 5;
    struct { char b : 3; } s = { 7 };
    if (s.b != 7) return 6;
    return 0;
}
