// Several characters in one constant: type int, first character most significant.
int main(void) {
    if ('ab' != 'a' * 256 + 'b') return 1;
    if ('abcd' != 0x61626364) return 2;
    if ('\0a' != 'a') return 3;
    if ('\xff\xff' != 0xffff) return 4;
    switch (0x6162) {
    case 'ab': return 0;
    default: return 5;
    }
}
