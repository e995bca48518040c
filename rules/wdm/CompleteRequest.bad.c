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

static NTSTATUS Read(IRP *irp, int length)
{
    if (length < 0) {
        irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
        IoCompleteRequest(irp, 0);
    }
    irp->IoStatus.Information = length;
    IoCompleteRequest(irp, 1);
    return STATUS_SUCCESS;
}

int main(void)
{
    IRP irp;
    return Read(&irp, __VERIFIER_nondet_int());
}
