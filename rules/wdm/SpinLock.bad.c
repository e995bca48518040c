typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
typedef struct { unsigned long Lock; } KSPIN_LOCK;
extern void KeAcquireSpinLock(KSPIN_LOCK *, KIRQL *);
extern void KeReleaseSpinLock(KSPIN_LOCK *, KIRQL);

static KSPIN_LOCK lock;
static int packets, packets_old, request;

int main(void)
{
    KIRQL irql;
    do {
        KeAcquireSpinLock(&lock, &irql);
        packets_old = packets;
        request = __VERIFIER_nondet_int();
        if (request) {
            KeReleaseSpinLock(&lock, irql);
            if (request != 7)
                packets++;
        }
    } while (packets != packets_old);
    KeReleaseSpinLock(&lock, irql);
    return 0;
}
