/* Declarations for programs in the style of the Windows driver model. */
#ifndef DRIVERS_WDM_H
#define DRIVERS_WDM_H

typedef long NTSTATUS;
typedef unsigned char KIRQL, UCHAR;
typedef unsigned int ULONG;
typedef unsigned long ULONG_PTR, SIZE_T;
typedef struct { ULONG_PTR Lock; } KSPIN_LOCK;
typedef struct { int Count; } FAST_MUTEX;

#define STATUS_SUCCESS 0L
#define STATUS_PENDING 0x103L
#define STATUS_UNSUCCESSFUL (-1073741823L)
#define STATUS_NO_MEMORY (-1073741801L)
#define STATUS_INVALID_PARAMETER (-1073741811L)
#define STATUS_CANCELLED (-1073741536L)
#define NT_SUCCESS(s) ((s) >= 0)
#define NULL ((void *)0)

enum { IRP_MJ_CREATE, IRP_MJ_CLOSE = 2, IRP_MJ_READ, IRP_MJ_WRITE, IRP_MJ_CONTROL = 14,
       IRP_MJ_POWER = 22, IRP_MJ_PNP = 27 };

typedef struct _IRP {
    struct { NTSTATUS Status; ULONG_PTR Information; } IoStatus;
    int Major, Minor;
    ULONG Length;
    int Cancel;
    struct _IRP *Next;
} IRP;

typedef struct _DEVICE_OBJECT {
    struct _DEVICE_OBJECT *Lower;
    void *DeviceExtension;
    ULONG Flags;
} DEVICE_OBJECT;

extern void KeAcquireSpinLock(KSPIN_LOCK *, KIRQL *);
extern void KeReleaseSpinLock(KSPIN_LOCK *, KIRQL);
extern void IoAcquireCancelSpinLock(KIRQL *);
extern void IoReleaseCancelSpinLock(KIRQL);
extern void *IoSetCancelRoutine(IRP *, void *);
extern void IoCompleteRequest(IRP *, char);
extern void IoMarkIrpPending(IRP *);
extern NTSTATUS IofCallDriver(DEVICE_OBJECT *, IRP *);
extern void KeRaiseIrql(KIRQL, KIRQL *);
extern void KeLowerIrql(KIRQL);
extern KIRQL KeGetCurrentIrql(void);
extern void *ExAllocatePool(int, SIZE_T);
extern void *ExAllocatePoolWithTag(int, SIZE_T, unsigned);
extern void ExFreePoolWithTag(void *, unsigned);
extern void KeEnterCriticalRegion(void), KeLeaveCriticalRegion(void);
extern void ExAcquireFastMutexUnsafe(void *), ExReleaseFastMutexUnsafe(void *);
extern NTSTATUS IoAcquireRemoveLock(void *, void *);
extern void IoReleaseRemoveLock(void *, void *), IoReleaseRemoveLockAndWait(void *, void *);
extern long KeWaitForSingleObject(void *, int, int, int, void *);
extern void KeSetEvent(void *, int, int);
struct MDL;
extern struct MDL *IoAllocateMdl(void *, unsigned);
extern void MmProbeAndLockPages(struct MDL *, int), MmUnlockPages(struct MDL *), IoFreeMdl(struct MDL *);
extern void *MmGetSystemAddressForMdl(struct MDL *);

/* What the hardware or the user decides. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define any() __VERIFIER_nondet_int()

#endif
