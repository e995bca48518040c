typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern void IoCompleteRequest(IRP *, char);
extern NTSTATUS IofCallDriver(DEVICE_OBJECT *, IRP *);

struct extension { DEVICE_OBJECT *lower; int removed; };

static NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    struct extension *e = device->DeviceExtension;
    if (e->removed) {
        irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
        IoCompleteRequest(irp, 0);
        return STATUS_UNSUCCESSFUL;
    }
    if (irp->Major == 14) {
        irp->IoStatus.Information = 4;
        IoCompleteRequest(irp, 1);
        return STATUS_SUCCESS;
    }
    return IofCallDriver(e->lower, irp);
}

int main(void)
{
    struct extension e = { 0, __VERIFIER_nondet_int() };
    DEVICE_OBJECT device = { &e };
    IRP irp;
    irp.Major = __VERIFIER_nondet_int();
    return Dispatch(&device, &irp) != STATUS_SUCCESS;
}
