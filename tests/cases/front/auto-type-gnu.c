int main(void) {
    __auto_type i = 5;
    __auto_type c = (char)3;
    __auto_type s = "abc";
    __auto_type d = i / 2.0;
    int a[3] = { 1, 2, 3 };
    __auto_type p = a;
    const int k = 4;
    __auto_type m = k;
    m++;
    if (sizeof c != 1 || s[1] != 'b' || d != 2.5) return 1;
    if (sizeof p != sizeof(int *) || p[2] != 3 || m != 5) return 2;
    for (__auto_type q = a; q < a + 3; q++) i += *q;
    return i == 11 ? 0 : 3;
}
