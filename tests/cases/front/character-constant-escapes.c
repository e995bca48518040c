int main(void) {
    if ('\a' != 7 || '\b' != 8 || '\f' != 12 || '\n' != 10) return 1;
    if ('\r' != 13 || '\t' != 9 || '\v' != 11 || '\0' != 0) return 2;
    if ('\\' != 92 || '\'' != 39 || '\"' != 34 || '\?' != 63) return 3;
    if ('\e' != 27) return 4;
    if ('\101' != 'A' || '\x41' != 'A') return 5;
    if ('"' != 34) return 6;
    if ('\377' != -1) return 7;
    if (sizeof 'a' != sizeof(int)) return 8;
    if ("\1012"[0] != 'A' || "\1012"[1] != '2') return 9;
    if (sizeof "\x414" "1" != 3) return 10;
    return 0;
}
