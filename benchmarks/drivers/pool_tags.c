/* rule: wdm/PoolTag
 * verdict: proved
 * mutant: violated (a buffer that grows keeps its old tag)
 *
 * Buffers of two kinds with a tag each, chosen by size.
 */
#include "wdm.h"

enum { SMALL = 0x6c6c6d53, LARGE = 0x6772614c };

struct buffer {
    ULONG size;
};

static unsigned tag_of(ULONG size)
{
    return size <= 512 ? SMALL : LARGE;
}

static void *obtain(ULONG size)
{
    if (size == 0)
        return NULL;
    return ExAllocatePoolWithTag(0, size, tag_of(size));
}

static void release(void *p, ULONG size)
{
    if (p)
        ExFreePoolWithTag(p, tag_of(size));
}

static NTSTATUS answer(ULONG first, ULONG second)
{
    void *a, *b;
    NTSTATUS status = STATUS_NO_MEMORY;

    a = obtain(first);
    if (!a)
        return STATUS_NO_MEMORY;
    if (second > first) {
        b = obtain(second);
        if (!b)
            goto out;
#ifdef BROKEN
        release(a, second);
#else
        release(a, first);
#endif
        a = b;
        first = second;
    }
    status = STATUS_SUCCESS;
out:
    release(a, first);
    return status;
}

static int refused;

static ULONG header_for(int kind, int flags)
{
    ULONG size;

    switch (kind) {
    case 0:
        size = 16;
        break;
    case 1:
        size = 64;
        break;
    default:
        return 0;
    }
    if (flags & 1)
        size += 8;
    return size;
}

static NTSTATUS serve(int kind, int flags, ULONG payload)
{
    ULONG header = header_for(kind, flags);

    if (header == 0 || payload > 65536) {
        refused++;
        return STATUS_INVALID_PARAMETER;
    }
    return answer(header, payload);
}

int main(void)
{
    NTSTATUS status = serve(any(), any(), __VERIFIER_nondet_uint());

    return NT_SUCCESS(status) ? 0 : refused;
}
