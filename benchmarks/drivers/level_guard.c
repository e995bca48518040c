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

int main(void)
{
    used = any();
    if (used < 0 || used > LINES)
        return 1;
    append(any());
    append(7);
    return lost;
}
