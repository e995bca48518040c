//@ stdout: 42 -17 255 x
//@ stdout: 2.5 1
//@ stdout: one two three
//@ stdout: 1 97 0 3 abc
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    wchar_t *end;
    long a = wcstol(L"42", 0, 10);
    long long b = wcstoll(L" -17", 0, 0);
    unsigned long c = wcstoul(L"0xffx", &end, 16);
    printf("%ld %lld %lu %c\n", a, b, c, (char)*end);
    double d = wcstod(L"2.5e0\x20ac", &end);
    printf("%g %d\n", d, *end == 0x20ac);
    wchar_t text[] = L"one,two;;three", *rest, *t = wcstok(text, L",;", &rest);
    for (; t; t = wcstok(0, L",;", &rest)) {
        for (wchar_t *p = t; *p; p++) putchar((char)*p);
        putchar(rest ? ' ' : '\n');
    }
    mbstate_t state = { 0 };
    wchar_t w = 0, wide[8];
    size_t n = mbrtowc(&w, "a", 1, &state);
    char narrow[8] = "";
    const char *from = "abc";
    size_t m = mbsrtowcs(wide, &from, 8, &state);
    const wchar_t *back = wide;
    wcsrtombs(narrow, &back, 8, &state);
    printf("%zu %d %d %zu %s\n", n, (int)w, from != 0, m, narrow);
    return wcscoll(L"a", L"b") >= 0 || !mbsinit(&state);
}
