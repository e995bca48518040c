#include <setjmp.h>
static jmp_buf env;
static int depth;
static void down(int n) {
    depth++;
    if (n == 0) longjmp(env, 42);
    down(n - 1);
}
int main(void) {
    volatile int tries = 0;
    switch (setjmp(env)) {
    case 0: tries++; down(3); return 1;
    case 42: break;
    default: return 2;
    }
    if (tries != 1 || depth != 4) return 3;
    if (setjmp(env) == 0) longjmp(env, 0);
    return 0;
}
