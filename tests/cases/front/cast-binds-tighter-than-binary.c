int main(void) {
    int a = 7, b = 2;
    if ((double)a / b != 3.5) return 1;
    if ((double)(a / b) != 3.0) return 2;
    if ((char)257 + 255 != 256) return 3;
    if ((unsigned char)255 + 1 != 256) return 4;
    if (-(unsigned char)1 != -1) return 5;
    if ((int)-1.5 * 2 != -2) return 6;
    if (!(int)0.5 != 1) return 7;
    return 0;
}
