typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern NTSTATUS IofCallDriver(DEVICE_OBJECT *, IRP *);
extern void IoCompleteRequest(IRP *, char);

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status;
    switch (irp->Major) {
    case 22:
        status = IofCallDriver(device, irp);
        break;
    case 27:
        status = IofCallDriver(device, irp);
        if (status >= 0) {
            irp->IoStatus.Status = STATUS_SUCCESS;
            IoCompleteRequest(irp, 0);
            status = STATUS_SUCCESS;
        }
        break;
    default:
        status = STATUS_UNSUCCESSFUL;
        IoCompleteRequest(irp, 0);
    }
    return status;
}

int main(void)
{
    static IRP irp;
    static DEVICE_OBJECT device;
    irp.Major = __VERIFIER_nondet_int();
    return Dispatch(&device, &irp) < 0;
}
