typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern NTSTATUS IofCallDriver(DEVICE_OBJECT *, IRP *);

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major == 22)
        return IofCallDriver(device, irp);
    IofCallDriver(device, irp);
    return STATUS_SUCCESS;
}

int main(void)
{
    static IRP irp;
    static DEVICE_OBJECT device;
    irp.Major = __VERIFIER_nondet_int();
    return Dispatch(&device, &irp) < 0;
}
