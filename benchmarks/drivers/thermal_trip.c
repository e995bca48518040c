/* rule: wdm/IrqlRestore
 * verdict: proved
 * mutant: violated (a trip in the fast path lowers the level twice)
 *
 * A fast path at a raised level, a slow one without; they share their end.
 */
#include "wdm.h"

static int trips, fast, slow;

static int temperature(void)
{
    int value = any();
    return value < 0 ? 0 : value;
}

static void check(int at_level)
{
    KIRQL old = 0;
    int raised = 0;

    if (at_level) {
        KeRaiseIrql(2, &old);
        raised = 1;
        fast++;
    } else {
        slow++;
    }
    if (temperature() > 100) {
        trips++;
#ifdef BROKEN
        if (raised)
            KeLowerIrql(old);
#endif
    }
    if (raised)
        KeLowerIrql(old);
}

int main(void)
{
    check(any());
    if (trips)
        check(1);
    return fast - slow;
}
