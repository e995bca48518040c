/* rule: linux/clock
 * verdict: proved
 * mutant: violated (the rate is asked for after the work, when the clock is off)
 *
 * A crypto engine runs its clock only while it computes.
 */
#include "kernel.h"

struct engine {
    struct clk clock;
    unsigned long rate;
    unsigned jobs, failed;
    int key_bits, mode;
};

static int compute(struct engine *e, int blocks)
{
    int i, status = 0;

    for (i = 0; i < blocks; i++) {
        if (any() == 0) {
            status = -EIO;
            break;
        }
    }
    return status;
}

static int job(struct engine *e, int blocks)
{
    int status;

    status = clk_prepare(&e->clock);
    if (status)
        return status;
    status = clk_enable(&e->clock);
    if (status == 0) {
#ifndef BROKEN
        e->rate = clk_get_rate(&e->clock);
#endif
        status = compute(e, blocks);
        if (status)
            e->failed++;
        clk_disable(&e->clock);
#ifdef BROKEN
        e->rate = clk_get_rate(&e->clock);
#endif
    }
    clk_unprepare(&e->clock);
    e->jobs++;
    return status;
}

static int set_key(struct engine *e, int bits)
{
    switch (bits) {
    case 128:
    case 192:
    case 256:
        e->key_bits = bits;
        return 0;
    default:
        return -EINVAL;
    }
}

static int rounds(struct engine *e)
{
    if (e->key_bits == 0)
        return 0;
    return 6 + e->key_bits / 32;
}

static int request(struct engine *e, int bytes)
{
    int status;

    if (bytes <= 0 || (bytes & 15))
        return -EINVAL;
    if (!rounds(e)) {
        status = set_key(e, any());
        if (status)
            goto fail;
    }
    status = job(e, bytes / 16);
    if (status)
        goto fail;
    if (e->rate < 1000000)
        e->mode = 1;
    return 0;

fail:
    e->key_bits = 0;
    return status;
}

int main(void)
{
    static struct engine e;

    return request(&e, any()) ? e.failed : e.jobs;
}
