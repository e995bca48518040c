// The value of an assignment is the converted value of the left operand.
int main(void) {
    int i;
    unsigned char c;
    signed char s;
    _Bool b;
    i = c = 0x1ff;
    if (i != 255) return 1;
    i = s = 0x80;
    if (i != -128) return 2;
    i = b = 42;
    if (i != 1) return 3;
    double d = i = 2.9;
    if (d != 2.0) return 4;
    if ((c = -1) != 255) return 5;
    if ((c = 256)) return 6;
    struct { unsigned f : 3; } bf;
    if ((bf.f = 13) != 5) return 7;
    return 0;
}
