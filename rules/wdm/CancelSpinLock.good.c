typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern void IoAcquireCancelSpinLock(KIRQL *), IoReleaseCancelSpinLock(KIRQL);
extern void *IoSetCancelRoutine(IRP *, void *);
extern void IoCompleteRequest(IRP *, int);

static NTSTATUS Queue(IRP *irp, int cancelled)
{
    KIRQL irql;
    IoAcquireCancelSpinLock(&irql);
    if (cancelled) {
        IoSetCancelRoutine(irp, 0);
        IoReleaseCancelSpinLock(irql);
        irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
        IoCompleteRequest(irp, 0);
        return STATUS_UNSUCCESSFUL;
    }
    IoSetCancelRoutine(irp, (void *)1);
    IoReleaseCancelSpinLock(irql);
    return STATUS_PENDING;
}

int main(void)
{
    IRP irp;
    return Queue(&irp, __VERIFIER_nondet_int()) == STATUS_PENDING;
}
