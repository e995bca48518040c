#define ADD(a, b) \
    ((a) + \
     (b))
int ma\
in(void) {
    // a comment that continues \
    return 9;
    int long_na\
me = 4\
2;
    char *s = "ab\
cd";
    if (sizeof "ab\
cd" != 5 || s[2] != 'c') return 1;
    return ADD(long_name, \
1) == 43 ? 0 : 2;
}
