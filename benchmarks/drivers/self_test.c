/* rule: linux/clock
 * verdict: proved
 * mutant: violated (a test that fails early stops the clock that a later step stops, too)
 *
 * A self-test with steps that share their end.
 */
#include "kernel.h"

static struct clk clock;
static int passed, failed;

static int memory_test(void)
{
    return any() > 0;
}

static int loopback(void)
{
    return any() > 0;
}

static int self_test(void)
{
    int status = clk_prepare(&clock);

    if (status)
        return status;
    status = clk_enable(&clock);
    if (status) {
        clk_unprepare(&clock);
        return status;
    }
    if (!memory_test()) {
        status = -EIO;
#ifdef BROKEN
        clk_disable(&clock);
#endif
        goto stop;
    }
    if (!loopback()) {
        status = -ENODEV;
        goto stop;
    }
    passed++;
stop:
    if (status)
        failed++;
    clk_disable(&clock);
    clk_unprepare(&clock);
    return status;
}

int main(void)
{
    return self_test() ? failed : passed;
}
