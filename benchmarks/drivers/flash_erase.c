/* rule: linux/mutex
 * verdict: proved
 * mutant: violated (an interrupted erase unlocks what it never locked)
 *
 * Erasing blocks of a flash chip one by one, interruptible between blocks.
 */
#include "kernel.h"

struct flash {
    struct mutex lock;
    int block, blocks;
    int bad, erased;
};

static int erase_block(struct flash *f)
{
    int status = any();

    if (status < 0) {
        f->bad++;
        return -EIO;
    }
    f->erased++;
    return 0;
}

static int erase(struct flash *f, int from, int to)
{
    int status = 0;

    for (f->block = from; f->block < to; f->block++) {
        status = mutex_lock_interruptible(&f->lock);
        if (status)
#ifdef BROKEN
            goto unlock;
#else
            goto out;
#endif
        status = erase_block(f);
        if (status == -EIO && f->bad > 3)
            goto unlock;
        mutex_unlock(&f->lock);
    }
    goto out;
unlock:
    mutex_unlock(&f->lock);
out:
    return status;
}

int main(void)
{
    static struct flash f;
    int to = any();

    f.blocks = to;
    return erase(&f, 0, to) ? f.bad : f.erased;
}
