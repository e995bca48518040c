/* Runs a harness with random values: `native N` until N runs have held to the assumptions, 30 N were begun, or one failed. The last
 * line of the output says which run failed (0 if none), and of how many. Half of the numbers are small or characters of texts and
 * formats, so that parsers get somewhere. The harness is compiled with -Dmain=harness_main.
 */
#undef main
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf discard;
static unsigned long long state;

static unsigned long long next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 8;
}

static unsigned long long value(void)
{
    static const char text[] = "{}[]\",:\\u0019aAfFzZ -+./%=\r\n\t;&?#@";
    static const unsigned long long edges[] = {0, 1, 2, 3, 4, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};
    switch (next() % 4) {
    case 0:
        return text[next() % (sizeof text - 1)];
    case 1:
        return edges[next() % (sizeof edges / sizeof *edges)];
    case 2:
        return next() % 16;
    default:
        return next() | next() << 56;
    }
}

int __VERIFIER_nondet_int(void) { return (int)value(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)value(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)value(); }
char __VERIFIER_nondet_char(void) { return (char)value(); }
short __VERIFIER_nondet_short(void) { return (short)value(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)value(); }
long __VERIFIER_nondet_long(void) { return (long)value(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)value(); }

void __VERIFIER_assume(int condition)
{
    if (!condition)
        longjmp(discard, 1);
}

int harness_main(void);

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 100;
    volatile int *runs = mmap(NULL, sizeof *runs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        for (volatile int seed = 1; *runs < wanted && seed <= 30 * wanted; seed++) {
            state = 88172645463325252ULL + 0x9e3779b97f4a7c15ULL * seed;
            if (setjmp(discard))
                continue;
            if (harness_main())
                abort();
            ++*runs;
        }
        exit(0);
    }
    int status;
    wait(&status);
    printf("%d of %d\n", status ? *runs + 1 : 0, *runs + (status != 0));
    return 0;
}
