//@ exit: 3
//@ stdout: c200
//@ stdout: c300
//@ stdout: c
//@ stdout: cb
//@ stdout: main
//@ stdout: h2
//@ stdout: h1
//@ stdout: d2
//@ stdout: d1
//@ stdout: d200
//@ stdout: d101
// Constructors upwards, exit handlers, then destructors downwards.
#include <stdio.h>
#include <stdlib.h>
static void __attribute__((destructor)) d1(void)
{
    puts("d1");
}
static void __attribute__((destructor(200))) d200(void)
{
    puts("d200");
}
static void __attribute__((destructor)) d2(void)
{
    puts("d2");
}
static void __attribute__((destructor(101))) d101(void)
{
    puts("d101");
}
__attribute__((constructor(300))) static void c300(void)
{
    puts("c300");
}
__attribute__((constructor)) static void c(void)
{
    puts("c");
}
__attribute__((constructor(200))) static void c200(void)
{
    puts("c200");
}
__attribute__((constructor)) static void cb(void)
{
    puts("cb");
}
static void h1(void)
{
    puts("h1");
}
static void h2(void)
{
    puts("h2");
}
int main(void)
{
    atexit(h1);
    atexit(h2);
    puts("main");
    return 3;
}
