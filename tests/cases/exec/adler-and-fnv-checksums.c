//@ stdout: 11e60398
//@ stdout: e40c292c af63dc4c8601ec8c
// Known checksums: Adler-32 of a word, FNV-1a of one letter at two widths.
#include <stdint.h>
#include <stdio.h>

static uint32_t adler(const char *s)
{
    uint32_t a = 1, b = 0;
    for (; *s; s++) {
        a = (a + (unsigned char)*s) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(void)
{
    uint32_t h = 2166136261u;
    uint64_t g = 14695981039346656037ULL;
    h = (h ^ 'a') * 16777619u;
    g = (g ^ 'a') * 1099511628211ULL;
    printf("%x\n", (unsigned)adler("Wikipedia"));
    printf("%x %llx\n", (unsigned)h, (unsigned long long)g);
    return 0;
}
