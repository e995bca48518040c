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
    struct MDL *mdl = IoAllocateMdl(buffer, n);
    if (!mdl)
        return STATUS_UNSUCCESSFUL;
    MmProbeAndLockPages(mdl, 0);
    if (MmGetSystemAddressForMdl(mdl) == 0) {
        IoFreeMdl(mdl);
        return STATUS_UNSUCCESSFUL;
    }
    MmUnlockPages(mdl);
    IoFreeMdl(mdl);
    return STATUS_SUCCESS;
}

int main(void)
{
    char buffer[64];
    return Transfer(buffer, sizeof buffer) < 0;
}
