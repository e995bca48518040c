typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct _IRP { struct { long Status; unsigned long Information; } IoStatus; int Major; } IRP;
typedef struct _DEVICE_OBJECT { void *DeviceExtension; } DEVICE_OBJECT;
extern void IoMarkIrpPending(IRP *);

static IRP *queue[4];
static unsigned queued;

NTSTATUS DispatchRoutine(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major != 3)
        return STATUS_UNSUCCESSFUL;
    if (queued == 4)
        return STATUS_UNSUCCESSFUL;
    IoMarkIrpPending(irp);
    queue[queued++ & 3] = irp;
    return STATUS_PENDING;
}

int main(void)
{
    static IRP irp;
    static DEVICE_OBJECT device;
    irp.Major = __VERIFIER_nondet_int();
    return DispatchRoutine(&device, &irp) == STATUS_PENDING;
}
