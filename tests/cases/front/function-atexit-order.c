//@ stdout: main
//@ stdout: second
//@ stdout: first
//@ exit: 5
#include <stdio.h>
#include <stdlib.h>
static void first(void) { puts("first"); }
static void second(void) { puts("second"); }
int main(void) {
    if (atexit(first) || atexit(second)) return 1;
    puts("main");
    return 5;
}
