/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (odd words are handled by another path that restores early)
 *
 * Words are read with interrupts off, their parity decides what happens to them.
 */
#include "kernel.h"

static unsigned good, bad;

static int parity(u32 word)
{
    int ones = 0;

    for (int i = 0; i < 4; i++)
        ones += (int)(word >> i & 1);
    return ones & 1;
}

static void handle(u32 word)
{
    if (word > 1000)
        bad++;
    else
        good++;
}

static int read_words(int n)
{
    unsigned long flags;
    u32 word;

    for (int i = 0; i < n; i++) {
        flags = arch_local_irq_save();
        word = __VERIFIER_nondet_uint();
#ifdef BROKEN
        if (parity(word))
            arch_local_irq_restore(flags);
        handle(word);
        arch_local_irq_restore(flags);
#else
        if (!parity(word))
            handle(word);
        arch_local_irq_restore(flags);
#endif
    }
    return good > bad;
}

enum { ONE_BIT = 1, TWO_BITS = 2 };

static int corrected;

static int scrub(u32 word, u32 check)
{
    unsigned long flags = arch_local_irq_save();
    u32 syndrome = word ^ check;
    int kind = 0;

    if (syndrome == 0) {
        arch_local_irq_restore(flags);
        return 0;
    }
    if ((syndrome & (syndrome - 1)) == 0) {
        corrected++;
        kind = ONE_BIT;
    } else {
        bad++;
        kind = TWO_BITS;
    }
    arch_local_irq_restore(flags);
    return kind;
}

static int verdict(int kind)
{
    switch (kind) {
    case 0:
        return 0;
    case ONE_BIT:
        return corrected > 10 ? -EIO : 0;
    default:
        return -EIO;
    }
}

int main(void)
{
    u32 word = __VERIFIER_nondet_uint();

    if (verdict(scrub(word, __VERIFIER_nondet_uint())))
        return bad;
    return read_words(any());
}
