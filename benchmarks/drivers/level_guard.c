/* rule: wdm/IrqlRestore
 * verdict: proved
 * mutant: violated (a full log returns at the raised level)
 *
 * A log that is written at a raised level.
 */
#include "wdm.h"

#define LINES 32

static int used, lost;
static int lines[LINES];

static int room(void)
{
    return LINES - used;
}

static NTSTATUS append(int line)
{
    KIRQL old;
    NTSTATUS status = STATUS_SUCCESS;

    if (line == 0)
        return STATUS_INVALID_PARAMETER;
    KeRaiseIrql(2, &old);
    if (room() <= 0) {
        lost++;
#ifdef BROKEN
        return STATUS_NO_MEMORY;
#endif
        status = STATUS_NO_MEMORY;
    } else {
        lines[used & (LINES - 1)] = line;
        used++;
    }
    KeLowerIrql(old);
    return status;
}

static NTSTATUS clear(int keep)
{
    KIRQL old;

    if (keep < 0 || keep > LINES)
        return STATUS_INVALID_PARAMETER;
    KeRaiseIrql(2, &old);
    if (keep < used)
        used = keep;
    lost = 0;
    KeLowerIrql(old);
    return STATUS_SUCCESS;
}

static int last(void)
{
    KIRQL old;
    int line = 0;

    KeRaiseIrql(2, &old);
    if (used > 0)
        line = lines[(used - 1) & (LINES - 1)];
    KeLowerIrql(old);
    return line;
}

static NTSTATUS control(int code, int argument)
{
    switch (code) {
    case 0:
        return append(argument);
    case 1:
        return clear(argument);
    case 2:
        return last() == argument ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

int main(void)
{
    used = any();
    if (used < 0 || used > LINES)
        return 1;
    control(any(), any());
    append(7);
    return lost;
}
