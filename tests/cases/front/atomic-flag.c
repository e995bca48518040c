//@ stdout: 0 1 0 0
#include <stdatomic.h>
#include <stdio.h>
struct guarded { int value; atomic_flag busy; };
int main(void) {
    static atomic_flag f = ATOMIC_FLAG_INIT;
    struct guarded g;
    int a = atomic_flag_test_and_set(&f), b = atomic_flag_test_and_set(&f);
    atomic_flag_clear(&f);
    int c = atomic_flag_test_and_set_explicit(&f, memory_order_acquire);
    atomic_flag_clear_explicit(&f, memory_order_release);
    atomic_flag_clear(&g.busy);
    printf("%d %d %d %d\n", a, b, c, atomic_flag_test_and_set(&g.busy));
    return 0;
}
