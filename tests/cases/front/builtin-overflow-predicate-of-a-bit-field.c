#include <assert.h>
struct { signed z : 2; unsigned y : 3; long long w : 40; int full : 32; } t;
int main(void)
{
    int n = 0;
    assert(__builtin_add_overflow_p(3, 4, t.z));
    assert(!__builtin_add_overflow_p(3, -4, t.z));
    assert(__builtin_add_overflow_p(3, 5, t.y));
    assert(!__builtin_add_overflow_p(3, 4, t.y));
    assert(__builtin_mul_overflow_p(1 << 20, 1 << 20, t.w));
    assert(!__builtin_mul_overflow_p(1 << 20, 1 << 18, t.w));
    assert(!__builtin_sub_overflow_p(0x7fffffff, 1, t.full));
    assert(__builtin_add_overflow_p(0x7fffffff, 1, t.full));
    assert(!__builtin_add_overflow_p(1, 1, n++));
    assert(n == 1);
    return 0;
}
