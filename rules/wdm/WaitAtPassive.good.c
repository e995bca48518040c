typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
extern void KeAcquireSpinLock(void *, KIRQL *), KeReleaseSpinLock(void *, KIRQL);
extern long KeWaitForSingleObject(void *, int, int, int, void *);
extern void KeSetEvent(void *, int, int);

static int lock, event, busy;

static void Drain(void)
{
    KIRQL irql;
    int again;
    do {
        KeAcquireSpinLock(&lock, &irql);
        again = busy;
        KeReleaseSpinLock(&lock, irql);
        if (again)
            KeWaitForSingleObject(&event, 0, 0, 0, 0);
    } while (again && __VERIFIER_nondet_int());
}

int main(void)
{
    busy = __VERIFIER_nondet_int();
    Drain();
    KeSetEvent(&event, 0, 1);
    return 0;
}
