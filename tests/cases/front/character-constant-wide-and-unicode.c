typedef __WCHAR_TYPE__ wide;
int main(void) {
    if (sizeof L'a' != sizeof(wide)) return 1;
    if (sizeof u'a' != 2 || sizeof U'a' != 4) return 2;
    if (L'\xffff' != 65535) return 3;
    if (u'\xffff' != 65535 || u'\u00e9' != 233) return 4;
    if (U'\U0001F600' != 0x1f600) return 5;
    if (_Generic(u'a', unsigned short: 1, default: 0) != 1) return 6;
    if (_Generic(U'a', unsigned: 1, default: 0) != 1) return 7;
    if (_Generic(L'a', wide: 1, default: 0) != 1) return 8;
    if (!(-1 < L'a')) return 9;
    return 0;
}
