/* rule: linux/clock
 * verdict: proved
 * mutant: violated (resume after a failed suspend enables nothing and disables later)
 *
 * Suspend and resume of a block with one clock; a flag says what is on.
 */
#include "kernel.h"

struct block {
    struct clk clock;
    int on, prepared;
    unsigned suspends;
    int level;
    unsigned refused;
};

static int resume(struct block *b)
{
    int status;

    if (b->on)
        return 0;
    if (!b->prepared) {
        status = clk_prepare(&b->clock);
        if (status)
            return status;
        b->prepared = 1;
    }
    status = clk_enable(&b->clock);
    if (status) {
#ifdef BROKEN
        b->on = 1;
#endif
        return status;
    }
    b->on = 1;
    return 0;
}

static void suspend(struct block *b)
{
    if (!b->on)
        return;
    clk_disable(&b->clock);
    b->on = 0;
    b->suspends++;
}

static void shutdown(struct block *b)
{
    suspend(b);
    if (b->prepared) {
        clk_unprepare(&b->clock);
        b->prepared = 0;
    }
}

static int set_level(struct block *b, int level)
{
    switch (level) {
    case 0:
    case 1:
        b->level = level;
        return 0;
    case 2:
        if (b->suspends > 0) {
            b->refused++;
            return -EBUSY;
        }
        b->level = 2;
        return 0;
    default:
        return -EINVAL;
    }
}

int main(void)
{
    static struct block b;

    resume(&b);
    suspend(&b);
    if (resume(&b) == 0)
        b.suspends++;
    shutdown(&b);
    return set_level(&b, any()) ? b.refused : b.suspends;
}
