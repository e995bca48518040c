//@ exit: 3
//@ stdout: bye
#include <stdio.h>
#include <stdlib.h>
static _Noreturn void die(int n) { puts("bye"); exit(n); }
void __attribute__((noreturn)) die2(void);
static int f(int x) {
    if (x > 2) die(x);
    return x;
}
int main(void) {
    for (int i = 0;; i++) if (f(i) != i) die2();
}
void die2(void) { abort(); }
