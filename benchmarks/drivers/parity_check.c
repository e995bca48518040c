/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (odd words are handled by another path that restores early)
 *
 * Words are read with interrupts off, their parity decides what happens to them.
 */
#include "kernel.h"

static int good, bad;

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
    return good - bad;
}

int main(void)
{
    return read_words(any());
}
