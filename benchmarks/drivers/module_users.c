/* rule: linux/module_reference
 * verdict: proved
 * mutant: violated (a failing second open puts what the first one holds)
 *
 * A file that may be opened twice; each open holds the module.
 */
#include "kernel.h"

static struct module self;

struct file {
    int readers, writers;
    int position, size;
};

static int file_open(struct file *f, int writing)
{
    if (!try_module_get(&self))
        return -ENODEV;
    if (writing && f->writers) {
        module_put(&self);
        return -EBUSY;
    }
    if (writing)
        f->writers = 1;
    else
        f->readers = 1;
    return 0;
}

static void file_release(struct file *f, int writing)
{
    if (writing)
        f->writers = 0;
    else
        f->readers = 0;
    module_put(&self);
}

static int use(struct file *f, int mode)
{
    int first, second;

    first = file_open(f, mode & 1);
    if (first)
        return first;
    second = file_open(f, mode & 2);
    if (second == 0)
        file_release(f, mode & 2);
#ifdef BROKEN
    else if (second == -EBUSY)
        module_put(&self);
#endif
    file_release(f, mode & 1);
    return second;
}

enum { SEEK_START, SEEK_HERE, SEEK_END };

static int seek(struct file *f, int offset, int whence)
{
    int base;

    switch (whence) {
    case SEEK_START:
        base = 0;
        break;
    case SEEK_HERE:
        base = f->position;
        break;
    case SEEK_END:
        base = f->size;
        break;
    default:
        return -EINVAL;
    }
    if (offset < -base || offset > f->size - base)
        return -EINVAL;
    f->position = base + offset;
    return f->position;
}

static int ioctl(struct file *f, int request)
{
    if (!f->readers && !f->writers)
        return -ENODEV;
    if (request != 1)
        return -ENOTTY;
    return f->size - f->position;
}

int main(void)
{
    static struct file f;

    f.size = 512;
    if (seek(&f, any(), any()) < 0)
        return 1;
    if (ioctl(&f, any()) == -ENOTTY)
        return 2;
    return use(&f, any()) == 0;
}
