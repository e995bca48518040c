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

int main(void)
{
    static struct file f;
    return use(&f, any()) == 0;
}
