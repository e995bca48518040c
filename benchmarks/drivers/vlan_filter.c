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

int main(void)
{
    int id = any();

    if (add(id)) {
#ifdef BROKEN
        remove(id);
#endif
        return 1;
    }
    add(id + 1);
    if (remove(id))
        return 2;
    return active;
}
