typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern NTSTATUS IoAcquireRemoveLock(void *, void *);
extern void IoReleaseRemoveLock(void *, void *), IoReleaseRemoveLockAndWait(void *, void *);

static int lock;

NTSTATUS DispatchRemove(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status = IoAcquireRemoveLock(&lock, irp);
    if (status < 0)
        return status;
    if (irp->Major == 2) {
        IoReleaseRemoveLockAndWait(&lock, irp);
        return STATUS_SUCCESS;
    }
    IoReleaseRemoveLock(&lock, irp);
    return STATUS_UNSUCCESSFUL;
}

int main(void)
{
    static IRP irp;
    static DEVICE_OBJECT device;
    irp.Major = __VERIFIER_nondet_int();
    DispatchRemove(&device, &irp);
    DispatchRemove(&device, &irp);
    return 0;
}
