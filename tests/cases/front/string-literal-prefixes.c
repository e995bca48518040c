typedef __WCHAR_TYPE__ wide;
int main(void) {
    if (sizeof L"ab" != 3 * sizeof(wide)) return 1;
    if (sizeof u"ab" != 6 || sizeof U"ab" != 12) return 2;
    if (sizeof u8"\u00e9" != 3) return 3;
    if ((unsigned char)u8"\u00e9"[0] != 0xc3) return 4;
    if (sizeof "\u20ac" != 4) return 5;
    if (sizeof L"a" "b" != 3 * sizeof(wide)) return 6;
    if (sizeof "a" U"b" != 12) return 7;
    if (sizeof u"\U0001F600" != 6) return 8;
    if (u"\U0001F600"[0] != 0xd83d || u"\U0001F600"[1] != 0xde00) return 9;
    if (_Generic(L"x"[0], wide: 1, default: 0) != 1) return 10;
    return 0;
}
