/* Allocators of several kinds, and the end of a run whose assertion fails. */
#include <stddef.h>
#include <string.h>
#include <unistd.h>

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    _exit(66);
}
unsigned __VERIFIER_nondet_uint(void) { return 1; }

#ifndef ALLOCATOR
#define ALLOCATOR 0
#endif

#if ALLOCATOR
/* 1: up, never reused; 2: down, never reused; 3: up, the last freed block of the size is reused,
 * realloc in place; 4: down with gaps, realloc always moves; 5: the first freed block that is
 * large enough is reused, realloc in place where it fits. */
enum { SPACE = 1 << 18, HEAD = 16, BLOCKS = 256 };
static _Alignas(64) char space[SPACE];
static size_t used = ALLOCATOR == 5 ? 48 : 0;
static struct { char *at; size_t size; int live; } blocks[BLOCKS];
static int count;

static size_t rounded(size_t n) { return (n ? n + 15 : 16) & ~(size_t)15; }

static int find(void *p) {
    for (int i = count; i-- > 0;)
        if (blocks[i].at == p && blocks[i].live)
            return i;
    return -1;
}

void *malloc(size_t n) {
    size_t size = rounded(n);
    if (ALLOCATOR == 3 || ALLOCATOR == 5)
        for (int i = count; i-- > 0;)
            if (!blocks[i].live && blocks[i].size >= size && blocks[i].at) {
                blocks[i].live = 1;
                return blocks[i].at;
            }
    if (ALLOCATOR == 4)
        used += 48;
    if (used + size > SPACE || count == BLOCKS)
        _exit(1);
    used += size;
    char *at = ALLOCATOR == 2 || ALLOCATOR == 4 ? space + SPACE - used : space + used - size;
    blocks[count].at = at;
    blocks[count].size = size;
    blocks[count++].live = 1;
    return at;
}

void free(void *p) {
    int i = find(p);
    if (i >= 0)
        blocks[i].live = 0;
}

void *calloc(size_t n, size_t m) {
    void *p = malloc(n * m);
    return memset(p, 0, n * m);
}

void *realloc(void *p, size_t n) {
    int i = find(p);
    if (i < 0)
        return malloc(n);
    if (ALLOCATOR != 4 && ALLOCATOR != 1 && blocks[i].size >= rounded(n))
        return p;
    if (ALLOCATOR == 3 && i == count - 1) { /* the last block grows where it is */
        used += rounded(n) - blocks[i].size;
        blocks[i].size = rounded(n);
        return p;
    }
    size_t size = blocks[i].size;
    void *q = malloc(n);
    memcpy(q, p, size < n ? size : n);
    free(p);
    return q;
}
#endif
