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

enum { PASSIVE, ACTIVE, CRITICAL };

static int zone, throttles;

static int zone_of(int value)
{
    if (value > 100)
        return CRITICAL;
    return value > 70 ? ACTIVE : PASSIVE;
}

static void throttle(int wanted)
{
    KIRQL old;

    if (wanted == zone)
        return;
    KeRaiseIrql(2, &old);
    zone = wanted;
    if (zone != PASSIVE)
        throttles++;
    KeLowerIrql(old);
}

static int control(int code)
{
    switch (code) {
    case 0:
        return trips;
    case 1:
        throttle(zone_of(temperature()));
        return zone;
    case 2:
        trips = 0;
        throttles = 0;
        return 0;
    default:
        return -1;
    }
}

int main(void)
{
    if (control(any()) < 0)
        return 1;
    check(any());
    if (trips)
        check(1);
    return fast - slow;
}
