typedef long NTSTATUS;
typedef unsigned char KIRQL;
#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1L)
extern int __VERIFIER_nondet_int(void);
extern void KeEnterCriticalRegion(void), KeLeaveCriticalRegion(void);
extern void ExAcquireFastMutexUnsafe(void *), ExReleaseFastMutexUnsafe(void *);

static int mutex, names;

static NTSTATUS AddName(int limit)
{
    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
    if (names >= limit) {
        KeLeaveCriticalRegion();
        return STATUS_UNSUCCESSFUL;
    }
    names++;
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
    return STATUS_SUCCESS;
}

int main(void)
{
    while (AddName(3) == STATUS_SUCCESS)
        ;
    return 0;
}
