/* Inputs, assumptions and assertions of the harnesses. hatha and other verifiers know the names; native.c defines them for a test
 * with random values.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

/* The first n bytes of an array are arbitrary. */
#define ARBITRARY(array, n)                                  \
    do {                                                     \
        for (size_t arbitrary_i = 0; arbitrary_i < (n); arbitrary_i++) \
            (array)[arbitrary_i] = __VERIFIER_nondet_uchar(); \
    } while (0)

#endif
