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
    NTSTATUS status = STATUS_SUCCESS;
    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
    if (names < limit)
        names++;
    else
        status = STATUS_UNSUCCESSFUL;
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
    return status;
}

int main(void)
{
    while (AddName(100) == STATUS_SUCCESS)
        ;
    return 0;
}
