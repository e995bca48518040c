typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
struct MDL;
extern struct MDL *IoAllocateMdl(void *, unsigned);
extern void MmProbeAndLockPages(struct MDL *, int), MmUnlockPages(struct MDL *), IoFreeMdl(struct MDL *);
extern void *MmGetSystemAddressForMdl(struct MDL *);

static NTSTATUS Transfer(char *buffer, unsigned n)
{
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    struct MDL *mdl = IoAllocateMdl(buffer, n);
    if (!mdl)
        goto Exit;
    MmProbeAndLockPages(mdl, 0);
    if (MmGetSystemAddressForMdl(mdl) == 0)
        goto Unlock;
    status = STATUS_SUCCESS;
Unlock:
    MmUnlockPages(mdl);
    IoFreeMdl(mdl);
Exit:
    return status;
}

int main(void)
{
    char buffer[64];
    return Transfer(buffer, sizeof buffer) < 0;
}
