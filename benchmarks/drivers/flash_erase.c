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
    unsigned bad, erased;
    int locked_from;
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

    for (int block = from; block < to; block++) {
        f->block = block;
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

static int protect(struct flash *f, int from)
{
    if (from < 0 || from > f->blocks)
        return -EINVAL;
    mutex_lock(&f->lock);
    if (f->erased > 0) {
        mutex_unlock(&f->lock);
        return -EBUSY;
    }
    f->locked_from = from;
    mutex_unlock(&f->lock);
    return 0;
}

static int check_range(struct flash *f, int from, int to)
{
    if (from < 0 || to > f->blocks)
        return -EINVAL;
    return to > f->locked_from ? -EBUSY : 0;
}

int main(void)
{
    static struct flash f;
    int to = any(), status;

    f.blocks = 1024;
    status = protect(&f, any());
    if (status == 0)
        status = check_range(&f, 0, to);
    if (status)
        return 1;
    return erase(&f, 0, to) ? f.bad : f.erased;
}
