typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern void IoCompleteRequest(IRP *, char);
extern void IoMarkIrpPending(IRP *);

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status = STATUS_PENDING;
    IoMarkIrpPending(irp);
    if (irp->Major == 0) {
        irp->IoStatus.Status = STATUS_SUCCESS;
        IoCompleteRequest(irp, 0);
    }
    return status;
}

int main(void)
{
    static IRP irp;
    static DEVICE_OBJECT device;
    irp.Major = __VERIFIER_nondet_int();
    Dispatch(&device, &irp);
    return 0;
}
