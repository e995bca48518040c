//@ library: gnulib
//@ asks: what was pushed on a ring is popped in the reverse order
//@ files: lib/i-ring.c
//@ flags: -I$SRC/lib -I$HERE/configured -D_GL_ATTRIBUTE_PURE= -include stdbool.h -include assert.h
//@ bug: lib/i-ring.c: s/(ir->ir_front + I_RING_SIZE - 1)/(ir->ir_front + I_RING_SIZE)/
//@ bug-note: the front does not go back
//@ bug-kind: assertion
//@ bound: up to 6 numbers on a ring of 4
#include "harness.h"
#include "i-ring.h"

int main(void)
{
    I_ring ring;
    int n = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= n && n <= 6 && value < 1000);
    i_ring_init(&ring, -1);
    for (int i = 0; i < n; i++)
        i_ring_push(&ring, value + i);
    for (int i = n - 1; i >= 0 && i >= n - 4; i--)
        assert(i_ring_pop(&ring) == value + i);
    assert(i_ring_empty(&ring));
    return 0;
}
