/* rule: linux/module_reference
 * verdict: proved
 * mutant: violated (removing a filter that is not there puts a reference)
 *
 * Each filter holds the module; a bit says whether it is there.
 */
#include "kernel.h"

static struct module self;
static int active, filters;

static int add(int id)
{
    if (id <= 0 || id > 4094)
        return -EINVAL;
    if (active)
        return -EBUSY;
    if (!try_module_get(&self))
        return -ENODEV;
    active = id;
    filters++;
    return 0;
}

static int remove(int id)
{
#ifdef BROKEN
    if (id <= 0)
        return -EINVAL;
#else
    if (id <= 0 || active != id)
        return -EINVAL;
#endif
    active = 0;
    module_put(&self);
    return 0;
}

enum { STRIP = 1, INSERT = 2, PRIORITY = 4 };

static int offloads, rejected;

static int set_offloads(int wanted)
{
    if (wanted & ~(STRIP | INSERT | PRIORITY))
        return -EINVAL;
    if ((wanted & PRIORITY) && !(wanted & INSERT)) {
        rejected++;
        return -EINVAL;
    }
    if (active && wanted != offloads)
        return -EBUSY;
    offloads = wanted;
    return 0;
}

static int accepts(int tag)
{
    int id = tag & 0xfff;

    if (id == 0)
        return offloads & PRIORITY;
    if (id != active) {
        rejected++;
        return 0;
    }
    return 1;
}

int main(void)
{
    int id = any();

    if (set_offloads(any()))
        return 3;
    if (add(id)) {
#ifdef BROKEN
        remove(id);
#endif
        return 1;
    }
    add(id + 1);
    if (!accepts(any()))
        rejected++;
    if (remove(id))
        return 2;
    return active;
}
