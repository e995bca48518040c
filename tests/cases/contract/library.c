/* A small library in the style of many: `hatha contract tests/cases/contract/library.c` says what each function
 * demands of its callers. */
#include <stddef.h>
#include <stdint.h>

/* ---- numbers ---- */

int average(int a, int b) {
    return (a + b) / 2;
}

int quotient(int a, int b) {
    return a / b;
}

unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

uint32_t rotate(uint32_t x, unsigned n) {
    return x << n | x >> (32 - n);
}

int absolute(int x) {
    return x < 0 ? -x : x;
}

/* ---- buffers ---- */

int first(const int *p) {
    return *p;
}

int first_or(const int *p, int other) {
    return p != NULL ? *p : other;
}

void fill(char *to, size_t n, char c) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
}

int element(const int *a, int n, int i) {
    if (i < 0 || i >= n)
        return -1;
    return a[i];
}

unsigned checksum(const unsigned char *data, size_t n) {
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + data[i];
    return sum;
}

int last(const int *a, int n) {
    return a[n - 1];
}

void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

void increment(int *counter) {
    if (counter != NULL)
        ++*counter;
}

size_t length(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

/* ---- texts ---- */

int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

char hex_char(unsigned v) {
    static const char digits[16] = "0123456789abcdef";
    return digits[v];
}

int decode_hex(const char *from, unsigned char *to) {
    int high = hex_digit(from[0]), low = hex_digit(from[1]);
    if (high < 0 || low < 0)
        return -1;
    *to = (unsigned char)(high * 16 + low);
    return 0;
}

static const char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_group(const unsigned char *in, char *out) {
    unsigned v = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];
    for (int i = 0; i < 4; i++)
        out[i] = alphabet[v >> (18 - 6 * i) & 63];
}

int varint(const unsigned char *p, size_t n, uint32_t *value) {
    uint32_t v = 0;
    for (size_t i = 0; i < n && i < 5; i++) {
        v |= (uint32_t)(p[i] & 127) << (7 * i);
        if (p[i] < 128) {
            *value = v;
            return (int)i + 1;
        }
    }
    return 0;
}

/* ---- sets of bits and rings ---- */

void bit_set(unsigned *bits, unsigned i) {
    bits[i / 32] |= 1u << i % 32;
}

static int table[16];
int used;

int push(int x) {
    if (used == 16)
        return 0;
    table[used++] = x;
    return 1;
}

struct ring {
    unsigned head, tail;
    unsigned char data[64];
};

int ring_put(struct ring *r, unsigned char c) {
    unsigned next = (r->head + 1) % 64;
    if (next == r->tail)
        return 0;
    r->data[r->head] = c;
    r->head = next;
    return 1;
}

struct builder {
    char *text;
    size_t length, capacity;
};

int append(struct builder *b, char c) {
    if (b->length == b->capacity)
        return 0;
    b->text[b->length++] = c;
    return 1;
}

/* ---- calls of others ---- */

int always_fails(int x) {
    int zero = x - x;
    return x / zero;
}

int share(int total, int n) {
    return n > 0 ? quotient(total, n) : quotient(total, -1);
}

int second_of(const int *pair) {
    return first(pair + 1);
}
