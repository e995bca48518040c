/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (two requests are in progress when the device waits for them)
 *
 * Removing a device ends its last request first.
 */
#include "wdm.h"

static int lock;

struct job {
    int active, failed;
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

int main(void)
{
    static struct job j;
    static IRP irp;

    begin(&j, &irp);
    if (any())
        remove(&j, &irp);
    else
        end(&j, &irp);
    return j.failed;
}
