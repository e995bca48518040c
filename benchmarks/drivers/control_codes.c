/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (a code that is handled by the lower driver is completed here as well)
 *
 * Codes are validated, then handled; a flag remembers who owns the request.
 */
#include "wdm.h"

enum { QUERY = 1, CONFIGURE = 2, PASS_DOWN = 3 };

struct config {
    int version, size, mode;
};

static struct config config;

static NTSTATUS validate(IRP *irp)
{
    if (irp->Minor < QUERY || irp->Minor > PASS_DOWN)
        return STATUS_INVALID_PARAMETER;
    if (irp->Minor == CONFIGURE && irp->Length < sizeof config)
        return STATUS_INVALID_PARAMETER;
    return STATUS_SUCCESS;
}

static NTSTATUS configure(IRP *irp)
{
    config.version++;
    config.size = (int)irp->Length;
    if (config.size < 0) {
        config.size = 0;
        return STATUS_UNSUCCESSFUL;
    }
    return STATUS_SUCCESS;
}

static NTSTATUS control(DEVICE_OBJECT *lower, IRP *irp)
{
    int ours = 1;
    NTSTATUS status = validate(irp);

    if (NT_SUCCESS(status)) {
        switch (irp->Minor) {
        case QUERY:
            irp->IoStatus.Information = sizeof config;
            break;
        case CONFIGURE:
            status = configure(irp);
            break;
        case PASS_DOWN:
            status = IofCallDriver(lower, irp);
            ours = 0;
#ifdef BROKEN
            if (!NT_SUCCESS(status))
                ours = 1;
#endif
            break;
        }
    }
    if (ours) {
        irp->IoStatus.Status = status;
        IoCompleteRequest(irp, 0);
    }
    return status;
}

static NTSTATUS twice(DEVICE_OBJECT *lower, IRP *irp)
{
    NTSTATUS status = control(lower, irp);
#ifdef BROKEN
    if (irp->Minor == PASS_DOWN && !NT_SUCCESS(status))
        IoCompleteRequest(irp, 0);
#endif
    return status;
}

int main(void)
{
    static DEVICE_OBJECT lower;
    static IRP irp;

    irp.Minor = any();
    irp.Length = __VERIFIER_nondet_uint();
    return twice(&lower, &irp) >= 0;
}
