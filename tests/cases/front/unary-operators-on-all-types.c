int main(void) {
    unsigned char c = 1;
    unsigned u = 1;
    unsigned short s = 65535;
    if (-c != -1 || -u != 4294967295u || -s != -65535) return 1;
    if (~u != 4294967294u || ~s != -65536 || ~0LL != -1) return 2;
    if (!0.0 != 1 || !5u != 0 || !"" != 0 || !-0.0 != 1) return 3;
    if (sizeof(-c) != 4 || sizeof(~1LL) != 8 || sizeof(!1LL) != 4 || sizeof(-1.0f) != 4) return 4;
    if (- - -1 != -1 || -+-1 != 1 || !!7 != 1 || ~~5 != 5 || !~-1 != 1) return 5;
    if (-1L > 0 || -1UL < 0) return 6;
    int a[2] = { 4, 5 }, *p = a;
    return -*p == -4 && !*p == 0 && ~-*p++ == 3 && *p == 5 && &*&*p == a + 1 ? 0 : 7;
}
