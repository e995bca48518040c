#include <stddef.h>
static wchar_t w[] = L"h\x3b1!";
static __CHAR16_TYPE__ s[4] = u"ab";
static __CHAR32_TYPE__ t[2] = U"xy";
int main(void) {
    if (sizeof w != 4 * sizeof(wchar_t) || w[1] != 0x3b1 || w[3]) return 1;
    if (s[1] != 'b' || s[2] || s[3]) return 2;
    if (t[0] != 'x' || t[1] != 'y') return 3;
    wchar_t l[5] = { L"ok" };
    if (l[1] != L'k' || l[4]) return 4;
    const wchar_t *p = L"a" L"b";
    if (p[1] != 'b' || p[2]) return 5;
    return 0;
}
