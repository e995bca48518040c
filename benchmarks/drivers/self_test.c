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

enum { QUICK, FULL, SOAK };

static int level, rounds, skipped;

static int select_level(int wanted)
{
    switch (wanted) {
    case QUICK:
        rounds = 1;
        break;
    case FULL:
        rounds = 2;
        break;
    case SOAK:
        if (failed)
            return -EBUSY;
        rounds = 100;
        break;
    default:
        return -EINVAL;
    }
    level = wanted;
    return 0;
}

static int verdict(void)
{
    if (failed)
        return -EIO;
    return skipped && level != QUICK ? -EINVAL : passed;
}

int main(void)
{
    int status = select_level(any());

    if (status) {
        skipped++;
        return verdict() < 0;
    }
    return self_test() ? failed : verdict();
}
