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
    int jobs, failed;
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

int main(void)
{
    static struct engine e;
    return job(&e, any()) ? e.failed : e.jobs;
}
