#include <stddef.h>
static size_t len(const wchar_t *s) { size_t n = 0; while (*s++) n++; return n; }
int main(void) {
    wchar_t c = L'z', buf[4] = { L'a', 0x1F600, -1 };
    if (len(L"\u00e9\u4e2d!") != 3) return 1;
    if (c - L'a' != 25 || sizeof c != 4) return 2;
    if (buf[2] >= 0 || buf[3]) return 3;
    if (buf[1] != L'\U0001F600') return 4;
    const wchar_t *p = L"xyz" + 1;
    return *p == 'y' && p[1] == L'z' ? 0 : 5;
}
