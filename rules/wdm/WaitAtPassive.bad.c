typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
extern void KeAcquireSpinLock(void *, KIRQL *), KeReleaseSpinLock(void *, KIRQL);
extern long KeWaitForSingleObject(void *, int, int, int, void *);

static int lock, event, busy;

int main(void)
{
    KIRQL irql;
    busy = __VERIFIER_nondet_int();
    KeAcquireSpinLock(&lock, &irql);
    if (busy)
        KeWaitForSingleObject(&event, 0, 0, 0, 0);
    KeReleaseSpinLock(&lock, irql);
    return 0;
}
