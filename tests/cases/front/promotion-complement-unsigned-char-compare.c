// ~c is an int with high bits set; only the cast takes it back.
int main(void) {
    unsigned char c = 0x0f;
    if (~c == 0xf0) return 1;
    if ((unsigned char)~c != 0xf0) return 2;
    if (~c >> 4 != -1) return 3;
    if ((unsigned char)~c >> 4 != 15) return 4;
    c = ~c;
    if (c != 0xf0) return 5;
    return 0;
}
