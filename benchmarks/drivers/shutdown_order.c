/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (two requests are in progress when the device waits for them)
 *
 * Removing a device ends its last request first.
 */
#include "wdm.h"

static int lock;

struct job {
    int active, priority;
    unsigned failed, moved;
};

static int begin(struct job *j, IRP *irp)
{
    if (!NT_SUCCESS(IoAcquireRemoveLock(&lock, irp))) {
        j->failed++;
        return 0;
    }
    j->active = 1;
    return 1;
}

static void end(struct job *j, IRP *irp)
{
    if (!j->active)
        return;
    j->active = 0;
    IoReleaseRemoveLock(&lock, irp);
}

static NTSTATUS remove(struct job *running, IRP *irp)
{
    NTSTATUS status = IoAcquireRemoveLock(&lock, irp);

    if (!NT_SUCCESS(status))
        return status;
#ifdef BROKEN
    if (running->failed)
#endif
    end(running, irp);
    IoReleaseRemoveLockAndWait(&lock, irp);
    return STATUS_SUCCESS;
}

static int schedule(struct job *j, int priority)
{
    if (priority < 0 || priority > 31)
        return 0;
    if (j->active && priority > j->priority)
        j->moved++;
    j->priority = priority;
    return 1;
}

static int penalty(struct job *j)
{
    if (j->failed == 0)
        return 0;
    return j->failed > 3 ? 2 : 1;
}

static void rest(struct job *j)
{
    switch (penalty(j)) {
    case 0:
        j->priority = 16;
        break;
    case 1:
        j->priority = 8;
        break;
    default:
        j->priority = 0;
        j->failed = 0;
        break;
    }
}

int main(void)
{
    static struct job j;
    static IRP irp;

    begin(&j, &irp);
    if (any())
        remove(&j, &irp);
    else
        end(&j, &irp);
    if (!schedule(&j, any()))
        rest(&j);
    return j.failed || j.moved;
}
