int main(void) {
    int x = 0x12345678;
    if ((char)x != 0x78 || (short)x != 0x5678) return 1;
    if ((unsigned char)0x1ff != 255) return 2;
    if ((signed char)0x80 != -128) return 3;
    if ((long long)(unsigned)-1 != 4294967295LL) return 4;
    if ((long long)(int)4294967295u != -1) return 5;
    if ((unsigned short)-1 != 65535) return 6;
    if ((int)(char)(unsigned char)200 != -56) return 7;
    if ((short)98304 != -32768) return 8;
    if ((unsigned)(signed char)-1 != 4294967295u) return 9;
    if ((_Bool)0x100 != 1) return 10;
    return 0;
}
