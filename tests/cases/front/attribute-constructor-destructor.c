//@ stdout: before
//@ stdout: main
//@ stdout: after
#include <stdio.h>
static int ready;
static void __attribute__((constructor)) up(void) { puts("before"); ready = 1; }
__attribute__((destructor)) static void down(void) { puts("after"); }
int main(void) {
    puts("main");
    return ready ? 0 : 1;
}
