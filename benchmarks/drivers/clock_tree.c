/* rule: linux/clock
 * verdict: proved
 * mutant: violated (the error path of the second step undoes the third)
 *
 * Powering up a block: a clock, a reset line, a rate that has to fit.
 */
#include "kernel.h"

struct block {
    struct clk clock;
    int reset_asserted;
    unsigned long rate;
    int users;
    unsigned overruns;
};

static void release_reset(struct block *b)
{
    b->reset_asserted = 0;
}

static int hold_reset(struct block *b)
{
    b->reset_asserted = 1;
    return any();
}

static int block_on(struct block *b)
{
    int status = clk_prepare(&b->clock);
    if (status)
        goto fail;
    if (hold_reset(b)) {
        status = -EIO;
#ifdef BROKEN
        goto disable;
#else
        goto unprepare;
#endif
    }
    status = clk_enable(&b->clock);
    if (status)
        goto unprepare;
    b->rate = clk_get_rate(&b->clock);
    if (b->rate == 0) {
        status = -EINVAL;
        goto disable;
    }
    release_reset(b);
    b->users = 1;
    return 0;

disable:
    clk_disable(&b->clock);
unprepare:
    clk_unprepare(&b->clock);
fail:
    return status;
}

static void block_off(struct block *b)
{
    if (!b->users)
        return;
    clk_disable(&b->clock);
    clk_unprepare(&b->clock);
    b->users = 0;
}

static int measure(struct block *b, unsigned samples)
{
    unsigned long now;

    if (!b->users)
        return 0;
    now = clk_get_rate(&b->clock);
    if (now < b->rate)
        b->overruns++;
    else if (now > 2 * b->rate)
        b->overruns += samples;
    return b->overruns < samples;
}

int main(void)
{
    static struct block b;
    int status = block_on(&b);

    if (status == 0 && !measure(&b, 5))
        hold_reset(&b);
    block_off(&b);
    return status;
}
