static int cls(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': case 'A' ... 'F': return 2;
    case -10 ... -1: return 3;
    case 1000 ... 1000: return 4;
    case 2147483000 ... 2147483647: return 5;
    }
    return 0;
}
int main(void) {
    if (cls('0') != 1 || cls('9') != 1 || cls('/') || cls(':')) return 1;
    if (cls('f') != 2 || cls('A') != 2 || cls('g')) return 2;
    if (cls(-1) != 3 || cls(-10) != 3 || cls(-11) || cls(0)) return 3;
    if (cls(1000) != 4 || cls(999)) return 4;
    if (cls(2147483647) != 5 || cls(2147482999)) return 5;
    return 0;
}
